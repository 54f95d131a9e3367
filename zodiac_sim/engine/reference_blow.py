"""The dice of a blow or a disarm in the readable twin, rolled on the state of their group."""

from __future__ import annotations

from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.engine.events import Blow, Critical, Damage, DisarmTried
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.reference_state import ITEMS, Combatant
from zodiac_sim.engine.reference_table import Dice
from zodiac_sim.rules.model import Item


def disarm(dice: Dice, fighter: Combatant, foe: Combatant) -> DisarmTried:
    """Roll a disarm (R7.4)."""
    check = dice.check(fighter.rules.disarm_chance, Roll.DISARM, fighter.seat)
    fighter.record.disarms += check.passed
    return DisarmTried(fighter.seat, foe.seat, check)


def strike(dice: Dice, fighter: Combatant, foe: Combatant, *, bash: bool = False, limit: int = 1) -> Blow:
    """Roll an attack, bash or Limit with all that follows from it (R2 to R5, R7.2, R7.6, R9.9).

    A confused fighter may be his own foe; he does not parry himself (R9.2).
    """
    rules, seat = fighter.rules, fighter.seat
    skill, evade = fighter.skill, foe.evade
    chance = rule.hit_chance(skill, evade, rules)
    roll = dice.throw(rule.WHOLE, Roll.TO_HIT, seat)
    critical_from = rule.critical_from(chance, fighter.luck, rules)
    landed, parry, critical, damage, stun = roll <= rule.top_of_hits(chance, rules), None, None, None, None
    fighter.record.attacks += 1
    if landed and foe.maneuver == "parry" and foe is not fighter:
        parry = dice.check(rule.parry_chance(foe.agility, fighter.agility, rules), Roll.PARRY, seat)
        landed = not parry.passed
    if landed:
        fighter.record.hits += 1
        if roll >= critical_from or foe.surprised:
            fighter.record.criticals += 1
            critical = roll_critical(dice, fighter, foe)
        damage = roll_damage(dice, fighter, foe, critical.multiplier if critical else 1, bash=bash, limit=limit)
        if bash:
            stun = dice.check(rules.bash_stun_chance, Roll.BASH_STUN, seat)
    return Blow(
        seat,
        target=foe.seat,
        bash=bash,
        surprised=foe.surprised,
        skill=skill,
        evade=evade,
        chance=chance,
        roll=roll,
        critical_from=critical_from,
        landed=landed,
        parry=parry,
        critical=critical,
        damage=damage,
        stun=stun,
        brings=fighter.weapon.statuses if fighter.weapon is not None else {},
    )


def roll_damage(dice: Dice, fighter: Combatant, foe: Combatant, multiplier: int, *, bash: bool, limit: int) -> Damage:
    """Roll the damage of a hit (R4)."""
    rules, weapon = fighter.rules, fighter.weapon
    own = rules.unarmed_dice if weapon is None else weapon.dice
    faces = dice.throw_all(own, Roll.DAMAGE, fighter.seat)
    berserk = rules.berserk_factor if "berserk" in fighter.statuses else 1
    strength = fighter.strength if weapon is None or weapon.kind == "melee" else 0
    raw = rule.dice_roll(own, faces) * berserk + strength
    vitality, guarded = foe.vitality, foe.maneuver == "guard"
    dealt = rule.damage_dealt(raw, fighter.stance, multiplier * limit, vitality, rules)
    taken = rule.damage_taken(dealt, foe.stance, rules, guarding=guarded, bash=bash)
    return Damage(
        dice=own,
        faces=faces,
        berserk=berserk,
        strength=strength,
        raw=raw,
        multiplier=multiplier,
        limit=limit,
        stance_dealt=fighter.stance.damage_dealt,
        vitality=vitality,
        dealt=dealt,
        stance_taken=foe.stance.damage_taken,
        guarded=guarded,
        taken=taken,
    )


def roll_critical(dice: Dice, fighter: Combatant, foe: Combatant) -> Critical:
    """Roll where a critical lands and what it does there (R3.2, R5.1 to R5.3)."""
    rules, seat = fighter.rules, fighter.seat
    if rules.criticals == "double":
        return Critical(rules.critical_multiplier)
    location_roll = dice.throw(rules.locations.die, Roll.LOCATION, seat)
    location = rule.row_of(rules.locations.rows, location_roll)[1].location
    dice.lookups += 1
    side_roll = row_roll = coin = side = drops = None
    if rules.criticals == "simple":
        row, effect = 1, rules.simple_table[location]
    else:
        sides, table = rules.locations.body[location].sides, rules.complex_tables[location]
        if sides:
            side_roll = dice.throw(len(sides), Roll.SIDE, seat)
            side = sides[side_roll - 1]
        row_roll = dice.throw(table.die, Roll.ROW, seat)
        row, effect = rule.row_of(table.rows, row_roll)
        dice.lookups += 1
    part = next(n for n, part in enumerate(rules.parts) if (part.location, part.side) == (location, side))
    if effect.drop:
        item, coin = aimed_item(dice, fighter, foe, part)
        drops = item if item in foe.held else None
    return Critical(effect.damage, effect, location_roll, side_roll, part, row_roll, row, coin, drops)


def aimed_item(dice: Dice, fighter: Combatant, foe: Combatant, part: int) -> tuple[Item | None, int | None]:
    """The item a drop is about, held or not, and the coin where one decided (R5.2, R5.5)."""
    if fighter.rules.criticals == "complex":
        return foe.sheet.holds[part], None
    if "shield" not in foe.held:
        return "weapon", None
    coin = dice.throw(len(ITEMS), Roll.DROP, fighter.seat)
    return ITEMS[coin - 1], coin
