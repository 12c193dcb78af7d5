"""Shields that throw spells back at those who cast them.  [tp.magic.items.armour]"""

from __future__ import annotations

from collections.abc import Mapping

from ..events.items import ItemStirred
from ..magic.bearing import carried
from ..magic.chances import chance
from ..magic.targets import Casting
from ..setting import Fight
from ..special import specials
from ..state import Number

SECOND, THIRD = "tp.item.armour.second_spell_shield", "tp.item.armour.third_spell_shield"
BACK_ON: Mapping[str, int] = {SECOND: 4, THIRD: 5}


@specials.throws_back(SECOND, THIRD)
def spell_shield(fight: Fight, bearer: Number, casting: Casting | None) -> str:
    """[tp.item.armour.second_spell_shield] [tp.item.armour.third_spell_shield]"""
    if casting is None:
        return ""
    item = next(one for one in carried(fight, bearer) if one in BACK_ON)
    face = chance(fight, bearer, "spell shield", item, BACK_ON[item])
    fight.tell(ItemStirred(item, bearer, item, face))
    return item if face >= BACK_ON[item] else ""
