"""Who may carry magic that nobody has seen.  [tp.magic.items]"""

from __future__ import annotations

from ..bodies import figure
from ..setting import Fight
from ..state import Player


def may_carry(fight: Fight, side: Player) -> bool:
    """Whether a side has somebody left who could carry magic, for all that the enemy knows.

    [tp.magic.items] [tp.magic.items.commands]
    """
    return any(
        piece.side == side
        and piece.fate in ("standing", "within")
        and (piece.command or figure(fight, number).category == "character")
        for number, piece in fight.state.numbered()
    )
