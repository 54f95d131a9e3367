"""Where a grid lets both sides choose, the answer begins with who wins in which cell."""

from tests.report.test_answer import answer, fought, plain

CHOICES = ["neutral", "offensive", "speed"]
GRID = {"fighters.wedge.stance": CHOICES, "fighters.worm.stance": CHOICES}


def faced(*wins: int, grid=GRID, times: int = 100):
    tallies = [fought(6 + number, wins=share, times=times) for number, share in enumerate(wins)]
    return answer(*tallies, variants=[], grid=grid, baseline="fighters.wedge.stance=neutral")


def test_one_choice_best_for_both():
    found = faced(50, 30, 70, 70, 50, 80, 30, 20, 50)
    assert found.headline == "For wedge and worm alike, stance offensive is best whatever the other chooses."
    text = plain(found.text)
    assert text.startswith("wedge wins most with stance offensive against stance speed, 80.0 % (")
    assert "least with stance speed against stance offensive, 20.0 % (" in text
    points = [plain(point) for point in found.points]
    means = "wedge wins 66.7 % with stance offensive, 50.0 % with stance neutral and 33.3 % with stance speed"
    assert points[0] == f"Over all choices of worm, {means}."
    assert points[2].startswith("Against worm with stance neutral, wedge wins most with stance offensive: 70.0 % (")
    assert points[5].startswith("Against wedge with stance neutral, worm wins most with stance offensive: 70.0 % (")
    assert "Shortest fights" in points[-1]
    assert [(tile.label, plain(tile.figure)) for tile in found.tiles][:2] == [
        ("wedge’s best: stance offensive", "66.7 %"),
        ("wedge’s worst: stance speed", "33.3 %"),
    ]


def test_stone_paper_scissors():
    found = faced(50, 20, 80, 80, 50, 20, 20, 80, 50)
    assert found.headline.startswith("Neither wedge nor worm has a choice that is best against all")


def test_each_side_has_a_sentence_of_its_own():
    found = faced(60, 20, 70, 70, 10, 60, 50, 15, 80)
    wedge, worm = found.headline.split("; ")
    assert wedge == "wedge has no choice that is best against all of worm’s"
    assert worm == "worm does best with stance offensive whatever wedge chooses."


def test_choices_within_the_error_are_called_that():
    found = faced(50, 50, 50, 50, times=1, grid=dict.fromkeys(GRID, CHOICES[:2]))
    assert "(stance offensive cannot be told from it)" in found.points[2]


def test_a_grid_of_one_fighter_says_who_wins_under_which_value():
    grid = {"fighters.wedge.luck": [6, 12, 18]}
    found = answer(*(fought(6, wins=share) for share in (40, 50, 60)), variants=[], grid=grid, baseline="")
    assert plain(found.headline) == (
        "wedge wins most against worm with “luck 18”, 60.0 % of duels, and least with “luck 6”, 40.0 %."
    )
    assert "then with “luck 12”, 50.0 % (" in plain(found.text)
    assert found.tiles[0].label == "wedge wins most"


def test_a_grid_that_changes_rules_too_names_the_extremes():
    grid = {**dict.fromkeys(GRID, CHOICES[:2]), "rules.criticals": ["double", "simple"]}
    found = faced(*range(40, 56, 2), grid=grid)
    assert "with “wedge stance offensive, worm stance offensive, criticals simple”, 54.0 %" in plain(found.headline)


def test_best_is_said_only_where_nothing_comes_near():
    found = faced(60, 60, 60, 60, times=1, grid=dict.fromkeys(GRID, CHOICES[:2]))
    assert found.headline == (
        "For wedge and worm alike, nothing surely beats stance neutral, whatever the other chooses."
    )
