"""Terrain on a table of free measure: shapes with kinds, and how high they are.

What a kind of ground bars, hides, slows or covers is the rulebook's; it says so when it lays a ground out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, Generic, TypeVar

from warhost.engine.kept import Kept

from .body import Body
from .compass import Point
from .cutting import outside
from .shapes import HAIR, Box, Shape, contains, inside

Kind = TypeVar("Kind")


class Ground(Generic[Kind]):
    """A piece of terrain ready for use.

    `height` is how far its top, on which one may stand, lies above what it stands on itself: in levels or in the
    measure of the table, as the game counts.
    """

    __slots__ = ("bars", "height", "hides", "kind", "middle", "shape")

    def __init__(self, shape: Shape, kind: Kind, *, bars: bool = False, hides: bool = False, height: int = 0):
        self.shape, self.kind, self.bars, self.hides, self.height = shape, kind, bars, hides, height
        self.middle = shape.centre


Laid = TypeVar("Laid", bound=Ground[Any])


class Land(Generic[Laid]):
    """The grounds of a table. It stays the same until one of them changes."""

    def __init__(self, grounds: list[Laid]):
        self.grounds = grounds
        self.heights = [(ground, self.top(ground)) for ground in grounds if ground.height]
        self._levels = Kept[Body, int]()  # of the bodies that stood here

    def foot(self, ground: Laid) -> int:
        """How high the ground stands itself: as the heights that hold all of it are together."""
        return sum(
            other.height
            for other in self.grounds
            if other.height and other.shape != ground.shape and inside(other.shape, ground.shape)
        )

    def top(self, ground: Laid) -> int:
        return self.foot(ground) + ground.height

    def level_at(self, point: Point) -> int:
        """How high whoever stands at this point is: on the highest top that is there."""
        return max([top for ground, top in self.heights if contains(ground.shape, point)], default=0)

    def level(self, body: Body) -> int:
        """How high at least half of the models of a body stand."""
        if not self.heights:
            return 0
        found = self._levels.get(body)
        return self._levels.keep(body, self._level(body)) if found is None else found

    def _level(self, body: Body) -> int:
        under = [(ground.shape, top) for ground, top in self.heights if meets(ground.shape, body.box)]
        if not under:
            return 0
        levels = [
            max([top for shape, top in under if contains(shape, base.centre)], default=0) for base in body.bases
        ]
        return sorted(levels)[len(levels) // 2]


def meets(shape: Shape, box: Box | tuple[float, float, float, float]) -> bool:
    """Whether a shape may reach into a box: a quick look."""
    left, right, bottom, top = box
    return shape.left < right and shape.right > left and shape.bottom < top and shape.top > bottom


def beside(ground: Laid, ways: Iterable[Shape]) -> Iterator[Laid]:
    """What is left of a ground where no way leads over it: the same ground in other shapes."""
    parts = [ground.shape]
    for way in ways:
        parts = [left for part in parts for left in outside(part, way)]
    for part in parts:
        rest = copy(ground)
        rest.shape = part
        yield rest


def fits_square(shape: Shape, side: int) -> bool:
    """Whether some square of this side, in line with one of its edges, holds the shape."""
    for nx, ny, _ in shape.edges:
        across = [nx * x + ny * y for x, y in shape.points]
        along = [ny * x - nx * y for x, y in shape.points]
        if max(across) - min(across) <= side + HAIR and max(along) - min(along) <= side + HAIR:
            return True
    return False
