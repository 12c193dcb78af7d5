"""Single dice by which something that somebody carries or casts succeeds or goes wrong.

They say what they need, so that whoever may throw a failed die again may throw these again as well.
[tp.item.enchanted.magic_dice] [tp.spell.harmony.flow_of_cohesion]
"""

from __future__ import annotations

from warhost.engine.dice import Throw

from ..setting import Fight
from ..state import Number
from .hands import rolling


def chance(fight: Fight, whose: Number, purpose: str, rule: str, least: int) -> int:
    """The face of his D6, with which he succeeds from `least` on."""
    side = fight.state.pieces[whose].side
    with rolling(fight, whose):
        (face,) = fight.throw(Throw(1, 6, purpose, rule, side, (least - 1,), need=least, over=True))
    return face


def danger(fight: Fight, whose: Number, purpose: str, rule: str, sides: int) -> int:
    """The face of his die, of which the highest goes wrong."""
    side, most = fight.state.pieces[whose].side, sides - 1
    with rolling(fight, whose):
        (face,) = fight.throw(Throw(1, sides, purpose, rule, side, (most,), need=most))
    return face
