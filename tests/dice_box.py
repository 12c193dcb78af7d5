"""The dice and answers of a test: nobody throws dice that the game does not have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from warhost.engine.dice import Faces, Throw
from warhost.engine.oracle import Scripted, ScriptError
from warhost.engine.prepared import Dice
from warhost.engine.question import Answer


class DiceBox(Scripted):
    """A D2 or a D3 is a D6 that is read otherwise; for what is drawn by chance there are as many sides as things to
    draw. What has been thrown is kept."""

    SIDES: ClassVar[tuple[int, ...]] = (6,)
    DRAWN: ClassVar[tuple[str, ...]] = ()

    def __init__(self, dice: Dice = (), answers: Iterable[Answer] = ()):
        super().__init__(dice, answers)
        self.thrown: list[Throw] = []

    def throw(self, throw: Throw) -> Faces:
        self.thrown.append(throw)
        if throw.sides not in self.SIDES and throw.purpose not in self.DRAWN:
            raise ScriptError(f"nobody has a D{throw.sides} ({throw.purpose})")
        return super().throw(throw)
