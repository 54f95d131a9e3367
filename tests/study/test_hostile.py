"""What may go wrong with studies besides single values: names of values, files below, objects that are changed."""

from decimal import Decimal

import pytest

from zodiac_sim.errors import LONGEST_PLACE, InputError
from zodiac_sim.rules.checked import parse_share
from zodiac_sim.rules.files import MAX_BYTES, dotted_path, parse_toml, read_toml
from zodiac_sim.rules.loading import MAX_FILES, load_ruleset
from zodiac_sim.study.study import Study, load_study, make_study

PLAIN = {"hp": 20, "skill": 60, "policy": [{"do": "attack"}]}


def study(**fields):
    return Study(**{"fighters": {"x": PLAIN}, "matchups": [{"a": "x", "b": "x"}], **fields})


def setting(**values):
    return study(variants=[{"name": "v", "set": {name.replace("__", "."): value for name, value in values.items()}}])


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"fighters.y.hp": 5}, "no fighter 'y'; this study has 'x'"),
        ({"fighters.y.preset": "knight"}, "no fighter 'y'"),
        ({"fighters.X": {"preset": "knight"}}, "did you mean 'x'?"),
        ({"fighters.x.hp": 5, 'fighters."x".hp': 6}, "sets again"),
        ({"fighters.x.hp": 5, "fighters.x": PLAIN}, "sets again"),
        ({"rules.locations.rows.00.location": "leg"}, "'00' is no entry of a list of 4"),
        ({"fighters.é.hp": 5}, "need quotes"),
        ({".".join("a" * 5000): 5}, "no dotted name"),
        ({"rules": {}}, "such as rules.criticals"),
        ({"rules." + "q" * 5000: 5}, "unknown key"),
    ],
)
def test_a_name_that_sets_nothing_or_too_much_is_refused(values, words):
    with pytest.raises(InputError) as raised:
        setting(**values)
    assert words in str(raised.value)
    assert raised.value.key.startswith("variants[0].set")
    assert len(str(raised.value)) < 2 * LONGEST_PLACE + 300


def test_what_a_whole_sets_a_part_may_refine():
    made = setting(**{"fighters.x": PLAIN, "fighters.x.hp": 5})
    assert made.scenarios[0].sides[0][0].hp == 5


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"x = " + b"9" * 5000, "far too large"),
        (b"x = 1e99999999999999999999", "far too large"),
        (b"x = " + b"[" * 100_000, "nested too deeply"),
        (b"#" * (MAX_BYTES + 1), "larger than 32 MB"),
    ],
)
def test_a_file_of_absurd_size_is_refused_in_plain_words(content, words, tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=words) as raised:
        read_toml(path)
    assert raised.value.file == str(path)


def test_the_mark_that_editors_put_before_a_text_is_no_error(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbfx = 1\n")
    assert read_toml(path) == {"x": 1}


@pytest.mark.parametrize(
    ("below", "file", "key"),
    [("max_rounds = -1\n", "below.toml", "max_rounds"), ("x = \n", "below.toml", None), (None, "below.toml", None)],
)
def test_a_mistake_in_a_ruleset_file_is_laid_to_that_file(below, file, key, tmp_path):
    if below is not None:
        (tmp_path / "below.toml").write_text(below, encoding="utf-8")
    source = tmp_path / "study.toml"
    source.write_text('rules = { base = "below.toml" }\n' + study().toml(), encoding="utf-8")
    with pytest.raises(InputError) as raised:
        load_study(source)
    assert (raised.value.file, raised.value.key) == (str(tmp_path / file), key)


def test_a_ruleset_file_is_told_as_it_was_when_the_study_was_made(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text("max_rounds = 9\n", encoding="utf-8")
    made = study(rules={"base": str(path)})
    path.unlink()
    assert make_study(parse_toml(made.toml(), file="")).ruleset == made.ruleset


def test_a_ruleset_file_that_has_no_possible_name_is_laid_to_the_study():
    with pytest.raises(InputError) as raised:
        study(rules={"base": "a\0b.toml"})
    assert "a\0b.toml" in str(raised.value) and "cannot be read" in str(raised.value)


def test_ruleset_files_rest_on_each_other_only_so_far(tmp_path):
    for number in range(MAX_FILES + 2):
        (tmp_path / f"{number}.toml").write_text(f'base = "{number + 1}.toml"\n', encoding="utf-8")
    with pytest.raises(InputError, match=f"more than {MAX_FILES} files"):
        load_ruleset(str(tmp_path / "0.toml"))


@pytest.mark.parametrize(
    "change",
    [
        lambda made: made.rules.update(max_rounds=5),
        lambda made: made.fighters["x"].update(hp=1),
        lambda made: made.fighters["x"]["policy"][0].update(do="guard"),
        lambda made: made.fighters["x"]["policy"].append({"do": "guard"}),
        lambda made: made.grid["fighters.x.hp"].append(3),
        lambda made: made.grid.clear(),
    ],
)
def test_a_study_cannot_be_changed_so_that_it_tells_of_another_run(change):
    made = study(grid={"fighters.x.hp": [1, 2]})
    before = made.toml()
    with pytest.raises((TypeError, AttributeError)):
        change(made)
    assert made.toml() == before


def test_a_value_within_itself_is_refused():
    ring: dict[str, object] = {}
    ring["x"] = ring
    with pytest.raises(InputError, match="nested too deeply"):
        study(fighters={"x": ring})


@pytest.mark.parametrize("value", [Decimal("1e-19"), Decimal("1e-400"), Decimal("0." + "3" * 40), Decimal("NaN"), 2])
def test_a_share_that_is_none_or_too_fine_is_refused(value):
    with pytest.raises(ValueError, match="must be a share"):
        parse_share(value)


def test_any_share_of_the_other_kind_of_number_can_be_given():
    assert parse_share(1 / 3) == Decimal(repr(1 / 3))
    assert parse_share(1.2345678901234567e-05) == Decimal("0.000012345678901235")
    assert parse_share(5e-324) == 0
    assert parse_share(Decimal("0.250000000000000000000000")) == Decimal("0.25")


def test_hands_are_counted_in_whole_numbers():
    for hands in (True, Decimal("1.0"), 3):
        with pytest.raises(InputError) as raised:
            study(fighters={"x": {**PLAIN, "weapon": {"dice": "1d6", "hands": hands}}})
        assert raised.value.key == "fighters.x.weapon.hands"


def test_half_a_character_is_no_name():
    with pytest.raises(InputError, match="whole characters"):
        study(title="a\ud800b")


def test_a_dotted_name_is_text():
    with pytest.raises(InputError):
        dotted_path("")


def test_a_name_in_braces_is_told_as_it_is():
    weapon = {"name": "{bow}", "dice": "1d6", "hands": 2}
    with pytest.raises(InputError, match=r"the weapon '\{bow\}' needs both hands"):
        study(fighters={"x": {**PLAIN, "weapon": weapon, "shield": {"evade": 5}}})
