"""Hedges and fences, of which nothing is left where a group has come through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, aside, distance, heading, turn
from warhost.engine.field.cutting import cut
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape

from ..bodies import more_than_one
from ..events.moves import Flattened
from ..setting import Fight
from ..state import Feature, Number, Point
from .paces import Leg

AHEAD, BACK = 4500, 13_500  # hundredths of a degree off its facing: a front that goes there does not only turn


def trample(fight: Fight, number: Number, trail: Iterable[Body]) -> None:
    """A group stood so at the points of a move that is over: the parts of hedges and fences that it came through
    are gone.  [tp.terrain.low_wall.destroy]
    """
    if not more_than_one(fight, number) or fight.state.pieces[number].airborne:
        return
    for before, after in pairwise(trail):
        way = heading(before.front, after.front)
        off = [abs(turn(one.facing, way)) for one in (before, after)]
        if before.front != after.front and (max(off) <= AHEAD or min(off) >= BACK):
            _flatten(fight, number, before.front, way, distance(before.front, after.front), after.width)


def _flatten(fight: Fight, number: Number, start: Point, way: Angle, length: Length, width: Length) -> None:
    leg = Leg(fight, number, start, way, length, width)
    for feature in fight.state.terrain:
        ground = fight.setting.ground(feature)
        span = leg.span(ground.shape, 0) if ground.kind.flattened else None
        if span is not None and span[1] <= length:
            _breach(fight, feature, ground.shape, start, way, width)
            fight.tell(Flattened("tp.terrain.low_wall.destroy", number, feature.title))


def _breach(fight: Fight, feature: Feature, shape: Shape, start: Point, way: Angle, width: Length) -> None:
    left, _ = cut(shape, aside(start, way, -(width // 2)), way)
    _, right = cut(shape, aside(start, way, width // 2), way)
    remains = [part.points for part in (left, right) if part is not None]
    terrain, at = fight.state.terrain, fight.state.terrain.index(feature)
    fight.state.terrain = (*terrain[:at], *numbered(feature, remains), *terrain[at + 1 :])


def numbered(feature: Feature, outlines: list[tuple[Point, ...]]) -> Iterator[Feature]:
    """The parts of a feature, numbered if there are several."""
    for number, points in enumerate(outlines, 1):
        name = feature.name if len(outlines) == 1 else f"{feature.name}/{number}"
        yield Feature(name, feature.kind, points, feature.damage)
