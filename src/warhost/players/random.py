"""Plays every question lawfully and nothing well: for fuzzing, for speed, and as the weakest opponent."""

from __future__ import annotations

from random import Random

from warhost.engine.player import Seat
from warhost.engine.question import Answer, Question


class RandomPlayer:
    lawful = True

    def __init__(self, seed: str, name: str = "random"):
        self.name = name
        self._chance = Random(seed)

    def answer(self, question: Question, seat: Seat) -> Answer:
        if question.empty:
            return question.usual
        return question.sample(self._chance)
