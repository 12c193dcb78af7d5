"""A contest of two pools of dice as data: it is thrown by the battle and worked out exactly for the odds.

So many dice of each pool show the `need` or more; whoever has more of them prevails, and a draw goes to the first
unless said otherwise. What is thrown once more, and when, is part of the contest: the first retry that applies is
made, once.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from operator import mul
from typing import Literal

import msgspec

from .chain import Thrower
from .dice import Throw


class Retry(msgspec.Struct, frozen=True):
    """Dice that are thrown once more: when the contest is lost (or won), the own dice alone or those of both."""

    by: str  # the rule or item that does it
    when: Literal["lost", "won"] = "lost"
    both: bool = False


class Contested(msgspec.Struct, frozen=True):
    """How a contest ended: what each pool showed at last, who prevailed, and what threw dice once more."""

    own: int
    against: int
    won: bool
    retried: Retry | None = None


class Contest(msgspec.Struct, frozen=True):
    own: int
    against: int
    rule: str
    need: int = 4
    sides: int = 6
    purposes: tuple[str, str] = ("own dice", "dice against it")
    draw_wins: bool = True
    retries: tuple[Retry, ...] = ()

    def roll(
        self, throw: Thrower, side: int, other: int, retried: Callable[[Retry], object] = lambda retry: None
    ) -> Contested:
        """Each side throws its own pool; no dice are thrown for an empty one. `retried` hears of a retry first."""
        mine, theirs = self._thrown(throw, side, self.own, 0), self._thrown(throw, other, self.against, 1)
        retry = self.retry(self.won(mine, theirs))
        if retry is not None:
            retried(retry)
            mine = self._thrown(throw, side, self.own, 0, again=True)
            theirs = self._thrown(throw, other, self.against, 1, again=True) if retry.both else theirs
        return Contested(mine, theirs, self.won(mine, theirs), retry)

    def again(self, throw: Thrower, side: int, ended: Contested) -> Contested:
        """The own dice once more, against what the other pool showed."""
        mine = self._thrown(throw, side, self.own, 0, again=True)
        return Contested(mine, ended.against, self.won(mine, ended.against), ended.retried)

    def _thrown(self, throw: Thrower, side: int, dice: int, pool: int, again: bool = False) -> int:
        if dice <= 0:
            return 0
        purpose, need = self.purposes[pool], self.need
        places = tuple(range(dice)) if again else ()
        cuts, rule = (need - 1,), self.rule
        asked = Throw(dice, self.sides, purpose, rule, side, cuts, need=need, over=True, again=places, alike=True)
        faces = throw(asked)
        return sum(face >= need for face in faces)

    def chance(self) -> Fraction:
        """How likely the first prevails."""
        return _chance(self)

    def outcomes(self) -> list[tuple[Contested, Fraction]]:
        """Won by a hair and lost by a hair, where either can happen, with their chances."""
        won = self.chance()
        even, short = (max(0, self.against), max(0, self.against)), (0, 1)
        ends = (Contested(*even, True), won), (Contested(*short, False), 1 - won)
        return [(ended, chance) for ended, chance in ends if chance]

    def won(self, mine: int, theirs: int) -> bool:
        return mine >= theirs if self.draw_wins else mine > theirs

    def retry(self, won: bool) -> Retry | None:
        """What is thrown once more after such an end, if anything."""
        return next((retry for retry in self.retries if (retry.when == "won") == won), None)


@lru_cache(maxsize=4096)
def _chance(contest: Contest) -> Fraction:
    """Every pair of results weighted by the ways in which it falls."""
    own, against = _ways(contest, contest.own), _ways(contest, contest.against)
    tails = [*accumulate(reversed(own))][::-1]  # in how many ways so many or more succeed
    least = range(len(against)) if contest.draw_wins else range(1, len(against) + 1)
    beaten = [tails[needed] if needed < len(tails) else 0 for needed in least]
    all_own, whole = tails[0], tails[0] * sum(against)
    once = Fraction(sum(map(mul, against, beaten)), whole)
    if not contest.retries:
        return once
    total = Fraction(0)
    for ways, good in zip(against, beaten, strict=True):
        for won, share in ((True, good), (False, all_own - good)):
            retry = contest.retry(won)
            after = Fraction(won) if retry is None else once if retry.both else Fraction(good, all_own)
            total += Fraction(ways * share, whole) * after
    return total


def _ways(contest: Contest, dice: int) -> list[int]:
    """In how many ways none, one, two … of so many dice succeed."""
    good = min(contest.sides, max(0, contest.sides - contest.need + 1))
    count, bad = max(0, dice), contest.sides - good
    return [comb(count, some) * good**some * bad ** (count - some) for some in range(count + 1)]
