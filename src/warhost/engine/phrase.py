"""Dice as rulebooks write them: 2D6, D3+1, or a plain number. Thrown and worked out from one datum.

Small dice are read off a D6, as at a real table: a D3 or a D2 in equal parts, a D4 by throwing 5 and 6 again.
"""

from __future__ import annotations

import re

import msgspec

from .chain import Thrower
from .dice import Throw
from .distribution import Distribution

_WRITTEN = re.compile(r"(\d*)D(\d+)(?:\+(\d+))?|(\d+)")
_CUTS = {2: (3,), 3: (2, 4)}  # where the faces of a D6 are parted to read a smaller die off it


class Phrase(msgspec.Struct, frozen=True):
    """So many dice of so many sides, added up, and a number besides."""

    count: int
    sides: int
    plus: int = 0

    @classmethod
    def read(cls, written: str) -> Phrase:
        """
        >>> Phrase.read("2D6+1")
        Phrase(count=2, sides=6, plus=1)
        >>> Phrase.read("7")
        Phrase(count=0, sides=1, plus=7)
        """
        found = _WRITTEN.fullmatch(written)
        if found is None:
            raise ValueError(f"expected dice such as 2D6, D3+1 or 4, got {written!r}")
        count, sides, plus, number = found.groups()
        return cls(int(count or 1), int(sides), int(plus or 0)) if sides else cls(0, 1, int(number))

    def roll(self, throw: Thrower, purpose: str, rule: str, side: int) -> int:
        return self.plus + sum(self._faces(throw, purpose, rule, side))

    def _faces(self, throw: Thrower, purpose: str, rule: str, side: int) -> list[int]:
        if not self.count:
            return []
        if self.sides in _CUTS:
            share, called = 6 // self.sides, f"{purpose}, a D{self.sides} read off a D6"
            faces = throw(Throw(self.count, 6, called, rule, side, _CUTS[self.sides]))
            return [-(-face // share) for face in faces]
        if self.sides == 4:
            return [_four(throw, purpose, rule, side) for _ in range(self.count)]
        return list(throw(Throw(self.count, self.sides, purpose, rule, side)))

    def distribution(self) -> Distribution:
        """Of the sum; every die is fair, however it is read."""
        die = Distribution([0] + [1] * self.sides)
        dice = Distribution.of({self.count: 1}).compose(die)
        return Distribution([0] * self.plus + list(dice.weights))

    def __str__(self) -> str:
        dice = f"{self.count if self.count > 1 else ''}D{self.sides}" if self.count else ""
        return "+".join(part for part in (dice, str(self.plus) if self.plus or not dice else "") if part)


def _four(throw: Thrower, purpose: str, rule: str, side: int) -> int:
    while (face := throw(Throw(1, 6, purpose, rule, side))[0]) > 4:
        pass
    return face
