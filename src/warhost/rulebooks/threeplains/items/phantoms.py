"""A cloak through which plain weapons and whole armies pass, and armour at which everybody has to shoot.

[tp.magic.items.enchanted] [tp.magic.items.armour]
"""

from __future__ import annotations

from msgspec import structs

from ..bodies import enemies, figure
from ..events.items import ItemUsed
from ..events.spells import Enchanted
from ..land.sense import sees
from ..magic.bearing import lay, untouched
from ..magic.book import book
from ..magic.lending import lent
from ..magic.spells.destruction import INFERNO
from ..magic.verbs import Gift
from ..missiles.aiming import armed
from ..morale.checks import deviancy
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..special.living import NOT_ALIVE
from ..special.specials import Doom
from ..state import NOBODY, Effect, Number
from ..wounds.hits import Attack
from .shelf import ITEMS
from .weapons import coated

CLOAK = "tp.item.enchanted.phantom_cloak"
ATTRACTION = "tp.item.armour.armour_of_attraction"
DRAWN = f"{ATTRACTION}/drawn"
MAGICAL = ("tp.item.", "tp.spell.")

lent(DRAWN, ITEMS["armour_of_attraction"].title, Gift(marks=("shoots at that one",)), ATTRACTION)
book.titles[DRAWN] = ITEMS["armour_of_attraction"].title


# --- the cloak -----------------------------------------------------------------------------------------------


def _unholy(fight: Fight, number: Number) -> bool:
    """Demons and undead.  [tp.item.enchanted.phantom_cloak]"""
    return number != NOBODY and any(trait in NOT_ALIVE for trait in figure(fight, number).traits)


@specials.absorbs(CLOAK)
def phantom_cloak(attack: Attack, fight: Fight) -> Attack:
    """Nothing without magic harms its wearer; demons and undead strike him as they strike others.

    [tp.item.enchanted.phantom_cloak]
    """
    plain = attack.kind in ("melee", "missile") and not _magical(fight, attack)
    if not plain or not attack.hits or (attack.kind == "melee" and _unholy(fight, attack.by)):
        return attack
    fight.tell(ItemUsed(CLOAK, attack.target, CLOAK))
    return structs.replace(attack, hits=0)


def _magical(fight: Fight, attack: Attack) -> bool:
    """Whether it is made with a magic weapon, be it one that a spell or blood has made so.

    [tp.spell.destruction.inferno_charge] [tp.item.weapon.wyverns_blood]
    """
    burning = any(due.rule == INFERNO for due in attack.due)
    return burning or attack.rule.startswith(MAGICAL) or coated(fight, attack)


@specials.averts(CLOAK)
def passes_through_him(fight: Fight, wearer: Number, doom: Doom) -> bool:
    """Under the feet of all but demons and undead.  [tp.item.enchanted.phantom_cloak] [tp.move.marchover]"""
    if doom.what != "trodden down" or _unholy(fight, doom.by):
        return False
    fight.tell(ItemUsed(CLOAK, wearer, CLOAK))
    return True


# --- the armour ----------------------------------------------------------------------------------------------


@specials.any_turn(ATTRACTION)
def armour_of_attraction(fight: Fight, wearer: Number) -> None:
    """As an enemy turn begins: whoever can shoot and sees its wearer, and loses his head, has to shoot at him.

    [tp.item.armour.armour_of_attraction]
    """
    side, host = fight.state.pieces[wearer].side, outermost(fight, wearer)
    if fight.state.active == side or not fight.state.pieces[host].standing:
        return
    free = [one for one in enemies(fight, host) if not untouched(fight, one)]
    shooters = [one for one in free if armed(fight, one) and sees(fight, one, host)]
    if shooters:
        fight.tell(ItemUsed(ATTRACTION, wearer, ATTRACTION))
    for shooter in shooters:
        if not fight.state.pieces[shooter].fleeing and not deviancy(fight, shooter, ATTRACTION):
            lay(fight, Effect(DRAWN, wearer, shooter, side, fight.state.clock_in(1), foe=host))
            fight.tell(Enchanted(ATTRACTION, shooter, DRAWN))

