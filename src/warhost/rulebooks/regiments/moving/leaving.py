"""Out of a building: wholly within one's Movement of the walls, and no more that turn.  [reg.terrain.building]"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from warhost.engine.field.compass import NORTH, RIGHT_ANGLE, Point, ahead, bearing, distance, heading, turn, veered
from warhost.engine.field.shapes import overlap, point_gap
from warhost.engine.field.stance import Stance
from warhost.engine.order import numbers, whole
from warhost.engine.question import Refusal

from ..measures import TIE, said

if TYPE_CHECKING:
    from .course import Course

RULE = "reg.terrain.building"


def leave(course: Course, args: list[Any]) -> Refusal | None:
    """["leave", x, y, facing] or ["leave", x, y, facing, files]: the middle of its front, outside."""
    x, y, facing = numbers(args[:3], "x", "y", "a facing")
    files = whole(args[3], "files") if len(args) > 3 else course.stance.files
    return _placed(course, Stance((x, y), bearing(facing), files))


def walk_out(course: Course, args: list[Any]) -> Refusal | None:
    """["go", x, y]: to that point, looking away from the nearest wall."""
    if len(args) != 2:
        return Refusal(RULE, "say where it is to stand outside")
    x, y = numbers(args, "x", "y")
    walls = course.walls.points
    middle = course.walls.centre
    outward = [veered(heading(a, b), -RIGHT_ANGLE) for a, b in zip(walls, walls[1:] + walls[:1], strict=True)]
    way = heading(middle, (x, y)) if middle != (x, y) else NORTH
    facing = min(outward, key=lambda one: abs(turn(one, way)))
    return _placed(course, Stance((x, y), facing, course.stance.files))


def shut_in(course: Course, args: list[Any]) -> Refusal | None:
    return Refusal(RULE, "{who} {is} in a building and can only leave it", (course.unit.name,))


def stay_out(course: Course, args: list[Any]) -> Refusal | None:
    return Refusal(RULE, "{who} {is} in no building", (course.unit.name,))


def _placed(course: Course, stand: Stance) -> Refusal | None:
    if course.stops:
        return Refusal(RULE, "it has left the building and does no more")
    if not 1 <= stand.files <= max(1, course.here.models):
        return Refusal("reg.core.formation", f"it stands 1 to {course.here.models} models wide")
    there = course.body(stand)
    if overlap(there.block, course.walls):
        return Refusal(RULE, "it would stand in the building it leaves")
    if max(point_gap(point, course.walls) for point in there.block.points) > course.pace + TIE:
        return Refusal(RULE, f"it is placed wholly within {said(course.pace)} of the walls")
    if refusal := course.bars(there.block):
        return refusal
    course.stop(stand)
    course.poses = [there]
    return course.then(lambda: None)


def ways_out(course: Course) -> list[list[Any]]:
    """Orders that lead out by each of the walls, as wide as it stands or as wide as the wall."""
    walls = course.walls.points
    found = []
    for a, b in zip(walls, walls[1:] + walls[:1], strict=True):
        outward = veered(heading(a, b), -RIGHT_ANGLE)
        middle: Point = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
        fitting = max(1, min(course.here.models, distance(a, b) // max(1, course.here.base[0])))
        for files in dict.fromkeys((course.stance.files, fitting)):
            deep = course.body(Stance((0, 0), outward, files)).depth
            x, y = ahead(middle, outward, deep + 20)
            found.append([["leave", x, y, outward, files]])
    return found
