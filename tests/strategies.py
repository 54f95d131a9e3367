"""Studies drawn by hypothesis: plain data, as a file would hold it, at the edges of what the rules allow.

Whatever is drawn is a usable study. Rules are changed by the ``set`` of its only variant, which replaces tables whole.
Surprise, statuses, spells, items, Draw and the Limit Meter appear only where ``magic`` asks for them.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from zodiac_sim.rules.loading import load_ruleset
from zodiac_sim.rules.magic import STATUSES
from zodiac_sim.study.fighter import ACTIONS, AT_ANYBODY, AT_ENEMIES, When
from zodiac_sim.study.presets import policy_presets
from zodiac_sim.study.study import Scenario, Study, make_study

Data = dict[str, Any]

ZODIAC = load_ruleset("zodiac")
LEVELS, STANCES = ZODIAC.levels, tuple(ZODIAC.stances)
MOST_ROUNDS = 30

PERCENTS = st.sampled_from([100, 100, 100, 50, 0, 10, 25, 75, 90])
CHANCES = st.sampled_from([0, 1, 40, 60, 99, 100])
FACTORS = st.sampled_from([100, 0, 1, 33, 50, 67, 120, 1000])
SHARES = st.sampled_from([0, 0.1, 0.25, 0.333, 0.5, 0.75, 0.999, 1])
HP = st.integers(20, 80) | st.integers(3, 200) | st.sampled_from([1, 2, 99, 30_000])
SKILL = st.integers(50, 100) | st.integers(50, 100) | st.sampled_from([-100, 0, 100, 500])
STATS = {
    name: st.integers(0, usual) | st.integers(0, usual) | st.sampled_from([0, 255])
    for name, usual in {"evade": 20, "luck": 80, "strength": 20, "vitality": 9, "speed": 5, "agility": 50}.items()
}
POINTS = st.integers(0, 120) | st.integers(0, 120) | st.sampled_from([-500, -1, 0, 500])
MAGIC_STATS: dict[str, st.SearchStrategy[Any]] = {
    "magic": st.integers(0, 12) | st.sampled_from([0, 255]),
    "spell_lore": st.integers(0, 100) | st.sampled_from([0, 1, 99, 255]),
    "draw": POINTS,
    "gf_bonus": st.just(0) | POINTS,
    "mp": st.integers(5, 60) | st.integers(5, 60) | st.sampled_from([0, 1, 30_000]),
}
DICE = st.sampled_from(["1d1", "1d8", "d6-3", "2d6", "3d4+2", "2d8-9", "1d12+100", "12d6", "1d1000", "5d3-1000"])

SWITCHES: dict[str, st.SearchStrategy[Any]] = {
    "criticals": st.sampled_from(["double", "simple", "complex", "complex"]),
    "bleeding": st.sampled_from(["none", "injury", "critical", "critical"]),
    "hit_on_equal": st.booleans(),
    "ko_bleeds": st.booleans(),
    "dodge": st.sampled_from(["relative", "flat"]),
}
MAGIC_SWITCHES: dict[str, st.SearchStrategy[Any]] = {"darkness": st.sampled_from(["flat", "relative"])}
NUMBERS: dict[str, st.SearchStrategy[Any]] = {
    "initiative_die": st.sampled_from([1, 2, 4, 1000]),
    "min_hit_chance": st.sampled_from([0, 1, 30]),
    "max_hit_chance": st.sampled_from([30, 95, 99]),
    "luck_divisor": st.sampled_from([1, 3, 7, 255]),
    "critical_multiplier": st.sampled_from([0, 1, 3, 100]),
    "min_damage": st.sampled_from([0, 2, 1000]),
    "unarmed_dice": DICE,
    "regen_gain": st.sampled_from([0, 1, 3, 100]),
    "parry_base": st.sampled_from([-1000, 0, 99, 1000]),
    "dodge_bonus": st.sampled_from([0, 1, 33, 1000]),
    "disarm_chance": CHANCES,
    "guard_damage": FACTORS,
    "bash_damage": FACTORS,
    "bash_stun_chance": CHANCES,
    "agility_drives": st.sampled_from([[], ["speed"], ["evade"], ["evade", "speed"]]),
    "bleeding_loss": st.sampled_from(
        [
            {"minor": 1, "major": 2, "severe": 3},
            {"minor": 5, "major": 50, "severe": 100},
            {"minor": 3, "major": 7, "severe": 15, "mortal": 40},
        ]
    ),
    "injury_thresholds": st.sampled_from(
        [
            {},
            {"severe": 40},
            {"minor": 90, "severe": 10},
            {"minor": 100, "major": 50, "severe": 0},
            {"minor": 67, "major": 34, "severe": 33},
        ]
    ),
    "stances": st.fixed_dictionaries(
        {
            name: st.fixed_dictionaries(
                {}, optional={"damage_dealt": FACTORS, "damage_taken": FACTORS, "agility": FACTORS}
            )
            for name in STANCES
        }
    ),
}
MAGIC_NUMBERS: dict[str, st.SearchStrategy[Any]] = {
    "berserk_factor": st.sampled_from([0, 1, 3, 100]),
    "darkness_penalty": st.sampled_from([0, 1, 50, 1000]),
    "darkness_relative": CHANCES,
    "curse": st.sampled_from([0, 1, 33, 99, 100]),
    "poison_dice": DICE,
    "poison_least": st.sampled_from([0, 3, 1000]),
    "holy_factor": st.sampled_from([0, 1, 3, 100]),
    "draw_cap": CHANCES,
    "draw_level_cost": st.sampled_from([0, 1, 255]),
    "draw_dice": DICE,
    "draw_cast_initiative": st.sampled_from([-1000, -1, 0, 3, 1000]),
    "limit_full": st.sampled_from([0, 1, 25, 25, 67, 1000]),
    "limit_multiplier": st.sampled_from([0, 1, 2, 100]),
}

BODY = {
    "leg": {"sides": ["left", "right"]},
    "arm": {"sides": ["left", "right"], "holds": {"left": "shield", "right": "weapon"}},
    "torso": {},
    "head": {},
}
BODIES: list[Data] = [
    BODY,
    {**BODY, "tail": {}},
    {"tail": {"sides": ["upper", "middle", "tip"], "holds": {"tip": "weapon", "upper": "weapon"}}, **BODY},
    {"arm": {"sides": ["a", "b", "c", "d"], "holds": {"a": "weapon", "b": "shield", "d": "shield"}}, "trunk": {}},
    {"all over": {}},
]


@st.composite
def spans(draw: st.DrawFn, die: int) -> list[list[int]]:
    """Ranges that cover 1..die in order."""
    if die == 1:
        return [[1, 1]]
    ends = [*sorted(draw(st.sets(st.integers(1, die - 1), max_size=6))), die]
    return [[low + 1, high] for low, high in zip([0, *ends], ends, strict=False)]


def effects(*, holds: bool) -> st.SearchStrategy[Data]:
    """What a row does; only where something is held can it drop."""
    optional: dict[str, st.SearchStrategy[Any]] = {
        "damage": st.sampled_from([0, 2, 3, 100]),
        "bleeding": st.sampled_from(LEVELS),
        "stun": st.booleans(),
        "unconscious": st.sampled_from([False, False, False, True]),
        "unusable": st.booleans(),
        "accuracy": st.sampled_from([-15, -1, -1000]),
        "accuracy_percent": PERCENTS,
        "evade": st.sampled_from([-15, -1, -1000]),
        "evade_percent": PERCENTS,
        "evade_zero": st.sampled_from([False, False, True]),
        "speed": st.sampled_from([0, 1, 7, 255]),
        "speed_percent": PERCENTS,
    }
    if holds:
        optional["drop"] = st.booleans()
    return st.fixed_dictionaries({}, optional=optional)


@st.composite
def tables(draw: st.DrawFn, *, holds: bool) -> Data:
    """A critical table of a location on a die of its own."""
    die = draw(st.sampled_from([1, 2, 6, 12, 20]))
    return {"die": die, "rows": [{"rolls": span, **draw(effects(holds=holds))} for span in draw(spans(die))]}


@st.composite
def bodies(draw: st.DrawFn) -> Data:
    """Rules of a whole body: its locations, how they are hit, and what happens there under either method."""
    body = draw(st.sampled_from(BODIES))
    names = list(body)
    die = draw(st.sampled_from([1, 3, 12, 20]))
    rows = [{"rolls": span, "location": draw(st.sampled_from(names))} for span in draw(spans(die))]
    holds = {name: bool(body[name].get("holds")) for name in names}
    return {
        "locations": {"die": die, "rows": rows, "body": body},
        "simple_table": {name: draw(effects(holds=holds[name])) for name in names},
        "complex_tables": {name: draw(tables(holds=holds[name])) for name in names},
    }


SPELLS = ("cure", "fire", "Flüch & Co.", "life")
ITEMS = ("potion", "bomb", "phœnix")
TURNS = st.sampled_from([None, None, 0, 1, 2, 3])


@st.composite
def statuses_brought(draw: st.DrawFn, *, magic: bool) -> Data:
    """Statuses that a hit, a spell or an item brings; only the poison of weapons and items has a Magic of its own."""
    brought: Data = {}
    if magic and draw(st.booleans()):
        turns = draw(st.integers(1, 3))
        return {name: {"chance": 15, "turns": turns} for name in STATUSES if name != "break"}
    for name in draw(st.lists(st.sampled_from(STATUSES), max_size=3, unique=True)):
        turns = draw(TURNS)
        brought[name] = {"chance": draw(CHANCES)} | ({} if turns is None else {"turns": turns})
        if magic and name == "poison":
            brought[name] |= draw(st.sampled_from([{}, {"magic": 0}, {"magic": 3}, {"magic": 255}]))
    return brought


@st.composite
def powers(draw: st.DrawFn, *, kind: str | None = None, spell: bool) -> Data:
    """A spell or an item: harm or aid, with or without dice, statuses and cures."""
    power: Data = {
        "kind": kind or draw(st.sampled_from(["harm", "aid"])),
        "resisted": draw(st.booleans()),
        "element": draw(st.sampled_from(["", "fire", "holy", "holy"])),
        "statuses": draw(statuses_brought(magic=not spell)),
        "cures": draw(st.lists(st.sampled_from(STATUSES), max_size=4, unique=True)),
    }
    if draw(st.sampled_from([True, True, False])):
        power["dice"] = draw(DICE)
    if power["kind"] == "aid":
        power["revives"] = draw(st.sampled_from([False, False, False, True]))
    if spell:
        power["level"] = draw(st.integers(0, 5) | st.sampled_from([0, 100]))
        power["mp"] = draw(st.integers(0, 12) | st.sampled_from([0, 30_000]))
        power["adds_magic"] = draw(st.booleans())
    return power


@st.composite
def magic_rules(draw: st.DrawFn) -> Data:
    """Changes to what the ruleset says of statuses, spells, items, Draw and the Limit Meter."""
    changes: Data = {name: draw(switch) for name, switch in MAGIC_SWITCHES.items()}
    for name in draw(st.lists(st.sampled_from(sorted(MAGIC_NUMBERS)), max_size=4, unique=True)):
        changes[name] = draw(MAGIC_NUMBERS[name])
    kinds = ["aid", "harm", None, None]  # the first of each sort is an aid
    changes["spells"] = {name: draw(powers(kind=kind, spell=True)) for name, kind in zip(SPELLS, kinds, strict=True)}
    kinds = ["aid", "harm", None]
    changes["items"] = {name: draw(powers(kind=kind, spell=False)) for name, kind in zip(ITEMS, kinds, strict=True)}
    return changes


@st.composite
def rules(draw: st.DrawFn, *, magic: bool = False) -> Data:
    """Changes to the packaged ruleset: all readings of the rules, few rounds, and often edited numbers and tables."""
    changes: Data = {name: draw(switch) for name, switch in SWITCHES.items()}
    changes["max_rounds"] = draw(st.integers(1, MOST_ROUNDS) | st.just(MOST_ROUNDS))
    for name in draw(st.lists(st.sampled_from(sorted(NUMBERS)), max_size=4, unique=True)):
        changes[name] = draw(NUMBERS[name])
    if magic:
        changes |= draw(magic_rules())
    match draw(st.sampled_from(["packaged", "leg", "body"])):
        case "leg":
            changes["complex_tables.leg"] = draw(tables(holds=False))
        case "body":
            changes |= draw(bodies())
    return changes


CONDITIONS: dict[str, st.SearchStrategy[Any]] = {
    "disarmed": st.booleans(),
    "opponent_armed": st.booleans(),
    "opponent_stunned": st.booleans(),
    "hp_below": SHARES,
    "opponent_hp_below": SHARES,
    "bleeding_at_least": st.sampled_from(LEVELS),
    "stance_is": st.sampled_from(STANCES),
    "round_at_least": st.sampled_from([1, 2, 3, 5, 12]),
}
SUPPLIES = st.dictionaries(st.sampled_from(SPELLS), st.sampled_from([0, 1, 2, 5]), max_size=2)
SOME_STATUSES = st.lists(st.sampled_from(STATUSES), min_size=1, max_size=4)
MAGIC_CONDITIONS: dict[str, st.SearchStrategy[Any]] = {
    "mp_at_least": st.sampled_from([0, 1, 10, 40]),
    "mp_below": st.sampled_from([0, 1, 10, 40]),
    "spells_left": SUPPLIES,
    "spells_below": SUPPLIES,
    "has_status": SOME_STATUSES,
    "lacks_status": SOME_STATUSES,
    "opponent_has_status": SOME_STATUSES,
    "opponent_lacks_status": SOME_STATUSES,
}
assert {*CONDITIONS, *MAGIC_CONDITIONS} == set(When.model_fields), "every condition of a policy must be drawn"
MAGIC_WORDS = ("limit", "draw", "draw_cast")
WORDS = ["attack", "recover", "bind", *(f"stance:{name}" for name in STANCES)]
WORDS += [word for word in ACTIONS if ":" not in word and word not in MAGIC_WORDS]
FOR_HIMSELF = ("bind", f"cast:{SPELLS[0]}", f"item:{ITEMS[0]}")  # aids under all rules that are drawn
POWERS = [
    *MAGIC_WORDS,
    *(f"{word}:{name}" for word in ("draw", "draw_cast", "cast", "cast") for name in SPELLS),
    *(f"item:{name}" for name in ITEMS for _ in range(2)),
]


@st.composite
def lines(draw: st.DrawFn, *, words: list[str] = WORDS, magic: bool = False, most_conditions: int = 3) -> Data:
    """A line of a policy: any action, under some conditions, left to chance or not, aimed or not."""
    do = draw(st.sampled_from(words))
    line: Data = {"do": do}
    known = CONDITIONS | (MAGIC_CONDITIONS if magic else {})
    names = draw(st.lists(st.sampled_from(sorted(known)), max_size=most_conditions, unique=True))
    if names:
        line["when"] = {name: draw(known[name]) for name in names}
    chance = draw(st.sampled_from([None, None, 0, 0.25, 0.5, 1]))
    if chance is not None:
        line["chance"] = chance
    word = do.partition(":")[0]
    if word in (*AT_ENEMIES, *AT_ANYBODY) and draw(st.booleans()):
        own = ["self"] if do in ("bind", f"cast:{SPELLS[0]}", f"item:{ITEMS[0]}") else []
        line["target"] = draw(st.sampled_from(["random", "weakest", "strongest", "nearest", *own]))
    return line


@st.composite
def policies(draw: st.DrawFn, *, magic: bool = False) -> Any:
    """A packaged policy or a list of lines; mostly one that attacks in the end."""
    powers: list[Data] = []
    if magic and draw(st.booleans()):
        medley = draw(st.lists(st.sampled_from([*POWERS, *WORDS]), min_size=8, max_size=14))
        return [*({"do": do, "chance": 0.2} for do in medley), {"do": "attack"}]
    if magic:
        most = draw(st.integers(0, 1))
        powers = draw(st.lists(lines(words=POWERS, magic=True, most_conditions=most), min_size=1, max_size=5))
    elif draw(st.sampled_from([False, False, True])):
        return draw(st.sampled_from(sorted(policy_presets())))
    drawn = draw(st.lists(lines(magic=magic), min_size=0 if magic else 1, max_size=6))
    return powers + drawn + [{"do": "attack"}] * draw(st.sampled_from([1, 1, 1, 0]))


@st.composite
def statuses_at_start(draw: st.DrawFn) -> Data:
    """Statuses that a fighter starts with; few start broken, which ends the duel."""
    names = draw(st.lists(st.sampled_from(STATUSES[:-1]), max_size=3, unique=True))
    if draw(st.integers(1, 40)) == 40:
        names.append("break")
    started: Data = {}
    for name in names:
        turns = draw(TURNS)
        started[name] = {} if turns is None else {"turns": turns}
        if name == "poison":
            started[name] |= draw(st.sampled_from([{}, {"magic": 0}, {"magic": 4}, {"magic": 255}]))
    return started


@st.composite
def magicians(draw: st.DrawFn) -> Data:
    """What a fighter has of Magic, spells, items and statuses."""
    fighter: Data = {name: draw(stat) for name, stat in MAGIC_STATS.items()}
    supply = st.sampled_from([0, 1, 2, 1000])
    fighter["spells"] = draw(st.sampled_from([(), SPELLS, SPELLS[:2], SPELLS[2:], SPELLS[:1] * 2]))
    fighter["stock"] = draw(st.dictionaries(st.sampled_from(SPELLS), supply, max_size=3))
    fighter["items"] = draw(st.dictionaries(st.sampled_from(ITEMS), supply, max_size=3))
    if draw(st.booleans()):
        fighter["statuses"] = draw(statuses_at_start())
    return fighter


@st.composite
def fighters(draw: st.DrawFn, *, magic: bool = False) -> Data:
    """A fighter with stats at the edges and ordinary ones, with or without weapon, shield, Regen."""
    fighter: Data = {
        "hp": draw(HP),
        "skill": draw(SKILL),
        "policy": draw(policies(magic=magic)),
        "stance": draw(st.sampled_from(STANCES)),
    }
    for name, stat in STATS.items():
        fighter[name] = draw(stat)
    held = draw(st.sampled_from(["nothing", "weapon", "weapon", "weapon and shield", "shield", "two hands"]))
    if held not in ("nothing", "shield"):
        kind, hands = draw(st.sampled_from(["melee", "melee", "ranged"])), 2 if held == "two hands" else 1
        fighter["weapon"] = {"dice": draw(DICE), "kind": kind, "hands": hands}
        if magic and draw(st.booleans()):
            fighter["weapon"]["statuses"] = draw(statuses_brought(magic=True))
    if "shield" in held:
        fighter["shield"] = {"evade": draw(st.sampled_from([0, 5, 20, 255]))}
    if draw(st.sampled_from([False, False, True])):
        fighter["statuses"] = {"regen": draw(st.sampled_from([{}, {"turns": 0}, {"turns": 1}, {"turns": 3}]))}
    return fighter | (draw(magicians()) if magic else {})


@st.composite
def matchups(draw: st.DrawFn, a: str, b: str, *, magic: bool = False) -> Data:
    """A matchup of two names, with or without surprise and something to draw."""
    matchup: Data = {"a": a, "b": b}
    if magic:
        surprised = draw(st.sampled_from([None, None, "a", "b", "both"]))
        matchup |= {} if surprised is None else {"surprised": surprised}
        matchup["draw_source"] = draw(st.lists(st.sampled_from(SPELLS), min_size=draw(st.integers(0, 2)), max_size=4))
    return matchup


@st.composite
def studies(draw: st.DrawFn, *, most_matchups: int = 3, magic: bool = False) -> Study:
    """A study of some matchups under one ruleset."""
    names = ["ann", "Bér c."]
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names))
    paired = [(names[0], names[1]), *draw(st.lists(pairs, max_size=most_matchups - 1))]
    changes = draw(rules(magic=magic))
    return make_study(
        {
            "fighters": {name: draw(fighters(magic=magic)) for name in names},
            "matchups": [draw(matchups(a, b, magic=magic)) for a, b in paired],
            "variants": [{"name": "drawn", "set": {f"rules.{key}": value for key, value in changes.items()}}],
        }
    )


@st.composite
def scenarios(draw: st.DrawFn, *, magic: bool = False) -> Scenario:
    """One matchup under one ruleset."""
    return draw(studies(most_matchups=1, magic=magic)).scenarios[0]


SEEDS = st.sampled_from([0, 1, 2**63 - 1]) | st.integers(0, 2**63 - 1)
