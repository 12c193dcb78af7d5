"""How likely dice bring off a spell, or stop one: what is told ahead against every fall of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from warhost.rulebooks.regiments.magic.effort import enough, falls, forced

CASES = [(1, 5, 2), (2, 10, 2), (2, 3, 2), (3, 12, 2), (3, 4, 3), (4, 20, 3), (5, 31, 2), (1, 1, 3)]


@pytest.mark.rule("reg.magic.cast", "reg.magic.castfail", "reg.magic.irresistible", "reg.magic.dispel")
@pytest.mark.parametrize(("count", "needed", "too_little"), CASES)
def test_chances_are_those_of_the_dice(count: int, needed: int, too_little: int) -> None:
    every = list(product(range(1, 7), repeat=count))
    good = [dice for dice in every if dice.count(6) >= 2 or (sum(dice) >= needed and sum(dice) > too_little)]
    found = falls(count, needed, too_little)
    assert sum(chance for _, chance in found) == 1
    assert sum(chance for dice, chance in found if enough(dice, needed, too_little)) == Fraction(
        len(good), len(every)
    )
    sixes = Fraction(sum(dice.count(6) >= 2 for dice in every), len(every))
    assert sum(chance for dice, chance in found if forced(dice)) == sixes


@pytest.mark.rule("reg.magic.cast")
@pytest.mark.parametrize(("dice", "made"), [((5, 5), True), ((4, 5), False), ((6, 6), True)])
def test_exactly_enough_is_enough(dice: tuple[int, ...], made: bool) -> None:
    assert enough(dice, 10, 2) is made


@pytest.mark.rule("reg.magic.castfail")
@pytest.mark.parametrize(("dice", "made"), [((1, 1), False), ((1, 2), True)])
def test_too_little_never_is(dice: tuple[int, ...], made: bool) -> None:
    assert enough(dice, 1, 2) is made
