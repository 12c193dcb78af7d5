"""Walls, fences and hedges: who is lined up behind one.  [reg.terrain.obstacle]"""

from __future__ import annotations

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Point, to_frame
from warhost.engine.field.shapes import gap, overlap

from ..bodies import body
from ..measures import INCH, TIE
from ..setting import Fight, Ground


def lined_up(fight: Fight, number: int) -> bool:
    """Whether it stands behind a barrier."""
    barriers = fight.setting.land(fight.state.terrain).barriers
    return any(stands_behind(body(fight, number), ground) for ground in barriers)


def stands_behind(one: Body, ground: Ground) -> bool:
    """Whether more than half of its front rank stands within an inch of a barrier that is before it."""
    if rests_across(one, ground):
        return False
    front = one.bases[: one.files]
    near = sum(gap(base, ground.shape) <= INCH + TIE and _ahead(one, ground.shape.centre) for base in front)
    return 2 * near > len(front)


def rests_across(one: Body, ground: Ground) -> bool:
    return overlap(ground.shape, one.block)


def _ahead(one: Body, point: Point) -> bool:
    return to_frame(point, one.front, one.facing)[1] > 0
