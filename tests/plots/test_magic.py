"""What only magic does is drawn where it did something, and nowhere else."""

import pytest

import zodiac_sim as zs
from tests.lab.made import block, result, study
from tests.plots.pictures import legend, new_axes, spots
from zodiac_sim import plots
from zodiac_sim.engine.outcome import CAUSES
from zodiac_sim.lab import chronicle

POISONED = {
    "duels": 200,
    "seed": 3,
    "rules": {"criticals": "complex", "bleeding": "critical"},
    "fighters": {"soldier": {"preset": "soldier"}, "ill": {"preset": "soldier", "statuses": {"poison": {"magic": 4}}}},
    "matchups": [{"a": "soldier", "b": "ill"}],
}


def test_falls_name_poison_and_break_where_somebody_fell_by_them():
    poison, broken = CAUSES.index("poison"), CAUSES.index("break")
    made = result(study(), block("aaab", cause_b=[poison, poison, broken, 0], cause_a=[0, 0, 0, 1]))
    ax = plots.falls(made, ax=new_axes())
    assert legend(ax) == ["attack", "unconscious", "bleeding", "poison", "break"]
    assert any("poison, 50.0 %" in words for words in spots(ax))
    plain = plots.falls(result(study(), block("ab", cause_b=[1, 0], cause_a=[0, 1])), ax=new_axes())
    assert legend(plain) == ["attack", "unconscious", "bleeding"]


def test_the_cascade_stacks_what_poison_takes():
    poisoned = zs.run(zs.make_study(POISONED))
    taken = chronicle.cascade(poisoned).groupby("side")[["other_damage"]].sum()["other_damage"]
    means = poisoned.summary().iloc[0]
    assert taken["b"] == pytest.approx(means["other_damage_b_mean"])
    assert taken["a"] == means["other_damage_a_mean"] == 0
    ax = plots.cascade(poisoned, ax=new_axes())
    assert legend(ax) == ["bleeding", "poison and other", "attacks"]
    well = POISONED | {"fighters": POISONED["fighters"] | {"ill": {"preset": "soldier"}}}
    assert legend(plots.cascade(zs.run(zs.make_study(well)), ax=new_axes())) == ["bleeding", "attacks"]


def test_gains_are_those_of_what_a_thing_is_worth():
    variants = [{"name": "well"}, {"name": "caught", "set": {"matchups.all.surprised": "b"}}]
    made = zs.run(zs.make_study(POISONED | {"variants": variants}))
    worth = zs.worth(made, "surprise")
    ax = plots.gains(made, differences=worth, ax=new_axes())
    assert legend(ax)[0] == "as without surprise"
    assert len(spots(ax)) == 2
