"""Ways up the outer face of the works: what has been set up there, where climbers come up, who holds the turrets.

[tp.siege.siege_ladder] [tp.siege.grappling_hooks] [tp.siege.race.siege_tower] [tp.siege.breach]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import RIGHT_ANGLE, Angle, Point, ahead, aside, distance, heading, veered
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, line_gap, polygon
from warhost.engine.kept import Kept

from ..bodies import TOUCH, body, enemies
from ..figure import inches
from ..land.ground import terrace
from ..scenario.points import passages
from ..scenario.ramparts import Passage
from ..setting import Fight
from ..state import Feature, Number
from .fixtures import stands_at
from .implements import carried, thing_of
from .layout import Laid
from .passage import fallen, starts
from .places import OUTSIDE, places_of, top
from .works import Equipment, equipment

BREACH, CONTACT = "tp.siege.breach", "tp.siege.breach.contact"
AT_THE_FOOT = inches(0.5)  # whoever is so near to a ladder may climb it
HELD = inches(2)  # a model at the turrets holds so much of them to either side
REACH = inches(1)  # how far climbers and guards strike over the turrets
ROUGHLY = 10
FOOT = inches(0.4)  # how far before the wall one is down on the ground


class Spot(NamedTuple):
    """A place on the outer face of a model, and the heading away from it."""

    laid: Laid
    at: Point
    outwards: Angle


class Post(NamedTuple):
    """Where one climber comes up: which of his piece he is, and by what he climbs."""

    spot: Spot
    base: int
    thing: Equipment


# --- the outer face -----------------------------------------------------------------------------------------------


class Faces:
    """The outer faces of the works that stand, and what follows from these alone."""

    def __init__(self, works: Sequence[Laid]):
        self.works = works
        self.edges = [edge for one in works for edge in pairwise(one.outer)]
        self.nearest = Kept[Point, Spot]()  # to a point
        self.held = Kept[Body, list[int]]()  # by which bases of a body


@lru_cache(maxsize=64)
def _faces(plan: str, down: frozenset[int]) -> Faces:
    return Faces([one for one in places_of(plan).layout.works if one.number not in down])


def faces(fight: Fight) -> Faces:
    return _faces(fight.setting.mission.plan, fallen(fight))


def standing_works(fight: Fight) -> Sequence[Laid]:
    """The models of the fortress that still stand."""
    return faces(fight).works


def spot_near(fight: Fight, point: Point) -> Spot:
    """The place on an outer face that is nearest to a point."""
    known = faces(fight)
    found = known.nearest.get(point)
    if found is None:
        spots = (spot for one in known.works for spot in _spots(one, point))
        best = min(spots, key=lambda spot: (distance(point, spot.at), spot.laid.number))
        found = known.nearest.keep(point, best)
    return found


def _spots(one: Laid, point: Point) -> Iterator[Spot]:
    """The place nearest to a point on each leg of its outer face."""
    return (Spot(one, _foot_of(point, a, b), veered(heading(a, b), -RIGHT_ANGLE)) for a, b in pairwise(one.outer))


def _foot_of(point: Point, a: Point, b: Point) -> Point:
    (px, py), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    part = min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)))
    return round(ax + part * dx), round(ay + part * dy)


def foot(spot: Spot) -> Point:
    """Where one is on the ground before it."""
    return ahead(spot.at, spot.outwards, FOOT)


# --- what stands there --------------------------------------------------------------------------------------------


class Scaler(NamedTuple):
    """Something that has been set up at a wall: where its middle is, and what it is."""

    spot: Spot
    thing: Equipment


@cache
def set_up_at_walls() -> dict[str, Equipment]:
    """The things that are set up at walls, by the kind of terrain that they are then."""
    return {thing.title: thing for thing in equipment().values() if thing.stands == "wall"}


def scalers(fight: Fight) -> list[Scaler]:
    """All that stands at walls."""
    things = set_up_at_walls()
    return [Scaler(spot_of(fight, one), things[one.kind]) for one in fight.state.terrain if one.kind in things]


def spot_of(fight: Fight, feature: Feature) -> Spot:
    """Where it stands at its wall; of a siege tower the middle may be nearer to a fortress tower beside that.

    [tp.siege.race.siege_tower]
    """
    middle, work = polygon(feature.points).centre, stands_at(feature)
    found = [spot for one in standing_works(fight) if one.title == work for spot in _spots(one, middle)]
    return min(found, key=lambda spot: distance(middle, spot.at)) if found else spot_near(fight, middle)


def away(at: Point, base: Shape) -> Length:
    """How far a model is from a place; thousandths decide nothing."""
    return Length(round(line_gap(at, at, base), -1))  # by less than ROUGHLY


def _within(at: Point, base: Shape, near: Length) -> bool:
    """Whether it is so near, told at a glance of most that are not."""
    (x, y), far = at, near + ROUGHLY
    beside = base.left - far <= x <= base.right + far and base.bottom - far <= y <= base.top + far
    return beside and away(at, base) <= near


def at_the_foot(bases: Sequence[Shape], at: Point, near: Length = AT_THE_FOOT) -> bool:
    return any(_within(at, base, near) for base in bases)


def posts(fight: Fight, number: Number, bases: Sequence[Shape] | None = None) -> list[Post]:
    """Where the models of a piece come up that stands at the foot of the works, each model once, and none where
    others fight already.

    [tp.siege.siege_ladder_combat] [tp.siege.grappling_hooks] [tp.siege.breach.contact]
    """
    if fight.state.pieces[number].aloft or fight.state.pieces[number].inside:
        return []
    taken = set[Point]()
    for climbers in dict.fromkeys(met.a for met in fight.state.contacts if met.across):
        if climbers == number:
            break
        taken |= {post.spot.at for post in _posts(fight, climbers, body(fight, climbers).bases, taken)}
    return _posts(fight, number, body(fight, number).bases if bases is None else bases, taken)


def _posts(fight: Fight, number: Number, bases: Sequence[Shape], taken: Collection[Point]) -> list[Post]:
    found, busy = list[Post](), set[int]()
    for spot, thing in scalers(fight):
        if at_the_foot(bases, spot.at, _half(thing)):
            for at in _heads(spot, thing):
                if at not in taken and (base := _nearest_free(bases, at, busy)) is not None:
                    busy.add(base)
                    found.append(Post(spot._replace(at=at), base, thing))
    for one in carried(fight, number):
        if thing_of(one).each:
            found += [post for post in _each(fight, bases, thing_of(one)) if post.base not in busy]
    return found


def _half(thing: Equipment) -> Length:
    """How far from its middle one still is at its foot."""
    return max(AT_THE_FOOT, inches(thing.width) // 2)


def _heads(spot: Spot, thing: Equipment) -> Iterator[Point]:
    """Side by side along its width."""
    step = inches(thing.width) // thing.climbers
    first = -step * (thing.climbers - 1) // 2
    return (aside(spot.at, spot.outwards, first + step * place) for place in range(thing.climbers))


def _nearest_free(bases: Sequence[Shape], at: Point, busy: set[int]) -> int | None:
    free = [base for base in range(len(bases)) if base not in busy]
    return min(free, key=lambda base: (away(at, bases[base]), base), default=None)


def _each(fight: Fight, bases: Sequence[Shape], thing: Equipment) -> Iterator[Post]:
    """Every model that stands at the foot of a wall, at its own place; never of a tower."""
    for base, shape in enumerate(bases):
        spot = spot_near(fight, shape.centre)
        if spot.laid.work.scaled and at_the_foot((shape,), spot.at):
            yield Post(spot, base, thing)


# --- as ways to another floor -------------------------------------------------------------------------------------


@passages(BREACH)
def over_the_face(fight: Fight, number: Number) -> list[Passage]:
    """Up and down all that stands at the outer face, and by what the models of a piece carry themselves.

    [tp.siege.levels] [tp.siege.siege_ladder] [tp.siege.grappling_hooks]
    """
    places = starts(fight, number)
    ways = list(scalers(fight))
    for one in carried(fight, number):
        if thing_of(one).each:
            ways += [Scaler(spot, thing_of(one)) for spot in _before_every_wall(fight, number)]
    found = []
    for spot, thing in ways:
        up, cost = top(spot.laid.number), inches(thing.passage)
        if OUTSIDE in places:
            found.append(Passage(up, spot.laid.title, foot(spot), spot.at, cost, up=True, scales=True))
        elif up in places:
            found.append(Passage(OUTSIDE, "the ground outside", spot.at, foot(spot), cost, up=False))
    return found


def _before_every_wall(fight: Fight, number: Number) -> list[Spot]:
    """Before every model that can be scaled, where the piece is nearest to it."""
    point = body(fight, number).bases[0].centre
    spots = [list(_spots(one, point)) for one in standing_works(fight) if one.work.scaled]
    return [min(near, key=lambda spot: distance(point, spot.at)) for near in spots if near]


# --- who holds the turrets ----------------------------------------------------------------------------------------


def at_turrets(fight: Fight, number: Number) -> list[int]:
    """The models of a piece that stand up against the turrets.  [tp.siege.breach] [tp.siege.breach.contact]"""
    if not fight.state.pieces[number].aloft:
        return []
    known, here = faces(fight), body(fight, number)
    found = known.held.get(here)
    if found is None:
        near = (any(line_gap(a, b, base) <= TOUCH for a, b in known.edges) for base in here.bases)
        found = known.held.keep(here, [at for at, held in enumerate(near) if held])
    return found


def guards(fight: Fight, number: Number, at: Point, within: Length) -> list[tuple[Number, int]]:
    """The enemies of a piece, and their models, that hold the turrets so near to a place; the nearest first. Who is
    on a tower holds none of the walk beside it, which lies a level below.

    [tp.siege.breach] [tp.siege.levels]
    """
    found = []
    for enemy in enemies(fight, number):
        piece = fight.state.pieces[enemy]
        if piece.aloft and not piece.airborne and not piece.fleeing and _on_that_floor(fight, enemy, at):
            bases = body(fight, enemy).bases
            near = (one for one in at_turrets(fight, enemy) if _within(at, bases[one], within))
            found += [(away(at, bases[one]), enemy, one) for one in near]
    return [(enemy, one) for _, enemy, one in sorted(found)]


def _on_that_floor(fight: Fight, number: Number, at: Point) -> bool:
    floor = terrace(fight, body(fight, number))
    return floor is not None and any(line_gap(at, at, ground.shape) <= TOUCH for ground in floor.grounds)
