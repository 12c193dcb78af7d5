"""What may come of an answer that is carried out later: the losses of both sides to the end of the turn.

As in a forecast the battle is run on as its player knows it, with other dice than those that will fall. It is tried
a number of times. From the answer on everybody does what is usual, or else what is suggested first, until the turn
is over. Steps are counted, not timed: the same question is told the same whatever else a machine does.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .dice import DiceStream
from .forecast import Deeds, Expectation, Forecast, Trying, end, read
from .foresight import Past, Unforeseeable
from .game import Game
from .question import Answer, Question, Refused

TRIES = 40
MOST_STEPS = 200  # of one try; a turn that takes longer is not foreseen


def aftermath(game: Game[Any, Any], side: int, answer: Answer) -> Expectation:
    """What comes of a side's answer to its open question by the end of the turn; nothing where it cannot know."""
    ahead = Aftermath(game, side)
    if ahead.question is None or not ahead.question.deferred or not ahead.openly:
        return Expectation()
    try:
        tried = [ahead.tried_on(ahead.question, answer, number) for number in range(TRIES)]
    except (Unforeseeable, Refused):
        return Expectation()
    return read([end(deeds, Fraction(1, TRIES)) for deeds in tried], TRIES)


class Following(Trying):
    """One step of a try, in which everybody does something."""

    def __init__(self, side: int, past: Past | None, falling: DiceStream):
        super().__init__(side, past, falling)
        self._first = past is not None

    def _usual(self, question: Question) -> Answer:
        if question.usual is not None:
            return question.usual
        if self._first and question.deferred and question.side == self._side:
            raise Unforeseeable  # it belongs to what was asked: whom those charge who were named
        suggested = question.suggest(1)
        if not suggested:
            raise Unforeseeable
        return suggested[0]


class Aftermath(Forecast):
    """Follows an answer through all steps of a turn."""

    def __init__(self, game: Game[Any, Any], side: int):
        super().__init__(game, side, MOST_STEPS)

    def tried_on(self, question: Question, answer: Answer, number: int) -> Deeds:
        book, state, deeds = self.game.book, self.start.copy(), Deeds()
        past: Past | None = Past(self.game, question, answer)
        span = book.span(state)
        for step in range(self.most):
            oracle = Following(self.side, past, DiceStream(f"aftermath {number}", step))
            over, past = self._step(oracle, state), None
            deeds += self.since(oracle)
            if over or book.span(state) != span:
                return deeds
        raise Unforeseeable
