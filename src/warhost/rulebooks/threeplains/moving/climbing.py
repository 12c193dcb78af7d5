"""From one floor to another: a piece goes by a ladder or through doors, and stands on the other side.

[tp.siege.levels] [tp.siege.move.passage]
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Point, ahead, distance, heading
from warhost.engine.field.shapes import line_gap, oblong, overlap
from warhost.engine.field.stance import Stance
from warhost.engine.question import Refusal

from ..bodies import body, enemies, loose, same_height, set_aloft, strength
from ..events import BeganClimb, Climbed
from ..land.ground import standing_room, terrace
from ..machines.spacing import ranked
from ..morale.checks import members
from ..scenario.points import Passage, barred_from_works, drawn_up, held_against, passages
from ..setting import Fight
from ..state import NOBODY
from .course import Course
from .flying import imagined
from .splitting import Spot
from .stride import body_in, take

LEVELS = "tp.siege.levels"
NARROW = 24  # thousandths of an inch: a model passes wherever its middle does
SHORT = 150  # heads of ladders and doors lie on the very edge


class Climb(NamedTuple):
    """A way to another floor worked out: what it costs whoever goes furthest, and how they stand there."""

    passage: Passage
    cost: int
    stand: Stance


def ways_on(fight: Fight, number: int) -> list[Passage]:
    """All ways off the floor on which a piece stands."""
    rules = fight.setting.mission.rules
    return [way for ways in passages.replies(rules, fight, number) for way in ways]


def climb_to(course: Course, goal: str, spot: Spot) -> Refusal | None:
    """The whole piece goes to that place by the cheapest way, and is drawn up there.  [tp.siege.levels]"""
    fight, number = course.fight, course.number
    if course.host != NOBODY or course.stops:
        return Refusal(LEVELS, "who goes by a way begins his move with it, and alone or with his whole group")
    found = [way for way in ways_on(fight, number) if way.goal == goal]
    if not found:
        return Refusal(LEVELS, "no way leads there from where it stands")
    if refusal := barred_from_works.first(fight.setting.mission.rules, fight, number):
        return refusal
    if not 1 <= spot.files <= course.models:
        return Refusal("tp.move.loose", f"it has {course.models} models: no ranks of {spot.files}")
    tried = [_tried(course, way, spot) for way in sorted(found, key=lambda way: way.cost)]
    climbs = [climb for climb in tried if isinstance(climb, Climb)]
    if not climbs:
        return next(climb for climb in tried if isinstance(climb, Refusal))
    best = min(climbs, key=lambda climb: climb.cost)
    best = best._replace(cost=max(0, best.cost - course.piece.climbing))
    if best.cost > course.left:
        return _begun(course, best)
    return course.then(partial(climb, fight, number, best), goes_on=True, price=best.cost)


def _begun(course: Course, best: Climb) -> Refusal | None:
    """Who has come to the way and cannot pay all of it begins with what is left, and pays the rest next turn.

    [tp.siege.levels]
    """
    fight, number = course.fight, course.number
    enters = best.passage.enters
    near = min(line_gap(enters, enters, base) for base in body(fight, number).bases)
    if near >= course.left:
        return course.too_dear(best.cost)
    return course.then(partial(begin, fight, number, best.passage, course.left), price=course.left)


def _tried(course: Course, way: Passage, spot: Spot) -> Climb | Refusal:
    fight, number = course.fight, course.number
    with imagined(fight, number, airborne=False, aloft=way.up):
        stand = _drawn_up(fight, number, spot)
        there = body_in(fight, number, stand)
        rules = fight.setting.parts[course.piece.side].rules
        if refusal := held_against.first(fight.setting.mission.rules, fight, number, way):
            return refusal
        if not _on_floor(fight, way, there):
            return Refusal(LEVELS, "it would not stand where that way leads")
        if refusal := standing_room(fight, number, there) or drawn_up.first(rules, fight, number, there):
            return refusal
        after = [_walk(fight, number, there, way.leaves, base.centre) for base in there.bases]
    here = body(fight, number)
    before = [_walk(fight, number, here, base.centre, way.enters) for base in here.bases]
    if None in before or None in after:
        return Refusal(LEVELS, "somebody is in the way to it, or beyond it")
    furthest = max(a + b for a, b in zip(_far(before), _far(after), strict=True))
    return Climb(way, way.cost + int(round(furthest, -1)), stand)  # thousandths decide nothing


def _far(walks: list[int | None]) -> list[int]:
    return [walk for walk in walks if walk is not None]


def _drawn_up(fight: Fight, number: int, spot: Spot) -> Stance:
    front, models = (spot.x, spot.y), strength(fight, number)
    scattered = models > 1 and loose(fight, number)
    places = ranked(fight, number, models, front, spot.facing, spot.files) if scattered else ()
    return Stance(front, spot.facing, spot.files, places)


def _on_floor(fight: Fight, way: Passage, there: Body) -> bool:
    """Whether it would stand on the very floor to which the way leads: doors lie on the border of two."""
    floor = terrace(fight, there)
    if floor is None:
        return not way.up
    return any(ground.feature.name.partition("/")[0] == way.title for ground in floor.grounds)


def _walk(fight: Fight, number: int, own: Body, start: Point, end: Point) -> int | None:
    """How far a model goes straight over its floor; None if an edge, a wall or an enemy is in its way.

    Friends let it pass.
    """
    way, length = heading(start, end), distance(start, end)
    if length <= 2 * SHORT:
        return length
    strip = oblong(ahead(end, way, -SHORT), way, NARROW, length - 2 * SHORT)
    floor = terrace(fight, own) if fight.state.pieces[number].aloft else None
    land = fight.setting.land(fight.state.terrain)
    bars = [ground.shape for ground in (land.bars if floor is None else floor.edge)]
    for enemy in enemies(fight, number):
        if same_height(fight, number, enemy):
            bars += body(fight, enemy).room
    return None if any(overlap(strip, bar) for bar in bars) else length


def begin(fight: Fight, number: int, way: Passage, paid: int) -> None:
    """It stays where it is, on its way; what it has paid is kept.  [tp.siege.levels] [tp.siege.move.inside]"""
    piece = fight.state.pieces[number]
    for member in members(fight, number):
        fight.state.pieces[member].spent += paid
    piece.climbing += paid
    fight.tell(BeganClimb(LEVELS, number, way.title, paid))


def climb(fight: Fight, number: int, going: Climb) -> None:
    """It is on the other floor; what is left of its movement it may use there.

    [tp.siege.levels] [tp.siege.move.passage]
    """
    piece, way = fight.state.pieces[number], going.passage
    start = body(fight, number).front
    set_aloft(fight, number, way.up)
    piece.climbing = 0
    piece.files = min(piece.files, strength(fight, number))
    take(fight, number, going.stand)
    for member in members(fight, number):
        fight.state.pieces[member].spent += going.cost
    path = (start, way.enters, way.leaves, piece.point)
    fight.tell(Climbed(LEVELS, number, way.title, going.cost, path, piece.facing, way.up))


