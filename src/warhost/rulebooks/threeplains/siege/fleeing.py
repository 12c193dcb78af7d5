"""Down from the works in flight: by the nearest way on one's own side or, boxed in, with a jump.

[tp.siege.flee] [tp.siege.flee.jump]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from warhost.engine.field.compass import HALF_TURN, NORTH, RIGHT_ANGLE, SOUTH, Angle, ahead, opposite, veered
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import line_gap
from warhost.engine.field.stance import Stance

from ..bodies import body, life_of, loose, more_than_one, set_aloft, set_inside, strength
from ..events.moves import ClimbedDown, Jumped
from ..events.siege import FledOutside
from ..figure import inches
from ..land.ground import on_works, standing_room
from ..machines.spacing import ranked
from ..morale.checks import members
from ..moving.climbing import paid_towards, ways_on
from ..moving.flying import imagined
from ..moving.stride import body_in, take
from ..scenario.ramparts import Passage
from ..setting import Fight
from ..state import Number, Point
from ..wounds.casualties import destroy, lose
from ..wounds.hits import Attack, strike
from .places import COURTYARD, OUTSIDE
from .works import DEFENDERS

FLEE, JUMP = "tp.siege.flee", "tp.siege.flee.jump"
HARD = 2  # what the ground takes off toughness
STEP = inches(0.25)
TURNS = (RIGHT_ANGLE, -RIGHT_ANGLE, HALF_TURN)  # other ways in which room is looked for
Found = TypeVar("Found")
NEAR = inches(8)  # how far from where it jumped a piece gathers


class Descent(NamedTuple):
    """A way down: what it costs with the way to it, and how the piece stands at its foot."""

    cost: Length
    passage: Passage
    stand: Stance


def down_from_the_works(fight: Fight, number: Number, allowance: Length) -> Length:
    """What is left of a flight once the piece is on the ground; who flies needs no way down.  [tp.siege.flee]"""
    piece = fight.state.pieces[number]
    if piece.inside:
        piece.airborne = False
        return _out_of_doors(fight, number, allowance)
    if piece.airborne or not on_works(fight, number):
        if piece.airborne:
            set_aloft(fight, number, False)
        return allowance
    best = _nearest(fight, number, allowance)
    if best is None:
        _jump(fight, number)
        return allowance
    way = (body(fight, number).front, best.passage.enters, best.passage.leaves)
    _set_down(fight, number, best.stand)
    fight.tell(ClimbedDown(FLEE, number, best.cost, (*way, piece.point), piece.facing))
    return allowance - best.cost


def _out_of_doors(fight: Fight, number: Number, allowance: Length) -> Length:
    """From inside by the nearest free exit to its own ground, or on to a top, from where it goes on; whoever finds
    none within the distance is lost, and so are those of a group for whom there is no room before it.

    [tp.siege.flee]
    """
    piece = fight.state.pieces[number]
    best = _nearest(fight, number, allowance) or _nearest(fight, number, allowance, up=True)
    for up in (False, True):
        best = best or _as_many_as_fit(fight, number, partial(_nearest, fight, number, allowance, up=up))
    if best is None:
        destroy(fight, number, "tp.move.flee.trapped")
        return allowance
    set_inside(fight, number, 0)
    set_aloft(fight, number, best.passage.up)
    piece.climbing = NOTHING
    take(fight, number, best.stand)
    way = (best.passage.enters, best.passage.leaves, piece.point)
    fight.tell(FledOutside(FLEE, number, best.cost, way, piece.facing))
    left = allowance - best.cost
    return down_from_the_works(fight, number, left) if best.passage.up else left


def _as_many_as_fit(fight: Fight, number: Number, find: Callable[[], Found | None]) -> Found | None:
    """What is found for the whole piece, or for as many of its models as possible: the others cannot get away.

    [tp.siege.flee] [tp.move.flee.trapped]
    """
    piece = fight.state.pieces[number]
    best, fit, all_of_them = find(), 0, piece.models
    if best is not None:
        return best
    too_many = all_of_them
    while too_many - fit > 1:
        piece.models = (fit + too_many) // 2
        with fight.borrowed():
            found = find()
        fit, too_many = (fit, piece.models) if found is None else (piece.models, too_many)
        best = best if found is None else found
    piece.models = all_of_them
    if best is not None:
        lose(fight, number, (all_of_them - fit) * life_of(fight, number) - piece.hurt, "tp.move.flee.trapped")
    return best


def _nearest(fight: Fight, number: Number, allowance: Length, *, up: bool = False) -> Descent | None:
    """The cheapest way to its own ground, or up to a top, that is free and within the distance. Besiegers go down
    as they came."""
    home = COURTYARD if fight.state.pieces[number].side == DEFENDERS else OUTSIDE
    found = []
    for passage in ways_on(fight, number):
        paid = paid_towards(fight.state.pieces[number], passage.goal)
        cost = max(NOTHING, _to(fight, number, passage.enters) + passage.cost - paid)
        if (passage.up if up else passage.goal == home) and cost <= allowance:
            found.append((cost, passage))
    for cost, passage in sorted(found, key=lambda one: one[0]):
        stand = gathered(fight, number, passage.leaves, way_home(fight, number), passage.up)
        if stand is not None:
            return Descent(cost, passage, stand)
    return None


def _to(fight: Fight, number: Number, point: Point) -> Length:
    """How far its nearest model is from a point of its floor; thousandths decide nothing."""
    if fight.state.pieces[number].inside:
        return NOTHING
    return Length(round(min(line_gap(point, point, base) for base in body(fight, number).bases), -1))


def way_home(fight: Fight, number: Number) -> Angle:
    """Defenders deeper into the fortress, Besiegers away from it.  [tp.siege.flee]"""
    return SOUTH if fight.state.pieces[number].side == DEFENDERS else NORTH


def gathered(fight: Fight, number: Number, start: Point, heading: Angle, up: bool = False) -> Stance | None:
    """How it stands on the ground this way of a point, or on a top any way of it: as near as there is room."""
    piece, models = fight.state.pieces[number], strength(fight, number)
    with imagined(fight, number, airborne=False, aloft=up):
        ways = (heading, *(veered(heading, turn) for turn in TURNS)) if up else (heading,)
        fronts = dict.fromkeys((min(piece.files, models), models, 1)) if up else (min(piece.files, models),)
        for far in range(0, NEAR + 1, STEP):
            for way in ways:
                for files in fronts:
                    stand = _formed(fight, number, ahead(start, way, far), heading, files)
                    if standing_room(fight, number, body_in(fight, number, stand)) is None:
                        return stand
    return None


def _formed(fight: Fight, number: Number, front: Point, heading: Angle, files: int) -> Stance:
    models = strength(fight, number)
    places = ranked(fight, number, models, front, heading, files) if _scattered(fight, number) else ()
    return Stance(front, heading, files, places)


def _scattered(fight: Fight, number: Number) -> bool:
    return more_than_one(fight, number) and loose(fight, number)


def _set_down(fight: Fight, number: Number, stand: Stance) -> None:
    """It is on the ground, and moves as it always does.  [tp.siege.move.passage]"""
    set_aloft(fight, number, False)
    take(fight, number, stand)


def _jump(fight: Fight, number: Number) -> None:
    """Every model is hit; the rest gather on the side of their own edge or, if that is full, on the other.

    [tp.siege.flee.jump]
    """
    piece, before = fight.state.pieces[number], body(fight, number)
    fight.tell(Jumped(JUMP, number))
    for member in members(fight, number):
        models = fight.state.pieces[member].models
        strike(fight, Attack(member, models, "fall", JUMP, top=1, toughness=HARD))
    stand = _landing(fight, number, before.middle) if piece.standing else None
    if stand is not None:
        _set_down(fight, number, stand)
        return
    set_aloft(fight, number, False)  # nobody up there goes after those who lie below
    if piece.standing:
        destroy(fight, number, "tp.move.flee.trapped")


def _landing(fight: Fight, number: Number, middle: Point) -> Stance | None:
    """Where they gather below, or as many of them as find room."""
    home = way_home(fight, number)
    rooms = [partial(gathered, fight, number, middle, heading) for heading in (home, opposite(home))]
    for room in rooms:
        if (stand := room()) is not None:
            return stand
    for room in rooms:
        if (stand := _as_many_as_fit(fight, number, room)) is not None:
            return stand
    return None
