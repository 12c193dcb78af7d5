"""What a straight leg costs, stretch by stretch: difficult ground, slopes, walls to climb, friends in the way.

Half pace counts once, however many reasons there are for it; a slope comes on top of it.
[tp.move.p2p.terrain] [tp.terrain.scope]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from warhost.engine.field import way
from warhost.engine.field.compass import Angle, cosine, sine
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import SLACK, Shape, clip
from warhost.engine.field.way import Span, Stretch, covered, cut

from ..bodies import body, figure, friends, loose, more_than_one
from ..figure import inches
from ..kinds import insignificant, nimble, skirmishing
from ..setting import Fight, Ground, Land
from ..special import qualities
from ..state import Number, Point
from .terrain import TerrainKind

ROUGH, WOODS = "tp.terrain.rough", "tp.terrain.woods"
OPEN = 2  # halves of movement for each thousandth of an inch of open ground


class Wall(NamedTuple):
    """A wall across a leg: from where to where along it, what it costs, and whether it was paid before."""

    begin: int
    end: int
    cost: Length
    underfoot: bool


class Leg(way.Leg):
    """The way of a piece: of a unit only the front edge feels the ground, of models that move loosely the whole
    base."""

    __slots__ = ("fight", "land", "number")

    def __init__(self, fight: Fight, number: Number, start: Point, heading: Angle, length: Length, width: Length):
        self.fight, self.number = fight, number
        self.land: Land = fight.setting.land(fight.state.terrain)
        depth = figure(fight, number).base[1] if loose(fight, number) else 0
        super().__init__(start, heading, length, width, depth)

    def grounds(self) -> list[Ground]:
        """All that may slow the piece on its way."""
        return self.crossing(self.land.slow)


def stretches(
    fight: Fight, number: Number, start: Point, heading: Angle, length: Length, width: Length,
    facing: Angle | None = None,
) -> list[Stretch]:  # fmt: skip
    """The leg cut up by what it costs; `facing` is how the piece faced before it turned into the leg, as it stands
    if not given. Those in the air pay nothing but the way.  [tp.move.fly.over]"""
    piece = fight.state.pieces[number]
    if piece.airborne or length <= 0:
        return [Stretch(length, OPEN, 0)]
    leg = Leg(fight, number, start, heading, length, width)
    slow, up, down = list(_friends_crossed(leg)), list[Span](), list[Span]()
    grounds = leg.grounds()
    if not slow and not grounds:
        return [Stretch(length, OPEN, 0)]
    for ground in grounds:
        if not minds(fight, number, ground.kind):
            continue
        if ground.kind.slope:
            _climb(leg, ground, up, down)
        elif ground.kind.pace == "half" and (span := leg.span(ground.shape, leg.depth)) is not None:
            slow += _in_the_water(leg, ground, span)
    walls = _walls(leg, grounds, piece.facing if facing is None else facing)
    return _cut(length, slow, up, down, list(_tolls(walls)))


def turning_toll(fight: Fight, number: Number, at: Point, facing: Angle, heading: Angle, width: Length) -> Length:
    """What it costs to swing a front edge on to walls: that is crossing them as well.  [tp.terrain.low_wall]"""
    if fight.state.pieces[number].airborne:
        return NOTHING
    leg = Leg(fight, number, at, heading, Length(1), width)
    walls = _walls(leg, leg.grounds(), facing)
    return Length(sum(cost for _, cost in _tolls([wall for wall in walls if wall.begin < -SLACK])))


def minds(fight: Fight, number: Number, kind: TerrainKind) -> bool:
    """Whether this ground slows the piece on foot.

    [tp.unit.skirmish.movement] [tp.terrain.rough] [tp.terrain.woods] [tp.terrain.shallow_water]
    [tp.terrain.deep_water] [tp.terrain.hill] [tp.terrain.low_wall]
    """
    if fight.setting.enchanted and (unhindered(fight, number) or _at_home(fight, number, kind)):
        return False
    if phantom(fight, number):
        return False
    return kind.skirmishers_mind or not skirmishing(fight, number)


def _at_home(fight: Fight, number: Number, kind: TerrainKind) -> bool:
    """Whether what it wears takes it through rough ground and woods, on its own feet and alone, or what it follows
    takes all of it through them.

    [tp.item.enchanted.cloak_of_shadows] [tp.item.command.monkey_banner] [tp.terrain.rough] [tp.terrain.woods]
    """
    if kind.rule not in (ROUGH, WOODS):
        return False
    on_foot = not figure(fight, number).mounted
    return qualities.woodsmen(fight, number) or (on_foot and qualities.sure_footed(fight, number))


def phantom(fight: Fight, number: Number) -> bool:
    """Whether it walks through everything, on its own feet and alone.  [tp.item.enchanted.phantom_cloak]"""
    if not fight.setting.enchanted or not figure(fight, number).items or figure(fight, number).mounted:
        return False
    return qualities.phantom(fight, number)


def unhindered(fight: Fight, number: Number) -> bool:
    """Whether nothing slows its flight: no ground, no armour, no exhaustion.

    [tp.item.enchanted.fairy_prison_pendent]
    """
    piece = fight.state.pieces[number]
    if not piece.fleeing or not fight.setting.enchanted:
        return False
    return any(qualities.unhindered_flight(fight, one) for one in (number, *piece.leaders))


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


def _walls(leg: Leg, grounds: list[Ground], facing: Angle) -> list[Wall]:
    """What has to be climbed on this leg, the nearest first."""
    return sorted(
        Wall(*span, inches(ground.kind.crossing), _underfoot(leg, ground.shape, span[0], facing))
        for ground in grounds
        if ground.kind.crossing
        and (span := leg.span(ground.shape, leg.depth)) is not None
        and minds(leg.fight, leg.number, ground.kind)
    )


def _underfoot(leg: Leg, shape: Shape, begin: int, facing: Angle) -> bool:
    """Whether the front edge was on the wall, or past it, before the piece turned into the leg."""
    if begin >= -SLACK:
        return False
    if leg.way == facing or leg.span(shape, 0) is None:
        return True
    before = Leg(leg.fight, leg.number, leg.start, facing, Length(1), Length(leg.width + 2 * SLACK)).span(shape, 0)
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
    bridges = [bridge.shape for bridge in leg.land.bridges] if ground.kind.unsteady else []
    for here, there in leg.carried(bridges) if bridges else ():
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
            or (alone and not skirmishers and more_than_one(fight, friend))
        ):
            depth = body(fight, number).depth if ranked else leg.depth
            for part in body(fight, friend).parts:
                if (span := leg.span(part, depth)) is not None:
                    yield span


def _cut(length: Length, slow: list[Span], up: list[Span], down: list[Span], tolls: list[Span]) -> list[Stretch]:
    def rate(begin: int, end: int) -> int:
        rate = 2 * OPEN if covered(begin, end, slow) else OPEN
        if covered(begin, end, up):
            return 2 * rate
        return rate // 2 if covered(begin, end, down) else rate

    return cut(length, (*slow, *up, *down), rate, tolls)
