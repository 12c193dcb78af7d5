"""A number keeps its reasons, and nothing but its reasons."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.engine.tally import Step, Tally


def longbow_at_a_giak(divisor: int, band: str) -> Tally:
    """A longbow against mail; the Giak moved and carries a shield."""
    chance = Tally(17, "mag.fire.basic")
    chance.add(-2, "mag.fire.mod.target_moved")
    chance.add(-1, "mag.fire.mod.shield")
    chance.divide(divisor, "mag.fire.range_divisor", band)
    return chance


@pytest.mark.rule("mag.fire.procedure", "mag.fire.range_divisor")
def test_the_range_divides_after_the_modifiers_and_drops_fractions() -> None:
    assert longbow_at_a_giak(1, "short range").total == 14
    assert longbow_at_a_giak(2, "medium range").total == 7
    assert longbow_at_a_giak(3, "long range").total == 4


@pytest.mark.rule("mag.fire.range_divisor")
@pytest.mark.parametrize(("divisor", "final"), [(1, 17), (2, 8), (3, 5)])
def test_seventeen_divided_for_range(divisor: int, final: int) -> None:
    chance = Tally(17, "mag.fire.basic")
    chance.divide(divisor, "mag.fire.range_divisor")
    assert chance.total == final


@pytest.mark.rule("mag.dice.zero_floor")
def test_a_percentage_is_never_less_than_nothing() -> None:
    chance = Tally(3, "mag.fire.basic")
    chance.add(-6, "mag.fire.mod.cover", "heavy cover")
    chance.floor(0, "mag.dice.zero_floor", "never below 0")
    assert chance.total == 0
    assert chance.sentence() == "3 basic, -6 heavy cover, at least 0 never below 0: 0"


def test_the_reasons_are_told_in_lines_with_their_rules() -> None:
    assert longbow_at_a_giak(2, "medium range").explain() == [
        "17  basic  [mag.fire.basic]",
        "-2  target moved  [mag.fire.mod.target_moved]",
        "-1  shield  [mag.fire.mod.shield]",
        "÷2  medium range  [mag.fire.range_divisor]",
        "= 7",
    ]


def test_the_reasons_are_told_in_one_sentence() -> None:
    sentence = "17 basic, -2 target moved, -1 shield, ÷2 medium range: 7"
    assert longbow_at_a_giak(2, "medium range").sentence() == sentence
    assert repr(longbow_at_a_giak(2, "medium range")) == f"<Tally {sentence}>"


def test_gains_carry_a_plus_and_multiples_a_cross() -> None:
    attacks = Tally(2, "a.base", "attacks")
    attacks.add(1, "a.frenzy")
    attacks.multiply(3, "a.ranks", "three ranks")
    assert attacks.sentence() == "2 attacks, +1 frenzy, ×3 three ranks: 9"


def test_what_changes_nothing_leaves_no_step() -> None:
    tally = Tally(5, "a.base")
    tally.add(0, "a.nothing")
    tally.divide(1, "a.short_range")
    tally.multiply(1, "a.single")
    tally.floor(5, "a.floor")
    assert tally.steps == (Step("base", 5, "a.base", "", 5),)


def test_every_step_knows_the_total_after_it() -> None:
    steps = longbow_at_a_giak(2, "medium range").steps
    assert [step.total_after for step in steps] == [17, 15, 14, 7]
    assert steps[3] == Step("divide", 2, "mag.fire.range_divisor", "medium range", 7)


def test_division_rounds_down_below_nothing_too() -> None:
    tally = Tally(-3, "a.base")
    tally.divide(2, "a.half")
    assert tally.total == -2


def test_a_copy_goes_its_own_way() -> None:
    tally = longbow_at_a_giak(2, "medium range")
    twin = tally.copy()
    twin.add(10, "mag.kai.weapon_skill")
    assert (tally.total, twin.total) == (7, 17)
    assert len(tally.steps) == 4
    assert twin.steps[:4] == tally.steps


OPERATIONS = st.tuples(st.sampled_from(["add", "divide", "multiply", "floor"]), st.integers(1, 9))


@given(st.integers(-50, 200), st.lists(OPERATIONS))
def test_the_steps_alone_lead_to_the_total(base: int, operations: list[tuple[str, int]]) -> None:
    tally = Tally(base, "a.base")
    for name, amount in operations:
        getattr(tally, name)(amount, "a.rule")
    total = 0
    for step in tally.steps:
        total = {
            "base": step.amount,
            "add": total + step.amount,
            "divide": total // step.amount if step.amount else 0,
            "multiply": total * step.amount,
            "floor": max(total, step.amount),
        }[step.op]
        assert total == step.total_after
    assert total == tally.total
