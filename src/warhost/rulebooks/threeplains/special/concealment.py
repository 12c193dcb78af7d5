"""Scouts who lie hidden: in sight of nobody, they cannot be made out as a target.  [tp.trait.scouting.concealed]

The models stand on the table for both players to see; it is the enemy's pieces that do not know of them.
"""

from __future__ import annotations

from warhost.engine.field.shapes import contains
from warhost.engine.question import Refusal

from ..bodies import body, on_table
from ..events.course import Spotted
from ..setting import Fight
from ..state import Number, Player, Point, opponent

RULE = "tp.trait.scouting.concealed"


def concealed(fight: Fight, number: Number) -> Refusal | None:
    """Why nobody can shoot or cast at it, charge it or march over it on purpose; nothing for others."""
    piece = fight.state.pieces[number]
    return Refusal(RULE, f"{piece.name} is concealed") if piece.scouts == "concealed" else None


def concealed_there(fight: Fight, side: Player, spot: Point) -> Refusal | None:
    """Why a side cannot aim at this place: enemies lie hidden there."""
    found = (n for n in on_table(fight, opponent(side)) if fight.state.pieces[n].scouts == "concealed")
    return next((concealed(fight, n) for n in found if contains(body(fight, n).block, spot)), None)


def come_to_light(fight: Fight, number: Number) -> None:
    """It shoots, casts or moves, and everybody knows where it is."""
    piece = fight.state.pieces[number]
    if piece.scouts == "concealed":
        piece.scouts = ""
        fight.tell(Spotted(RULE, number))
