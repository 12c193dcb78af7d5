"""Magic armour and war paint: what numbers cannot say of them.  [tp.magic.items.armour]"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from warhost.engine.tally import Tally

from ..bodies import figure
from ..events.items import ItemStirred
from ..figure import INCH
from ..machines.vermin import caged, let_out
from ..magic.bearing import carried, nature
from ..magic.book import title
from ..magic.chances import chance
from ..setting import Fight
from ..special import specials
from ..special.riding import mount_of
from ..state import NOBODY, Number
from ..wounds.hits import Attack, Due, strike
from .growing import grow, grown
from .losing import lose_item
from .oblivion import setting_free
from .shelf import ITEMS

METERRION = "tp.item.armour.armour_of_meterrion"
GREMLIN_SHIELD = "tp.item.armour.gremlin_shield"
OAK_HELMET = "tp.item.armour.oak_helmet"
ENERGY = "tp.item.armour.armour_of_energy"
TITAN = "tp.item.armour.titan_armour"
PIERCING: Mapping[str, int] = {OAK_HELMET: 5, TITAN: 2}
"""What all hits of their wearers take off toughness."""
ONLY_ON = 6
GREMLIN_ON = 1
OVERLOADED = 25
OUT_ON = 6
PAINTS = tuple(item.rule for item in ITEMS.values() if item.slot == "body paint")


@specials.struck_at(METERRION)
def armour_of_meterrion(fight: Fight, attack: Attack, tally: Tally) -> None:
    """Only a 6 hits its wearer in combat.  [tp.item.armour.armour_of_meterrion]"""
    if attack.kind == "melee":
        tally.floor(ONLY_ON, METERRION, title(METERRION))


@specials.damage(*PIERCING)
def hard_missiles(attack: Attack, fight: Fight) -> Attack:
    """What they do to blows they do to missiles too.  [tp.item.armour.oak_helmet] [tp.item.armour.titan_armour]"""
    for item in carried(fight, attack.by) if attack.kind == "missile" else ():
        if more := PIERCING.get(item, 0):
            due = (*attack.due, Due(item, title(item), toughness=more))
            attack = structs.replace(attack, toughness=attack.toughness + more, due=due)
    return attack


@specials.start_of_combat(TITAN)
def titan_armour(fight: Fight, wearer: Number) -> None:
    """On a 1 a gremlin gets into it; each that is in it hits its wearer in every combat phase.

    [tp.item.armour.titan_armour]
    """
    came = (
        fight.die(6, "gremlins in the armour", TITAN, fight.state.pieces[wearer].side, (GREMLIN_ON,)) == GREMLIN_ON
    )
    gremlins = grow(fight, wearer, TITAN, 1) if came else grown(fight, wearer, TITAN)
    if gremlins:
        fight.tell(ItemStirred(TITAN, wearer, TITAN, gremlins))
        with setting_free(fight, [wearer]):
            strike(fight, Attack(wearer, gremlins, "melee", TITAN))


@specials.was_hit(OAK_HELMET)
def oak_helmet(fight: Fight, attack: Attack) -> None:
    """It burns as soon as fire hits its wearer.  [tp.item.armour.oak_helmet]"""
    if attack.fire:
        lose_item(fight, attack.target, OAK_HELMET, OAK_HELMET)


@specials.absorbs(ENERGY)
def armour_of_energy(attack: Attack, fight: Fight) -> Attack:
    """It swallows every hit, the last one too, until the dice for them come to 25.

    [tp.item.armour.armour_of_energy]
    """
    if not attack.hits or ENERGY not in carried(fight, attack.target):
        return attack
    wearer, hits, total = attack.target, attack.hits, grown(fight, attack.target, ENERGY)
    while hits and total < OVERLOADED:
        face = fight.die(6, "energy", ENERGY, fight.state.pieces[wearer].side)
        hits, total = hits - 1, grow(fight, wearer, ENERGY, face)
    fight.tell(ItemStirred(ENERGY, wearer, ENERGY, total))
    if total >= OVERLOADED:
        lose_item(fight, wearer, ENERGY, ENERGY)
    return structs.replace(attack, hits=hits)


@specials.movement("unslowed")
def unslowed(fight: Fight, number: Number, tally: Tally) -> None:
    """Heavy armour gives back the inch that it took, not the agility; once, if a spell lifts its weight as well.

    [tp.armour.heavy.movement] [tp.spell.base.swiftness] [tp.spell.white.good_luck]
    """
    lifted = "unburdened" in nature(fight, number)
    if figure(fight, number).heavy and mount_of(fight, number) == NOBODY and not lifted:
        tally.add(INCH, "tp.armour.heavy.movement", "armour that weighs nothing")


@specials.wades(*PAINTS)
def wash_off(fight: Fight, member: Number) -> None:
    """Whoever has been in the water has no war paint any more.

    [tp.magic.items.warpaint] [tp.item.armour.war_paint_of_life] [tp.item.armour.magic_war_paint]
    [tp.item.armour.war_paint_of_mighty_oak] [tp.item.armour.jaguar_war_paint]
    """
    for item in carried(fight, member):
        if item in PAINTS:
            lose_item(fight, member, item, "tp.magic.items.warpaint")


@specials.start_of_turn(GREMLIN_SHIELD)
def gremlin_shield(fight: Fight, number: Number) -> None:
    """On a 6 a gremlin comes out of it.  [tp.item.armour.gremlin_shield]"""
    if caged(fight, number) != NOBODY and chance(fight, number, "gremlin", GREMLIN_SHIELD, OUT_ON) == OUT_ON:
        let_out(fight, number, GREMLIN_SHIELD)
