"""Who is feared, and who is terrible.  [reg.sr.fear] [reg.sr.terror] [reg.lore.dusk.mantle]"""

from __future__ import annotations

from ..nature import anybody_has, has, nature
from ..setting import Fight

FEAR, TERROR, MANTLE = "reg.sr.fear", "reg.sr.terror", "reg.lore.dusk.mantle"


def causes_fear(fight: Fight, number: int) -> bool:
    return anybody_has(fight, number, FEAR) or MANTLE in nature(fight, number)


def causes_terror(fight: Fight, number: int) -> bool:
    """A mantle of dread makes what is feared terrible."""
    if anybody_has(fight, number, TERROR):
        return True
    return MANTLE in nature(fight, number) and has(fight, number, FEAR)
