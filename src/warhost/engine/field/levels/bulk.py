"""Somebody or something round in the way of who goes over a table of several levels."""

from __future__ import annotations

from typing import NamedTuple

from .parts import Spot
from .site import HAIR

SAME_LEVEL = 1_500  # somebody higher or lower than this is not in the way


class Bulk(NamedTuple):
    """It may not be walked through; grown by who wants to pass."""

    x: int
    y: int
    z: int
    radius: float

    def holds(self, spot: Spot) -> bool:
        """Whether who comes down or comes up at this place would be in it."""
        x, y, z = spot
        return abs(self.z - z) < SAME_LEVEL and (self.x - x) ** 2 + (self.y - y) ** 2 < (self.radius - HAIR) ** 2


def in_the_way(bulk: Bulk, a: Spot, b: Spot) -> bool:
    """Whether a straight walk comes into it; who stands in it already may only go out."""
    if abs(bulk.z - a[2]) >= SAME_LEVEL:
        return False
    dx, dy, fx, fy = b[0] - a[0], b[1] - a[1], a[0] - bulk.x, a[1] - bulk.y
    squared = dx * dx + dy * dy
    limit = (bulk.radius - HAIR) ** 2
    start = fx * fx + fy * fy
    if start < limit:
        return fx * dx + fy * dy < 0
    t = min(1.0, max(0.0, -(fx * dx + fy * dy) / squared)) if squared else 0.0
    return (fx + t * dx) ** 2 + (fy + t * dy) ** 2 < limit
