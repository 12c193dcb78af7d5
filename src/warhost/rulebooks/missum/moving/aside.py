"""Commanders and magic users make room where a legion comes to stand on them; commanders keep to their legion.

[mis.move.pass-through] [mis.command.dritlan-attached]
"""

from __future__ import annotations

from warhost.engine.field.compass import (
    HALF_TURN,
    RIGHT_ANGLE,
    Point,
    ahead,
    distance,
    from_frame,
    rays,
    veered,
)
from warhost.engine.field.rush import until_touch
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


# --- keeping to a legion that thins ----------------------------------------------------------------------------


def posts(fight: Fight) -> dict[int, int]:
    """The legion that every commander is with."""
    pieces = fight.state.pieces
    leaders = [n for n in fight.setting.special if troop(fight, n).kind in ("dritlan", "kerdu")]
    there = [n for n in leaders if pieces[n].present and pieces[n].platform == NOBODY]
    return {number: host for number in there if (host := with_legion(fight, number)) != NOBODY}


def close_up(fight: Fight, before: dict[int, int]) -> None:
    """Where losses took away whom he touched, a commander comes up to his legion; that is no move of his.

    [mis.command.dritlan-attached]
    """
    for number, host in before.items():
        piece = fight.state.pieces[number]
        if not piece.present or not fight.state.pieces[host].present or touching(fight, number, host):
            continue
        start = piece.x, piece.y
        if _come_up(fight, number, host):
            piece.host = host
            way = (start, (piece.x, piece.y))
            fight.tell(Moved("mis.command.dritlan-attached", number, way, piece.facing, 0, "closes up"))


def _come_up(fight: Fight, number: int, host: int) -> bool:
    """Straight along or across the front of the legion, or else to the nearest free place beside it."""
    piece, here, legion = fight.state.pieces[number], body(fight, number), body(fight, host)
    start = piece.x, piece.y, piece.facing
    ways = [veered(legion.facing, turned) for turned in (0, HALF_TURN, RIGHT_ANGLE, -RIGHT_ANGLE)]
    runs = [(until_touch(here.parts, way, FARTHEST, legion.parts), way) for way in ways]
    places = [ahead(start[:2], way, far) for far, way in sorted((far, way) for far, way in runs if far is not None)]
    for place in (*places, *_beside(fight, number, host)):
        piece.x, piece.y = place
        if touching(fight, number, host) and fits(fight, number):
            return True
    piece.x, piece.y = start[:2]
    return False
