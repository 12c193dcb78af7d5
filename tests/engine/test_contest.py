"""Two pools of dice against each other: thrown and worked out from one datum."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from warhost.engine.battle import Battle
from warhost.engine.contest import Contest, Retry
from warhost.engine.enumerate import outcomes
from warhost.engine.oracle import Scripted

BANNER = Retry("x.banner", both=True)
COIN = Retry("x.coin")
FUMBLE = Retry("x.fumble", when="won")


class Nothing:
    """A state of a battle in which nothing changes but whether a contest was won."""

    won = False

    def copy(self) -> Nothing:
        return Nothing()


def _thrown(contest: Contest, *dice: int) -> tuple[int, int, bool]:
    oracle = Scripted(dice)
    ended = contest.roll(oracle.throw, 0, 1)
    oracle.check_empty()
    return ended.own, ended.against, ended.won


def test_a_draw_goes_to_the_first() -> None:
    assert _thrown(Contest(2, 1, "x"), 4, 3, 6) == (1, 1, True)
    assert _thrown(Contest(2, 1, "x", draw_wins=False), 4, 3, 6) == (1, 1, False)


def test_an_empty_pool_throws_nothing() -> None:
    assert _thrown(Contest(0, 1, "x"), 3) == (0, 0, True)
    assert _thrown(Contest(-2, 1, "x"), 4) == (0, 1, False)
    assert _thrown(Contest(0, 0, "x")) == (0, 0, True)


def test_dice_are_thrown_once_more_only_after_the_end_that_calls_for_it() -> None:
    lost, won = (1, 6), (6, 1)
    assert _thrown(Contest(1, 1, "x", retries=(COIN,)), *lost, 5) == (1, 1, True)
    assert _thrown(Contest(1, 1, "x", retries=(COIN,)), *won) == (1, 0, True)
    assert _thrown(Contest(1, 1, "x", retries=(BANNER,)), *lost, 1, 5) == (0, 1, False)
    assert _thrown(Contest(1, 1, "x", retries=(FUMBLE,)), *won, 1) == (0, 0, True)
    assert _thrown(Contest(1, 1, "x", retries=(FUMBLE,)), *lost) == (0, 1, False)


def test_the_first_retry_that_applies_is_made_and_only_once() -> None:
    ended = Contest(1, 1, "x", retries=(FUMBLE, BANNER, COIN)).roll(Scripted([1, 6, 1, 6]).throw, 0, 1)
    assert (ended.won, ended.retried) == (False, BANNER)


@pytest.mark.parametrize("retries", [(), (BANNER,), (COIN,), (FUMBLE,), (FUMBLE, COIN), (FUMBLE, BANNER)])
@pytest.mark.parametrize(
    ("own", "against", "need"), [(0, 0, 4), (2, 0, 4), (0, 2, 4), (2, 3, 4), (3, 1, 5), (1, 2, 2)]
)
def test_odds_are_those_of_the_very_dice(own: int, against: int, need: int, retries: tuple[Retry, ...]) -> None:
    contest = Contest(own, against, "x", need=need, retries=retries)

    def step(battle: Battle[Nothing, None]) -> None:
        battle.state.won = contest.roll(battle.oracle.throw, 0, 1).won

    found = outcomes(step, None, Nothing(), lambda question: None, lambda state: state.won)
    assert found.get(True, Fraction(0)) == contest.chance()


def test_a_plain_contest_of_coins_can_be_counted() -> None:
    falls = [(sum(own), sum(against)) for own in product((0, 1), repeat=3) for against in product((0, 1), repeat=2)]
    won = sum(mine >= theirs for mine, theirs in falls)
    assert Contest(3, 2, "x").chance() == Fraction(won, len(falls))
