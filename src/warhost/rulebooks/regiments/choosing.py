"""Who comes next: an owner settles the order in which his units do what they must.  [reg.turn.decisions]"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.question import Choose

from .nature import named
from .setting import Fight


def next_of(fight: Fight, side: int, numbers: Sequence[int], what: str, rule: str, text: str) -> int:
    """Which of several units is next; nobody is asked about one."""
    if len(numbers) == 1:
        return numbers[0]
    names = [named(fight, number) for number in numbers]
    return fight.setting.number[fight.ask(Choose(side, what, names, rule, text=text, usual=names[0]))]


def in_turn(fight: Fight, side: int, numbers: Sequence[int], what: str, rule: str, text: str) -> list[int]:
    """All of them, in the order their owner wants."""
    left, found = list(numbers), list[int]()
    while left:
        number = next_of(fight, side, left, what, rule, text)
        left.remove(number)
        found.append(number)
    return found
