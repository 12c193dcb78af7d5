"""Everyday words of orders: ways, numbers, and what stands between."""

from __future__ import annotations

import doctest

import pytest

from warhost.engine import saying
from warhost.engine.saying import Spoken, goes_on, listed_sayings, parts_of, spoken


def test_its_examples_are_true() -> None:
    assert doctest.testmod(saying).failed == 0


@pytest.mark.parametrize(
    ("words", "led"),
    [("4 forward", (0, 4)), ("back 2", (0, -2)), ("left 3 squares", (-3, 0)), ("forward right 2", (2, 2)),
     ("ahead", (0, 1)), ("up by 1.5 inches", (0, 1.5))],
)  # fmt: skip
def test_ways_lead_somewhere(words: str, led: tuple[float, float]) -> None:
    assert spoken(words.split()).led == led


def test_two_numbers_may_stand_in_one_word() -> None:
    assert spoken(["to", "9,12"]) == Spoken("", (), (9, 12), ())


@pytest.mark.parametrize("words", ["turn about", "turn around", "about"])
def test_turning_about_has_several_words(words: str) -> None:
    assert spoken(words.split()).about


def test_parts_are_told_apart_but_not_within_a_square() -> None:
    assert parts_of(["to", "9,12;", "turn", "left,", "2", "forward", "then", "flip"]) == [
        ["to", "9,12"], ["turn", "left"], ["2", "forward"], ["flip"],
    ]  # fmt: skip


def test_a_line_says_whether_it_goes_on() -> None:
    assert goes_on(["then", "flip"]) and not goes_on(["then"]) and not goes_on(["flip"])


def test_sayings_stand_in_two_columns() -> None:
    listed = listed_sayings((("flip", "turn about"), ("4 forward", "on")))
    assert listed == "  flip        turn about\n  4 forward   on"
