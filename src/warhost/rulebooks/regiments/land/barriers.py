"""Walls, fences and hedges: who is lined up behind one.  [reg.terrain.obstacle]"""

from __future__ import annotations

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Point, to_frame
from warhost.engine.field.shapes import gap, overlap

from ..bodies import body
from ..measures import INCH, TIE
from ..setting import Fight


def lined_up(fight: Fight, number: int) -> bool:
    """Whether more than half of its front rank stands within an inch of a barrier that is before it."""
    barriers = fight.setting.land(fight.state.terrain).barriers
    if not barriers:
        return False
    one = body(fight, number)
    front = one.bases[: one.files]
    for ground in barriers:
        if overlap(ground.shape, one.block):
            continue  # it rests across it
        near = sum(gap(base, ground.shape) <= INCH + TIE and _ahead(one, ground.shape.centre) for base in front)
        if 2 * near > len(front):
            return True
    return False


def _ahead(one: Body, point: Point) -> bool:
    return to_frame(point, one.front, one.facing)[1] > 0
