"""Studies from Python and from files: the same checks, and back to a file without loss."""

from decimal import Decimal

import pytest

from tests.lab.made import HOSTILE
from zodiac_sim.errors import InputError
from zodiac_sim.rules.files import parse_toml
from zodiac_sim.rules.magic import Inflicted
from zodiac_sim.study.fighter import Fighter, Shield, Weapon
from zodiac_sim.study.presets import packaged_studies
from zodiac_sim.study.study import Study, load_study, make_study

PLAIN = {"hp": 20, "skill": 60}
MATCHUP = [{"a": "x", "b": "x"}]


def study(**fields):
    return Study(**{"fighters": {"x": PLAIN}, "matchups": MATCHUP, **fields})


def test_a_study_is_made_from_objects():
    knight = Fighter(hp=30, skill=70, weapon=Weapon(dice="1d8"), shield=Shield(evade=5), policy="cautious")
    made = study(fighters={"x": knight, "y": {"preset": "soldier", "luck": 12}}, matchups=[{"a": "x", "b": "y"}])
    (a,), (b,) = made.scenarios[0].sides
    assert (a.name, a.weapon, a.policy[2].chance) == ("x", knight.weapon, Decimal("0.5"))
    assert (b.name, b.luck, b.skill) == ("y", 12, 70)


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_can_be_given_and_written_back(name, tmp_path):
    made = study(title=name, fighters={name: PLAIN}, matchups=[{"a": name, "b": name}], variants=[{"name": name}])
    path = tmp_path / "study.toml"
    path.write_bytes(made.toml().encode())
    assert load_study(path).scenarios == made.scenarios
    assert made.scenarios[0].names == ((name,), (name,))


@pytest.mark.parametrize("name", [name for name in HOSTILE if name])
def test_any_spell_and_item_can_be_named_and_written_back(name):
    power = {"kind": "harm", "dice": "1d4", "element": name}
    mage = {**PLAIN, "spells": [name], "stock": {name: 2}, "items": {name: 1}}
    mage["policy"] = [{"do": f"cast:{name}", "when": {"spells_left": {name: 1}}}, {"do": f"item:{name}"}]
    made = study(
        rules={"spells": {name: power}, "items": {name: power}},
        fighters={"x": mage},
        matchups=[{"a": "x", "b": "x", "draw_source": [name]}],
    )
    assert [line.do.name for line in made.scenarios[0].sides[0][0].policy] == [name, name]
    assert make_study(parse_toml(made.toml(), file="")).scenarios == made.scenarios


def test_magic_is_written_back_without_loss():
    blade = Weapon(dice="1d4", statuses={"poison": Inflicted(chance=5, magic=3), "sleep": {"turns": 0}})
    mage = Fighter(
        **PLAIN,
        weapon=blade,
        spells=("fire",),
        statuses={"break": {"turns": 2}, "poison": {"magic": 9}},
        policy=[{"do": "limit", "when": {"has_status": "curse", "opponent_lacks_status": {"sleep", "poison"}}}],
    )
    made = study(fighters={"x": mage}, matchups=[{"a": "x", "b": "x", "surprised": "both", "draw_source": ("fire",)}])
    assert make_study(parse_toml(made.toml(), file="")).scenarios == made.scenarios
    assert dict(made.scenarios[0].sides[0][0].starts_with())["break"].turns == 2


@pytest.mark.parametrize("name", packaged_studies())
def test_a_packaged_study_is_written_back_without_loss(name):
    made = load_study(name)
    assert make_study(parse_toml(made.toml(), file="")).fights == made.fights


def test_what_python_leaves_out_is_left_out_of_the_file():
    made = study(fighters={"x": {"preset": "knight", "shield": None}, "y": Fighter(**PLAIN, weapon=None)}, seed=None)
    assert made.scenarios[0].sides[0][0].shield is None
    again = make_study(parse_toml(made.toml(), file=""))
    assert (again.scenarios, again.seed) == (made.scenarios, None)


def test_a_ruleset_file_is_written_out(tmp_path):
    (tmp_path / "house.toml").write_text("initiative_die = 20\n[stances.wild]\ndamage_dealt = 150\n", encoding="utf-8")
    source = tmp_path / "study.toml"
    source.write_text('rules = { base = "house.toml", max_rounds = 9 }\n' + study().toml(), encoding="utf-8")
    made = load_study(source)
    again = make_study(parse_toml(made.toml(), file=""))
    assert (again.ruleset, again.ruleset.initiative_die, again.ruleset.max_rounds) == (made.ruleset, 20, 9)


def test_options_change_nothing_else():
    made = study(variants=[{"name": "x"}, {"name": "y"}])
    other = made.with_options(duels=7, seed=0)
    assert (other.duels, other.seed, other.scenarios) == (7, 0, made.scenarios)
    assert (made.duels, made.seed) == (100_000, None)


def test_variants_share_what_they_have_in_common():
    """Thousands of variants would not fit otherwise, and a run groups scenarios by their rules."""
    made = study(grid={"fighters.x.hp": [1, 2, 3], "rules.criticals": ["simple", "complex"]})
    assert len({id(scenario.rules) for scenario in made.scenarios}) == 2
    assert [scenario.sides[0][0].hp for scenario in made.scenarios] == [1, 1, 2, 2, 3, 3]


def test_a_grid_is_named_by_its_values_last_key_fastest():
    made = study(grid={"fighters.x.hp": [1, 2], "rules.hit_on_equal": [True, False]})
    first, second, *_ = made.variant_names
    assert first == "fighters.x.hp=1, rules.hit_on_equal=true"
    assert second == "fighters.x.hp=1, rules.hit_on_equal=false"


def test_a_line_of_a_named_policy_can_be_changed():
    made = study(
        fighters={"x": {**PLAIN, "policy": "guard_mix"}},
        variants=[{"name": "v", "set": {"fighters.x.policy.1.chance": Decimal("0.75")}}],
    )
    assert made.scenarios[0].sides[0][0].policy[1].chance == Decimal("0.75")


def test_equal_matchups_are_told_apart_by_their_repeat_number():
    made = study(matchups=MATCHUP * 3)
    assert [scenario.repeat for scenario in made.scenarios] == [0, 1, 2]


@pytest.mark.parametrize(
    ("call", "key", "words"),
    [
        (lambda: Fighter(hp=0, skill=1), "hp", "0 should be 1 or more"),
        (lambda: Fighter(hp=1, skill=1, policy="atack"), "policy", "'attack'"),
        (lambda: Weapon(dice="0d6"), "dice", "'0d6'"),
        (lambda: study(fighters={"x": {**PLAIN, "hp": 0}}), "fighters.x.hp", "0"),
        (lambda: study(fighters={"x": {**PLAIN, "name": "y"}, "y": PLAIN}), "fighters", "two fighters"),
        (lambda: study(matchups=[]), "matchups", "1 or more entries"),
        (lambda: study(variants=[{"name": "v"}] * 2), "variants", "'v' stands twice"),
        (lambda: study(variants=[{"name": "v"}], grid={"fighters.x.hp": [1]}), "grid", "not both"),
        (lambda: study(grid={"fighters.x.hp": [1, 1]}), 'grid."fighters.x.hp"', "'1' stands twice"),
        (
            lambda: study(grid={"fighters.x.hp": list(range(1, 400)), "fighters.x.luck": list(range(256))}),
            "grid",
            "102144",
        ),
        (lambda: study().with_options(duels=0), "duels", "0"),
    ],
)
def test_what_is_wrong_is_named(call, key, words):
    with pytest.raises(InputError) as raised:
        call()
    assert raised.value.key == key
    assert words in str(raised.value)


BASE_WRONG = {"fighters": {"x": {**PLAIN, "hp": 0}}, "variants": [{"name": "v", "set": {"rules.criticals": "simple"}}]}
VARIANT_WRONG = {"variants": [{"name": "v"}, {"name": "w", "set": {"fighters.x.hp": 0}}]}
NO_PLACE = {"variants": [{"name": "v", "set": {"fighters.x.hp.deep": 0}}]}


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        (BASE_WRONG, "fighters.x.hp"),
        (VARIANT_WRONG, "variants[1].set.fighters.x.hp"),
        (NO_PLACE, "variants[0].set.fighters.x.hp.deep"),
        ({"grid": {"rules.criticals": ["simple", "smple"]}}, "grid.rules.criticals"),
        ({"variants": [{"name": "v", "set": {"rule.criticals": 1}}]}, "variants[0].set.rule.criticals"),
    ],
)
def test_an_error_is_laid_to_the_variant_only_if_it_made_it(fields, key):
    with pytest.raises(InputError) as raised:
        study(**fields)
    assert raised.value.key == key


@pytest.mark.parametrize("name", ["simple-vs-complx", "q" * 300, "nul\0"])
def test_an_unknown_name_lists_the_packaged_studies(name):
    with pytest.raises(InputError, match=r"packaged: .*simple-vs-complex"):
        load_study(name)


def test_a_folder_does_not_hide_the_packaged_study_of_its_name(tmp_path, monkeypatch):
    """Results are often kept in a folder named after the study."""
    (tmp_path / "stances").mkdir()
    monkeypatch.chdir(tmp_path)
    assert load_study("stances").title == "Stances"


def test_all_entries_of_a_list_are_changed_at_once():
    data = {
        "fighters": {"ann": {"hp": 9, "skill": 50}, "bob": {"hp": 9, "skill": 50}},
        "matchups": [{"a": "ann", "b": "bob"}, {"a": "bob", "b": "ann", "surprised": "b"}],
        "grid": {"matchups.all.surprised": ["none", "a"]},
    }
    surprised = [scenario.surprised for scenario in make_study(data).scenarios]
    assert surprised == [(False, False), (True, False)] * 2
    wrong = data | {"grid": {}, "variants": [{"name": "x", "set": {"matchups.all.surprised": "c"}}]}
    with pytest.raises(InputError, match=r"variants\[0\].*surprised.*'c'"):
        make_study(wrong)
