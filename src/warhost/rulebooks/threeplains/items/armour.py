"""Magic armour and war paint: what numbers cannot say of them.  [tp.magic.items.armour]"""

from __future__ import annotations

from warhost.engine.tally import Tally

from ..bodies import figure
from ..figure import INCH
from ..machines.vermin import caged, let_out
from ..magic.bearing import carried
from ..magic.book import title
from ..setting import Fight
from ..special.riding import mount_of
from ..special.specials import special
from ..state import NOBODY
from ..wounds.hits import Attack
from .losing import lose_item
from .shelf import ITEMS

METERRION = "tp.item.armour.armour_of_meterrion"
GREMLIN_SHIELD = "tp.item.armour.gremlin_shield"
ONLY_ON = 6
OUT_ON = 6
PAINTS = tuple(item.rule for item in ITEMS.values() if item.slot == "body paint")


@special(METERRION, on="struck at")
def armour_of_meterrion(fight: Fight, attack: Attack, tally: Tally) -> None:
    """Only a 6 hits its wearer in combat.  [tp.item.armour.armour_of_meterrion]"""
    if attack.kind == "melee":
        tally.floor(ONLY_ON, METERRION, title(METERRION))


@special("unslowed", on="movement")
def unslowed(fight: Fight, number: int, tally: Tally) -> None:
    """Heavy armour gives back the inch that it took, not the agility.  [tp.armour.heavy.movement]"""
    if figure(fight, number).heavy and mount_of(fight, number) < 0:
        tally.add(INCH, "tp.armour.heavy.movement", "armour that weighs nothing")


@special(*PAINTS, on="wades")
def wash_off(fight: Fight, member: int) -> None:
    """Whoever has been in the water has no war paint any more.

    [tp.magic.items.warpaint] [tp.item.armour.war_paint_of_life] [tp.item.armour.magic_war_paint]
    [tp.item.armour.war_paint_of_mighty_oak] [tp.item.armour.jaguar_war_paint]
    """
    for item in carried(fight, member):
        if item in PAINTS:
            lose_item(fight, member, item, "tp.magic.items.warpaint")


@special(GREMLIN_SHIELD, on="start of turn")
def gremlin_shield(fight: Fight, number: int) -> None:
    """On a 6 a gremlin comes out of it.  [tp.item.armour.gremlin_shield]"""
    side = fight.state.pieces[number].side
    if caged(fight, number) != NOBODY and fight.die(6, "gremlin", GREMLIN_SHIELD, side, (OUT_ON - 1,)) == OUT_ON:
        let_out(fight, number, GREMLIN_SHIELD)
