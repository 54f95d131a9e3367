"""A duel told blow by blow: which one, in which words, and under which names."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import pytest

from zodiac_sim.engine import events, magic_events
from zodiac_sim.engine.reference import play_duel
from zodiac_sim.errors import InputError
from zodiac_sim.lab.trace import Trace, trace
from zodiac_sim.rules.clauses import clauses
from zodiac_sim.study.study import Study, load_study, make_study

EVERYTHING = [
    {"do": "recover"},
    {"do": "bind", "when": {"bleeding_at_least": "major"}},
    *(
        {"do": do, "chance": 0.15}
        for do in ("guard", "parry", "dodge", "bash", "disarm", "stance:speed", "stance:neutral")
    ),
    {"do": "attack"},
]
BUSY = {"hp": 70, "skill": 80, "luck": 60, "strength": 4, "agility": 9, "speed": 5, "policy": EVERYTHING}
CARRIED = {"weapon": {"name": "Blade", "dice": "1d8"}, "shield": {"name": "Buckler", "evade": 10}}
MAGICAL = [
    {"do": "draw_cast:poison", "chance": 0.15},
    {"do": "draw", "chance": 0.2},
    *(
        {"do": do, "chance": 0.25}
        for do in (
            "limit",
            "item:potion",
            "item:remedy",
            "cast:holy",
            "cast:regen",
            "cast:cure",
            "cast:silence",
            "guard",
        )
    ),
    {"do": "attack"},
]
FANG = {
    "name": "Fang",
    "dice": "1d8",
    "statuses": {
        name: {"chance": 12, "turns": 3}
        for name in ("berserk", "sleep", "confuse", "poison", "darkness", "curse", "zombie", "break")
    },
}
MAGE = {
    **BUSY,
    "magic": 3,
    "spell_lore": 50,
    "draw": 80,
    "mp": 60,
    "weapon": FANG,
    "spells": ["holy", "regen", "cure", "silence"],
    "stock": {"cure": 1},
    "items": {"potion": 3, "remedy": 2},
    "policy": MAGICAL,
}
METHODS = [(c, b) for c in ("double", "simple", "complex") for b in ("none", "injury", "critical")]


def study_of(a: str = "Wedge", b: str = "worm", **options: object) -> Study:
    fighters = {name: {**BUSY, **CARRIED, "statuses": {"regen": {"turns": 2}}} for name in (a, b)}
    return make_study({"seed": 3, "fighters": fighters, "matchups": [{"a": a, "b": b}], **options})


def test_a_trace_is_the_duel_of_the_run():
    study = study_of()
    told = trace(study, duel=17)
    assert told.outcome == play_duel(study.scenarios[0], 3, 17)
    assert (
        list(told.lines()) == list(trace(study, duel=17, seed=3).lines()) != list(trace(study, duel=17, seed=4).lines())
    )


@pytest.mark.parametrize(("criticals", "bleeding"), METHODS)
def test_every_event_has_words_and_every_clause_exists(criticals, bleeding):
    """All maneuvers, methods and statuses appear within a few duels."""
    study = study_of(rules={"criticals": criticals, "bleeding": bleeding})
    known = {clause.number for clause in clauses()}
    for duel in range(10):
        head, *lines = trace(study, duel=duel).lines()
        assert head == f"Wedge against worm, base, duel {duel}, seed 3"
        for line in lines:
            cited = re.search(r"  \[(R[\d.b, R]+)\]$", line)
            assert cited or line.startswith("Round "), line
            assert cited is None or set(cited[1].split(", ")) <= known


@cache
def magical_duels() -> tuple[Trace, ...]:
    """Duels in which everything of R9 happens."""
    study = make_study(
        {
            "seed": 9,
            "rules": {"criticals": "complex", "bleeding": "critical", "limit_full": 25},
            "fighters": {"Wedge": {**MAGE, "statuses": {"zombie": {"turns": 4}}}, "worm": MAGE},
            "matchups": [{"a": "Wedge", "b": "worm", "surprised": "b", "draw_source": ["fire", "poison", "cure"]}],
        }
    )
    return tuple(trace(study, duel=duel) for duel in range(60))


def test_everything_that_can_happen_is_told_with_its_clauses():
    """No kind of event is missing from these duels, and none stands without words."""
    known = {clause.number for clause in clauses()}
    happened = {type(event) for told in magical_duels() for event in told.events}
    kinds = {
        kind
        for module in (events, magic_events)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, events.Event) and kind not in (events.Event, events.Result)
    }
    maneuvers = {events.StanceTaken, events.Recovered, events.Bound, events.DisarmTried, events.Passed}
    assert kinds - happened <= maneuvers
    for told in magical_duels():
        for line in list(told.lines())[1:]:
            cited = re.search(r"  \[(R[\d.b, R]+)\]$", line)
            assert cited or line.startswith("Round "), line
            assert cited is None or set(cited[1].split(", ")) <= known


@pytest.mark.parametrize(
    "words",
    [
        r"  initiative: Wedge .*; Wedge acts first; surprised: worm  \[R1\.1, R9\.1\]",
        r"  initiative: .* \d+ \+ 5 - 2 declared = \d+.*  \[R1\.1(, R1\.2)?\]",
        r"  worm is surprised no more  \[R9\.1\]",
        r"  Wedge attacks worm .*, a critical hit \(by surprise\)  \[R2\.1, R2\.2, R3\.3\]",
        r"    Wedge: zombie, for 4 turns: is harmed by what heals, healed by poison  \[R9\.7, R9\.5\]",
        r"    silence on worm: \d+ against 60, it takes hold  \[R9\.7\]",
        r"    worm: silence, for 5 turns: neither casts nor draws  \[R9\.7, R9\.2\]",
        r"  worm sleeps and does nothing  \[R9\.2\]",
        r"    worm: sleep ends: the blow brings him to  \[R9\.2\]",
        r"    Wedge: zombie runs out  \[R6\.5\]",
        r"    worm: poison is cured  \[R9\.7\]",
        r"  Wedge is confused: d2 rolls 1, it goes at Wedge  \[R9\.2\]",
        r"  worm is berserk and must attack  \[R9\.2\]",
        r"    damage 1d8 rolls \d, x2 berserk, \+4 Strength = \d+  \[R4\.1, R4\.2, R4\.3\]",
        r"  Wedge pays 5 MP for cure, \d+ are left  \[R9\.10\]",
        r"  worm casts holy on Wedge  \[R9\.10\]",
        r"    harm 5d6 rolls \d( \+ \d){4}, \+3 Magic = \d+  \[R9\.10\]",
        r"    of that x2 holy = \d+  \[R4\.4, R9\.5\]",
        r"    Wedge is a Zombie: what heals harms  \[R9\.5\]",
        r"  worm declares draw_cast:poison  \[R1\.1, R9\.8\]",
        r"  worm draws: Spell Lore \d+ against 50, d3 rolls \d: \w+  \[R9\.8\]",
        r"    draw \d+ against 70, it comes  \[R9\.8\]",
        r"    1d4\+1 rolls \d \+ 1: \d \w+ drawn  \[R9\.8\]",
        r"  end of worm's turn: .*-\d+ poison \(1d6 rolls \d.*\): \d+ -> \d+ HP  \[R6\.5, R9\.4\]",
        r"    Wedge's Limit Meter is full: \d+ HP lost to attacks  \[R9\.9\]",
        r"  Wedge empties the Limit Meter of \d+ for a Limit  \[R9\.9\]",
        r"    damage 1d8 rolls \d, \+4 Strength = \d+, (x2, |x3, )?x3 Limit = \d+  \[R4\.1, R4\.2, R4\.3\]",
        r"    worm is broken and out of the fight  \[R9\.2\]",
        r"  Wedge (still bleeds, )?is poisoned and nobody is left to help: dead  \[R9\.6\]",
    ],
)
def test_what_happens_reads_as_at_the_table(words):
    assert any(re.fullmatch(words, line) for told in magical_duels() for line in told.lines())


def test_hp_follow_from_what_is_told_with_magic_too():
    for told in magical_duels():
        hp = {"Wedge": 70, "worm": 70}
        for line in told.lines():
            if found := re.search(r"(Wedge|worm).* (\d+) -> (\d+) HP", line):
                assert hp[found[1]] == int(found[2]), line
                hp[found[1]] = int(found[3])
        for fighter, left in zip(told.outcome.fighters, hp.values(), strict=True):
            lost = fighter.attack_damage + fighter.bleeding_damage + fighter.other_damage
            assert fighter.hp_left == left == 70 - lost + fighter.healed


@pytest.mark.parametrize(
    ("b", "end"),
    [({}, "a wins before the first round"), ({"break": {}}, "A draw before the first round: nobody is left standing")],
)
def test_who_starts_broken_is_told_before_the_first_round(b, end):
    broken = {"a": {**BUSY, "statuses": b}, "b": {**BUSY, "statuses": {"break": {}}}}
    lines = list(trace(make_study({"seed": 1, "fighters": broken, "matchups": [{"a": "a", "b": "b"}]})).lines())
    assert lines[-1] == f"{end}  [R1.4]"


@pytest.mark.parametrize(("criticals", "bleeding"), METHODS)
def test_the_told_hp_are_those_of_the_outcome(criticals, bleeding):
    """Each change starts where the last one of that fighter ended, and the last one ends at his HP left."""
    study = study_of(rules={"criticals": criticals, "bleeding": bleeding})
    for duel in range(10):
        told = trace(study, duel=duel)
        hp = {"Wedge": 70, "worm": 70}
        for line in told.lines():
            if found := re.search(r"(Wedge|worm).*?(\d+) -> (\d+) HP", line):
                name, before, after = found[1], int(found[2]), int(found[3])
                assert hp[name] == before
                hp[name] = after
        assert list(hp.values()) == [fighter.hp_left for fighter in told.outcome.fighters]
        for fighter in told.outcome.fighters:
            lost = fighter.attack_damage + fighter.bleeding_damage
            assert fighter.hp_left == 70 - lost + fighter.healed


def test_a_critical_reads_as_at_the_table():
    """Both fighters hit with 80 % and no Evade, so the first critical of some duel is at hand."""
    study = study_of(rules={"criticals": "complex"})
    lines = [line for duel in range(20) for line in trace(study, duel=duel).lines()]
    told = next(n for n, line in enumerate(lines) if "a critical hit" in line)
    assert re.fullmatch(
        r"  (\w+) (attacks|bashes) (\w+) \(Skill \d+ - Evade \d+\): \d+ against \d+, a critical hit \(from \d+\)"
        r"  \[R2\.1, R2\.2, R3\.1\]",
        lines[told],
    )
    assert re.fullmatch(r"    place d12 rolls \d+(, side \d)?: the [a-z ]+  \[R5\.1\]", lines[told + 1])
    assert re.fullmatch(r"    \w+ d12 rolls \d+ \(row [\d-]+\): .+  \[R5\.3\]", lines[told + 2])


NAMES = ["Zoë 🐉", 'Q"uote', "<script>", "a|b$", "👩‍🚀", "x" * 300]


@pytest.mark.parametrize("name", NAMES)
def test_names_survive_whole(name):
    lines = list(trace(study_of(name)).lines())
    assert lines[0].startswith(f"{name} against worm")
    assert sum(name in line for line in lines) > 3


@pytest.mark.parametrize(("name", "escaped"), [("a\nb", r"a\nb"), ("\x1b[31m", r"\x1b[31m"), ("\u2028", r"\u2028")])
def test_a_name_that_would_break_a_line_is_escaped(name, escaped):
    lines = list(trace(study_of(name)).lines())
    assert lines[0].startswith(escaped)
    assert all(unicodedata.category(c) not in ("Cc", "Zl", "Zp") for line in lines for c in line)


def test_a_mirror_match_tells_the_two_apart():
    lines = list(trace(study_of("nurse", "nurse")).lines())
    assert lines[0] == "nurse (a) against nurse (b), base, duel 0, seed 3"
    assert re.search(r"nurse \([ab]\) acts first|act at the same moment", lines[4])


def test_fighters_without_a_name_are_told_by_their_side():
    study = make_study({"seed": 1, "fighters": {"x": {**BUSY, "name": ""}}, "matchups": [{"a": "x", "b": "x"}]})
    assert next(iter(trace(study).lines())).startswith("(a) against (b)")


def test_the_variant_and_the_matchup_are_chosen():
    study = study_of(variants=[{"name": "plain"}, {"name": "hard", "set": {"rules.criticals": "complex"}}])
    assert trace(study).scenario.variant == "plain"
    assert trace(study, variant="hard").scenario.rules.criticals == "complex"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variant": "bse"}, "variant: no variant 'bse'; this study has 'base' (did you mean 'base'?)"),
        ({"matchup": 1}, "matchup: 1 must be a whole number within 0..0"),
        ({"duel": -1}, "duel: -1 must be a whole number within 0..999999999999"),
        ({"duel": 1.5}, "duel: 1.5 must be a whole number within 0..999999999999"),
        ({"seed": -3}, f"seed: -3 must be a whole number within 0..{2**63 - 1}"),
    ],
)
def test_what_does_not_exist_is_named(options, message):
    with pytest.raises(InputError) as error:
        trace(study_of(), **options)
    assert str(error.value) == message


def test_without_any_seed_the_run_is_unknown():
    data = study_of().model_dump(exclude_unset=True)
    with pytest.raises(InputError, match="names no seed"):
        trace(make_study({key: value for key, value in data.items() if key != "seed"}))


def test_a_variant_of_a_grid_answers_to_its_short_name():
    short = trace(load_study("stances"), variant="red stance speed, blue stance neutral")
    assert short.scenario.variant == "fighters.red.stance=speed, fighters.blue.stance=neutral"
    assert short == trace(load_study("stances"), variant=short.scenario.variant)
    with pytest.raises(InputError, match="did you mean 'red stance speed, blue stance neutral'"):
        trace(load_study("stances"), variant="red stance sped, blue stance neutral")
