"""Lines of policies that can never be taken are told, and no other."""

import pytest

from zodiac_sim.study.idle import idle_lines
from zodiac_sim.study.study import make_study

FIGHTER = {"hp": 30, "skill": 50}


def told(do, when=None, *, matchup=None, study=None, **fighter):
    policy = [{"do": do, "when": when or {}}, {"do": "attack"}]
    return idle_lines(
        make_study(
            {
                "fighters": {"mage": {**FIGHTER, "policy": policy, **fighter}, "orc": FIGHTER},
                "matchups": [{"a": "mage", "b": "orc", **(matchup or {})}],
                **(study or {}),
            }
        )
    )


SOURCE = {"draw_source": ["cure", "fire"]}


@pytest.mark.parametrize(
    ("do", "given"),
    [
        ("attack", {}),
        ("limit", {}),
        ("stance:speed", {}),
        ("cast:fire", {"spells": ["fire"], "mp": 5}),
        ("cast:fire", {"stock": {"fire": 1}}),
        ("item:potion", {"items": {"potion": 1}}),
        ("draw", {"matchup": SOURCE}),
        ("draw_cast:cure", {"matchup": SOURCE}),
        ("attack", {"when": {"mp_at_least": 5, "mp_below": 6}}),
        ("attack", {"when": {"spells_left": {"fire": 1}, "spells_below": {"fire": 2, "cure": 1}}}),
        ("attack", {"when": {"has_status": ["poison", "sleep"], "lacks_status": "poison"}}),
        ("attack", {"when": {"has_status": "poison", "opponent_lacks_status": "poison"}}),
    ],
)
def test_what_may_be_possible_is_not_told(do, given):
    assert told(do, **given) == []


@pytest.mark.parametrize(
    ("do", "given", "reason"),
    [
        ("cast:fire", {}, "he neither knows 'fire' nor has it drawn (R9.10)"),
        ("cast:fire", {"spells": ["fire"], "mp": 4}, "it costs 5 MP, and he has 4 (R9.10)"),
        ("cast:fire", {"stock": {"fire": 0, "cure": 1}}, "he neither knows 'fire' nor has it drawn (R9.10)"),
        ("cast:fire", {"matchup": SOURCE}, "he neither knows 'fire' nor has it drawn (R9.10)"),
        (
            "cast:life",
            {"spells": ["life"], "mp": 90},
            "it is for the fallen, and a duel ends when somebody falls (R6.8)",
        ),
        ("item:potion", {"items": {"potion": 0, "remedy": 1}}, "he carries no 'potion' (R7.10)"),
        ("item:phoenix_down", {"items": {"phoenix_down": 1}}, "it is for the fallen"),
        ("draw", {}, "there is nothing to draw from (R9.8)"),
        ("draw_cast:holy", {"matchup": SOURCE}, "'holy' is not among what can be drawn (R9.8)"),
        ("attack", {"when": {"mp_at_least": 5, "mp_below": 5}}, "its conditions exclude each other"),
        ("attack", {"when": {"spells_left": {"fire": 2}, "spells_below": {"fire": 2}}}, "its conditions exclude"),
        ("attack", {"when": {"has_status": "poison", "lacks_status": ["sleep", "poison"]}}, "its conditions exclude"),
        (
            "bind",
            {"when": {"opponent_has_status": "curse", "opponent_lacks_status": "curse"}},
            "its conditions exclude",
        ),
    ],
)
def test_what_is_never_possible_is_told_with_the_reason(do, given, reason):
    (line,) = told(do, **given)
    assert str(line).startswith(f"'mage', line 1 ({do}): {reason}")


def test_a_drawn_spell_can_be_cast():
    policy = [{"do": "cast:fire"}, {"do": "draw"}]
    assert told("attack", policy=policy, matchup=SOURCE) == []


@pytest.mark.parametrize(
    "changes", [{"fighters.mage.spells": ["fire"], "fighters.mage.mp": 9}, {"fighters.mage.policy": "attack"}]
)
def test_what_some_variant_makes_possible_is_not_told(changes):
    variants = [{"name": "as it is"}, {"name": "changed", "set": changes}]
    assert len(told("cast:fire", study={"variants": variants})) == ("fighters.mage.policy" in changes)


def test_the_fights_of_a_campaign_count():
    days = [["orc"], [{"opponent": "orc", "draw_source": ["cure"]}]]
    study = {"fighters": {"mage": {**FIGHTER, "policy": [{"do": "draw"}, {"do": "cast:fire"}]}, "orc": FIGHTER}}
    lines = idle_lines(make_study({**study, "campaign": {"heroes": ["mage"], "days": days}}))
    assert [(line.fighter, line.number, line.action) for line in lines] == [("mage", 2, "cast:fire")]
