"""What a seat, or somebody who only watches, learns of a game that goes on.

Whatever only its owner may know shows in nothing that others are sent: not in messages, nor in how many they are,
nor in numbers that count. So a seat counts steps by what it heard of them, and while somebody is asked in secret
the others are told nothing: for them the last question that was no secret is still being thought about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .event import Told
from .game import Game
from .question import Question


def held_back(questions: Sequence[Question], seat: int | None) -> bool:
    """Whether this seat must not notice that these questions are asked."""
    return bool(questions) and all(question.secret and question.side != seat for question in questions)


def heard_of(step: Sequence[Told], seat: int | None) -> bool:
    """Whether a seat heard anything of a step."""
    return any(told.heard_by(seat) for told in step)


def own_steps(game: Game[Any, Any], seat: int | None) -> list[int]:
    """After how many steps of the game each step that this seat heard of was over."""
    return [number for number, step in enumerate(game.told, 1) if heard_of(step, seat)]
