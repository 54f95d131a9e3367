"""Campaigns in a study: the same checks as for matchups, and the fights and days that come of them."""

import pytest

from tests.lab.made import HOSTILE
from zodiac_sim.errors import InputError
from zodiac_sim.rules.files import parse_toml
from zodiac_sim.study.campaign import Fight
from zodiac_sim.study.study import Study, load_study, make_study

FIGHTERS = {"x": {"hp": 20, "skill": 60}, "wolf": {"hp": 9, "skill": 50}}
DAYS = [["wolf", {"opponent": "x", "surprised": "a"}], "rest", ["wolf"], "light"]


def study(**fields):
    campaign = {"heroes": ["x"], "days": DAYS, **fields.pop("campaign", {})}
    return Study(**{"fighters": FIGHTERS, "campaign": campaign, **fields})


def test_days_are_lived_through_as_often_as_is_said_and_fights_counted_through():
    (journey,) = study(campaign={"times": 2}).journeys
    assert journey.days == ((1, 2), "rest", (3,), "light", (4, 5), "rest", (6,), "light")
    assert journey.fight_days == (1, 1, 3, 5, 5, 7)
    assert journey.opponents == ("wolf", "x", "wolf") * 2
    assert [fight.surprised for fight in journey.fights[:3]] == [(False, False), (True, False), (False, False)]
    assert all(fight.sides[0] == (journey.hero,) for fight in journey.fights)


def test_equal_fights_are_one_scenario():
    """The engine makes its tables once for each."""
    (journey,) = study(campaign={"times": 50}).journeys
    assert len({id(fight) for fight in journey.fights}) == 2


def test_journeys_go_hero_by_hero_with_the_variants_within():
    made = study(campaign={"heroes": ["wolf", "x"]}, variants=[{"name": "v"}, {"name": "w"}])
    assert [(each.name, each.variant) for each in made.journeys] == [
        ("wolf", "v"),
        ("wolf", "w"),
        ("x", "v"),
        ("x", "w"),
    ]
    assert made.variant_names == ("v", "w")
    assert [each.variant for each in made.showing(["w"]).journeys] == ["w", "w"]


def test_variants_change_the_campaign_and_its_fights():
    values = {"campaign.wounds": "carry", "campaign.days.0.0.surprised": "b", "campaign.days.0.1.surprised": "none"}
    made = study(variants=[{"name": "v"}, {"name": "w", "set": {**values, "campaign.days.1": ["x"]}}])
    plain, changed = made.journeys
    assert (plain.wounds, changed.wounds) == ("treated", "carry")
    assert [fight.surprised for fight in changed.fights[:2]] == [(False, True), (False, False)]
    assert changed.days == ((1, 2), (3,), (4,), "light")


def test_a_grid_over_a_campaign_has_short_names():
    made = study(grid={"campaign.times": [1, 2], "rules.healing.rest": [0, 20]})
    assert made.readable().variant_names[1] == "times 1, healing rest 20"
    assert len(made.journeys) == 4


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_can_go_on_a_campaign_and_is_written_back(name, tmp_path):
    made = study(fighters={name: FIGHTERS["x"]}, campaign={"heroes": [name], "days": [[name], "light"]})
    path = tmp_path / "study.toml"
    path.write_bytes(made.toml().encode())
    assert load_study(path).journeys == made.journeys
    assert made.journeys[0].opponents == (name,)


def test_a_campaign_from_python_is_the_same():
    made = study(campaign={"days": (["wolf", Fight(opponent="x", surprised="a")], "rest", ("wolf",), "light")})
    assert made.journeys == study().journeys
    assert make_study(parse_toml(made.toml(), file="")).journeys == made.journeys


@pytest.mark.parametrize(
    ("fields", "key", "words"),
    [
        ({"heroes": []}, "campaign.heroes", "1 or more entries"),
        ({"heroes": "x"}, "campaign.heroes", "should be a list"),
        ({"heroes": ["y"]}, "campaign.heroes[0]", "no fighter 'y'; this study has 'x', 'wolf'"),
        ({"heroes": ["x", "x"]}, "campaign", "'x' stands twice among heroes"),
        ({"days": []}, "campaign.days", "1 or more entries"),
        ({"days": "rest"}, "campaign.days", "should be a list"),
        ({"days": ["rest", "light"]}, "campaign", "days must have a fight"),
        ({"days": ["wolf"]}, "campaign.days[0]", """'wolf' should be "rest" or "light", or a list of the fights"""),
        ({"days": [[]]}, "campaign.days[0]", "1 or more entries"),
        ({"days": [5]}, "campaign.days[0]", """5 should be "rest" or "light", or a list of the fights"""),
        ({"days": [["wolf", 5]]}, "campaign.days[0][1]", "5 should be the name of a fighter"),
        ({"days": ["rest", ["wof"]]}, "campaign.days[1][0].opponent", "did you mean 'wolf'?"),
        ({"days": [[{}]]}, "campaign.days[0][0].opponent", "is required"),
        ({"days": [[{"opponent": "wolf", "surprised": "c"}]]}, "campaign.days[0][0].surprised", "'a', 'b' or 'both'"),
        ({"days": [[{"opponent": "wolf", "surprise": "a"}]]}, "campaign.days[0][0].surprise", "'surprised'"),
        ({"days": [[{"opponent": "wolf", "draw_source": ["x"]}]]}, "campaign.days[0][0].draw_source", "no spell 'x'"),
        ({"times": 0}, "campaign.times", "0 should be 1 or more"),
        ({"times": True}, "campaign.times", "should be a whole number"),
        ({"times": 101}, "campaign", "101 times 3 fights are too many; at most 300"),
        ({"days": [*DAYS, *["rest"] * 197], "times": 50}, "campaign", "50 times 201 days are too many; at most 10000"),
        ({"wounds": "healed"}, "campaign.wounds", "'treated' or 'carry'"),
        ({"hero": ["x"]}, "campaign.hero", "did you mean 'heroes'?"),
    ],
)
def test_what_is_wrong_is_named(fields, key, words):
    with pytest.raises(InputError) as raised:
        study(campaign=fields)
    assert raised.value.key == key
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("values", "key", "words"),
    [
        ({"campaign.day": 1}, "variants[0].set.campaign.day", "did you mean 'days'?"),
        ({"campaign": {}}, "variants[0].set.campaign", "inside rules, fighters, matchups or campaign"),
        ({"campaign.days.9": "rest"}, "variants[0].set.campaign.days.9", "no entry of a list of 4"),
        ({"campaign.days.0.0": "y"}, "variants[0].set.campaign.days[0][0].opponent", "no fighter 'y'"),
        ({"campaign.heroes": ["z"]}, "variants[0].set.campaign.heroes[0]", "no fighter 'z'"),
        ({"matchups.0.a": "x"}, "variants[0].set.matchups.0.a", "no entry of a list of 0"),
    ],
)
def test_what_a_variant_makes_wrong_is_laid_to_it(values, key, words):
    with pytest.raises(InputError) as raised:
        study(variants=[{"name": "v", "set": values}])
    assert raised.value.key == key
    assert words in str(raised.value)


def test_a_study_has_matchups_or_a_campaign():
    matchups = {"matchups": [{"a": "x", "b": "wolf"}]}
    with pytest.raises(InputError, match=r"campaign: .*not both"):
        study(**matchups)
    with pytest.raises(InputError, match=r"matchups: .*or a campaign"):
        Study(fighters=FIGHTERS)
    with pytest.raises(InputError, match=r"campaign\.times: this study has no campaign"):
        Study(fighters=FIGHTERS, **matchups, grid={"campaign.times": [1]})
    with pytest.raises(InputError, match="a study of matchups is needed"):
        _ = study().scenarios
    with pytest.raises(InputError, match="one with a campaign is needed"):
        _ = Study(fighters=FIGHTERS, **matchups).journeys
