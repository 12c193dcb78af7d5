"""Items that lose their magic for good, and life points that come and go with items."""

from __future__ import annotations

from ..events.items import ItemLost
from ..magic.bearing import carried, commands_beside, lift, loans
from ..setting import Fight
from ..state import NEVER, NOBODY, Number


def lose_item(fight: Fight, bearer: Number, item: str, rule: str) -> None:
    """What it has given him and those with him goes with it; what it has done to enemies stays done."""
    pieces = fight.state.pieces
    pieces[bearer].used += (item,)
    for effect in [one for one in fight.state.effects if one.caster == bearer and one.target != NOBODY]:
        own = pieces[effect.target].side == pieces[bearer].side
        if own and effect.source.partition("/")[0] == item:
            lift(fight, effect)
    fight.tell(ItemLost(rule, bearer, item))
    settle_life(fight)


def life_lent(fight: Fight, number: Number) -> int:
    """The life points that its own items and the commands beside it give it.  [tp.magic.items.commands]"""
    beside = commands_beside(fight, number) if fight.setting.bannered else ()
    return sum(loans.life.get(item, 0) for item in dict.fromkeys((*carried(fight, number), *beside)))


def settle_life(fight: Fight) -> None:
    """A life point that an item gives goes with it: the most that its bearer can have sinks, what he has only if it
    is more than that. If the item comes back to life, so does the room for the point alone.

    [tp.magic.items]
    """
    bannered = fight.setting.bannered
    for number, piece in fight.state.numbered():
        if not bannered and not fight.setting.figures[piece.figure].items:
            continue
        lent = life_lent(fight, number)
        if piece.lent == NEVER:
            piece.vigour += lent
        elif lent != piece.lent:
            piece.hurt = max(0, piece.hurt + lent - piece.lent)
            piece.vigour += lent - piece.lent
        piece.lent = lent
