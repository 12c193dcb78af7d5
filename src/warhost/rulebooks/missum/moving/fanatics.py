"""Fanatics: they must advance, and never turn their backs.  [mis.fanatic.advance] [mis.fanatic.stand]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.body import apart
from warhost.engine.field.compass import (
    HALF_TURN,
    RIGHT_ANGLE,
    Angle,
    Point,
    ahead,
    distance,
    heading,
    turn,
    veered,
)
from warhost.engine.field.stance import wheel_for
from warhost.engine.order import planned
from warhost.engine.question import Answer

from ..bodies import body, centre, engaged, legions, troop
from ..command import in_radius
from ..library import MM
from ..setting import Fight
from ..state import NOBODY, Piece
from .acts import ACTS
from .allowance import allowance, is_last_step, under, why_not_move
from .course import Course

LOSSES = (0, 25, 50, 75, 100, 125)  # of ground, in millimetres: one after the other is tried


def goal_of(fight: Fight, number: int) -> int:
    """The nearest enemy legion of their own kind, whom they can see at all.

    [mis.fanatic.facing] [mis.spell.cloak]
    """
    piece, kind = fight.state.pieces[number], troop(fight, number)
    seen = [n for n in legions(fight, 1 - piece.side) if not under(fight, fight.state.pieces[n], "cloak")]
    alike = [n for n in seen if troop(fight, n).skirmishes == kind.skirmishes]
    here = body(fight, number)
    return min(alike or seen, key=lambda n: apart(here, body(fight, n)), default=NOBODY)


def set_goal(fight: Fight, number: int) -> None:
    """As the movement of a turn begins."""
    piece = fight.state.pieces[number]
    if troop(fight, number).fanatic and piece.goal == NOBODY:
        piece.goal = goal_of(fight, number)
        if piece.goal != NOBODY:
            piece.goal_gap = apart(body(fight, number), body(fight, piece.goal))


def duty(fight: Fight, number: int, piece: Piece) -> int:
    """How far they must come in this turn: two thirds of what ground leaves, or all where no commander is near."""
    whole = max(0, allowance(fight, number, piece) - piece.lost)
    judged = piece.judged == fight.state.turn
    if piece.bound if judged else not in_radius(fight, number):
        return whole
    return -(-whole * 2 // (3 * MM)) * MM


def owes(fight: Fight, number: int, piece: Piece) -> int:
    """What they must have come by the end of this step; 0 while a later step can still bring it, or nothing can."""
    if not troop(fight, number).fanatic or piece.stands or engaged(fight, number):
        return 0
    if not is_last_step(fight, number):
        return 0
    return min(duty(fight, number, piece), reachable(fight, number))


def reachable(fight: Fight, number: int) -> int:
    """How far they can come at best towards their goal, as the referee sees it."""
    start, best = Course(fight, number), 0
    for order in advances(fight, number, start):
        found = planned(start, order, ACTS, "mis.fanatic.advance")
        if not isinstance(found, Course):
            continue
        if not turns_back(found, goal_now(fight, number)) and nearer(found):
            best = max(best, found.piece.came)
    return best


def goal_now(fight: Fight, number: int) -> int:
    """The enemy they make for in this turn, if he is still there."""
    goal = fight.state.pieces[number].goal
    return goal if goal != NOBODY and fight.state.pieces[goal].fate == "standing" else goal_of(fight, number)


def nearer(course: Course) -> bool:
    """Whether an order leaves them nearer to their goal than the turn found them."""
    goal = goal_now(course.fight, course.number)
    before = course.piece.goal_gap if course.piece.goal == goal else apart(
        body(course.fight, course.number), body(course.fight, goal)
    )  # fmt: skip
    return apart(course.body, body(course.fight, goal)) < before


def turns_back(course: Course, goal: int) -> bool:
    """Whether an order would leave the enemy behind their backs who was not there before.  [mis.fanatic.facing]"""
    enemy = centre(body(course.fight, goal))
    back = abs(turn(course.piece.facing, heading(centre(course.body), enemy))) > RIGHT_ANGLE
    return back and abs(turn(course.began.facing, heading(course.began.front, enemy))) <= RIGHT_ANGLE


def advances(fight: Fight, number: int, start: Course) -> Iterator[Answer]:
    """Straight at the goal, aslant, or after a wheel or a turn."""
    goal = goal_now(fight, number)
    if goal == NOBODY:
        return
    target = centre(body(fight, goal))
    for first in _first_acts(fight, number, start, target):
        turned = planned(start, first, ACTS, "mis.fanatic.advance")
        if not isinstance(turned, Course):
            continue
        front, facing = turned.piece.stance.front, turned.piece.facing
        wanted = heading(front, target)
        if abs(turn(facing, wanted)) <= 4500 or start.loose:
            yield from _as_far_as_may_be(start, first, turned, wanted, distance(front, target))
        yield from _as_far_as_may_be(start, first, turned, facing, distance(front, target))
        if first:
            yield first


def _as_far_as_may_be(start: Course, first: list[Any], turned: Course, way: Angle, far: int) -> Iterator[Answer]:
    """The longest leg this way that ground lets them pay for."""
    front = turned.piece.stance.front
    for less in LOSSES:
        length = min(turned.left - 200 - less * MM, far)
        if length <= 0:
            return
        order = [*first, ["go", *ahead(front, way, length)]]
        if isinstance(planned(start, order, ACTS, "mis.fanatic.advance"), Course):
            yield order
            return


def _first_acts(fight: Fight, number: int, start: Course, target: Point) -> Iterator[list[Any]]:
    yield []
    piece = start.piece
    off = turn(piece.facing, heading(piece.stance.front, target))
    if start.loose or piece.disorganized:
        return
    most = wheel_for(start.left - 500, body(fight, number).width)
    yield [["face", veered(piece.facing, max(-most, min(most, off)))]]
    if abs(off) > RIGHT_ANGLE and not piece.turns:
        yield [["turn", HALF_TURN]]
    elif abs(off) > 4500 and not piece.turns:
        yield [["turn", RIGHT_ANGLE if off > 0 else -RIGHT_ANGLE]]


def must_move(fight: Fight, side: int) -> list[int]:
    """Fanatics of a side who have not done their duty and could."""
    found = []
    for number in legions(fight, side):
        if troop(fight, number).fanatic and why_not_move(fight, number) is None:
            piece = fight.state.pieces[number]
            if owes(fight, number, piece) > piece.came:
                found.append(number)
    return found
