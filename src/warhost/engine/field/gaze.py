"""Sight with a memory: who stands on a table, what was seen there, and whether that still holds.

A gaze has a version, the number of moves that were told it. What was found is kept with the version at which it was
found and the ground between both ends; it is looked at again only when an end has moved since, or somebody on that
ground has. Nobody is looked at again because something has moved elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from math import isqrt
from typing import Generic, NamedTuple, TypeVar

from .body import Body
from .compass import Point
from .shapes import SLACK, Box, Shape

MOVES_KEPT = 200

Ends = tuple[int, int]  # who looks at whom
Found = TypeVar("Found")


class Moved(NamedTuple):
    """Somebody has moved, come or gone; the ground it stood on and stands on now."""

    number: int
    boxes: tuple[Box, ...]


class Glimpse(Generic[Found]):
    """What a look has shown, up to which version it holds, and the ground between both ends with a gap round it."""

    __slots__ = ("found", "span", "version")

    def __init__(self, found: Found, version: int, span: Box):
        self.found, self.version, self.span = found, version, span


Seen = dict[Ends, Glimpse[Found]]
"""What looks of one kind have shown."""


class Gaze:
    """All who stand on a table and the walls between them, and what has moved there.

    `gap` is what cannot be looked through if it is no wider. `crowd` are those of the bodies that hide others.
    """

    __slots__ = ("_first", "_moves", "_wall_boxes", "_walls", "bodies", "crowd", "gap")

    def __init__(self, walls: Iterable[Shape], gap: int):
        self.gap = gap
        self._walls = list(walls)
        self._wall_boxes = [(wall.left, wall.right, wall.bottom, wall.top) for wall in self._walls]
        self._moves: list[Moved] = []
        self._first = 0  # the version before the first of these moves
        self.bodies: dict[int, Body] = {}
        self.crowd: list[tuple[int, Body]] = []

    @property
    def version(self) -> int:
        """How many moves there have been; the same version is the same table."""
        return self._first + len(self._moves)

    def stand(self, bodies: dict[int, Body], aloft: Container[int] = (), changed: Collection[int] = ()) -> None:
        """They stand so from now on. Whoever stands elsewhere than before has moved; so have those who are said to
        have changed otherwise. Those aloft hide nobody."""
        if len(self._moves) > MOVES_KEPT:
            self._first += len(self._moves)
            self._moves = []
        before, self.bodies = self.bodies, bodies
        self.crowd = [(number, there) for number, there in bodies.items() if number not in aloft]
        for number in {*before, *bodies, *changed}:
            was, here = before.get(number), bodies.get(number)
            if was is not here or number in changed:
                boxes = [there.box for there in (was, here) if there is not None]
                self._moves.append(Moved(number, tuple(boxes)))

    def keep(self, seen: Seen[Found], ends: Ends, found: Found, own: Body, other: Body) -> Found:
        """What a look has shown, for as long as it holds."""
        left, right, bottom, top = own.box
        west, east, south, north = other.box
        gap = self.gap
        span = min(left, west) - gap, max(right, east) + gap, min(bottom, south) - gap, max(top, north) + gap
        seen[ends] = Glimpse(found, self._first + len(self._moves), span)
        return found

    def recall(self, seen: Seen[Found], ends: Ends) -> Found | None:
        """What was found, unless an end has moved since, or somebody between the two."""
        glimpse = seen.get(ends)
        if glimpse is None:
            return None
        since = glimpse.version - self._first
        if since < 0:
            return None
        moves = self._moves
        if since < len(moves):
            left, right, bottom, top = glimpse.span
            for number, boxes in moves[since:]:
                if number in ends:
                    return None
                for west, east, south, north in boxes:
                    if west <= right and east >= left and south <= top and north >= bottom:
                        return None
            glimpse.version = self._first + len(moves)
        return glimpse.found

    def open(self, eyes: Iterable[Point], point: Point, near: int, ends: Ends) -> bool:
        """Whether the line from some eye is clear at a glance: nothing but its two ends is anywhere as near as that
        to it, and no two of the others could close a gap across it."""
        others = [other for number, other in self.crowd if number not in ends]
        boxes = [other.box for other in others]
        for eye in eyes:
            walls = [self._walls[at] for at in _passed(eye, point, near + SLACK, self._wall_boxes)]
            if walls and _beside(eye, point, near + SLACK, walls):
                continue
            parts = [part for at in _passed(eye, point, near + self.gap, boxes) for part in others[at].parts]
            close = _beside(eye, point, near + self.gap, parts) if parts else []
            if not close or (len(close) == 1 and not _beside(eye, point, near + SLACK, close)):
                return True
        return False


def _passed(eye: Point, point: Point, near: int, boxes: list[Box]) -> list[int]:
    """Which of the boxes come as near as that to a line."""
    (ex, ey), (px, py) = eye, point
    dx, dy = px - ex, py - ey
    wide, high = abs(dx), abs(dy)
    west, east = (ex - near, px + near) if dx > 0 else (px - near, ex + near)
    south, north = (ey - near, py + near) if dy > 0 else (py - near, ey + near)
    found = []
    for at, (left, right, bottom, top) in enumerate(boxes):
        if left > east or right < west or bottom > north or top < south:
            continue
        # How far the middle of the box is from the line, and how far the box reaches towards it.
        aside = (left + right - 2 * ex) * dy - (bottom + top - 2 * ey) * dx
        half = (right - left + 2 * near) * high + (top - bottom + 2 * near) * wide
        if -half <= aside <= half:
            found.append(at)
    return found


def _beside(eye: Point, point: Point, near: int, shapes: list[Shape]) -> list[Shape]:
    """Those of the shapes that come as near as that to the line on which these two points lie."""
    (ex, ey), (px, py) = eye, point
    dx, dy = px - ex, py - ey
    limit = near * (isqrt(dx * dx + dy * dy) + 1)
    found = []
    for shape in shapes:
        aside = [dx * (y - ey) - dy * (x - ex) for x, y in shape.points]
        if min(aside) <= limit and max(aside) >= -limit:
            found.append(shape)
    return found
