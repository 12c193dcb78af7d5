"""Dice as the rules write them: 2D6, D3, and the die with an arrow.

A phrase is rolled and added up; pools, whose dice are read one by one, are thrown by the rules that own them.
"""

from __future__ import annotations

import re

from warhost.engine.dice import Throw
from warhost.engine.field.compass import Angle, of_degrees

from .setting import Fight

CIRCLE = 360  # faces of the die with an arrow
_PHRASE = re.compile(r"(\d*)D(\d+)")
_CUTS = {2: (3,), 3: (2, 4)}  # where the faces of a D6 are parted to read a smaller die off it


def roll(fight: Fight, phrase: str, purpose: str, rule: str, side: int) -> int:
    """A plain number, or the sum of so many dice of so many sides.  [tp.dice.notation]"""
    found = _PHRASE.fullmatch(phrase)
    if found is None:
        return int(phrase)
    count, sides = int(found[1] or 1), int(found[2])
    if sides in _CUTS:
        return sum(_small(fight, sides, count, purpose, rule, side))
    if sides == 4:
        return sum(_four(fight, purpose, rule, side) for _ in range(count))
    return sum(fight.throw(Throw(count, sides, purpose, rule, side)))


def most(phrase: str) -> int:
    """The highest that such a phrase can come to."""
    found = _PHRASE.fullmatch(phrase)
    return int(phrase) if found is None else int(found[1] or 1) * int(found[2])


def _small(fight: Fight, sides: int, count: int, purpose: str, rule: str, side: int) -> list[int]:
    """A D3 or a D2 from a D6 in equal parts.  [tp.dice.d3] [tp.dice.d4]"""
    share, called = 6 // sides, f"{purpose}, a D{sides} read off a D6"
    return [-(-face // share) for face in fight.throw(Throw(count, 6, called, rule, side, _CUTS[sides]))]


def _four(fight: Fight, purpose: str, rule: str, side: int) -> int:
    """A D4 from a D6 on which 5 and 6 are thrown again.  [tp.dice.d4]"""
    return fight.die_until(6, purpose, rule, side, (), lambda face: face > 4)


def direction(fight: Fight, purpose: str, rule: str, side: int) -> Angle:
    """Any direction on the table, all alike.  [tp.dice.direction]"""
    return pointed_at(fight.die(CIRCLE, purpose, rule, side))


def pointed_at(face: int) -> Angle:
    """Where such a face points: the first to the far edge, each after it a degree farther round to the right."""
    return of_degrees(face - 1)
