"""Heat maps: every cell shows the points of its scenario on one fixed scale, and says where they may be even."""

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.collections import QuadMesh

from tests.lab.made import block, result, study
from tests.plots.pictures import NAMES, demand_words_as_they_are, drawn, hostile, labels, legend, new_axes, spots, words
from zodiac_sim import plots
from zodiac_sim.errors import InputError
from zodiac_sim.lab import figures
from zodiac_sim.plots import theme
from zodiac_sim.plots.dimensions import table_of
from zodiac_sim.plots.rows import wrapped

GRID = {"fighters.wedge.luck": [0, 5, 9], "fighters.worm.skill": [50, 60]}
WON = ["aaaa", "aaab", "aabb", "abbb", "bbbb", "abdu"]
MADE = result(study(grid=GRID), *[block(won * 100) for won in WON])


def maps(ax) -> list[list[list[float]]]:
    return [mesh.get_array().tolist() for mesh in ax.collections if isinstance(mesh, QuadMesh)]


def test_rows_are_the_first_key_and_columns_the_second():
    ax = new_axes()
    assert plots.matrix(MADE, ax=ax) is ax
    [cells] = maps(ax)
    assert np.array(cells).tolist() == [[1, 0.75], [0.5, 0.25], [0, 0.5]]
    assert labels(ax) == ["wedge luck ↓", "0", "5", "9"]
    written = words(ax)
    assert {"worm skill →", "50", "60", "100.0", "75.0", "≈50.0", "25.0", "0.0"} <= set(written)
    assert written.count("≈50.0") == 2


def test_the_scale_is_fixed_and_centred_on_even():
    [mesh] = [each for each in plots.matrix(MADE, ax=new_axes()).collections if isinstance(each, QuadMesh)]
    assert mesh.get_clim() == (0, 1)
    ends = [mesh.cmap(value)[:3] for value in (0.0, 1.0)]
    assert np.allclose(ends[0], [0xE6 / 255, 0x9F / 255, 0], atol=0.01)
    assert np.allclose(ends[1], [0, 0x72 / 255, 0xB2 / 255], atol=0.01)
    assert min(mesh.cmap(0.5)[:3]) > 0.95


def test_cells_tell_points_interval_verdict_and_duels():
    told = spots(plots.matrix(MADE, ax=new_axes()))
    row = figures.points(MADE).iloc[1]
    low, high = 100 * row["points_low"], 100 * row["points_high"]
    assert told[1].startswith("0, 60: points of wedge, 75")
    assert f"({low:.1f} to {high:.1f}) of 400 duels; favours wedge" in told[1]
    assert told[2].endswith("not enough duels to tell")


def test_rows_and_columns_can_be_chosen_by_either_name():
    ax = plots.matrix(MADE, rows="worm skill", columns="fighters.wedge.luck", ax=new_axes())
    assert np.array(maps(ax)[0]).tolist() == [[1, 0.5, 0], [0.75, 0.25, 0.5]]
    with pytest.raises(InputError, match="rows: the study does not vary 'luk'"):
        plots.matrix(MADE, rows="luk")
    with pytest.raises(InputError, match="columns: 'wedge luck' is what the rows show already"):
        plots.matrix(MADE, rows="fighters.wedge.luck", columns="wedge luck")


def test_further_keys_and_matchups_make_further_maps():
    made = study(grid={"rules.bleeding": ["none", "injury"], **GRID}, matchups=[{"a": "wedge", "b": "worm"}] * 2)
    wins = ["a" * number + "b" * (24 - number) for number in range(24)]
    played = result(made, *[block(each) for each in wins])
    table = table_of(played, "fighters.wedge.luck", "fighters.worm.skill")
    assert table.heads == (
        "bleeding none, opponent worm", "bleeding none, opponent worm",
        "bleeding injury, opponent worm", "bleeding injury, opponent worm",
    )  # fmt: skip
    names = [(each.matchup, each.variant) for each in made.scenarios]
    for number, (matchup, bleeding) in enumerate([(0, "none"), (1, "none"), (0, "injury"), (1, "injury")]):
        for row, luck in enumerate([0, 5, 9]):
            for column, skill in enumerate([50, 60]):
                variant = f"rules.bleeding={bleeding}, fighters.wedge.luck={luck}, fighters.worm.skill={skill}"
                assert names[table.cells[number, row, column]] == (matchup, variant)
    assert len(maps(plots.matrix(played, ax=new_axes()))) == 4
    assert len(maps(plots.matrix(played, matchup=1, ax=new_axes()))) == 2
    with pytest.raises(InputError, match="matchup: no matchup 2; they count from 0 to 1"):
        plots.matrix(played, matchup=2)


def test_variants_and_opponents_make_a_natural_table():
    made = study(variants=[{"name": "one"}, {"name": "two"}], matchups=[{"a": "wedge", "b": "worm"}] * 3)
    ax = plots.matrix(result(made, *[block(each) for each in ["aa", "ab", "bb"] * 2]), ax=new_axes())
    assert np.array(maps(ax)[0]).tolist() == [[1, 0, 0.5], [0.5, 1, 0]]
    assert labels(ax) == ["variant ↓", "one", "two"]
    assert words(ax).count("worm") == 3
    assert legend(ax)[0] == "100 %: wedge wins all"


def test_a_variant_that_changes_who_fights_is_named():
    fighters = {name: {"hp": 20, "skill": 60} for name in ("wedge", "worm", "wasp")}
    made = study(fighters=fighters, variants=[{"name": "one"}, {"name": "two", "set": {"matchups.0.b": "wasp"}}])
    played = result(made, block("ab", rounds=[2, 5]), block("bb", rounds=[3, 3]))
    assert table_of(played, "variant", "matchup").columns.labels == ("worm / wasp",)
    assert any("two\n(wedge against wasp)" in word for word in words(plots.undecided(played, ax=new_axes())))


def test_thirty_by_thirty_is_readable():
    """Figures fit into their cells, and labels into their columns."""
    sizes = [{"fighters.wedge.luck": list(range(30)), "fighters.worm.luck": list(range(30))}]
    made = study(grid=sizes[0])
    ax = plots.matrix(result(made, *[block("ab")] * 900, pairings={}))
    ax.figure.canvas.draw()
    cell = ax.get_window_extent().width / 30
    figures_ = [text.get_window_extent() for text in ax.texts if text.get_text().startswith("50\n")]
    assert len(figures_) == 900
    assert max(box.width for box in figures_) < cell
    assert ax.figure.get_figheight() < 14


def test_column_names_too_long_for_their_room_are_listed_whole():
    names = [f"{number} with a long name that goes on and on and on" for number in range(25)]
    fighters = {name: {"hp": 20, "skill": 60} for name in ["wedge", *names]}
    made = study(fighters=fighters, matchups=[{"a": "wedge", "b": name} for name in names])
    ax = plots.matrix(result(made, *[block("ab")] * 25), columns="matchup")
    assert {f"{number + 1}: {name}" for number, name in enumerate(names)} <= set(words(ax))
    ax.figure.canvas.draw()
    assert min(text.get_window_extent().y0 for text in ax.texts) >= 0


def test_names_are_whole_and_no_mathematics():
    ax = theme.fit(plots.matrix(hostile(), ax=new_axes()))
    assert labels(ax)[1:] == [wrapped(name) for name in NAMES]
    demand_words_as_they_are(ax)


def test_without_axes_a_figure_of_pyplot_is_as_high_as_it_needs():
    assert plots.matrix(hostile()).figure.get_figheight() > plots.matrix(MADE).figure.get_figheight() + 3
    assert len(pyplot.get_fignums()) == 2


def test_what_was_not_fought_is_an_empty_cell():
    ax = plots.matrix(result(study(), block("")), ax=new_axes())
    assert spots(ax) == []
    assert "nan" not in drawn(ax)[0]
