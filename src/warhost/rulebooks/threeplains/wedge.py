"""Wedges of infantry and of cavalry, and what lies between their points.

An infantry wedge has one or more points side by side, each of them four rows of 1, 2, 3 and 4 models; a cavalry
wedge is one pyramid to its last row.  [tp.unit.infantry_wedge.shape] [tp.unit.cavalry_wedge.shape]
"""

from __future__ import annotations

from warhost.engine.field.wedge import PYRAMID, Wedge
from warhost.engine.field.wedge import wedge_of as drawn_up

POINT = 4  # rows of a point, and files behind it
POINT_MODELS = 10  # that fill the rows of a point
FUNNEL_ROWS = (2, 3)  # whose inner models stand at the bottom of a funnel


def rows_of_point(pyramid: bool) -> int:
    return PYRAMID if pyramid else POINT


def wedge_of(models: int, points: int, pyramid: bool) -> Wedge:
    return drawn_up(models, points, rows_of_point(pyramid))


def funnel(wedge: Wedge, after: int) -> list[int]:
    """The models at the bottom of the funnel to the right of a point. Those to the left of the first point (-1)
    and to the right of the last are shared with other units, if there are any beside it.

    [tp.unit.infantry_wedge.killing_zone]
    """
    found: list[int] = []
    for row in FUNNEL_ROWS:
        if after >= 0:
            found += wedge.row_of(row, after)[-1:]
        if after + 1 < wedge.points:
            found += wedge.row_of(row, after + 1)[:1]
    return found
