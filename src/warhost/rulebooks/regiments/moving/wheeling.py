"""How a block of ranks charges: straight on, one wheel about a front corner, straight on until it touches.

A wheel in whole degrees fixes, for each place along the side, how far it goes straight before and after: the two
grow evenly with the place, so that what may be tried for a wheel is one stretch of first parts.
[reg.charge.geometry]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from warhost.engine.field.compass import RIGHT_ANGLE, Point, cosine, distance, from_frame, sine, turn, veered
from warhost.engine.field.shapes import cast, overlaps_any
from warhost.engine.field.stance import Stance, shifted, turned

from ..measures import TOUCH
from .onset import DEGREE, Approach, End, Onset
from .pivoting import place_after
from .ways import swept

SWING_STEP = 1000
FIRST_STEP = 250  # the first straight part is tried in quarters of an inch
FAR = 100_000


def wheels(onset: Onset, step: int = 1) -> list[int]:
    """Angles of a wheel, those first that need the least swing at the end."""
    needed = onset.needed
    near = min(90, max(-90, round(needed / DEGREE)))
    tried = {near, *range(-90, 91, step)} - {0}
    return sorted(tried, key=lambda angle: (abs(angle * DEGREE - needed), angle))


def to_ends(onset: Onset, ends: Iterable[End], step: int = 1) -> Iterator[Approach]:
    """For every end the first way that is free."""
    angles = wheels(onset, step)
    for end in ends:
        if way := _straight(onset, end.place) or _by_wheel(onset, end.place, angles):
            yield Approach(way, onset.flush(end.place), end.contacts, end.place, end.also)


def _straight(onset: Onset, place: int) -> tuple[Stance, ...] | None:
    """It need not wheel at all to come in there."""
    if onset.needed or abs(place - onset.abreast) > 2:
        return None
    end = onset.flush(place)
    return (onset.start, end) if onset.leg_is_free(onset.start, distance(onset.start.front, end.front)) else None


def _by_wheel(onset: Onset, place: int, angles: Sequence[int]) -> tuple[Stance, ...] | None:
    for angle in angles:
        solved = parts(onset, place, angle * DEGREE)
        if solved is not None and (way := _free_way(onset, angle * DEGREE, *solved)):
            return way
    return None


# --- every way -------------------------------------------------------------------------------------------------


def every_way(onset: Onset) -> Iterator[Approach]:
    """All ways there are: wheels in whole degrees, the first part in quarters of an inch."""
    most = _free_ahead(onset)
    for angle in (0, *wheels(onset)):
        for place in _places(onset, angle * DEGREE, most) if angle else _straight_on(onset):
            solved = parts(onset, place, angle * DEGREE) if angle else (0, 0)
            if solved is None or abs(place) > onset.reach or not onset.allows(place):
                continue
            if way := _free_way(onset, angle * DEGREE, *solved) if angle else _touching(onset):
                yield onset.approach(way, place)


def _free_ahead(onset: Onset) -> int:
    """How far it can go before anything is in its way."""
    if onset.flies:
        return FAR
    block, facing = onset.block(onset.start), onset.start.facing
    found = [cast(block, facing, FAR, shape) for shape in (*onset.bars, onset.there.block)]
    return min((far for far in found if far is not None), default=FAR)


def _places(onset: Onset, wheel: int, most: int) -> Iterator[int]:
    """Where it comes in after a wheel if the first part grows from nothing by quarters of an inch."""
    half, side = onset.here.width // 2, onset.line.length // 2
    rest = turn(veered(onset.start.facing, wheel), onset.inward)
    if not -RIGHT_ANGLE < rest < RIGHT_ANGLE:
        return
    kink = side - half if rest > 0 else half - side
    nodes = [(_before(onset, place, wheel), place) for place in (-onset.reach, kink, onset.reach)]
    for (b, p), (c, q) in ((nodes[0], nodes[1]), (nodes[1], nodes[2])):
        low, high = max(0.0, min(b, c)), min(float(most), max(b, c))
        if low > high or b == c:
            continue
        firsts = [low, *range(-int(-low // FIRST_STEP) * FIRST_STEP, int(high) + 1, FIRST_STEP), high]
        for first in firsts:
            yield round(p + (q - p) * (first - b) / (c - b))


def _straight_on(onset: Onset) -> Iterator[int]:
    """Without a wheel: where it stands once it has swung flush."""
    found = _touching(onset)
    if found is not None and (place := place_after(onset, found[-1])) is not None:
        yield place


def _touching(onset: Onset) -> tuple[Stance, ...] | None:
    if abs(onset.needed) >= RIGHT_ANGLE:
        return None
    gone = cast(onset.block(onset.start), onset.start.facing, FAR, onset.there.block)
    if gone is None or not onset.leg_is_free(onset.start, gone):
        return None
    return (onset.start, onset.ahead(gone))


# --- parts of a way ----------------------------------------------------------------------------------------------


def parts(onset: Onset, place: int, wheel: int) -> tuple[int, int] | None:
    """How far straight on before a wheel and after it, to touch so that swinging flush leads to the place."""
    found = _solved(onset, place, wheel)
    if found is None:
        return None
    before, after = found
    return (round(before), round(after)) if before >= -1 and after >= -1 else None


def _before(onset: Onset, place: int, wheel: int) -> float:
    found = _solved(onset, place, wheel)
    assert found is not None
    return found[0]


def _solved(onset: Onset, place: int, wheel: int) -> tuple[float, float] | None:
    start = onset.start
    facing = veered(start.facing, wheel)
    rest = turn(facing, onset.inward)
    if not -RIGHT_ANGLE < rest < RIGHT_ANGLE:
        return None
    half, side = onset.here.width // 2, onset.line.length // 2
    along = min(place + half, side) if rest > 0 else max(place - half, -side)  # where it touches first
    (sx, sy), (mx, my), inner = start.front, onset.line.middle, half if wheel > 0 else -half
    ux, uy, vx, vy = sine(start.facing), cosine(start.facing), sine(facing), cosine(facing)
    ix, iy = cosine(onset.inward), -sine(onset.inward)
    dx = mx + along * ix + (place - along) * vy - sx - inner * (uy - vy)
    dy = my + along * iy - (place - along) * vx - sy + inner * (ux - vx)
    cross = ux * vy - uy * vx
    return (dx * vy - dy * vx) / cross, (ux * dy - uy * dx) / cross


def _corner(onset: Onset, start: Stance, wheel: int) -> Point:
    half = onset.here.width // 2
    return from_frame((half if wheel > 0 else -half, 0), start.front, start.facing)


def _free_way(onset: Onset, wheel: int, before: int, after: int) -> tuple[Stance, ...] | None:
    first = onset.ahead(max(0, before))
    corner = _corner(onset, first, wheel)
    wheeled = turned(first, veered(first.facing, wheel), corner)
    end = shifted(wheeled, wheeled.facing, max(0, after))
    if onset.flies:
        return (onset.start, first, wheeled, end)
    if not onset.leg_is_free(wheeled, after):
        return None
    target = [onset.there.block]
    if before > 0:
        leg = swept(onset.start, onset.here, onset.start.facing, before)
        if overlaps_any(leg, onset.bars) or overlaps_any(leg, target):
            return None
    for angle in range(SWING_STEP, abs(wheel) + SWING_STEP, SWING_STEP):
        step = min(angle, abs(wheel)) * (1 if wheel > 0 else -1)
        block = onset.block(turned(first, veered(first.facing, step), corner))
        if overlaps_any(block, onset.bars) or overlaps_any(block, target, TOUCH):
            return None
    return (onset.start, first, wheeled, end)
