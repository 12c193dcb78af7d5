"""Declaring charges.  [reg.charge.declare] [reg.charge.legal] [reg.charge.next] [reg.sr.frenzy] [reg.sr.terror]
[reg.charge.redirect]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from warhost.engine.question import Choose, Refusal

from ..bodies import body, footprint_gap
from ..events import ChargeDeclared
from ..fighting.places import facing_side, side_line
from ..land.sight import on_hill, sights, unit_sees
from ..measures import TIE, told_apart
from ..nature import anybody_has, enemies, engaged, has, kind, named, present
from ..nerve.leadership import ld_test
from ..opening.rolloff import at_random
from ..setting import Fight
from ..state import NOBODY, Side
from .approach import approaches, reachable
from .onset import ENDS_ALIKE, Onset, said_side, struck_sides
from .reactions import react
from .speed import flies, greatest_charge

DONE, GO_ON = "done", "go on"
LEGAL, DECLARE = "reg.charge.legal", "reg.charge.declare"
FRENZY, RANDOM, WILD, WHIRL = "reg.sr.frenzy", "reg.sr.randommove", "runs wild", "reg.army.orc.whirlers"
GUARDS = "guards the fallen"


def declare_one(fight: Fight) -> bool:
    """One charge is declared and answered; False when no more are."""
    side = fight.state.active
    ready = chargers(fight, side)
    if not ready:
        return _forced(fight, side)
    question = Choose(
        side, "charge", [*(named(fight, one) for one in ready), DONE], DECLARE,
        why_not=lambda name: why_not_at_all(fight, name),
        text="Which unit declares a charge?", meanings={DONE: "No more charges"}, usual=DONE,
    )  # fmt: skip
    question.deferred = True  # the dice are thrown when all charges are declared
    choice = fight.ask(question)
    if choice == DONE:
        fight.state.passed = tuple(n for n, unit in enumerate(fight.state.units) if unit.side == side)
        return _forced(fight, side)
    charger = fight.setting.number[choice]
    declare(fight, charger, choose_target(fight, charger, targets(fight, charger)))
    return True


def choose_target(fight: Fight, charger: int, options: Sequence[int]) -> int:
    if len(options) == 1:
        return options[0]
    question = Choose(
        fight.state.units[charger].side, "charge target", [named(fight, one) for one in options], LEGAL,
        named(fight, charger), why_not=lambda name: _why_not_named(fight, charger, name),
        text="Whom {does} {who} charge?",
    )  # fmt: skip
    question.deferred = True  # the dice are thrown when all charges are declared
    return fight.setting.number[fight.ask(question)]


def chargers(fight: Fight, side: int) -> list[int]:
    """Units that may still declare a charge, and could."""
    passed = fight.state.passed
    return [one for one in present(fight, side) if one not in passed and first_target(fight, one) != NOBODY]


def first_target(fight: Fight, number: int) -> int:
    if cannot_charge(fight, number) is not None:
        return NOBODY
    return next((foe for foe in enemies(fight, number) if why_not(fight, number, foe) is None), NOBODY)


def targets(fight: Fight, number: int) -> list[int]:
    """Whom it may charge; who runs wild goes for the nearest.  [reg.troop.monster.reaction]"""
    if cannot_charge(fight, number) is not None:
        return []
    found = [foe for foe in enemies(fight, number) if why_not(fight, number, foe) is None]
    if found and has(fight, number, WILD):
        return [min(found, key=lambda foe: footprint_gap(fight, number, foe))]
    return found


# --- why not -------------------------------------------------------------------------------------------------


def cannot_charge(fight: Fight, number: int) -> Refusal | None:
    """Why a unit can declare no charge at all."""
    unit, name = fight.state.units[number], named(fight, number)
    if unit.declared:
        return Refusal(DECLARE, "{who} {has} declared a charge already this turn", (name,))
    if unit.fleeing:
        return Refusal("reg.flee.limits", "{who} {is} fleeing", (name,))
    if engaged(fight, number):
        return Refusal("reg.core.engaged", "{who} {is} engaged", (name,))
    if unit.barred:
        return Refusal("reg.sr.vanguard", "{who} {has} come forward before the battle", (name,))
    if unit.did not in ("stood still", "free move") or unit.squabbles:
        return Refusal("reg.turn.status", "{who} {has} done something else this turn", (name,))
    if kind(fight, number).machine:
        return Refusal("reg.troop.warmachine", "a war machine does not charge")
    if has(fight, number, RANDOM):
        return Refusal(RANDOM, "{who} {moves} by chance and {declares} no charge", (name,))
    if unit.fate == "garrison":
        return Refusal("reg.terrain.building", "{who} {has} to leave the building first", (name,))
    if has(fight, number, GUARDS):
        return Refusal("reg.troop.monster.reaction", "{who} never {moves} again", (name,))
    return None


def why_not(fight: Fight, number: int, foe: int) -> Refusal | None:
    """Why a unit may not charge this enemy: too far, out of sight, or no way leads there."""
    who = (named(fight, number), named(fight, foe))
    far, reach = footprint_gap(fight, number, foe), greatest_charge(fight, number)
    if far > reach + TIE:
        away, most = told_apart(far, reach)
        return Refusal(LEGAL, f"{{1}} {{1 is}} {away} away, and {{who}} can reach {most} at most", who)
    if not unit_sees(fight, number, foe):
        return Refusal(LEGAL, "{who} {does} not see {1}", who)
    if fight.state.units[foe].fate == "garrison" and (engaged(fight, foe) or _assaulted(fight, number, foe)):
        return Refusal("reg.terrain.building", "one unit at a time assaults a building", who)
    ignoring = on_their_way(fight, number)
    for struck in struck_sides(fight, number, foe):
        if not _finds_way(fight, number, foe, struck, ignoring):
            return Refusal("reg.charge.geometry", "no way leads {who} to the side of {1} that it faces", who)
    return None


def _finds_way(fight: Fight, number: int, foe: int, struck: Side, ignoring: list[int]) -> bool:
    """Looked for once, as long as nobody on the table moves."""
    known = sights(fight).ways
    key = number, foe, struck, tuple(ignoring), flies(fight, number)
    found = known.get(key)
    if found is None:
        found = known[key] = reachable(Onset(fight, number, foe, struck, ignoring))
    return found


def _assaulted(fight: Fight, number: int, foe: int) -> bool:
    return any(unit.charge == foe and other != number for other, unit in enumerate(fight.state.units))


def on_their_way(fight: Fight, number: int) -> list[int]:
    """Units already sent on a charge are thought of as having made it."""
    return [other for other, unit in enumerate(fight.state.units) if unit.charge != NOBODY and other != number]


def why_not_at_all(fight: Fight, name: str) -> Refusal | None:
    number = fight.setting.number.get(name, NOBODY)
    if number == NOBODY or fight.state.units[number].side != fight.state.active:
        return None
    if refusal := cannot_charge(fight, number):
        return refusal
    reasons = [why_not(fight, number, foe) for foe in enemies(fight, number)]
    return next((reason for reason in reasons if reason), None)


def _why_not_named(fight: Fight, charger: int, name: str) -> Refusal | None:
    foe = fight.setting.number.get(name, NOBODY)
    if foe == NOBODY or fight.state.units[foe].side == fight.state.units[charger].side:
        return None
    return why_not(fight, charger, foe)


# --- declaring -----------------------------------------------------------------------------------------------


def declare(fight: Fight, charger: int, target: int) -> None:
    """The charge is declared, the side it goes for settled, and the target reacts."""
    unit, foe = fight.state.units[charger], fight.state.units[target]
    sides = struck_sides(fight, charger, target)
    struck: Side = at_random(fight, sides, "which side is charged", "reg.charge.side", unit.side)
    unit.charge, unit.also, unit.declared, unit.struck, unit.loose = target, (), True, struck, False
    unit.from_high = on_hill(fight, charger) and not on_hill(fight, target)
    fight.tell(ChargeDeclared(DECLARE, unit.name, foe.name, said_side(fight, target, struck)))
    unit.also = _unavoidable(fight, charger, target, struck)
    for other in unit.also:
        touched = facing_side(body(fight, other), side_line(body(fight, target), struck).inward)
        fight.tell(ChargeDeclared("reg.charge.several", unit.name, named(fight, other), touched))
    answered(fight, charger, target)
    for other in unit.also:
        if unit.charge == target and fight.state.units[other].present:
            answered(fight, charger, other)


def answered(fight: Fight, charger: int, target: int) -> None:
    """The target reacts; each who had charged one that flees may try to find another."""
    for hunter in react(fight, charger, target):
        if fight.state.units[hunter].charge == target:
            _redirect(fight, hunter, target)


def _unavoidable(fight: Fight, charger: int, target: int, struck: Side) -> tuple[int, ...]:
    """Enemies whom every way of this charge touches besides its target: they are charged too, and each reacts.

    [reg.charge.several] [reg.charge.declare]
    """
    best = _touched_besides(fight, charger, target, struck)
    choices = {" and ".join(named(fight, one) for one in also): also for also in best}
    if len(choices) < 2:
        return best[0] if best else ()
    question = Choose(
        fight.state.units[charger].side, "charged too", list(choices), "reg.charge.several", named(fight, charger),
        text="{who} cannot but touch another enemy: which?", usual=next(iter(choices)),
    )  # fmt: skip
    return choices[fight.ask(question)]


def _touched_besides(fight: Fight, charger: int, target: int, struck: Side) -> list[tuple[int, ...]]:
    """Whom each of its best ways touches, looked for once, as long as nobody on the table moves."""
    known, ignoring = sights(fight).touched, on_their_way(fight, charger)
    key = charger, target, struck, tuple(ignoring), flies(fight, charger)
    found = known.get(key)
    if found is None:
        onset = Onset(fight, charger, target, struck, ignoring)
        ways = list(islice(approaches(onset), 2 * ENDS_ALIKE)) if onset.neighbours else []
        best = [way.also for way in ways if not way.swings and onset.rank(way) == onset.rank(ways[0])]
        found = known[key] = best
    return found


def _redirect(fight: Fight, charger: int, fled: int) -> None:
    """A Leadership test, and then another charge; once a turn.  [reg.charge.redirect]"""
    unit = fight.state.units[charger]
    if unit.redirected or not unit.present or unit.fleeing:
        return
    enemies = [foe for foe, one in enumerate(fight.state.units) if one.present and one.side != unit.side]
    options = [foe for foe in enemies if foe != fled and why_not(fight, charger, foe) is None]
    if not options:
        return
    question = Choose(
        unit.side, "redirect", [*(named(fight, foe) for foe in options), GO_ON], "reg.charge.redirect",
        unit.name, text="The target flees: {does} {who} try to charge another?",
        meanings={GO_ON: "Go on after the fleeing unit"}, usual=GO_ON,
    )  # fmt: skip
    choice = fight.ask(question)
    if choice == GO_ON:
        return
    unit.redirected = True
    if ld_test(fight, charger, "redirecting", "reg.charge.redirect"):
        unit.charge = NOBODY
        declare(fight, charger, fight.setting.number[choice])


# --- charges that must be declared ---------------------------------------------------------------------------


def _forced(fight: Fight, side: int) -> bool:
    """The frenzied who could charge and have not must pass a test not to.  [reg.sr.frenzy]"""
    for number in present(fight, side):
        unit = fight.state.units[number]
        if unit.acted or unit.declared or not anybody_has(fight, number, FRENZY):
            continue
        unit.acted = True
        options = targets(fight, number)
        if not options:
            continue
        if not has(fight, number, WILD) and ld_test(fight, number, "frenzy", FRENZY):
            return True
        declare(fight, number, choose_target(fight, number, options))
        return True
    return False
