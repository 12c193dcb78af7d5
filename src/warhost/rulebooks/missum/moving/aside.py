"""Commanders and magic users make room where a legion comes to stand on them.  [mis.move.pass-through]"""

from __future__ import annotations

from warhost.engine.field.compass import FULL_TURN, ahead
from warhost.engine.field.shapes import overlap

from ..bodies import body, opponents, present, touching, troop
from ..command import with_legion
from ..events import Moved
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


def step_aside(fight: Fight, number: int, leave: bool = True) -> bool:
    """To the nearest free place where he is still with his legion, or `leave` it; whether there is one."""
    piece, host = fight.state.pieces[number], with_legion(fight, number)
    start = piece.x, piece.y
    for stays in (True, False)[: 1 + leave]:
        for far in range(STEP, FARTHEST, STEP):
            for way in range(0, FULL_TURN, FULL_TURN // 8):
                piece.x, piece.y = ahead(start, way, far)
                with_him = host == NOBODY or not stays or touching(fight, number, host)
                if with_him and fits(fight, number):
                    return True
    piece.x, piece.y = start
    return False


def make_room(fight: Fight, number: int) -> None:
    """Whoever of either side, commander or magic user, a legion has come to stand on without fighting him."""
    here, rivals = body(fight, number), opponents(fight, number)
    for other in present(fight):
        if other == number or other in rivals or not troop(fight, other).special:
            continue
        if fight.state.pieces[other].platform != NOBODY or fight.state.pieces[number].height:
            continue
        if any(overlap(a, b) for a in here.parts for b in body(fight, other).parts):
            _give_way(fight, other, fight.state.pieces[number].side)


def _give_way(fight: Fight, number: int, side: int) -> None:
    """His own he may leave for it, but no enemy drives him from his legion."""
    piece = fight.state.pieces[number]
    start = piece.x, piece.y
    if step_aside(fight, number, leave=piece.side == side):
        fight.tell(Moved("mis.move.pass-through", number, (start, (piece.x, piece.y)), piece.facing, 0))
