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

from ..bodies import body, enemies, loose, same_height, set_aloft, set_inside, strength
from ..events import BeganClimb, Climbed, WentInside
from ..land.ground import standing_room, terrace
from ..machines.spacing import ranked
from ..morale.checks import members
from ..scenario.points import Chamber, Passage, barred_from_works, drawn_up, held_against, kept_out, passages
from ..setting import Fight
from ..state import NOBODY, Number, Piece
from .course import Course
from .flying import imagined
from .splitting import Spot
from .stride import body_in, take

LEVELS = "tp.siege.levels"
NARROW = 24  # thousandths of an inch: a model passes wherever its middle does
SHORT = 150  # heads of ladders and doors lie on the very edge


class Halt(NamedTuple):
    """Where a piece stays that goes no further than inside: which works, and what it has paid for going through."""

    chamber: Chamber
    paid: int
    price: int  # of this turn


class Climb(NamedTuple):
    """A way to another floor worked out: what it costs whoever goes furthest, and how they stand there."""

    passage: Passage
    cost: int
    stand: Stance
    before: int  # what it is to the way itself


def ways_on(fight: Fight, number: Number) -> list[Passage]:
    """All ways off the floor on which a piece stands."""
    return [way for ways in passages.replies(_rules(fight), fight, number) for way in ways]


def climb_to(course: Course, goal: str, spot: Spot) -> Refusal | None:
    """The whole piece goes to that place by the cheapest way, and is drawn up there.  [tp.siege.levels]"""
    fight, number = course.fight, course.number
    if course.host != NOBODY or course.stops:
        return Refusal(LEVELS, "who goes by a way begins his move with it, and alone or with his whole group")
    found = [way for way in ways_on(fight, number) if way.goal == goal]
    if not found:
        return Refusal(LEVELS, "no way leads there from where it stands")
    if refusal := barred_from_works.first(_rules(fight), fight, number):
        return refusal
    if not 1 <= spot.files <= course.models:
        return Refusal("tp.move.loose", f"it has {course.models} models: no ranks of {spot.files}")
    tried = [_tried(course, way, spot) for way in sorted(found, key=lambda way: way.cost)]
    climbs = [climb for climb in tried if isinstance(climb, Climb)]
    if not climbs:
        return next(climb for climb in tried if isinstance(climb, Refusal))
    best = min(climbs, key=lambda climb: climb.cost)
    best = best._replace(cost=max(0, best.cost - paid_towards(course.piece, goal)))
    if best.cost > course.left:
        return _begun(course, best)
    return course.then(partial(climb, fight, number, best), goes_on=True, price=best.cost)


def paid_towards(piece: Piece, goal: str) -> int:
    """What it has paid for its way there; what it has begun to pay for another counts for nothing.

    [tp.siege.levels]
    """
    return piece.climbing if piece.inside or piece.climbs in ("", goal) else 0


def _begun(course: Course, best: Climb) -> Refusal | None:
    """Who has come to the way and cannot pay all of it begins with what is left, and pays the rest next turn: in
    the works through which it leads, if there is room for all in there, or else before it.

    [tp.siege.levels] [tp.siege.move.inside]
    """
    fight, number, way = course.fight, course.number, best.passage
    if course.piece.inside:
        due = way.cost - course.piece.climbing
        return course.too_dear(best.cost) if due <= course.left else _waits(course, way)
    halt = halted(course, way, best.before)
    if halt is not None and not kept_out.first(_rules(fight), fight, number, halt.chamber.work):
        whole = halt._replace(price=course.left)
        return course.then(partial(go_inside, fight, number, way, whole), price=course.left)
    near = min(line_gap(way.enters, way.enters, base) for base in body(fight, number).bases)
    return course.too_dear(best.cost) if near >= course.left else _waits(course, way)


def _waits(course: Course, way: Passage) -> Refusal | None:
    return course.then(partial(begin, course.fight, course.number, way, course.left), price=course.left)


def halted(course: Course, way: Passage, before: int) -> Halt | None:
    """Where on a way a piece stops that goes no further, or as far as it can; None if it does not come in.

    [tp.siege.move.inside]
    """
    had = paid_towards(course.piece, way.goal)
    rest = course.left + had - before
    owed = before
    for chamber in way.through:
        if 0 <= rest <= chamber.cost or (rest > chamber.cost and chamber is way.through[-1]):
            paid = min(rest, chamber.cost)
            return Halt(chamber, paid, max(0, owed + paid - had))
        rest, owed = rest - chamber.cost, owed + chamber.cost
    return None


def _tried(course: Course, way: Passage, spot: Spot) -> Climb | Refusal:
    fight, number = course.fight, course.number
    with imagined(fight, number, airborne=False, aloft=way.up):
        stand = lined_up(fight, number, spot)
        there = body_in(fight, number, stand)
        rules = fight.setting.parts[course.piece.side].rules
        if refusal := held_against.first(_rules(fight), fight, number, way):
            return refusal
        if not _on_floor(fight, way, there):
            return Refusal(LEVELS, "it would not stand where that way leads")
        if refusal := standing_room(fight, number, there) or drawn_up.first(rules, fight, number, there):
            return refusal
        after = [_walk(fight, number, there, way.leaves, base.centre) for base in there.bases]
    before = walks_to(fight, number, way)
    if None in before or None in after:
        return Refusal(LEVELS, "somebody is in the way to it, or beyond it")
    furthest = max(a + b for a, b in zip(_far(before), _far(after), strict=True))
    cost = way.cost + int(round(furthest, -1))  # thousandths decide nothing
    return Climb(way, cost, stand, int(round(max(_far(before)), -1)))


def walks_to(fight: Fight, number: Number, way: Passage) -> list[int | None]:
    """How far each of its models is from a way; who is inside is at all of them."""
    here = body(fight, number)
    if fight.state.pieces[number].inside:
        return [0 for _ in here.bases]
    return [_walk(fight, number, here, base.centre, way.enters) for base in here.bases]


def _rules(fight: Fight) -> tuple[str, ...]:
    return fight.setting.mission.rules


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


def begin(fight: Fight, number: Number, way: Passage, paid: int) -> None:
    """It stays where it is, on its way; what it has paid is kept.  [tp.siege.levels] [tp.siege.move.inside]"""
    piece = fight.state.pieces[number]
    for member in members(fight, number):
        fight.state.pieces[member].turn.spent += paid
    piece.climbing, piece.climbs = paid_towards(piece, way.goal) + paid, way.goal
    fight.tell(BeganClimb(LEVELS, number, way.title, paid))


def go_inside(fight: Fight, number: Number, way: Passage, halt: Halt) -> None:
    """It is put aside, with a note of where it is and what it has paid.  [tp.siege.move.inside]"""
    piece, start = fight.state.pieces[number], body(fight, number).front
    path = (way.enters,) if piece.inside else (start, way.enters)
    set_aloft(fight, number, False)
    set_inside(fight, number, halt.chamber.work)
    piece.wedge, piece.narrow, piece.bend, piece.places = 0, 0, (), ()
    piece.flip_due = piece.reform_due = piece.wedge_due = 0
    (piece.x, piece.y), piece.climbing = way.enters, halt.paid
    for member in members(fight, number):
        fight.state.pieces[member].turn.spent += halt.price
    fight.tell(WentInside("tp.siege.move.inside", number, halt.chamber.title, halt.price, path, piece.facing))


def climb(fight: Fight, number: Number, going: Climb) -> None:
    """It is on the other floor; what is left of its movement it may use there.

    [tp.siege.levels] [tp.siege.move.passage]
    """
    piece, way = fight.state.pieces[number], going.passage
    start = way.enters if piece.inside else body(fight, number).front
    set_aloft(fight, number, way.up)
    set_inside(fight, number, 0)
    piece.climbing = 0
    piece.files = min(piece.files, strength(fight, number))
    take(fight, number, going.stand)
    for member in members(fight, number):
        fight.state.pieces[member].turn.spent += going.cost
    path = (start, way.enters, way.leaves, piece.point)
    fight.tell(Climbed(LEVELS, number, way.title, going.cost, path, piece.facing, way.up))


