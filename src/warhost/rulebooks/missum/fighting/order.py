"""Who strikes first: weapon groups, the length of spears, and the hedge of pikes.

[mis.melee.order] [mis.melee.order-pikes] [mis.melee.order-length] [mis.melee.groups]
"""

from __future__ import annotations

from typing import Literal

from ..bodies import troop
from ..library import MeleeWeapon
from ..setting import Fight
from ..state import NOBODY, Melee

First = Literal["one", "other", "together"]


def group_of(weapon: MeleeWeapon, round: int) -> int:
    """A halberd is a long thrusting weapon when a melee opens, and a striking one from then on."""
    return weapon.later_group if weapon.later_group and round > 1 else weapon.group


def who_is_first(one: MeleeWeapon, other: MeleeWeapon, round: int) -> First:
    """Of two weapons in the same round of a melee."""
    if one.pike and other.pike:
        return "together"
    if one.pike or other.pike:
        enemy = other if one.pike else one
        if round <= (1 if enemy.breaks_hedge else 2):
            return "one" if one.pike else "other"
    mine, theirs = group_of(one, round), group_of(other, round)
    if mine != theirs:
        earlier = mine < theirs if round == 1 else mine > theirs
        return "one" if earlier else "other"
    if mine != 1 or one.length == other.length:
        return "together"
    longer = one.length > other.length
    return "one" if longer == (round == 1) else "other"


def place_of(fight: Fight, number: int) -> MeleeWeapon:
    """The weapon in whose place a body strikes: in the turn of a change still the old one.

    [mis.melee.weapon-change]
    """
    piece, kind = fight.state.pieces[number], troop(fight, number)
    changing = piece.changed == fight.state.turn and piece.old_weapon != NOBODY
    return kind.weapon(piece.old_weapon if changing else piece.weapon)


def first_in(fight: Fight, melee: Melee) -> tuple[int, ...]:
    """Who strikes in the first pass of a melee: one of the two, or both."""
    found = who_is_first(place_of(fight, melee.a), place_of(fight, melee.b), melee.round)
    return {"one": (melee.a,), "other": (melee.b,), "together": (melee.a, melee.b)}[found]
