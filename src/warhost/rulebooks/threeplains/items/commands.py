"""Magical commands: what numbers cannot say of banners and standards.  [tp.magic.items.commands]"""

from __future__ import annotations

from warhost.engine.tally import Tally

from ..bodies import figure
from ..events import ItemUsed
from ..fighting.contact import fighting
from ..magic.book import title
from ..moving.groups import outermost
from ..setting import Fight
from ..special.specials import special
from ..wounds.hits import Attack
from .losing import lose_item

TORCH = "tp.item.command.undying_torch_of_hope"
EXCELLENCE = "tp.item.command.standard_of_excellence"
DEMON_SKULL = "tp.item.command.demon_skull_banner"
ETERNAL_WAR = "tp.item.command.banner_of_eternal_war"
SKULL_TURNS = 3


@special(TORCH, on="stress in all")
def undying_torch_of_hope(fight: Fight, number: int, kind: str, tally: Tally) -> None:
    """Half the dice in a break check; who lost a combat is seen from all of them.

    [tp.item.command.undying_torch_of_hope]
    """
    if kind == "break":
        tally.divide(2, TORCH, title(TORCH))


@special(EXCELLENCE, on="passes")
def standard_of_excellence(fight: Fight, bearer: int, kind: str) -> bool | None:
    """Deviancy and bravery need no roll, break checks do.  [tp.item.command.standard_of_excellence]"""
    if kind == "break":
        return None
    fight.tell(ItemUsed(EXCELLENCE, outermost(fight, bearer), EXCELLENCE))
    return True


@special(DEMON_SKULL, on="start of turn")
def demon_skull_banner(fight: Fight, number: int) -> None:
    """Its power is gone when the fourth turn begins.  [tp.item.command.demon_skull_banner]"""
    if fight.state.turn > SKULL_TURNS and DEMON_SKULL in figure(fight, number).items:
        lose_item(fight, number, DEMON_SKULL, DEMON_SKULL)


@special(ETERNAL_WAR, on="to hit")
def banner_of_eternal_war(fight: Fight, attack: Attack, tally: Tally) -> None:
    """One better in the first round of every combat.  [tp.item.command.banner_of_eternal_war]"""
    if attack.kind != "melee":
        return
    own, foe = outermost(fight, attack.by), outermost(fight, attack.target)
    if any(contact.foe(own) == foe and not contact.rounds for contact in fighting(fight, own)):
        tally.add(-1, ETERNAL_WAR, title(ETERNAL_WAR))
