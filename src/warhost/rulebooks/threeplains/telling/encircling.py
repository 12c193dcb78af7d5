"""Where the models of a unit stand that has closed round its victim: one behind the other along its outline."""

from __future__ import annotations

from warhost.engine.field.compass import RIGHT_ANGLE, ahead, from_frame
from warhost.engine.field.shapes import Shape, oblong

from ..bodies import Body, body, figure, strength
from ..setting import Fight


def ring_bases(fight: Fight, number: int) -> list[Shape]:
    """Ring by ring from the inside, all looking at the victim; the last ring may be thin."""
    victim, base = body(fight, fight.state.pieces[number].ring), figure(fight, number).base
    left, ring, found = strength(fight, number), 1, list[Shape]()
    while left > 0:
        spots = list(_spots(victim, base, ring))
        taken = min(left, len(spots))
        found += [spots[index * len(spots) // taken] for index in range(taken)]
        left, ring = left - taken, ring + 1
    return found


def _spots(victim: Body, base: tuple[int, int], ring: int) -> list[Shape]:
    """All places of one ring, side by side along the four sides and round the corners."""
    wide, deep = base
    inner = (ring - 1) * deep
    spots: list[Shape] = []
    sizes = [(victim.width, victim.depth), (victim.depth, victim.width)] * 2
    for side, (along, out) in enumerate(sizes):
        room = along + 2 * inner + deep  # up to the corner, which belongs to one of the two sides
        places = max(1, room // wide)
        facing = victim.facing + side * RIGHT_ANGLE
        middle = ahead(victim.middle, facing, out // 2 + inner)
        for place in range(places):
            across = -(room - deep) // 2 + (2 * place + 1) * room // (2 * places)
            front = from_frame((across, 0), middle, facing)
            spots.append(oblong(front, facing + 2 * RIGHT_ANGLE, wide, deep))
    return spots
