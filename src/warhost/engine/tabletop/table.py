"""A table and what lies on it: what may be stood on, walked over and looked through."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warhost.engine.field.compass import Point, distance, heading
from warhost.engine.field.shapes import Shape, clear_line, contains
from warhost.engine.field.terrain import Ground
from warhost.engine.field.way import Leg, cost, covered, cut, on_board
from warhost.engine.view import FeatureView, Measure, TableView

OPEN = 1  # what a thousandth costs on open ground


class Kind(msgspec.Struct, frozen=True):
    """A kind of ground: how dear it is to walk on, and whether it bars ways or hides what is behind it."""

    name: str
    title: str
    rate: int = OPEN
    bars: bool = False
    hides: bool = False


class Table:
    """A table in thousandths of its measure. It stays as it is for a whole battle."""

    def __init__(self, width: int, depth: int, measure: Measure, grounds: Iterable[tuple[Kind, Shape]] = ()):
        self.width, self.depth, self.measure = width, depth, measure
        self.grounds = [Ground(shape, kind, bars=kind.bars, hides=kind.hides) for kind, shape in grounds]
        self._hiding = [ground.shape for ground in self.grounds if ground.hides]

    def holds(self, shape: Shape) -> bool:
        """Whether all of it is on the table."""
        box = shape.left, shape.right, shape.bottom, shape.top
        return on_board(box, shape.centre, self.width, self.depth)

    def kinds_at(self, point: Point) -> list[Kind]:
        return [ground.kind for ground in self.grounds if contains(ground.shape, point)]

    def sees(self, a: Point, b: Point) -> bool:
        """Whether nothing hides one point from the other; who is inside of what hides sees, and is seen."""
        return clear_line(a, b, [s for s in self._hiding if not contains(s, a) and not contains(s, b)])

    def price(self, a: Point, b: Point) -> int:
        """What it costs to walk straight on from one point to another."""
        leg = Leg(a, heading(a, b), distance(a, b), 1)
        slow = [
            (ground.kind.rate, span)
            for ground in leg.crossing(self.grounds)
            if ground.kind.rate > OPEN and (span := leg.span(ground.shape, 0))
        ]

        def rate(begin: int, end: int) -> int:
            return max([rate for rate, span in slow if covered(begin, end, [span])], default=OPEN)

        return cost(cut(leg.length, [span for _, span in slow], rate), OPEN)

    def view(self) -> TableView:
        features = [
            FeatureView(f"{ground.kind.title} {number}", ground.kind.name, ground.shape.points)
            for number, ground in enumerate(self.grounds, 1)
        ]
        return TableView(self.width, self.depth, self.measure, tuple(features))
