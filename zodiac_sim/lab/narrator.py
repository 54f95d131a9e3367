"""The events of a duel in the words of a game master, each with the clauses that were applied."""

from __future__ import annotations

from zodiac_sim.engine import events, magic_events
from zodiac_sim.engine.events import Blow, Critical, Damage, Event
from zodiac_sim.engine.keys import SEATS_A_SIDE
from zodiac_sim.engine.outcome import SIDES, WINNERS
from zodiac_sim.engine.reference_rules import WHOLE, share
from zodiac_sim.engine.reference_state import ITEMS
from zodiac_sim.errors import one_line
from zodiac_sim.lab.narrator_powers import tell_power
from zodiac_sim.lab.narrator_statuses import poison_text, tell_status
from zodiac_sim.lab.narrator_voice import Voice, line, percents, rolled, signed
from zodiac_sim.rules.model import Effect, Row
from zodiac_sim.rules.words import effect_text, lasting_text, rolls_text

MANEUVERS = {"guard": ("guards", "R7.5"), "parry": ("is ready to parry", "R7.2"), "dodge": ("dodges", "R7.3")}


class Narrator(Voice):
    """Tells the events of one scenario."""

    def tell(self, event: Event) -> list[str]:
        """Return the lines of one event."""
        match event:
            case events.EarlyReading() | events.Declared() | events.RoundBegan():
                return self.round_began(event)
            case Blow():
                return self.blow(event)
            case magic_events.Paid() | magic_events.MeterSpent() | magic_events.Drew() | magic_events.PowerUsed():
                return tell_power(self, event)
            case events.Result():
                return [self.result(event)]
            case events.TurnEnded():
                return [self.turn_ended(event)]
            case events.Ended():
                return [self.ended(event)]
            case events.Wounded(_, _, effect) if not lasting_text(effect):
                return []
            case _:
                return [tell_status(self, event) or self.change(event)]

    def round_began(self, event: events.EarlyReading | events.Declared | events.RoundBegan) -> list[str]:
        """What is declared before initiative, the rolls, and who acts first."""
        match event:
            case events.EarlyReading(number):
                text = "who may draw-cast decides before initiative"
                return [line(0, f"Round {number}"), line(1, text, "R1.1")]
            case events.Declared(seat, do):
                return [line(1, f"{self.names[seat]} declares {one_line(str(do))}", "R1.1", "R9.8")]
        head = [] if event.opened else [line(0, f"Round {event.round}")]
        return [*head, self.initiative(event.order)]

    def initiative(self, order: tuple[events.InitiativeRoll, ...]) -> str:
        """The rolls for initiative, and who acts first or last."""
        declared = {roll.seat: f" {signed(roll.declared)} declared" if roll.declared else "" for roll in order}
        rolls = [f"{self.names[r.seat]} {r.die} {signed(r.speed)}{declared[r.seat]} = {r.total}" for r in order]
        first = [self.names[r.seat] for r in order if (r.surprised, r.total) == (order[0].surprised, order[0].total)]
        late = [self.names[r.seat] for r in order if r.surprised]
        cited = ["R1.1"]
        if len(first) > 1:
            cited.append("R1.2")
            end = f"{' and '.join(first)} act at the same moment"
        else:
            end = f"{first[0]} acts first"
        if late:
            cited.append("R9.1")
            end += f"; surprised: {', '.join(late)}"
        return line(1, f"initiative: {', '.join(rolls)}; {end}", *cited)

    def result(self, event: events.Result) -> str:
        """An action other than a blow."""
        name = self.names[event.seat]
        match event:
            case events.Maneuver(_, maneuver):
                words, clause = MANEUVERS[maneuver]
                return line(1, f"{name} {words} until the next turn", clause)
            case events.StanceTaken(_, before, after):
                return line(1, f"{name} changes stance from {one_line(before)} to {one_line(after)}", "R7.9")
            case events.Recovered(_, item):
                return line(1, f"{name} picks up the {self.item(event.seat, item)}", "R7.7")
            case events.Bound(_, part, before, after):
                levels = f"{self.level(before)} -> {self.level(after)}"
                return line(1, f"{name} binds {self.bleeding(part)}, bleeding {levels}", "R6.7")
            case events.DisarmTried(_, target, check):
                end = "the weapon flies" if check.passed else "no use"
                rolled = f"{check.roll} against {check.chance}"
                return line(1, f"{name} tries to disarm {self.names[target]}: {rolled}, {end}", "R7.4")
        raise TypeError(event)

    def change(self, event: Event) -> str:
        """What happens to a fighter, other than by an action of his own."""
        match event:
            case events.ManeuverEnded(seat, maneuver):
                return line(1, f"{self.names[seat]}'s {maneuver} ends", "R1.3")
            case events.ActionLost(seat):
                return line(1, f"{self.names[seat]} is stunned and does nothing", "R5.7")
            case events.ChanceRolled(seat, do, chance, drawn, taken):
                verdict = "below" if taken else "not below"
                text = f"{self.names[seat]} may {one_line(str(do))}: {drawn:.4f} is {verdict} {chance}"
                return line(1, text, "R7.10")
            case events.Passed(seat):
                return line(1, f"{self.names[seat]} does nothing: no line of the policy applies", "R7.10")
            case events.HpLost(seat, before, after):
                return line(2, f"{self.names[seat]} {before} -> {after} HP", "R4.6")
            case events.Harmed(seat, before, after):
                return line(2, f"{self.names[seat]} {before} -> {after} HP", "R9.10")
            case events.Healed(seat, before, after):
                return line(2, f"{self.names[seat]} {before} -> {after} HP", "R6.8")
            case events.Wounded(seat, part, effect):
                return line(2, f"{self.names[seat]}, {self.part(part)}: {lasting_text(effect)} from now on", "R5.4")
            case events.BleedingChanged(seat, part, before, after, clause):
                levels = f"{self.level(before)} -> {self.level(after)}"
                return line(2, f"{self.names[seat]} bleeds from {self.bleeding(part)}: {levels}", clause)
            case events.Dropped(seat, item, for_good):
                verb = "loses for good" if for_good else "drops"
                return line(2, f"{self.names[seat]} {verb} the {self.item(seat, item)}", "R5.5")
            case events.Stunned(seat):
                return line(2, f"{self.names[seat]} is stunned: the next action is lost", "R5.7")
            case events.Fell(seat, cause):
                return line(2, f"{self.names[seat]} falls ({cause})", "R4.6")
            case events.Died(seat, bleeds, poisoned):
                still = ", ".join(["still bleeds"] * bleeds + ["is poisoned"] * poisoned)
                return line(1, f"{self.names[seat]} {still} and nobody is left to help: dead", "R9.6")
        raise TypeError(event)

    def blow(self, event: Blow) -> list[str]:
        """An attack or bash: to-hit roll, parry, critical, damage and a bash's stun."""
        lines = [self.to_hit(event)]
        if event.parry is not None:
            verdict = "turned aside" if event.parry.passed else "too late"
            rolled = f"{event.parry.roll} against {event.parry.chance}"
            lines.append(line(2, f"{self.names[event.target]} parries: {rolled}, {verdict}", "R7.2"))
        if event.critical is not None and event.critical.effect is not None:
            lines += self.critical(event, event.critical, event.critical.effect)
        if event.damage is not None:
            lines += self.damage(event, event.damage)
        if event.stun is not None:
            verdict = "it stuns" if event.stun.passed else "no stun"
            lines.append(line(2, f"bash: {event.stun.roll} against {event.stun.chance}, {verdict}", "R7.6"))
        return lines

    def to_hit(self, event: Blow) -> str:
        """The roll to hit, and what it means."""
        limits = {self.rules.min_hit_chance: "at least", self.rules.max_hit_chance: "at most"}
        limit = f", {limits[event.chance]} {event.chance}" if event.skill - event.evade != event.chance else ""
        would_hit = event.landed or event.parry is not None
        verdict = "a hit" if would_hit else "a miss"
        cited = ["R2.1", "R2.2"]
        if would_hit and event.roll >= event.critical_from:
            verdict = f"a critical hit (from {event.critical_from})"
            cited.append("R3.1")
        elif would_hit and event.surprised:
            verdict = "a critical hit (by surprise)"
            cited.append("R3.3")
        verb = "bashes" if event.bash else "attacks"
        against = "against" if self.rules.hit_on_equal else "to stay below"
        sides = f"{self.names[event.seat]} {verb} {self.names[event.target]}"
        chance = f"Skill {event.skill} - Evade {event.evade}{limit}"
        return line(1, f"{sides} ({chance}): {event.roll} {against} {event.chance}, {verdict}", *cited)

    def critical(self, event: Blow, critical: Critical, effect: Effect) -> list[str]:
        """Where a critical lands and the row of the table."""
        part = self.rules.parts[critical.part]
        side = "" if critical.side_roll is None else f", side {critical.side_roll}"
        located = f"place d{self.rules.locations.die} rolls {critical.location_roll}{side}: {self.part(critical.part)}"
        lines = [line(2, located, "R5.1")]
        if critical.row_roll is None:
            lines.append(line(2, f"{one_line(part.location)}: {effect_text(effect)}", "R5.2"))
        else:
            die = self.rules.complex_tables[part.location].die
            rows = f" (row {rolls_text(*effect.rolls)})" if isinstance(effect, Row) else ""
            text = f"{one_line(part.location)} d{die} rolls {critical.row_roll}{rows}: {effect_text(effect)}"
            lines.append(line(2, text, "R5.3"))
        if critical.coin is not None:
            lines.append(line(2, f"coin {critical.coin}: the {ITEMS[critical.coin - 1]}", "R5.2"))
        if effect.drop and critical.drops is None:
            lines.append(line(2, f"nothing that {self.names[event.target]} holds is dropped", "R5.5"))
        return lines

    def damage(self, event: Blow, damage: Damage) -> list[str]:
        """How the damage came about, step by step."""
        text = f"damage {rolled(damage.dice, damage.faces)}"
        if damage.berserk != 1:
            text += f", x{damage.berserk} berserk"
        if damage.strength:
            text += f", +{damage.strength} Strength"
        if damage.berserk != 1 or damage.strength or damage.dice.plus or len(damage.faces) > 1:
            text += f" = {damage.raw}"
        factors = [f"x{damage.multiplier}"] if damage.multiplier != 1 else []
        factors += [f"x{damage.limit} Limit"] if damage.limit != 1 else []
        factors += percents(stance=damage.stance_dealt)
        passed = share(damage.raw * damage.multiplier * damage.limit, damage.stance_dealt)
        if factors:
            text += f", {', '.join(factors)} = {passed}"
        if damage.vitality:
            text += f", -{damage.vitality} Vitality = {passed - damage.vitality}"
        if damage.dealt != passed - damage.vitality:
            text += f", at least {damage.dealt}"
        lines = [line(2, text, "R4.1", "R4.2", "R4.3")]
        guard = self.rules.guard_damage if damage.guarded else WHOLE
        bash = self.rules.bash_damage if event.bash else WHOLE
        lessened = percents(stance=damage.stance_taken, guard=guard, bash=bash)
        if lessened:
            lines.append(line(2, f"of that {', '.join(lessened)} = {damage.taken}", "R4.4"))
        if event.critical and event.critical.effect and event.critical.effect.unconscious:
            lines.append(line(2, f"{self.names[event.target]} is unconscious, whatever the damage", "R5.8"))
        return lines

    def turn_ended(self, event: events.TurnEnded) -> str:
        """Regen, bleeding and poison at an end of turn."""
        poison = f" ({poison_text(event.poison)})" if event.poison else ""
        bled = [f"-{event.loss} bleeding ({event.percent} %)"] if event.loss else []
        if event.zombie:
            steps = [f"+{event.gain} poison{poison}"] if event.poison else []
            steps += bled + ([f"-{event.further} Regen"] if event.further else [])
        else:
            steps = [f"+{event.gain} Regen"] if event.gain else []
            steps += bled + ([f"-{event.further} poison{poison}"] if event.poison else [])
        cited = ["R6.5", *(["R9.4"] if event.poison else [])]
        cited += ["R9.5"] if event.zombie and (event.poison or event.further) else []
        name = self.names[event.seat]
        return line(1, f"end of {name}'s turn: {', '.join(steps)}: {event.before} -> {event.after} HP", *cited)

    def ended(self, event: events.Ended) -> str:
        """Who won, and when."""
        when = f"in round {event.round}" if event.round else "before the first round"
        if event.winner in SIDES:
            side = SIDES.index(event.winner)
            winners = [name for seat, name in self.names.items() if seat // SEATS_A_SIDE == side]
            return line(0, f"{' and '.join(winners)} wins {when}", "R1.4")
        if event.winner == WINNERS[-1]:
            return line(0, f"Unresolved: nobody has won by the end of round {event.round}", "R1.5")
        return line(0, f"A draw {when}: nobody is left standing", "R1.4")
