"""The page of the rules: complete, and found by number."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from zodiac_sim.errors import InputError
from zodiac_sim.rules.clauses import chapters, clause, clauses

LAST_CLAUSE = {1: 6, 2: 3, 3: 3, 4: 6, 5: 9, 6: 8, 7: 10, 8: 1, 9: 10, 10: 2, 11: 14}
NUMBERS = [f"R{chapter}.{n}" for chapter, last in LAST_CLAUSE.items() for n in range(1, last + 1)]
NUMBERS.insert(NUMBERS.index("R1.3"), "R1.2b")


def test_every_clause_stands_once_and_in_order():
    """A clause that is cited but missing, or written twice, would leave a reader without an answer."""
    assert [each.number for each in clauses()] == NUMBERS


def test_every_chapter_stands_once_and_in_order():
    assert [each.number for each in chapters()] == [f"R{n}" for n in range(1, 13)]


@pytest.mark.parametrize("number", [*NUMBERS, *(f"R{n}" for n in range(1, 13))])
def test_every_clause_says_something(number):
    found = clause(number)
    assert (found.number, bool(found.title)) == (number, True)
    assert len(found.text) > 10
    assert found.text == found.text.strip()


@pytest.mark.parametrize("name", ["R4.2", "r4.2", " r4.2\n"])
def test_a_clause_is_found_however_it_is_typed(name):
    found = clause(name)
    assert (found.number, found.title) == ("R4.2", "Strength")
    assert found.text.startswith("With a melee weapon")
    assert "R4.3" not in found.text and "#" not in found.text


def test_a_letter_belongs_to_the_number():
    assert clause("R1.2B").number == "R1.2b"
    assert clause("R1.2").text != clause("R1.2b").text


def test_a_chapter_holds_its_head_and_all_its_clauses():
    stances = clause("r8")
    assert (stances.number, stances.title) == ("R8", "Stances")
    assert "| defensive | 80 %" in stances.text
    assert clause("R8.1").text in stances.text
    assert "R9 Surprise" not in stances.text


@pytest.mark.parametrize("number", range(1, 12))
def test_a_chapter_that_is_not_played_yet_says_so_first(number):
    assert clause(f"R{number}").text.startswith("Not yet played by this version") == (number == 11)


@pytest.mark.parametrize(
    ("name", "suggested"), [("R4.7", "R4.6"), ("R13", "R1.3"), ("4.2", "R4.2"), ("R1.2c", "R1.2"), ("r11.15", "R11.")]
)
def test_an_unknown_clause_names_one_like_it(name, suggested):
    with pytest.raises(InputError) as raised:
        clause(name)
    assert raised.value.nearest is not None
    assert raised.value.nearest.startswith(suggested)
    assert repr(name) in str(raised.value)


@pytest.mark.parametrize("name", ["", "strength", "R4.2\nR4.3", "é" * 300])
def test_nonsense_is_refused_in_one_line(name):
    with pytest.raises(InputError, match="no clause of the rules") as raised:
        clause(name)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 200


def _in_words(value):
    """Return a value of the ruleset as the table of R12 writes it; None for tables, which it only names."""
    if isinstance(value, dict):
        flat = all(isinstance(part, int) for part in value.values())
        return ", ".join(f"{key} {part}" for key, part in value.items()) if flat else None
    return ", ".join(value) if isinstance(value, list) else str(value).lower().replace("-", "−", isinstance(value, int))


def test_r12_names_every_number_of_the_packaged_ruleset_with_its_value():
    """The page would mislead a game master if a number changed in the data alone."""
    data = resources.files("zodiac_sim.rules").joinpath("data", "zodiac.toml").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in clause("R12").text.splitlines() if line.startswith("| `")]
    written = {row[0].strip("| `").removesuffix(".NAME"): row[1] for row in rows}
    ruleset = {key: value for key, value in tomllib.loads(data).items() if key not in ("name", "version", "title")}
    assert ruleset.keys() <= written.keys()
    words = {key: _in_words(value) for key, value in ruleset.items()}
    assert {key: written[key].partition(";")[0] for key in words if words[key] is not None} == {
        key: value for key, value in words.items() if value is not None
    }
