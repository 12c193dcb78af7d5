"""Characters who cannot get out of their unit are not asked for a move.  [reg.char.join] [reg.move.apart]"""

from __future__ import annotations

from warhost.engine.field.compass import ahead, rays
from warhost.engine.field.shapes import Shape, gap, point_gap

from ..bodies import body
from ..measures import INCH, TIE
from ..setting import Fight
from .course import Course
from .joining import hosts
from .speed import flies

DIRECTIONS, PARTS = 36, 8


def hemmed_in(fight: Fight, number: int) -> bool:
    """Whether too few inches, or the edges of the table, leave him no place an inch away from his unit."""
    if flies(fight, number):
        return False
    course = Course(fight, number)
    base, host = course.here.bases[0], body(fight, course.unit.host).block
    if any(gap(base, body(fight, other).block) <= course.left + TIE for other in hosts(fight, number)):
        return False
    return not any(
        _clears(fight, course, host, ahead(base.centre, way, course.left * part // PARTS))
        for way in rays(DIRECTIONS)
        for part in range(PARTS, 0, -1)
    )


def _clears(fight: Fight, course: Course, host: Shape, middle: tuple[int, int]) -> bool:
    """Whether his base could stand there, turned as suits him."""
    half = min(course.here.base) // 2
    beyond = min(middle[0], middle[1], fight.setting.width - middle[0], fight.setting.depth - middle[1])
    return point_gap(middle, host) >= INCH + half - TIE and beyond >= course.obstacles.edge + half - TIE
