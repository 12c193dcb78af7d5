"""Shapes cut along straight lines."""

from __future__ import annotations

from collections.abc import Sequence

from .compass import Angle, Point, cosine, distance, heading, sine, to_frame
from .shapes import SLACK, Shape, overlap, polygon


def cut(shape: Shape, point: Point, way: Angle) -> tuple[Shape | None, Shape | None]:
    """The parts left and right of the line through the point, seen along this way; None for a mere sliver."""
    (ox, oy), s, c = point, sine(way), cosine(way)
    aside = [(x - ox) * c - (y - oy) * s for x, y in shape.points]
    return _right(shape.points, [-off for off in aside]), _right(shape.points, aside)


def _right(points: Sequence[Point], aside: Sequence[float]) -> Shape | None:
    """What lies right of the line; the numbers say how far right of it each corner is."""
    if max(aside) <= SLACK:
        return None
    kept: list[Point] = []
    for index, ((x, y), here) in enumerate(zip(points, aside, strict=True)):
        (px, py), before = points[index - 1], aside[index - 1]
        if (here > 0) != (before > 0):
            share = before / (before - here)
            kept.append((round(px + (x - px) * share), round(py + (y - py) * share)))
        if here > 0:
            kept.append((x, y))
    # Corners that all but meet would, rounded, bend the outline inwards.
    corners = [corner for index, corner in enumerate(kept) if distance(corner, kept[index - 1]) > SLACK]
    corners = _bent_nowhere_inwards(corners)
    return polygon(corners) if len(corners) > 2 else None


def _bent_nowhere_inwards(corners: list[Point]) -> list[Point]:
    """Without the corners that rounding has moved into the shape: they lay all but on the line between others."""
    while len(corners) > 2:
        bent = [index for index in range(len(corners)) if _bends_inwards(corners, index)]
        if not bent:
            break
        del corners[bent[0]]
    return corners


def _bends_inwards(corners: Sequence[Point], index: int) -> bool:
    """Whether the outline, which runs clockwise, turns left at this corner."""
    (ax, ay), (x, y), (bx, by) = corners[index - 1], corners[index], corners[(index + 1) % len(corners)]
    return (x - ax) * (by - ay) - (y - ay) * (bx - ax) > 0


def outside(shape: Shape, hole: Shape) -> list[Shape]:
    """What is left of a shape around a hole, in parts."""
    if not overlap(shape, hole):
        return [shape]
    found = list[Shape]()
    rest: Shape | None = shape
    for index, point in enumerate(hole.points):
        before = hole.points[index - 1]
        if rest is None or before == point:
            continue
        along = heading(before, point)
        parts = cut(rest, before, along)
        inner = to_frame(hole.centre, before, along)[0] > 0
        rest, beyond = parts[inner], parts[not inner]
        found += [beyond] if beyond is not None else []
    return found
