"""Who defends a wall, a bank or a ford, and what that is worth.  [mis.add.obstacles]"""

from __future__ import annotations

from warhost.engine.field.shapes import inside, near, oblong, overlap

from ..bodies import body, lie, troop
from ..land.ground import Laid
from ..library import MM
from ..setting import Fight
from ..state import NOBODY, Melee

AT_HAND = 5 * MM


def defended_by(fight: Fight, attacker: int, defender: int) -> int:
    """The obstacle behind which the one who was contacted stands, seen from his enemy."""
    lie_, front = lie(fight), body(fight, attacker)
    rank = oblong(front.front, front.facing, front.width, front.base[1])
    theirs = body(fight, defender)
    for ground in lie_.all:
        kind = ground.kind
        if not kind.defender or troop(fight, defender).special:
            continue
        if (
            kind.line
            and near(ground.shape, rank, AT_HAND)
            and any(near(ground.shape, p, AT_HAND) for p in theirs.parts)
        ):
            return ground.index
        if not kind.line and overlap(ground.shape, rank) and not _in(ground, fight, defender):
            carried = [way for way in ground.ways if inside(way.shape, rank)]
            return carried[0].index if carried and carried[0].kind.defender else ground.index
    return NOBODY


def _in(ground: Laid, fight: Fight, number: int) -> bool:
    """Whether his front rank stands in the water, not merely on the bank."""
    one = body(fight, number)
    return overlap(ground.shape, oblong(one.front, one.facing, one.width, one.base[1]))


def obstacle(fight: Fight, melee: Melee) -> Laid | None:
    return None if melee.behind == NOBODY else lie(fight).all[melee.behind]
