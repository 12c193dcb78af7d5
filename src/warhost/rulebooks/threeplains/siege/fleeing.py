"""Down from the works in flight: by the nearest way on one's own side or, boxed in, with a jump.

[tp.siege.flee] [tp.siege.flee.jump]
"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.compass import HALF_TURN, ahead
from warhost.engine.field.shapes import line_gap
from warhost.engine.field.stance import Stance

from ..bodies import body, loose, set_aloft, strength
from ..events import ClimbedDown, Jumped
from ..figure import inches
from ..land.ground import on_works, standing_room
from ..machines.spacing import ranked
from ..morale.checks import members
from ..moving.climbing import ways_on
from ..moving.flying import imagined
from ..moving.stride import body_in, take
from ..scenario.points import Passage, comes_down, runs_home
from ..setting import Fight
from ..state import Point
from ..wounds.casualties import destroy
from ..wounds.hits import Attack, strike
from .places import COURTYARD, OUTSIDE
from .works import DEFENDERS

FLEE, JUMP = "tp.siege.flee", "tp.siege.flee.jump"
HARD = 2  # what the ground takes off toughness
STEP = inches(0.25)
NEAR = inches(8)  # how far from where it jumped a piece gathers


class Descent(NamedTuple):
    """A way down: what it costs with the way to it, and how the piece stands at its foot."""

    cost: int
    passage: Passage
    stand: Stance


@comes_down(FLEE)
def down_from_the_works(allowance: int, fight: Fight, number: int) -> int:
    """What is left of a flight once the piece is on the ground; who flies needs no way down.  [tp.siege.flee]"""
    piece = fight.state.pieces[number]
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


def _nearest(fight: Fight, number: int, allowance: int) -> Descent | None:
    """The cheapest way to its own ground that is free and within the distance. Besiegers go down as they came."""
    home = COURTYARD if fight.state.pieces[number].side == DEFENDERS else OUTSIDE
    found = []
    for passage in ways_on(fight, number):
        cost = _to(fight, number, passage.enters) + passage.cost
        if passage.goal == home and cost <= allowance:
            found.append((cost, passage))
    for cost, passage in sorted(found, key=lambda one: one[0]):
        stand = _gathered(fight, number, passage.leaves, _home(fight, number))
        if stand is not None:
            return Descent(cost, passage, stand)
    return None


def _to(fight: Fight, number: int, point: Point) -> int:
    """How far its nearest model is from a point of its floor; thousandths decide nothing."""
    return int(round(min(line_gap(point, point, base) for base in body(fight, number).bases), -1))


def _home(fight: Fight, number: int) -> int:
    rules = fight.setting.parts[fight.state.pieces[number].side].rules
    return runs_home.first(rules, fight, number) or 0


def _gathered(fight: Fight, number: int, start: Point, heading: int) -> Stance | None:
    """How it stands on the ground this way of a point: as near to it as there is room."""
    piece, models = fight.state.pieces[number], strength(fight, number)
    files = min(piece.files, models)
    with imagined(fight, number, airborne=False, aloft=False):
        for far in range(0, NEAR + 1, STEP):
            front = ahead(start, heading, far)
            places = ranked(fight, number, models, front, heading, files) if _scattered(fight, number) else ()
            stand = Stance(front, heading, files, places)
            if standing_room(fight, number, body_in(fight, number, stand)) is None:
                return stand
    return None


def _scattered(fight: Fight, number: int) -> bool:
    return strength(fight, number) > 1 and loose(fight, number)


def _set_down(fight: Fight, number: int, stand: Stance) -> None:
    """It is on the ground, and moves as it always does.  [tp.siege.move.passage]"""
    set_aloft(fight, number, False)
    take(fight, number, stand)


def _jump(fight: Fight, number: int) -> None:
    """Every model is hit; the rest gather on the side of their own edge or, if that is full, on the other.

    [tp.siege.flee.jump]
    """
    piece, before = fight.state.pieces[number], body(fight, number)
    fight.tell(Jumped(JUMP, number))
    for member in members(fight, number):
        models = fight.state.pieces[member].models
        strike(fight, Attack(member, models, "fall", JUMP, top=1, toughness=HARD))
    if not piece.standing:
        return
    home = _home(fight, number)
    for heading in (home, home + HALF_TURN):
        stand = _gathered(fight, number, before.middle, heading)
        if stand is not None:
            _set_down(fight, number, stand)
            return
    destroy(fight, number, "tp.move.flee.trapped")
