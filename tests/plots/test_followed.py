"""Pictures of duels followed round by round: their marks are the figures of the chronicle."""

import itertools

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_rgba

from tests.plots.pictures import NAMES, demand_words_as_they_are, drawn, labels, legend, new_axes, spots, words
from zodiac_sim import plots
from zodiac_sim.errors import InputError
from zodiac_sim.lab import chronicle
from zodiac_sim.lab.run import run
from zodiac_sim.plots import theme
from zodiac_sim.plots.rows import Row, wrapped
from zodiac_sim.plots.stacks import Stacks
from zodiac_sim.study.study import make_study

BY_SCENARIO = [plots.cascade, plots.first_hit, plots.swings]
PICTURES = [*BY_SCENARIO, plots.bleeding_levels, plots.critical_locations, plots.critical_rows]
BLOODY = {"rules.criticals": "complex", "rules.bleeding": "critical"}


def fought(names=("red", "blue"), variants=None, matchups=1, duels=200, **fields):
    """A result of duels that were really fought, with many criticals."""
    fighters = {name: {"preset": "soldier", "luck": 60, "policy": "binder"} for name in names}
    variants = variants or [{"name": "plain"}, {"name": "bloody", "set": BLOODY}]
    pairs = [{"a": names[0], "b": names[1]}] * matchups
    return run(
        make_study({"duels": duels, "seed": 3, "fighters": fighters, "matchups": pairs, "variants": variants} | fields)
    )


MADE = fought(matchups=2)


@pytest.fixture(scope="module")
def strange():
    return fought((NAMES[5], NAMES[3]), [{"name": name, "set": BLOODY} for name in NAMES], duels=20)


@pytest.fixture(scope="module")
def large():
    variants = [{"name": f"variant {number}", "set": BLOODY} for number in range(30)]
    return fought(variants=variants, matchups=4, duels=4)


def widths(ax, colour: str) -> np.ndarray:
    """The lengths of the bars of a colour, row by row."""
    [bars] = [patch for patch in ax.patches if patch.get_facecolor() == to_rgba(colour)]
    return bars.get_path().vertices.reshape(-1, 5, 2)[:, :, 0].max(axis=1)


def dots(ax, colour: str) -> list[float]:
    return [
        x for line in ax.lines if line.get_color() == colour and line.get_marker() != "None" for x in line.get_xdata()
    ]


@pytest.mark.parametrize("picture", PICTURES)
def test_it_draws_on_the_axes_it_is_given(picture):
    ax = new_axes()
    assert picture(MADE, ax=ax) is ax
    assert pyplot.get_fignums() == []
    assert picture(MADE).figure.get_figheight() > 1
    assert len(pyplot.get_fignums()) == 1
    assert spots(ax)


@pytest.mark.parametrize("picture", PICTURES)
def test_matchups_and_variants_can_be_chosen(picture):
    every, one, pooled, alone = (
        labels(picture(MADE, ax=new_axes(), **given))
        for given in ({"matchup": None}, {"matchup": 1}, {"matchup": "all"}, {"matchup": 1, "variant": "bloody"})
    )
    assert len(every) == 2 * len(one) == 2 * len(pooled)
    assert len(alone) <= len(one)
    assert any("all 2 matchups" in word for word in words(picture(MADE, matchup="all", ax=new_axes())))
    with pytest.raises(InputError, match="matchup: no matchup 2; they count from 0 to 1"):
        picture(MADE, matchup=2)
    with pytest.raises(InputError, match="no variant 'blody'"):
        picture(MADE, variant="blody")


def test_cascade_stacks_what_bleeding_and_attacks_took():
    ax = plots.cascade(MADE, matchup=0, variant="bloody", side="a", ax=new_axes())
    frame = chronicle.cascade(MADE)
    frame = frame[(frame["matchup"] == 0) & (frame["variant"] == "bloody") & (frame["side"] == "a")]
    written = " ".join(words(ax))
    assert f"bleeding {frame['bleeding_damage'].sum():.1f} HP\nattacks {frame['attack_damage'].sum():.1f} HP" in written
    [red] = [patch for patch in ax.patches if patch.get_facecolor() == to_rgba(theme.VERMILLION)]
    [blue] = [patch for patch in ax.patches if patch.get_facecolor() == to_rgba(theme.SKY)]
    floor = red.get_path().vertices[:, 1].max()
    tops = [floor - part.get_path().vertices[:, 1].min() for part in (red, blue)]
    total = frame["attack_damage"] + frame["bleeding_damage"]
    assert tops[0] / tops[1] == pytest.approx(frame["bleeding_damage"].max() / total.max())


def test_rounds_that_nobody_ended_are_drawn_too():
    immortal = {"hp": 30_000, "skill": 60, "weapon": {"dice": "1d4"}}
    rules = {"max_rounds": 40, "bleeding": "injury"}
    made = fought(fighters={"red": immortal, "blue": immortal}, duels=5, rules=rules)
    assert plots.cascade(made, ax=new_axes()).get_xticks().max() >= 30


def test_thousands_of_rounds_are_drawn_in_blocks_of_their_mean():
    row, rounds = Row(0, "x", "x", 5.0), np.arange(1, 10_001)
    stacks = Stacks(1.0, 10_000, {"kind": "red"}, 1)
    stacks.add(row, rounds, {"kind": rounds % 2 * 1.0})
    [area] = stacks.shapes["kind"]
    assert len(area) < 3_000
    assert (area[:, 0].min(), area[:, 0].max()) == (0.5, 10_000.5)
    assert area[:, 1].min() == pytest.approx(stacks.height(row, 0.5), abs=0.1)


def test_bleeding_levels_names_those_who_do_not_bleed():
    ax = plots.bleeding_levels(MADE, ax=new_axes())
    assert labels(ax) == ["bloody", "bloody"]
    assert legend(ax) == ["minor bleeding", "major bleeding", "severe bleeding", "nobody bleeds with plain"]
    worst = chronicle.worst_levels(MADE).query("matchup == 0 and variant == 'bloody'").groupby("level")["share"].mean()
    assert any(f"minor {100 * worst['minor']:.1f} %" in word for word in words(ax))
    assert "Nobody bled." in words(plots.bleeding_levels(MADE, variant="plain", ax=new_axes()))


def test_locations_show_how_many_criticals_and_what_they_do():
    ax = plots.critical_locations(MADE, ax=new_axes())
    frame = chronicle.critical_locations(MADE, pooled=True)
    assert labels(ax) == frame["location"].tolist()
    long = widths(ax, theme.SKY)
    assert long / long[0] == pytest.approx((frame["per_100"] / frame["per_100"].iloc[0]).tolist())
    felled = np.array(dots(ax, theme.VERMILLION))
    assert (felled - 2 * 1.16) * 1.3 * frame["felled_high"].max() == pytest.approx(frame["felled"].tolist())
    assert spots(ax)[0].startswith("bloody: all 2 matchups, leg: criticals in 100 duels, ")


def test_rows_of_the_tables_have_their_effects_in_words():
    ax = plots.critical_rows(MADE, ax=new_axes())
    frame = chronicle.critical_rows(MADE, pooled=True)
    assert labels(ax) == (frame["location"] + "  " + frame["rolls"]).tolist()
    assert set(frame["effect"]) <= set(words(ax))
    bars = [
        width for colour in (theme.SKY, theme.GREEN, theme.ORANGE, theme.VERMILLION) for width in widths(ax, colour)
    ]
    assert bars == pytest.approx(frame["per_100"].tolist())


def test_rows_of_many_scenarios_are_a_heat_map_for_each_table():
    variants = [{"name": f"{table} {number}", "set": {"rules.criticals": table}}
                for number in range(4) for table in ("simple", "complex")]  # fmt: skip
    made = fought(variants=variants)
    ax = plots.critical_rows(made, ax=new_axes())
    simple, complex_ = (mesh.get_array() for mesh in ax.collections if isinstance(mesh, QuadMesh))
    assert (simple.mask[0].tolist(), complex_.mask[0].tolist()) == ([False, True] * 4, [True, False] * 4)
    frame = chronicle.critical_rows(made)
    of_first = frame[frame["variant"] == "simple 0"]["per_100"]
    assert simple[:, 0].tolist() == pytest.approx((of_first / frame["per_100"].max()).tolist())
    assert f"{frame['per_100'].max():.1f} in 100 duels" in legend(ax)


def test_variants_without_tables_say_so():
    for picture in (plots.critical_rows, plots.critical_locations):
        assert words(picture(MADE, variant="plain", ax=new_axes())) == ["No critical came to a table of locations."]


def test_first_hit_marks_the_shares_of_both_cases():
    ax = plots.first_hit(MADE, matchup=0, ax=new_axes())
    frame = chronicle.first_hits(MADE).query("matchup == 0")
    assert dots(ax, theme.BLUE)[-2:] == frame["a_rate"].tolist()
    assert dots(ax, theme.ORANGE)[-2:] == frame["b_rate"].tolist()
    assert f"worth +{100 * frame['worth'].iloc[0]:.1f} points" in words(ax)


def test_swings_stand_on_three_scales():
    ax = plots.swings(MADE, matchup=0, ax=new_axes())
    frame = chronicle.swings(MADE).query("matchup == 0")
    shown = np.array(dots(ax, theme.GREEN))
    all_ = chronicle.swings(MADE)
    assert (shown - 1.16) * 1.3 * all_["comebacks_rate_high"].max() == pytest.approx(frame["comebacks_rate"].tolist())
    assert f"{frame['lead_changes_mean'].iloc[0]:.2f}" in words(ax)
    assert any("won from 25 points behind" in word and "decided duels" in word for word in spots(ax))


@pytest.mark.parametrize("picture", PICTURES)
def test_names_are_whole_and_no_mathematics(picture, strange):
    ax = theme.fit(picture(strange, ax=new_axes()))
    demand_words_as_they_are(ax)
    if picture in BY_SCENARIO or picture is plots.bleeding_levels:
        assert labels(ax) == [wrapped(name) for name in NAMES]
    elif picture is plots.critical_rows:
        written = {word.replace("\n", "") for word in words(ax)}
        listed = {wrapped(f"{number}: {name}").replace("\n", "") for number, name in enumerate(NAMES, start=1)}
        assert listed <= written
    else:
        assert all(any(word.startswith(wrapped(f"{name}: ", 60).rstrip()) for word in words(ax)) for name in NAMES[:9])


@pytest.mark.parametrize("picture", PICTURES)
def test_thirty_variants_of_four_matchups_do_not_overlap(picture, large):
    ax = picture(large)
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts if text.get_label() == theme.ROW_LABEL]
    assert all(lower.y1 <= upper.y0 + 1 for upper, lower in itertools.pairwise(boxes))
    assert min(box.x0 for box in boxes) >= 0
    assert len(ax.patches) + len(ax.lines) < 30


@pytest.mark.parametrize("picture", PICTURES)
def test_duels_without_a_hit_break_nothing(picture):
    harmless = {"hp": 9, "skill": -100, "weapon": {"dice": "1d4"}}
    fighters = {"red": {**harmless, "evade": 255}, "blue": {**harmless, "evade": 255}}
    rules = {"max_rounds": 3, "min_hit_chance": 0}
    made = fought(fighters=fighters, duels=20, rules=rules)
    assert "nan" not in drawn(theme.fit(picture(made, ax=new_axes())))[0]
