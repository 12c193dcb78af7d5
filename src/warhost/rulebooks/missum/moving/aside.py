"""Commanders and magic users make room where a legion comes to stand on them.  [mis.move.pass-through]"""

from __future__ import annotations

from warhost.engine.field.compass import FULL_TURN, ahead
from warhost.engine.field.shapes import overlap

from ..bodies import body, own, troop
from ..library import MM
from ..setting import Fight
from ..state import NOBODY
from .bars import enemy_in, friends_in, on_table

STEP, FARTHEST = 5 * MM, 200 * MM


def fits(fight: Fight, number: int) -> bool:
    """Whether it stands where nobody else does."""
    here, piece = body(fight, number), fight.state.pieces[number]
    free = friends_in(fight, number, here, piece, ()) == NOBODY and enemy_in(fight, here, piece) == NOBODY
    return free and on_table(fight, here)


def step_aside(fight: Fight, number: int) -> bool:
    """To the nearest free place; whether there is one."""
    piece = fight.state.pieces[number]
    start = piece.x, piece.y
    for far in range(STEP, FARTHEST, STEP):
        for way in range(0, FULL_TURN, FULL_TURN // 8):
            piece.x, piece.y = ahead(start, way, far)
            if fits(fight, number):
                return True
    piece.x, piece.y = start
    return False


def make_room(fight: Fight, number: int) -> None:
    """Whoever of its own side a legion was swung onto when it was lined up steps aside."""
    here, side = body(fight, number), fight.state.pieces[number].side
    for other in own(fight, side):
        if other == number or not troop(fight, other).special or fight.state.pieces[other].platform != NOBODY:
            continue
        if any(overlap(a, b) for a in here.parts for b in body(fight, other).parts):
            step_aside(fight, other)
