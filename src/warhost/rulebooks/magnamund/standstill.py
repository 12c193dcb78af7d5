"""Whether a battle can still change; one that cannot is not played out turn by empty turn.  [mag.setup.victory]"""

from __future__ import annotations

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted

from . import victory
from .aiming import missile_weapons
from .pieces import touching
from .setting import Fight
from .specials import firing_power
from .steps import allowance
from .wounds import burden


def settled(fight: Fight) -> str:
    """Why nothing that can still happen would change the end, or "" if something might."""
    sides = {side for side in (0, 1) if _there(fight, side)}
    if len(sides) < 2 and victory.decided(fight.setting, fight.state):
        return "the enemy is gone, and nothing that is left to do decides anything"
    if not any(_can_act(fight, number, sides) for number, piece in enumerate(fight.state.pieces) if piece.present):
        return "nobody who is left can do anything any more"
    return ""


def _there(fight: Fight, side: int) -> bool:
    """Whether anybody is there who obeys a side, or will again when he awakes."""
    figures = fight.setting.figures
    return any(
        piece.present and side in (piece.side, figures[number].force)
        for number, piece in enumerate(fight.state.pieces)
    )


def _can_act(fight: Fight, number: int, sides: set[int]) -> bool:
    """Whether a piece could ever do anything again; where that is hard to tell, it could."""
    piece = fight.state.pieces[number]
    if not piece.fighting or piece.trance is not None or number not in fight.setting.individuals:
        return True
    if not burden(fight, number).may_not_move and allowance(fight, number) > 0:
        return True
    if len(sides) > 1 and (touching(fight, number) or missile_weapons(fight, number)):
        return True
    return _has_power(fight, number)


def _has_power(fight: Fight, number: int) -> bool:
    """Whether he could use a power next morning, such as to heal what keeps him here."""
    state = fight.state.copy()
    state.phase, state.pieces[number].fired = "first firing", 0
    morning: Fight = Battle(fight.setting, state, Scripted())
    return firing_power.any(state.pieces[number].skills, morning, number)
