"""Floors above the table: tops that lie side by side, and the edge round them that nobody walks over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Generic

from .compass import Point
from .cutting import outside
from .shapes import HAIR, Shape, contains, gap, polygon
from .terrain import Laid

FAR = 1_000_000  # thousandths of the measure: beyond any table


class Terrace(Generic[Laid]):
    """Some grounds whose tops are one floor. `edge` is all that is not of it, in parts that bear the name and the
    kind of the first of them."""

    __slots__ = ("edge", "grounds")

    def __init__(self, grounds: Sequence[Laid]):
        self.grounds = tuple(grounds)
        self.edge = [_in_shape(grounds[0], part) for part in _around([ground.shape for ground in grounds])]

    def holds(self, point: Point) -> bool:
        return any(contains(ground.shape, point) for ground in self.grounds)


def terraces(grounds: Sequence[Laid], joins: Callable[[Laid, Laid], bool]) -> list[Terrace[Laid]]:
    """The floors that these grounds make: those that touch are one where the game says that they join."""
    left, found = list(grounds), []
    while left:
        floor = [left.pop(0)]
        for one in floor:  # it grows while it is gone through
            near = [other for other in left if joins(one, other) and gap(one.shape, other.shape) <= HAIR]
            floor += near
            left = [other for other in left if other not in near]
        found.append(Terrace(floor))
    return found


def _around(shapes: Sequence[Shape]) -> list[Shape]:
    parts = [polygon(((-FAR, -FAR), (-FAR, FAR), (FAR, FAR), (FAR, -FAR)))]
    for shape in shapes:
        parts = [left for part in parts for left in outside(part, shape)]
    return parts


def _in_shape(ground: Laid, shape: Shape) -> Laid:
    other = copy(ground)
    other.shape = shape
    return other
