"""Wrong values of surprise, statuses, spells, items, Draw and the Limit Meter are named, wherever they stand."""

import pytest

from zodiac_sim.errors import InputError
from zodiac_sim.rules.files import dotted_path, with_value
from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.rules.magic import Inflicted, Remedy, Spell
from zodiac_sim.study.fighter import Fighter, Line, When
from zodiac_sim.study.study import make_study

STUDY = {
    "rules": {},
    "fighters": {
        "mage": {
            "hp": 30,
            "skill": 50,
            "mp": 20,
            "spells": ["fire"],
            "weapon": {"dice": "1d6"},
            "policy": [{"do": "cast:fire", "when": {"mp_at_least": 5}}, {"do": "attack"}],
        },
        "orc": {"hp": 30, "skill": 50},
    },
    "matchups": [{"a": "mage", "b": "orc"}],
}
MAGE, LINE, WHEN = "fighters.mage", "fighters.mage.policy.0", "fighters.mage.policy.0.when"
WHOLE, TABLE, LIST, TEXT = "should be a whole number", "should be a table", "should be a list", "should be text"
STATUS, DICE = "should be 'regen', 'berserk'", "dice such as"
MAGIC = "magic has no meaning for sleep, only for poison"

WRONG = [
    *((f"{MAGE}.{stat}", value, WHOLE) for stat in ("magic", "mp", "draw") for value in (True, 1.5, float("nan"), "1")),
    *((f"{MAGE}.{stat}", value, WHOLE) for stat in ("spell_lore", "gf_bonus") for value in ([1], {}, float("inf"))),
    *((f"{MAGE}.{stat}", 256, "256 should be 255 or less") for stat in ("magic", "spell_lore")),
    *((f"{MAGE}.{stat}", -1, "-1 should be 0 or more") for stat in ("magic", "spell_lore", "mp")),
    *((f"{MAGE}.{stat}", -501, "-501 should be -500 or more") for stat in ("draw", "gf_bonus")),
    (f"{MAGE}.mp", 10**400, "should be 30000 or less"),
    (f"{MAGE}.spells", "fire", LIST),
    (f"{MAGE}.spells", {"fire": 1}, LIST),
    (f"{MAGE}.spells", [["fire"]], TEXT),
    (f"{MAGE}.spells", [""], "should not be empty"),
    (f"{MAGE}.spells", ["fier"], "(did you mean 'fire'?)"),
    (f"{MAGE}.spells", ["Fire"], "(did you mean 'fire'?)"),
    (f"{MAGE}.stock", ["fire"], TABLE),
    (f"{MAGE}.stock", {"fier": 1}, "(did you mean 'fire'?)"),
    (f"{MAGE}.stock.fire", -1, "-1 should be 0 or more"),
    (f"{MAGE}.stock.fire", 1001, "1001 should be 1000 or less"),
    (f"{MAGE}.stock.fire", {"of": 3}, WHOLE),
    (f"{MAGE}.items", 3, TABLE),
    (f"{MAGE}.items", {"potoin": 1}, "(did you mean 'potion'?)"),
    (f"{MAGE}.items", {"fire": 1}, "'fire' is not in the ruleset"),
    (f"{MAGE}.items.potion", True, WHOLE),
    (f"{MAGE}.items.potion", "many", WHOLE),
    (f"{MAGE}.statuses", ["poison"], TABLE),
    (f"{MAGE}.statuses", "poison", TABLE),
    (f"{MAGE}.statuses.posion", {}, "(did you mean 'poison'?)"),
    (f"{MAGE}.statuses.poison", True, TABLE),
    (f"{MAGE}.statuses.poison", 3, TABLE),
    (f"{MAGE}.statuses.poison.turns", -1, "-1 should be 0 or more"),
    (f"{MAGE}.statuses.poison.turns", 10_001, "10001 should be 10000 or less"),
    (f"{MAGE}.statuses.poison.turns", "forever", WHOLE),
    (f"{MAGE}.statuses.poison.magic", 256, "256 should be 255 or less"),
    (f"{MAGE}.statuses.sleep.magic", 3, "unknown key"),
    (f"{MAGE}.statuses.sleep.chance", 50, "unknown key"),
    (f"{MAGE}.weapon.statuses", ["sleep"], TABLE),
    (f"{MAGE}.weapon.statuses", {"slep": {}}, STATUS),
    (f"{MAGE}.weapon.statuses", {"sleep": 50}, TABLE),
    (f"{MAGE}.weapon.statuses", {"sleep": {"chance": 101}}, "101 should be 100 or less"),
    (f"{MAGE}.weapon.statuses", {"sleep": {"chance": 0.5}}, WHOLE),
    (f"{MAGE}.weapon.statuses", {"sleep": {"trns": 3}}, "(did you mean 'turns'?)"),
    (f"{MAGE}.weapon.statuses", {"sleep": {"magic": 5}}, MAGIC),
    (f"{MAGE}.weapon.statuses", {"poison": {"magic": -5}}, "-5 should be 0 or more"),
    (f"{LINE}.do", "cast", "did you mean 'cast:NAME'?"),
    (f"{LINE}.do", "cast:", "did you mean 'cast:NAME'?"),
    (f"{LINE}.do", "draw:", "did you mean 'draw:NAME'?"),
    (f"{LINE}.do", "cast:fier", "(did you mean 'fire'?)"),
    (f"{LINE}.do", "item", "did you mean 'item:NAME'?"),
    (f"{LINE}.do", "item:fire", "'fire' is not in the ruleset"),
    (f"{LINE}.do", "draw:potion", "'potion' is not in the ruleset"),
    (f"{LINE}.do", "draw_cast:fier", "(did you mean 'fire'?)"),
    (f"{LINE}.do", "draw-cast", "did you mean 'draw_cast'?"),
    (f"{LINE}.do", "limit:break", "is no action"),
    (f"{LINE}.do", ["cast", "fire"], "is no action"),
    (f"{LINE}.target", "self", "'cast:fire', which is harm and aims at an enemy"),
    (LINE, {"do": "item:bomb_fragment", "target": "self"}, "'item:bomb_fragment', which is harm"),
    (LINE, {"do": "draw", "target": "weakest"}, "target has no meaning for 'draw'"),
    (LINE, {"do": "draw_cast:fire", "target": "weakest"}, "target has no meaning for 'draw_cast:fire'"),
    (LINE, {"do": "limit", "target": "self"}, "target 'self' is not possible for 'limit'"),
    (f"{WHEN}.mp_at_least", -1, "-1 should be 0 or more"),
    (f"{WHEN}.mp_below", 0.5, WHOLE),
    (f"{WHEN}.mp_below", True, WHOLE),
    (f"{WHEN}.spells_left", "fire", TABLE),
    (f"{WHEN}.spells_left", 3, TABLE),
    (f"{WHEN}.spells_left", {"fier": 1}, "(did you mean 'fire'?)"),
    (f"{WHEN}.spells_left", {"fire": -1}, "-1 should be 0 or more"),
    (f"{WHEN}.spells_below", {"fire": "1"}, WHOLE),
    (f"{WHEN}.spells_below", {"potion": 1}, "'potion' is not in the ruleset"),
    (f"{WHEN}.has_status", "posion", STATUS),
    (f"{WHEN}.lacks_status", ["poison", 1], STATUS),
    (f"{WHEN}.opponent_has_status", True, LIST),
    (f"{WHEN}.opponent_lacks_status", [], "should have 1 or more entries"),
    (f"{WHEN}.lacks_status", {"poison": True}, LIST),
    ("matchups.0.surprised", "c", "should be 'a', 'b' or 'both'"),
    ("matchups.0.surprised", True, "should be 'a', 'b' or 'both'"),
    ("matchups.0.surprised", ["a", "b"], "should be 'a', 'b' or 'both'"),
    ("matchups.0.suprised", "a", "(did you mean 'surprised'?)"),
    ("matchups.0.draw_source", "fire", LIST),
    ("matchups.0.draw_source", ["fier"], "(did you mean 'fire'?)"),
    ("matchups.0.draw_source", [1], TEXT),
    ("rules.berserk_factor", -1, "-1 should be 0 or more"),
    ("rules.berserk_factor", 1.5, WHOLE),
    ("rules.darkness", "dark", "should be 'flat' or 'relative'"),
    ("rules.darkness_penalty", -20, "-20 should be 0 or more"),
    ("rules.darkness_relative", 120, "120 should be 100 or less"),
    ("rules.curse", 101, "101 should be 100 or less"),
    ("rules.poison_dice", "1x6", DICE),
    ("rules.poison_least", -1, "-1 should be 0 or more"),
    ("rules.holy_factor", "2", WHOLE),
    ("rules.zombie_days", -1, "-1 should be 0 or more"),
    ("rules.zombie_vitality", 256, "256 should be 255 or less"),
    ("rules.draw_cap", 101, "101 should be 100 or less"),
    ("rules.draw_level_cost", -1, "-1 should be 0 or more"),
    ("rules.draw_dice", 3, DICE),
    ("rules.draw_cast_initiative", 1001, "1001 should be 1000 or less"),
    ("rules.limit_full", -1, "-1 should be 0 or more"),
    ("rules.limit_multiplier", 101, "101 should be 100 or less"),
    ("rules.healing", 20, TABLE),
    ("rules.healing.rest", 101, "101 should be 100 or less"),
    ("rules.healing.sleep", 10, "unknown key"),
    ("rules.spells", [], TABLE),
    ("rules.spells.fire", 5, TABLE),
    ("rules.spells.fire.mp", -1, "-1 should be 0 or more"),
    ("rules.spells.fire.kind", "heal", "should be 'harm' or 'aid'"),
    ("rules.spells.fire.dice", "0d6", "must be 1..100 dice"),
    ("rules.spells.fire.level", 101, "101 should be 100 or less"),
    ("rules.spells.fire.level", "one", WHOLE),
    ("rules.spells.fire.resisted", 1, "should be true or false"),
    ("rules.spells.fire.adds_magic", "yes", "should be true or false"),
    ("rules.spells.fire.element", 3, TEXT),
    ("rules.spells.holy.element", "Holy", "the element 'Holy' should be 'holy'"),
    ("rules.spells.fire.statuses", {"burn": {}}, STATUS),
    ("rules.spells.fire.statuses", {"poison": {"magic": 4}}, "has the Magic of its caster"),
    ("rules.spells.fire.cures", "poison", LIST),
    ("rules.spells.fire.cures", ["posion"], STATUS),
    ("rules.spells.fire.revives", True, "revives has no meaning for harm"),
    ("rules.spells.fire.cost", 5, "unknown key"),
    ("rules.spells.ice", {"dice": "1d6"}, "kind: is required"),
    ("rules.items.potion.mp", 5, "unknown key"),
    ("rules.items.potion", "2d8", TABLE),
    ("rules.items.elixir", {}, "kind: is required"),
    ("rules.items.bomb_fragment.statuses", {"sleep": {"magic": 4}}, MAGIC),
]


def refused(data):
    with pytest.raises(InputError) as raised:
        make_study(data, file="mine.toml")
    text = str(raised.value)
    assert text.startswith("mine.toml: ")
    assert "\n" not in text and len(text) < 500
    return raised.value


def place(name):
    """The place of a key as errors tell it."""
    return name.replace(".0", "[0]")


@pytest.mark.parametrize(("name", "value", "words"), WRONG, ids=lambda value: str(value)[:40])
def test_a_wrong_value_is_named_in_a_study_and_in_a_variant(name, value, words):
    plain = refused(with_value(STUDY, dotted_path(name), value))
    varied = refused({**STUDY, "variants": [{"name": "x", "set": {name: value}}]})
    for error in (plain, varied):
        assert words in str(error)
    # What does not go together is told where it comes together, and a name that is missing where it is listed.
    assert plain.key.startswith(place(name).rpartition(".")[0])
    assert varied.key == f"variants[0].set.{plain.key}"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Fighter(hp=1, skill=1, statuses={"break": {"turns": 1.5}}), f"statuses.break.turns: 1.5 {WHOLE}"),
        (lambda: Line(do="cast"), "do: 'cast' is no action; did you mean 'cast:NAME'?"),
        (lambda: When(spells_left={"fire": -1}), "spells_left.fire: -1 should be 0 or more"),
        (lambda: When(has_status=()), "has_status: [] should have 1 or more entries"),
        (lambda: Spell(kind="harm", revives=True), "revives has no meaning for harm"),
        (lambda: Remedy(kind="aid", mp=3), "mp: unknown key"),
        (lambda: Inflicted(chance=-1), "chance: -1 should be 0 or more"),
        (lambda: load_ruleset(changes={"spells.fire.mp": "5"}), f"spells.fire.mp: '5' {WHOLE}"),
    ],
)
def test_a_wrong_value_from_python_is_named(make, words):
    with pytest.raises(InputError) as raised:
        make()
    assert words in str(raised.value)
