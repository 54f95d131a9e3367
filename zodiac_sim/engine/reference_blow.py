"""The dice of one action of the readable twin: an attack, a bash or a disarm, rolled on the state of its group."""

from __future__ import annotations

from zodiac_sim.engine import keys
from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.engine.events import Blow, Check, Critical, Damage, DisarmTried
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.reference_state import ITEMS, Combatant
from zodiac_sim.rules.model import Item


class Dice:
    """The dice of a duel: they are addressed by round, and counted as they are thrown and read against tables."""

    __slots__ = ("duel", "lookups", "round_key", "thrown")

    def __init__(self, duel: int):
        self.duel = duel
        self.thrown = self.lookups = self.round_key = 0

    def begin_round(self, number: int) -> None:
        """Move on to the dice of a round."""
        self.round_key = keys.round_key(self.duel, number)

    def throw(self, sides: int, name: Roll, seat: int, index: int = 0) -> int:
        """Throw one die at the table."""
        self.thrown += 1
        return keys.die(keys.word(self.round_key, name, seat, index), sides)

    def check(self, chance: int, name: Roll, seat: int) -> Check:
        """Throw a d100 against a chance."""
        return Check(chance, self.throw(rule.WHOLE, name, seat))

    def decision(self, seat: int, number: int) -> int:
        """The 32 bits that decide the chance of a policy line; no die at the table."""
        return keys.word(self.round_key, Roll.POLICY, seat, number)


def disarm(dice: Dice, fighter: Combatant, foe: Combatant) -> DisarmTried:
    """Roll a disarm (R7.4)."""
    check = dice.check(fighter.rules.disarm_chance, Roll.DISARM, fighter.seat)
    fighter.record.disarms += check.passed
    return DisarmTried(fighter.seat, foe.seat, check)


def strike(dice: Dice, fighter: Combatant, foe: Combatant, *, bash: bool) -> Blow:
    """Roll an attack or bash with all that follows from it (R2 to R5, R7.2, R7.6)."""
    rules, seat = fighter.rules, fighter.seat
    skill, evade = fighter.skill, foe.evade
    chance = rule.hit_chance(skill, evade, rules)
    roll = dice.throw(rule.WHOLE, Roll.TO_HIT, seat)
    critical_from = rule.critical_from(chance, fighter.fighter.luck, rules)
    landed, parry, critical, damage, stun = roll <= rule.top_of_hits(chance, rules), None, None, None, None
    fighter.record.attacks += 1
    if landed and foe.maneuver == "parry":
        parry = dice.check(rule.parry_chance(foe.agility, fighter.agility, rules), Roll.PARRY, seat)
        landed = not parry.passed
    if landed:
        fighter.record.hits += 1
        if roll >= critical_from:
            fighter.record.criticals += 1
            critical = roll_critical(dice, fighter, foe)
        damage = roll_damage(dice, fighter, foe, critical.multiplier if critical else 1, bash=bash)
        if bash:
            stun = dice.check(rules.bash_stun_chance, Roll.BASH_STUN, seat)
    return Blow(seat, foe.seat, bash, skill, evade, chance, roll, critical_from, landed, parry, critical, damage, stun)


def roll_damage(dice: Dice, fighter: Combatant, foe: Combatant, multiplier: int, *, bash: bool) -> Damage:
    """Roll the damage of a hit (R4)."""
    rules, weapon = fighter.rules, fighter.weapon
    own = rules.unarmed_dice if weapon is None else weapon.dice
    faces = tuple(dice.throw(own.sides, Roll.DAMAGE, fighter.seat, index) for index in range(own.count))
    strength = fighter.fighter.strength if weapon is None or weapon.kind == "melee" else 0
    raw = rule.weapon_roll(own, faces) + strength
    vitality, guarded = foe.fighter.vitality, foe.maneuver == "guard"
    dealt = rule.damage_dealt(raw, fighter.stance, multiplier, vitality, rules)
    taken = rule.damage_taken(dealt, foe.stance, rules, guarding=guarded, bash=bash)
    return Damage(
        dice=own,
        faces=faces,
        strength=strength,
        raw=raw,
        multiplier=multiplier,
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
