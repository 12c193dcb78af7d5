"""How a charged unit reacts.

[reg.charge.reaction] [reg.charge.hold] [reg.charge.standshoot] [reg.charge.flee]
"""

from __future__ import annotations

from warhost.engine.question import Choose, Refusal

from ..bodies import body, footprint_gap
from ..events import Reacted
from ..land.sight import looking
from ..measures import within
from ..nature import engaged, kind, mostly, named, nature
from ..nerve import panic
from ..nerve.dread import TERROR, causes_fear, causes_terror
from ..nerve.leadership import ld_test
from ..setting import Fight
from ..shooting.volley import Archer, archers, stand_and_shoot
from ..special import points
from ..telling.names import RegimentsNames
from .flight import flee_from, take_flight
from .speed import movement

HOLD, SHOOT, FLEE = "hold", "stand and shoot", "flee"
RULE = "reg.charge.reaction"
IMMUNE, QUICK, SLOW = "reg.sr.immunepsych", "reg.sr.quickfire", "reg.sr.slowfire"
MEANINGS = {HOLD: "Hold", SHOOT: "Stand and shoot", FLEE: "Flee"}


def react(fight: Fight, charger: int, target: int) -> list[int]:
    """The target's owner chooses; whoever had charged a unit that flees may try to find another target."""
    unit = fight.state.units[target]
    terrified = frightened(fight, charger, target)
    reaction = FLEE if terrified else _chosen(fight, charger, target)
    fight.tell(Reacted(f"reg.charge.{_ID[reaction]}", unit.name, named(fight, charger), reaction))
    if reaction == FLEE:
        return _flee(fight, charger, target, by_choice=not terrified)
    unit.loose = False
    if reaction == SHOOT:
        unit.stood = True
        stand_and_shoot(fight, target, charger, swift_enough(fight, charger, target))
    return []


class Reaction(Choose):
    """What the charged do about a charger."""

    __slots__ = ("charger",)
    charger: int


_ID = {HOLD: "hold", SHOOT: "standshoot", FLEE: "flee"}


def _chosen(fight: Fight, charger: int, target: int) -> str:
    """What the target's owner chooses."""
    options = lawful(fight, charger, target)
    if len(options) == 1:
        return options[0]
    enemy = RegimentsNames(fight.setting).piece(charger)
    question = Reaction(
        fight.state.units[target].side, "reaction", options, RULE, named(fight, target),
        why_not=lambda one: why_not(fight, charger, target, one),
        text=f"{{who}} {{is}} charged by {enemy}: how {{does}} {{who}} react?", meanings=MEANINGS, usual=HOLD,
    )  # fmt: skip
    question.charger, question.deferred = charger, True  # whether they come is told when chargers move
    chosen: str = fight.ask(question)
    return chosen


def lawful(fight: Fight, charger: int, target: int) -> list[str]:
    return [one for one in (HOLD, SHOOT, FLEE) if why_not(fight, charger, target, one) is None]


def _limits(fight: Fight, target: int) -> tuple[str, ...]:
    """Reactions that what the unit is leaves open."""
    for limit in points.reactions.replies(nature(fight, target), fight, target):
        return limit
    unit = fight.state.units[target]
    if kind(fight, target).machine:
        return (HOLD, FLEE)
    return (HOLD, SHOOT) if unit.fate == "garrison" else (HOLD, SHOOT, FLEE)


def why_not(fight: Fight, charger: int, target: int, reaction: str) -> Refusal | None:
    unit, who = fight.state.units[target], (named(fight, target),)
    if reaction not in MEANINGS:
        return None
    if unit.fleeing:
        return None if reaction == FLEE else Refusal("reg.flee.limits", "{who} {is} fleeing already", who)
    if reaction == HOLD:
        return None
    if engaged(fight, target):
        return Refusal("reg.charge.hold", "{who} {is} engaged and can only hold", who)
    if reaction not in _limits(fight, target):
        return Refusal(RULE, f"{{who}} may not {reaction}", who)
    if reaction == FLEE:
        immune = mostly(fight, target, IMMUNE)
        return Refusal(IMMUNE, "{who} {is} immune to psychology and may not flee", who) if immune else None
    return _cannot_shoot(fight, charger, target)


def _cannot_shoot(fight: Fight, charger: int, target: int) -> Refusal | None:
    """[reg.charge.standshoot] [reg.sr.quickfire] [reg.sr.slowfire]"""
    unit, rule, who = (
        fight.state.units[target],
        "reg.charge.standshoot",
        (named(fight, target), named(fight, charger)),
    )
    armed = archers(fight, target, standing=True)
    if not armed:
        return Refusal(rule, "{who} {has} nothing to shoot with", who)
    if unit.stood:
        return Refusal(rule, "{who} {has} stood and shot already this turn", who)
    if unit.squabbles or unit.did == "stumbled":
        return Refusal("reg.turn.status", "{who} {does} not shoot this turn", who)
    if all(SLOW in one.weapon.rules for one in armed):
        return Refusal(SLOW, "the weapon is too slow for that")
    able = swift_enough(fight, charger, target)
    if not able:
        return Refusal(rule, "{1} {1 starts} too near", who)
    look = looking(fight, target, charger)
    if not any(look.sees(one.base) for one in able):
        return Refusal(rule, "{who} {does} not see {1}", who)
    return None


def swift_enough(fight: Fight, charger: int, target: int) -> list[Archer]:
    """Whoever of a unit may stand and shoot, characters too: not with what is slow to fire, and only with what is
    quick to fire at a charger who starts no farther off than he moves."""
    near = within(footprint_gap(fight, charger, target), movement(fight, charger))
    return [
        one
        for one in archers(fight, target, standing=True)
        if SLOW not in one.weapon.rules and (QUICK in one.weapon.rules or not near)
    ]


def frightened(fight: Fight, charger: int, target: int) -> bool:
    """A target of a terror causer tests before it reacts, unless it is feared itself or could not flee anyway, as a
    garrison, of whom nothing would come of the test.  [reg.sr.terror] [reg.terrain.building]"""
    unit = fight.state.units[target]
    if FLEE not in _limits(fight, target):
        return False
    if not causes_terror(fight, charger) or unit.fleeing or engaged(fight, target):
        return False
    if mostly(fight, target, IMMUNE) or causes_terror(fight, target) or causes_fear(fight, target):
        return False
    return not ld_test(fight, target, "terror", TERROR)


# --- flight ----------------------------------------------------------------------------------


def _flee(fight: Fight, charger: int, target: int, by_choice: bool) -> list[int]:
    """The unit flees at once; those who had charged it. Who flees again fled as he did the first time."""
    unit = fight.state.units[target]
    chosen = unit.by_choice if unit.fleeing else by_choice
    threat = body(fight, charger)
    hunters = [other for other, one in enumerate(fight.state.units) if one.charge == target]
    if take_flight(fight, target):
        unit.by_choice = chosen
        flee_from(fight, target, threat, ignoring={*hunters, charger})
    panic.settle(fight)
    return hunters
