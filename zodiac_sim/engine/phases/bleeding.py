"""R6: bleeding and binding."""

from __future__ import annotations

import numpy as np

from zodiac_sim.engine.dice import Ints, has, where
from zodiac_sim.engine.phases.ending import BLEEDING, fall
from zodiac_sim.engine.state import DOWN, OVER, State
from zodiac_sim.engine.tables import Tables


def bleeding_loss(total_percent: Ints, max_hp: Ints) -> Ints:
    """Return the HP lost a round at a total of percent of maximum HP, at least 1 while there is any (R6.1, R6.5)."""
    loss: Ints = np.maximum(total_percent * max_hp // 100, total_percent > 0)
    return loss


def injury_level(
    level: Ints, before: Ints, after: Ints, thresholds: Ints, started: tuple[int, ...], ko_bleeds: Ints | bool
) -> Ints:
    """Return the body's bleeding level after its HP changed (R6.2).

    Parameters
    ----------
    level, before, after : int arrays, shape (n,)
        Present level, HP before and after.
    thresholds : int array, shape (k, n)
        HP at or below which a level starts, mildest first.
    started : tuple of k ints
        The level that each threshold starts; above it, the next milder of them is left.
    ko_bleeds : bool or bool array
        Whether a change to 0 HP crosses thresholds too.
    """
    bleeds = (after > 0) | ko_bleeds
    for threshold, worse, milder in zip(thresholds, started, (0, *started), strict=False):
        falls = (before > threshold) & (after <= threshold) & bleeds
        heals = (before <= threshold) & (after > threshold)
        level = np.where(falls, np.maximum(level, worse), level)
        level = np.where(heals, np.minimum(level, milder), level)
    return level


def cross_thresholds(s: State, t: Tables, rows: Ints, before: Ints, after: Ints) -> None:
    """Start, worsen or ease bleeding where HP crossed a threshold (Method I). Writes levels and what they entail."""
    thresholds = t.sheets.thresholds[:, s.sheet[rows]]
    crossed = where(((before > thresholds) != (after > thresholds)).any(axis=0))
    if not len(crossed):
        return
    rows, before, after, thresholds = rows[crossed], before[crossed], after[crossed], thresholds[:, crossed]
    present = s.levels[rows, 0]
    level = injury_level(present, before, after, thresholds, t.started, t.rules.of(s.sheet, rows).ko_bleeds)
    _set_levels(s, t, rows, np.zeros(len(rows), np.intp), present, level)


def worsen(s: State, t: Tables, rows: Ints, parts: Ints, levels: Ints) -> None:
    """Set parts of the body to the worse of their level and a new one (R6.3). Writes levels and what they entail."""
    present = s.levels[rows, parts]
    worse = where(levels > present)
    _set_levels(s, t, rows[worse], parts[worse], present[worse], levels[worse])


def ease_everywhere(s: State, t: Tables, rows: Ints) -> None:
    """Lower the level of every part by one (R6.5 a, R6.8)."""
    rows = rows[where(s.loss[rows])]
    if not len(rows):
        return
    for part in range(s.levels.shape[1]):
        present = s.levels[rows, part]
        bleeding = where(present)
        parts = np.full(len(bleeding), part)
        _set_levels(s, t, rows[bleeding], parts, present[bleeding], present[bleeding] - 1)


def bind(s: State, t: Tables, rows: Ints) -> None:
    """Lower the level of each one's worst part by one, the first among equals (R6.7). Writes levels and ``binds``."""
    worst = s.levels[rows].argmax(axis=1)
    present = s.levels[rows, worst]
    s.binds[rows] += 1
    _set_levels(s, t, rows, worst, present, present - 1)


def _set_levels(s: State, t: Tables, rows: Ints, parts: Ints, present: Ints, levels: Ints) -> None:
    """Change the bleeding level of one part of each fighter, his ``bleeding_percent`` and ``loss``: the one place."""
    s.levels[rows, parts] = levels
    now, once = (t.bleeding.places.of(level, s.sheet, rows) for level in (levels, present))
    percent = s.bleeding_percent[rows] + (t.bleeding.loss[now] - t.bleeding.loss[once])
    s.bleeding_percent[rows] = percent
    s.loss[rows] = bleeding_loss(percent, t.sheets.max_hp[s.sheet[rows]])


def end_turns(s: State, t: Tables, rows: Ints) -> None:
    """Play the end of turn of those of some fighters who stand in fights that go on, where nobody has statuses (R6.5).

    Writes ``hp``, ``bleeding_damage``, levels and what they entail.
    """
    if "loss" in t.untouched:
        return
    affected = rows[where((s.loss[rows] != 0) & going_on(s, rows))]
    if not len(affected):
        return
    before = s.hp[affected].astype(np.int32)
    lost = np.minimum(s.loss[affected], before)
    after = before - lost
    s.hp[affected] = after
    s.bleeding_damage[affected] += lost.astype(np.int32)
    if t.rules.bleeding == "injury":
        cross_thresholds(s, t, affected, before, after)
    fallen = where(after == 0)
    if len(fallen):
        fall(s, affected[fallen], BLEEDING)


def going_on(s: State, rows: Ints) -> Ints:
    """Return whether each of some fighters stands in a fight that is not over, bool."""
    everyone = len(rows) == len(s.conditions)  # then the rows are all rows, in order
    return ~has(s.conditions if everyone else s.conditions[rows], DOWN | OVER)
