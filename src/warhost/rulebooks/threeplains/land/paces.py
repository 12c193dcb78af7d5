"""What a straight leg costs, stretch by stretch: difficult ground, slopes, walls to climb, friends in the way.

Half pace counts once, however many reasons there are for it; a slope comes on top of it.
[tp.move.p2p.terrain] [tp.terrain.scope]
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from warhost.engine.field.compass import ahead, aside, cosine, sine
from warhost.engine.field.shapes import HAIR, SLACK, Shape, clip, oblong

from ..bodies import body, figure, friends, loose, strength
from ..figure import inches
from ..kinds import insignificant, nimble, skirmishing
from ..setting import Fight, Ground, Land
from ..state import Point
from .terrain import TerrainKind

Span = tuple[int, int]
"""From where to where along the leg."""


class Stretch(NamedTuple):
    """A part of a leg that costs the same all along."""

    length: int
    rate: int  # halves of movement for each thousandth of an inch: 2 on open ground
    toll: int  # paid before its first step


class Wall(NamedTuple):
    """A wall across a leg: from where to where along it, what it costs, and whether it was paid before."""

    begin: int
    end: int
    cost: int
    underfoot: bool


class Leg:
    """A straight way that a front edge of some width takes; `depth` of the base behind it counts as well.

    Of a unit only the front edge feels the ground, of models that move loosely the whole base.
    """

    __slots__ = ("depth", "end", "fight", "land", "length", "number", "start", "strip", "way", "width")

    def __init__(self, fight: Fight, number: int, start: Point, way: int, length: int, width: int):
        self.fight, self.number, self.start, self.way, self.length = fight, number, start, way, length
        self.width = max(1, width - 2 * SLACK)
        self.depth = figure(fight, number).base[1] if loose(fight, number) else 0
        self.end = ahead(start, way, length)
        self.land: Land = fight.setting.land(fight.state.terrain)
        self.strip = oblong(self.end, way, self.width, length + self.depth)

    def grounds(self) -> list[Ground]:
        """All that may slow the piece on its way."""
        return [ground for ground in self.land.slow if self._may_cross(ground.shape)]

    def _may_cross(self, shape: Shape) -> bool:
        strip = self.strip
        across = shape.left < strip.right and shape.right > strip.left
        return across and shape.bottom < strip.top and shape.top > strip.bottom

    def span(self, shape: Shape, depth: int) -> Span | None:
        """While any part of the front edge, or of a base so deep, is over the shape; uncut, so it may begin before
        the leg does."""
        if not self._may_cross(shape):
            return None
        along = self._within_width(shape)
        if not along or max(along) + depth <= HAIR or min(along) >= self.length - HAIR:
            return None
        return round(min(along)), round(max(along)) + depth

    def _within_width(self, shape: Shape) -> list[float]:
        """How far along the leg the corners of the part of the shape lie that is no farther aside than the edge."""
        (ox, oy), s, c, half = self.start, sine(self.way), cosine(self.way), self.width / 2
        corners = [((x - ox) * c - (y - oy) * s, (x - ox) * s + (y - oy) * c) for x, y in shape.points]
        along = [y for x, y in corners if -half <= x <= half]
        px, py = corners[-1]
        for x, y in corners:
            for side in (-half, half):
                if (px < side) != (x < side):
                    along.append(py + (y - py) * (side - px) / (x - px))
            px, py = x, y
        return along

    def on_bridge(self) -> list[Span]:
        """Where bridges carry the whole width, from a base's length behind the start on."""
        spans = sorted(span for bridge in self.land.bridges if (span := self._across(bridge.shape)))
        joined: list[Span] = []
        for begin, end in spans:
            if joined and begin <= joined[-1][1] + SLACK:
                joined[-1] = joined[-1][0], max(joined[-1][1], end)
            else:
                joined.append((begin, end))
        return joined

    def _across(self, shape: Shape) -> Span | None:
        whole = self.length + self.depth
        begin, end = 0.0, 1.0
        for side in (-self.width // 2, self.width // 2):
            a = aside(ahead(self.start, self.way, -self.depth), self.way, side)
            inside = clip(a, aside(self.end, self.way, side), shape)
            if inside is None:
                return None
            begin, end = max(begin, inside[0]), min(end, inside[1])
        return round(begin * whole) - self.depth, round(end * whole) - self.depth


def stretches(
    fight: Fight, number: int, start: Point, way: int, length: int, width: int, facing: int | None = None
) -> list[Stretch]:
    """The leg cut up by what it costs; `facing` is how the piece faced before it turned into the leg, as it stands
    if not given. Those in the air pay nothing but the way.  [tp.move.fly.over]"""
    piece = fight.state.pieces[number]
    if piece.airborne or length <= 0:
        return [Stretch(length, 2, 0)]
    leg = Leg(fight, number, start, way, length, width)
    slow, up, down = list(_friends_crossed(leg)), list[Span](), list[Span]()
    grounds = leg.grounds()
    if not slow and not grounds:
        return [Stretch(length, 2, 0)]
    for ground in grounds:
        if not minds(fight, number, ground.kind):
            continue
        if ground.kind.slope:
            _climb(leg, ground, up, down)
        elif ground.kind.pace == "half" and (span := leg.span(ground.shape, leg.depth)) is not None:
            slow += _in_the_water(leg, ground, span)
    walls = _walls(leg, grounds, piece.facing if facing is None else facing)
    return _cut(length, slow, up, down, list(_tolls(walls)))


def turning_toll(fight: Fight, number: int, at: Point, facing: int, way: int, width: int) -> int:
    """What it costs to swing a front edge on to walls: that is crossing them as well.  [tp.terrain.low_wall]"""
    if fight.state.pieces[number].airborne:
        return 0
    leg = Leg(fight, number, at, way, 1, width)
    walls = _walls(leg, leg.grounds(), facing)
    return sum(cost for _, cost in _tolls([wall for wall in walls if wall.begin < -SLACK]))


def minds(fight: Fight, number: int, kind: TerrainKind) -> bool:
    """Whether this ground slows the piece on foot.

    [tp.unit.skirmish.movement] [tp.terrain.rough] [tp.terrain.woods] [tp.terrain.shallow_water]
    [tp.terrain.deep_water] [tp.terrain.hill] [tp.terrain.low_wall]
    """
    return kind.skirmishers_mind or not skirmishing(fight, number)


def _climb(leg: Leg, ground: Ground, up: list[Span], down: list[Span]) -> None:
    """A hill rises evenly from its outline to its middle.

    The middle front goes up for as long as it comes nearer to the middle of the hill and down from there on, as far
    as the leg runs inside the outline. [tp.terrain.hill]
    """
    inside = clip(leg.start, leg.end, ground.shape)
    if inside is None:
        return
    begin, end = round(inside[0] * leg.length), round(inside[1] * leg.length)
    x, y = ground.middle[0] - leg.start[0], ground.middle[1] - leg.start[1]
    nearest = round(x * sine(leg.way) + y * cosine(leg.way))
    up.append((begin, min(end, nearest)))
    down.append((max(begin, nearest), end))


def _walls(leg: Leg, grounds: list[Ground], facing: int) -> list[Wall]:
    """What has to be climbed on this leg, the nearest first."""
    return sorted(
        Wall(*span, inches(ground.kind.crossing), _underfoot(leg, ground.shape, span[0], facing))
        for ground in grounds
        if ground.kind.crossing
        and (span := leg.span(ground.shape, leg.depth)) is not None
        and minds(leg.fight, leg.number, ground.kind)
    )


def _underfoot(leg: Leg, shape: Shape, begin: int, facing: int) -> bool:
    """Whether the front edge was on the wall, or past it, before the piece turned into the leg."""
    if begin >= -SLACK:
        return False
    if leg.way == facing or leg.span(shape, 0) is None:
        return True
    before = Leg(leg.fight, leg.number, leg.start, facing, 1, leg.width + 2 * SLACK).span(shape, 0)
    return before is not None and before[0] < -SLACK


def _tolls(walls: list[Wall]) -> Iterator[Span]:
    """Where a wall is climbed, and for how much: once for all its segments, and not by whom it finds on top.

    [tp.terrain.low_wall]
    """
    top = max((wall.end + 1 for wall in walls if wall.underfoot), default=None)
    for begin, end, cost, _ in walls:
        if top is None or begin >= top:
            yield max(0, begin), cost
        top = end + 1 if top is None else max(top, end + 1)


def _in_the_water(leg: Leg, ground: Ground, span: Span) -> Iterator[Span]:
    """Where a bridge carries the whole width, the ground below does not count, neither for the front edge nor for
    the base that follows it.  [tp.terrain.bridge.wooden]"""
    begin, end = span[0], span[1] - leg.depth
    for here, there in leg.on_bridge() if ground.kind.unsteady else ():
        if begin < min(end, here):
            yield begin, min(end, here) + leg.depth
        begin = max(begin, there)
    if begin < end:
        yield begin, end + leg.depth


def _friends_crossed(leg: Leg) -> Iterator[Span]:
    """While a small single model, or skirmishers and a unit, walk through each other.

    [tp.move.individual.through] [tp.unit.skirmish.interpenetrate]
    """
    fight, number = leg.fight, leg.number
    alone = insignificant(fight, number)
    light = nimble(fight, number)
    ranked = not loose(fight, number)
    for friend in friends(fight, number):
        other = fight.state.pieces[friend]
        if other.airborne:
            continue
        skirmishers = nimble(fight, friend)
        if (
            (light and not loose(fight, friend))
            or (ranked and skirmishers)
            or (alone and not skirmishers and strength(fight, friend) > 1)
        ):
            depth = body(fight, number).depth if ranked else leg.depth
            for part in body(fight, friend).parts:
                if (span := leg.span(part, depth)) is not None:
                    yield span


def _cut(length: int, slow: list[Span], up: list[Span], down: list[Span], tolls: list[Span]) -> list[Stretch]:
    marks = [0, length]
    for span in (*slow, *up, *down):
        marks += span
    marks += [at for at, _ in tolls]
    marks = sorted(min(max(mark, 0), length) for mark in marks)
    cut = []
    for begin, end in itertools.pairwise(marks):
        if begin == end:
            continue
        rate = 4 if _over(begin, end, slow) else 2
        if _over(begin, end, up):
            rate *= 2
        elif _over(begin, end, down):
            rate //= 2
        cut.append(Stretch(end - begin, rate, sum(toll for at, toll in tolls if at == begin)))
    return cut


def _over(begin: int, end: int, spans: list[Span]) -> bool:
    return any(here <= begin and end <= there for here, there in spans)
