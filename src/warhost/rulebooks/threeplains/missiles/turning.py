"""Missiles that what somebody carries turns astray, or throws back at those who shot them.  [tp.magic.items]"""

from __future__ import annotations

from msgspec import structs

from ..bodies import figure
from ..events.items import ItemUsed
from ..magic.bearing import nature, rated
from ..morale.checks import members
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Number
from ..wounds.hits import ALL, Attack


def turned_by(fight: Fight, target: Number) -> str:
    """The item of somebody in a piece by which hits on it are thrown once more."""
    if not fight.setting.enchanted or target == NOBODY:
        return ""
    items = (specials.turns_missiles.first(nature(fight, one), fight, one) for one in members(fight, target))
    return next(filter(None, items), "")


def tell_turned(fight: Fight, target: Number) -> None:
    """Whoever had to throw his hits again has seen what made him."""
    if item := turned_by(fight, target):
        fight.tell(ItemUsed(item, target, item))


def thrown_back(fight: Fight, struck: Number) -> bool:
    """Whether all hits of one kind of shooters on a piece go back to them."""
    if not fight.setting.enchanted:
        return False
    everybody = members(fight, struck)
    return any(any(specials.throws_back.replies(nature(fight, one), fight, one, None)) for one in everybody)


def returned(fight: Fight, attack: Attack, shooter: Number) -> Attack:
    """The same missiles with all that they do, on those who shot them; poison too.  [tp.trait.poison]"""
    poisoned = attack.sting or not figure(fight, attack.by).stings
    venom = max(attack.venom, rated(fight, attack.by, "poison") if poisoned else 0)
    return structs.replace(attack, target=shooter, by=NOBODY, most=ALL, venom=venom)
