"""Disorganization: what brings it, how long it lasts.

[mis.disorg.causes] [mis.disorg.recover] [mis.situation.disorganized]
"""

from __future__ import annotations

from ..bodies import troop
from ..events import Disorganized, Ordered
from ..setting import Fight


def disorganize(fight: Fight, number: int, rule: str, turns: int = 0) -> None:
    """At once; turns that magic brings are counted one after the other.  [mis.spell.abode]"""
    piece = fight.state.pieces[number]
    if troop(fight, number).special or not piece.present:
        return
    if not piece.disorganized:
        fight.tell(Disorganized(rule, number))
    piece.abode = _magic_turns(fight, number) + turns
    piece.disorganized = fight.state.turn


def _magic_turns(fight: Fight, number: int) -> int:
    """The turns after this one that magic has brought before."""
    piece = fight.state.pieces[number]
    return max(0, piece.disorganized + piece.abode - fight.state.turn) if piece.disorganized else 0


def relieve(fight: Fight, number: int, turns: int, rule: str) -> None:
    """Light takes turns off a disorganization; the present one is the first of them.  [mis.spell.illumination]"""
    piece, turn = fight.state.pieces[number], fight.state.turn
    if not piece.disorganized:
        return
    before = max(piece.disorganized, turn - 1)
    left = max(1, piece.disorganized + max(1, piece.abode) - before) - turns
    if left > 0:
        piece.abode = left + before - piece.disorganized
    else:
        order(fight, number, rule)


def order(fight: Fight, number: int, rule: str) -> None:
    piece = fight.state.pieces[number]
    piece.disorganized = piece.abode = 0
    fight.tell(Ordered(rule, number))


def recover(fight: Fight) -> None:
    """After the last step of a turn, whoever neither moved nor fought in it.  [mis.disorg.recover]"""
    turn = fight.state.turn
    for number, piece in enumerate(fight.state.pieces):
        if not piece.disorganized or piece.fate != "standing":
            continue
        long_enough = turn >= piece.disorganized + max(1, piece.abode)
        if long_enough and piece.moved < turn and piece.fought < turn:
            order(fight, number, "mis.disorg.recover")
