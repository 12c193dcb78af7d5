"""The chances the referee works out are those of the dice, whoever has a say in what a face comes to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from warhost.engine.situation import Case, judge

from ..scene import man


def fates(foe: dict[str, Any], *answers: str, **own: Any) -> dict[str, Fraction]:
    """What becomes of an enemy at whom a halberd strikes first."""
    striker = man(0, 10, 10, id="a", gear=["halberd"], profile={"i": 5}, **own)
    warriors = [striker, man(1, 11, 10, id="b", **foe)]
    found = judge(
        Case("odds", {"rulebook": "warband", "phase": "combat", "warriors": warriors, "answers": answers})
    )
    words = "knocked down", "stunned", "out of action"
    chances = [(one.chance, one.changes) for one in found.outcomes]
    return {
        fate: sum((chance for chance, seen in chances if f"lantern2-b {fate}" in seen), Fraction(0))
        for fate in words
    }


@pytest.mark.rule("war.injury.roll", "war.camp.skills")
def test_three_of_six_faces_lay_a_hardy_man_low_and_one_stuns_him() -> None:
    chances = fates({"flags": ["stupid"], "profile": {"t": 6}, "traits": ["hardy"]})
    assert chances == {
        "knocked down": Fraction(3, 72),
        "stunned": Fraction(1, 72),
        "out of action": Fraction(2, 72),
    }


@pytest.mark.rule("war.combat.parry")
def test_a_four_is_parried_twice_as_often_as_a_five_and_a_six_never() -> None:
    chances = fates({"gear": ["sword", "axe"], "profile": {"t": 6}}, "sword+axe")
    assert set(chances.values()) == {Fraction(15, 36) / 6 / 3}


@pytest.mark.rule("war.crit.table", "war.camp.skills")
@pytest.mark.parametrize("traits, saved", [((), 2), (("web of steel",), 1)])
def test_web_of_steel_leaves_a_save_against_a_one_alone(traits: tuple[str, ...], saved: int) -> None:
    """Halberd at plate: a hit in two, three faces in six wound with a save of 5+, a six goes to the chart."""
    chances = fates({"flags": ["stupid"], "gear": ["plate"]}, traits=list(traits))
    critical = Fraction(saved, 6) * Fraction(2, 3) + Fraction(6 - saved, 6)
    assert sum(chances.values()) == Fraction(1, 2) * (Fraction(1, 2) * Fraction(2, 3) + Fraction(1, 6) * critical)
