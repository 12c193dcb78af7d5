"""What players call pieces."""

from __future__ import annotations

from warhost.engine.words import mention

from .setting import Fight, Setting
from .state import Number, Piece


def title(setting: Setting, piece: Piece) -> str:
    """A piece of the roster by its own title, one that split off in battle as a part of that: 'detachment 1 of
    Bridge Guard'; one that split off from it is 'detachment 1.1'."""
    return part_of(setting.entries[piece.entry].title, piece.name)


def part_of(whole: str, name: str) -> str:
    """How a piece is called by its name: the first that split off from 'guard' is 'guard/2'."""
    _, *parts = name.split("/")
    return f"detachment {'.'.join(str(int(part) - 1) for part in parts)} of {mention(whole)}" if parts else whole


def length_of(name: str) -> str:
    """How something that comes down bit by bit is called: 'Old Wall/2' is part 2 of Old Wall."""
    whole, _, part = name.partition("/")
    return f"part {part} of {mention(whole)}" if part else mention(whole)


def called(fight: Fight, number: Number) -> str:
    return title(fight.setting, fight.state.pieces[number])
