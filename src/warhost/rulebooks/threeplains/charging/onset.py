"""A charge runs: the dash, the shots at it, the enemies under its feet, and the clash at its end.

Steps (e) to (g) of [tp.move.charge.sequence].
"""

from __future__ import annotations

from typing import Literal

from warhost.engine.field.body import apart
from warhost.engine.field.compass import turn
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.stance import shifted

from ..beasts.herds import unleash
from ..bodies import TOUCH, body, set_aloft, take_to_the_air
from ..events.charges import Charged, ChargeHalted, Narrowed, RanInto
from ..events.moves import Stretched
from ..fighting import contact, parting
from ..fighting.clipping import Hit, clips
from ..fighting.squaring import meet, zone_of
from ..land.ground import leg_cost, reach, surplus
from ..machines.driving import gone_over
from ..magic.bearing import nature
from ..magic.effects import may_gain, sets_off
from ..missiles.defensive import defensive_strikes, hold_and_shoot
from ..morale.checks import members
from ..morale.exhaustion import exhausted, held_back
from ..moving.course import STRAIGHT
from ..moving.dashing import allowance, dash
from ..moving.landing import sink_if_weary
from ..moving.manoeuvres import straighten
from ..moving.mobs import surge, unrolled
from ..moving.stride import (
    INCH,
    Footing,
    body_in,
    footing,
    in_ranks,
    late,
    leg_of,
    settle,
    stance,
    step_back,
    take,
)
from ..moving.sweep import Sweep, cross
from ..moving.wedges import cannot_dash, collapse
from ..setting import Fight
from ..special import specials
from ..special.concealment import come_to_light
from ..stands import known_at_last, stands
from ..state import NOBODY, Number, Side
from ..wounds.casualties import destroy
from .headlong import hit_at_once, rush
from .leg import Leg, out_of_reach, plan, turns_sharply
from .marchover import lifted, march_over

Outcome = Literal["short", "blows", "ran down"]
"""The charge reached nobody, or there was no room; it is in combat; it hit a fleeing piece."""


def charge_move(
    fight: Fight, number: Number, target: Number, free: Length | None = None, aim: int | None = None
) -> Outcome:  # fmt: skip
    """One straight leg with the movement that is left and a dash if needed, or with so much free movement alone.

    [tp.move.charge.move] [tp.move.charge.far] [tp.move.fly.takeoff]
    """
    piece, back = fight.state.pieces[number], footing(fight, number)
    if refusal := out_of_reach(fight, number, target):
        halt(fight, number, refusal.rule, refusal.why)
        return "short"
    if free is None:
        sets_off(fight, number)
        surge(fight, number)
    come_to_light(fight, number)
    piece.climbing = NOTHING
    parting.leave(fight, number)
    fight.state.pieces[target].charged = fight.state.clock
    if fight.state.pieces[target].airborne:
        take_to_the_air(fight, number)
    leg = plan(fight, number, target, aim)
    left = max(NOTHING, allowance(fight, number)) if free is None else free
    way = _reach(fight, number, leg, left)
    if free is None and way < leg.distance and unleash(fight, number):
        leg, left = plan(fight, number, target, aim), max(NOTHING, allowance(fight, number))
        way = _reach(fight, number, leg, left)
    if free is None and way < leg.distance and _may_dash(fight, number):
        left += dash(fight, number)
        way = _reach(fight, number, leg, left)
    if fight.state.phase == "charges":
        leg = under_fire(fight, number, target, leg, way, aim)
    if not piece.standing:
        return "short"
    _tell_narrowing(fight, number, leg)
    start = body_in(fight, number, leg.stand)
    outcome: Outcome = "short"
    strikes = leg.halted is None and way >= leg.distance
    if strikes:
        leg = _over_the_ground(fight, number, target, leg, aim)
    if not piece.standing:
        return "short"
    if leg.halted is None and way >= leg.distance:
        _spend(fight, number, leg, left)
        outcome = _strike_home(fight, number, target, leg, back)
    else:
        leg = leg._replace(distance=min(way, leg.distance))
        _spend(fight, number, leg, left)
        _fall_short(fight, number, target, leg, back, crossed=strikes)
    if not piece.standing:
        return "short"
    gone_over(fight, number, start)
    sink_if_weary(fight, number)
    return outcome


def _reach(fight: Fight, number: Number, leg: Leg, left: Length) -> Length:
    width = body_in(fight, number, leg.stand).width
    return reach(fight, number, leg.stand.front, leg.stand.facing, left, width)


def _may_dash(fight: Fight, number: Number) -> bool:
    """Whether a charger that falls short can make a dash.  [tp.move.charge.far] [tp.move.dash]"""
    return not (fight.state.pieces[number].turn.dashed or held_back(fight, number) or cannot_dash(fight, number))


def more(fight: Fight, number: Number) -> Length:
    """What a charge may add to the movement: dice that are thrown as it sets off, the pace of beasts without their
    masters."""
    return unrolled(fight, number) + surplus(fight, number) + may_gain(fight, number)


def under_fire(fight: Fight, number: Number, target: Number, leg: Leg, way: Length, aim: int | None = None) -> Leg:
    """Defensive strikes interrupt the charge; a thinner charger may have another way before it."""
    models = body(fight, number).models
    start = body_in(fight, number, leg.stand)
    end = body_in(fight, number, shifted(leg.stand, leg.stand.facing, min(way, leg.distance)))
    defensive_strikes(fight, number, start, end)
    if not fight.state.pieces[number].standing or body(fight, number).models == models:
        return leg
    return plan(fight, number, target, aim)


def _over_the_ground(fight: Fight, number: Number, target: Number, leg: Leg, aim: int | None) -> Leg:
    """What lies on its way has its effect there, before anybody is struck; who is thinner may have another way."""
    models = body(fight, number).models
    cross(fight, number, [leg_of(fight, number, leg.stand, leg.stand.facing, leg.distance)])
    if not fight.state.pieces[number].standing or body(fight, number).models == models:
        return leg
    return plan(fight, number, target, aim)


def _tell_narrowing(fight: Fight, number: Number, leg: Leg) -> None:
    if leg.stand.files < stance(fight, number).files:
        fight.tell(Narrowed("tp.move.charge.fit", number, leg.stand.files))


def _spend(fight: Fight, number: Number, leg: Leg, left: Length) -> None:
    """Book the leg; a unit that turned sharply and went beyond its breaking point is in disorder.

    [tp.move.unit.turn]
    """
    piece, state, run = fight.state.pieces[number], fight.state, leg.distance
    start, width = leg.stand.front, body_in(fight, number, leg.stand).width
    cost = leg_cost(fight, number, start, shifted(leg.stand, leg.stand.facing, run).front, width)
    if turns_sharply(fight, number, leg.stand) and cost > left - width // 2:
        piece.turn.sharp, piece.flimsy_until = True, state.clock_in(2 if state.active == piece.side else 1)
        fight.tell(Stretched("tp.move.unit.turn", number, cost, max(NOTHING, left - width // 2)))
    piece.turn.spent += cost
    piece.turn.since_turn = run if abs(turn(piece.facing, leg.stand.facing)) > STRAIGHT else piece.turn.since_turn
    piece.turn.charge_turn += run
    piece.charge_run += run
    for member in members(fight, number):
        specials.moments.each(nature(fight, member), fight, member, "charged")


# --- a charge that reaches nobody ----------------------------------------------------------------------------


def _fall_short(fight: Fight, number: Number, target: Number, leg: Leg, back: Footing, *, crossed: bool) -> None:
    """It stops on the way, and runs on next turn unless something has halted it. It may have crossed the ground
    already, when there seemed to be a way to its target.

    [tp.move.charge.far] [tp.move.charge.halt] [tp.move.charge.halted]
    """
    piece = fight.state.pieces[number]
    done = stop(fight, number, leg, back, crossing=not crossed)
    if not piece.standing:
        return
    piece.turn.charge_turn -= leg.distance - done
    piece.charge_run -= leg.distance - done
    way = (back.stand.front, piece.point)
    fight.tell(Charged("tp.move.charge.far", number, target, leg.struck, done, False, way[1], way, piece.facing))
    if leg.halted is not None:
        halt(fight, number, leg.halted.rule, leg.halted.why)
    elif contact.engaged(fight, number):
        halt(fight, number, "tp.move.marchover.partial", "it is held up by an enemy under its feet")
    elif exhausted(fight, number):
        halt(fight, number, "tp.move.charge.halt", "it is exhausted")
    else:
        piece.turn.acted = True


def stop(fight: Fight, number: Number, leg: Leg, back: Footing, *, crossing: bool = False) -> Length:
    """Stand where the leg ends, or as near to it as there is room, with the whole front if that fits; how far it
    came.

    `back` is where the mover came from; on most ways the ground has been crossed before.
    [tp.move.charge.halted] [tp.move.charge.fit]
    """
    course, own = leg.stand.facing, fight.state.pieces[number].files
    stands = [leg.stand]
    if leg.stand.files < own:
        stands.insert(0, in_ranks(fight, number, leg.stand.front, course, own))
    done = settle(fight, number, stands, course, leg.distance, ignoring=leg.trampled, crossing=crossing)
    if done is None:
        step_back(fight, number, back)
        return NOTHING
    if leg.trampled and fight.state.pieces[number].standing:
        end, passed = body(fight, number), rush(fight, number, leg.stand, done).trampled
        reached = [one for one in leg.trampled if one in passed or apart(end, body(fight, one)) <= TOUCH]
        march_over(fight, number, reached, end)
    return done


def halt(fight: Fight, number: Number, rule: str, why: str) -> None:
    """The charge is over: no other one this turn, but the rest of the movement may be used.

    [tp.move.charge.halted]
    """
    piece = fight.state.pieces[number]
    fight.tell(ChargeHalted(rule, number, piece.charge_target, why, stands(fight, number)))
    piece.charges_no_more()
    piece.turn.charge_ended = True


# --- a charge that strikes home ------------------------------------------------------------------------------


def _strike_home(fight: Fight, number: Number, target: Number, leg: Leg, back: Footing) -> Outcome:
    struck: Side = "rear" if _falls_back(fight, leg.hit) else leg.struck
    far, course = leg.distance, leg.stand.facing
    way = (back.stand.front, shifted(leg.stand, course, far).front)
    charge = Charged("tp.move.charge.move", number, leg.hit, struck, far, True, way[1], way, course)
    fight.tell(charge)
    if leg.hit != target:
        fight.tell(RanInto("tp.move.charge.wrongtarget", number, leg.hit, struck))
    if fight.state.pieces[leg.hit].fleeing:
        return _run_down(fight, number, leg, back, charge)
    return "blows" if come_to_blows(fight, number, leg, back, stray=leg.hit != target) else "short"


def _run_down(fight: Fight, number: Number, leg: Leg, back: Footing, charge: Charged) -> Outcome:
    """A fleeing piece hit by a charge is destroyed, and the charger stops.

    [tp.move.charge.fleeing] [tp.move.flee.caught]
    """
    piece = fight.state.pieces[number]
    piece.charges_no_more()
    piece.turn.acted = True
    destroy(fight, leg.hit, "tp.move.charge.fleeing")
    stop(fight, number, leg, back)
    known_at_last(fight, charge, way=(back.stand.front, piece.point), facing=piece.facing)
    return "ran down"


def come_to_blows(fight: Fight, number: Number, leg: Leg, back: Footing, *, stray: bool) -> bool:
    """The mover touches an enemy: the enemy may hold and shoot, then they square up.

    [tp.move.charge.lands] [tp.move.charge.mutual]
    """
    piece, foe = fight.state.pieces[number], fight.state.pieces[leg.hit]
    take(fight, number, shifted(leg.stand, leg.stand.facing, leg.distance))
    flew, piece.airborne = piece.airborne, foe.airborne
    before = piece.aloft
    set_aloft(fight, number, foe.aloft)
    with lifted(fight, leg.trampled):
        if fight.state.phase in ("charges", "moves"):
            hold_and_shoot(fight, leg.hit, number)
        if foe.bend and foe.standing:
            straighten(fight, leg.hit)
            leg = leg._replace(struck=zone_of(fight, leg.hit, leg.stand.front))
        met = piece.standing and foe.standing and _square_up(fight, number, leg, stray)
    if not piece.standing:
        return False
    if not met:
        piece.airborne = flew
        set_aloft(fight, number, before)
        stop(fight, number, leg._replace(distance=max(NOTHING, leg.distance - INCH)), back)
        if foe.standing:
            halt(fight, number, "tp.move.charge.mass", "there is no room for it in the combat")
        else:  # what was to steel it for its shot has been the end of it
            halt(fight, number, "tp.move.charge.halt", "the target is gone")
        return False
    collapse(fight, number)
    cross(fight, number, [Sweep(fight, number, body(fight, number), body(fight, number))])
    march_over(fight, number, leg.trampled, body(fight, number))
    piece.turn.acted = True
    piece.charge_target = foe.charge_target = NOBODY
    return True


def _falls_back(fight: Fight, number: Number) -> bool:
    """Whether a piece is caught on its way back, before it could turn again."""
    piece = fight.state.pieces[number]
    return piece.turn.answer == "fall back" and piece.fell_back == fight.state.clock


def _square_up(fight: Fight, number: Number, leg: Leg, stray: bool) -> bool:
    """Whoever is caught falling back is struck in the rear, if there is room there.

    [tp.move.fallback.hit] [tp.move.unintentional]
    """
    piece = fight.state.pieces[number]
    piece.charge_fights, piece.charge_struck = fight.state.clock_in(late(fight)), piece.turn.charge_turn
    caught: tuple[Side, ...] = ("rear",) if _falls_back(fight, leg.hit) else ()
    clip = stray and clips(fight, number, leg.hit)
    others = hit_at_once(fight, number, leg.hit) if stray else []
    also = [Hit(one, zone_of(fight, one, leg.stand.front)) for one in others]
    for struck in (*caught, leg.struck):
        run = piece.turn.charge_turn
        if meet(fight, number, leg.hit, struck, charge=run, clip=clip, also=also, late=late(fight)):
            piece.charge_run = NOTHING
            return True
    return False
