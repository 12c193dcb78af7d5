"""Magic dice against ether dice: who wins, and how likely that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial

Faces = tuple[int, ...]
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


@lru_cache(maxsize=4096)
def chance_to_cast(magic: int, ether: int) -> Fraction:
    """How likely so many magic dice beat so many ether dice.  [tp.magic.cast] [tp.magic.chart]"""
    against = sorted(rolls(ether))
    good = beaten = at = 0
    for faces, ways in sorted(rolls(magic)):
        while at < len(against) and against[at][0] < faces:
            beaten += against[at][1]
            at += 1
        good += ways * beaten
    return Fraction(good, SIDES ** (max(0, magic) + max(0, ether)))


@lru_cache(maxsize=4096)
def chance_against(magic: int, ether: Faces) -> Fraction:
    """How likely so many magic dice beat an ether roll that lies on the table.  [tp.magic.cast]"""
    return Fraction(sum(ways for faces, ways in rolls(magic) if prevails(faces, ether)), SIDES ** max(0, magic))


@lru_cache(maxsize=4096)
def chance_to_dispel(magic: Faces, ether: Faces, dice: int) -> Fraction:
    """How likely so many dice added to the ether's roll stop a spell.  [tp.magic.dispel]"""
    good = sum(ways for faces, ways in rolls(dice) if not prevails(magic, (*ether, *faces)))
    return Fraction(good, SIDES ** max(0, dice))
