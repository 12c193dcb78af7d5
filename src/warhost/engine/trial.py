"""Dice added up and read off a table as data: thrown by the battle and worked out exactly for the odds.

Morale of seven and two dice: from 14 on it carries on, from 10 on it retires, otherwise it routs.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec

from .chain import Thrower
from .dice import Throw
from .distribution import Distribution


class Tried(msgspec.Struct, frozen=True):
    """The faces that fell, and what the table says to them."""

    faces: tuple[int, ...]
    result: str


class Trial(msgspec.Struct, frozen=True):
    """So many dice and a number besides; `table` says from which total on there is which result, best first."""

    dice: int
    plus: int
    table: tuple[tuple[int, str], ...]
    worst: str  # of any lower total
    purpose: str
    rule: str
    sides: int = 6

    def roll(self, throw: Thrower, side: int) -> Tried:
        """The dice fall one after the other."""
        faces = [throw(Throw(1, self.sides, self.purpose, self.rule, side))[0] for _ in range(self.dice)]
        return Tried(tuple(faces), self.read(self.plus + sum(faces)))

    def read(self, total: int) -> str:
        """What the table says to a total."""
        return next((result for least, result in self.table if total >= least), self.worst)

    def chance(self, result: str) -> Fraction:
        return sum((chance for tried, chance in self.outcomes() if tried.result == result), Fraction(0))

    def outcomes(self) -> list[tuple[Tried, Fraction]]:
        """Each result with faces that lead to it and its chance."""
        return _outcomes(self)


@lru_cache(maxsize=1024)
def _outcomes(trial: Trial) -> list[tuple[Tried, Fraction]]:
    die = Distribution([0] + [1] * trial.sides)
    found: dict[str, tuple[Tried, Fraction]] = {}
    for rolled, chance in Distribution.of({trial.dice: 1}).compose(die).items():
        result = trial.read(trial.plus + rolled)
        tried, before = found.get(result, (Tried(_faces(trial, rolled), result), Fraction(0)))
        found[result] = tried, before + chance
    return [(tried, chance) for tried, chance in found.values() if chance]


def _faces(trial: Trial, rolled: int) -> tuple[int, ...]:
    """Some dice with this sum, the high ones first."""
    faces, left = list[int](), rolled
    for after in reversed(range(trial.dice)):
        faces.append(min(trial.sides, left - after))
        left -= faces[-1]
    return tuple(faces)
