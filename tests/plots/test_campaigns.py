"""Pictures of campaigns: their marks are the figures of the result, for every hero and variant."""

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.colors import to_rgba

from tests.lab.campaigns import lived, road
from tests.lab.made import small_result
from tests.plots.pictures import NAMES, demand_words_as_they_are, labels, legend, new_axes, spots, words
from zodiac_sim import plots
from zodiac_sim.errors import InputError
from zodiac_sim.plots import theme
from zodiac_sim.plots.rows import wrapped

PICTURES = [plots.survival, plots.campaign_hp, plots.campaign_ends]
MADE = lived()


@pytest.mark.parametrize("picture", PICTURES)
def test_it_draws_on_the_axes_it_is_given(picture):
    ax = new_axes()
    assert picture(MADE, ax=ax) is ax
    assert pyplot.get_fignums() == []
    assert picture(MADE).figure.get_figheight() > 2
    assert spots(ax)
    assert {"ann", "bob"} <= set(words(ax))


@pytest.mark.parametrize("picture", PICTURES)
def test_a_hero_can_be_chosen(picture):
    ax = picture(MADE, hero="bob", ax=new_axes())
    assert "bob" in words(ax)
    assert "ann" not in words(ax)
    with pytest.raises(InputError, match=r"hero: no hero 'bop'; this campaign has 'ann', 'bob' .did you mean 'bob'"):
        picture(MADE, hero="bop")


@pytest.mark.parametrize("picture", PICTURES)
def test_duels_have_no_campaign(picture):
    with pytest.raises(InputError, match="this study has matchups"):
        picture(small_result())


@pytest.mark.parametrize("picture", [plots.win_rates, plots.rounds, plots.deaths, plots.matrix])
def test_a_campaign_has_no_duels(picture):
    with pytest.raises(InputError, match="this study is a campaign"):
        picture(MADE)


@pytest.mark.parametrize("picture", [plots.survival, plots.campaign_hp])
def test_another_variant_can_be_the_baseline(picture):
    with pytest.raises(InputError, match="baseline: no variant 'blody'"):
        picture(MADE, baseline="blody")


@pytest.mark.parametrize("picture", [plots.survival, plots.campaign_ends])
def test_what_is_no_confidence_is_refused(picture):
    with pytest.raises(InputError, match=r"confidence: .* is no confidence"):
        picture(MADE, confidence=2)


def test_curves_fall_as_campaigns_end():
    ax = plots.survival(MADE, hero="bob", baseline="bloody", ax=new_axes())
    own = MADE.survival().query("hero == 'bob' and variant == 'bloody'")
    [line] = [line for line in ax.lines if line.get_color() == theme.INK and len(line.get_xdata()) > 2]
    x, y = line.get_data()
    top, shares = y[0], own["share"].to_numpy()
    height = (y[-1] - top) / (1 - shares[-1])
    after = [y[np.flatnonzero(x == fight)[-1]] for fight in range(1, len(shares))]
    assert 1 - (np.array(after) - top) / height == pytest.approx(shares[1:])
    assert any(word.startswith(f"{100 * shares[-1]:.0f} %  bloody") for word in words(ax))
    assert any(
        word.startswith("still in the campaign after fight 4: ") and "300 campaigns" in word for word in spots(ax)
    )


def test_days_are_marked_where_all_variants_have_the_same():
    assert {"day 1", "day 3", "day 5"} <= set(words(plots.survival(MADE, ax=new_axes())))
    assert "a day or more without a fight" in legend(plots.survival(MADE, ax=new_axes()))
    longer = {"name": "no rest", "set": {"campaign.days": [["wolf"], ["bear"]]}}
    other = lived(road(variants=[{"name": "plain"}, longer]), duels=40)
    assert not any(word.startswith("day ") for word in words(plots.survival(other, ax=new_axes())))
    assert {"day 1", "day 2", "day 5"} <= set(words(plots.campaign_hp(other, ax=new_axes())))


def test_long_journeys_name_some_days():
    long = lived(road(("ann",), campaign={"heroes": ["ann"], "days": [["wolf"], "rest"], "times": 100}), duels=20)
    named = [word for word in words(plots.survival(long, ax=new_axes())) if word.isdigit()]
    assert 5 < len(named) <= 9
    assert len(plots.survival(long, ax=new_axes()).get_xticks()) <= 12


def test_ends_are_shares_of_all_campaigns():
    ax = plots.campaign_ends(MADE, ax=new_axes())
    table = MADE.table()
    assert labels(ax) == table["variant"].tolist()

    def lengths(colour):
        [bars] = [patch for patch in ax.patches if patch.get_facecolor() == to_rgba(colour)]
        corners = bars.get_path().vertices.reshape(-1, 5, 2)[:, :, 0]
        return (corners.max(axis=1) - corners.min(axis=1)).tolist()

    for end, colour in (("survived", theme.BLUE), ("defeated", theme.YELLOW), ("dead", theme.VERMILLION)):
        assert lengths(colour) == pytest.approx(table[f"rate_{end}"].tolist())
    assert [end for end in legend(ax) if end in ("undead", "broken")] == []


def test_hp_are_median_and_quartiles():
    ax = plots.campaign_hp(MADE, hero="ann", ax=new_axes())
    frame = MADE.hp().query("hero == 'ann' and begun > 0")
    [boxes] = [patch for patch in ax.patches if patch.get_facecolor()[:3] == to_rgba(theme.SKY)[:3]]
    [medians] = [patch for patch in ax.patches if patch.get_edgecolor() == to_rgba(theme.VERMILLION)]
    corners = boxes.get_path().vertices.reshape(-1, 5, 2)[:, :, 1]
    spread = (frame["start_quarter_high"] - frame["start_quarter_low"]) / frame["max_hp"]
    heights = corners.max(axis=1) - corners.min(axis=1)
    assert heights / heights.max() == pytest.approx((spread / spread.max()).tolist())
    assert len(medians.get_path().vertices) == 2 * len(frame)
    row = frame.iloc[-1]
    said = f"median {row['start_median']:.1f}".removesuffix(".0") + " of 60 HP"
    assert said in spots(ax)[-1]
    assert f"{row['begun']} campaigns that come to it" in spots(ax)[-1]


@pytest.mark.parametrize("picture", PICTURES)
def test_names_are_whole_and_no_markup(picture):
    strange = lived(
        road((NAMES[5], NAMES[3]), ("\\frac{a}", "名前"), variants=[{"name": name} for name in NAMES]), duels=5
    )
    ax = picture(strange, ax=new_axes())
    demand_words_as_they_are(ax)
    if picture is not plots.survival:  # which names the extremes of so many
        assert {wrapped(name) for name in NAMES} <= {label.split("\n(")[0] for label in labels(ax)}
