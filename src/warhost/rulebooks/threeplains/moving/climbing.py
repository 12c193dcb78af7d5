"""From one floor to another: a piece goes by a ladder or through doors, and stands on the other side.

[tp.siege.levels] [tp.siege.move.passage]
"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Point, ahead, distance, heading
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import oblong, overlap
from warhost.engine.field.stance import Stance
from warhost.engine.question import Refusal

from ..bodies import body, enemies, loose, same_height, set_aloft, set_inside, strength
from ..events.moves import Climbed
from ..events.siege import BeganClimb, WentInside
from ..land.ground import standing_room, terrace
from ..machines.spacing import ranked
from ..scenario.points import drawn_up, passages
from ..scenario.ramparts import Chamber, Passage
from ..setting import Fight
from ..state import Number, Piece
from .course import Course
from .dashing import pay
from .flying import imagined
from .parts import come_out, fewer
from .splitting import Spot
from .stride import body_in, take

LEVELS = "tp.siege.levels"
NARROW = 24  # thousandths of an inch: a model passes wherever its middle does
SHORT = 150  # heads of ladders and doors lie on the very edge


class Halt(NamedTuple):
    """Where a piece stays that goes no further than inside: which works, and what it has paid for going through."""

    chamber: Chamber
    paid: Length
    price: Length  # of this turn


class Climb(NamedTuple):
    """A way to another floor worked out: what it costs whoever goes furthest, and how they stand there."""

    passage: Passage
    cost: Length
    stand: Stance
    models: int  # who go


def ways_on(fight: Fight, number: Number) -> list[Passage]:
    """All ways off the floor on which a piece stands."""
    return [way for ways in passages.replies(fight.setting.mission.rules, fight, number) for way in ways]


def paid_towards(piece: Piece, goal: str) -> Length:
    """What it has paid for its way there; what it has begun to pay for another counts for nothing.

    [tp.siege.levels]
    """
    return piece.climbing if piece.inside or piece.climbs in ("", goal) else NOTHING


def best_way(course: Course, goal: str, spot: Spot, models: int) -> Climb | Refusal:
    """The cheapest way there for so many of a piece, drawn up beyond it; what it has paid is taken off."""
    found = [way for way in ways_on(course.fight, course.number) if way.goal == goal]
    if not found:
        return Refusal(LEVELS, "no way leads there from where it stands")
    tried = [tried_way(course, way, spot, models) for way in sorted(found, key=lambda way: way.cost)]
    climbs = [climb for climb in tried if isinstance(climb, Climb)]
    return min(climbs, key=lambda climb: climb.cost) if climbs else tried[0]


def tried_way(course: Course, way: Passage, spot: Spot, models: int) -> Climb | Refusal:
    """How so many of a piece would come by this way and stand there."""
    fight, number = course.fight, course.number
    beyond = imagined(fight, number, airborne=False, aloft=way.up)
    with fewer(fight, number, models), come_out(fight, number), beyond:
        stand = lined_up(fight, number, spot)
        there = body_in(fight, number, stand)
        rules = fight.setting.parts[course.piece.side].rules
        if refusal := fight.setting.ramparts.held_against(fight, number, way):
            return refusal
        if not _on_floor(fight, way, there):
            return Refusal(LEVELS, "it would not stand where that way leads")
        if refusal := standing_room(fight, number, there) or drawn_up.first(rules, fight, number, there):
            return refusal
        after = [_walk(fight, number, there, way.leaves, base.centre) for base in there.bases]
    before = walks_to(fight, number, way)
    if None in before or None in after:
        return Refusal(LEVELS, "somebody is in the way to it, or beyond it")
    nearest, farthest = sorted(_far(before))[:models], sorted(_far(after), reverse=True)
    furthest = max(a + b for a, b in zip(nearest, farthest, strict=True))
    cost = way.cost + Length(round(furthest, -1))  # thousandths decide nothing
    return Climb(way, max(NOTHING, cost - paid_towards(course.piece, way.goal)), stand, models)


def walks_to(fight: Fight, number: Number, way: Passage) -> list[int | None]:
    """How far each of its models is from a way; who is inside, or on a ladder, is at all of his."""
    here = body(fight, number)
    if fight.state.pieces[number].underway:
        return [0 for _ in here.bases]
    return [_walk(fight, number, here, base.centre, way.enters) for base in here.bases]


def _far(walks: list[int | None]) -> list[int]:
    return [walk for walk in walks if walk is not None]


def lined_up(fight: Fight, number: Number, spot: Spot) -> Stance:
    """How it stands at a spot of the floor on which it is now."""
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


def _walk(fight: Fight, number: Number, own: Body, start: Point, end: Point) -> int | None:
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


def begin(fight: Fight, number: Number, way: Passage, paid: Length) -> None:
    """It stays where it is, on its way; what it has paid is kept.  [tp.siege.levels] [tp.siege.move.inside]"""
    piece = fight.state.pieces[number]
    pay(fight, number, paid)
    piece.climbing, piece.climbs = paid_towards(piece, way.goal) + paid, way.goal
    fight.tell(BeganClimb(LEVELS, number, way.title, paid))


def go_inside(fight: Fight, number: Number, way: Passage, halt: Halt) -> None:
    """It is put aside, with a note of where it is and what it has paid.  [tp.siege.move.inside]"""
    piece, start = fight.state.pieces[number], body(fight, number).front
    path = (way.enters,) if piece.inside else (start, way.enters)
    set_aloft(fight, number, False)
    set_inside(fight, number, halt.chamber.work)
    piece.wedge, piece.narrow, piece.bend, piece.places = 0, 0, (), ()
    piece.flip_due, piece.reform_due, piece.wedge_due = NOTHING, 0, 0
    (piece.x, piece.y), piece.climbing, piece.stacked = way.enters, halt.paid, False
    pay(fight, number, halt.price)
    fight.tell(WentInside("tp.siege.move.inside", number, halt.chamber.title, halt.price, path, piece.facing))


def climb(fight: Fight, number: Number, going: Climb) -> None:
    """It is on the other floor; what is left of its movement it may use there.

    [tp.siege.levels] [tp.siege.move.passage]
    """
    piece, way = fight.state.pieces[number], going.passage
    start = way.enters if piece.inside else body(fight, number).front
    set_aloft(fight, number, way.up)
    set_inside(fight, number, 0)
    piece.climbing, piece.stacked = NOTHING, False
    piece.files = min(piece.files, strength(fight, number))
    take(fight, number, going.stand)
    pay(fight, number, going.cost)
    path = (start, way.enters, way.leaves, piece.point)
    fight.tell(Climbed(LEVELS, number, way.title, going.cost, path, piece.facing, way.up))


