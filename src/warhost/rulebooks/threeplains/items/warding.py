"""Items that keep spells and missiles off their bearers and those with them.  [tp.magic.items]"""

from __future__ import annotations

from msgspec import structs

from ..events.items import ItemStirred
from ..events.spells import Enchanted
from ..magic.bearing import lay, loans
from ..magic.book import book
from ..magic.chances import chance
from ..magic.lending import lent
from ..magic.targets import BLUE_RING, SPELLPROOF, Casting, keeps_spells_off, spellproof
from ..magic.verbs import Gift
from ..magic.working import end_of
from ..missiles.aiming import attracts
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..special.riding import mounted
from ..state import NOBODY, Effect, Number
from ..wounds.hits import Attack
from .shelf import ITEMS

WHITE_DRAGONS = ("tp.item.armour.heavy_white_dragon", "tp.item.armour.light_white_dragon")
SHADOWS = "tp.item.enchanted.cloak_of_shadows"
SKY_BLADE = "tp.item.weapon.great_sky_blade"
MIRROR = "tp.item.armour.mirror_shield"
MIRRORS_ON = 4
PROOF_ON = 4

lent(f"{BLUE_RING}/proof", ITEMS["ergos_blue_ring"].title, Gift(traits=(SPELLPROOF,)), BLUE_RING)
book.titles[f"{BLUE_RING}/proof"] = ITEMS["ergos_blue_ring"].title


@specials.stops_spells(*WHITE_DRAGONS)
def white_dragon(fight: Fight, wearer: Number, casting: Casting) -> str:
    """On a high face an enemy spell at its wearer's piece is undone; friends may cast what they like.

    [tp.item.armour.heavy_white_dragon] [tp.item.armour.light_white_dragon]
    """
    (item,) = (
        one for one in fight.setting.figures[fight.state.pieces[wearer].figure].items if one in WHITE_DRAGONS
    )
    face = chance(fight, wearer, "white dragon", item, loans.undoes[item])
    fight.tell(ItemStirred(item, wearer, item, face))
    return item if face >= loans.undoes[item] else ""


@specials.start_of_turn(BLUE_RING)
def ergos_blue_ring(fight: Fight, bearer: Number) -> None:
    """On 4 or more no enemy spell works on him until his next turn, nor on those with whom he then is.

    [tp.item.enchanted.ergos_blue_ring]
    """
    side, host = fight.state.pieces[bearer].side, outermost(fight, bearer)
    if chance(fight, bearer, "blue ring", BLUE_RING, PROOF_ON) < PROOF_ON:
        return
    lay(fight, Effect(f"{BLUE_RING}/proof", bearer, bearer, side, end_of(fight, side, "own turn")))
    fight.tell(Enchanted(BLUE_RING, host, BLUE_RING))


@specials.stops_spells(SPELLPROOF)
def undone(fight: Fight, member: Number, casting: Casting) -> str:
    """[tp.item.enchanted.ergos_blue_ring]"""
    return BLUE_RING if keeps_spells_off(fight, member) else ""


@specials.absorbs(SPELLPROOF)
def no_spell_hits(attack: Attack, fight: Fight) -> Attack:
    """Spells at all who stand somewhere do not hit them either.  [tp.item.enchanted.ergos_blue_ring]"""
    spell = book.spells.get(attack.rule)  # of a discipline, or of an item that casts it
    if attack.by == NOBODY or spell is None or spell.plain:
        return attack
    proof = spellproof(fight, attack.target, fight.state.pieces[attack.by].side)
    return structs.replace(attack, hits=0) if proof else attack


@specials.turns_missiles(SHADOWS)
def hard_to_make_out(fight: Fight, member: Number) -> str | None:
    """Shots too, at one who walks alone: those at his group hit his group. Armour that draws all eyes undoes that.

    [tp.item.enchanted.cloak_of_shadows] [tp.item.armour.armour_of_attraction]
    """
    alone = outermost(fight, member) == member
    return SHADOWS if alone and not mounted(fight, member) and not attracts(fight, member) else None


@specials.turns_missiles(SKY_BLADE)
def great_sky_blade(fight: Fight, member: Number) -> str:
    """[tp.item.weapon.great_sky_blade]"""
    return SKY_BLADE


@specials.throws_back(MIRROR)
def mirror_shield(fight: Fight, bearer: Number, casting: Casting | None) -> str:
    """Missiles, on 4 or more.  [tp.item.armour.mirror_shield]"""
    if casting is not None:
        return ""
    face = chance(fight, bearer, "mirror", MIRROR, MIRRORS_ON)
    fight.tell(ItemStirred(MIRROR, bearer, MIRROR, face))
    return MIRROR if face >= MIRRORS_ON else ""
