"""Room and ways: what keeps an inch apart, what lies in the way, where a straight or wheeling move may lead.

[reg.move.apart] [reg.terrain.impassable]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import (
    HALF_TURN,
    RIGHT_ANGLE,
    Angle,
    Point,
    ahead,
    distance,
    heading,
    turn,
    veered,
)
from warhost.engine.field.shapes import Shape, cast, closest, gap, near, oblong, overlap
from warhost.engine.field.stance import Stance, turned

from ..bodies import body
from ..measures import INCH, TIE
from ..nature import present
from ..setting import Fight
from ..state import NOBODY

APART = INCH
HAIR = 2
SWING = 800  # a wheel is looked at every so many hundredths of a degree


def others(fight: Fight, number: int, ignoring: Collection[int] = ()) -> Iterator[tuple[int, Shape]]:
    """The footprints of all other units on the table."""
    for other in present(fight):
        if other != number and other not in ignoring:
            yield other, body(fight, other).block


def blocks(fight: Fight) -> Iterator[Shape]:
    """Ground that nobody walks over."""
    for ground in fight.setting.land(fight.state.terrain).impassable:
        yield ground.shape


def swept(stand: Stance, one: Body, way: Angle, far: int) -> Shape:
    """All the ground that a footprint comes over when it goes straight ahead, back or aside."""
    along = turn(stand.facing, way)
    if along == 0:
        return oblong(ahead(stand.front, stand.facing, far), stand.facing, one.width, one.depth + far)
    if along == HALF_TURN:
        return oblong(stand.front, stand.facing, one.width, one.depth + far)
    middle = ahead(stand.front, way, far // 2)
    return oblong(middle, stand.facing, one.width + far, one.depth)


class Approach(NamedTuple):
    """How a unit comes up to something: in which manner, at what cost, over which ground."""

    kind: str
    cost: int
    ground: Shape


def straight_up(stand: Stance, one: Body, goal: Shape, most: int) -> Approach:
    """Straight ahead if that leads there, or straight back or aside at half pace; what lies askew, and whatever a
    lone model turns to, is come up to by the shortest way.  [reg.move.backside] [reg.move.single]"""
    ways = (("forward", 0, 1), ("back", HALF_TURN, 2), ("side", RIGHT_ANGLE, 2), ("side", -RIGHT_ANGLE, 2))
    found = list[Approach]()
    for kind_of, quarter, dear in ways if len(one.bases) > 1 else ():
        way = veered(stand.facing, quarter)
        if (far := cast(one.block, way, most, goal)) is not None:
            found.append(Approach(kind_of, dear * far, swept(stand, one, way, far)))
    if found:
        return min(found, key=lambda one: one.cost)
    start, end = closest(one.block, goal)
    far = distance(start, end)
    return Approach("forward", far, oblong(end, heading(start, end), HAIR, far))


class Obstacles:
    """What a unit that moves must keep away from, and how near to it it may come."""

    def __init__(
        self, fight: Fight, number: int, ignoring: Collection[int] = (), ground: bool = True,
        here: Shape | None = None,
    ):  # fmt: skip
        if here is None and fight.state.units[number].present:
            here = body(fight, number).block
        self.fight = fight
        self.found: list[tuple[Shape, int, int]] = []  # a shape, how near one may come, and whose it is
        for other, shape in others(fight, number, ignoring):
            self._add(here, shape, other)
        for shape in blocks(fight) if ground else ():
            self._add(here, shape, NOBODY)
        self.edge = APART if here is None else min(APART, edge_gap(fight, here))

    def _add(self, here: Shape | None, shape: Shape, whose: int) -> None:
        least = APART
        if here is not None and near(here, shape, APART):
            if overlap(here, shape):
                return  # a turn in pursuit has led it there: it may go its way
            least = min(APART, gap(here, shape))
        self.found.append((shape, least, whose))

    def hit(self, shape: Shape) -> int | None:
        """Whose ground a shape comes too near to: a unit, NOBODY for terrain, None if nobody's."""
        for other, least, whose in self.found:
            if not near(shape, other, least):
                continue
            if gap(shape, other) < least - TIE if least else overlap(shape, other):
                return whose
        return None

    def close_to(self, shape: Shape) -> int | None:
        """Who is still nearer than an inch of those who were when the move began."""
        for other, least, whose in self.found:
            if least < APART - TIE and near(shape, other, APART - 2 * TIE):
                return whose
        return None

    def beyond(self, shape: Shape) -> bool:
        """Whether it comes too near to the edge of the table."""
        return edge_gap(self.fight, shape) < self.edge - TIE


def edge_gap(fight: Fight, shape: Shape) -> int:
    """How far a shape is from the nearest table edge; less than 0 if it reaches over it."""
    return min(shape.left, shape.bottom, fight.setting.width - shape.right, fight.setting.depth - shape.top)


def wheel_blocks(one: Body, stand: Stance, angle: int, pivot: Point) -> Iterator[Shape]:
    """The ground it takes up while it swings round a point, and at the end."""
    steps = max(1, abs(angle) // SWING)
    for step in range(1, steps + 1):
        there = turned(stand, veered(stand.facing, angle * step // steps), pivot)
        yield oblong(there.front, there.facing, one.width, one.depth)
