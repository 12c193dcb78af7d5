"""Fanatics: they must advance, and never turn their backs.  [mis.fanatic.advance] [mis.fanatic.stand]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.body import apart
from warhost.engine.field.compass import ahead, distance, heading, turn
from warhost.engine.field.stance import wheel_for
from warhost.engine.order import planned
from warhost.engine.question import Answer

from ..bodies import body, centre, engaged, legions, troop
from ..command import in_radius
from ..library import MM
from ..setting import Fight
from ..state import NOBODY
from .acts import ACTS
from .allowance import allowance, is_mover, under, why_not_move
from .course import Course


def goal_of(fight: Fight, number: int) -> int:
    """The nearest enemy legion of their own kind, whom they can see at all.

    [mis.fanatic.facing] [mis.spell.cloak]
    """
    piece, kind = fight.state.pieces[number], troop(fight, number)
    seen = [n for n in legions(fight, 1 - piece.side) if not under(fight, fight.state.pieces[n], "cloak")]
    alike = [n for n in seen if troop(fight, n).skirmishes == kind.skirmishes]
    here = body(fight, number)
    return min(alike or seen, key=lambda n: apart(here, body(fight, n)), default=NOBODY)


def duty(fight: Fight, number: int) -> int:
    """How far they must come in this turn: two thirds, or all of it where no commander is near."""
    piece = fight.state.pieces[number]
    whole = allowance(fight, number, piece)
    if (piece.bound and piece.judged == fight.state.turn) or (
        piece.judged != fight.state.turn and not in_radius(fight, number)
    ):
        return whole
    return -(-whole * 2 // (3 * MM)) * MM


def owes(fight: Fight, number: int) -> int:
    """What they must have come by the end of this step; 0 while a later step can still bring it, or nothing can."""
    piece = fight.state.pieces[number]
    if not troop(fight, number).fanatic or piece.stands or engaged(fight, number):
        return 0
    if is_mover(fight, number) and fight.state.step == 3:
        return 0
    return min(duty(fight, number), reachable(fight, number))


def reachable(fight: Fight, number: int) -> int:
    """How far they can come at best, as the referee sees it."""
    start, best = Course(fight, number), fight.state.pieces[number].came
    for order in advances(fight, number, start):
        found = planned(start, order, ACTS, "mis.fanatic.advance")
        if isinstance(found, Course):
            if found.contact != NOBODY or found.piece.halted == fight.state.turn or found.rule:
                return 0
            if not turns_back(found, goal_of(fight, number)):
                best = max(best, found.piece.came)
    return best


def turns_back(course: Course, goal: int) -> bool:
    """Whether an order would leave the enemy behind their backs who was not there before.  [mis.fanatic.facing]"""
    enemy = centre(body(course.fight, goal))
    back = abs(turn(course.piece.facing, heading(centre(course.body), enemy))) > 9000
    return back and abs(turn(course.began.facing, heading(course.began.front, enemy))) <= 9000


def advances(fight: Fight, number: int, start: Course) -> Iterator[Answer]:
    """Straight at the goal, aslant, or with a wheel before."""
    goal = goal_of(fight, number)
    if goal == NOBODY:
        return
    piece, target = start.piece, centre(body(fight, goal))
    front, facing = piece.stance.front, piece.facing
    wanted = heading(front, target)
    length = min(start.left - 200, distance(front, target))
    if length <= 0:
        return
    off = turn(facing, wanted)
    if abs(off) <= 4500 or start.loose:
        yield [["go", *ahead(front, wanted, length)]]
    yield [["go", *ahead(front, facing, length)]]
    if not start.loose and not piece.disorganized:
        width = body(fight, number).width
        most = wheel_for(start.left - 500, width)
        swing = max(-most, min(most, off))
        acts: list[Any] = [["face", (facing + swing) % 36000]]
        yield acts
        if abs(off) > 9000 and not piece.turns:
            yield [["turn", 18000]]
        elif abs(off) > 4500 and not piece.turns:
            yield [["turn", 9000 if off > 0 else -9000]]


def must_move(fight: Fight, side: int) -> list[int]:
    """Fanatics of a side who have not done their duty and could."""
    found = []
    for number in legions(fight, side):
        if troop(fight, number).fanatic and why_not_move(fight, number) is None:
            piece = fight.state.pieces[number]
            if owes(fight, number) > piece.came:
                found.append(number)
    return found
