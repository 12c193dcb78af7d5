"""Dice as rulebooks write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from warhost.engine.oracle import Scripted
from warhost.engine.phrase import Phrase


@pytest.mark.parametrize("written", ["D6", "2D6", "D3+1", "7", "3D100", "0", "12D6+10"])
def test_what_is_read_is_written_the_same(written: str) -> None:
    assert str(Phrase.read(written)) == written


@pytest.mark.parametrize("written", ["", " ", "D", "2d", "D6-1", "six", "+1", "D6+", "2D6 2", "-3"])
def test_what_is_no_phrase_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"expected dice such as 2D6, D3\+1 or 4"):
        Phrase.read(written)


def _rolled(written: str, *dice: int) -> int:
    oracle = Scripted(dice)
    total = Phrase.read(written).roll(oracle.throw, "purpose", "x.rule", 0)
    oracle.check_empty()
    return total


def test_dice_are_added_up() -> None:
    assert _rolled("2D6+1", 3, 6) == 10
    assert _rolled("4") == 4


@pytest.mark.parametrize(
    ("face", "third", "half"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (6, 3, 2)]
)
def test_small_dice_are_read_off_a_d6(face: int, third: int, half: int) -> None:
    assert _rolled("D3", face) == third
    assert _rolled("D2", face) == half


def test_a_d4_is_thrown_again_on_five_and_six() -> None:
    assert _rolled("2D4", 5, 6, 4, 1) == 5


def test_the_sum_has_its_exact_distribution() -> None:
    chances = Phrase.read("2D6+1").distribution()
    assert chances.weights[:3] == (0, 0, 0)
    assert Fraction(chances.weights[8], chances.total) == Fraction(6, 36)
    assert len(chances.weights) == 14
