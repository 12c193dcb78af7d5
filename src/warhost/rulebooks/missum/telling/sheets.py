"""The army sheet of a side in the middle of a battle."""

from __future__ import annotations

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.sheet import Card, Sheet

from ..armies.lists import COLUMNS, card_of
from ..setting import Fight, Setting
from ..state import State
from .view import details


def sheet(setting: Setting, known: State, side: int, viewer: int | None) -> Sheet:
    """A card for each body of troops, as it stands now."""
    fight: Fight = Battle(setting, known, Scripted())
    when = f"turn {known.turn}" if known.stage == "battle" else "before the battle"
    own = (number for number, troop in enumerate(setting.troops) if troop.side == side)
    return Sheet(setting.title(side), f"{setting.plan.title}; {when}", COLUMNS, tuple(_card(fight, n) for n in own))


def _card(fight: Fight, number: int) -> Card:
    piece, troop = fight.state.pieces[number], fight.setting.troops[number]
    if piece.fate == "waiting":
        return card_of(troop)
    if not piece.present:
        return card_of(troop, left=0, remarks=(piece.fate,))
    _, *told = details(fight, number)
    return card_of(troop, left=piece.figures, remarks=told)
