"""What a side may not know: strengths of spells before all are shown, and those of spells shifted within a team.

[mis.scale.referee] [mis.setup.hidden] [mis.magic.transfer]
"""

from __future__ import annotations

import msgspec

from .magic.casting import SHOWN
from .setting import Setting
from .state import Piece, State


def known(setting: Setting, state: State, side: int) -> State:
    """A copy of the state as this side knows it."""
    twin = state.copy()
    if twin.casts and (twin.step != 2 or twin.passed < SHOWN):
        twin.casts = tuple(
            cast if twin.pieces[cast.team].side == side else msgspec.structs.replace(cast, strength=0)
            for cast in twin.casts
        )
        for cast in twin.casts:
            if not cast.strength:
                _unlearn(twin, cast.team)
    for number, piece in enumerate(twin.pieces):
        if piece.side != side and piece.transferred:
            _unlearn(twin, number)
            piece.transferred = 1 if piece.transferred > 0 else -1
    return twin


def _unlearn(state: State, team: int) -> None:
    """How many spells a team has left is known, but not how strong they are."""
    piece: Piece = state.pieces[team]
    piece.attack_spells = (sum(piece.attack_spells), 0, 0)
    piece.defense_spells = (sum(piece.defense_spells), 0, 0)
