"""Curves of the duels still undecided after each round: those of the frame, all named if few, the ends if many."""

import numpy as np
import pytest

from tests.lab.made import block, result, study
from tests.plots.pictures import NAMES, demand_words_as_they_are, drawn, hostile, legend, many, new_axes, spots, words
from zodiac_sim import plots
from zodiac_sim.errors import InputError
from zodiac_sim.lab import figures
from zodiac_sim.plots import theme
from zodiac_sim.plots.rows import wrapped

TWO = study(variants=[{"name": "slow"}, {"name": "quick"}])
MADE = result(TWO, block("abab" * 5, rounds=[2, 6, 6, 8] * 5), block("abab" * 5, rounds=[1, 2, 2, 8] * 5))


def curves(ax) -> dict[str, list[tuple[float, float]]]:
    """Points of the coloured curves by colour, as rounds and heights in the picture."""
    lines = [line for line in ax.lines if line.get_marker() == "None" and len(line.get_xdata()) > 2]
    return {line.get_color(): list(zip(*line.get_data(), strict=True)) for line in lines}


def test_curves_are_those_of_the_frame():
    ax = new_axes()
    assert plots.undecided(MADE, ax=ax) is ax
    frame = figures.undecided(MADE)
    slow = frame[frame["variant"] == "slow"].set_index("round")["share"]
    assert slow.tolist() == [1, 1, 0.75, 0.75, 0.75, 0.75, 0.25, 0.25, 0]
    places = dict(curves(ax)[theme.INK])
    full, none = places[0], places[8]
    for number, share in slow.items():
        at = [y for x, y in curves(ax)[theme.INK] if x == number][-1]
        assert at == pytest.approx(none + share * (full - none))


def test_names_stand_in_the_order_of_the_curves_where_they_are_furthest_apart():
    written = words(plots.undecided(MADE, ax=new_axes()))
    assert written[-3:] == ["after round 2", "75 %  slow", "25 %  quick"]


def test_places_tell_the_shares_of_all_named_variants():
    told = spots(plots.undecided(MADE, ax=new_axes()))
    assert told[2].startswith("undecided after round 2: slow 75.0 % (")
    assert "; quick 25.0 % (" in told[2]
    assert told[2].endswith(" of 20 duels")


def test_of_many_variants_the_baseline_and_the_ends_bear_names():
    names = [{"name": f"v{number}"} for number in range(12)]
    blocks = [block("ab" * 10, rounds=[9] * number + [5] * (20 - number)) for number in range(12)]
    ax = plots.undecided(result(study(variants=names), *blocks), baseline="v5", ax=new_axes())
    assert [word.split()[-1] for word in words(ax)[-4:-1]] == ["v11", "v5", "v0"]
    assert words(ax)[-1] == "grey: 9 other variants"
    assert len(curves(ax)) == 3


def test_all_matchups_together_one_alone_and_wrong_ones():
    made = many(2, 3)
    heads = [word for word in words(plots.undecided(made, ax=new_axes())) if "against" in word]
    assert heads == ["wedge against worm"] * 3
    assert "all 3 matchups" in words(plots.undecided(made, matchup="all", ax=new_axes()))
    with pytest.raises(InputError, match="matchup: no matchup 3; they count from 0 to 2"):
        plots.undecided(made, matchup=3)
    with pytest.raises(InputError, match="baseline: no variant 'x'"):
        plots.undecided(made, baseline="x")


def test_many_variants_and_matchups_are_drawn_by_few_artists():
    ax = plots.undecided(many(30, 10))
    assert len(ax.patches) < 200
    assert ax.figure.get_figheight() < 35


def test_names_are_whole_and_no_mathematics():
    ax = theme.fit(plots.undecided(hostile(), ax=new_axes()))
    text = " ".join(words(ax))
    assert wrapped(NAMES[0], 22) in text
    demand_words_as_they_are(ax)


def test_long_names_stay_inside_the_figure():
    variants = [{"name": f"{number} " + "long winded name " * 12} for number in range(6)]
    ax = plots.undecided(result(study(variants=variants), *[block("ab", rounds=[3, 4])] * 6))
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert min(box.y0 for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= ax.figure.bbox.x1


def test_duels_that_never_end_stay_undecided_and_none_at_all_draw_nothing():
    ax = plots.undecided(result(study(), block("uuu", rounds=[200] * 3)), ax=new_axes())
    assert "100 %  base" in words(ax)
    empty = plots.undecided(result(study(), block("")), ax=new_axes())
    assert spots(empty) == []
    assert "nan" not in drawn(empty)[0]
    assert legend(empty) == ["share of duels still undecided after each round"]
    assert np.isfinite(empty.get_xlim()).all()
