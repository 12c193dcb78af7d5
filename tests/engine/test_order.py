"""An order is a list of acts with a budget; the plan touches nothing."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.stance import Stance, shifted
from warhost.engine.order import MOST_ACTS, Malformed, Plan, Stop, numbers, only, planned, whole
from warhost.engine.question import Refusal

HERE = Stance((0, 0), 0, 1)


class Walk(Plan):
    rounding = 2

    def too_dear(self, cost: int) -> Refusal:
        return Refusal("toy.walk", f"{cost} is more than {self.left}")


def go(walk: Walk, args: list[Any]) -> Refusal | None:
    (far,) = numbers(args, "how far")
    if refusal := walk.pay(far):
        return refusal
    walk.stop(shifted(walk.stance, 0, far), leg=True)
    return None


def shout(walk: Walk, args: list[Any]) -> Refusal | None:
    said = only(args)
    return walk.then(lambda: said, goes_on=True, price=50)


ACTS = {"go": go, "shout": shout}


def plan(order: Any, start: Walk | None = None) -> Walk | Refusal:
    return planned(start or Walk(HERE, 1000), order, ACTS, "toy.order")


def walked(order: Any) -> Walk:
    found = plan(order)
    assert isinstance(found, Walk)
    return found


def refused(order: Any) -> Refusal:
    found = plan(order)
    assert isinstance(found, Refusal)
    return found


def test_an_order_is_gone_act_by_act() -> None:
    walk = walked([["go", 300], ["go", 400]])
    assert (walk.spent, walk.left) == (700, 300)
    assert walk.stops == [Stop(Stance((0, 300), 0, 1), True), Stop(Stance((0, 700), 0, 1), True)]
    assert walk.stance.front == (0, 700) and walk.before == HERE


def test_no_acts_are_no_move() -> None:
    assert walked([]).stops == []


@pytest.mark.parametrize("far, spent", [(999, 999), (1000, 1000), (1002, 1000)])
def test_rounding_decides_nothing(far: int, spent: int) -> None:
    assert walked([["go", far]]).spent == spent


def test_what_cannot_be_paid_for_is_refused_with_the_reason() -> None:
    assert refused([["go", 1003]]) == Refusal("toy.walk", "1003 is more than 1000")
    assert refused([["go", 600], ["go", 600]]) == Refusal("toy.walk", "600 is more than 400")


def test_the_start_is_not_touched_and_serves_again() -> None:
    start = Walk(HERE, 1000)
    first, second = plan([["go", 300]], start), plan([["go", 400]], start)
    assert isinstance(first, Walk) and isinstance(second, Walk)
    assert (start.spent, start.stops, start.stance) == (0, [], HERE)
    assert (first.spent, second.spent) == (300, 400)


def test_a_finale_waits_and_ends_the_order() -> None:
    walk = walked([["go", 300], ["shout", "hurrah"]])
    assert walk.ended and walk.goes_on and walk.price == 50
    assert walk.finale is not None and walk.finale() == "hurrah"
    assert "comes too late" in refused([["shout", "hurrah"], ["go", 300]]).why


@pytest.mark.parametrize(
    "order, why",
    [
        ("go", "a list of acts"),
        ([["go", 1]] * (MOST_ACTS + 1), "60 at most"),
        ([["fly", 3]], "there are: go, shout"),
        ([[]], "is no act"),
        ([[7]], "is no act"),
        (["go"], "is no act"),
        ([["go"]], "go: it takes how far"),
        ([["go", "far"]], "go: how far is a whole number, not 'far'"),
        ([["go", True]], "whole number"),
        ([["go", 10_000_001]], "how far is 10000000 at most, not 10000001"),
        ([["shout"]], "shout: it takes a name"),
    ],
)
def test_what_is_no_order_is_refused_by_its_rule(order: Any, why: str) -> None:
    refusal = refused(order)
    assert refusal.rule == "toy.order" and why in refusal.why


def test_reading_whole_numbers() -> None:
    assert whole(-10_000_000, "x") == -10_000_000
    with pytest.raises(Malformed):
        whole(1.0, "x")
    assert numbers([], *[]) == []
