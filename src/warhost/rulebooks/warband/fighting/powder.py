"""What is fired every other turn, and when it may be fired again.  [war.weapon.pistol] [war.weapon.handgun]"""

from __future__ import annotations

from ..setting import Fight
from ..specials import quick_hands


def reload_until(fight: Fight, number: int) -> int:
    """The first round in whose turn of his own he may fire it again."""
    fighter, state = fight.setting.fighters[number], fight.state
    if quick_hands.any(fighter.traits):
        return state.round + (0 if fighter.side == state.active else 1)
    own_turn_over = fighter.side == state.active or _played(fight, fighter.side)
    return state.round + (2 if own_turn_over else 1)


def empty(fight: Fight, number: int) -> int:
    """How many of his barrels may not be fired now. When the turn between is over they may, in combat."""
    state, side = fight.state, fight.state.warriors[number].side
    first = state.round + (side != state.active and _played(fight, side))
    return sum(again > first for again in state.warriors[number].reload)


def _played(fight: Fight, side: int) -> bool:
    """Whether a side has had its turn of this round."""
    order = fight.state.order
    return not order or order.index(side) < order.index(fight.state.active)
