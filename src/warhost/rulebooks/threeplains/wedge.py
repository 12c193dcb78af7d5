"""The shape of wedges: in which row each model stands, which models make up the edge, what lies between the points.

An infantry wedge has one or more points side by side, each of them four rows of 1, 2, 3 and 4 models; the rest
stand in ranks behind. A cavalry wedge is one pyramid to its last row. Places across are counted in halves of a base
from the middle, to the right.  [tp.unit.infantry_wedge.shape] [tp.unit.cavalry_wedge.shape]
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from warhost.engine.field.compass import from_frame
from warhost.engine.field.formation import first_column
from warhost.engine.field.shapes import Shape, oblong, oblongs

from .state import Point

POINT = 4  # rows of a point, and files behind it
POINT_MODELS = 10  # that fill the rows of a point
SPACING = 2 * POINT  # from one tip to the next, in halves of a base
FUNNEL_ROWS = (2, 3)  # whose inner models stand at the bottom of a funnel


class Slot(NamedTuple):
    """Where a model stands: its row, and how far right of the middle in halves of a base."""

    row: int
    across: int


class Wedge:
    """So many models in a wedge of so many points, or in the pyramid of a cavalry wedge.

    >>> Wedge(18, 1, False).rows, Wedge(20, 2, False).rows, Wedge(8, 1, True).rows
    ((1, 2, 3, 4, 4, 4), (2, 4, 6, 8), (1, 2, 3, 2))
    """

    __slots__ = ("edge", "files", "points", "pyramid", "rows", "slots")

    def __init__(self, models: int, points: int, pyramid: bool):
        self.points, self.pyramid = points, pyramid
        self.slots = _slots(models, points, pyramid)
        count = self.slots[-1].row + 1
        self.rows = tuple([sum(slot.row == row for slot in self.slots) for row in range(count)])
        self.files = max(slot.across for slot in self.slots) + 1 if pyramid else POINT * points
        self.edge = tuple(sorted(self._edge(count if pyramid else min(count, POINT))))

    def _edge(self, rows: int) -> list[int]:
        """The models that fight: the tips, and the outer models of each row of every point.

        [tp.unit.infantry_wedge.lineup] [tp.unit.cavalry_wedge.combat]
        """
        found: list[int] = []
        for row in range(rows):
            for point in range(self.points):
                beside = self._row_of(row, point)
                found += beside[:1] + beside[1:][-1:]
        return found

    def _row_of(self, row: int, point: int) -> list[int]:
        """The models of a row that belong to one of the points, from the left."""
        return [at for at, slot in enumerate(self.slots) if slot.row == row and self.point_of(at) == point]

    def point_of(self, model: int) -> int:
        """Which of the points a model stands in or behind, from the left."""
        point = (self.slots[model].across + SPACING // 2 * self.points) // SPACING
        return min(max(point, 0), self.points - 1)

    def funnel(self, after: int) -> list[int]:
        """The models at the bottom of the funnel to the right of a point. Those to the left of the first point (-1)
        and to the right of the last are shared with other units, if there are any beside it.

        [tp.unit.infantry_wedge.killing_zone]
        """
        found: list[int] = []
        for row in FUNNEL_ROWS:
            if after >= 0:
                found += self._row_of(row, after)[-1:]
            if after + 1 < self.points:
                found += self._row_of(row, after + 1)[:1]
        return found

    def opening(self, after: int) -> int:
        """Where the funnel to the right of a point lies, in halves of a base from the middle."""
        return SPACING * (after + 1) - SPACING // 2 * self.points


@cache
def wedge_of(models: int, points: int, pyramid: bool) -> Wedge:
    return Wedge(models, points, pyramid)


# --- rows ----------------------------------------------------------------------------------------------------


def _slots(models: int, points: int, pyramid: bool) -> tuple[Slot, ...]:
    """The models row by row from the front, from the left in each.

    >>> _slots(8, 1, True)[6:]
    (Slot(row=3, across=-3), Slot(row=3, across=3))
    """
    found: list[Slot] = []
    row = 0
    while len(found) < models:
        places = _full_row(row, points, pyramid)
        left = models - len(found)
        if left < len(places):
            places = _from_both_ends(places, left) if pyramid else _in_the_middle(places, left)
        found += [Slot(row, across) for across in places]
        row += 1
    return tuple(found)


def _full_row(row: int, points: int, pyramid: bool) -> list[int]:
    wide = row + 1 if pyramid else min(row + 1, POINT)
    tips = [SPACING * point - SPACING // 2 * (points - 1) for point in range(points)]
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


def bases(front: Point, facing: int, wedge: Wedge, base: tuple[int, int]) -> tuple[Shape, ...]:
    """The base of every model, in order."""
    wide, deep = base
    fronts = [from_frame((slot.across * wide // 2, -slot.row * deep), front, facing) for slot in wedge.slots]
    return tuple(oblongs(fronts, facing, wide, deep))


def runs(front: Point, facing: int, wedge: Wedge, base: tuple[int, int]) -> tuple[Shape, ...]:
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
