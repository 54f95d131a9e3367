"""What a report begins with says what the numbers say, and tells "no difference" from "not enough duels"."""

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.lab.made import block, result, small_result, study
from zodiac_sim.engine.pairing import Pairing
from zodiac_sim.engine.tally import Tally
from zodiac_sim.errors import InputError
from zodiac_sim.lab.result import Result
from zodiac_sim.report.answer import check_baseline, choose_baseline, make_answer, title_of
from zodiac_sim.study.study import load_study

PAIR = {"variants": [{"name": "old"}, {"name": "new"}]}


Fought = tuple[dict[str, Any], int]


def fought(rounds: int, *, late: int = 0, dead: int = 0, wins: int = 50, times: int = 100) -> Fought:
    """So many times a hundred duels of so many rounds, some one more; b dies in the first ``dead`` that a wins."""
    losers = 100 - wins
    once = block(
        "a" * wins + "b" * losers,
        rounds=[rounds + (number == rounds or number >= 100 - late) for number in range(100)],
        cause_b=[1] * wins + [0] * losers,
        cause_a=[0] * wins + [1] * losers,
        deaths_b=[1] * dead + [0] * (100 - dead),
        deaths=[1] * dead + [0] * (100 - dead),
    )
    return once, times


NOTHING = block(""), 1


def answer(*blocks: Fought, baseline: str = "old", **fields):
    made = result(study(**{**PAIR, **fields}), *(once for once, _ in blocks))
    (times,) = {times for _, times in blocks}
    tallies = [
        Tally(each.duels * times, {name: counts * times for name, counts in each.counts.items()})
        for each in made.scenario_tallies
    ]
    pairings = {
        pair: Pairing(each.winners * times, {name: value * times for name, value in each.products.items()})
        for pair, each in made.pairings.items()
    }
    return make_answer(replace(made, scenario_tallies=tallies, pairings=pairings).readable(), baseline, 0.95)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def test_shorter_and_deadlier():
    found = answer(fought(8, times=1000), fought(6, dead=20, times=1000))
    assert found.headline == "With “new” instead of “old”, fights are shorter and deadlier."
    text = plain(found.text)
    assert "6.0 rounds on average against 8.0 (2.000 rounds fewer, 95 % interval 1.999 to 2.001)" in text
    assert (
        "They are deadlier: 20.0 fighters die in 100 duels against 0.0 (20.0 more, 95 % interval 19.7 to 20.3)" in text
    )
    assert "Nobody gains: a difference of more than 1 percentage point is ruled out" in plain(found.points[0])


def test_longer_less_deadly_and_who_gains():
    found = answer(fought(6, dead=20), fought(7, wins=60))
    assert found.headline == "With “new” instead of “old”, fights are longer and less deadly."
    assert "Who gains most: wedge against worm, 60.0 % of duels won instead of 50.0 %" in plain(found.points[0])


def test_no_difference_is_said_when_there_were_duels_enough():
    found = answer(fought(6, dead=20, times=1000), fought(6, dead=20, times=1000))
    assert found.headline == "With “new” instead of “old”, fights are as long and as deadly."
    assert "a difference of more than 0.1 rounds is ruled out" in found.text


def test_not_enough_duels_is_another_sentence():
    few = {"dead": 1, "wins": 2, "times": 1}
    found = answer(fought(6, **few), fought(6, **{**few, "dead": 0}))
    assert "how deadly they are cannot be told from so few duels" in found.headline
    assert "Whether anybody gains cannot be told from 100 duels." in found.points[0]
    assert "0.0 fighters die in 100 duels against 1.0, a difference of −1.0 (95 % interval " in plain(found.text)
    assert re.search(r"\); about \d,\d00 duels would do\.", found.text)
    assert "ruled out" not in found.points[0]


def test_matchups_that_disagree_are_counted():
    pairs = [{"a": "wedge", "b": "worm"}] * 2
    found = answer(fought(6), fought(9), fought(8), fought(7), matchups=pairs)
    assert "Over all 2 matchups, fights last longer" in found.text
    assert found.points[0].startswith("By matchup fights are longer in 1 and shorter in 1.")


def test_tiles_hold_the_same_figures():
    found = answer(fought(8), fought(6, dead=20))
    assert [(tile.label, plain(tile.figure)) for tile in found.tiles][:2] == [
        ("Rounds per fight", "8.0 → 6.0"),
        ("Deaths in 100 fights", "0.0 → 20.0"),
    ]


def test_it_says_how_the_intervals_hold_together():
    found = answer(
        fought(8), fought(6), fought(6, wins=60), variants=[{"name": name} for name in ("old", "new", "other")]
    )
    assert plain(found.tiles_of).endswith(
        "its 95 % interval, which holds for all 12 differences of this page together."
    )
    assert "On the same dice, 10.0 % (9.4 to 10.6) of duels have another winner." in plain(found.points[1])


def test_what_is_sure_but_inside_its_margin_makes_no_difference():
    """A twentieth of a round is known for certain, and still matters to nobody."""
    found = answer(fought(6, times=10_000), fought(6, late=5, times=10_000))
    assert found.headline == "With “new” instead of “old”, fights are as long and as deadly."
    assert "6.1 rounds on average against 6.0; a difference of more than 0.1 rounds is ruled out" in found.text


def test_one_variant_is_described():
    found = answer(fought(6, dead=20, wins=70), baseline="base", variants=[])
    assert plain(found.headline) == "wedge beats worm in 70.0 % of duels; fights last 6.0 rounds on average."
    assert "The loser dies in 20.0 %" in plain(found.text)


def test_of_many_variants_the_extremes_are_named():
    names = [{"name": f"v{number}"} for number in range(6)]
    wins = (50, 52, 30, 70, 51, 50)
    tallies = [fought(5 + number, wins=share) for number, share in enumerate(wins)]
    found = answer(*tallies, baseline="v0", variants=names)
    assert (
        plain(found.headline) == "wedge wins most against worm with “v3”, 70.0 % of duels, and least with “v2”, 30.0 %."
    )
    assert "Shortest fights: “v0”" in found.text
    assert "longest fights: “v5”" in found.text
    assert "cannot be told from it" not in found.text


def test_a_best_variant_within_the_error_is_called_that():
    names = [{"name": f"v{number}"} for number in range(6)]
    found = answer(*[fought(5, times=1)] * 6, baseline="v0", variants=names)
    assert "(5 others cannot be told from it)" in found.text
    assert "In how long fights last, the variants" in found.text


def test_without_duels_it_says_so():
    assert "No duels were finished" in answer(NOTHING, NOTHING).headline
    assert "No duels were finished" in answer(NOTHING, baseline="base", variants=[]).headline


@pytest.mark.parametrize(
    ("title", "baseline"),
    [
        ("", "double"),
        ("Simple against Complex criticals", "simple"),
        ("Is Complex better than Simple?", "simple"),
        ("Does Complex make fights shorter?", "double"),
        ("Simpler doubles", "double"),
    ],
)
def test_the_baseline_is_the_first_variant_unless_the_title_sets_others_against_each_other(title, baseline):
    names = [{"name": name} for name in ("double", "simple", "complex")]
    made = study(title=title, variants=names)
    assert choose_baseline(Result(study=made, seed=1, version="1", scenario_tallies=[Tally()] * 3, kept=[])) == baseline


def test_of_many_variants_all_are_compared_with_the_first():
    names = [{"name": f"v{number}"} for number in range(17)]
    made = small_result(study(title="Is v3 better?", variants=names))
    assert choose_baseline(made) == "v0" == check_baseline(made.study, "v0")
    with pytest.raises(InputError, match="baseline: 'v3' is not compared with all others: of more than 16 variants"):
        check_baseline(made.study, "v3")
    assert check_baseline(study(variants=names[:16]), "v3") == "v3"


def test_the_title_falls_back_to_the_name_of_the_file(tmp_path):
    file = tmp_path / "my question.toml"
    file.write_text(study().toml(), encoding="utf-8")
    made = load_study(file)
    assert title_of(Result(study=made, seed=1, version="1", scenario_tallies=[Tally()], kept=[])) == "my question"


def test_who_beats_whom_is_claimed_only_where_it_is_known():
    unknown = answer(fought(6, wins=52, times=1), baseline="base", variants=[])
    assert unknown.headline.startswith("Who of wedge and worm wins more cannot be told from so few duels; fights last ")
    even = answer(fought(6, wins=50, times=10_000), baseline="base", variants=[])
    assert even.headline.startswith("wedge and worm are even; ")


def test_matchups_are_counted_only_where_the_best_variant_is_known():
    pairs = [{"a": "wedge", "b": "worm"}] * 2
    names = [{"name": f"v{number}"} for number in range(5)]
    clear, close = (30, 40, 50, 60, 70), (50, 50, 50, 50, 50)
    tallies = [fought(6, wins=share) for share in (*clear, *close)]
    found = answer(*tallies, baseline="v0", variants=names, matchups=pairs)
    assert found.headline == "Of 2 matchups wedge wins most with “v4” in 1 and least with “v0” in 1."
    tallies = [fought(6, wins=share, times=1) for share in (*close, *close)]
    found = answer(*tallies, baseline="v0", variants=names, matchups=pairs)
    assert found.headline == "With which variant wedge wins most cannot be told in any of 2 matchups from so few duels."


def test_different_first_sides_have_no_best_variant_in_common():
    pairs = [{"a": "wedge", "b": "worm"}, {"a": "worm", "b": "wedge"}]
    names = [{"name": f"v{number}"} for number in range(5)]
    tallies = [fought(6 + number % 5, wins=50) for number in range(10)]
    found = answer(*tallies, baseline="v0", variants=names, matchups=pairs)
    assert plain(found.headline) == "Fights are shortest with “v0”, 6.0 rounds, and longest with “v4”, 10.0 rounds."


def test_an_end_that_others_share_says_so():
    names = [{"name": f"v{number}"} for number in range(6)]
    tallies = [fought(rounds) for rounds in (5, 5, 6, 7, 8, 9)]
    found = answer(*tallies, baseline="v0", variants=names)
    assert re.search(
        r"Shortest fights: “v0”, 5\.[^;]*rounds \(1 other cannot be told from it\); longest fights", found.text
    )
    assert "longest fights: “v5”" in found.text and "(" not in found.text.partition("longest fights: “v5”")[2][20:40]
    assert [tile.note for tile in found.tiles[2:4]] == ["v0 (1 other cannot be told from it)", "v5"]
