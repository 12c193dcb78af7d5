"""Loose groups: they take any shape as they go, as long as they hang together and nobody walks too far."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from warhost.engine.field.compass import ahead, heading, to_frame
from warhost.engine.field.compass import distance as between
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import SLACK, oblong
from warhost.engine.question import Refusal

from ..bodies import TOUCH, body, on_table
from ..land.ground import leg_cost, swept
from ..machines.spacing import keep_distance
from ..state import Point
from .course import ROUNDING, Course
from .manoeuvres import in_ranks


def take_places(course: Course, places: tuple[Point, ...]) -> Refusal | None:
    """The order says where each base ends; the group faces along its last leg.

    [tp.move.loose] [tp.move.loose.contact]
    """
    front = course.stance.front
    if refusal := _only_driving(course):
        return refusal
    if len(places) != course.models:
        return Refusal("tp.move.loose", f"it has {course.models} models, and {len(places)} places are given")
    course.stop(course.stance._replace(places=places))
    there = course.body()
    if refusal := hangs_together(course, places):
        return refusal
    nearest = min([between(ahead(place, there.facing, there.base[1] // 2), front) for place in places])
    if len(course.stops) > 1 and nearest > max(there.base) + TOUCH:
        return Refusal("tp.move.loose", "no model ends where the way of its leader does")
    course.stance = course.stance._replace(front=there.front)
    course.stops[-1] = course.stops[-1]._replace(stance=course.stance)
    return None


def draw_up(course: Course, files: int) -> Refusal | None:
    """The group stands in ranks of so many where its move ends.  [tp.move.loose.fronttoback]"""
    if refusal := _only_driving(course):
        return refusal
    if not 1 <= files <= course.models:
        return Refusal("tp.move.loose", f"it has {course.models} models: no ranks of {files}")
    front, facing = course.stance.front, course.stance.facing
    places = in_ranks(course.fight, course.number, front, facing, files)
    course.stop(course.stance._replace(places=places))
    there = course.body().front
    course.stance = course.stance._replace(front=there)
    return None


def _only_driving(course: Course) -> Refusal | None:
    """Chariots take another order as they drive, not on the spot.  [tp.machine.chariot.turning]"""
    if not course.wheels or course.stops:
        return None
    return Refusal("tp.machine.chariot.turning", "chariots do not reorganise on the spot")


def hangs_together(course: Course, places: Sequence[Point]) -> Refusal | None:
    """Every base touches another, all of them are one group, and none stands on another; but for chariots.

    [tp.move.loose.contact] [tp.machine.chariot.spacing]
    """
    if course.wheels:
        return keep_distance(places, course.stance.facing, course.base)
    wide, deep = course.base
    seen = [to_frame(place, (0, 0), course.stance.facing) for place in places]
    waiting, alone = [seen[0]], seen[1:]
    while waiting:
        x, y = waiting.pop()
        rest = list[Point]()
        for other in alone:
            across, along = abs(other[0] - x), abs(other[1] - y)
            near = across <= wide + TOUCH and along <= deep + TOUCH
            (waiting if near else rest).append(other)
        alone = rest
    for index, (x, y) in enumerate(seen):
        for a, b in seen[index + 1 :]:
            if abs(a - x) < wide - SLACK and abs(b - y) < deep - SLACK:
                return Refusal("tp.move.loose.contact", "two of its models would stand on the same spot")
    if alone:
        return Refusal("tp.move.loose.contact", "every model must touch its group; it would fall apart")
    return None


def travel(course: Course) -> Refusal | None:
    """No model goes further than the group may; whoever goes furthest sets the price.  [tp.move.loose]"""
    furthest = NOTHING
    budget = course.left + course.spent
    free = course.airborne or _nothing_about(course)
    for old, new in zip(course.before.places, course.arrived or course.stance.places, strict=True):
        if old == new:
            continue
        cost = between(old, new) if free else _walk(course, old, new)
        if cost is None:
            return Refusal("tp.move.loose", "one of its models has no way to its place")
        furthest = max(furthest, cost)
    if furthest > budget + ROUNDING:
        said = f"a model would go {furthest / 1000:.2f} inches and the group has {budget / 1000:.2f}"
        course.wearied = True
        return Refusal("tp.move.value", said)
    course.spent = max(course.spent, min(furthest, budget))
    course.left = budget - course.spent
    return None


def _nothing_about(course: Course) -> bool:
    """Whether nothing at all lies between the old ground and the new: then every way is straight."""
    points = [*course.before.places, *course.stance.places, *(stop.stance.front for stop in course.stops)]
    margin = max(course.base)
    left, right = min(x for x, _ in points) - margin, max(x for x, _ in points) + margin
    low, high = min(y for _, y in points) - margin, max(y for _, y in points) + margin
    fight, pieces = course.fight, course.fight.state.pieces
    shapes = [fight.setting.ground(feature).shape for feature in fight.state.terrain]
    others = [n for n in on_table(fight) if n != course.number and not pieces[n].airborne]
    shapes += [part for n in others for part in body(fight, n).parts]
    return not any(
        left < shape.right and shape.left < right and low < shape.top and shape.bottom < high for shape in shapes
    )


def _walk(course: Course, old: Point, new: Point) -> Length | None:
    """The cheapest of the straight way and the ways that follow the leader from one of its points on."""
    straight = _route(course, [old, new])
    if straight is not None and straight <= between(old, new):
        return straight
    corners = [course.before.front, *(stop.stance.front for stop in course.stops if stop.leg)]
    routes = [[old, *corners[index:-1], new] for index in range(len(corners) - 1)]
    costs = [straight, *(_route(course, route) for route in routes)]
    return min((cost for cost in costs if cost is not None), default=None)


def _route(course: Course, points: Sequence[Point]) -> Length | None:
    total = NOTHING
    for start, end in pairwise(points):
        if start == end:
            continue
        length, way = between(start, end), heading(start, end)
        lead = course.base[1] // 2
        strip = oblong(ahead(end, way, lead), way, course.base[0], length)
        if swept(course.fight, course.number, strip, ignoring=course.over) is not None:
            return None
        total += leg_cost(
            course.fight, course.number, ahead(start, way, lead), ahead(end, way, lead), course.base[0], way
        )
    return total
