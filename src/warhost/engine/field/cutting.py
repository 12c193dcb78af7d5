"""Shapes cut along straight lines."""

from __future__ import annotations

from collections.abc import Sequence

from .compass import Point, cosine, distance, sine
from .shapes import SLACK, Shape, polygon


def cut(shape: Shape, point: Point, angle: int) -> tuple[Shape | None, Shape | None]:
    """The parts left and right of the line through the point, seen along the angle; None for a mere sliver."""
    (ox, oy), s, c = point, sine(angle), cosine(angle)
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
    return polygon(corners) if len(corners) > 2 else None
