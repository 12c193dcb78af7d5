"""Charges and the answers to them: by what the fight at their end promises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from warhost.engine.field.shapes import gap
from warhost.engine.field.stance import Stance, shifted
from warhost.engine.question import Answer, Assign, Choose, Question

from ..bodies import body, loose, range_between, width_of
from ..charging.charges import DASH
from ..charging.fallback import never_falls_back
from ..charging.leg import Leg, out_of_reach, plan
from ..fighting.contact import contacts_of
from ..fighting.fronts import NARROWEST
from ..fighting.squaring import room_against, zone_of
from ..figure import INCH
from ..land.ground import leg_cost
from ..land.sense import senses
from ..morale.checks import bravery_due, dice_of, soldiering, stress
from ..moving.stride import body_in, stance, take
from ..moving.wedges import cannot_dash
from ..scenario.points import drawn_to
from ..state import NOBODY, Number
from . import volleys
from .clash import Onset, balance
from .mind import LATE, Mind

DASH_CHANCES = ((0, 1.0), (1, 1.0), (2, 2 / 3), (3, 1 / 3))  # of a D3 of so many inches or more
SPENT = 6.0  # points that a charge costs which gets nowhere
INITIATIVE = 0.25  # how much of what an enemy could do to us a charge takes out of his hands
RISKY, COUNTER = 0.4, 0.8  # how likely an enemy takes the chance that a charge gives him, later or at once
CLEARS = 12.0  # inches of wanted ground that a fight for it is worth
STAKE = 0.04  # of its worth: what a charge must bring before a piece is put at hazard
HAZARD = 0.08  # ... and of a general's
VOLLEYS = 1.5  # how many volleys archers give up by charging
LIKELY = 0.5  # how sure a piece must be to get away before it falls back
WARY = 0.5  # how likely a target that can fall back does
SAFE = 2 * INCH  # what an average dash adds to a charge
DREAD = 0.15  # of its worth: what a fight must threaten before it thinks of that
TWO_DICE = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)  # in 36: that 2D6 come to so much or more


class Prospect(NamedTuple):
    """A charge as it would go."""

    onset: Onset
    target: Number
    chance: float  # to get there and to dare it
    value: float  # what the fight promises
    risk: float  # what other enemies could make of it in their turn


# --- one charge ----------------------------------------------------------------------------------------------


def prospect(mind: Mind, charger: Number, target: Number) -> Prospect | None:
    """A charge that could get home this turn."""
    fight = mind.fight
    if range_between(fight, charger, target) > mind.pace(charger) + DASH:
        return None
    if out_of_reach(fight, charger, target) or not senses(fight, charger, target):
        return None
    leg = plan(fight, charger, target)
    if leg.halted is not None or leg.hit != target or _too_thin(mind, charger, leg):
        return None
    end = shifted(leg.stand, leg.stand.facing, leg.distance).front
    way = leg_cost(fight, charger, leg.stand.front, end, body_in(fight, charger, leg.stand).width)
    chance = arrives(mind, charger, way)
    if bravery_due(fight, charger, target):
        own, against = soldiering(fight, charger, "bravery"), stress(fight, charger, "bravery", against=target)
        chance *= float(dice_of(own.total, against.total).chance())
    onset = Onset(charger, leg.struck, leg.distance)
    landed = shifted(leg.stand, leg.stand.facing, leg.distance)
    if _no_room(mind, charger, leg, landed):
        return None
    risk = _risk(mind, charger, target, landed) + _strayed(mind, charger, landed)
    value = fight_value(mind, [onset], target) + _cleared(mind, charger, target)
    return Prospect(onset, target, chance, value, risk)


def _cleared(mind: Mind, charger: Number, target: Number) -> float:
    """What it is worth besides to fight whoever holds the ground on which the scenario wants the charger; late in
    the day that is worth as much as himself."""
    post = drawn_to.first(mind.setting.mission.rules, mind.fight, charger) if mind.presses else None
    if post is None or gap(body(mind.fight, target).block, post[0]):
        return 0.0
    late = mind.worth(charger) if mind.state.turn >= LATE else 0.0
    return max(late, CLEARS * post[1])


def _no_room(mind: Mind, charger: Number, leg: Leg, landed: Stance) -> bool:
    """Whether it could not stand against whom it strikes, for the rocks beside him. Into a fight that is on others
    make room."""
    fight, target = mind.fight, leg.hit
    if loose(fight, charger) or mind.state.pieces[target].fleeing or contacts_of(fight, target):
        return False
    if not mind.setting.land(mind.state.terrain).bars:
        return False
    before = stance(fight, charger)
    take(fight, charger, landed)
    found = room_against(fight, charger, target, leg.struck)
    take(fight, charger, before)
    return not found


def _strayed(mind: Mind, charger: Number, landed: Stance) -> float:
    """What it costs to be drawn away from the ground on which the scenario wants it."""
    post = drawn_to.first(mind.setting.mission.rules, mind.fight, charger)
    if post is None:
        return 0.0
    ground, price = post
    ends = [gap(there.block, ground) for there in (body(mind.fight, charger), body_in(mind.fight, charger, landed))]
    return price * max(0, ends[1] - ends[0]) / INCH


def _too_thin(mind: Mind, charger: Number, leg: Leg) -> bool:
    """Squeezed into a column on its way a unit arrives with flimsy ranks."""
    own = width_of(mind.state.pieces[charger])
    return not loose(mind.fight, charger) and leg.stand.files < min(own, NARROWEST)


def _risk(mind: Mind, charger: Number, target: Number, landed: Stance) -> float:
    """What others may do to the charger while it fights, into its flank perhaps.

    Those who stood still in their own turn may come at once, in a counter charge; the others in their next turn.
    """
    fight, total = mind.fight, 0.0
    before = stance(fight, charger)
    take(fight, charger, landed)
    for enemy in mind.enemies:
        if enemy == target or not mind.free(enemy):
            continue
        gap = range_between(fight, charger, enemy)
        chance = arrives(mind, enemy, gap) * (COUNTER if _rested(mind, enemy) else 0 if mind.last_turn else RISKY)
        if chance and senses(fight, enemy, charger):
            onset = Onset(enemy, zone_of(fight, charger, body(fight, enemy).front), gap)
            total += chance * max(0.0, balance(mind, [onset], charger))
    total += mind.drowning(charger)
    take(fight, charger, before)
    return total


def _rested(mind: Mind, number: Number) -> bool:
    piece = mind.state.pieces[number]
    return not (piece.last_moved or piece.last_shot or piece.last_dashed)


def arrives(mind: Mind, charger: Number, way: int) -> float:
    """How likely its movement carries it so far, with a dash if need be."""
    missing = -(-(way - mind.pace(charger)) // INCH)
    if missing > 0 and cannot_dash(mind.fight, charger):
        return 0.0
    return next((chance for inches, chance in DASH_CHANCES if missing <= inches), 0.0)


def fight_value(mind: Mind, onsets: Sequence[Onset], target: Number) -> float:
    """What it is worth to attack so, with those who fight this enemy already; who flees is simply run down."""
    if mind.state.pieces[target].fleeing:
        return mind.worth(target)
    helped = _in_combat(mind, target)
    before = balance(mind, helped, target) if helped else 0.0
    return balance(mind, [*helped, *onsets], target) - before


def _in_combat(mind: Mind, target: Number) -> list[Onset]:
    found = {contact.foe(target): contact for contact in contacts_of(mind.fight, target)}
    return [Onset(foe, contact.side_of(target)) for foe, contact in found.items()]


# --- naming charges ------------------------------------------------------------------------------------------


def _charges(mind: Mind, question: Question) -> Iterator[Answer]:
    """The best charges one by one, each counted with those that go at the same enemy already.

    A general does not charge alone.
    """
    assert isinstance(question, Assign)
    found = [
        hopeful
        for charger, targets in question.options.items()
        if not mind.commands(mind.number[charger])
        for target in targets
        if (hopeful := prospect(mind, mind.number[charger], mind.number[target])) is not None
    ]
    found.sort(key=lambda hopeful: -_gain(mind, hopeful))
    yield named(mind, found)


def _gain(mind: Mind, hopeful: Prospect) -> float:
    """What naming it brings, beside waiting to be charged."""
    dreaded = _dreaded(mind, hopeful)
    chance = hopeful.chance * (1 - _eluded(mind, hopeful))
    missed = (1 - chance) * _missed(mind, hopeful, dreaded) if chance < 1 else 0.0
    stake = _stake(mind, hopeful.onset.piece) + VOLLEYS * _unshot(mind, hopeful.onset.piece)
    return chance * (hopeful.value + INITIATIVE * dreaded) - hopeful.risk - missed - stake


def _missed(mind: Mind, hopeful: Prospect, dreaded: float) -> float:
    """What it costs to fall short: the charge goes on next turn, when the target has turned to it."""
    lost = SPENT + INITIATIVE * dreaded
    if mind.state.pieces[hopeful.target].fleeing:
        return lost
    met = balance(mind, [hopeful.onset._replace(struck="front")], hopeful.target)
    return lost + RISKY * max(0.0, -met)


def _stake(mind: Mind, charger: Number) -> float:
    """What a charge must bring before a piece is put at hazard, and more before its general is."""
    leaders = mind.state.pieces[charger].leaders
    commanding = sum(mind.worth(leader) for leader in (charger, *leaders) if mind.commands(leader))
    return STAKE * mind.worth(charger) + HAZARD * commanding


def _unshot(mind: Mind, charger: Number) -> float:
    """What archers who charge would have shot instead."""
    if not mind.shoots(charger):
        return 0.0
    return volleys.best_target(mind, charger)[1]


def _eluded(mind: Mind, hopeful: Prospect) -> float:
    """How likely the target falls back out of reach."""
    charger, target, run = hopeful.onset.piece, hopeful.target, hopeful.onset.run
    if 2 * run <= mind.pace(charger) or never_falls_back(mind.fight, target) is not None:
        return 0.0
    if not senses(mind.fight, target, charger):
        return 0.0
    return WARY * fall_back_chance(mind, target, charger, run)


def fall_back_chance(mind: Mind, number: Number, comer: Number, run: int) -> float:
    """How likely 2D6 inches, after a check, take it out of reach of a charge from so far away."""
    wanted = -(-(mind.pace(comer) + SAFE - run) // INCH)
    own, against = soldiering(mind.fight, number, "deviancy"), stress(mind.fight, number, "deviancy")
    passes = float(dice_of(own.total, against.total).chance())
    return passes * TWO_DICE[max(0, min(wanted, len(TWO_DICE) - 1))] / 36


def _dreaded(mind: Mind, hopeful: Prospect) -> float:
    """What the target itself could do to the charger by charging it."""
    target, charger = hopeful.target, hopeful.onset.piece
    within = hopeful.onset.run <= mind.pace(target) + DASH
    if not within or hopeful.value < -SPENT or not mind.free(target) or mind.shoots(target):
        return 0.0
    return max(0.0, balance(mind, [Onset(target, "front", hopeful.onset.run)], charger))


def named(mind: Mind, found: Sequence[Prospect]) -> dict[str, str]:
    pieces = mind.state.pieces
    taken: dict[Number, list[Prospect]] = {}
    busy: list[int] = []
    for hopeful in found:
        charger, target = hopeful.onset.piece, hopeful.target
        fellows = taken.get(target, [])
        if charger in busy:
            continue
        if fellows and not pieces[target].fleeing:
            onsets = [fellow.onset for fellow in fellows]
            together = fight_value(mind, [*onsets, hopeful.onset], target) - fight_value(mind, onsets, target)
            hopeful = hopeful._replace(value=together)
        if _gain(mind, hopeful) > 0:
            taken.setdefault(target, []).append(hopeful)
            busy.append(charger)
    return {
        pieces[hopeful.onset.piece].name: pieces[target].name
        for target, fellows in taken.items()
        for hopeful in fellows
    }


# --- while charges run ---------------------------------------------------------------------------------------


def _next_charge(mind: Mind, question: Question) -> Iterator[Answer]:
    """The nearest first: it clears the way for those behind it."""
    assert isinstance(question, Choose)

    def way(name: str) -> int:
        charger = mind.number[name]
        target = mind.state.pieces[charger].charge_target
        there = target != NOBODY and mind.state.pieces[target].standing
        return range_between(mind.fight, charger, target) if there else 0

    yield min(question.options, key=way)


SHOOTING = ("tp.shoot.", "tp.siege.")  # the rules by which somebody is shot at, from the walls too


def _target(mind: Mind, question: Question) -> Iterator[Answer]:
    """Of several enemies the one whom it pays most to fight; the same word is used for shooting."""
    assert isinstance(question, Choose)
    if question.rule.startswith(SHOOTING):
        yield from volleys.target(mind, question)
        return
    charger = mind.number[question.about]
    yield max(question.options, key=lambda name: _promise(mind, charger, mind.number[name]))


def _promise(mind: Mind, charger: Number, target: Number) -> float:
    found = prospect(mind, charger, target)
    return found.chance * found.value if found else -mind.worth(charger)


def _charge(mind: Mind, question: Question) -> Iterator[Answer]:
    """On with it, unless the target is gone out of reach and another is not, or the fight has turned bad."""
    assert isinstance(question, Choose)
    charger = mind.number[question.about]
    value = _promise(mind, charger, mind.state.pieces[charger].charge_target)
    best, most = "charge", max(value, -SPENT)
    for option in question.options:
        if option.startswith("redirect to "):
            other = _promise(mind, charger, mind.number[option.removeprefix("redirect to ")])
            if other > 2 * max(most, 0.0) + SPENT:
                best, most = option, other
    if best == "charge" and -mind.worth(charger) < value < -SPENT:
        best = "halt"
    yield best


def _counter_charge(mind: Mind, question: Question) -> Iterator[Answer]:
    """Whoever does best, into the enemy who has just come; for nothing nobody leaves his place."""
    assert isinstance(question, Choose)
    values = {
        name: max(_promise(mind, mind.number[name], enemy) for enemy in mind.enemies)
        for name in question.options
        if name != "nobody"
    }
    best = max(values, key=lambda name: values[name])
    yield best if values[best] > 0 else "nobody"


# --- being charged -------------------------------------------------------------------------------------------


def _answer(mind: Mind, question: Question) -> Iterator[Answer]:
    """Falls back before a fight that would cost it dear, if it is likely to get away."""
    number = mind.number[question.about]
    comers = [enemy for enemy in mind.enemies if mind.state.pieces[enemy].charge_target == number]
    onsets = []
    escape = 1.0
    for comer in comers:
        leg = plan(mind.fight, comer, number)
        if leg.distance > mind.pace(comer) + DASH:
            continue
        onsets.append(Onset(comer, leg.struck, leg.distance))
        near = 2 * leg.distance <= mind.pace(comer) or not senses(mind.fight, number, comer)
        escape = min(escape, 0.0 if near else fall_back_chance(mind, number, comer, leg.distance))
    dreadful = onsets and balance(mind, onsets, number) > DREAD * mind.worth(number)
    yield "fall back" if dreadful and escape > LIKELY else "stand"


THOUGHTS = {
    "charges": _charges,
    "next charge": _next_charge,
    "next counter charge": _next_charge,
    "target": _target,
    "new target": _target,
    "charge": _charge,
    "counter charge": _counter_charge,
    "answer": _answer,
}
