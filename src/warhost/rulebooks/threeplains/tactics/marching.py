"""Moves: a handful of orders for each piece, weighed by where they would leave it."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any, Literal, NamedTuple

from warhost.engine.field.body import Body, apart
from warhost.engine.field.compass import (
    HALF_TURN,
    RIGHT_ANGLE,
    Angle,
    ahead,
    aside,
    distance,
    heading,
    opposite,
    turn,
    veered,
)
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import oblong
from warhost.engine.question import Answer, Choose, Question

from ..bodies import body, figure, loose, range_between, single
from ..figure import INCH, inches
from ..land.ground import first_bar, reach
from ..moving.course import Course
from ..moving.dashing import allowance
from ..moving.ideas import ways_out
from ..moving.leaving import way_off
from ..moving.manoeuvres import PIKE_RUN, PIKE_TURN, uses_pikes
from ..moving.movement import DONE
from ..moving.orders import Move
from ..scenario.points import bent_on, slips_away
from ..state import Number, Point
from . import command
from .beasts import wings
from .defile import entering
from .gunnery import drives
from .mind import Mind
from .position import Position
from .route import way_round

Idea = list[list[Any]]

CLEAR = inches(0.3)  # kept from an enemy that is not charged
HOVER = inches(2.2)  # beyond an enemy's movement: he would need a lucky dash
EDGE = 20  # the depth of a front edge that is slid along a leg
STEP_MORE = inches(0.02)  # so that rounding never makes a leg too short
BESIDE = 4000  # off its course: pikes cannot come round to an enemy there in a turn or two
OBLIQUE = 4400
FAN = (0, 2000, -2000, 4400, -4400, 8900, -8900)  # how far a leg may bear off from the goal


def _move(mind: Mind, question: Question) -> Iterator[Answer]:
    """A general who leaves his group, then those nearest the enemy, to make room; others stay with their groups."""
    assert isinstance(question, Choose)
    movers = [name for name in question.options if name != DONE and name in mind.number]
    able = [name for name in movers if mind.state.pieces[mind.number[name]].standing]
    leaving = [name for name in movers if mind.commands(mind.number[name]) and name not in able]
    if leaving and mind.enemies and command.leads_from_behind(mind, mind.number[leaving[0]]):
        yield leaving[0]
        return
    if not able or not mind.enemies:
        yield DONE
        return
    yield min(able, key=lambda name: _nearest(mind, mind.number[name]))


def _nearest(mind: Mind, number: Number) -> int:
    return min(range_between(mind.fight, number, enemy) for enemy in mind.enemies)


def order(mind: Mind, question: Question) -> Iterator[Answer]:
    """The best of the orders that come to mind; staying is one of them."""
    assert isinstance(question, Move)
    number = mind.number[question.about]
    if not mind.enemies:
        return
    if (way := _way_out(mind, question, number)) is not None:
        yield way
        return
    if (wanted := bent_on.first(mind.setting.mission.rules, mind.fight, question)) is not None:
        yield wanted
        return
    if command.leads_from_behind(mind, number):
        yield from command.post(mind, question)
        return
    if not mind.state.pieces[number].standing:
        return
    if _burdened(mind, number):
        yield [["drop"]]
        return
    position = Position(mind, number)
    waiting = _by_hope(mind, position)
    while waiting:
        dearth, place, known, idea, there = heappop(waiting)
        if known == "worth":
            yield idea
            return
        if known == "hope" and there is not None:
            heappush(waiting, Hopeful(dearth + position.peril(there), place, "peril", idea, there))
            continue
        course = question.plan(idea)
        if isinstance(course, Course) and (not course.short or loose(mind.fight, number)):
            # a loose group stops where the furthest of its models does; of others such an order is not thought of
            heappush(waiting, Hopeful(-position.value(course), place, "worth", idea, there))


def _way_out(mind: Mind, question: Move, number: Number) -> Idea | None:
    """Off the table for good, where that serves the goal of the scenario."""
    if not mind.setting.parts[mind.side].exits or not mind.state.pieces[number].standing:
        return None
    for idea in ways_out(question.start):
        course = question.plan(idea)
        if isinstance(course, Course) and course.leaves and not course.short:
            edge, _ = way_off(mind.setting.table, course.stance.front, course.stance.facing)
            if slips_away.any(mind.setting.mission.rules, mind.fight, number, edge):
                return idea
    return None


class Hopeful(NamedTuple):
    """An order that may be good; of several the smallest comes first, and is asked more about until it is not."""

    dearth: float  # the negative of what it is worth at best, as far as that is known
    place: int  # among the ideas
    known: Literal["hope", "peril", "worth"]  # what has been asked last
    idea: Idea
    there: Body | None  # where it would leave the piece, if that is plain to see


def _by_hope(mind: Mind, position: Position) -> list[Hopeful]:
    """What comes to mind, the most promising first: few orders have to be worked out. Staying is one of them."""
    here = body(mind.fight, position.number)
    waiting = [Hopeful(-position.hope(here, stays=True), 0, "hope", [], here)]
    tried: list[Idea] = [[]]
    goals = [*_to_post(mind, position), *notions(mind, position.number, position.goal)]
    for idea in goals:
        if idea not in tried:
            there = _sketched(mind, position.number, idea)
            hope = inf if there is None else position.hope(there)
            waiting.append(Hopeful(-hope, len(tried), "hope", idea, there))
            tried.append(idea)
    heapify(waiting)
    return waiting


def _sketched(mind: Mind, number: Number, idea: Idea) -> Body | None:
    """The block that it would stand in after legs and turns, if nothing is in its way; None after anything else."""
    here = body(mind.fight, number)
    front, facing = here.front, here.facing
    for act, *args in idea:
        if act == "go":
            facing, front = heading(front, (args[0], args[1])), (args[0], args[1])
        elif act == "flip":
            front, facing = ahead(front, facing, -here.depth), opposite(facing)
        elif act == "pivot":
            facing = args[0]
        elif act == "face":
            front, facing = ahead(ahead(front, facing, -here.depth // 2), args[0], here.depth // 2), args[0]
        else:
            return None
    return Body(front, facing, here.files, here.models, here.base, (here.width, here.depth), wedge=here.wedge)


def _burdened(mind: Mind, number: Number) -> bool:
    """Whether its pikes are only in its way: they point past all enemies near it, or all at the end of the day."""
    if not uses_pikes(mind.fight, number) or mind.settled:
        return False
    here, pace = body(mind.fight, number), mind.pace(number)
    upright = [body(mind.fight, enemy) for enemy in mind.enemies if not mind.state.pieces[enemy].fleeing]
    near = [there for there in upright if apart(here, there) < 2 * pace]
    before = upright if mind.pressed else near
    if any(abs(turn(here.facing, heading(here.front, there.middle))) < BESIDE for there in before):
        return False
    return mind.pressed or any(apart(here, there) < pace for there in near)


# --- what comes to mind --------------------------------------------------------------------------------------


def _to_post(mind: Mind, position: Position) -> Iterator[Idea]:
    """Towards the ground on which the scenario wants it, as far as it can go and half as far."""
    if position.post is None:
        return
    number, here = position.number, body(mind.fight, position.number)
    if position.defile is not None:
        yield from entering(mind, number, position.defile)
    way = way_round(mind, here.front, position.post[0].centre, here.width // 2, number)
    for off in (0, 2000, -2000, 4400, -4400):
        course = _bearing(mind, number, veered(heading(here.front, way.first), off))
        far = 0 if course is None else _far(mind, number, course, allowance(mind.fight, number))
        for length in (far, far // 2):
            if course is not None and length >= INCH:
                yield [["go", *ahead(here.front, course, length)]]


def notions(mind: Mind, number: Number, goal: Number) -> Iterator[Idea]:
    """To its goal straight or bearing off to one side, a part of the way, or only turning towards it."""
    piece = mind.state.pieces[number]
    if figure(mind.fight, number).category == "character":
        yield from (idea for _, idea in command.joining(mind, number))
    here, there = body(mind.fight, number), body(mind.fight, goal)
    way = way_round(mind, here.front, there.middle, here.width // 2, number)
    wanted = heading(here.front, way.first)
    last: Idea = [["land"]] if piece.airborne else []
    if not single(mind.fight, number):
        behind = abs(turn(here.facing, wanted)) > RIGHT_ANGLE
        if behind or _somebody_behind(mind, here):
            yield [["flip"]]
        yield from [_about(mind, number, wanted)] if behind else _back(mind, number)
    yield [["face" if single(mind.fight, number) else "pivot", _bearing(mind, number, wanted) or wanted]]
    gap = apart(here, there) if way.first == there.middle else None
    if uses_pikes(mind.fight, number):
        yield _wheeling(mind, number, wanted)
    if mind.shoots(number) and not loose(mind.fight, number):
        yield from _sidesteps(mind, number, wanted)
    yield from wings(mind, number, goal)
    yield from drives(mind, number, wanted)
    left, known = allowance(mind.fight, number), dict[Angle, int]()
    for off in FAN:
        course = _bearing(mind, number, veered(wanted, off))
        if course is None:
            continue
        if course not in known:
            known[course] = _far(mind, number, course, left)
        for length in _lengths(mind, known[course], goal, gap if abs(off) < RIGHT_ANGLE // 2 else None):
            yield [["go", *ahead(here.front, course, length)], *last]
    for point in _flanks(mind, number, goal):
        course = _bearing(mind, number, heading(here.front, point))
        if course is not None:
            for length in _lengths(mind, _far(mind, number, course, left), goal, None)[:1]:
                yield [["go", *ahead(here.front, course, min(length, distance(here.front, point)))], *last]


def _flanks(mind: Mind, number: Number, goal: Number) -> list[Point]:
    """Places from which it could take the goal in flank or rear."""
    here, there = body(mind.fight, number), body(mind.fight, goal)
    if apart(here, there) > 2 * mind.pace(number):
        return []
    off = (there.width + mind.pace(number)) // 2
    points = [aside(there.middle, there.facing, off), aside(there.middle, there.facing, -off)]
    points.append(ahead(there.middle, there.facing, -(there.depth + mind.pace(number)) // 2))
    return [point for point in points if distance(here.front, point) >= INCH]


def _about(mind: Mind, number: Number, wanted: Angle) -> Idea:
    """Turned about, and on with what movement that leaves: out of a dead end, or after an enemy behind it."""
    here = body(mind.fight, number)
    left = allowance(mind.fight, number) - here.depth - 1
    back = opposite(here.facing)
    angle = turn(back, wanted)
    course = veered(back, max(-OBLIQUE, min(OBLIQUE, angle))) if abs(angle) < RIGHT_ANGLE else back
    return [["flip"], ["go", *ahead(here.back, course, left)]] if left >= INCH else [["flip"]]


def _sidesteps(mind: Mind, number: Number, wanted: Angle) -> Iterator[Idea]:
    """Out from behind whoever hides the enemy, and turned to him again."""
    here, far = body(mind.fight, number), mind.pace(number) * 2 // 3
    for off in (OBLIQUE, -OBLIQUE):
        yield [["go", *ahead(here.front, veered(here.facing, off), far)], ["pivot", wanted]]


def _somebody_behind(mind: Mind, here: Body) -> bool:
    """Whether any enemy is not ahead: else nobody shows his back of his own will."""
    middles = [body(mind.fight, enemy).middle for enemy in mind.enemies]
    return any(abs(turn(here.facing, heading(here.front, there))) > RIGHT_ANGLE for there in middles)


def _back(mind: Mind, number: Number) -> Iterator[Idea]:
    """Away from whoever stands before it, and turned to him again: nobody shows his back longer than he must."""
    here = body(mind.fight, number)
    left = allowance(mind.fight, number) - 2 * (here.depth + 1)
    away = ahead(here.back, here.facing, -left)
    if left >= INCH:
        yield [["flip"], ["go", *away], ["flip"]]


def _bearing(mind: Mind, number: Number, wanted: Angle) -> Angle | None:
    """The nearest course it can take without a flip."""
    facing, wheels = mind.state.pieces[number].facing, figure(mind.fight, number).chariot
    if loose(mind.fight, number) and not wheels:
        return wanted
    most = PIKE_TURN if uses_pikes(mind.fight, number) else OBLIQUE if wheels else RIGHT_ANGLE
    angle = turn(facing, wanted)
    if abs(angle) > HALF_TURN - RIGHT_ANGLE // 2:
        return None
    return veered(facing, max(-most, min(most, angle)))


def _wheeling(mind: Mind, number: Number, wanted: Angle) -> Idea:
    """Pikes come round by a few degrees every few steps."""
    piece, legs = mind.state.pieces[number], list[list[Any]]()
    left, facing, point = allowance(mind.fight, number), piece.facing, piece.point
    while left >= PIKE_RUN:
        angle = turn(facing, wanted)
        facing = veered(facing, max(-PIKE_TURN, min(PIKE_TURN, angle)))
        goes_on = abs(angle) > PIKE_TURN and left >= 2 * PIKE_RUN + STEP_MORE
        step = PIKE_RUN + STEP_MORE if goes_on else left - Length(1)
        point, left = ahead(point, facing, step), left - step
        legs.append(["go", *point])
    return legs


def _far(mind: Mind, number: Number, course: Angle, left: Length) -> Length:
    """How far it can go on this course with what movement is left."""
    here = body(mind.fight, number)
    width = figure(mind.fight, number).base[0] if loose(mind.fight, number) else here.width
    far = reach(mind.fight, number, here.front, course, left, width) - Length(1)
    bar = first_bar(mind.fight, number, oblong(here.front, course, width, EDGE), course, far)
    if bar is not None:
        far = min(far, bar.distance - CLEAR)
    return far


def _lengths(mind: Mind, far: int, goal: Number, gap: int | None) -> list[int]:
    """All the way, up to the goal, to where he cannot quite reach us, half way."""
    wanted = [far, far // 2]
    if gap is not None:
        wanted = [min(far, gap - CLEAR), min(far, gap - mind.pace(goal) - HOVER), far // 2]
    return sorted({length for length in wanted if length >= INCH}, reverse=True)


THOUGHTS = {"move": _move}
