"""Straight rushes up to contact: what stops them or is passed over, how far until they touch, which lanes are free.

What may be passed over is asked of the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from .compass import Angle, Point, ahead, aside, distance, heading
from .length import Length
from .shapes import Shape, cast, oblong
from .zones import Side


class Halt(Protocol):
    """Whatever stops something after some way."""

    @property
    def distance(self) -> Length: ...


Bar = TypeVar("Bar", bound=Halt)

CORNERS: dict[Side, tuple[int, int]] = {"front": (0, 1), "right": (1, 2), "rear": (2, 3), "left": (3, 0)}


class Way(NamedTuple, Generic[Bar]):
    """A straight rush: how far it goes, what stops it there, and what it has passed over before."""

    distance: Length
    bar: Bar | None
    passed: tuple[Bar, ...]


def rush(
    reach: Length, first: Callable[[tuple[Bar, ...]], Bar | None], passes: Callable[[Bar], bool]
) -> Way[Bar]:  # fmt: skip
    """Straight ahead, over whatever gives way. `first` says what is met first where these are ignored."""
    passed: tuple[Bar, ...] = ()
    while (bar := first(passed)) is not None:
        if not passes(bar):
            return Way(bar.distance, bar, passed)
        passed = (*passed, bar)
    return Way(reach, None, passed)


def until_touch(shapes: Iterable[Shape], course: Angle, reach: int, room: Sequence[Shape]) -> Length | None:
    """How far these shapes go straight on until one of them touches; None if none ever does."""
    ways = [
        way for shape in shapes for part in room if (way := cast(shape, course, reach, part)) is not None
    ]  # fmt: skip
    return min(ways, default=None)


# --- the point that is made for ------------------------------------------------------------------------------


class Line(NamedTuple):
    """A side that is struck, from its right end to its left as whoever strikes it sees it."""

    struck: Side
    start: Point
    end: Point
    length: Length

    def nearest(self, front: Point) -> int:
        """How far along it the point nearest to a middle front lies."""
        (left, low), (right, high) = self.start, self.end
        along = (front[0] - left) * (right - left) + (front[1] - low) * (high - low)
        return along // max(self.length, 1)

    def within(self, along: int, inset: int) -> int:
        """So far inside its ends, where it is long enough."""
        inset = min(inset, self.length // 2)
        return min(max(along, inset), self.length - inset)

    def point(self, along: int) -> Point:
        return ahead(self.start, heading(self.start, self.end), along)


def line_of(block: Shape, struck: Side) -> Line:
    start, end = (block.points[corner] for corner in CORNERS[struck])
    return Line(struck, start, end, distance(start, end))


# --- lanes ---------------------------------------------------------------------------------------------------


class Lanes(NamedTuple):
    """A run of files with a free way before them: the middle of their front, and how many they are."""

    middle: Point
    files: int


def lane(front: Point, facing: Angle, files: int, base: tuple[int, int], file: int) -> Shape:
    """The place of one file of the front rank."""
    return oblong(aside(front, facing, (2 * file + 1 - files) * base[0] // 2), facing, *base)


def free_lanes(
    front: Point, facing: Angle, files: int, base: tuple[int, int], free: Callable[[Shape], bool]
) -> Lanes | None:
    """The longest run of files with a free way that holds or borders the line of the middle front; none if that
    line is blocked."""
    lanes = [free(lane(front, facing, files, base, file)) for file in range(files)]
    runs = [run for run in free_runs(lanes) if run[0] * 2 <= files <= run[1] * 2]
    if not runs:
        return None
    first, last = max(runs, key=lambda run: run[1] - run[0])
    return Lanes(aside(front, facing, (first + last - files) * base[0] // 2), last - first)


def free_runs(lanes: Sequence[bool]) -> list[tuple[int, int]]:
    """Unbroken runs of free lanes: the first, and the one after the last.

    >>> free_runs([True, False, True, True])
    [(0, 1), (2, 4)]
    """
    runs, start = [], None
    for at, free in enumerate([*lanes, False]):
        if free and start is None:
            start = at
        elif not free and start is not None:
            runs.append((start, at))
            start = None
    return runs
