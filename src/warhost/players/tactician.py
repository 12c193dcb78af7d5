"""Plays by the best answer its rulebook can think of in the time it is given."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from warhost.engine.player import Seat
from warhost.engine.question import Answer, Question, TypeDice

_NOTHING_MORE = object()


class Tactician:
    """Takes the last answer that the rulebook's own tactics came up with before the time was up.

    Lawful, since tactics yield only what the question does not refuse. The same state gets the same answer
    unless the clock runs out; chance serves only where real dice have to be thrown for it.
    """

    lawful = True

    def __init__(
        self,
        seed: str,
        seconds: float = 1.0,
        name: str = "tactician",
        clock: Callable[[], float] = perf_counter,
    ):
        self.name, self.seconds, self._clock = name, seconds, clock
        self._chance = Random(seed)

    def answer(self, question: Question, seat: Seat) -> Answer:
        if question.empty:
            return question.usual
        if isinstance(question, TypeDice):
            return question.sample(self._chance)
        until = self._clock() + self.seconds
        thoughts = seat.book.consider(seat.setting, seat.known(), question)
        best = next(thoughts)
        while self._clock() < until:
            better = next(thoughts, _NOTHING_MORE)
            if better is _NOTHING_MORE:
                break
            best = better
        return best
