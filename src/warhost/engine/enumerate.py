"""Exact odds from the very code that plays: a step run over every outcome of its dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import product
from typing import TypeVar

from .battle import Battle, State
from .dice import Throw
from .oracle import Branch, Enumerating, Faces
from .question import Answer, Question

S = TypeVar("S", bound=State)
T = TypeVar("T")


class TooMany(Exception):
    """The dice can fall in more ways than anybody wants to wait for."""


def outcomes(
    step: Callable[[Battle[S, T]], object],
    setting: T,
    state: S,
    player: Callable[[Question], Answer],
    of: Callable[[S], Hashable],
    most: int | None = None,
) -> dict[Hashable, Fraction]:
    """The exact distribution of `of(state)` after a step that `player` answers; of `most` falls, if that is said.

    Falls are counted before they are written down: thirty dice at once have a thousand million.
    """
    found: dict[Hashable, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[tuple[Faces, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        path, chance = waiting.pop()
        battle = Battle(setting, state.copy(), Enumerating(path, player))
        try:
            step(battle)
        except Branch as branch:
            if most is not None and len(waiting) + ways(branch.throw) > most:
                raise TooMany from None
            waiting.extend(((*path, faces), chance * share) for faces, share in falls(branch.throw))
        else:
            found[of(battle.state)] += chance
    return dict(found)


def ways(throw: Throw) -> int:
    """In how many ways that make a difference the dice can fall."""
    found: int = len(throw.bands()) ** throw.count
    return found


def falls(throw: Throw) -> Iterator[tuple[Faces, Fraction]]:
    """Each way the dice can fall that makes a difference, with its chance; a band stands for all its faces."""
    bands = throw.bands()
    for fallen in product(bands, repeat=throw.count):
        share = Fraction(1)
        for low, high in fallen:
            share *= Fraction(high - low + 1, throw.sides)
        yield tuple(low for low, _ in fallen), share
