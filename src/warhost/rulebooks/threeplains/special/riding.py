"""Riders of beasts and chariots: two models on one base, each with its own stats, struck and slain on its own.

The beast or chariot is the piece on the table; its rider is a character within it who has no base there.
[tp.beast.mounted.separate]
"""

from __future__ import annotations

from ..bodies import figure
from ..setting import Fight
from ..state import NOBODY, Number


def rider_of(fight: Fight, number: Number) -> Number:
    """Who rides a beast or drives along on a chariot; NOBODY if it carries none."""
    piece = fight.state.pieces[number]
    return piece.leaders[0] if piece.leaders and figure(fight, number).carries else NOBODY


def mount_of(fight: Fight, number: Number) -> Number:
    """The beast or chariot that carries a character; NOBODY for one who walks or sits on a steed of his own."""
    piece = fight.state.pieces[number]
    if piece.host == NOBODY or piece.fate != "within" or not figure(fight, piece.host).carries:
        return NOBODY
    return piece.host


def on_what(fight: Fight, number: Number) -> Number:
    """The whole model that a character is part of: the beast or chariot that carries him, or he himself."""
    mount = mount_of(fight, number)
    return number if mount == NOBODY else mount


def ridden(fight: Fight, number: Number) -> bool:
    return rider_of(fight, number) != NOBODY


def mounted(fight: Fight, number: Number) -> bool:
    """On a steed, in a chariot's car, on a beast; or a beast under its rider."""
    return figure(fight, number).mounted or ridden(fight, number) or mount_of(fight, number) != NOBODY


def on_base(fight: Fight, member: Number) -> tuple[Number, ...]:
    """All who stand on a base of this member: it, and its rider if it has one."""
    rider = rider_of(fight, member)
    return (member,) if rider == NOBODY else (member, rider)


def bearers(fight: Fight, number: Number) -> tuple[Number, ...]:
    """Those on whose feet or wings a piece moves: everybody in it but the rider of a beast.

    [tp.beast.mounted.separate] [tp.beast.mounted.movement] [tp.piece.combine.move] [tp.beast.unit.speed]
    """
    piece = fight.state.pieces[number]
    if not piece.leaders and not piece.backing and piece.masters == NOBODY:
        return (number,)
    walking = () if ridden(fight, number) else piece.leaders
    if piece.masters != NOBODY:
        walking = (*walking, piece.masters)
    return (number, *walking, *piece.backing)


def agility(fight: Fight, number: Number) -> int:
    """A model's agility. A rider has his mount's if that is greater; if his own is, he loses a point of it, or two
    on a sluggish mount.  [tp.trait.mount_agility]
    """
    own, mount = figure(fight, number).save.agility, mount_of(fight, number)
    if mount == NOBODY:
        return own
    under = figure(fight, mount)
    if own <= under.save.agility:
        return under.save.agility
    return max(0, own - (2 if "sluggish" in under.traits else 1))
