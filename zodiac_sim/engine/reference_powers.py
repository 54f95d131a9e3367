"""The dice of spells, items and Draw in the readable twin, rolled on the state of their group (R6.8, R9.8, R9.10)."""

from __future__ import annotations

from dataclasses import replace

from zodiac_sim.engine import reference_rules as rule
from zodiac_sim.engine.events import Result
from zodiac_sim.engine.keys import Roll
from zodiac_sim.engine.magic_events import Amount, Drew, Paid, PowerUsed
from zodiac_sim.engine.reference_state import Combatant
from zodiac_sim.engine.reference_table import Dice, Table
from zodiac_sim.rules.checked import Dice as DiceText
from zodiac_sim.rules.magic import HOLY, Power, Spell
from zodiac_sim.study.fighter import Action


def cast(table: Table, fighter: Combatant, action: Action, name: str) -> list[Result]:
    """Cast a spell and pay for it: a drawn one before MP (R9.10)."""
    spell, seat = fighter.rules.spells[name], fighter.seat
    if fighter.pays_with_stock(name):
        paid = Paid(seat, "stock", name, fighter.stock[name], fighter.stock[name] - 1)
    else:
        paid = Paid(seat, "mp", name, fighter.mp, fighter.mp - spell.mp)
    return [paid, use(table, fighter, action, spell)]


def use_item(table: Table, fighter: Combatant, action: Action, name: str) -> list[Result]:
    """Use up an item (R6.8, R7.10)."""
    left = fighter.items[name]
    return [Paid(fighter.seat, "items", name, left, left - 1), use(table, fighter, action, fighter.rules.items[name])]


def use(table: Table, fighter: Combatant, action: Action, power: Power) -> PowerUsed:
    """Roll what a spell or an item does to its target: an enemy, or the own side (R1.6, R9.10)."""
    target = table.enemy_of(fighter) if power.kind == "harm" else fighter
    amount = None
    if power.dice is not None:
        amount = roll_amount(table.dice, fighter, target, power, power.dice)
    reversed_ = power.kind == "aid" and "zombie" in target.statuses
    poison = fighter.magic if isinstance(power, Spell) else 0
    return PowerUsed(fighter.seat, target.seat, action, power, amount, reversed_, poison)


def roll_amount(dice: Dice, fighter: Combatant, target: Combatant, power: Power, own: DiceText) -> Amount:
    """Roll the HP that a spell or an item takes or gives (R6.8, R9.5, R9.10)."""
    rules = fighter.rules
    faces = dice.throw_all(own, Roll.POWER, fighter.seat)
    magic = fighter.magic if isinstance(power, Spell) and power.adds_magic else 0
    rolled = rule.dice_roll(own, faces)
    if power.kind == "aid":
        given = rolled + magic
        return Amount(own, faces, magic, 0, given, 1, rule.WHOLE, False, given)
    vitality = target.vitality if power.resisted else 0
    holy = rules.holy_factor if power.element == HOLY and "zombie" in target.statuses else 1
    guarded = target.maneuver == "guard"
    raw = rule.power_harm(rolled, magic, vitality, rules)
    total = rule.power_taken(raw, target.stance, rules, holy=holy, guarding=guarded)
    return Amount(own, faces, magic, vitality, raw, holy, target.stance.damage_taken, guarded, total)


def draw(table: Table, fighter: Combatant, wanted: str | None) -> list[Result]:
    """Try to draw spells into the stock (R9.8)."""
    drew = roll_draw(table.dice, fighter, wanted)
    if not drew.check.passed:
        return [drew]
    dice = fighter.rules.draw_dice
    faces = table.dice.throw_all(dice, Roll.DRAWN, fighter.seat)
    return [replace(drew, dice=dice, faces=faces, gained=rule.dice_roll(dice, faces))]


def draw_cast(table: Table, fighter: Combatant, action: Action) -> list[Result]:
    """Try to draw one spell and cast it at once, without MP; what only the fallen can use is lost (R9.6, R9.8)."""
    drew = roll_draw(table.dice, fighter, action.name)
    spell = fighter.rules.spells[drew.spell]
    if not drew.check.passed or spell.revives:
        return [drew]
    return [drew, use(table, fighter, Action(action.word, drew.spell), spell)]


def roll_draw(dice: Dice, fighter: Combatant, wanted: str | None) -> Drew:
    """Roll who chooses the spell, which it is, and whether it is drawn (R9.8)."""
    rules, seat, source = fighter.rules, fighter.seat, fighter.sheet.source
    lore = dice.check(fighter.spell_lore, Roll.LORE, seat)
    spell, choice = wanted, None
    if spell is None or not lore.passed:
        choice = dice.throw(len(source), Roll.CHOICE, seat) if len(source) > 1 else None
        spell = source[(choice or 1) - 1]
    chance = rule.draw_chance(fighter.fighter.draw, fighter.fighter.gf_bonus, rules.spells[spell].level, rules)
    return Drew(seat, lore, len(source), choice, spell, dice.check(chance, Roll.DRAW, seat))
