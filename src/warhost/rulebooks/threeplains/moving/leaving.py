"""Leaving the table for good, where a scenario gives a side a way out.  [tp.scenario.forest.escape]"""

from __future__ import annotations

from functools import partial

from warhost.engine.field.compass import NORTH, SOUTH, Angle, ahead, turn
from warhost.engine.field.compass import distance as between
from warhost.engine.question import Refusal

from ..events.course import Escaped
from ..fighting import parting
from ..fighting.squaring import close_up
from ..scenario.points import leaves
from ..setting import Fight, Table
from ..state import Number, Point
from .course import Course, barred_on_the_way, held_on_the_spot, way_price

ASKEW = 8900  # hundredths of a degree: whoever goes along an edge does not cross it


def leave_table(course: Course) -> Refusal | None:
    """Straight on, over the edge ahead: the piece is off once its middle front crosses it.

    [tp.scenario.forest.escape] [tp.scenario.cavern.escape] [tp.scenario.raid.artifact_victory]
    """
    fight, number = course.fight, course.number
    part = fight.setting.parts[course.piece.side]
    edge, end = way_off(fight.setting.table, course.stance.front, course.stance.facing)
    if not part.exits:
        return Refusal("tp.move.p2p.path", "nobody leaves the table of his own will")
    if edge // 100 not in part.exits:
        return Refusal(part.exit_rule, "that edge is no way out")
    if refusal := leaves.first(part.rules, fight, number) or held_on_the_spot(course):
        return refusal
    if refusal := barred_on_the_way(course, end) or course.pay(way_price(course, end)):
        return refusal
    course.leaves = True
    return course.then(partial(escape, fight, number, edge, end))


def way_off(table: Table, front: Point, facing: Angle) -> tuple[Angle, Point]:
    """The edge ahead, by its heading, and where the middle front crosses it."""
    found = []
    for edge, far in table.to_edges(front).items():
        if abs(turn(facing, edge)) < ASKEW:
            end = _crossing(front, facing, edge, max(0, far))
            found.append((between(front, end), edge, end))
    _, edge, end = min(found)
    return edge, end


def _crossing(front: Point, facing: Angle, edge: Angle, far: int) -> Point:
    """Where it has come so far towards the edge: halving is exact enough, and needs no sines."""
    low, high = far, 60 * far + 1
    upright = edge in (NORTH, SOUTH)
    while high - low > 1:
        middle = (low + high) // 2
        there = ahead(front, facing, middle)
        gone = abs(there[1] - front[1]) if upright else abs(there[0] - front[0])
        low, high = (low, middle) if gone >= far else (middle, high)
    return ahead(front, facing, high) if far else front


def escape(fight: Fight, number: Number, edge: Angle, end: Point) -> None:
    """A piece and all who are in it are gone, and alive.  [tp.scenario.forest.escape]"""
    state = fight.state
    parting.leave(fight, number)
    gone = [n for n in state.numbers() if _with(fight, n, number)]
    fight.tell(Escaped(fight.setting.parts[state.pieces[number].side].exit_rule, number, end, edge))
    for one in gone:
        state.pieces[one].fate = "escaped"
    state.advance(escaped=(*state.progress.escaped, *((one, edge) for one in gone)))
    close_up(fight)


def _with(fight: Fight, number: Number, holder: Number) -> bool:
    pieces = fight.state.pieces
    while number != holder and pieces[number].fate in ("within", "hidden", "caged") and pieces[number].host >= 0:
        number = pieces[number].host
    return number == holder
