"""Orders that are worth a thought before a fortress: up to the wall, ladders up, and over it.

None of them is checked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.compass import Point, ahead, aside, distance

from ..figure import inches
from ..moving.course import Course
from ..scenario.points import thoughts
from ..state import NOBODY, Implement
from .doorways import over_doorways
from .implements import carried, thing_of
from .passage import LEVELS, hollows
from .places import top
from .rungs import against_ladders
from .scaling import BREACH, Spot, at_the_foot, posts, spot_near
from .works import BESIEGERS

Idea = list[list[Any]]
CLOSE = 20  # thousandths of an inch that are left before the wall
APART = inches(1.2)  # from one ladder to the next


@thoughts(BREACH)
def at_the_wall(course: Course) -> Iterator[Idea]:
    """[tp.siege.siege_ladder] [tp.siege.breach]"""
    if course.host != NOBODY or course.piece.aloft or course.piece.inside or course.airborne:
        return
    for place in dict.fromkeys(top(post.spot.laid.number) for post in posts(course.fight, course.number)):
        yield [["storm", place]]
    spot = spot_near(course.fight, course.stance.front)
    if course.piece.side == BESIEGERS and not at_the_foot(course.body().bases, spot.at):
        yield [["go", *ahead(spot.at, spot.outwards, CLOSE)]]
    things = [one for one in carried(course.fight, course.number) if thing_of(one).stands == "wall"]
    for kind in dict.fromkeys(one.kind for one in things):
        yield from _put_up(course, [one for one in things if one.kind == kind])


@thoughts(LEVELS)
def into_the_works(course: Course) -> Iterator[Idea]:
    """[tp.siege.move.inside]"""
    if course.host == NOBODY and not course.airborne:
        yield from _ways_in(course)
        yield from ([["force", place]] for place in over_doorways(course))
        yield from ([["ladder", place]] for place in against_ladders(course))


def _ways_in(course: Course) -> Iterator[Idea]:
    """All of it, or half.  [tp.siege.move.inside] [tp.siege.models]"""
    for way in hollows(course.fight, course.number):
        yield [["enter", way.goal]]
        if course.models > 1:
            yield [["enter", way.goal, course.models // 2]]


def _put_up(course: Course, things: list[Implement]) -> Iterator[Idea]:
    """All things of a kind, or one: here if it stands at the foot of a wall, or where it comes to one."""
    spot = spot_near(course.fight, course.stance.front)
    here = at_the_foot(course.body().bases, spot.at)
    end = ahead(spot.at, spot.outwards, CLOSE)
    if not here and distance(course.stance.front, end) > course.left:
        return
    way: Idea = [] if here else [["go", *end]]
    for number in dict.fromkeys((len(things), 1)):
        places = list(side_by_side(spot, number, max(APART, inches(thing_of(things[0]).width))))
        yield [*way, ["set", things[0].kind, [list(place) for place in places]]]


def side_by_side(spot: Spot, number: int, apart: int) -> Iterator[Point]:
    """So many places along a face, with a place in their middle."""
    first = -apart * (number - 1) // 2
    return (aside(spot.at, spot.outwards, first + apart * place) for place in range(number))
