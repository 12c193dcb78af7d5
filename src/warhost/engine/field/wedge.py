"""The shape of wedges: in which row each model stands, and which models make up the edge.

A wedge has one or more points side by side, each of so many rows of 1, 2, 3 … models; the rest stand in ranks
behind. One without an end to its point is a pyramid to its last row. Places across are counted in halves of a base
from the middle, to the right.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from .compass import Angle, Point, from_frame
from .formation import Base, first_column
from .shapes import Shape, oblong, oblongs

PYRAMID = 0  # rows of a point that never ends


class Slot(NamedTuple):
    """Where a model stands: its row, and how far right of the middle in halves of a base."""

    row: int
    across: int


class Wedge:
    """So many models in a wedge of so many points, each of so many rows.

    >>> Wedge(18, 1, 4).rows, Wedge(20, 2, 4).rows, Wedge(8, 1, PYRAMID).rows
    ((1, 2, 3, 4, 4, 4), (2, 4, 6, 8), (1, 2, 3, 2))
    """

    __slots__ = ("deep", "edge", "files", "points", "rows", "slots")

    def __init__(self, models: int, points: int, deep: int):
        self.points, self.deep = points, deep
        self.slots = _slots(models, points, deep)
        count = self.slots[-1].row + 1
        self.rows = tuple([sum(slot.row == row for slot in self.slots) for row in range(count)])
        self.files = deep * points if deep else max(slot.across for slot in self.slots) + 1
        self.edge = tuple(sorted(self._edge(min(count, deep) if deep else count)))

    def _edge(self, rows: int) -> list[int]:
        """The models that fight: the tips, and the outer models of each row of every point."""
        found: list[int] = []
        for row in range(rows):
            for point in range(self.points):
                beside = self.row_of(row, point)
                found += beside[:1] + beside[1:][-1:]
        return found

    def row_of(self, row: int, point: int) -> list[int]:
        """The models of a row that belong to one of the points, from the left."""
        return [at for at, slot in enumerate(self.slots) if slot.row == row and self.point_of(at) == point]

    def point_of(self, model: int) -> int:
        """Which of the points a model stands in or behind, from the left."""
        if not self.deep:
            return 0
        point = (self.slots[model].across + self.deep * self.points) // (2 * self.deep)
        return min(max(point, 0), self.points - 1)

    def opening(self, after: int) -> int:
        """Where the gap to the right of a point lies, in halves of a base from the middle."""
        return self.deep * (2 * after + 2 - self.points)


@cache
def wedge_of(models: int, points: int, deep: int) -> Wedge:
    return Wedge(models, points, deep)


# --- rows ----------------------------------------------------------------------------------------------------


def _slots(models: int, points: int, deep: int) -> tuple[Slot, ...]:
    """The models row by row from the front, from the left in each.

    >>> _slots(8, 1, PYRAMID)[6:]
    (Slot(row=3, across=-3), Slot(row=3, across=3))
    """
    found: list[Slot] = []
    row = 0
    while len(found) < models:
        places = _full_row(row, points, deep)
        left = models - len(found)
        if left < len(places):
            places = _in_the_middle(places, left) if deep else _from_both_ends(places, left)
        found += [Slot(row, across) for across in places]
        row += 1
    return tuple(found)


def _full_row(row: int, points: int, deep: int) -> list[int]:
    wide = min(row + 1, deep) if deep else row + 1
    tips = [deep * (2 * point - points + 1) for point in range(points)]
    return [tip + 2 * place + 1 - wide for tip in tips for place in range(wide)]


def _from_both_ends(places: list[int], models: int) -> list[int]:
    """An incomplete last row of a pyramid; a single model stands in the middle."""
    if models == 1:
        return [0]
    right = models // 2
    return [*places[: models - right], *places[len(places) - right :]]


def _in_the_middle(places: list[int], models: int) -> list[int]:
    first = first_column(models, len(places))
    return places[first : first + models]


# --- on the table --------------------------------------------------------------------------------------------


def bases(front: Point, facing: Angle, wedge: Wedge, base: Base) -> tuple[Shape, ...]:
    """The base of every model, in order."""
    wide, deep = base
    fronts = [from_frame((slot.across * wide // 2, -slot.row * deep), front, facing) for slot in wedge.slots]
    return tuple(oblongs(fronts, facing, wide, deep))


def runs(front: Point, facing: Angle, wedge: Wedge, base: Base) -> tuple[Shape, ...]:
    """The ground of the bases, joined where they stand side by side."""
    wide, deep = base
    spans: list[list[int]] = []
    for row, across in wedge.slots:
        if spans and spans[-1][0] == row and spans[-1][2] == across - 2:
            spans[-1][2] = across
        else:
            spans.append([row, across, across])
    return tuple([
        oblong(
            from_frame(((low + high) * wide // 4, -row * deep), front, facing), facing,
            ((high - low) // 2 + 1) * wide, deep,
        )
        for row, low, high in spans
    ])  # fmt: skip
