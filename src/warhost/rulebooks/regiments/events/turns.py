"""The turn, its tests, and the end."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names

from .deeds import Deed


class TurnBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("turn")

    turn: int
    side: int

    def say(self, names: Names) -> str:
        return f"turn {self.turn} of {names.side(self.side)} begins"


class PhaseBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("phase")

    phase: str
    side: int

    def say(self, names: Names) -> str:
        return f"{names.side(self.side)}: {self.phase}"


class Tested(Deed, frozen=True):
    """A Leadership or characteristic test."""

    __test__: ClassVar[bool] = False  # of nerve, not one that pytest should collect
    shows: ClassVar[Shows] = Shows("check", who="unit", success="passed")

    what: str
    value: int
    score: int
    passed: bool
    because: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        who, verb = names.piece(self.unit), "passes" if self.passed else "fails"
        return f"{who} {who.does(verb)} the {self.what} test: {self.score} against {self.value}{self._fate()}"

    def _fate(self) -> str:
        """[reg.core.test.ld] [reg.core.test.char]"""
        if self.passed == (self.score <= self.value):
            return ""
        return ", and the least score always passes" if self.passed else ", and a natural 6 always fails"

    def outcome(self) -> Outcome:
        return Outcome(f"passes the {self.what} test", self.unit, self.passed)


class Noted(Deed, frozen=True):
    """Something that is said of a unit and moves nothing."""

    shows: ClassVar[Shows] = Shows("change", who="unit")

    what: str  # with the verb as it follows 'it'

    def say(self, names: Names) -> str:
        who, (verb, *rest) = names.piece(self.unit), self.what.split(" ")
        agreed = [who.does(word) if word in ("it", "its") else word for word in rest]
        return " ".join([who, who.does(verb), *agreed])


class Ended(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("end")

    winner: int | None
    why: str

    def say(self, names: Names) -> str:
        return self.why
