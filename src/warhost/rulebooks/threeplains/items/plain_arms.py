"""What makes magic fail: a signet beside which weapons are plain, and a banner that no magic touches.

[tp.magic.items.enchanted] [tp.magic.items.commands]
"""

from __future__ import annotations

from warhost.engine.field.body import apart

from ..bodies import TOUCH, body, on_table, same_height
from ..events.items import ItemUsed
from ..events.spells import ItemSilenced
from ..magic.bearing import awake, loans
from ..morale.checks import members
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..state import Number, opponent
from .hushing import touch
from .losing import settle_life

SIGNET = "tp.item.enchanted.gladiators_signet"
TRUE_COMBAT = "tp.item.command.banner_of_true_combat"
ON_TABLE = ("standing", "within")


def _bearers(fight: Fight, item: str) -> list[Number]:
    everybody = (one for number in on_table(fight) for one in members(fight, number))
    return [one for one in everybody if item in awake(fight, one)]


# --- the signet ----------------------------------------------------------------------------------------------


def plain_against(fight: Fight, striker: Number, target: Number) -> bool:
    """Whether magic weapons of this striker are plain to that target: to the bearer of the signet and to whoever
    touches him; of a group those at whom he strikes himself.

    [tp.item.enchanted.gladiators_signet]
    """
    for bearer in _bearers(fight, SIGNET) if SIGNET in fight.setting.items else ():
        if target == bearer:
            return True
        near = fight.state.pieces[target].lone or striker == bearer
        if near and touch(fight, bearer, target):
            return True
    return False


loans.plain_against = plain_against


@specials.start_of_combat(SIGNET)
def gladiators_signet(fight: Fight, bearer: Number) -> None:
    """Whoever strikes at him in vain with a magic weapon is told by what.  [tp.item.enchanted.gladiators_signet]"""
    own = fight.state.pieces[bearer]
    for host in on_table(fight, opponent(own.side)):
        for enemy in members(fight, host):
            weapons = [item for item in awake(fight, enemy) if item in loans.in_hand]
            if weapons and touch(fight, bearer, enemy):
                fight.tell(ItemSilenced(SIGNET, enemy, weapons[0], True), only=opponent(own.side))
                if SIGNET not in own.shown:
                    own.shown += (SIGNET,)


# --- the banner ----------------------------------------------------------------------------------------------


def untouchable(fight: Fight, number: Number) -> str:
    """The banner, if it belongs to its unit or to a piece that touches that.

    [tp.item.command.banner_of_true_combat]
    """
    if TRUE_COMBAT not in fight.setting.items or fight.state.pieces[number].fate not in ON_TABLE:
        return ""
    own = outermost(fight, number)
    if not fight.state.pieces[own].standing:
        return ""
    beside = any(_shares(fight, own, outermost(fight, bearer)) for bearer in _bearers(fight, TRUE_COMBAT))
    return TRUE_COMBAT if beside else ""


def _shares(fight: Fight, one: Number, other: Number) -> bool:
    if one == other:
        return True
    return same_height(fight, one, other) and apart(body(fight, one), body(fight, other)) <= TOUCH


def _powerless(fight: Fight, number: Number, item: str) -> bool:
    return item != TRUE_COMBAT and bool(untouchable(fight, number))


loans.silencers[TRUE_COMBAT] = _powerless
loans.untouched = untouchable


@specials.start_of_combat(TRUE_COMBAT)
def banner_of_true_combat(fight: Fight, bearer: Number) -> None:
    """Everybody in touch with it learns why his magic fails; life points that items lend go with them.

    [tp.item.command.banner_of_true_combat]
    """
    own = outermost(fight, bearer)
    beside = [number for number in on_table(fight) if number != own and _shares(fight, number, own)]
    if beside:
        fight.tell(ItemUsed(TRUE_COMBAT, own, TRUE_COMBAT))
        settle_life(fight)
