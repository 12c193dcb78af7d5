"""Turning to any facing, where a rule grants it free of cost."""

from __future__ import annotations

from warhost.engine.field.compass import heading
from warhost.engine.question import Choose

from ..bodies import body, enemies
from ..land.ground import standing_room
from ..moving.stride import Stance, body_in, stance, take, turned
from ..setting import Fight

QUARTERS = {"left": 27000, "right": 9000, "about": 18000}


def choose_facing(fight: Fight, number: int, rule: str) -> None:
    """Its owner turns the piece on the spot as he likes, if there is room for that."""
    piece, here = fight.state.pieces[number], stance(fight, number)
    middle = body(fight, number).middle
    wanted = {word: (here.facing + turn) % 36000 for word, turn in QUARTERS.items()}
    for enemy in enemies(fight, number):
        towards = heading(middle, body(fight, enemy).middle)
        if towards not in (here.facing, *wanted.values()):
            wanted[f"towards {fight.state.pieces[enemy].name}"] = towards
    stands = {word: turned(here, facing, middle) for word, facing in wanted.items()}
    free = {word: stand for word, stand in stands.items() if _room(fight, number, stand)}
    if free:
        answer = fight.ask(Choose(piece.side, "facing", ["as it stands", *free], rule, about=piece.name))
        if answer != "as it stands":
            take(fight, number, free[answer])


def _room(fight: Fight, number: int, stand: Stance) -> bool:
    return standing_room(fight, number, body_in(fight, number, stand)) is None
