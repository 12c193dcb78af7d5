"""Items whose harm comes later or to many: bleeding, pox, poison in the air, stored lightning, a stolen soul.

[tp.magic.items.weapon] [tp.magic.items.enchanted]
"""

from __future__ import annotations

from msgspec import structs

from ..bodies import figure, life_of, on_table
from ..choosing import one_of
from ..dice import roll
from ..events.items import ItemStirred, ItemUsed
from ..events.spells import Enchanted
from ..fighting.blows import Blow
from ..figure import inches
from ..magic.bearing import effects_on, lay, lift
from ..magic.book import book, title
from ..magic.lending import lent
from ..magic.naming import naming
from ..magic.targets import Casting, reach
from ..magic.verbs import Gift
from ..magic.working import does, keeps_nerve
from ..setting import Fight
from ..special import specials
from ..special.living import alive
from ..special.poison import poison
from ..special.specials import Moment
from ..state import NEVER, Effect, Number, opponent
from ..wounds.hits import Attack, killed, strike
from .growing import grow, grown
from .oblivion import drop_dead, setting_free, take_life
from .odd_blows import but_for_the_first
from .shelf import ITEMS
from .weapons import in_contact

GOUGER = "tp.item.weapon.crimson_gouger"
SERPENT_SPEAR = "tp.item.weapon.serpent_spear"
MACE = "tp.item.weapon.lightning_mace"
PENDENT = "tp.item.enchanted.poxed_pendent"
BLACK_DEMON = "tp.item.armour.armour_of_the_black_demon"
BLEEDING, POX, SATED = f"{GOUGER}/bleeding", f"{PENDENT}/pox", f"{BLACK_DEMON}/sated"
CLOUD, CLOUD_LEVEL = inches(3), 3
CHARGES_ON, TOO_MUCH = 6, 12
POX_TAKES, POX_KILLS, NO_FACE = 11, 5, 6
ON_TABLE = ("standing", "within")

for _source, _item in ((BLEEDING, "crimson_gouger"), (POX, "poxed_pendent"), (SATED, "armour_of_the_black_demon")):
    lent(_source, ITEMS[_item].title, Gift(), ITEMS[_item].rule)
    book.titles[_source] = ITEMS[_item].title


def _stricken(fight: Fight, number: Number, source: str) -> bool:
    return any(effect.source == source for effect in effects_on(fight, number))


# --- wounds that do not close --------------------------------------------------------------------------------


@specials.wounded_with(GOUGER)
def crimson_gouger(fight: Fight, attack: Attack, fallen: int) -> None:
    """Whoever has lost life points to it and lives bleeds from now on.  [tp.item.weapon.crimson_gouger]"""
    piece = fight.state.pieces[attack.target]
    if not attack.taken or piece.fate == "slain" or not piece.hurt:
        return
    if not _stricken(fight, attack.target, BLEEDING):
        side = fight.state.pieces[attack.by].side
        lay(fight, Effect(BLEEDING, attack.by, attack.target, side, NEVER))
        fight.tell(Enchanted(GOUGER, attack.target, GOUGER))


@specials.start_of_turn(BLEEDING)
def bleed(fight: Fight, number: Number) -> None:
    """D3 life points of the one model, until it is dead.  [tp.item.weapon.crimson_gouger]"""
    piece = fight.state.pieces[number]
    wound = next(one for one in effects_on(fight, number) if one.source == BLEEDING)
    if piece.hurt or piece.lone:
        points = roll(fight, "D3", "bleeding", GOUGER, opponent(piece.side))
        take_life(fight, {number: min(points, life_of(fight, number) - piece.hurt)}, GOUGER, wound.caster)
    if not piece.hurt and not piece.lone:
        lift(fight, wound)


# --- the pox -------------------------------------------------------------------------------------------------


@specials.start_of_turn(PENDENT)
def poxed_pendent(fight: Fight, wearer: Number) -> None:
    """Its wearer dies on 11 or 12.  [tp.item.enchanted.poxed_pendent]"""
    if roll(fight, "2D6", "pox", PENDENT, fight.state.pieces[wearer].side) >= POX_TAKES:
        fight.tell(ItemUsed(PENDENT, wearer, PENDENT))
        drop_dead(fight, wearer, PENDENT)


@specials.any_turn(PENDENT)
@specials.start_of_combat(PENDENT)
def infect(fight: Fight, wearer: Number) -> None:
    """Living enemy characters who have come into contact with him catch it, before blows and before any turn.

    [tp.item.enchanted.poxed_pendent]
    """
    for target in in_contact(fight, wearer):
        victim = figure(fight, target).category == "character" and alive(fight, target)
        if victim and not _stricken(fight, target, POX):
            lay(fight, Effect(POX, wearer, target, fight.state.pieces[wearer].side, NEVER))
            fight.tell(Enchanted(PENDENT, target, PENDENT))


@specials.start_of_turn(POX)
def die_of_pox(fight: Fight, number: Number) -> None:
    """On the 5 of a D5, whoever gave it to him and wherever that one is.  [tp.item.enchanted.poxed_pendent]"""
    side = fight.state.pieces[number].side
    while (face := fight.die(6, "pox", PENDENT, side)) == NO_FACE:
        pass
    if face == POX_KILLS:
        drop_dead(fight, number, PENDENT)


# --- poison in the air ---------------------------------------------------------------------------------------


@specials.moments(SERPENT_SPEAR)
def serpent_spear(fight: Fight, bearer: Number, moment: Moment) -> None:
    """D3 hits of poison on every enemy piece within 3 inches.  [tp.item.weapon.serpent_spear]"""
    piece = fight.state.pieces[bearer]
    if moment != "combat over" or piece.fate not in ON_TABLE:
        return
    near = [enemy for enemy in on_table(fight, opponent(piece.side)) if reach(fight, bearer, enemy) <= CLOUD]
    with setting_free(fight, near):
        for enemy in near:
            hits = roll(fight, "D3", "poison in the air", SERPENT_SPEAR, piece.side)
            strike(fight, Attack(enemy, hits, "magic", SERPENT_SPEAR, bearer, venom=CLOUD_LEVEL))


@specials.wounded_with(SERPENT_SPEAR)
def breathe_poison(fight: Fight, attack: Attack, fallen: int) -> None:
    """Its blows are not poisoned.  [tp.item.weapon.serpent_spear] [tp.trait.poison]"""
    if attack.kind == "magic":
        poison(fight, attack, fallen, attack.venom)


# --- lightning -----------------------------------------------------------------------------------------------


@specials.start_of_turn(MACE)
def lightning_mace(fight: Fight, bearer: Number) -> None:
    """2D6: from 6 on it is charged once more; on a 12 all of it strikes its bearer.

    [tp.item.weapon.lightning_mace]
    """
    side = fight.state.pieces[bearer].side
    rolled = roll(fight, "2D6", "lightning", MACE, side)
    if rolled == TOO_MUCH:
        attack = Attack(bearer, 1, "melee", MACE, top=figure(fight, bearer).blows[0].damage)
        with setting_free(fight, [bearer]):
            strike(fight, _with_charges(fight, bearer, attack))
    elif rolled >= CHARGES_ON:
        fight.tell(ItemStirred(MACE, bearer, MACE, grow(fight, bearer, MACE, 1)))


@specials.hit_by_hit(MACE)
def discharge(attacks: list[Attack], fight: Fight, blow: Blow) -> list[Attack]:
    """The first hit has all that is stored.  [tp.item.weapon.lightning_mace]"""
    bearer = blow.member
    if not grown(fight, bearer, MACE):
        return attacks
    return but_for_the_first(attacks, MACE, lambda first: _with_charges(fight, bearer, first))


def _with_charges(fight: Fight, bearer: Number, attack: Attack) -> Attack:
    """Each takes 1 off toughness and adds 1 to the damage range; then the store is empty."""
    charges = grown(fight, bearer, MACE)
    grow(fight, bearer, MACE, -charges)
    return structs.replace(attack, toughness=attack.toughness + charges, top=attack.top + charges)


# --- a soul --------------------------------------------------------------------------------------------------


def _souls(fight: Fight, wearer: Number) -> list[Number]:
    """The enemy characters in contact with him."""
    return [one for one in in_contact(fight, wearer) if figure(fight, one).category == "character"]


@naming.fits(BLACK_DEMON, "has no enemy character in contact, or has stolen a soul already")
def hungry(fight: Fight, wearer: Number) -> bool:
    """Once in a battle.  [tp.item.armour.armour_of_the_black_demon]"""
    return not _stricken(fight, wearer, SATED) and bool(_souls(fight, wearer))


@naming.names(BLACK_DEMON)
def whose_soul(fight: Fight, casting: Casting) -> Casting:
    souls, text = _souls(fight, casting.caster), "Whose soul does {who} steal, if he fails his check?"
    about = title(BLACK_DEMON)
    target = one_of(fight, casting.side, "whose soul is stolen", souls, BLACK_DEMON, text, about)
    return structs.replace(casting, target=target)


@does(BLACK_DEMON)
def armour_of_the_black_demon(fight: Fight, casting: Casting) -> None:
    """Who fails a deviancy check is dead.  [tp.item.armour.armour_of_the_black_demon]"""
    lay(fight, Effect(SATED, casting.caster, casting.caster, casting.side, NEVER))
    if not keeps_nerve(fight, casting.target, BLACK_DEMON):
        drop_dead(fight, casting.target, BLACK_DEMON)
        killed(fight, casting.caster, casting.target, 1)
