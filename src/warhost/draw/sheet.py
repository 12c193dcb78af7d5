"""From points of a table to places on the sheet: x to the right, y down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple

from warhost.engine.view import Outline, Point, TableView, View

WIDTH, WIDEST = 1152, 3000  # of the drawing
SMALLEST_BASE = 10

Spot = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


class Sheet(NamedTuple):
    """How large a thousandth is drawn, and how deep the table is."""

    scale: float
    depth: int

    def at(self, point: Point) -> Spot:
        return point[0] * self.scale, (self.depth - point[1]) * self.scale

    def spots(self, outline: Outline) -> list[Spot]:
        return [self.at(point) for point in outline]

    def path(self, outline: Outline) -> str:
        return closed(self.spots(outline))


def table_of(view: View) -> TableView:
    """The table of a view that has one; boards of squares are drawn elsewhere."""
    assert view.table is not None, "this view has no table"
    return view.table


def sheet_of(view: View) -> Sheet:
    """As wide as a page, or wider if single bases could not be seen there."""
    table = table_of(view)
    sides = [side_length(base.outline) for block in view.blocks for base in block.bases]
    wanted = max(WIDTH / table.width, SMALLEST_BASE / max(1.0, min(sides, default=table.width)))
    return Sheet(min(wanted, WIDEST / table.width), table.depth)


def side_length(outline: Outline) -> float:
    (ax, ay), (bx, by) = outline[0], outline[1 % len(outline)]
    return hypot(bx - ax, by - ay)


def number(value: float) -> str:
    """As short as it can be written: a tenth of a pixel is enough."""
    return f"{round(value, 1):g}"


def closed(spots: Iterable[Spot]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots) + "Z"


def smooth(spots: Sequence[Spot]) -> str:
    """A closed curve through all points, for what nature has made; few corners stay corners, only rounded."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in _pairs(spots)]
    ways = zip([*spots[1:], *spots[:1]], [*middles[1:], *middles[:1]], strict=True)
    start = f"M{number(middles[0][0])} {number(middles[0][1])}"
    return start + "".join(f"Q{number(x)} {number(y)} {number(a)} {number(b)}" for (x, y), (a, b) in ways) + "Z"


def rounded(spots: Sequence[Spot], radius: float) -> str:
    """A closed line with the corners taken off."""
    data = []
    for before, here, after in zip([*spots[-1:], *spots[:-1]], spots, [*spots[1:], *spots[:1]], strict=True):
        (ax, ay), (bx, by) = towards(here, before, radius), towards(here, after, radius)
        data.append(f"{number(ax)} {number(ay)}Q{number(here[0])} {number(here[1])} {number(bx)} {number(by)}")
    return "M" + "L".join(data) + "Z"


def towards(start: Spot, end: Spot, distance: float) -> Spot:
    """So far along the way, but never beyond its middle."""
    way = hypot(end[0] - start[0], end[1] - start[1])
    part = min(0.5, distance / way) if way else 0
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def shrunk(spots: Sequence[Spot], part: float) -> list[Spot]:
    """The same outline about its middle, smaller."""
    x, y = middle(spots)
    return [(x + (a - x) * part, y + (b - y) * part) for a, b in spots]


def middle(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def box_of(spots: Iterable[Spot]) -> Box:
    found = list(spots)
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return min(xs), min(ys), max(xs), max(ys)


def holds(spots: Sequence[Spot], spot: Spot, margin: float = 0) -> bool:
    """Whether a convex outline holds a spot, with so much room to its edges."""
    turns = [((bx - ax) * (spot[1] - ay) - (by - ay) * (spot[0] - ax)) / (hypot(bx - ax, by - ay) or 1)
             for (ax, ay), (bx, by) in _pairs(spots)]  # fmt: skip
    return min(turns) >= margin or max(turns) <= -margin


def _pairs(spots: Sequence[Spot]) -> list[tuple[Spot, Spot]]:
    return list(zip(spots, [*spots[1:], *spots[:1]], strict=True))
