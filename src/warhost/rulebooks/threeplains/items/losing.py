"""Items that lose their magic for good, and life points that come and go with items."""

from __future__ import annotations

from ..events import ItemLost
from ..magic.bearing import carried, commands_beside, loans
from ..setting import Fight
from ..state import NEVER


def lose_item(fight: Fight, bearer: int, item: str, rule: str) -> None:
    fight.state.pieces[bearer].used += (item,)
    fight.tell(ItemLost(rule, bearer, item))
    settle_life(fight)


def life_lent(fight: Fight, number: int) -> int:
    """The life points that its own items and the commands beside it give it.  [tp.magic.items.commands]"""
    beside = commands_beside(fight, number) if fight.setting.bannered else ()
    return sum(loans.life.get(item, 0) for item in dict.fromkeys((*carried(fight, number), *beside)))


def settle_life(fight: Fight) -> None:
    """A life point that an item gives goes with it: the most that its bearer can have sinks, what he has only if it
    is more than that. If the item comes back to life, so does the room for the point alone.

    [tp.magic.items]
    """
    bannered = fight.setting.bannered
    for number, piece in enumerate(fight.state.pieces):
        if not bannered and not fight.setting.figures[piece.figure].items:
            continue
        lent = life_lent(fight, number)
        if piece.lent == NEVER:
            piece.vigour += lent
        elif lent != piece.lent:
            piece.hurt = max(0, piece.hurt + lent - piece.lent)
            piece.vigour += lent - piece.lent
        piece.lent = lent
