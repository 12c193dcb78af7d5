"""Where a charge may end: places along the charged side, who is in contact there, and who else is touched.

Places are those of the middle of the charger's front along the side, as the charger sees it.
[reg.charge.geometry] [reg.charge.side] [reg.charge.several]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from warhost.engine.field.compass import from_frame, to_frame, turn
from warhost.engine.field.shapes import Shape, oblong, overlaps_any
from warhost.engine.field.stance import Stance, shifted
from warhost.engine.field.zones import Edge

from ..bodies import body, centre, form_of, pose, stance
from ..fighting.places import Place, arc_of, row, side_line
from ..measures import TOUCH
from ..nature import all_have, has
from ..setting import Fight
from ..state import NOBODY, Side
from .ways import blocks, edge_gap, others, swept

DEGREE = 100
FLY, ETHEREAL = "reg.sr.fly", "reg.sr.ethereal"
ENDS_ALIKE, MOST_ENDS = 8, 40


class Approach(NamedTuple):
    """How a charge comes in: the stances on its way, the one in which it first touches, and flush at last."""

    way: tuple[Stance, ...]
    end: Stance
    contacts: int
    place: int  # of the middle of its front along the side, as it sees it
    also: tuple[int, ...] = ()  # other enemies whom its front touches there
    swings: bool = False  # it cannot be: the target is to swing, or both stay as they are


class End(NamedTuple):
    """A place worth trying."""

    place: int
    contacts: int
    also: tuple[int, ...] = ()


class Onset:
    """A charger, its target, and the side of it that is charged."""

    def __init__(
        self, fight: Fight, charger: int, target: int, struck: Side, ignoring: Collection[int] = (),
        room: tuple[int, int] | None = None,
    ):  # fmt: skip
        self.fight, self.charger, self.target, self.struck = fight, charger, target, struck
        unit = fight.state.units[charger]
        self.here = pose(fight, charger, stance(unit), loose=False)
        self.there = body(fight, target)
        self.line: Edge = side_line(self.there, struck)
        self.inward = self.line.inward
        self.needed = turn(self.here.facing, self.inward)  # how it must turn to stand flush
        self.start = Stance((unit.x, unit.y), unit.facing, self.here.files)
        self.flies = all_have(fight, charger, FLY)
        self.single = len(self.here.bases) == 1
        found = list(others(fight, charger, {charger, target, *ignoring}))
        self.bodies = [block for _, block in found]
        walls = _walls_of(fight, target)
        self.grounds = [shape for at, shape in enumerate(blocks(fight)) if at != walls]
        self.bars = self.bodies if has(fight, charger, ETHEREAL) else self.bodies + self.grounds  # on its way
        self.own = row(self.here, "front", form_of(fight, charger, False))
        theirs = row(self.there, struck, form_of(fight, target, fight.state.units[target].loose))
        self.theirs = [Place(-one.high, -one.low, one.model) for one in theirs]  # as the charger sees them
        self.room = room
        self.declared = unit.also if unit.charge == target else ()
        self.reach = (self.line.length + self.here.width) // 2  # farther aside it touches nothing
        self.abreast, _ = to_frame(self.here.front, self.line.middle, self.inward)  # where it would pass the side
        self.natural = max(TOUCH - self.reach, min(self.reach - TOUCH, self.abreast))  # if it only went towards it
        self.neighbours = self._neighbours(found)

    # --- contacts ----------------------------------------------------------------------------------------------

    def count(self, place: int) -> int:
        """Models of both sides in contact when the middle of the front lies there."""
        low, high = min(one.low for one in self.theirs), max(one.high for one in self.theirs)
        left, right = place + self.own[0].low, place + self.own[-1].high
        mine = sum(place + one.high >= low - TOUCH and place + one.low <= high + TOUCH for one in self.own)
        yours = sum(one.high >= left - TOUCH and one.low <= right + TOUCH for one in self.theirs)
        return mine + yours if mine and yours else 0

    def _neighbours(self, found: list[tuple[int, Shape]]) -> list[tuple[int, Shape]]:
        """Other enemies who stand in line with the charged side."""
        units, side = self.fight.state.units, self.fight.state.units[self.charger].side
        band = self._front_line(0, self.line.length + 2 * (self.here.width + TOUCH))
        return [
            (number, block)
            for number, block in found
            if units[number].side != side and not units[number].fleeing and overlaps_any(band, (block,), 0)
        ]

    def _front_line(self, place: int, width: int) -> Shape:
        """The ground within touch of a front that stands flush there."""
        return oblong(self._along((place, TOUCH)), self.inward, width, 2 * TOUCH)

    def also(self, place: int) -> tuple[int, ...]:
        """Other enemies whom the front touches there.  [reg.charge.declare]"""
        if not self.neighbours:
            return ()
        line = self._front_line(place, self.here.width + 2 * TOUCH)
        return tuple([number for number, block in self.neighbours if overlaps_any(line, (block,), 0)])

    def rank(self, end: End | Approach) -> tuple[int, int, int]:
        """How good an end is, the least the best: it touches nobody at whom no charge was declared, as few others
        as can be, and has the most models in contact."""
        strangers = sum(one not in self.declared for one in end.also)
        return strangers, len(end.also), -end.contacts

    # --- ends --------------------------------------------------------------------------------------------------

    def ends(self) -> list[End]:
        """Places at which the contacts change, first those that touch nobody else and have the most contacts; of
        equal ones those nearest to its way, and the outermost."""
        edges = [edge for one in self.own for edge in (one.low, one.high)]
        marks = [edge for one in self.theirs for edge in (one.low, one.high)]
        places = {mark - edge for mark in marks for edge in edges} | {self.natural, *self._beside_others()}
        alike: dict[tuple[int, int, int], list[End]] = defaultdict(list)
        for place in sorted(places, key=lambda one: (abs(one - self.natural), one)):
            if self.allows(place) and (contacts := self.count(place)):
                end = End(place, contacts, self.also(place))
                alike[self.rank(end)].append(end)
        found: list[End] = []
        for key in sorted(alike):
            same = alike[key]
            outermost = [min(same), max(same)] if len(same) > ENDS_ALIKE else []
            found += same[:ENDS_ALIKE] + outermost
        return found[:MOST_ENDS]

    def allows(self, place: int) -> bool:
        """Whether the part of the side that is left to it has this place."""
        if self.room is None:
            return True
        low, high = self.room
        return low <= place <= high

    def _beside_others(self) -> Iterator[int]:
        """Flush beside whoever stands against the side already, or just clear of an enemy in line with it."""
        half = (self.here.width + 1) // 2
        for block in self.bodies:
            points = [to_frame(point, self.line.middle, self.inward) for point in block.points]
            xs = [x for x, y in points]
            if min(y for _, y in points) < 2 * TOUCH and max(y for _, y in points) > -self.here.depth:
                for clear in (half, half + 3 * TOUCH):
                    yield min(xs) - clear
                    yield max(xs) + clear

    def _along(self, point: tuple[int, int]) -> tuple[int, int]:
        return from_frame(point, self.line.middle, self.inward)

    def flush(self, place: int) -> Stance:
        return Stance(self._along((place, 0)), self.inward, self.here.files)

    def approach(self, way: tuple[Stance, ...], place: int) -> Approach:
        return Approach(way, self.flush(place), self.count(place), place, self.also(place))

    # --- room --------------------------------------------------------------------------------------------------

    def block(self, stand: Stance) -> Shape:
        """Its ground in a stance."""
        return oblong(stand.front, stand.facing, self.here.width, self.here.depth)

    def fits(self, end: Stance) -> bool:
        block = self.block(end)
        return edge_gap(self.fight, block) >= 0 and not overlaps_any(block, self.bodies + self.grounds)

    def leg_is_free(self, start: Stance, length: int) -> bool:
        if self.flies or length <= 0:
            return True
        return not overlaps_any(swept(start, self.here, start.facing, length), self.bars)

    def ahead(self, length: int) -> Stance:
        """So far straight on from where it stands."""
        return shifted(self.start, self.start.facing, length)


def said_side(fight: Fight, target: int, side: Side) -> str:
    """A garrison has no flank and no rear; it is charged at its walls.  [reg.terrain.building]"""
    return "walls" if fight.state.units[target].fate == "garrison" else side


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
