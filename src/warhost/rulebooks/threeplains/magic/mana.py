"""Magic dice against ether dice: who wins, and how likely that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import NamedTuple, TypeVar

from warhost.engine.chain import Thrower
from warhost.engine.dice import Faces as Lying
from warhost.engine.dice import Throw, not_fast

from ..state import Player

Faces = tuple[int, ...]
R = TypeVar("R")
SIDES = 6


def prevails(magic: Sequence[int], ether: Sequence[int]) -> bool:
    """Whether the caster wins: the first difference from the top decides, then who has a die left; a draw is the
    ether's.  [tp.magic.compare]"""
    return sorted(magic, reverse=True) > sorted(ether, reverse=True)


@lru_cache(maxsize=64)
def rolls(dice: int) -> tuple[tuple[Faces, int], ...]:
    """Every roll of so many dice, sorted from the top, and in how many ways it comes about."""
    return tuple(_rolls(max(0, dice), SIDES, factorial(max(0, dice)), ()))


def _rolls(left: int, face: int, ways: int, so_far: Faces) -> Iterator[tuple[Faces, int]]:
    if face == 1:
        yield so_far + (1,) * left, ways // factorial(left)
        return
    for count in range(left, -1, -1):
        yield from _rolls(left - count, face - 1, ways // factorial(count), so_far + (face,) * count)


def raised(magic: Faces, plus: int) -> Faces:
    """So much more on every die, up to 6."""
    return as_fast([min(SIDES, face + plus) for face in magic], magic)


def as_fast(faces: Sequence[int], before: Faces) -> Faces:
    """Dice in the places of others, as fast as those lay."""
    loose = not_fast(before)
    return Lying.fixed(faces[:loose], faces[loose:])


def thrown_twice(magic: Faces, chosen: Sequence[int], new: Faces) -> Faces:
    """Dice of which those at the chosen places were thrown again: they lie fast, for no die is thrown a third time.

    [tp.spell.harmony.flow_of_cohesion]
    """
    loose = not_fast(magic)
    kept = [face for at, face in enumerate(magic[:loose]) if at not in chosen]
    return Lying.fixed(kept, (*magic[loose:], *new))


@lru_cache(maxsize=4096)
def chance_to_cast(magic: int, ether: int, fumbles: bool = False, plus: int = 0) -> Fraction:
    """How likely so many magic dice, each of which may be raised, beat so many ether dice; those of whoever fumbles
    have to do so twice.

    [tp.magic.cast] [tp.magic.chart]
    """
    if fumbles or plus:
        times = 2 if fumbles else 1
        twice = [chance_against(magic, faces, plus) ** times * ways for faces, ways in rolls(ether)]
        return Fraction(sum(twice)) / Fraction(SIDES ** max(0, ether))
    against = sorted(rolls(ether))
    good = beaten = at = 0
    for faces, ways in sorted(rolls(magic)):
        while at < len(against) and against[at][0] < faces:
            beaten += against[at][1]
            at += 1
        good += ways * beaten
    return Fraction(good, SIDES ** (max(0, magic) + max(0, ether)))


@lru_cache(maxsize=4096)
def chance_against(magic: int, ether: Faces, plus: int = 0) -> Fraction:
    """How likely so many magic dice beat an ether roll that lies on the table.  [tp.magic.cast]"""
    good = sum(ways for faces, ways in rolls(magic) if prevails(raised(faces, plus), ether))
    return Fraction(good, SIDES ** max(0, magic))


@lru_cache(maxsize=4096)
def chance_to_dispel(magic: Faces, ether: Faces, dice: int) -> Fraction:
    """How likely so many dice added to the ether's roll stop a spell.  [tp.magic.dispel]"""
    good = sum(ways for faces, ways in rolls(dice) if not prevails(magic, (*ether, *faces)))
    return Fraction(good, SIDES ** max(0, dice))


# --- the same as data: thrown, or worked out ----------------------------------------------------------------


class Power(NamedTuple):
    """Magic dice against an ether roll that lies on the table. The first die may be raised; whoever fumbles throws
    dice that prevail once more."""

    dice: int
    ether: Faces
    plus: int = 0
    fumbles: bool = False

    def roll(self, throw: Thrower, side: Player, *, again: bool = False) -> Faces:
        if self.dice < 1:
            return ()
        places = tuple(range(self.dice)) if again else ()
        return self._raised(throw(Throw(self.dice, SIDES, "magic dice", "tp.magic.dice", side, again=places)))

    def _raised(self, magic: Faces) -> Faces:
        """The die that was named before it was thrown: they are all alike, so it is the first.

        [tp.item.arcane.power_scroll] [tp.item.arcane.manna_spark_scroll]
        """
        return as_fast((min(SIDES, magic[0] + self.plus), *magic[1:]), magic) if self.plus else magic

    def wins(self, magic: Faces) -> bool:
        return prevails(magic, self.ether)

    def chance(self) -> Fraction:
        """How likely they get past the ether."""
        return self._once() ** (1 + self.fumbles)

    def _once(self) -> Fraction:
        if not self.plus or self.dice < 1:
            return chance_against(self.dice, self.ether)
        first = [min(SIDES, face + self.plus) for face in range(1, SIDES + 1)]
        good = sum(ways for face in first for rest, ways in rolls(self.dice - 1) if self.wins((face, *rest)))
        return Fraction(good, SIDES**self.dice)

    def outcomes(self) -> list[tuple[Faces, Fraction]]:
        return _told_apart((SIDES,) * self.dice, (1,) * self.dice, self.chance())


def cast_outcomes(magic: int, ether: int, fumbles: bool) -> list[tuple[tuple[Faces, Faces], Fraction]]:
    """The dice of the ether and of the caster, none of which has fallen: a cast and a failure."""
    best, worst = ((1,) * ether, (SIDES,) * magic), ((SIDES,) * ether, (1,) * magic)
    ways = [(Power(magic, faces, fumbles=fumbles).chance(), ways) for faces, ways in rolls(ether)]
    return _told_apart(best, worst, sum((chance * count for chance, count in ways), Fraction(0)) / SIDES**ether)


def dispel_outcomes(magic: Faces, ether: Faces, dice: int) -> list[tuple[Faces, Fraction]]:
    """Dice added to the ether's: enough of them, and too little."""
    return _told_apart((SIDES,) * dice, (1,) * dice, chance_to_dispel(magic, ether, dice))


def _told_apart(good: R, bad: R, chance: Fraction) -> list[tuple[R, Fraction]]:
    """The best and the worst that may fall, for all that is as good."""
    return [(fallen, share) for fallen, share in ((good, chance), (bad, 1 - chance)) if share]
