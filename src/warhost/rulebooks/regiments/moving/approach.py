"""The way of a charge: ahead, one free wheel of at most 90 degrees, ahead until it touches, and flush.

The rules let a charge end wherever such a way leads, and want the end with the most models in contact. So ends
along
the charged side are tried, those with the most contacts first, and for each a way is worked out: a wheel in whole
degrees fixes how far it goes straight before and after. A lone model turns about its centre instead.
[reg.charge.geometry] [reg.charge.several] [reg.move.single]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import atan2, degrees, hypot
from typing import NamedTuple

from warhost.engine.field.compass import (
    Point,
    cosine,
    distance,
    from_frame,
    heading,
    sine,
    to_frame,
    turn,
)
from warhost.engine.field.shapes import Shape, cast, oblong, overlaps_any
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.field.zones import Edge

from ..bodies import body, centre, form_of, pose, stance
from ..fighting.places import Place, arc_of, row, side_line
from ..measures import DEPTH, TOUCH, WIDTH
from ..nature import all_have
from ..setting import Fight
from ..state import NOBODY, Side
from .ways import blocks, others, swept

DEGREE, QUARTER = 100, 9000
SWING_STEP = 1000
FAR = 100_000
FLY = "reg.sr.fly"
MOST_ENDS, FEW_ENDS, COARSE = 24, 5, 4


class Approach(NamedTuple):
    """How a charge comes in: the stances on its way, the one in which it first touches, and flush at last."""

    way: tuple[Stance, ...]
    end: Stance
    contacts: int
    place: int  # of the middle of its front along the side, as it sees it
    swings: bool = False  # it cannot be: the target is to swing, or both stay as they are


class Onset:
    """A charger, its target, and the side of it that is charged."""

    def __init__(
        self, fight: Fight, charger: int, target: int, struck: Side, ignoring: Collection[int] = (),
        room: tuple[int, int] | None = None,
    ):  # fmt: skip
        self.fight, self.charger, self.target, self.struck = fight, charger, target, struck
        self.here = pose(fight, charger, stance(fight.state.units[charger]), loose=False)
        self.there = body(fight, target)
        self.line: Edge = side_line(self.there, struck)
        self.inward = self.line.inward
        self.flies = all_have(fight, charger, FLY)
        self.single = len(self.here.bases) == 1
        out = {charger, target, *ignoring}
        self.bodies = [block for _, block in others(fight, charger, out)]
        self.bars = self.bodies + [
            shape for at, shape in enumerate(blocks(fight)) if at != _walls_of(fight, target)
        ]
        self.own = row(self.here, "front", form_of(fight, charger, False))
        theirs = row(self.there, struck, form_of(fight, target, fight.state.units[target].loose))
        self.theirs = [Place(-one.high, -one.low, one.model) for one in theirs]  # as the charger sees them
        self.room = room

    # --- ends --------------------------------------------------------------------------------------------------

    def count(self, place: int) -> int:
        """Models of both sides in contact when the middle of the front lies there."""
        low, high = min(one.low for one in self.theirs), max(one.high for one in self.theirs)
        left, right = place + self.own[0].low, place + self.own[-1].high
        mine = sum(place + one.high >= low - TOUCH and place + one.low <= high + TOUCH for one in self.own)
        yours = sum(one.high >= left - TOUCH and one.low <= right + TOUCH for one in self.theirs)
        return mine + yours if mine and yours else 0

    @property
    def natural(self) -> int:
        """Where it would come in if it only went towards the side."""
        x, _ = to_frame(self.here.front, self.line.middle, self.inward)
        reach = (self.line.length + self.here.width) // 2 - TOUCH
        return max(-reach, min(reach, x))

    def ends(self) -> list[tuple[int, int]]:
        """Places worth trying, each with its contacts: the best first, of equal ones the nearest to its way."""
        edges = [edge for one in self.own for edge in (one.low, one.high)]
        marks = [edge for one in self.theirs for edge in (one.low, one.high)]
        places = {mark - edge for mark in marks for edge in edges} | {self.natural}
        places |= set(self._beside_friends())
        natural = self.natural
        ranked = [(place, self.count(place)) for place in places if self._allowed(place)]
        return sorted((one for one in ranked if one[1]), key=lambda one: (-one[1], abs(one[0] - natural), one[0]))[
            :MOST_ENDS
        ]

    def _allowed(self, place: int) -> bool:
        if self.room is None:
            return True
        low, high = self.room
        return low <= place <= high

    def _beside_friends(self) -> Iterator[int]:
        """Flush beside whoever stands against the side already."""
        half = (self.here.width + 1) // 2
        for block in self.bodies:
            points = [to_frame(point, self.line.middle, self.inward) for point in block.points]
            xs = [x for x, y in points]
            if min(y for _, y in points) < TOUCH and max(y for _, y in points) > -self.here.depth:
                yield min(xs) - half
                yield max(xs) + half

    def flush(self, place: int) -> Stance:
        return Stance(from_frame((place, 0), self.line.middle, self.inward), self.inward, self.here.files)

    # --- ways --------------------------------------------------------------------------------------------------

    def best(self) -> Approach | None:
        """The end with the most contacts that some way leads to."""
        return next(self.approaches(), None)

    def approaches(self) -> Iterator[Approach]:
        found = self._turning() if self.single else self._wheeling(self.ends())
        jammed: Approach | None = None
        for approach in found:
            if not self._fits(approach.end):
                jammed = jammed or approach._replace(swings=True)
            else:
                yield approach
        if jammed is not None:
            yield jammed

    def _block(self, stand: Stance) -> Shape:
        """Its ground in a stance."""
        return oblong(stand.front, stand.facing, self.here.width, self.here.depth)

    def _fits(self, end: Stance) -> bool:
        block = self._block(end)
        if block.left < 0 or block.bottom < 0 or block.right > WIDTH or block.top > DEPTH:
            return False
        return not overlaps_any(block, self.bars)

    def reachable(self) -> bool:
        """Whether some way leads to the side at all: a coarser look at fewer ends."""
        if self.single:
            return any(self._fits(approach.end) for approach in self._turning(COARSE))
        ends = self.ends()
        few = [ends[at] for at in range(0, len(ends), max(1, len(ends) // FEW_ENDS))]
        return any(self._fits(approach.end) for approach in self._wheeling(few, step=COARSE))

    def _wheeling(self, ends: list[tuple[int, int]], step: int = 1) -> Iterator[Approach]:
        """A block of ranks: for every end the first way that is free."""
        needed = turn(self.here.facing, self.inward)
        near = min(90, max(-90, round(needed / DEGREE)))
        wheels = sorted({near, *range(-90, 91, step)}, key=lambda angle: (abs(angle * DEGREE - needed), angle))
        for place, contacts in ends:
            if (not self._straight_is(place) and (approach := self._by_wheel(place, contacts, wheels))) or (
                self._straight_is(place) and (approach := self._straight(place, contacts))
            ):
                yield approach

    def _straight_is(self, place: int) -> bool:
        """Whether it need not wheel at all to come in there."""
        return turn(self.here.facing, self.inward) == 0 and abs(place - self.natural) <= 2

    def _straight(self, place: int, contacts: int) -> Approach | None:
        end = self.flush(place)
        start = stance(self.fight.state.units[self.charger])
        gone = distance(start.front, end.front)
        if not self._leg_is_free(start, gone):
            return None
        return Approach((start, end), end, contacts, place)

    def _by_wheel(self, place: int, contacts: int, wheels: list[int]) -> Approach | None:
        start = self._start()
        for angle in wheels:
            solved = self._solved(start, place, angle * DEGREE) if angle else None
            if solved is not None and (way := self._free_way(start, angle * DEGREE, *solved)):
                return Approach(way, self.flush(place), contacts, place)
        return None

    def _start(self) -> Stance:
        unit = self.fight.state.units[self.charger]
        return Stance((unit.x, unit.y), unit.facing, self.here.files)

    def _solved(self, start: Stance, place: int, wheel: int) -> tuple[int, int] | None:
        """How far straight on before a wheel and after it, to touch so that swinging flush leads to the place."""
        facing = (start.facing + wheel) % 36000
        rest = turn(facing, self.inward)
        if not -QUARTER < rest < QUARTER:
            return None
        half, side = self.here.width // 2, self.line.length // 2
        along = min(place + half, side) if rest > 0 else max(place - half, -side)  # where it touches first
        (sx, sy), (mx, my), inner = start.front, self.line.middle, half if wheel > 0 else -half
        ux, uy, vx, vy = sine(start.facing), cosine(start.facing), sine(facing), cosine(facing)
        ix, iy = cosine(self.inward), -sine(self.inward)
        dx = mx + along * ix + (place - along) * vy - sx - inner * (uy - vy)
        dy = my + along * iy - (place - along) * vx - sy + inner * (ux - vx)
        cross = ux * vy - uy * vx
        before, after = (dx * vy - dy * vx) / cross, (ux * dy - uy * dx) / cross
        return (round(before), round(after)) if before >= -1 and after >= -1 else None

    def _corner(self, start: Stance, wheel: int) -> Point:
        half = self.here.width // 2
        return from_frame((half if wheel > 0 else -half, 0), start.front, start.facing)

    def _free_way(self, start: Stance, wheel: int, before: int, after: int) -> tuple[Stance, ...] | None:
        first = shifted(start, start.facing, max(0, before))
        corner = self._corner(first, wheel)
        wheeled = turned(first, first.facing + wheel, corner)
        end = shifted(wheeled, wheeled.facing, max(0, after))
        if self.flies:
            return (start, first, wheeled, end)
        target = [self.there.block]
        if before > 0:
            leg = swept(start, self.here, start.facing, before)
            if overlaps_any(leg, self.bars) or overlaps_any(leg, target):
                return None
        for angle in range(SWING_STEP, abs(wheel) + SWING_STEP, SWING_STEP):
            step = min(angle, abs(wheel)) * (1 if wheel > 0 else -1)
            block = self._block(turned(first, first.facing + step, corner))
            if overlaps_any(block, self.bars) or overlaps_any(block, target, TOUCH):
                return None
        return (start, first, wheeled, end) if self._leg_is_free(wheeled, after) else None

    def _leg_is_free(self, start: Stance, length: int) -> bool:
        if self.flies or length <= 0:
            return True
        return not overlaps_any(swept(start, self.here, start.facing, length), self.bars)

    # --- lone models -------------------------------------------------------------------------------------------

    def _turning(self, step: int = 1) -> Iterator[Approach]:
        """A lone model turns about its centre by whole degrees and goes straight on."""
        found = []
        middle = centre(self.here)
        for angle in self._headings(middle)[::step]:
            facing = (self.here.facing + angle * DEGREE) % 36000
            start = turned(self._start(), facing, middle)
            approach = self._after_turn(start, facing)
            if approach is not None:
                found.append((abs(angle), approach))
        found.sort(key=lambda one: (-one[1].contacts, one[0]))
        return (approach for _, approach in found)

    def _headings(self, middle: Point) -> list[int]:
        """Whole degrees at which it might strike the target."""
        wide = degrees(atan2(self.here.width / 2, 1 + hypot(*_between(middle, self.there.block.centre))))
        angles = [turn(self.here.facing, heading(middle, point)) / 100 for point in self.there.block.points]
        low, high = min(angles), max(angles)
        if high - low > 180:
            return list(range(-90, 91))
        spread = max(wide, 20)
        return [angle for angle in range(-90, 91) if low - spread <= angle <= high + spread]

    def _after_turn(self, start: Stance, facing: int) -> Approach | None:
        rest = turn(facing, self.inward)
        if abs(rest) >= QUARTER:
            return None
        block = self._block(start)
        gone = cast(block, facing, FAR, self.there.block)
        if gone is None or not self._leg_is_free(start, gone):
            return None
        touching = shifted(start, facing, gone)
        place = self._place_after(touching, rest)
        if place is None or not self.count(place) or not self._allowed(place):
            return None
        return Approach((self._start(), start, touching), self.flush(place), self.count(place), place)

    def _place_after(self, touching: Stance, rest: int) -> int | None:
        """Where along the side it stands once it has swung flush."""
        half, side = self.here.width // 2, self.line.length // 2
        if rest == 0:
            return to_frame(touching.front, self.line.middle, self.inward)[0]
        lead = half if rest > 0 else -half
        x, y = to_frame(from_frame((lead, 0), touching.front, touching.facing), self.line.middle, self.inward)
        if abs(x) <= side + TOUCH:
            return x - lead if y >= -TOUCH else None
        corner = side if x > 0 else -side
        along, deep = to_frame(
            from_frame((corner, 0), self.line.middle, self.inward), touching.front, touching.facing
        )
        return corner - along if abs(deep) <= TOUCH else None


def _between(a: Point, b: Point) -> tuple[int, int]:
    return b[0] - a[0], b[1] - a[1]


def _walls_of(fight: Fight, target: int) -> int:
    """The walls a garrison is charged in are no bar: which of the impassable grounds they are."""
    building = fight.state.units[target].building
    if building == NOBODY:
        return NOBODY
    name = fight.state.terrain[building].name
    names = [ground.feature.name for ground in fight.setting.land(fight.state.terrain).impassable]
    return names.index(name)


def struck_sides(fight: Fight, charger: int, target: int) -> list[Side]:
    """The side that is charged: in whose arc most of the charger's front rank stands; two if it is evenly split.

    [reg.charge.side]
    """
    here, there = body(fight, charger), body(fight, target)
    if fight.state.units[target].fate == "garrison":
        return [arc_of(there, centre(here))]
    rank = (*here.bases[: here.files], *here.bases[here.models :])
    counted: dict[Side, int] = {}
    for base in rank:
        arc = arc_of(there, base.centre)
        counted[arc] = counted.get(arc, 0) + 1
    most = max(counted.values())
    return [side for side, count in counted.items() if count == most][:2]
