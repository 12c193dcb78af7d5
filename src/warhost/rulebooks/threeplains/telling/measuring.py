"""Looking at the table: distances, lines of sight, reaches and arcs, where the players may measure."""

from __future__ import annotations

from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal

from ..bodies import on_table
from ..moving.orders import Move
from ..setting import Fight, Setting
from ..state import Number, Point, State
from .outlook import field_of_view, outlook
from .sights import measured, sighted

NOWHERE = Refusal("", "there is no such piece or point on the table")


def look(setting: Setting, known: State, what: str, origin: Any, to: Any) -> dict[str, Any] | Refusal | None:
    """What a player sees who looks from a piece or point to another; places are names or [x, y]."""
    fight: Fight = Battle(setting, known, Scripted())
    here, there = _place(fight, origin), _place(fight, to)
    if here is None:
        return NOWHERE
    if what == "outlook":
        return outlook(fight, here)
    if what in ("distance", "sight"):
        if there is None:
            return NOWHERE
        return measured(fight, here, there) if what == "distance" else sighted(fight, here, there)
    if not isinstance(here, int):
        return Refusal("", "only a piece has a reach and an arc")
    if what == "reach":
        return {"outline": Move(fight, here).outline()[known.pieces[here].name]}
    return {"outline": field_of_view(fight, here)}


def _place(fight: Fight, said: Any) -> Number | Point | None:
    """A piece that stands on the table by its number, or a point."""
    if isinstance(said, list | tuple) and len(said) == 2 and all(type(part) is int for part in said):
        return said[0], said[1]
    return next((n for n in on_table(fight) if fight.state.pieces[n].name == said), None)
