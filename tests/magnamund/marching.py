"""Moves in a scene: a battle at the movement phase, orders given, refused and carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.engine.event import Event
from warhost.engine.question import Refusal
from warhost.rulebooks.magnamund.encounter import BoardData
from warhost.rulebooks.magnamund.orders import occupied_for
from warhost.rulebooks.magnamund.pieces import threatened
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.situation import SituationCharacter, SituationUnit
from warhost.rulebooks.magnamund.steps import Mover, Walk

from .scene import Square, number, piece, play, refusal, scene

Paths = dict[str, str]


def field(*pieces: SituationUnit | SituationCharacter, on: BoardData | None = None, **more: Any) -> Fight:
    """A battle in which the first side (or `active`) is about to move."""
    return scene(*pieces, on=on, phase="movement", **more)


def march(fight: Fight, group: str, order: Paths, *more: Paths, dice: Sequence[int] = ()) -> list[Event]:
    """One unit or character moves; `more` are the orders after surprises."""
    return play(fight, answers=[group, order, *more], dice=dice)


def forbidden(fight: Fight, group: str, order: Paths) -> str:
    """The rule by which an order is refused; "" if it is lawful."""
    return refusal(fight, order, answers=[group])


def mover(fight: Fight, name: str) -> Mover:
    side = piece(fight, name).side
    return Mover(fight, number(fight, name), occupied_for(fight, side), threatened(fight, side))


def walk(fight: Fight, name: str, path: str) -> tuple[list[Square], str, int]:
    """Where a path leads: the squares filled at its end, the facing, and the points it costs."""
    found = mover(fight, name).walk(path)
    assert isinstance(found, Walk), found
    board = fight.setting.board
    filled = fight.setting.squares(number(fight, name), found.square, found.facing)
    return [board.xy(square) for square in filled], "NESW"[found.facing], found.cost


def barred(fight: Fight, name: str, path: str) -> str:
    """The rule by which a path cannot be followed; "" if it can."""
    found = mover(fight, name).walk(path)
    return found.rule if isinstance(found, Refusal) else ""
