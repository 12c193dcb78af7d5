"""Ground between rocks: whoever is wanted there comes before its mouth, and then straight in, no wider than it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import NORTH, RIGHT_ANGLE, SOUTH, Angle, ahead, distance, heading, to_frame, turn
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, gap, oblong

from ..bodies import body, figure, loose
from ..figure import INCH, inches
from ..land.ground import first_bar
from ..moving.dashing import allowance
from ..state import Number, Point
from .mind import Mind

ROOM = inches(0.7)  # kept from the rocks on both sides
ALIGNED = inches(0.2)  # how far off its middle line one may be who goes straight on
BEFORE = inches(0.5), inches(2), inches(4)  # how far outside one turns into it
CLEAR = inches(0.3)  # kept from whoever stands in the way
EDGE = 20  # the depth of a front edge

Idea = list[list[Any]]


class Defile(NamedTuple):
    """Ground between rocks: the middle of its open end, which way it leads in, and how wide it is."""

    ground: Shape
    mouth: Point
    inwards: Angle
    width: int

    def way(self, here: Body) -> int:
        """How far it is to its mouth; nothing for who is inside."""
        across, _ = to_frame(here.front, self.mouth, self.inwards)
        inside = 2 * abs(across) < self.width and gap(here.block, self.ground) == 0
        return 0 if inside else distance(here.front, self.mouth)

    def files(self, base: int) -> int:
        """How many abreast have room in it."""
        return max(1, (self.width - 2 * ROOM) // base)


def defile(mind: Mind, ground: Shape) -> Defile | None:
    """How one comes to ground with rocks to its left and right; one end of it is at the edge of the table."""
    bars = [bar.shape for bar in mind.setting.land(mind.state.terrain).bars if not gap(bar.shape, ground)]
    if not any(bar.right <= ground.left for bar in bars) or not any(bar.left >= ground.right for bar in bars):
        return None
    inwards = NORTH if ground.bottom > 0 else SOUTH
    mouth = round(ground.centre[0]), round(ground.bottom if inwards == NORTH else ground.top)
    return Defile(ground, mouth, inwards, round(ground.right - ground.left))


def entering(mind: Mind, number: Number, found: Defile) -> Iterator[Idea]:
    """To a place before its mouth, and from there as far in as there is room."""
    here, left = body(mind.fight, number), allowance(mind.fight, number) - Length(1)
    across, along = to_frame(here.front, found.mouth, found.inwards)
    if abs(across) <= ALIGNED:
        if abs(turn(here.facing, found.inwards)) <= RIGHT_ANGLE:
            yield from ([leg] for leg in _straight_in(mind, number, here.front, found, left))
        return
    for before in BEFORE:
        turning = ahead(found.mouth, found.inwards, -before)
        far = distance(here.front, turning)
        if along > -before or far < INCH:
            continue
        if far >= left:
            yield [["go", *ahead(here.front, heading(here.front, turning), left)]]
            continue
        first = ["go", *turning]
        yield from ([first, leg] for leg in _straight_in(mind, number, turning, found, left - far))
        yield [first]


def _straight_in(mind: Mind, number: Number, start: Point, found: Defile, left: Length) -> Iterator[list[Any]]:
    here = body(mind.fight, number)
    width = here.base[0] if loose(mind.fight, number) else here.width
    bar = first_bar(mind.fight, number, oblong(start, found.inwards, width, EDGE), found.inwards, left)
    far = left if bar is None else min(left, bar.distance - CLEAR)
    yield from (["go", *ahead(start, found.inwards, length)] for length in (far, far // 2) if length >= INCH)


def fitting(mind: Mind, number: Number, found: Defile) -> int:
    """How many files of a group go in abreast."""
    return found.files(figure(mind.fight, number).base[0])
