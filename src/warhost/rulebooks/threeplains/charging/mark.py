"""Whom a charge goes at, and the point of the enemy that it makes for.  [tp.move.charge.move]

The points of a side are told apart as the charger sees them, and only where it makes a difference: the leg meets
somebody or something else, costs more, or ends elsewhere along the side. A charge that cannot get there this turn
finds its point when it runs on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.rush import Line
from warhost.engine.field.shapes import Shape, oblong
from warhost.engine.field.stance import shifted
from warhost.engine.question import Choose

from ..bodies import body
from ..events.charges import ChargeAimed
from ..fighting.edges import irregular
from ..figure import inches
from ..land.ground import leg_cost, reach
from ..moving.dashing import DASHES, allowance
from ..moving.flying import imagined
from ..moving.stride import body_in, stance
from ..setting import Fight
from ..state import Number, Piece
from .leg import INSIDE, Leg, out_of_reach, plan, struck_line, turns_sharply
from .onset import more

NEAREST = "charge"
LEFT, MIDDLE, RIGHT = "charge on the left", "charge in the middle", "charge on the right"
GAP = "charge through the gap"
STEP = inches(0.5)  # points nearer to each other are as good as one


class Mark(NamedTuple):
    """A point of the struck side, and what comes of charging there."""

    aim: int | None  # how far along the side from the charger's right; None is the nearest
    leg: Leg
    lands: int  # where along the side the charger will lie
    strip: Shape  # the ground it runs over
    slowed: bool
    sharp: bool


class Heading(Choose):
    """Where a charge goes, the nearest open point first; for some answers the ground it would run over."""

    __slots__ = ("points",)

    def __init__(
        self, piece: Piece, what: str, options: Sequence[str], rule: str, text: str, points: Mapping[str, Mark]
    ):
        super().__init__(piece.side, what, options, rule, piece.name, text=text, usual=options[0])
        self.points = points


def choose_mark(fight: Fight, number: Number, target: Number, free: Length | None = None) -> int | None:
    """The owner picks the point, if it matters. `free` is the movement of a charge that costs none of its own."""
    points = marks(fight, number, target, free)
    if len(points) == 1:
        return None
    piece = fight.state.pieces[number]
    text = "At which point of the enemy {does} {who} charge?"
    question = Heading(piece, "aim", list(points), "tp.move.charge.move", text, points)
    return make_for(fight, number, target, points[fight.ask(question)])


def make_for(fight: Fight, number: Number, target: Number, mark: Mark) -> int | None:
    """Tell of a point that is not simply the nearest."""
    if mark.aim is not None:
        line = struck_line(fight, number, target)
        fight.tell(ChargeAimed("tp.move.charge.move", number, target, line.struck, _end(line, mark.aim)))
    return mark.aim


def _end(line: Line, aim: int) -> str:
    third = line.length // 3
    return "right" if aim < third else "left" if aim > line.length - third else "middle"


def legs(fight: Fight, number: Number, target: Number) -> Iterator[Leg]:
    """How a charge could go: at the nearest point of the enemy, then at the others where it makes a difference.

    [tp.move.charge.move]
    """
    yield plan(fight, number, target)
    for mark in marks(fight, number, target).values():
        if mark.aim is not None:
            yield mark.leg


def likely_leg(fight: Fight, number: Number, target: Number) -> Leg:
    """The leg at the nearest point; where the way there is barred, the first that is open."""
    found = legs(fight, number, target)
    nearest = next(found)
    return nearest if nearest.halted is None else next((leg for leg in found if leg.halted is None), nearest)


# --- the points that matter ----------------------------------------------------------------------------------


def marks(fight: Fight, number: Number, target: Number, free: Length | None = None) -> dict[str, Mark]:
    """The nearest point, and others where something else would come of the charge.  [tp.move.charge.move]"""
    if out_of_reach(fight, number, target) is not None:
        return {NEAREST: _mark(fight, number, target, None)}
    with at_the_height_of(fight, number, target):
        nearest = _mark(fight, number, target, None)
        if nearest.leg.halted is None and _too_far(fight, number, nearest.leg, free):
            return {NEAREST: nearest}
        return _told_apart(fight, number, target, nearest)


def at_the_height_of(fight: Fight, number: Number, target: Number) -> AbstractContextManager[None]:
    """As it will charge: whoever charges in the air takes off for it.  [tp.move.fly.takeoff]"""
    pieces = fight.state.pieces
    return imagined(fight, number, airborne=pieces[number].airborne or pieces[target].airborne)


def _too_far(fight: Fight, number: Number, leg: Leg, free: Length | None) -> bool:
    """Whether no luck brings the charge home this turn."""
    left = free if free is not None else max(NOTHING, allowance(fight, number)) + more(fight, number) + DASHES[-1]
    width = body_in(fight, number, leg.stand).width
    return reach(fight, number, leg.stand.front, leg.stand.facing, left, width) < leg.distance


def _told_apart(fight: Fight, number: Number, target: Number, nearest: Mark) -> dict[str, Mark]:
    found = {NEAREST: nearest}
    length = struck_line(fight, number, target).length
    for name, aim in ((LEFT, length - INSIDE), (MIDDLE, length // 2), (RIGHT, INSIDE)):
        mark = _mark(fight, number, target, aim)
        if _worth_offering(mark, found.values()):
            found[name] = mark
    if not any(_clear(fight, number, target, mark.leg) for mark in found.values()):
        gap = _gap(fight, number, target)
        found |= {GAP: gap} if gap else {}
    return dict(sorted(found.items(), key=lambda one: one[1].leg.halted is not None))  # what is barred comes last


def _gap(fight: Fight, number: Number, target: Number) -> Mark | None:
    """Where the ways to the ends, the middle and the nearest point are all barred: the nearest that is not."""
    line = struck_line(fight, number, target)
    near = line.nearest(body(fight, number).front)
    between = sorted(range(INSIDE, line.length - INSIDE, STEP), key=lambda aim: abs(aim - near))
    points = (_mark(fight, number, target, aim) for aim in between)
    return next((mark for mark in points if _clear(fight, number, target, mark.leg)), None)


def _clear(fight: Fight, number: Number, target: Number, leg: Leg) -> bool:
    """It gets to its target and to no other, with its whole front."""
    return leg.halted is None and leg.hit == target and leg.stand.files == stance(fight, number).files


def _mark(fight: Fight, number: Number, target: Number, aim: int | None) -> Mark:
    line, leg = struck_line(fight, number, target), plan(fight, number, target, aim)
    width = body_in(fight, number, leg.stand).width
    end = shifted(leg.stand, leg.stand.facing, leg.distance).front
    slowed = leg_cost(fight, number, leg.stand.front, end, width) > leg.distance
    strip = oblong(end, leg.stand.facing, width, max(1, leg.distance))
    sharp = turns_sharply(fight, number, leg.stand)
    return Mark(aim, leg, _landing(fight, number, line, aim), strip, slowed, sharp)


def _landing(fight: Fight, number: Number, line: Line, aim: int | None) -> int:
    """Formed it slides until most of its front lies against the side; loose it laps round where it comes.

    [tp.move.squareup]
    """
    along = line.nearest(body(fight, number).front) if aim is None else aim
    place = line.within(along, INSIDE) - line.length // 2
    if irregular(fight, number):
        return place
    room = abs(line.length - body(fight, number).width) // 2
    return max(-room, min(room, place))


def _worth_offering(mark: Mark, others: Iterable[Mark]) -> bool:
    """It gets somewhere, and not where another gets as well or better."""
    return mark.leg.halted is None and all(_elsewhere(mark, other) or _easier(mark, other) for other in others)


def _elsewhere(mark: Mark, other: Mark) -> bool:
    """Whether it meets others on its way, or comes to lie at another place."""
    met = (mark.leg.hit, mark.leg.trampled) != (other.leg.hit, other.leg.trampled)
    return met or abs(mark.lands - other.lands) >= STEP


def _easier(mark: Mark, other: Mark) -> bool:
    """Whether less stands in its way: friends, obstacles, bad ground, a sharp turn."""
    if other.leg.halted is not None or mark.leg.stand.files > other.leg.stand.files:
        return True
    return mark.slowed < other.slowed or mark.sharp < other.sharp
