"""Fighters from a spreadsheet are the fighters of a study file, and checked as strictly."""

import csv
import io
from pathlib import Path

import pytest

from tests.lab.made import HOSTILE
from zodiac_sim.errors import InputError, one_line
from zodiac_sim.rules.files import parse_toml
from zodiac_sim.study.fighter import Fighter
from zodiac_sim.study.spreadsheet import columns
from zodiac_sim.study.study import Study, load_study, make_study

PARTY = """name,preset,hp,skill,evade,weapon.name,weapon.dice,weapon.hands,shield.evade,statuses.regen.turns,policy
wedge,,60,70,10,Blade,1d8,,5,3,cautious
worm,caterpillar,,,,,,,,,
"""
STUDY = 'fighters_from = "party.csv"\nmatchups = [{ a = "wedge", b = "worm" }]\n'
IN_TOML = """
[fighters.wedge]
hp = 60
skill = 70
evade = 10
weapon = { name = "Blade", dice = "1d8" }
shield = { evade = 5 }
statuses = { regen = { turns = 3 } }
policy = "cautious"
[fighters.worm]
preset = "caterpillar"
"""


def loaded(folder: Path, party: str | bytes = PARTY, study: str = STUDY) -> Study:
    folder.mkdir(exist_ok=True)
    (folder / "party.csv").write_bytes(party.encode() if isinstance(party, str) else party)
    (folder / "study.toml").write_text(study, encoding="utf-8")
    return load_study(folder / "study.toml")


def fighter(folder: Path, header: str, cells: str) -> Fighter:
    made = loaded(folder, f"name,{header}\nwedge,{cells}\n", STUDY.replace("worm", "wedge"))
    return made.scenarios[0].sides[0][0]


def table(rows: list[list[str]], **options: str) -> str:
    stream = io.StringIO()
    csv.writer(stream, **options).writerows(rows)
    return stream.getvalue()


def refused(folder: Path, party: str | bytes, study: str = STUDY) -> InputError:
    with pytest.raises(InputError) as raised:
        loaded(folder, party, study)
    return raised.value


def test_a_row_is_a_fighter_of_a_study_file(tmp_path):
    written = make_study(parse_toml(STUDY.partition("\n")[2] + IN_TOML, file=""))
    assert loaded(tmp_path).scenarios == written.scenarios


def test_columns_may_be_in_any_letters(tmp_path):
    made = loaded(tmp_path, "Name, HP ,Skill\nwedge,60,70\n", STUDY.replace("worm", "wedge"))
    only = made.scenarios[0].sides[0][0]
    assert (only.name, only.hp, only.skill) == ("wedge", 60, 70)


def test_the_study_needs_the_file_no_more(tmp_path):
    made = loaded(tmp_path)
    (tmp_path / "party.csv").unlink()
    assert "party.csv" not in made.toml()
    again = make_study(parse_toml(made.toml(), file=""))
    assert (again.scenarios, again.data()) == (made.scenarios, made.data())


def test_the_file_is_found_from_the_folder_of_the_study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "inner"
    data = {"fighters_from": "party.csv", "matchups": [{"a": "wedge", "b": "worm"}]}
    made = loaded(folder)
    assert make_study(data, file=str(folder / "x.toml")).scenarios == made.scenarios
    with pytest.raises(InputError, match="no such file"):
        Study(**data)
    monkeypatch.chdir(folder)
    assert Study(**data).scenarios == made.scenarios


def test_variants_change_fighters_and_the_study_adds_its_own(tmp_path):
    more = '[fighters.brute]\npreset = "brute"\n[grid]\n"fighters.wedge.weapon.dice" = ["1d4", "1d10"]\n'
    made = loaded(tmp_path, study=STUDY.replace("worm", "brute") + more)
    assert [str(scenario.sides[0][0].weapon.dice) for scenario in made.scenarios] == ["1d4", "1d10"]
    assert list(made.fighters) == ["brute", "wedge", "worm"]


SPELLINGS = {
    "a mark before it": "\ufeff" + PARTY,
    "semicolons": PARTY.replace(",", ";"),
    "tabs": PARTY.replace(",", "\t"),
    "Windows": PARTY.replace("\n", "\r\n"),
    "an old Mac": PARTY.replace("\n", "\r"),
    "no last line end": PARTY.rstrip("\n"),
    "quotes": table([line.split(",") for line in PARTY.splitlines()], quoting=csv.QUOTE_ALL),
    "quotes and semicolons": table(
        [line.split(",") for line in PARTY.splitlines()], quoting=csv.QUOTE_ALL, delimiter=";"
    ),
    "empty columns and rows": "".join(f"{line},,\n" for line in [*PARTY.splitlines(), "," * 10, "," * 10]),
    "blank lines": PARTY.replace("\n", "\n\n"),
    "decimals": PARTY.replace("60,70", "60.0,70.00"),
    "decimals in other countries": PARTY.replace(",", ";").replace("60;70", "60,0;70,00"),
    "spaces around numbers and columns": PARTY.replace("60,70", " 60 ,\u00a070").replace("hp,", " hp ,"),
}


@pytest.mark.parametrize("party", SPELLINGS.values(), ids=SPELLINGS)
def test_what_spreadsheets_write_is_read(party, tmp_path):
    assert loaded(tmp_path / "other", party).data() == loaded(tmp_path / "plain").data()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_survives(name, separator, tmp_path):
    rows = [["name", "hp", "skill", "weapon.name", "weapon.dice"], [name, "9", "50", name, "1d6"]]
    (tmp_path / "p.csv").write_bytes(table(rows, delimiter=separator).encode())
    made = Study(fighters_from=str(tmp_path / "p.csv"), matchups=[{"a": name, "b": name}])
    (one,) = made.scenarios[0].sides[0]
    assert (one.name, one.weapon.name, one.hp) == (name, name, 9)


def test_names_equal_but_for_case_are_two_fighters(tmp_path):
    made = loaded(tmp_path, "name,hp,skill\nwedge,1,2\nWedge,3,4\nworm,5,6\n")
    assert [each["hp"] for each in made.fighters.values()] == [1, 3, 5]


@pytest.mark.parametrize(
    ("header", "cells", "found"),
    [
        ("preset,weapon", "knight,none", lambda one: one.weapon is None),
        ("preset,shield", "knight,NONE", lambda one: one.shield is None),
        ("preset,weapon.dice,weapon.kind", "knight,2d6+1,ranged", lambda one: one.weapon.kind == "ranged"),
        ("preset,statuses.regen", "knight,TRUE", lambda one: one.statuses.regen.turns is None),
        ("preset,statuses.regen,statuses.regen.turns", "knight,true,4", lambda one: one.statuses.regen.turns == 4),
        ("hp,skill", "30,-20", lambda one: one.skill == -20),
        ("hp,skill,stance", "30,70,defensive", lambda one: one.stance == "defensive"),
        ("hp,skill,mp,magic,draw", "30,70,40,12,-5", lambda one: (one.mp, one.magic, one.draw) == (40, 12, -5)),
        ("hp,skill,spells", "30,70,fire; cure ;", lambda one: one.spells == ("fire", "cure")),
        ("hp,skill,spells", '30,70,"fire, cure"', lambda one: one.spells == ("fire", "cure")),
        (
            "hp,skill,Items.potion,STOCK.fire",
            "30,70,3,2",
            lambda one: (one.items, one.stock) == ({"potion": 3}, {"fire": 2}),
        ),
        ("hp,skill,items.potion,items.remedy", "30,70,,0", lambda one: one.items == {"remedy": 0}),
        ("hp,skill,statuses.break", "30,70,true", lambda one: dict(one.starts_with())["break"].turns is None),
        (
            "hp,skill,statuses.poison.magic,statuses.poison.turns",
            "30,70,9,4",
            lambda one: (one.statuses.poison.magic, one.statuses.poison.turns) == (9, 4),
        ),
        (
            "hp,skill,weapon.dice,weapon.statuses.sleep,weapon.statuses.poison.chance,weapon.statuses.poison.magic",
            "30,70,1d6,true,25,8",
            lambda one: (
                (
                    one.weapon.statuses["sleep"].chance,
                    one.weapon.statuses["poison"].chance,
                    one.weapon.statuses["poison"].magic,
                )
                == (100, 25, 8)
            ),
        ),
        ("hp,skill,intent", '30,70,"Reads ""well"", and\nwrites"', lambda one: one.intent.endswith("and\nwrites")),
    ],
)
def test_cells_say_what_keys_say(header, cells, found, tmp_path):
    assert found(fighter(tmp_path, header, cells))


def test_columns_are_the_keys_of_a_fighter():
    keys = set(Fighter.model_fields) - {"statuses", "items", "stock"}
    assert keys <= set(columns())
    assert {"items.NAME", "stock.NAME"} <= set(columns())
    assert {name.partition(".")[0] for name in columns()} == {*Fighter.model_fields, "preset"}
    assert "policy.do" not in columns()


@pytest.mark.parametrize(
    ("party", "key", "words"),
    [
        ("", None, "'name' first; it begins with nothing"),
        ("\n\nname,hp\n", None, "begins with nothing"),
        ("Fighter,hp\nx,1\n", None, "begins with 'Fighter'"),
        ("name|hp\nx|1\n", None, "begins with 'name|hp'"),
        ("name,hp,skill\n", None, "holds no fighter"),
        ("name,hp,skil\nx,1,2\n", "row 1", "'skil' is no column of fighters (did you mean 'skill'?)"),
        ("name,hp,HP\nx,1,2\n", "row 1", "the column hp stands twice"),
        ("name,weapon.dize\nx,1\n", "row 1", "did you mean 'weapon.dice'?"),
        ("name,qqqqqq\nx,1\n", "row 1", "known: 'name', 'preset'"),
        ("name,hp,,skill\nx,1,,2\n", "row 1", "'' is no column"),
        ("name,hp,hp\nx,1,2\n", "row 1", "column hp stands twice"),
        ("name,hp,skill\nwedge,1,2\n,3,4\n", "row 3, column name", "each fighter needs a name"),
        ("name,hp,skill\nwedge,1,2\n\nwedge,3,4\n", "row 4, column name", "'wedge' stands in row 2 too"),
        ("name,hp,skill\nwedge,1,2,3\n", "row 2", "'3' stands beyond the last named column, skill"),
        ("name,hp,skill\nwedge,1\n", "row 2", "has 2 of 3 columns"),
        ('name,hp,skill\n"wedge,1,2\n', "row 2", "is not CSV"),
        ('name,hp,skill\n"we"dge,1,2\n', "row 2", "is not CSV"),
        ('name,hp,skill\n"two\nlines",1,2\nwedge,0,2\n', "row 3, column hp", "0 should be 1 or more"),
        ("name,hp,skill\nwedge,60.5,2\n", "row 2, column hp", "'60.5' should be a whole number"),
        ("name,hp,skill\nwedge,1.000,2\n", "row 2, column hp", "'1.000' should be a whole number"),
        ("name,hp,skill\nwedge,70%,2\n", "row 2, column hp", "'70%' should be a whole number"),
        ("name,hp,skill\nwedge,٣,2\n", "row 2, column hp", "should be a whole number"),
        (f"name,hp,skill\nwedge,{'9' * 5000},2\n", "row 2, column hp", "should be a whole number"),
        ("name,hp,skill\nwedge,,2\n", "row 2, column hp", "is required"),
        ("name,skill\nwedge,2\n", "row 2, column hp", "is required"),
        ("name,hp,skill,stance\nwedge,1,2,ofensive\n", "row 2, column stance", "(did you mean 'offensive'?)"),
        ("name,hp,skill,policy\nwedge,1,2,atack\n", "row 2, column policy", "(did you mean 'attack'?)"),
        ("name,preset\nwedge,soldjer\n", "row 2, column preset", "(did you mean 'soldier'?)"),
        ("name,hp,skill,weapon.dice\nwedge,1,2,1x8\n", "row 2, column weapon.dice", "'1x8' must be dice"),
        ("name,hp,skill,weapon.name\nwedge,1,2,Axe\n", "row 2, column weapon.dice", "is required"),
        ("name,hp,skill,weapon\nwedge,1,2,Axe\n", "row 2, column weapon", "'Axe' should be none; 'name', 'dice'"),
        ("name,hp,skill,statuses.regen\nwedge,1,2,x\n", "row 2, column statuses.regen", "'x' should be true"),
        ("name,hp,skill,spells\nwedge,1,2,fire;cuer\n", "row 2, column spells", "(did you mean 'cure'?)"),
        ("name,hp,skill,items.potoin\nwedge,1,2,3\n", "row 2, column items", "(did you mean 'potion'?)"),
        ("name,hp,skill,items.potion\nwedge,1,2,-3\n", "row 2, column items.potion", "-3 should be 0 or more"),
        (
            "name,hp,skill,items.potion\nwedge,1,2,some\n",
            "row 2, column items.potion",
            "'some' should be a whole number",
        ),
        ("name,hp,skill,items\nwedge,1,2,potion\n", "row 1", "did you mean 'items.NAME'?"),
        ("name,hp,skill,items.\nwedge,1,2,3\n", "row 1", "did you mean 'items.NAME'?"),
        ("name,hp,skill,items.potion,ITEMS.potion\nwedge,1,2,3,4\n", "row 1", "the column items.potion stands twice"),
        ("name,hp,skill,statuses.slep\nwedge,1,2,true\n", "row 1", "did you mean 'statuses.sleep'?"),
        ("name,hp,skill,mp\nwedge,1,2,1e3\n", "row 2, column mp", "'1e3' should be a whole number"),
        ("name,hp,skill,magic\nwedge,1,2,256\n", "row 2, column magic", "256 should be 255 or less"),
        (
            "name,hp,skill,weapon.dice,weapon.statuses.sleep.magic\nwedge,1,2,1d6,3\n",
            "row 2, column weapon.statuses",
            "magic has no meaning for sleep, only for poison",
        ),
        (
            "name,hp,skill,weapon.dice,weapon\nwedge,1,2,1d6,none\n",
            "row 2, column weapon.dice",
            "'1d6' is given, but the column weapon says none",
        ),
    ],
)
def test_what_is_wrong_is_named(party, key, words, tmp_path):
    error = refused(tmp_path, party)
    assert (error.file, error.key) == (str(tmp_path / "party.csv"), key)
    assert words in str(error)
    assert len(one_line(str(error))) < 700


def test_text_in_another_encoding_is_refused(tmp_path):
    error = refused(tmp_path, PARTY.replace("wedge", "Änne").encode("cp1252"))
    assert (error.file, "is not UTF-8" in str(error)) == (str(tmp_path / "party.csv"), True)
    assert "is not UTF-8" in str(refused(tmp_path, PARTY.encode("utf-16")))


@pytest.mark.parametrize(("file", "words"), [("none.csv", "no such file"), (".", "is a folder; a CSV file")])
def test_a_file_that_is_none_is_refused(file, words, tmp_path):
    error = refused(tmp_path, PARTY, STUDY.replace("party.csv", file))
    assert (error.file, words in str(error)) == (str(tmp_path / file), True)


@pytest.mark.parametrize(
    ("study", "key", "words"),
    [
        (STUDY.replace('"party.csv"', "7"), "fighters_from", "7 should be text"),
        (STUDY.replace("worm", "wurm"), "matchups[0].b", "did you mean 'worm'?"),
        (STUDY + "fighters = 3\n", "fighters", "should be a table"),
        (
            STUDY + '[[variants]]\nname = "v"\nset = { "fighters.wedge.hp" = 0 }\n',
            "variants[0].set.fighters.wedge.hp",
            "0",
        ),
        (STUDY + "[fighters.x]\nhp = 0\nskill = 1\n", "fighters.x.hp", "0 should be 1 or more"),
    ],
)
def test_what_is_wrong_in_the_study_is_laid_to_the_study(study, key, words, tmp_path):
    error = refused(tmp_path, PARTY, study)
    assert (error.file, error.key) == (str(tmp_path / "study.toml"), key)
    assert words in str(error)


def test_a_fighter_stands_in_one_place_only(tmp_path):
    error = refused(tmp_path, PARTY, STUDY + '[fighters.worm]\npreset = "brute"\n')
    assert (error.file, error.key) == (str(tmp_path / "party.csv"), "row 3, column name")
    assert "'worm' stands in the study too" in str(error)
