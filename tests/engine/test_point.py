"""Special rules hook in at typed points, and one runner asks them."""

from __future__ import annotations

import pytest

from warhost.engine.point import Point, hooked
from warhost.engine.tally import Tally


@pytest.fixture
def speed() -> Point[[Tally], None]:
    point: Point[[Tally], None] = Point("speed")

    @point("swift")
    def swift(tally: Tally) -> None:
        tally.add(2, "x.swift")

    @point("lame", "old")
    def slow(tally: Tally) -> None:
        tally.add(-1, "x.slow")

    return point


def test_each_has_its_say_in_the_order_in_which_they_are_borne(speed: Point[[Tally], None]) -> None:
    tally = Tally(6, "x.speed")
    speed.each(("old", "brave", "swift"), tally)
    assert [(step.rule, step.amount) for step in tally.steps[1:]] == [("x.slow", -1), ("x.swift", 2)]


def test_whoever_bears_nothing_that_is_hooked_in_changes_nothing(speed: Point[[Tally], None]) -> None:
    tally = Tally(6, "x.speed")
    speed.each(("brave",), tally)
    speed.each((), tally)
    assert tally.total == 6


def test_two_rules_of_one_name_are_a_mistake(speed: Point[[Tally], None]) -> None:
    with pytest.raises(ValueError, match="'swift' is already hooked in: speed"):
        speed("swift")(lambda tally: None)


def _wards() -> Point[[int], str | None]:
    point: Point[[int], str | None] = Point("wards")
    point("ring")(lambda hit: "x.ring" if hit > 3 else None)
    point("cloak")(lambda hit: "x.cloak")
    return point


def test_the_first_reply_counts_and_a_none_is_no_reply() -> None:
    wards = _wards()
    assert wards.first(("ring", "cloak"), 4) == "x.ring"
    assert wards.first(("ring", "cloak"), 3) == "x.cloak"
    assert wards.first(("ring",), 3) is None
    assert wards.any(("ring",), 4)
    assert not wards.any(("ring",), 3)
    assert list(wards.replies(("cloak", "ring"), 3)) == ["x.cloak", None]


def test_a_value_is_handed_on_from_one_to_the_next() -> None:
    blows: Point[[int, str], int] = Point("blows")
    blows("two")(lambda count, weapon: count * 2)
    blows("more")(lambda count, weapon: count + len(weapon))
    assert blows.fold(("two", "more"), 3, "axe") == 9
    assert blows.fold(("more", "two"), 3, "axe") == 12
    assert blows.fold((), 3, "axe") == 3


def test_what_is_hooked_in_anywhere_can_be_held_against_names_in_data(speed: Point[[Tally], None]) -> None:
    assert hooked([speed, _wards()]) == {"swift", "lame", "old", "ring", "cloak"}
    assert speed.heeds(("brave", "old"))
    assert not speed.heeds(("brave",))
