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


class OwnSteps:
    """After how many steps of a game each step that a seat heard of was over; as it goes on they are counted on
    from where it was."""

    def __init__(self, game: Game[Any, Any], seat: int | None):
        self.game, self._seat = game, seat
        self._counted, self._own = 0, list[int]()

    def numbers(self) -> Sequence[int]:
        for step in self.game.told[self._counted :]:
            self._counted += 1
            if heard_of(step, self._seat):
                self._own.append(self._counted)
        return self._own


def own_steps(game: Game[Any, Any], seat: int | None) -> Sequence[int]:
    return OwnSteps(game, seat).numbers()
