"""Rolling off, and picking at random.  [reg.core.rolloff]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from warhost.engine.dice import Throw

from ..setting import Fight

T = TypeVar("T")


def roll_off(fight: Fight, purpose: str, rule: str, bonus: tuple[int, int] = (0, 0)) -> int:
    """Each rolls a D6; the higher wins and ties are rolled again."""
    while True:
        first = fight.die(6, purpose, rule, 0) + bonus[0]
        second = fight.die(6, purpose, rule, 1) + bonus[1]
        if first != second:
            return 0 if first > second else 1


def at_random(fight: Fight, among: Sequence[T], purpose: str, rule: str, side: int) -> T:
    """One of them, all equally likely; no die falls for one alone."""
    if len(among) == 1:
        return among[0]
    face = fight.throw(Throw(1, len(among), purpose, rule, side))[0]
    return among[face - 1]
