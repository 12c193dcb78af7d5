"""Dice for or against a spell. Whoever looks ahead is told apart only what matters of them: two sixes, enough, too
few, and so few that they never do.  [reg.magic.cast] [reg.magic.dispel] [reg.magic.irresistible]"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Self

from warhost.engine.dice import Throw
from warhost.engine.question import Choose

from ..setting import Fight

FACES, NONE = 6, Fraction(0)
Fall = tuple[int, ...]


class HowMany(Choose):
    """How many dice; their sum must come to `needed`."""

    __slots__ = ("needed",)
    needed: int

    def needing(self, needed: int) -> Self:
        self.needed = needed
        return self


def thrown(fight: Fight, throw: Throw, needed: int, too_little: int) -> Fall:
    """The dice, of which the sum must reach a number and be more than too little."""
    return fight.settle(lambda: fight.throw(throw), lambda: falls(throw.count, needed, too_little))


def forced(faces: Fall) -> bool:
    return faces.count(FACES) >= 2


def enough(faces: Fall, needed: int, too_little: int) -> bool:
    return forced(faces) or too_little < sum(faces) >= needed


@lru_cache(maxsize=1024)
def falls(count: int, needed: int, too_little: int) -> list[tuple[Fall, Fraction]]:
    """A fall of the dice for each thing that can come of them, with the chance of that."""
    found: dict[tuple[bool, bool, bool], tuple[Fall, Fraction]] = {}
    for faces in combinations_with_replacement(range(1, FACES + 1), count):
        key = forced(faces), enough(faces, needed, too_little), sum(faces) <= too_little
        one, before = found.get(key, (faces, Fraction(0)))
        found[key] = one, before + Fraction(_orders(faces), FACES**count)
    return list(found.values())


def chance(count: int, needed: int, too_little: int) -> Fraction:
    """How likely so many dice are enough."""
    every = falls(count, needed, too_little)
    return sum((share for faces, share in every if enough(faces, needed, too_little)), NONE)


def chance_of_force(count: int) -> Fraction:
    """How likely two of them or more are sixes."""
    return sum((share for faces, share in falls(count, 0, 0) if forced(faces)), NONE)


def dice_worded(count: int, needed: int, too_little: int, remark: str = "") -> str:
    """So many dice in words, with what those who weigh them should know."""
    certain = "certain" if chance(count, needed, too_little) == 1 else ""
    remarks = "; ".join(filter(None, [certain, remark]))
    return f"{count} {'die' if count == 1 else 'dice'}{f' ({remarks})' if remarks else ''}"


def _orders(faces: Fall) -> int:
    """In how many ways these dice can lie."""
    ways = factorial(len(faces))
    for same in Counter(faces).values():
        ways //= factorial(same)
    return ways
