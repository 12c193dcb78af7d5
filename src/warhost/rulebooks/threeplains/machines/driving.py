"""How chariots drive: round by 45 degrees every 2 inches, and not without harm off the open ground.

[tp.machine.chariot.turning]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from warhost.engine.field.body import Body
from warhost.engine.field.compass import FULL_TURN, Angle, ahead, distance, heading, turn, veered
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, cast, moved, overlap
from warhost.engine.question import Refusal

from ..bodies import body, figure
from ..events.machines import Jolted
from ..figure import inches
from ..land.ground import grounds, stands_in
from ..land.trampling import trample
from ..setting import Fight, Ground
from ..state import Number, Point
from ..wounds.hits import Attack, strike

TURN = 4500  # hundredths of a degree at one point
RUN = inches(2)  # what it must go before it turns again
STEP = inches(0.25)  # how exactly a drive over a bridge is looked at
RULE = "tp.machine.chariot.turning"


def no_turning_on_the_spot(fight: Fight, number: Number, what: str) -> Refusal | None:
    """[tp.machine.chariot.turning]"""
    return Refusal(RULE, f"a chariot does not {what}") if figure(fight, number).chariot else None


def turns(facing: Angle, wanted: Angle, side: int = 0) -> list[Angle]:
    """The facings one after the other on the way round to a heading: the shorter way, or to this side (-1 left, 1
    right).

    >>> turns(0, 10000), turns(0, 10000, -1)
    ([4500, 9000, 10000], [31500, 27000, 22500, 18000, 13500, 10000])
    """
    left = turn(facing, wanted)
    if left * side < 0:
        left += side * FULL_TURN
    way = 1 if left > 0 else -1
    steps = [*range(TURN, abs(left), TURN), *([abs(left)] if left else [])]
    return [veered(facing, way * step) for step in steps]


def bend(fight: Fight, number: Number, wanted: Angle) -> Angle:
    """The heading that a piece can take at once on its way to this one: a chariot turns by 45 degrees at most.

    [tp.machine.chariot.turning]
    """
    facing = fight.state.pieces[number].facing
    if not figure(fight, number).chariot or facing == wanted:
        return wanted
    return turns(facing, wanted)[0]


def drive(start: Point, facing: Angle, wanted: Angle, far: Length) -> list[Point]:
    """The points of a drive of so many inches that comes round to a heading and goes straight on."""
    points, left, (*bends, last) = [start], far, (facing, *turns(facing, wanted))
    for way in bends[1:]:
        if left < 2 * RUN:
            last = way
            break
        points.append(ahead(points[-1], way, RUN))
        left -= RUN
    return [*points[1:], ahead(points[-1], last, left)]


# --- off the open ground -------------------------------------------------------------------------------------


def gone_over(fight: Fight, number: Number, *trail: Body) -> None:
    """What the ground has done to a piece when its move is over, and the piece to the ground.

    `trail` is how the piece stood at the points of its move; it stands at the last one now.
    """
    if fight.state.pieces[number].standing:
        stops = [*trail, body(fight, number)]
        _jolt(fight, number, stops)
        trample(fight, number, stops)


def _jolt(fight: Fight, number: Number, stops: Sequence[Body]) -> None:
    """Every chariot that moved over anything but open ground takes a hit.  [tp.machine.chariot.terrain]"""
    if not figure(fight, number).chariot:
        return
    legs = [(a, b) for a, b in pairwise(stops) if a.block != b.block]
    over = next((ground for a, b in legs for ground in _crossed(fight, a, b)), None)
    if over is not None:
        rule = "tp.machine.chariot.terrain"
        fight.tell(Jolted(rule, number, over.feature.title))
        strike(fight, Attack(number, fight.state.pieces[number].models, "fall", rule))


def _crossed(fight: Fight, start: Body, end: Body) -> Iterator[Ground]:
    """The ground that some base touched on its straight way; roads and bridges are open ground."""
    rough = [one for one in grounds(fight) if _rough(one)]
    for ground in rough:
        bridged = any(one.kind.bridge and overlap(one.shape, ground.shape) for one in grounds(fight))
        for before, after in zip(start.bases, end.bases, strict=False):
            if (_waded if bridged else _touched)(fight, ground, before, after):
                yield ground
                break


def _rough(ground: Ground) -> bool:
    kind = ground.kind
    hindering = kind.pace == "half" or kind.crossing or kind.slope or kind.height or kind.cover or kind.unsteady
    return bool(hindering) and not ground.bars


def _touched(fight: Fight, ground: Ground, before: Shape, after: Shape) -> bool:
    (ax, ay), (bx, by) = before.centre, after.centre
    start = moved(after, ax - bx, ay - by)
    way, far = heading(before.centre, after.centre), distance(before.centre, after.centre)
    stood = overlap(before, ground.shape) or overlap(start, ground.shape)
    return stood or cast(start, way, far, ground.shape) is not None


def _waded(fight: Fight, ground: Ground, before: Shape, after: Shape) -> bool:
    """Whether it left the bridge over this water: the middle of its base counts."""
    way, far = heading(before.centre, after.centre), distance(before.centre, after.centre)
    return any(stands_in(fight, ground, ahead(before.centre, way, run)) for run in (*range(0, far, STEP), far))
