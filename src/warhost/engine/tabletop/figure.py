"""Somebody on a round base of his own."""

from __future__ import annotations

import msgspec

from warhost.engine.field.compass import NORTH, Angle, Point, distance
from warhost.engine.field.shapes import Shape, disc


class Figure(msgspec.Struct, kw_only=True):
    """Rulebooks add what else there is to him; whoever is not `standing` is not on the table."""

    id: str
    title: str
    side: int
    at: Point  # the middle of his base
    facing: Angle = NORTH
    radius: int = 500
    standing: bool = True

    @property
    def base(self) -> Shape:
        return disc(self.at, self.radius)


def between(a: Figure, b: Figure) -> int:
    """How far apart the bases of two are."""
    return max(0, distance(a.at, b.at) - a.radius - b.radius)
