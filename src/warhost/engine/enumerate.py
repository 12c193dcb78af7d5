"""Exact odds from the very code that plays: a step run over every outcome of its dice."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from .battle import Battle, State
from .oracle import Branch, Enumerating
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
    at_once: bool = False,
) -> dict[Hashable, Fraction]:
    """The exact distribution of `of(state)` after a step that `player` answers; of `most` falls, if that is said.

    Falls are counted before they are written down: thirty dice at once have a thousand million. All are followed
    by one throw more before any is by two, so that too many are noticed long before they are played. Chains of dice
    and sums, of which only the end matters, are followed die by die or, `at_once`, by their ends.
    """
    found: dict[Hashable, Fraction] = defaultdict(Fraction)
    waiting: deque[tuple[tuple[Any, ...], Fraction]] = deque([((), Fraction(1))])
    ended = 0
    while waiting:
        path, chance = waiting.popleft()
        oracle = Enumerating(path, player)
        oracle.ahead = oracle if at_once else None
        battle = Battle(setting, state.copy(), oracle)
        try:
            step(battle)
        except Branch as branch:
            if most is not None and ended + len(waiting) + branch.count > most:
                raise TooMany from None
            waiting.extend(((*path, fallen), chance * share) for fallen, share in branch.ways)
        else:
            ended += 1
            found[of(battle.state)] += chance
    return dict(found)
