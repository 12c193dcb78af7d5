"""The one straight leg of a charge: the side it strikes, the room it has, and whom it reaches first.

[tp.move.charge.move]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.engine.field.compass import Point, ahead, heading, turn
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.rush import Line, free_lanes, line_of, until_touch
from warhost.engine.field.shapes import Shape
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.question import Refusal

from ..beasts.woods import why_no_landing
from ..bodies import body, figure, loose
from ..fighting.contact import contacts_of, foes
from ..fighting.squaring import zone_of
from ..figure import inches
from ..land.ground import nearest_bar, on_another_floor, parted_by_cliffs, standing_room
from ..land.paces import phantom
from ..land.sense import why_not_sensed
from ..machines.driving import TURN as WHEEL_TURN
from ..moving.flying import can_fly, imagined
from ..moving.manoeuvres import uses_pikes
from ..moving.stride import INCH, body_in, in_ranks, leading_shapes, stance
from ..moving.wedges import stiff
from ..setting import Fight
from ..special.concealment import concealed
from ..state import NOBODY, Number, Side
from .headlong import Way, rush
from .marchover import lifted

FAR = inches(200)  # longer than any table
INSIDE = inches(0.5)  # the point aimed at lies so far from the ends of the struck side, where that is long enough
PIKE_TURN = 1000  # ten degrees
WEDGE_TURN = SHARP = 4500
LOOK = inches(0.1)  # from one look at the ground to the next


class Leg(NamedTuple):
    """A charge as it would run from where the charger stands now."""

    struck: Side  # the side of the piece that is hit
    stand: Stance  # the charger, turned to its target and narrowed if it must
    distance: Length  # what its middle front travels until a base touches
    hit: Number  # the target, or an enemy that stands in the way
    trampled: tuple[Number, ...] = ()
    halted: Refusal | None = None  # why it stops after that distance without hitting anybody


def plan(fight: Fight, number: Number, target: Number, aim: int | None = None) -> Leg:
    """How a charge would go, at the nearest point of the enemy or so far along the side it strikes.

    [tp.move.charge.move] [tp.move.charge.lands] [tp.move.charge.fit] [tp.weapon.pike.turning]
    """
    here = stance(fight, number)
    struck, stand = _aimed(fight, number, target, aim)
    if refusal := _turns_too_far(fight, number, stand):
        return _halted(struck, here, refusal)
    reach = touches(fight, number, stand, target)
    if reach is None:
        return _halted(struck, here, Refusal("tp.move.charge.halt", "no single straight leg leads to it"))
    if fight.state.pieces[number].airborne:
        return _flown(fight, number, target, Leg(struck, stand, reach, target))
    return _burdened(fight, number, _on_foot(fight, number, target, Leg(struck, stand, reach, target)))


def way_to(fight: Fight, number: Number, target: Number) -> Length | None:
    """The charge distance to a target, whatever stands between; None if no straight leg leads to it.

    [tp.move.charge.move]
    """
    _, stand = _aimed(fight, number, target)
    return None if _turns_too_far(fight, number, stand) else touches(fight, number, stand, target)


def _aimed(fight: Fight, number: Number, target: Number, aim: int | None = None) -> tuple[Side, Stance]:
    """The side a charge strikes, and the charger turned to its point."""
    here, line = stance(fight, number), struck_line(fight, number, target)
    point = _inside(line, line.nearest(here.front) if aim is None else aim)
    course = heading(here.front, point) if point != here.front else here.facing
    return line.struck, turned(here, course, here.front)


def turns_sharply(fight: Fight, number: Number, stand: Stance) -> bool:
    """[tp.move.unit.turn]"""
    return not loose(fight, number) and abs(turn(fight.state.pieces[number].facing, stand.facing)) > SHARP


def _turns_too_far(fight: Fight, number: Number, stand: Stance) -> Refusal | None:
    """[tp.weapon.pike.turning] [tp.unit.infantry_wedge.movement] [tp.machine.chariot.turning]"""
    angle = abs(turn(fight.state.pieces[number].facing, stand.facing))
    if angle > PIKE_TURN and uses_pikes(fight, number):
        return Refusal("tp.weapon.pike.turning", "a pike unit turns by 10 degrees at most")
    if angle > WHEEL_TURN and figure(fight, number).chariot:
        return Refusal("tp.machine.chariot.turning", "a chariot turns by 45 degrees at most")
    return stiff(fight, number, "turn so sharply") if angle > WEDGE_TURN else None


def _halted(struck: Side, here: Stance, why: Refusal) -> Leg:
    return Leg(struck, here, NOTHING, NOBODY, halted=why)


def struck_line(fight: Fight, number: Number, target: Number) -> Line:
    """The side of the target in whose zone the charger's middle front stands.  [tp.move.charge.lands]"""
    return line_of(body(fight, target).block, zone_of(fight, target, body(fight, number).front))


def _inside(line: Line, along: int) -> Point:
    """So far along the side, a little inside its ends."""
    return line.point(line.within(along, INSIDE))


def aim_point(block: Shape, struck: Side, front: Point) -> Point:
    """The point of the struck side nearest to the charger's middle front, a little inside its ends."""
    line = line_of(block, struck)
    return _inside(line, line.nearest(front))


def touches(fight: Fight, number: Number, stand: Stance, target: Number) -> Length | None:
    """How far the charger runs straight on until one of its bases touches the target; None if it never does."""
    return until_touch(leading_shapes(fight, number, stand), stand.facing, FAR, body(fight, target).room)


def _on_foot(fight: Fight, number: Number, target: Number, leg: Leg) -> Leg:
    """Friends and obstacles on the way: it narrows for them, or halts 1 inch before."""
    skipped = (target, *comrades(fight, number, target))
    way = rush(fight, number, leg.stand, leg.distance, ignoring=skipped)
    if way.bar is None:
        return _meeting(fight, target, leg, way)
    narrow = _narrowed(fight, number, leg, skipped)
    reach = touches(fight, number, narrow, target) if narrow else None
    if narrow is None or reach is None:
        return _stopped(leg, way)
    leg = leg._replace(stand=narrow, distance=reach)
    way = rush(fight, number, narrow, reach, ignoring=skipped)
    return _stopped(leg, way) if way.bar else _meeting(fight, target, leg, way)


def _burdened(fight: Fight, number: Number, leg: Leg) -> Leg:
    """What it carries may keep it off the ground before it: there it halts.  [tp.siege.race.siege_tower]"""
    front, load = leg.stand.front, fight.setting.load

    def why_not(far: Length) -> Refusal | None:
        return load.impeded(fight, number, front, ahead(front, leg.stand.facing, far))

    refusal = why_not(leg.distance) if leg.distance else None
    if refusal is None:
        return leg
    lengths = map(Length, range(leg.distance, 0, -LOOK))
    open_ground = next((far for far in lengths if why_not(far) is None), NOTHING)
    return leg._replace(distance=open_ground, hit=NOBODY, trampled=(), halted=refusal)


def comrades(fight: Fight, number: Number, target: Number) -> list[Number]:
    """Friends whose charge reached the target in this phase make room for it.  [tp.move.charge.mass]"""
    side = fight.state.pieces[number].side
    return [
        met.a
        for met in contacts_of(fight, target)
        if met.b == target and met.clock == fight.state.clock and fight.state.pieces[met.a].side == side
    ]


def _stopped(leg: Leg, way: Way) -> Leg:
    """[tp.move.charge.halt] [tp.move.charge.halted]"""
    assert way.bar is not None
    why = Refusal("tp.move.charge.halt", way.bar.why)
    return leg._replace(distance=max(NOTHING, way.distance - INCH), hit=NOBODY, trampled=way.trampled, halted=why)


def _meeting(fight: Fight, target: Number, leg: Leg, way: Way) -> Leg:
    """The first enemy on the way is hit, be it the target or not.  [tp.move.charge.wrongtarget]"""
    if way.hit == NOBODY:
        return leg._replace(trampled=way.trampled)
    struck = zone_of(fight, way.hit, leg.stand.front)
    return leg._replace(struck=struck, distance=way.distance, hit=way.hit, trampled=way.trampled)


def _flown(fight: Fight, number: Number, target: Number, leg: Leg) -> Leg:
    """Through the air nothing is in the way; only the place where it comes down must be free.

    [tp.move.fly.over] [tp.move.fly.land] [tp.siege.move.who]
    """
    if fight.state.pieces[target].airborne:
        return leg
    there = body_in(fight, number, shifted(leg.stand, leg.stand.facing, leg.distance))
    with imagined(fight, number, airborne=False, aloft=fight.state.pieces[target].aloft):
        refusal = standing_room(fight, number, there, ignoring=(target,)) or why_no_landing(fight, number, there)
    if refusal is None:
        return leg
    return leg._replace(distance=max(NOTHING, leg.distance - INCH), hit=NOBODY, halted=refusal)


# --- narrowing -----------------------------------------------------------------------------------------------


def _narrowed(fight: Fight, number: Number, leg: Leg, skipped: Sequence[int]) -> Stance | None:
    """The longest run of files with a free lane that holds or borders the line of the middle front; none if that
    line is blocked.

    [tp.move.charge.fit]
    """
    front, facing = leg.stand.front, leg.stand.facing
    base = figure(fight, number).base
    files = round(body_in(fight, number, leg.stand).width / base[0])
    own = fight.state.pieces[number].side

    def free(lane: Shape) -> bool:
        bar = nearest_bar(fight, number, (lane,), facing, leg.distance, ignoring=skipped, charge=True)
        return bar is None or (bar.what != NOBODY and fight.state.pieces[bar.what].side != own)

    lanes = free_lanes(front, facing, files, base, free)
    return in_ranks(fight, number, lanes.middle, facing, lanes.files) if lanes else None


# --- who may charge whom -------------------------------------------------------------------------------------


def out_of_reach(fight: Fight, number: Number, target: Number) -> Refusal | None:
    """Why a target is beyond this charger: it flies, lies concealed, or stands on another floor or above a cliff.
    Whom it fights already it does not charge either.

    [tp.move.fly.charged] [tp.move.fly.uncaught] [tp.trait.scouting.concealed] [tp.terrain.impassable]
    [tp.move.marchover.target]
    """
    if refusal := concealed(fight, target):
        return refusal
    if target in foes(fight, number):
        return Refusal("tp.move.marchover.target", "they fight each other already")
    if fight.state.pieces[target].airborne and not can_fly(fight, number):
        return Refusal("tp.move.fly.charged", "only what can fly may charge it in the air")
    if fight.state.pieces[number].airborne and fight.state.pieces[target].aloft:
        return None  # from the air every top can be come to [tp.siege.move.who]
    on_foot = not can_fly(fight, number) and not phantom(fight, number)
    if on_foot and (refusal := parted_by_cliffs(fight, number, target)):
        return refusal
    return on_another_floor(fight, number, target)


def why_not_aware(fight: Fight, number: Number, target: Number) -> Refusal | None:
    """Why a charger does not sense its target. Friends who have just come to it hide it from nobody who charges it
    with them.  [tp.move.charge.aware] [tp.move.charge.mass]
    """
    refusal = why_not_sensed(fight, number, target)
    friends = comrades(fight, number, target) if refusal else ()
    if not friends:
        return refusal
    with fight.borrowed(), lifted(fight, friends):
        return why_not_sensed(fight, number, target)
