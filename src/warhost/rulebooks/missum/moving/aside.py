"""Commanders and magic users make room where a legion comes to stand on them.  [mis.move.pass-through]"""

from __future__ import annotations

from warhost.engine.field.compass import Point, ahead, distance, from_frame, rays
from warhost.engine.field.shapes import overlap

from ..bodies import body, lie, opponents, present, touching, troop
from ..command import with_legion
from ..events import Moved
from ..forms import LegionBody
from ..library import MM
from ..setting import Fight
from ..state import NOBODY
from .bars import enemy_in, friends_in, on_table

STEP, FARTHEST = 5 * MM, 200 * MM


def fits(fight: Fight, number: int) -> bool:
    """Whether it stands where nobody else does, on ground that carries it."""
    here, piece = body(fight, number), fight.state.pieces[number]
    free = friends_in(fight, number, here, piece, ()) == NOBODY and enemy_in(fight, here, piece) == NOBODY
    return free and on_table(fight, here) and not _barred(fight, here)


def _barred(fight: Fight, here: LegionBody) -> bool:
    """Whether a part of it stands where nobody can, and on no bridge or ford.  [mis.terrain.pond]"""
    return any(ground.kind.barred == "all" for part in here.parts for ground in lie(fight).under(part))


def step_aside(fight: Fight, number: int) -> bool:
    """To the nearest free place beside his legion, or else to any that is free; whether there is one."""
    piece, host = fight.state.pieces[number], with_legion(fight, number)
    start = piece.x, piece.y, piece.facing
    if host != NOBODY:
        for place in _beside(fight, number, host):
            (piece.x, piece.y), piece.facing = place, fight.state.pieces[host].facing
            if touching(fight, number, host) and fits(fight, number):
                return True
    piece.facing = start[2]
    for far in range(STEP, FARTHEST, STEP):
        for way in rays(8):
            piece.x, piece.y = ahead(start[:2], way, far)
            if fits(fight, number):
                return True
    piece.x, piece.y = start[:2]
    return False


def _beside(fight: Fight, number: int, host: int) -> list[Point]:
    """Where his front may be when he stands along one of the four sides of a legion, the nearest first."""
    his, legion = body(fight, number), body(fight, host)
    wide, deep = (legion.width + his.width) // 2, legion.depth
    across, along = range(STEP - wide, wide, STEP), range(STEP - deep, his.depth, STEP)
    places = [(x, y) for x in across for y in (-deep, his.depth)] + [(x, y) for x in (-wide, wide) for y in along]
    found = [from_frame(place, legion.front, legion.facing) for place in places]
    return sorted(found, key=lambda place: distance(place, his.front))


def make_room(fight: Fight, number: int) -> None:
    """Whoever of either side, commander or magic user, a legion has come to stand on without fighting him."""
    here, rivals = body(fight, number), opponents(fight, number)
    for other in present(fight):
        if other == number or other in rivals or not troop(fight, other).special:
            continue
        if fight.state.pieces[other].platform != NOBODY or fight.state.pieces[number].height:
            continue
        if any(overlap(a, b) for a in here.parts for b in body(fight, other).parts):
            _give_way(fight, other)


def _give_way(fight: Fight, number: int) -> None:
    piece = fight.state.pieces[number]
    start = piece.x, piece.y
    if step_aside(fight, number):
        fight.tell(Moved("mis.move.pass-through", number, (start, (piece.x, piece.y)), piece.facing, 0))
