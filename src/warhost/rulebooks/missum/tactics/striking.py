"""In melee: the weapon that strikes best."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.question import Answer, Question

from ..bodies import melees_of, troop
from ..fighting.order import place_of, who_is_first
from ..setting import Fight

FIRST = 2  # what striking first is worth, in points of attack


def weapon(fight: Fight, question: Question) -> Iterator[Answer]:
    number = fight.setting.number[question.about]
    kind = troop(fight, number)
    options = [int(option) for option in getattr(question, "options", ())]
    yield str(max(options, key=lambda index: _worth(fight, number, index) if index < len(kind.melee) else -9.0))


def _worth(fight: Fight, number: int, index: int) -> float:
    kind = troop(fight, number)
    score = float(kind.attack(index) + kind.defense(index, False))
    for melee in melees_of(fight, number):
        other = melee.b if melee.a == number else melee.a
        first = who_is_first(kind.weapon(index), place_of(fight, other), melee.round)
        score += FIRST if first == "one" else 0
    held = kind.weapon(index)
    return score + (5 if held.second_rank else 2 if held.half_rank else 0)


THOUGHTS = {"weapon": weapon}
