"""Chances are exact: worked by hand, by counting every case, and by laws that must hold."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.engine.distribution import Distribution

COIN = Distribution.of({0: 1, 1: 1})
D3 = Distribution.of({1: 1, 2: 1, 3: 1})
D6 = Distribution.of(dict.fromkeys(range(1, 7), 1))

distributions = st.lists(st.integers(0, 20), min_size=1, max_size=5).filter(any).map(Distribution)


def test_one_in_four() -> None:
    quarter = Distribution.of({0: 3, 1: 1})
    assert quarter.chance(1) == Fraction(1, 4)
    assert quarter.chance(0) == Fraction(3, 4)
    assert quarter.chance(2) == quarter.chance(-1) == 0
    assert quarter.mean() == Fraction(1, 4)
    assert quarter.variance() == Fraction(3, 16)


def test_a_die_has_mean_three_and_a_half() -> None:
    assert D6.mean() == Fraction(7, 2)
    assert D6.variance() == Fraction(35, 12)


def test_at_least() -> None:
    assert D6.at_least(5) == Fraction(1, 3)
    assert D6.at_least(1) == D6.at_least(0) == D6.at_least(-4) == 1
    assert D6.at_least(7) == 0


def test_two_dice_make_seven_in_six_ways() -> None:
    two = D6.convolve(D6)
    assert two.weights == (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    assert two.chance(7) == Fraction(1, 6)


def test_weights_are_in_lowest_terms() -> None:
    assert Distribution.of({0: 50, 1: 50}) == COIN
    assert hash(Distribution.of({0: 50, 1: 50})) == hash(COIN)
    assert Distribution([3, 6, 0, 0]).weights == (1, 2)
    assert COIN != D6
    assert COIN != (1, 1)


def test_it_shows_itself_as_it_is_made() -> None:
    quarter = Distribution.of({0: 75, 2: 25})
    assert repr(quarter) == "Distribution.of({0: 3, 2: 1})"
    assert list(quarter.items()) == [(0, Fraction(3, 4)), (2, Fraction(1, 4))]
    assert quarter.to_floats() == (0.75, 0.0, 0.25)


def test_thirty_coins_are_binomial() -> None:
    heads = Distribution.of({30: 1}).compose(COIN)
    assert heads.weights == tuple(comb(30, k) for k in range(31))


def test_a_die_of_coins_counted_by_hand() -> None:
    # D3 coins: 0 heads (1/2 + 1/4 + 1/8)/3, 3 heads 1/24.
    heads = D3.compose(COIN)
    assert heads == Distribution.of({0: 7, 1: 11, 2: 5, 3: 1})


def test_no_copies_make_nothing() -> None:
    assert Distribution.of({0: 1}).compose(D6) == Distribution.of({0: 1})


def test_capped_outcomes_gather_at_the_cap() -> None:
    assert D6.capped(4) == Distribution.of({1: 1, 2: 1, 3: 1, 4: 3})
    assert D6.capped(6) == D6.capped(9) == D6
    assert D6.capped(0) == Distribution.of({0: 1})


@pytest.mark.parametrize("weights", [{}, {0: 0}, {-1: 1}, {0: 2, 1: -1}])
def test_what_is_no_distribution_is_refused(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="0"):
        Distribution.of(weights)


def test_a_cap_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="cap"):
        D6.capped(-1)


@given(distributions, distributions)
def test_sums_agree_with_counting_every_pair(one: Distribution, other: Distribution) -> None:
    counted: Counter[int] = Counter()
    for (left, a), (right, b) in product(enumerate(one.weights), enumerate(other.weights)):
        counted[left + right] += a * b
    assert one.convolve(other) == Distribution.of(counted)


@given(distributions, distributions)
def test_composing_agrees_with_adding_copy_by_copy(count: Distribution, unit: Distribution) -> None:
    chances: dict[int, Fraction] = {}
    copies = Distribution.of({0: 1})
    for outcome in range(len(count.weights)):
        for total, chance in copies.items():
            chances[total] = chances.get(total, Fraction(0)) + count.chance(outcome) * chance
        copies = copies.convolve(unit)
    composed = count.compose(unit)
    assert dict(composed.items()) == {total: chance for total, chance in chances.items() if chance}


@given(distributions, distributions)
def test_mean_and_variance_of_a_random_number_of_copies(count: Distribution, unit: Distribution) -> None:
    composed = count.compose(unit)
    assert composed.mean() == count.mean() * unit.mean()
    assert composed.variance() == count.mean() * unit.variance() + count.variance() * unit.mean() ** 2


@given(distributions, distributions, st.integers(0, 6))
def test_chances_always_sum_to_one(one: Distribution, other: Distribution, most: int) -> None:
    for made in (one.convolve(other), one.compose(other), one.capped(most), one.unless(Fraction(most, 6))):
        assert sum(chance for _, chance in made.items()) == 1
        assert sum(made.weights) == made.total
        assert made.at_least(0) == 1


def test_what_may_be_stopped_altogether() -> None:
    free = Distribution.of({2: 1, 3: 3})
    assert free.unless(Fraction(0)) == free
    assert free.unless(Fraction(1)) == Distribution.of({0: 1})
    assert dict(free.unless(Fraction(1, 5)).items()) == {0: Fraction(1, 5), 2: Fraction(1, 5), 3: Fraction(3, 5)}
