"""What a table of several levels is made of, and how a piece of it is turned and put down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Point = tuple[int, int]
Spot = tuple[int, int, int]
"""A place and its height."""
Rect = tuple[int, int, int, int]
"""West, south, east, north."""
Turn = Literal[0, 90, 180, 270]

SurfaceKind = Literal["ground", "floor", "roof", "walkway", "top"]


class Part(msgspec.Struct, frozen=True, array_like=True):
    """Never changed once it lies on the table."""


class Surface(Part, frozen=True, array_like=True):
    """Something level to stand on."""

    name: str
    rect: Rect
    z: int
    kind: SurfaceKind = "floor"


class Opening(Part, frozen=True, array_like=True):
    """A door or a window: where it is along its wall, and from which height to which."""

    kind: Literal["door", "window"]
    low: int
    high: int
    bottom: int
    top: int


class Wall(Part, frozen=True, array_like=True):
    """It has no thickness. A rail is a wall on the rim of a surface that one can step over."""

    a: Point
    b: Point
    bottom: int
    top: int
    openings: tuple[Opening, ...] = ()
    rail: bool = False

    @property
    def upright(self) -> bool:
        """Whether it runs from south to north."""
        return self.a[0] == self.b[0]

    @property
    def line(self) -> int:
        """The x of one that runs from south to north, the y of any other."""
        return self.a[0] if self.upright else self.a[1]

    @property
    def span(self) -> tuple[int, int]:
        """From where to where it runs along its line."""
        return (self.a[1], self.b[1]) if self.upright else (self.a[0], self.b[0])


class Ladder(Part, frozen=True, array_like=True):
    at: Point
    bottom: int
    top: int


class Stairs(Part, frozen=True, array_like=True):
    foot: Spot
    head: Spot
    plan: int  # its length seen from above

    @property
    def landing(self) -> Spot:
        """Halfway."""
        (ax, ay, az), (bx, by, bz) = self.foot, self.head
        return (ax + bx) // 2, (ay + by) // 2, (az + bz) // 2


class Box(Part, frozen=True, array_like=True):
    """Something solid that stands on a surface; one may stand on its top."""

    name: str
    rect: Rect
    bottom: int
    top: int


class Area(Part, frozen=True, array_like=True):
    """A stretch of ground that is not as the rest of it."""

    kind: str
    rect: Rect


class Bridge(Part, frozen=True, array_like=True):
    """Ground that lies over an area and counts in its place."""

    rect: Rect
    edges: bool = True  # whether one may fall off its sides: a bridge without rails, and not a bank


class Piece(Part, frozen=True, array_like=True):
    """Parts that belong together, in their own frame or on a table."""

    size: Point
    surfaces: tuple[Surface, ...] = ()
    walls: tuple[Wall, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    stairs: tuple[Stairs, ...] = ()
    boxes: tuple[Box, ...] = ()
    areas: tuple[Area, ...] = ()
    bridges: tuple[Bridge, ...] = ()


class _Frame:
    """Where the points of a piece come to lie when it is turned and put down."""

    def __init__(self, size: Point, at: Point, turn: Turn):
        self.size, self.at, self.turned_by = size, at, turn

    def point(self, point: Point) -> Point:
        (x, y), (w, d), (ax, ay) = point, self.size, self.at
        turned = {0: (x, y), 90: (d - y, x), 180: (w - x, d - y), 270: (y, w - x)}[self.turned_by]
        return ax + turned[0], ay + turned[1]

    def spot(self, spot: Spot) -> Spot:
        return (*self.point(spot[:2]), spot[2])

    def rect(self, rect: Rect) -> Rect:
        (ax, ay), (bx, by) = self.point(rect[:2]), self.point(rect[2:])
        return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)

    def wall(self, wall: Wall) -> Wall:
        a, b = sorted((self.point(wall.a), self.point(wall.b)))
        openings = tuple(self._opening(wall, opening) for opening in wall.openings)
        return Wall(a, b, wall.bottom, wall.top, openings, wall.rail)

    def _opening(self, wall: Wall, opening: Opening) -> Opening:
        ends = [self.point(_along(wall, value)) for value in (opening.low, opening.high)]
        axis = 1 if ends[0][0] == ends[1][0] else 0
        low, high = sorted(end[axis] for end in ends)
        return Opening(opening.kind, low, high, opening.bottom, opening.top)


def _along(wall: Wall, value: int) -> Point:
    return (wall.line, value) if wall.upright else (value, wall.line)


def placed(piece: Piece, at: Point, turn: Turn = 0) -> Piece:
    """The piece with the south-west corner of what it covers at this point, turned anticlockwise."""
    frame = _Frame(piece.size, at, turn)
    w, d = piece.size
    return Piece(
        (w, d) if turn in (0, 180) else (d, w),
        tuple(Surface(s.name, frame.rect(s.rect), s.z, s.kind) for s in piece.surfaces),
        tuple(frame.wall(wall) for wall in piece.walls),
        tuple(Ladder(frame.point(one.at), one.bottom, one.top) for one in piece.ladders),
        tuple(Stairs(frame.spot(s.foot), frame.spot(s.head), s.plan) for s in piece.stairs),
        tuple(Box(b.name, frame.rect(b.rect), b.bottom, b.top) for b in piece.boxes),
        tuple(Area(a.kind, frame.rect(a.rect)) for a in piece.areas),
        tuple(Bridge(frame.rect(b.rect), b.edges) for b in piece.bridges),
    )


def together(size: Point, pieces: Iterable[Piece]) -> Piece:
    """All of them as one."""
    several = tuple(pieces)
    return Piece(
        size,
        tuple(part for piece in several for part in piece.surfaces),
        tuple(part for piece in several for part in piece.walls),
        tuple(part for piece in several for part in piece.ladders),
        tuple(part for piece in several for part in piece.stairs),
        tuple(part for piece in several for part in piece.boxes),
        tuple(part for piece in several for part in piece.areas),
        tuple(part for piece in several for part in piece.bridges),
    )


def holds(rect: Rect, x: float, y: float) -> bool:
    """Whether a point lies in it or on its edge."""
    return rect[0] <= x <= rect[2] and rect[1] <= y <= rect[3]


def clip(rect: Rect, x: float, y: float, dx: float, dy: float) -> tuple[float, float] | None:
    """From which part to which part of the way from (x, y) along (dx, dy) it runs within the rectangle."""
    first, last = 0.0, 1.0
    for start, way, low, high in ((x, dx, rect[0], rect[2]), (y, dy, rect[1], rect[3])):
        if way == 0:
            if not low <= start <= high:
                return None
            continue
        near, far = (low - start) / way, (high - start) / way
        if near > far:
            near, far = far, near
        first, last = max(first, near), min(last, far)
        if first > last:
            return None
    return first, last
