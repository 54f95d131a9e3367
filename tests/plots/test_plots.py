"""Pictures show what the result holds, with every name whole, and leave the state of matplotlib alone."""

import itertools
from inspect import signature

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.patches import Patch

from tests.lab.made import HOSTILE, block, result, small_result, study
from tests.plots.pictures import NAMES, demand_words_as_they_are, drawn, hostile, labels, many, new_axes, spots, words
from zodiac_sim import plots
from zodiac_sim.engine.tally import Tally
from zodiac_sim.errors import InputError
from zodiac_sim.lab.result import Result
from zodiac_sim.lab.table_time import TableTime
from zodiac_sim.plots import theme
from zodiac_sim.plots.rows import wrapped


def _takes(picture) -> dict[str, str]:
    return {name: each.annotation for name, each in signature(picture).parameters.items()}


PICTURES = [plots.win_rates, plots.rounds, plots.falls, plots.deaths, plots.table_cost]  # a row for each scenario
OF_DUELS = [picture for name in plots.__all__ if _takes(picture := getattr(plots, name)).get("result") == "Result"]
CERTAIN = [picture for picture in OF_DUELS if "confidence" in _takes(picture)]
WON_BY_A = block("aaabbbbbbd", rounds=[2, 2, 4, 2, 2, 4, 4, 9, 9, 9], cause_b=[1] * 3 + [0] * 6 + [1],
                 cause_a=[0] * 3 + [1] * 3 + [3] * 4, deaths_a=[0] * 5 + [1] * 5, rolls=[8] * 10)  # fmt: skip


@pytest.mark.parametrize("picture", PICTURES)
def test_it_draws_on_the_axes_it_is_given(picture):
    ax = new_axes()
    size = ax.figure.get_size_inches().tolist()
    assert picture(small_result(), ax=ax) is ax
    assert ax.figure.get_size_inches().tolist() == size
    assert pyplot.get_fignums() == []


@pytest.mark.parametrize("picture", PICTURES)
def test_without_axes_a_new_figure_is_as_high_as_its_rows_need(picture):
    few, more = (picture(many(variants, 1)).figure.get_figheight() for variants in (2, 30))
    assert more - few > 28 * 0.3
    assert len(pyplot.get_fignums()) == 2


def right_ends(ax, row: int) -> list[float]:
    """The right ends of the bars of one row, in the order they were drawn."""
    corners = [patch.get_path().vertices for patch in ax.patches if patch.get_facecolor()[3] > 0]
    return [part[5 * row : 5 * row + 5, 0].max() for part in corners]


def test_win_rates_are_those_of_the_summary():
    made = result(study(), WON_BY_A)
    ax = plots.win_rates(made, ax=new_axes())
    assert right_ends(ax, 0) == pytest.approx([0.3, 0.4, 0.4, 1.0])
    assert {"30.0 %", "60.0 %"} <= set(words(ax))
    row = made.summary().iloc[0]
    whiskers = [patch.get_path().vertices[:2, 0] for patch in ax.patches if patch.get_edgecolor()[:3] != (1, 1, 1)]
    whiskers = [ends for ends in whiskers if len(ends) == 2 and 0 < ends[0] < ends[1] < 1]
    assert np.allclose(whiskers[-2], [row["rate_a_low"], row["rate_a_high"]])
    assert np.allclose(whiskers[-1], [1 - row["rate_b_high"], 1 - row["rate_b_low"]])


def test_falls_are_those_of_the_losers():
    """Of nine losers six fell to attacks and three bled out; the draw has no loser."""
    made = result(study(), WON_BY_A)
    assert right_ends(plots.falls(made, ax=new_axes()), 0) == pytest.approx([6 / 9, 6 / 9, 1.0])
    assert right_ends(plots.falls(made, loser="b", ax=new_axes()), 0) == pytest.approx([1.0, 1.0, 1.0])


def test_what_all_or_none_did_is_not_certain():
    assert ">93.9 %" in words(plots.win_rates(result(study(), block("a" * 60)), ax=new_axes()))


def test_long_legends_take_more_lines():
    """The last of six would not fit beside the others; the picture is higher, and nothing is cut."""
    ax = new_axes()
    plots.win_rates(small_result(), ax=ax)
    one = theme.fit(ax).figure.get_figheight()
    theme.legend(ax, [Patch(label=f"a label that is rather long {number}") for number in range(6)])
    ax.figure.canvas.draw()
    assert theme.fit(ax).figure.get_figheight() == pytest.approx(one + 2 * theme.LEGEND_LINE)
    assert all(text.get_window_extent().x1 <= ax.figure.bbox.x1 for text in ax.get_legend().get_texts())


def test_deaths_are_drawn_apart_from_falls():
    ax = plots.deaths(result(study(), WON_BY_A), ax=new_axes())
    fell_a, died_a, *_ = right_ends(ax, 0)
    assert (fell_a, died_a) == pytest.approx((0.7, 0.5))
    assert {"50.0 % died", "<28 % died"} <= set(words(ax))


def test_rounds_marks_the_mean_and_names_what_never_ended():
    unended = block("abuu", rounds=[3, 5, 200, 200])
    ax = plots.rounds(result(study(), unended), ax=new_axes())
    assert "mean 102.0\n50.0 % unresolved" in words(ax)
    assert ax.get_xlim() == (-0.5, 5.5)


def test_rounds_outlines_the_baseline_in_every_other_row():
    ax = plots.rounds(many(3, 1), baseline="variant 1", ax=new_axes())
    assert ax.get_legend().get_texts()[-1].get_text() == "outline: variant 1"
    [outline] = [patch for patch in ax.patches if patch.get_linewidth() == 1.1]
    assert sum(outline.get_path().codes == outline.get_path().MOVETO) == 2
    with pytest.raises(InputError, match="baseline: no variant 'variant 3'"):
        plots.rounds(many(3, 1), baseline="variant 3")


def test_table_cost_writes_the_mean_of_dice():
    assert "8.0" in words(plots.table_cost(result(study(), WON_BY_A), ax=new_axes()))


def test_table_cost_says_what_its_minutes_rest_on():
    ax = plots.table_cost(result(study(), WON_BY_A), time=TableTime(roll=60, lookup=0, round=0), ax=new_axes())
    assert "about 8.0 min" in words(ax)
    assert "60 s a die, 0 s a look-up, 0 s a round" in ax.get_xlabel()


@pytest.mark.parametrize("picture", PICTURES)
def test_one_matchup_can_be_drawn_alone(picture):
    made = many(2, 3)
    assert len(labels(picture(made, ax=new_axes()))) == 6
    assert len(labels(picture(made, matchup=1, ax=new_axes()))) == 2
    with pytest.raises(InputError, match=r"matchup: no matchup 3; they count from 0 to 2"):
        picture(made, matchup=3)


@pytest.mark.parametrize("matchup", [-1, True, 0.0, "0", [0], {}, np.int8(-1)])
def test_what_is_no_number_of_a_matchup_is_refused(matchup):
    with pytest.raises(InputError, match=r"matchup: no matchup .*; they count from 0 to 0"):
        plots.win_rates(small_result(), matchup=matchup)


@pytest.mark.parametrize(
    ("picture", "key"), [(plots.falls, "loser"), (plots.cascade, "side"), (plots.bleeding_levels, "side")]
)
@pytest.mark.parametrize("side", ["c", "A", "", None, 1, []])
def test_what_is_no_side_is_refused(picture, key, side):
    with pytest.raises(InputError, match=f"{key}: .* is no side; there are '(both|either)', 'a', 'b'"):
        picture(small_result(), **{key: side})


@pytest.mark.parametrize("picture", CERTAIN)
@pytest.mark.parametrize("confidence", [0, 1, -1, 2, float("nan"), None, "0.95", True, []])
def test_what_is_no_confidence_is_refused(picture, confidence):
    two = small_result(study(variants=[{"name": "one"}, {"name": "two", "set": {"rules.criticals": "complex"}}]))
    with pytest.raises(InputError, match=r"confidence: .* is no confidence"):
        picture(two, confidence=confidence)


@pytest.mark.parametrize("picture", PICTURES)
def test_all_matchups_can_be_drawn_as_one(picture):
    ax = picture(many(2, 3), matchup="all", ax=new_axes())
    assert labels(ax) == ["variant 0", "variant 1"]
    assert any("all 3 matchups" in word for word in words(ax))
    assert spots(ax)[0].startswith("variant 0: ")
    assert any("of 18 duels" in word or "of 15 losers" in word for word in spots(ax))


@pytest.mark.parametrize("picture", PICTURES)
def test_names_are_whole_and_no_mathematics(picture):
    ax = theme.fit(picture(hostile(), ax=new_axes()))
    assert labels(ax) == [wrapped(name) for name in NAMES]
    demand_words_as_they_are(ax)


def test_letters_that_run_from_right_to_left_turn_no_words_beside_them():
    """An override inside a name would else turn the figures that follow it."""
    turned = "right \u202e to left"
    made = small_result(study(("עברית", "worm"), variants=[{"name": turned}, {"name": "plain"}]))
    ax = plots.win_rates(made, ax=new_axes())
    assert spots(ax)[0].startswith(f"\u2068{turned}\u2069: won by the left side")
    assert "\u2068עברית\u2069" in words(ax)
    assert labels(ax) == [turned, "plain"]
    assert drawn(ax)[1] == []


def test_wrapping_keeps_every_letter():
    for name in HOSTILE:
        lines = wrapped(name, 10).split("\n")
        assert all(len(line) <= 10 for line in lines)
        shown = name.replace("\t", "␉").replace("\r", "␍").replace("\x1b", "␛")
        assert "".join(lines) == shown.replace("\n", "")


@pytest.mark.parametrize("picture", PICTURES)
def test_labels_of_many_variants_with_long_names_do_not_overlap(picture):
    variants = [{"name": f"{number} " + "long winded name " * (number % 4 * 4)} for number in range(30)]
    ax = picture(small_result(study(("x" * 300, "worm"), variants=variants)))
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts if text.get_label() == theme.ROW_LABEL]
    assert all(lower.y1 <= upper.y0 + 1 for upper, lower in itertools.pairwise(boxes))
    assert min(box.x0 for box in boxes) >= 0
    assert max(text.get_window_extent().y1 for text in ax.texts) <= ax.figure.bbox.y1


@pytest.mark.parametrize("picture", PICTURES)
def test_scenarios_without_duels_are_empty_rows(picture):
    """After Ctrl-C some scenarios may have fought nothing."""
    made = study(variants=[{"name": "fought"}, {"name": "not yet"}])
    stopped = Result(
        study=made, seed=7, version="1", scenario_tallies=[*small_result().scenario_tallies, Tally()], kept=[]
    )
    svg, _ = drawn(picture(stopped, ax=new_axes()))
    assert "nan" not in svg
