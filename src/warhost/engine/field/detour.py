"""The way round what cannot be walked over: from corner to corner of whatever bars the straight line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .compass import Point, distance
from .shapes import Shape

Box = tuple[int, int, int, int]  # left, right, bottom, top


class Obstacle(NamedTuple):
    """Where something lies, and the ground on which the middle of a front cannot be beside it."""

    box: Box
    wide: Box


class Way(NamedTuple):
    length: int
    first: Point  # where its first leg ends


def obstacles(shapes: Iterable[Shape], wide: int) -> list[Obstacle]:
    """What bars the way, with so much room kept on every side of it."""
    return [
        Obstacle(
            (shape.left, shape.right, shape.bottom, shape.top),
            (shape.left - wide, shape.right + wide, shape.bottom - wide, shape.top + wide),
        )
        for shape in shapes
    ]


def shortest(bars: Sequence[Obstacle], start: Point, goal: Point, table: Box, berth: int, detours: int) -> Way:
    """A short way past so many obstacles one after the other; the straight one where nothing helps.

    A corner nearer than `berth` is no corner to go to.
    """
    straight = Way(distance(start, goal), goal)
    crossed = [bar for bar in bars if crosses(start, goal, bar.wide) and not _holds(bar.wide, goal)]
    if not crossed or not detours:
        return straight._replace(length=straight.length * (2 if crossed else 1))
    bar = min(crossed, key=lambda bar: distance(start, _middle(bar.box)))
    left, right, bottom, top = bar.wide
    best: Way | None = None
    for corner in ((left, bottom), (left, top), (right, bottom), (right, top)):
        if distance(start, corner) < berth or not _holds(table, corner) or crosses(start, corner, bar.box):
            continue
        left_over = [other for other in bars if other is not bar or crosses(corner, goal, bar.box)]
        rest = shortest(left_over, corner, goal, table, berth, detours - 1)
        length = distance(start, corner) + rest.length
        if best is None or length < best.length:
            best = Way(length, corner)
    return best or straight._replace(length=straight.length * 2)


def _middle(box: Box) -> Point:
    return (box[0] + box[1]) // 2, (box[2] + box[3]) // 2


def _holds(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[1] and box[2] <= point[1] <= box[3]


def crosses(start: Point, end: Point, box: Box) -> bool:
    """Whether the inside of a box lies on the way: neither its sides nor the line itself part the two."""
    (ax, ay), (bx, by), (left, right, bottom, top) = start, end, box
    if (ax <= left and bx <= left) or (ax >= right and bx >= right):
        return False
    if (ay <= bottom and by <= bottom) or (ay >= top and by >= top):
        return False
    dx, dy = bx - ax, by - ay
    # How far the middle of the box is from the line, and how far the box reaches towards it.
    aside = abs((left + right - 2 * ax) * dy - (bottom + top - 2 * ay) * dx)
    return start == end or aside < (right - left) * abs(dy) + (top - bottom) * abs(dx)
