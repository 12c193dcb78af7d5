"""How a lone model charges: it turns about its centre by up to 90 degrees and goes straight on.

[reg.move.single]
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees, hypot

from warhost.engine.field.compass import RIGHT_ANGLE, Point, from_frame, heading, to_frame, turn, veered
from warhost.engine.field.shapes import cast
from warhost.engine.field.stance import Stance, shifted, turned

from ..bodies import centre
from ..measures import TOUCH
from .onset import DEGREE, Approach, Onset

FAR = 100_000


def after_turns(onset: Onset) -> Iterator[Approach]:
    """Turns in whole degrees, those first that touch nobody else and bring the most into contact."""
    found = []
    middle = centre(onset.here)
    for angle in _headings(onset, middle):
        facing = veered(onset.here.facing, angle * DEGREE)
        start = turned(onset.start, facing, middle)
        approach = _after_turn(onset, start)
        if approach is not None:
            found.append((abs(angle), approach))
    found.sort(key=lambda one: (onset.rank(one[1]), one[0]))
    return (approach for _, approach in found)


def _headings(onset: Onset, middle: Point) -> list[int]:
    """Whole degrees at which it might strike the target."""
    there = onset.there.block
    far = 1 + hypot(there.centre[0] - middle[0], there.centre[1] - middle[1])
    wide = degrees(atan2(onset.here.width / 2, far))
    angles = [turn(onset.here.facing, heading(middle, point)) / 100 for point in there.points]
    low, high = min(angles), max(angles)
    if high - low > 180:
        return list(range(-90, 91))
    spread = max(wide, 20)
    return [angle for angle in range(-90, 91) if low - spread <= angle <= high + spread]


def _after_turn(onset: Onset, start: Stance) -> Approach | None:
    if abs(turn(start.facing, onset.inward)) >= RIGHT_ANGLE:
        return None
    gone = cast(onset.block(start), start.facing, FAR, onset.there.block)
    if gone is None or not onset.leg_is_free(start, gone):
        return None
    touching = shifted(start, start.facing, gone)
    place = place_after(onset, touching)
    if place is None or not onset.count(place) or not onset.allows(place):
        return None
    return onset.approach((onset.start, start, touching), place)


def place_after(onset: Onset, touching: Stance) -> int | None:
    """Where along the side it stands once it has swung flush; None if it touches another side."""
    rest = turn(touching.facing, onset.inward)
    half, side = onset.here.width // 2, onset.line.length // 2
    middle, inward = onset.line.middle, onset.inward
    if rest == 0:
        return to_frame(touching.front, middle, inward)[0]
    lead = half if rest > 0 else -half
    x, y = to_frame(from_frame((lead, 0), touching.front, touching.facing), middle, inward)
    if abs(x) <= side + TOUCH:
        return x - lead if y >= -TOUCH else None
    corner = side if x > 0 else -side
    along, deep = to_frame(from_frame((corner, 0), middle, inward), touching.front, touching.facing)
    return corner - along if abs(deep) <= TOUCH else None
