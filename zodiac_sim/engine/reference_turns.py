"""A turn of the readable twin: its start, its action, and its end (R1.3, R6.5, R9.2)."""

from __future__ import annotations

from zodiac_sim.engine import events, magic_events
from zodiac_sim.engine import reference_powers as powers
from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.engine.events import PoisonRoll, Result
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.reference_blow import disarm, strike
from zodiac_sim.engine.reference_policy import choose, possible
from zodiac_sim.engine.reference_results import cross_marks, ease_bleeding, fell
from zodiac_sim.engine.reference_state import BLEEDING, POISON, RECOVERY, Combatant
from zodiac_sim.engine.reference_statuses import begin_counting, count_down
from zodiac_sim.engine.reference_table import Table
from zodiac_sim.study.fighter import Action


def start(table: Table, fighter: Combatant) -> bool:
    """End surprise and the maneuver of the last turn, use up a stun; return whether there was none (R1.3, R5.7)."""
    if fighter.surprised:
        fighter.surprised = False
        table.say(magic_events.SurpriseOver, fighter.seat)
    if fighter.maneuver:
        table.say(events.ManeuverEnded, fighter.seat, fighter.maneuver)
    fighter.maneuver = None
    begin_counting(fighter)
    if not fighter.stunned:
        return True
    fighter.stunned = False
    fighter.record.stunned_turns += 1
    table.say(events.ActionLost, fighter.seat)
    return False


def act(table: Table, fighter: Combatant) -> list[Result]:
    """Roll what he does on the state of his group, or what a status makes of it; nothing takes effect yet (R9.2)."""
    results: list[Result] = []
    if "sleep" in fighter.statuses:
        table.say(events.Asleep, fighter.seat)
        return results
    if "confuse" in fighter.statuses:
        results.append(strike(table.dice, fighter, confused_target(table, fighter)))
    elif "berserk" in fighter.statuses:
        table.say(magic_events.Berserk, fighter.seat)
        results.append(strike(table.dice, fighter, table.enemy_of(fighter)))
    elif (action := chosen(table, fighter)) is not None:
        results = results_of(table, action, fighter)
    else:
        table.say(events.Passed, fighter.seat)
    for result in results:
        if table.tell:
            table.tell(result)
    return results


def confused_target(table: Table, fighter: Combatant) -> Combatant:
    """One of those standing, himself included, even chance by seat (R9.2)."""
    standing = table.standing
    roll = table.dice.throw(len(standing), Roll.TARGET, fighter.seat)
    target = standing[roll - 1]
    table.say(magic_events.Confused, fighter.seat, len(standing), roll, target.seat)
    return target


def chosen(table: Table, fighter: Combatant) -> Action | None:
    """What he declared, if it is possible now, else what his policy says on this state (R1.1, R7.10)."""
    if fighter.declared is None:
        return choose(table, fighter, draw_casts=False)
    return fighter.declared if possible(fighter, fighter.declared, table.enemy_of(fighter)) else None


def results_of(table: Table, action: Action, fighter: Combatant) -> list[Result]:
    """What an action comes to (R7, R9.8 to R9.10)."""
    dice, seat = table.dice, fighter.seat
    match action:
        case Action("attack" | "bash"):
            return [strike(dice, fighter, table.enemy_of(fighter), bash=action.word == "bash")]
        case Action("limit"):
            limit = fighter.rules.limit_multiplier
            blow = strike(dice, fighter, table.enemy_of(fighter), limit=limit)
            return [magic_events.MeterSpent(seat, fighter.meter), blow]
        case Action("disarm"):
            return [disarm(dice, fighter, table.enemy_of(fighter))]
        case Action("recover"):
            assert fighter.recoverable is not None
            return [events.Recovered(seat, fighter.recoverable)]
        case Action("bind"):
            part = fighter.worst_bleeding()
            return [events.Bound(seat, part, fighter.levels[part], fighter.levels[part] - 1)]
        case Action("stance", str(stance)):
            return [events.StanceTaken(seat, fighter.stance_name, stance)]
        case Action("cast", str(name)):
            return powers.cast(table, fighter, action, name)
        case Action("item", str(name)):
            return powers.use_item(table, fighter, action, name)
        case Action("draw", wanted):
            return powers.draw(table, fighter, wanted)
        case Action("draw_cast"):
            return powers.draw_cast(table, fighter, action)
        case _:
            return [events.Maneuver(seat, action.word)]


def end(table: Table, fighter: Combatant) -> None:
    """Regen, bleeding and poison, then the turns of statuses, in this order (R6.5)."""
    cause = None
    if any(fighter.levels) or "regen" in fighter.statuses or "poison" in fighter.statuses:
        cause = settle(table, fighter)
    count_down(table, fighter)
    if cause is not None:
        fell(table, fighter, cause)


def settle(table: Table, fighter: Combatant) -> str | None:
    """Give and take the HP of an end of turn; return what brought him to 0, if anything did (R6.5, R9.4, R9.5)."""
    before, max_hp, rules, record = fighter.hp, fighter.fighter.hp, table.rules, fighter.record
    regenerates, zombie = "regen" in fighter.statuses, "zombie" in fighter.statuses
    if regenerates:
        ease_bleeding(table, fighter, "R6.5")
    poison = roll_poison(table, fighter)
    poisoned = poison.amount if poison else 0
    bleeding = rule.bleeding_loss(fighter.levels, max_hp, rules)
    regen = rule.regen_gain(max_hp, rules) if regenerates else 0
    gain, further = (poisoned, regen) if zombie else (regen, poisoned)
    settled = rule.settle(before, gain, (bleeding, further), max_hp)
    fighter.hp = settled.hp
    record.bleeding_damage += settled.lost[0]
    record.other_damage += settled.lost[1]
    record.healed += settled.healed
    percent = rule.bleeding_percent(fighter.levels, rules)
    told = (before, gain, percent, bleeding, settled.hp, further, poison, zombie)
    table.say(events.TurnEnded, fighter.seat, *told)
    cross_marks(table, fighter, before)
    return None if settled.felled_by is None else (BLEEDING, RECOVERY if zombie else POISON)[settled.felled_by]


def roll_poison(table: Table, fighter: Combatant) -> PoisonRoll | None:
    """Roll the poison of an end of turn, if there is any (R9.4)."""
    poison, rules = fighter.statuses.get("poison"), table.rules
    if poison is None:
        return None
    faces = table.dice.throw_all(rules.poison_dice, Roll.POISON, fighter.seat)
    rolled = rule.dice_roll(rules.poison_dice, faces)
    amount = rule.poison_amount(rolled, poison.magic, fighter.vitality, rules)
    return PoisonRoll(rules.poison_dice, faces, poison.magic, fighter.vitality, amount)
