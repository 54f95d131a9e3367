"""Whatever is wrong with what a user gives: exit code 2, nothing on stdout, and a few words that lead to it."""

import pytest

from tests.cli.command import SMALL, call, study_file

VARIANTS = '[[variants]]\nname = "x"\n[[variants]]\nname = "x"\n'
GRID = '[grid]\n"fighters.wedge.hp" = [1, 2]\n'


def changed(old, new):
    assert old in SMALL
    return SMALL.replace(old, new)


# What stands in the file, and the words that must be said: key, value, and what is right.
FILES = {
    "unknown key": (changed("skill = 70", "skil = 70"), ["fighters.wedge.skil", "unknown key", "'skill'"]),
    "unknown key at the top": ("sed = 5\n" + SMALL, ["sed", "unknown key", "'seed'"]),
    "unknown key of a rule": (SMALL + "[rules]\ncritical = 1\n", ["rules.critical", "unknown key", "'criticals'"]),
    "text for a number": (changed("hp = 20", 'hp = "twenty"'), ["fighters.wedge.hp", "'twenty'", "whole number"]),
    "a float for a number": (changed("hp = 20", "hp = 20.5"), ["fighters.wedge.hp", "20.5", "whole number"]),
    "a number for a table": (changed('{ name = "Blade", dice = "1d8" }', "7"), ["fighters.wedge.weapon", "7", "table"]),
    "a word for a truth": (SMALL + '[rules]\nhit_on_equal = "yes"\n', ["rules.hit_on_equal", "'yes'", "true or false"]),
    "no HP": (changed("hp = 20", "hp = 0"), ["fighters.wedge.hp", "0", "1 or more"]),
    "HP beyond all": (changed("hp = 20", f"hp = {10**30}"), ["fighters.wedge.hp", str(10**30), "30000 or less"]),
    "skill is no number": (changed("skill = 70", "skill = nan"), ["fighters.wedge.skill", "NaN", "whole number"]),
    "missing key": (changed("skill = 70", ""), ["fighters.wedge.skill", "required"]),
    "no dice": (changed("1d8", "0d6"), ["fighters.wedge.weapon.dice", "'0d6'", "1..100 dice"]),
    "too many dice": (changed("1d8", "999999999d6"), ["fighters.wedge.weapon.dice", "'999999999d6'", "1..100 dice"]),
    "unknown fighter": (changed('b = "worm"', 'b = "wrm"'), ["matchups[0].b", "'wrm'", "'worm'"]),
    "unknown preset": (SMALL + '[fighters.x]\npreset = "knigt"\n', ["fighters.x.preset", "'knigt'", "'knight'"]),
    "unknown policy": (
        changed("hp = 20", 'hp = 20\npolicy = "atack"'),
        ["fighters.wedge.policy", "'atack'", "'attack'"],
    ),
    "unknown stance": (changed("hp = 20", 'hp = 20\nstance = "sped"'), ["fighters.wedge.stance", "'sped'", "'speed'"]),
    "unknown action": (
        changed("hp = 20", 'hp = 20\npolicy = [{ do = "gard" }]'),
        ["fighters.wedge.policy[0].do", "'gard'", "'guard'"],
    ),
    "unknown stance of an action": (
        changed("hp = 20", 'hp = 20\npolicy = [{ do = "stance:sped" }]'),
        ["fighters.wedge.policy[0].do", "'sped'", "'speed'"],
    ),
    "unknown spell": (
        changed("hp = 20", 'hp = 20\nspells = ["fier"]'),
        ["fighters.wedge.spells", "'fier'", "'fire'"],
    ),
    "unknown item of an action": (
        changed("hp = 20", 'hp = 20\npolicy = [{ do = "item:potoin" }]'),
        ["fighters.wedge.policy[0].do", "'potoin'", "'potion'"],
    ),
    "unknown status": (
        changed("hp = 20", "hp = 20\nstatuses = { posion = {} }"),
        ["fighters.wedge.statuses.posion", "unknown key", "'poison'"],
    ),
    "a status that is no table": (
        changed("hp = 20", "hp = 20\nstatuses = { sleep = 3 }"),
        ["fighters.wedge.statuses.sleep", "3 should be a table"],
    ),
    "a harm aimed at oneself": (
        changed("hp = 20", 'hp = 20\npolicy = [{ do = "cast:fire", target = "self" }]'),
        ["fighters.wedge.policy[0].target", "'cast:fire'", "aims at an enemy"],
    ),
    "nobody's side surprised": (
        SMALL + 'surprised = "worm"\n',
        ["matchups[0].surprised", "'worm'", "'a', 'b' or 'both'"],
    ),
    "a source of no spell": (SMALL + 'draw_source = ["fier"]\n', ["matchups[0].draw_source", "'fier'", "'fire'"]),
    "MP without end": (changed("hp = 20", "hp = 20\nmp = inf"), ["fighters.wedge.mp", "Infinity", "whole number"]),
    "a spell of two kinds": (
        SMALL + '[rules.spells.fire]\nkind = "both"\n',
        ["rules.spells.fire.kind", "'both'", "'harm' or 'aid'"],
    ),
    "unknown condition": (
        changed("hp = 20", 'hp = 20\npolicy = [{ do = "attack", when = { hp_blow = 0.5 } }]'),
        ["fighters.wedge.policy[0].when.hp_blow", "unknown key", "'hp_below'"],
    ),
    "a chance beyond 1": (
        changed("hp = 20", 'hp = 20\npolicy = [{ do = "attack", chance = 25 }]'),
        ["fighters.wedge.policy[0].chance", "25", "0..1"],
    ),
    "two variants of one name": (SMALL + VARIANTS, ["variants", "'x'", "twice"]),
    "variants and a grid": (SMALL + '[[variants]]\nname = "x"\n' + GRID, ["grid", "not both"]),
    "a variant of something else": (
        SMALL + '[[variants]]\nname = "x"\nset = { "rulez.criticals" = "simple" }\n',
        ["variants[0].set.rulez.criticals", "'rules'"],
    ),
    "a wrong value of a variant": (
        SMALL + '[[variants]]\nname = "x"\nset = { "rules.criticals" = "complx" }\n',
        ["variants[0].set.rules.criticals", "'complx'", "'complex'"],
    ),
    "no duels": (changed("duels = 40", "duels = 0"), ["duels", "0", "1 or more"]),
    "fewer than no duels": (changed("duels = 40", "duels = -3"), ["duels", "-3", "1 or more"]),
    "a seed below 0": (changed("seed = 5", "seed = -1"), ["seed", "-1", "0 or more"]),
    "no matchups": (SMALL.partition("[[matchups]]")[0], ["matchups", "required"]),
    "a ruleset that is not there": (SMALL + '[rules]\nbase = "zodiak"\n', ["rules.base", "'zodiak'", "'zodiac'"]),
    "a table of no location": (
        SMALL + "[rules]\nsimple_table = { tail = {} }\n",
        ["rules", "'tail'", "locations.body"],
    ),
    "not TOML": ("title = \n", ["not TOML", "line 1"]),
    "not UTF-8": (b'title = "\xff"\n', ["not UTF-8", "byte 9"]),
    "nothing": ("", ["fighters", "required"]),
    "binary": (bytes(range(256)), ["not UTF-8"]),
    "nested without end": ("x = " + "[" * 100_000, ["not TOML"]),
}


def assert_refused(done, *words):
    assert done.code == 2
    assert done.out == ""
    assert 1 <= len(done.err.splitlines()) <= 3
    assert len(done.err) < 1_000
    assert "Traceback" not in done.err
    for word in words:
        assert word in done.err


@pytest.mark.parametrize("name", FILES)
def test_a_wrong_study_is_refused_by_name(name, tmp_path, capsys):
    text, words = FILES[name]
    path = study_file(tmp_path, text)
    assert_refused(call(capsys, "run", path), path, *words)


@pytest.mark.parametrize("command", ["run", "trace", "report"])
@pytest.mark.parametrize(
    ("name", "words"), [("none.toml", "no such file"), ("", "is a folder"), ("a\0b.toml", "cannot")]
)
def test_a_file_that_cannot_be_read_is_named(command, name, words, tmp_path, capsys):
    options = ["--out", str(tmp_path / "out")] if command == "report" else []
    assert_refused(call(capsys, command, f"{tmp_path}/{name}", *options), str(tmp_path), words)
    assert not (tmp_path / "out").exists()


def test_an_unknown_study_lists_those_there_are(capsys):
    assert_refused(call(capsys, "run", "simple-vs-complx"), "'simple-vs-complx'", "did you mean 'simple-vs-complex'")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "stances", "--duels", "0"], ["--duels", "0", "1 or more"]),
        (["run", "stances", "--duels", "-5"], ["--duels", "-5", "1 or more"]),
        (["run", "stances", "--duels", "many"], ["--duels", "'many'", "whole number"]),
        (["run", "stances", "--confidence", "high"], ["--confidence", "'high'", "0.95"]),
        (["run", "stances", "--duels", str(10**13)], ["--duels", str(10**12)]),
        (["run", "stances", "--seed", "-1"], ["--seed", "-1"]),
        (["run", "stances", "--seed", str(2**63)], ["--seed", str(2**63 - 1)]),
        (["run", "stances", "--confidence", "95"], ["--confidence", "95", "0.95"]),
        (["run", "stances", "--confidence", "nan"], ["--confidence", "nan", "0.95"]),
        (["run", "stances", "--confidence", "0.9999999999999999"], ["--confidence", "0.9999999999999999", "0.95"]),
        (["run", "stances", "--confidence", "1e-320"], ["--confidence", "1e-320", "0.95"]),
        (["run", "stances", "--workers", "0"], ["--workers", "0", "from 1 to"]),
        (["run", "stances", "--workers", "two"], ["--workers", "'two'", "whole number"]),
        (["run", "stances", "--workers", "2", "--cluster", "tcp://x:1"], ["--workers", "leave out"]),
        (["run", "stances", "--cluster", "here"], ["--cluster", "'here'", "tcp://"]),
        (["report", "stances", "--out", "never", "--cluster", "here"], ["--cluster", "'here'", "tcp://"]),
        (["run", "stances", "--target-error", "1"], ["--target-error", "1", "0.001"]),
        (["run", "stances", "--target-error", "0"], ["--target-error", "0", "0.001"]),
        (["run", "stances", "--target-error", "nan"], ["--target-error", "nan", "0.001"]),
        (["run", "stances", "--target-error", "1 %"], ["--target-error", "'1 %'", "number such as"]),
        (["run", "stances", "--margin", "0"], ["--margin", "0", "share"]),
        (["run", "stances", "--margin", "-inf"], ["--margin", "-inf", "share"]),
        (["run", "stances", "--resume"], ["--resume", "--out"]),
        (["run", "stances", "--keep", "5"], ["--keep", "--out"]),
        (["run", "stances", "--out", "never", "--keep", "some"], ["--keep", "'some'", "all"]),
        (["run", "stances", "--out", "never", "--keep", "-1"], ["--keep", "-1", "0 or more"]),
        (["report", "stances", "--out", "never", "--baseline", "x"], ["--baseline", "'x'", "this study has"]),
        (["report", "golden", "--out", "never" * 2000], ["'golden'", "packaged"]),
        (["run", "q" * 5000 + ".toml"], ["qqq…qqq", "cannot be read"]),
        (["run", "stances", "--format", "xml"], ["--format", "xml", "json"]),
        (["run", "stances", "--duelz", "5"], ["--duelz", "--duels"]),
        (["run", "stances", "maneuvers"], ["maneuvers"]),
        (["report", "stances"], ["--out"]),
        (["trace"], ["STUDY"]),
        (["trace", "stances", "--variant", "neutral"], ["--variant", "'neutral'"]),
        (["trace", "stances", "--matchup", "7"], ["--matchup", "7"]),
        (["trace", "stances", "--duel", "-1"], ["--duel", "-1"]),
        (["rnu"], ["rnu", "run"]),
        (["rules", "shw"], ["shw", "show"]),
        (["rules", "show", "R4.9"], ["'R4.9'", "R4."]),
        (["rules", "show", "bleeding_los"], ["'bleeding_los'", "'bleeding_loss'"]),
        (["rules", "show", "stances.sped"], ["'stances.sped'", "stances.speed"]),
        (["rules", "show", "a b"], ["'a b'"]),
        (["rules", "diff", "zodiak"], ["'zodiak'"]),
        (["rules", "diff", "simple-vs-complex", "zodiac"], ["'simple-vs-complex'", "--variant"]),
        (["rules", "diff", "--variant", "x"], ["--variant", "--study"]),
        (["rules", "diff", "--study", "stances", "--variant", "x"], ["--variant", "'x'"]),
        (["rules", "check", "none.toml"], ["none.toml", "no such file"]),
        (["rules", "check"], ["FILE"]),
    ],
    ids=" ".join,
)
def test_wrong_arguments_are_refused_by_name(arguments, words, capsys):
    assert_refused(call(capsys, *arguments), *words)


def test_wrong_house_rules_are_refused_by_name(tmp_path, capsys):
    path = study_file(tmp_path, "disarm_chance = 160\n", "house.toml")
    for arguments in (["check", path], ["diff", path], ["show", path]):
        assert_refused(call(capsys, "rules", *arguments), path, "disarm_chance", "160", "100 or less")


def test_house_rules_in_a_ring_are_refused(tmp_path, capsys):
    study_file(tmp_path, 'base = "b.toml"\n', "a.toml")
    path = study_file(tmp_path, 'base = "a.toml"\n', "b.toml")
    assert_refused(call(capsys, "rules", "check", path), "base", "names itself")


@pytest.mark.parametrize("command", ["run", "report"])
@pytest.mark.parametrize(
    ("folder", "words"), [("file", "is a file"), ("file/deeper", "cannot be written"), ("taken", "holds other things")]
)
def test_a_folder_that_cannot_be_written_is_refused_before_the_duels(
    command, folder, words, tmp_path, capsys, monkeypatch
):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "notes.txt").write_text("mine", encoding="utf-8")
    monkeypatch.setattr("zodiac_sim.lab.workers.fight", lambda *_: pytest.fail("duels were fought"))
    path = study_file(tmp_path)
    assert_refused(call(capsys, command, path, "--out", str(tmp_path / folder)), str(tmp_path / folder), words)
    assert (tmp_path / "taken" / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_the_folder_one_is_in_is_not_taken_away(tmp_path, capsys, monkeypatch):
    (tmp_path / "here").mkdir()
    path = study_file(tmp_path)
    monkeypatch.chdir(tmp_path / "here")
    assert_refused(call(capsys, "report", path, "--out", "."), ".", "you are in")
    assert (tmp_path / "here").samefile(".")


@pytest.mark.parametrize("command", ["run", "report"])
def test_a_folder_that_is_gone_is_told_in_a_line(command, tmp_path, capsys, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert_refused(call(capsys, command, "stances", "--out", "x"), "x", "cannot be written")
    monkeypatch.chdir(tmp_path)


def test_new_does_not_overwrite(tmp_path, capsys):
    path = study_file(tmp_path, "mine")
    assert_refused(call(capsys, "new", path), path, "--force")
    assert (tmp_path / "study.toml").read_text(encoding="utf-8") == "mine"
    assert_refused(call(capsys, "new", str(tmp_path / "no" / "where.toml")), "where.toml", "cannot be written")
    assert_refused(call(capsys, "new", str(tmp_path), "--force"), "cannot be written")


def wounded_at(parts, percent):
    """Rules under which each of some locations leaves a share of Evade and skill."""
    names = [f"part {number}" for number in range(parts)]
    rows = ", ".join(f'{{ rolls = {number + 1}, location = "{name}" }}' for number, name in enumerate(names))
    tables = "".join(f'[simple_table."{name}"]\n{percent} = 37\n' for name in names)
    complex_tables = "".join(f'[complex_tables."{name}"]\ndie = 1\nrows = [{{ rolls = 1 }}]\n' for name in names)
    body = "".join(f'[locations.body."{name}"]\n' for name in names)
    return f'criticals = "simple"\n[locations]\ndie = {parts}\nrows = [{rows}]\n{body}{tables}{complex_tables}'


def test_percentages_that_multiply_beyond_exact_numbers_are_refused_with_their_file(tmp_path, capsys):
    """Twelve locations of 37 % can lie on one another; 100¹² is more than 64 bits hold."""
    path = tmp_path / "many.toml"
    path.write_text(wounded_at(12, "evade_percent"), encoding="utf-8")
    done = call(capsys, "rules", "check", str(path))
    assert (done.code, done.out) == (2, "")
    assert "many.toml" in done.err and "change evade at once multiply beyond exact numbers" in done.err


@pytest.mark.parametrize("status", ["curse = 37", 'darkness = "relative"\ndarkness_relative = 37'])
def test_percentages_of_statuses_are_among_those_that_multiply(tmp_path, capsys, status):
    """Of nine locations 100⁹ still fits, of a Curse of 50 % besides too; a tenth factor of 37 % is too much (R9.3)."""
    path = tmp_path / "many.toml"
    for own, code in (("", 0), (status, 2)):
        path.write_text(f"{own}\n{wounded_at(9, 'accuracy_percent')}", encoding="utf-8")
        done = call(capsys, "rules", "check", str(path))
        assert done.code == code
    assert "change accuracy at once multiply beyond exact numbers" in done.err


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("\n".join(f"[stances.s{n}]" for n in range(252)), "stances must hold 1..255 stances, not 256"),
        (
            "\n".join(f"[locations.body.b{n}]" for n in range(295)),
            "body must have at most 300 parts, sides counted, not 301",
        ),
    ],
)
def test_more_stances_or_parts_than_the_engine_numbers_are_refused(rules, told, tmp_path, capsys):
    path = tmp_path / "many.toml"
    path.write_text(rules, encoding="utf-8")
    done = call(capsys, "rules", "check", str(path))
    assert (done.code, done.out) == (2, "")
    assert "many.toml" in done.err and told in done.err
