"""The results of a group of the readable twin put into effect: own ones, then aid, then harm, by seat (R1.2b)."""

from __future__ import annotations

from zodiac_sim.engine import events, magic_events
from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.engine.events import Blow, Critical, DisarmTried, Result
from zodiac_sim.engine.magic_events import PowerUsed
from zodiac_sim.engine.reference_state import ATTACK, BREAK, RECOVERY, UNCONSCIOUS, Combatant
from zodiac_sim.engine.reference_statuses import bring, cure, wake
from zodiac_sim.engine.reference_table import Table
from zodiac_sim.rules.model import Effect, Item

OWN, AID, HARM = range(3)


def step_of(result: Result) -> int:
    """In which step a result takes effect; a blow at oneself is harm (R1.2b)."""
    match result:
        case PowerUsed():
            return HARM if result.power.kind == "harm" else AID
        case Blow() | DisarmTried():
            return HARM
        case _:
            return OWN


def put_into_effect(table: Table, results: list[Result]) -> None:
    """Put all results of a group into effect; whoever is broken then is out of the fight (R1.2b, R9.2)."""
    for result in sorted(results, key=lambda result: (step_of(result), result.seat)):
        match result:
            case Blow():
                if result.landed:
                    strike_home(table, table.by_seat[result.target], result)
            case DisarmTried(_, target, check):
                if check.passed:
                    lose_item(table, table.by_seat[target], "weapon")
            case PowerUsed():
                work(table, table.by_seat[result.target], result)
            case _:
                change_oneself(table.by_seat[result.seat], result)
    take_out_the_broken(table)


def change_oneself(fighter: Combatant, result: Result) -> None:
    """What an action changes in the one who acts."""
    match result:
        case events.Maneuver(_, maneuver):
            fighter.maneuver = maneuver
        case events.StanceTaken(_, _, stance):
            fighter.take_stance(stance)
        case events.Recovered(_, item):
            fighter.held.add(item)
        case events.Bound(_, part, _, level):
            fighter.levels[part], fighter.bound = level, True
            fighter.record.binds += 1
        case magic_events.Paid(_, "mp", _, _, after):
            fighter.mp = after
        case magic_events.Paid(_, "stock", name, _, after):
            fighter.stock[name] = after
        case magic_events.Paid(_, "items", name, _, after):
            fighter.items[name] = after
        case magic_events.MeterSpent():
            fighter.meter = 0
        case magic_events.Drew():
            fighter.stock[result.spell] = fighter.stock.get(result.spell, 0) + result.gained


def strike_home(table: Table, foe: Combatant, blow: Blow) -> None:
    """A blow that landed: damage, wounds, stun, marks, waking, meter, statuses (R4.6, R5, R6.2, R9.2, R9.7)."""
    assert blow.damage is not None
    effect = blow.critical.effect if blow.critical else None
    knocked_out = effect is not None and effect.unconscious
    before = foe.hp
    lost = take_attack(foe, before if knocked_out else blow.damage.taken)
    table.say(events.HpLost, foe.seat, before, foe.hp)
    if blow.critical and effect:
        wound(table, foe, blow.critical, effect)
    if (effect and effect.stun) or (blow.stun and blow.stun.passed):
        foe.stunned = True
        table.say(events.Stunned, foe.seat)
    cross_marks(table, foe, before)
    if lost:
        wake(table, foe)
    fill_meter(table, foe, lost)
    bring(table, foe, blow.brings, blow.seat)
    if before and not foe.hp:
        fell(table, foe, UNCONSCIOUS if knocked_out else ATTACK)


def work(table: Table, target: Combatant, used: PowerUsed) -> None:
    """A spell or an item at work: its HP, then its cures, then its statuses (R6.8, R9.7, R9.10)."""
    before, cause = target.hp, ATTACK
    if used.amount is not None:
        if used.power.kind == "harm":
            harm(table, target, used.amount.total)
        else:
            cause = RECOVERY
            mend(table, target, used.amount.total, harms=used.reversed_)
    for name in used.power.cures:
        cure(table, target, name)
    bring(table, target, used.power.statuses, used.seat, magic=used.poison)
    if before and not target.hp:
        fell(table, target, cause)


def harm(table: Table, target: Combatant, amount: int) -> None:
    """Take HP by a spell or an item: attack damage that wakes nobody (R9.2, R9.10)."""
    before = target.hp
    lost = take_attack(target, amount)
    table.say(events.Harmed, target.seat, before, target.hp)
    cross_marks(table, target, before)
    fill_meter(table, target, lost)


def mend(table: Table, target: Combatant, amount: int, *, harms: bool) -> None:
    """Give HP back, or take them from a Zombie; then all bleeding is one level less (R6.8, R9.5)."""
    before, record = target.hp, target.record
    if harms:
        target.hp -= min(amount, before)
        record.other_damage += before - target.hp
    else:
        target.hp = min(target.fighter.hp, before + amount)
        record.healed += target.hp - before
    table.say(events.Healed, target.seat, before, target.hp)
    cross_marks(table, target, before)
    ease_bleeding(table, target, "R6.8")


def take_attack(target: Combatant, amount: int) -> int:
    """Take HP by an attack, up to what is left; return what was lost (R4.6)."""
    lost = min(target.hp, amount)
    target.hp -= lost
    target.record.attack_damage += lost
    return lost


def fill_meter(table: Table, target: Combatant, lost: int) -> None:
    """Add HP lost to an attack to the Limit Meter, which fills under a Curse too (R9.9)."""
    ready = target.limit_ready
    target.meter += lost
    if target.hp and target.limit_ready and not ready and "limit" in target.sheet.words:
        table.say(magic_events.MeterFull, target.seat, target.meter)


def wound(table: Table, foe: Combatant, critical: Critical, effect: Effect) -> None:
    """Give a part of the body the lasting effects of a critical (R5.3 to R5.5, R6.3)."""
    if foe.suffer(critical.part, critical.row):
        table.say(events.Wounded, foe.seat, critical.part, effect)
        held_there = foe.sheet.holds[critical.part]
        if effect.unusable and held_there:
            foe.useless.add(held_there)
            lose_item(table, foe, held_there, for_good=True)
    if critical.drops:
        lose_item(table, foe, critical.drops)
    if table.rules.bleeding == "critical" and effect.bleeding:
        level = table.rules.levels.index(effect.bleeding) + 1
        set_bleeding(table, foe, critical.part, max(level, foe.levels[critical.part]), "R6.3")


def lose_item(table: Table, fighter: Combatant, item: Item, *, for_good: bool = False) -> None:
    """Take an item out of the hand that holds it (R5.5)."""
    if item in fighter.held or for_good:
        table.say(events.Dropped, fighter.seat, item, for_good)
    fighter.held.discard(item)


def set_bleeding(table: Table, fighter: Combatant, part: int, level: int, clause: str) -> None:
    """Set the bleeding level of a part, or of the body where it is one."""
    before = fighter.levels[part]
    fighter.levels[part] = level
    if level != before:
        table.say(events.BleedingChanged, fighter.seat, part, before, level, clause)


def ease_bleeding(table: Table, fighter: Combatant, clause: str) -> None:
    """Lower bleeding by one level at every location (R6.5, R6.8)."""
    for part, level in enumerate(fighter.levels):
        set_bleeding(table, fighter, part, max(0, level - 1), clause)


def cross_marks(table: Table, fighter: Combatant, before: int) -> None:
    """Start, worsen or ease bleeding by injury after HP changed (R6.2)."""
    rules = table.rules
    if rules.bleeding == "injury" and fighter.hp != before and (fighter.hp or rules.ko_bleeds):
        level = rule.injury_level(fighter.levels[0], before, fighter.hp, fighter.fighter.hp, rules)
        set_bleeding(table, fighter, 0, level, "R6.2")


def fell(table: Table, fighter: Combatant, cause: str) -> None:
    """Record what brought a fighter to 0 HP."""
    fighter.record.cause = cause
    table.say(events.Fell, fighter.seat, cause)


def take_out_the_broken(table: Table) -> None:
    """Take whoever is broken, and not at 0 HP, out of the fight: no KO, and never a death (R9.2)."""
    for fighter in table.fighters:
        if "break" in fighter.statuses and fighter.hp and fighter.record.cause != BREAK:
            fighter.record.cause = BREAK
            table.say(magic_events.Broken, fighter.seat)
