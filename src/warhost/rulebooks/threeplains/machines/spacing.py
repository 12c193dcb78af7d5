"""Room between the models of a group: chariots keep away from each other, all others stand base to base.

[tp.machine.chariot.spacing]
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.field import formation
from warhost.engine.field.compass import Angle, ahead, distance, to_frame
from warhost.engine.field.length import Length
from warhost.engine.question import Refusal

from ..bodies import figure
from ..figure import inches
from ..setting import Fight
from ..state import Number, Point

NEAREST, FARTHEST = inches(1), inches(3)
ROUNDING = 3  # thousandths of an inch
RULE = "tp.machine.chariot.spacing"


def ranked(
    fight: Fight, number: Number, models: int, front: Point, facing: Angle, files: int
) -> tuple[Point, ...]:  # fmt: skip
    """The middles of the bases of a loose group drawn up behind its front in so many files."""
    found = figure(fight, number)
    room = NEAREST if found.chariot else 0
    pitch = found.base[0] + room, found.base[1] + room
    start = ahead(front, facing, room // 2)
    return tuple([formation.place(start, facing, files, models, pitch, index) for index in range(models)])


def keep_distance(places: Sequence[Point], facing: Angle, base: tuple[int, int]) -> Refusal | None:
    """Every chariot at least an inch from all others, and all of them linked up by gaps of 3 inches at most.

    [tp.machine.chariot.spacing]
    """
    seen = [to_frame(place, (0, 0), facing) for place in places]
    if any(_gap(a, b, base) < NEAREST - ROUNDING for at, a in enumerate(seen) for b in seen[at + 1 :]):
        return Refusal(RULE, "chariots keep at least 1 inch from each other")
    linked, alone = seen[:1], seen[1:]
    for one in linked:  # it grows while it is walked
        linked += [other for other in alone if _gap(one, other, base) <= FARTHEST + ROUNDING]
        alone = [other for other in alone if other not in linked]
    return Refusal(RULE, "chariots of a group stay within 3 inches of each other") if alone else None


def _gap(a: Point, b: Point, base: tuple[int, int]) -> Length:
    return distance((0, 0), (max(0, abs(a[0] - b[0]) - base[0]), max(0, abs(a[1] - b[1]) - base[1])))
