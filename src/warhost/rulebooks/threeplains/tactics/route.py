"""The way round what cannot be walked over: from corner to corner of whatever bars the straight line."""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.compass import distance

from ..bodies import body
from ..figure import inches
from ..state import NOBODY, Point
from .mind import Mind

BERTH = inches(0.7)  # kept beside an obstacle
DETOURS = 3  # how many obstacles one after the other are thought of

Box = tuple[int, int, int, int]  # left, right, bottom, top


class Bar(NamedTuple):
    """An obstacle, and the ground on which the middle of a front cannot be beside it."""

    box: Box
    wide: Box


class Way(NamedTuple):
    length: int
    first: Point  # where its first leg ends


def way_round(mind: Mind, start: Point, goal: Point, half: int, mover: int = NOBODY) -> Way:
    """A short way for a front of twice this half width; the straight one where nothing helps.

    Our archers stand where they stand, and others go round them.
    """
    table, wide = mind.setting.table, half + BERTH
    shapes = [ground.shape for ground in (*mind.setting.land(mind.state.terrain).bars, *mind.deep)]
    shapes += [body(mind.fight, n).block for n in mind.friends if n != mover != NOBODY and mind.shoots(n)]
    bars = [
        Bar(
            (shape.left, shape.right, shape.bottom, shape.top),
            (shape.left - wide, shape.right + wide, shape.bottom - wide, shape.top + wide),
        )
        for shape in shapes
    ]
    return _way(bars, start, goal, (0, table.width, 0, table.depth), DETOURS)


def crossed(mind: Mind, start: Point, goal: Point, half: int) -> bool:
    """Whether a front of twice this half width would run into something on the straight line."""
    return any(
        _crosses(start, goal, (s.left - half, s.right + half, s.bottom - half, s.top + half))
        for s in (ground.shape for ground in mind.setting.land(mind.state.terrain).bars)
    )


def _way(bars: list[Bar], start: Point, goal: Point, table: Box, detours: int) -> Way:
    straight = Way(distance(start, goal), goal)
    crossed = [bar for bar in bars if _crosses(start, goal, bar.wide) and not _holds(bar.wide, goal)]
    if not crossed or not detours:
        return straight._replace(length=straight.length * (2 if crossed else 1))
    bar = min(crossed, key=lambda bar: distance(start, _middle(bar.box)))
    left, right, bottom, top = bar.wide
    best: Way | None = None
    for corner in ((left, bottom), (left, top), (right, bottom), (right, top)):
        if distance(start, corner) < BERTH or not _holds(table, corner) or _crosses(start, corner, bar.box):
            continue
        rest = _way(
            [other for other in bars if other is not bar or _behind(corner, goal, bar)],
            corner,
            goal,
            table,
            detours - 1,
        )
        length = distance(start, corner) + rest.length
        if best is None or length < best.length:
            best = Way(length, corner)
    return best or straight._replace(length=straight.length * 2)


def _behind(corner: Point, goal: Point, bar: Bar) -> bool:
    """Whether the bar still lies before the goal when this corner of it has been reached."""
    return _crosses(corner, goal, bar.box)


def _middle(box: Box) -> Point:
    return (box[0] + box[1]) // 2, (box[2] + box[3]) // 2


def _holds(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[1] and box[2] <= point[1] <= box[3]


def _crosses(start: Point, end: Point, box: Box) -> bool:
    """Whether the inside of a box lies on the way: the part of the line inside each pair of sides must be one."""
    enters, leaves = 0.0, 1.0
    for here, there, low, high in ((start[0], end[0], box[0], box[1]), (start[1], end[1], box[2], box[3])):
        step = there - here
        if step == 0:
            if not low < here < high:
                return False
            continue
        near, far = sorted(((low - here) / step, (high - here) / step))
        enters, leaves = max(enters, near), min(leaves, far)
    return enters < leaves
