"""What nearness silences: magic weapons and rings of enemies, and magic saves of all who touch.

An item that silences others works though it is silenced itself: of two blue blades that meet both are plain.
[tp.magic.items.weapon] [tp.magic.items.enchanted]
"""

from __future__ import annotations

from warhost.engine.field.shapes import gap

from ..bodies import TOUCH, on_table, same_height
from ..events.spells import ItemSilenced
from ..figure import inches
from ..magic.bearing import awake, loans, untouched
from ..magic.spells.destruction import INFERNO
from ..magic.targets import reach, shapes_of
from ..morale.checks import members
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..state import Number, Player, opponent
from ..wounds.hits import Attack
from .shelf import ITEMS

BLUE_BLADE = "tp.item.weapon.blue_blade_of_jaykaz"
DOPPELHANDER = "tp.item.weapon.unlucky_doppelhander"
MASTER_RING = "tp.item.enchanted.master_ring"
MASTERED = inches(6)
SLOTS = {**{item.rule: item.slot for item in ITEMS.values()}, INFERNO: "weapon"}


def touch(fight: Fight, one: Number, other: Number) -> bool:
    """Whether the bases of two models touch; whoever has fallen touches nobody any more."""
    if not (_on_table(fight, one) and _on_table(fight, other)):
        return False
    if not same_height(fight, outermost(fight, one), outermost(fight, other)):
        return False
    return any(gap(a, b) <= TOUCH for a in shapes_of(fight, one) for b in shapes_of(fight, other))


def _bearers(fight: Fight, item: str, side: Player) -> list[Number]:
    """Who of a side carries such an item on the table."""
    everybody = (one for number in on_table(fight, side) for one in members(fight, number))
    return [one for one in everybody if item in awake(fight, one)]


def _on_table(fight: Fight, number: Number) -> bool:
    host = fight.state.pieces[outermost(fight, number)]
    return fight.state.pieces[number].fate in ("standing", "within") and host.standing


def blunted(fight: Fight, number: Number, item: str) -> bool:
    """Whether a magic weapon is a plain one beside the Blue Blade.  [tp.item.weapon.blue_blade_of_jaykaz]"""
    if SLOTS.get(item) != "weapon":
        return False
    return any(touch(fight, one, number) for one in _bearers(fight, BLUE_BLADE, _enemy_of(fight, number)))


def mastered(fight: Fight, number: Number, item: str) -> bool:
    """Whether a ring is silent near the Master Ring, unless that does nothing where its bearer stands.

    [tp.item.enchanted.master_ring] [tp.item.command.banner_of_true_combat]
    """
    if SLOTS.get(item) != "ring" or not _on_table(fight, number):
        return False
    bearers = _bearers(fight, MASTER_RING, _enemy_of(fight, number))
    return any(reach(fight, one, number) <= MASTERED and not untouched(fight, one) for one in bearers)


def _enemy_of(fight: Fight, number: Number) -> Player:
    return opponent(fight.state.pieces[number].side)


loans.silencers[BLUE_BLADE] = blunted
loans.silencers[MASTER_RING] = mastered


@specials.start_of_combat(BLUE_BLADE)
@specials.any_turn(BLUE_BLADE)
@specials.start_of_combat(MASTER_RING)
@specials.any_turn(MASTER_RING)
def tell_whose_items_are_silent(fight: Fight, bearer: Number) -> None:
    """Their owner is told, and learns by what; the enemy does not learn what it was.

    [tp.item.weapon.blue_blade_of_jaykaz] [tp.item.enchanted.master_ring]
    """
    own = fight.state.pieces[bearer]
    for rule in (one for one in (BLUE_BLADE, MASTER_RING) if one in awake(fight, bearer)):
        for host in on_table(fight, opponent(own.side)):
            for victim in members(fight, host):
                for item in awake(fight, victim):
                    if loans.silencers[rule](fight, victim, item):
                        fight.tell(ItemSilenced(rule, victim, item, True), only=opponent(own.side))
                        if rule not in own.shown:
                            own.shown += (rule,)


@specials.spoils_magic(DOPPELHANDER)
def unlucky_doppelhander(fight: Fight, bearer: Number, attack: Attack) -> bool:
    """Whoever touches him, friend or foe; of a group those at whom he strikes himself.

    [tp.item.weapon.unlucky_doppelhander]
    """
    target = attack.target
    if target == bearer or not touch(fight, bearer, target):
        return False
    return fight.state.pieces[target].lone or attack.by == bearer
