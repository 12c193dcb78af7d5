"""Templates that are laid over the table: round ones and wedges, cut into sectors that score hits each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from warhost.engine.field.compass import (
    FULL_TURN,
    NORTH,
    RIGHT_ANGLE,
    Angle,
    Point,
    ahead,
    distance,
    from_frame,
    heading,
    of_degrees,
    rays,
    veered,
)
from warhost.engine.field.shapes import (
    SLACK,
    Shape,
    contains,
    convex,
    moved,
    overlap,
    point_gap,
    polygon,
    shared_area,
)

# A round template has a corner every 15 degrees.
CORNER_TURN = 1500
ROUNDNESS = 0.99  # of the radius lies within the polygon in every direction
DEEP = 5 * SLACK  # a corner so far inside a sector brings enough of its base under it
SECTORS = 5  # of a round template: the disc and four quarters of the ring
# Room for every turn of a handful of round templates.
TEMPLATES_KEPT = 500


class Sector(NamedTuple):
    """A part of a template and the hits it scores, such as "1" or "D2".

    A quarter of a ring is not convex: it is a quarter of the disc without the hole in it.
    """

    shape: Shape
    hits: str
    hole: Shape | None = None


def explosion(centre: Point, radius: int, inner: int, angle: Angle, hits: tuple[str, str]) -> list[Sector]:
    """A round template: the inner disc, and the ring around it in quarters, the first clockwise from the angle.

    The hits are those of the disc and those of each quarter.
    """
    x, y = centre
    heart, *ring = _round(radius, inner, angle)
    sectors = [Sector(moved(heart.shape, x, y), hits[0])]
    for quarter in ring:
        hole = moved(quarter.hole, x, y) if quarter.hole else None
        sectors.append(Sector(moved(quarter.shape, x, y), hits[1], hole))
    return sectors


@lru_cache(TEMPLATES_KEPT)
def _round(radius: int, inner: int, angle: Angle) -> tuple[Sector, ...]:
    """A round template at the origin, without hits."""
    heart = Sector(convex(_arc(inner, angle, FULL_TURN)[1:], (0, 0)), "")
    return heart, *[Sector(_quarter(radius, border), "", _quarter(inner, border)) for border in rays(4, angle)]


def _quarter(radius: int, angle: Angle) -> Shape:
    middle = ahead((0, 0), veered(angle, RIGHT_ANGLE // 2), radius // 2)
    return convex(((0, 0), *_arc(radius, angle, RIGHT_ANGLE)), middle)


def _arc(radius: int, angle: Angle, sweep: int) -> tuple[Point, ...]:
    return tuple([ahead((0, 0), veered(angle, step), radius) for step in range(0, sweep + 1, CORNER_TURN)])


def flame(front: Point, facing: Angle, length: int, narrow: int, wide: int, hits: Sequence[str]) -> list[Sector]:
    """A wedge with its small end at the front point, cut across into parts of equal length.

    The hits are those of the parts, from the small end on.
    """
    parts = len(hits)
    cuts = []
    for part in range(parts + 1):
        half = (narrow * (parts - part) + wide * part) // (2 * parts)
        y = length * part // parts
        cuts.append((from_frame((-half, y), front, facing), from_frame((half, y), front, facing)))
    return [
        Sector(polygon((far[0], far[1], near[1], near[0])), label)
        for near, far, label in zip(cuts[:-1], cuts[1:], hits, strict=True)
    ]


def area_under(sector: Sector, base: Shape) -> float:
    """How much of the base lies under the sector."""
    area = shared_area(sector.shape, base)
    return area - shared_area(sector.hole, base) if sector.hole else area


def covers(sector: Sector, base: Shape) -> bool:
    """Whether some of the base, and not only an edge, lies under the sector."""
    return overlap(sector.shape, base) and area_under(sector, base) > SLACK * SLACK


def sectors_over(sectors: Sequence[Sector], bases: Sequence[Shape]) -> list[Sector]:
    """The sectors with at least one of the bases under them."""
    return [sector for sector in sectors if _over_any(sector, bases)]


def _over_any(sector: Sector, bases: Sequence[Shape]) -> bool:
    """Of a base whose middle lies under the sector nothing has to be measured."""
    for base in bases:
        if contains(sector.shape, base.centre) and not (sector.hole and contains(sector.hole, base.centre)):
            return True
    return any(covers(sector, base) for base in bases)


def main_sector(sectors: Sequence[Sector], base: Shape) -> Sector | None:
    """The sector that covers most of the base, the first of equal ones; None if none covers it."""
    return max(sectors_over(sectors, [base]), key=lambda sector: area_under(sector, base), default=None)


def _surely_under(radius: int, inner: int, bases: Sequence[Shape]) -> tuple[bool, set[Angle]]:
    """However a round template at the origin is turned: whether the middle or a corner of a base lies well under
    the disc, and in which directions others lie well under the ring."""
    hit, ways = False, set[Angle]()
    for base in bases:
        for point in (base.centre, *base.points):
            far = distance((0, 0), point)
            if far < inner * ROUNDNESS - DEEP:
                hit = True
            elif inner + DEEP < far < radius * ROUNDNESS - DEEP:
                ways.add(heading((0, 0), point))
    return hit, ways


def _quarters_of(ways: set[Angle], angle: Angle, aside: int) -> set[int]:
    """The quarters of a ring turned so in which one of these directions lies, so far from their borders."""
    found = set()
    for way in ways:
        past = (way - angle) % RIGHT_ANGLE
        if aside <= past <= RIGHT_ANGLE - aside:
            found.add((way - angle) % FULL_TURN // RIGHT_ANGLE)
    return found


def fewest_sectors(centre: Point, radius: int, inner: int, bases: Sequence[Shape]) -> Angle:
    """The turn of a round template that leaves the fewest sectors with a base under them.

    Turns of whole degrees are tried, and the first of equal ones is taken.
    """
    x, y = centre
    near = [moved(base, -x, -y) for base in bases if point_gap(centre, base) < radius]
    heart = _round(radius, inner, NORTH)[0].shape
    least = len({contains(heart, base.centre) for base in near})  # the disc, or the ring, or both
    best, fewest = NORTH, SECTORS + 1
    hit, ways = _surely_under(radius, inner, near)
    aside = heading((0, 0), (DEEP, inner))
    for angle in map(of_degrees, range(90)):
        if hit + len(_quarters_of(ways, angle, aside)) >= fewest:
            continue
        found = len(sectors_over(_round(radius, inner, angle), near))
        if found < fewest:
            best, fewest = angle, found
        if found <= least:
            break
    return best


def outlines(sectors: Sequence[Sector]) -> tuple[tuple[Point, ...], ...]:
    """What is drawn of a template, sector by sector."""
    return tuple([sector.shape.points for sector in sectors])
