"""The table as CSV, JSON and Markdown: strict, complete, and every name unharmed."""

import csv
import html
import io
import json
import re

import pytest

from tests.lab.made import HOSTILE, block, result, small_result, study
from zodiac_sim.errors import one_line
from zodiac_sim.lab.intervals import wilson
from zodiac_sim.lab.words import decimals, rate
from zodiac_sim.lab.writing import csv_text, json_text, markdown, markdown_text, tallies_csv


def named(name):
    other = "another" if name != "another" else "x"
    return small_result(study((name, other), title=name, variants=[{"name": name}]))


def parsed_csv(text):
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


@pytest.mark.parametrize("name", HOSTILE)
def test_names_survive_in_csv_and_json(name):
    made = named(name)
    [row] = parsed_csv(csv_text(made))
    content = json.loads(json_text(made))
    assert (row["a"], row["variant"]) == (name, name)
    assert (content["rows"][0]["a"], content["rows"][0]["variant"], content["title"]) == (name, name, name)
    assert {each["variant"] for each in parsed_csv(tallies_csv(made))} == {name}


@pytest.mark.parametrize("name", HOSTILE)
def test_names_survive_in_markdown_and_leave_the_table_whole(name):
    lines = markdown_text(named(name)).splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("|"))
    table = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines[head : head + 3]]
    assert {len(row) for row in table} == {10}
    seen = re.sub(r"\\([\\`*_\[\]|~$])", r"\1", html.unescape(table[2][1]))
    assert seen == f" {one_line(name)} "
    assert "<script" not in "".join(lines)


def test_csv_is_rfc_4180():
    text = csv_text(named('say "hi", then\nleave'))
    assert text.count("\r\n") == 2 and text.endswith("\r\n")
    assert '"say ""hi"", then\nleave"' in text


def test_csv_holds_the_table_and_nothing_for_what_does_not_exist():
    made = result(study(), block("u", rounds=[200]))
    [written], [row] = parsed_csv(csv_text(made, 0.9)), made.rows(0.9)
    assert list(written) == list(row)
    assert {name: float(value) for name, value in written.items() if name.startswith("rate_")} == {
        name: value for name, value in row.items() if name.startswith("rate_")
    }
    assert (written["rounds_sd"], written["rounds_mean"], written["unresolved"]) == ("", "200.0", "1")


def test_json_is_strict_and_says_how_to_make_it_again():
    def refuse(word):
        raise AssertionError(f"{word} is no JSON")

    made = result(study(title="T"), block("u", rounds=[200]))
    content = json.loads(json_text(made, 0.9), parse_constant=refuse)
    assert list(content) == ["title", "seed", "version", "ruleset", "confidence", "rows"]
    assert [content[name] for name in ("title", "seed", "version", "confidence")] == ["T", 7, "1.2.3", 0.9]
    assert (content["ruleset"]["name"], content["ruleset"]["unarmed_dice"]) == ("zodiac", "1d3")
    assert content["rows"] == made.rows(0.9)
    assert content["rows"][0]["rounds_sd"] is None


def test_the_tallies_are_those_of_the_frame():
    made = small_result()
    rows = parsed_csv(tallies_csv(made))
    frame = made.tallies.astype(str).to_dict("records")
    assert sorted(map(str, rows)) == sorted(map(str, frame))


def test_a_combination_the_rules_do_not_know_is_named_so():
    odd = [{"name": "odd", "set": {"rules.criticals": "simple", "rules.bleeding": "injury"}}, {"name": "even"}]
    text = markdown_text(small_result(study(variants=odd)))
    assert "odd: simple criticals with bleeding by injury, not as the rules pair them" in text
    assert text.count("not as the rules pair them") == 1


@pytest.mark.parametrize(
    ("wins", "duels", "expected"),
    [
        (0, 1000, ("<0.39 %", "none")),
        (1000, 1000, (">99.61 %", "all")),
        (0, 1, ("<80 %", "none")),
        (0, 10**6, ("<0.00039 %", "none")),
        (500, 1000, ("50.0 %", "46.9-53.1")),
        (1, 10**6, ("0.00010 %", "0.00002-0.00057")),
        (999_999, 10**6, ("99.99990 %", "99.99943-99.99998")),
        (0, 0, ("-", "")),
    ],
)
def test_a_rate_is_shown_in_the_digits_it_is_known_to(wins, duels, expected):
    """None and all are what was seen, never a certain 0 or 100 %."""
    fought = block("a" * min(duels, 1))
    [row] = result(study(), fought).rows()
    row["duels"] = duels
    if duels:
        row["rate_a"] = wins / duels
        row["rate_a_low"], row["rate_a_high"] = map(float, wilson(wins, duels))
    assert tuple(rate(row, "rate_a")) == expected


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(49, 51, 1), (49.9, 50.1, 1), (49.98, 50.02, 2), (50, 50, 1), (0.001, 40, 3)]
)
def test_decimals_tell_an_interval_from_a_point_and_from_nothing(low, high, expected):
    assert decimals(low, high) == expected


def test_an_interrupted_run_says_so():
    fought = block("ab", rounds=[3, 4])
    assert "Interrupted" in markdown_text(result(study(), fought, interrupted=True))
    assert "Interrupted" not in markdown_text(result(study(), fought))


def test_markdown_shows_a_text_on_one_line():
    assert markdown("a|b\n*c* <d> & $e$") == r"a\|b\\n\*c\* &lt;d&gt; &amp; \$e\$"
