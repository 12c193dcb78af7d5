"""Models that have closed round an oblong: ring by ring along its outline."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import RIGHT_ANGLE, ahead, from_frame, opposite, veered
from warhost.engine.field.shapes import Shape, oblong
from warhost.engine.field.zones import Oblong


def ring_bases(box: Oblong, base: tuple[int, int], models: int) -> tuple[Shape, ...]:
    """Ring by ring from the inside, all looking inwards; the last ring may be thin.

    >>> [base.centre for base in ring_bases(Oblong((0, 500), 0, 1000, 1000), (1000, 1000), 4)]
    [(0, 1000), (1000, 0), (0, -1000), (-1000, 0)]
    """
    ring, found = 1, list[Shape]()
    while len(found) < models:
        spots = list(_spots(box, base, ring))
        taken = min(models - len(found), len(spots))
        found += [spots[index * len(spots) // taken] for index in range(taken)]
        ring += 1
    return tuple(found)


def _spots(box: Oblong, base: tuple[int, int], ring: int) -> Iterator[Shape]:
    """All places of one ring, side by side along the four sides and round the corners."""
    wide, deep = base
    inner = (ring - 1) * deep
    centre = ahead(box.front, box.facing, -(box.depth // 2))
    sizes = [(box.width, box.depth), (box.depth, box.width)] * 2
    for side, (along, out) in enumerate(sizes):
        room = along + 2 * inner + deep  # up to the corner, which belongs to one of the two sides
        places = max(1, room // wide)
        facing = veered(box.facing, side * RIGHT_ANGLE)
        middle = ahead(centre, facing, out // 2 + inner)
        for place in range(places):
            across = -(room - deep) // 2 + (2 * place + 1) * room // (2 * places)
            front = from_frame((across, 0), middle, facing)
            yield oblong(front, opposite(facing), wide, deep)
