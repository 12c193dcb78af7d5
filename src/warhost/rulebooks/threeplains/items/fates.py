"""Deaths undone, or handed on.  [tp.magic.items.enchanted] [tp.magic.items.commands]"""

from __future__ import annotations

from warhost.engine.dice import Throw

from ..bodies import figure, life_of
from ..events.blows import LostOutright
from ..events.items import ItemStirred
from ..events.nerves import Regenerated
from ..magic.bearing import carried
from ..magic.chances import chance
from ..setting import Fight
from ..special import specials
from ..special.specials import Doom
from ..state import Number
from ..wounds.casualties import lose, slay
from .oblivion import OBLIVION

DEAS_RING = "tp.item.enchanted.deas_ring_of_hope"
TWISTED = "tp.item.enchanted.rings_of_twisted_fate"
SPIKED_HEAD = "tp.item.command.ur_rocks_spiked_head"
NEVER_BACK = (*OBLIVION, "tp.move.offboard", "tp.item.enchanted.phazing_rings")
BACK_ON = 6
HANDED_ON = 4
AT_BAY_ON = 4
ALIVE = ("standing", "within", "hidden")


@specials.averts(DEAS_RING)
def deas_ring_of_hope(fight: Fight, bearer: Number, doom: Doom) -> bool:
    """On a 6 he is back with all his life points, as often as he is slain; who is lost for ever is not.

    [tp.item.enchanted.deas_ring_of_hope]
    """
    if doom.what != "slain" or doom.rule in NEVER_BACK:
        return False
    face = chance(fight, bearer, "ring of hope", DEAS_RING, BACK_ON)
    fight.tell(ItemStirred(DEAS_RING, bearer, DEAS_RING, face))
    if face >= BACK_ON:
        fight.tell(Regenerated(DEAS_RING, bearer, life_of(fight, bearer)))
    return face >= BACK_ON


def _other(fight: Fight, bearer: Number) -> Number | None:
    """Who has the other ring, if he lives.  [tp.item.enchanted.rings_of_twisted_fate]"""
    pieces = fight.state.pieces
    others = (n for n, piece in fight.state.numbered() if n != bearer and piece.side == pieces[bearer].side)
    laden = (n for n in others if pieces[n].fate in ALIVE and figure(fight, n).items)
    return next((n for n in laden if TWISTED in carried(fight, n)), None)


@specials.loses(TWISTED)
def rings_of_twisted_fate(points: int, fight: Fight, bearer: Number, rule: str) -> int:
    """A die for each life point: from 4 on the other loses it, whatever he has against that, and it stays with him.

    [tp.item.enchanted.rings_of_twisted_fate]
    """
    other = _other(fight, bearer)
    if rule in (TWISTED, *OBLIVION) or other is None:
        return points
    side = fight.state.pieces[bearer].side
    faces = fight.throw(Throw(points, 6, "twisted fate", TWISTED, side, (HANDED_ON - 1,)))
    handed = sum(face >= HANDED_ON for face in faces)
    if handed:
        hidden = fight.state.pieces[other].fate == "hidden"
        fight.tell(LostOutright(TWISTED, other, bearer, handed), only=side if hidden else None)
        lose(fight, other, handed, TWISTED)
    return points - handed


@specials.averts(TWISTED)
def dies_in_his_place(fight: Fight, bearer: Number, doom: Doom) -> bool:
    """Killed outright: from 4 on the other dies instead. Against oblivion that does not help: then both are dead.

    [tp.item.enchanted.rings_of_twisted_fate]
    """
    other = _other(fight, bearer) if doom.what == "killed outright" else None
    if doom.rule == TWISTED or other is None:
        return False
    face = fight.die(6, "twisted fate", TWISTED, fight.state.pieces[bearer].side, (HANDED_ON - 1,))
    fight.tell(ItemStirred(TWISTED, bearer, TWISTED, face))
    if face >= HANDED_ON:
        slay(fight, other, TWISTED)
    return face >= HANDED_ON and doom.rule not in OBLIVION


@specials.averts(SPIKED_HEAD)
def ur_rocks_spiked_head(fight: Fight, bearer: Number, doom: Doom) -> bool:
    """[tp.item.command.ur_rocks_spiked_head]"""
    if doom.what != "caught in flight":
        return False
    face = chance(fight, bearer, "spiked head", SPIKED_HEAD, AT_BAY_ON)
    fight.tell(ItemStirred(SPIKED_HEAD, bearer, SPIKED_HEAD, face))
    return face >= AT_BAY_ON
