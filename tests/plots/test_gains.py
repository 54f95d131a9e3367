"""Who gains and who loses: the differences of a comparison, each with its verdict in colour and in form."""

import numpy as np
import pytest
from matplotlib import pyplot

from tests.lab.made import block, result, study
from tests.plots.pictures import (
    NAMES,
    demand_words_as_they_are,
    drawn,
    hostile,
    labels,
    legend,
    many,
    new_axes,
    spots,
    words,
)
from zodiac_sim import plots
from zodiac_sim.errors import InputError
from zodiac_sim.plots import theme
from zodiac_sim.plots.rows import wrapped

TWO = study(variants=[{"name": "plain"}, {"name": "bloody"}], matchups=[{"a": "wedge", "b": "worm"}] * 2)
EVEN, TURNED, LOST = block("ab" * 500), block("ba" * 500), block("bb" * 500)
MADE = result(TWO, EVEN, LOST, EVEN, TURNED)  # of the first matchup a wins nothing any more; in the second, who knows


def places(ax, mark: str) -> list[float]:
    """Where the marks of a kind stand, in points."""
    return [x for line in ax.lines if line.get_marker() == mark for x in line.get_xdata()]


def test_marks_stand_at_the_differences_of_the_comparison():
    ax = new_axes()
    assert plots.gains(MADE, ax=ax) is ax
    assert (places(ax, ">"), places(ax, "<"), places(ax, "o")) == ([50], [-50], [])
    assert places(ax, "D") == [0, 0]
    assert {"+50.0", "−50.0", "0.0"} <= set(words(ax))
    rows = MADE.compare("plain", quantities=["wins_a", "wins_b"], overall=True)
    lost = rows[(rows["matchup"] == 0) & (rows["quantity"] == "wins_a")].iloc[0]
    ends = [patch.get_path().vertices[:, 0] for patch in ax.patches if patch.get_edgecolor()[:3] != (0, 0, 0)]
    expected = [100 * lost["difference_low"], 100 * lost["difference_high"]]
    assert any(len(end) == 2 and np.allclose(end, expected) for end in ends)


def test_every_mark_tells_its_figures():
    told = spots(plots.gains(MADE, ax=new_axes()))
    assert len(told) == 4
    assert told[0].startswith("wins of wedge, bloody: −50.0 points (−")
    assert told[0].endswith("; smaller; 1,000 duels")


def test_the_legend_names_the_baseline_the_margin_and_the_verdicts_that_occur():
    ax = plots.gains(MADE, ax=new_axes())
    assert legend(ax) == [
        "as with plain", "wins more", "wins less", "not enough duels to tell", "less than 1 point either way"
    ]  # fmt: skip


def test_given_differences_are_drawn_as_they_are():
    """A table of more quantities has wider intervals; picture and table then show the same."""
    given = MADE.compare("plain", overall=True)
    told = spots(plots.gains(MADE, differences=given, ax=new_axes()))
    assert told[0] != spots(plots.gains(MADE, ax=new_axes()))[0]


def test_all_matchups_together_and_one_alone():
    ax = plots.gains(MADE, matchup="all", ax=new_axes())
    assert (places(ax, "<"), places(ax, ">")) == ([-25], [25])
    assert "left sides of all 2 matchups" in words(ax)
    assert spots(ax)[0].startswith("wins of left sides, bloody: −25.0 points")
    assert len(labels(plots.gains(MADE, matchup=1, ax=new_axes()))) == 1
    with pytest.raises(InputError, match="matchup: no matchup 2; they count from 0 to 1"):
        plots.gains(MADE, matchup=2)
    with pytest.raises(InputError, match="no variant 'bloddy'"):
        plots.gains(MADE, baseline="bloddy")


def test_of_many_scenarios_a_row_shows_all_variants_of_a_side():
    ax = plots.gains(many(30, 10))
    assert len(labels(ax)) == 20
    assert labels(ax)[0] == "left side\nmost: variant 29\nleast: variant 1"
    assert len(spots(ax)) == 2 * 29 * 10
    assert ax.figure.get_figheight() < 25
    assert len(ax.patches) + len(ax.lines) < 20


def test_names_are_whole_and_no_mathematics():
    ax = theme.fit(plots.gains(hostile(), ax=new_axes()))
    assert labels(ax) == [wrapped(name) for name in NAMES[1:]]
    assert legend(ax)[0] == f"as with {NAMES[0]}"
    demand_words_as_they_are(ax)


def test_without_axes_a_figure_of_pyplot_is_as_high_as_it_needs():
    assert plots.gains(many(30, 1)).figure.get_figheight() > plots.gains(MADE).figure.get_figheight() + 8
    assert len(pyplot.get_fignums()) == 2


def test_what_was_not_fought_has_an_empty_row():
    made = result(TWO, *[block("")] * 4)
    ax = plots.gains(made, ax=new_axes())
    assert len(labels(ax)) == 2
    assert spots(ax) == []
    assert "nan" not in drawn(ax)[0]
