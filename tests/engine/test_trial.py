"""Dice added up and read off a table: thrown and worked out from one datum."""

from __future__ import annotations

from fractions import Fraction

import pytest

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.trial import Trial, Tried

from .toy import State

MORALE = Trial(2, 7, ((14, "carry on"), (10, "retire")), "rout", "morale", "toy.morale")


@pytest.mark.parametrize(
    ("faces", "result"),
    [([3, 4], "carry on"), ([3, 3], "retire"), ([1, 2], "retire"), ([1, 1], "rout")],
    ids=["exactly enough", "one less", "exactly the next", "less than that"],
)
def test_the_table_is_read_from_the_best_down(faces: list[int], result: str) -> None:
    battle: Battle[State, int] = Battle(1, State([1, 1]), Scripted(dice=faces))
    assert battle.trial(MORALE, 0) == Tried(tuple(faces), result)
    assert len(battle.told) == 2


def test_its_chances_are_those_of_its_dice() -> None:
    found = {tried.result: chance for tried, chance in MORALE.outcomes()}
    assert found == {"carry on": Fraction(21, 36), "retire": Fraction(14, 36), "rout": Fraction(1, 36)}
    assert MORALE.chance("carry on") == Fraction(21, 36)


def test_faces_that_stand_for_a_result_lead_to_it() -> None:
    for tried, _ in MORALE.outcomes():
        assert len(tried.faces) == 2 and all(1 <= face <= 6 for face in tried.faces)
        assert MORALE.read(7 + sum(tried.faces)) == tried.result


def test_what_cannot_come_out_is_left_out() -> None:
    sure = Trial(1, 20, ((14, "carry on"),), "rout", "morale", "toy.morale")
    assert [(tried.result, chance) for tried, chance in sure.outcomes()] == [("carry on", Fraction(1))]
