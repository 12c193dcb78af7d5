"""Dice laid ready: in one row, or in a row for each purpose."""

from __future__ import annotations

import pytest

from warhost.engine.battle import Battle
from warhost.engine.dice import Throw
from warhost.engine.oracle import Scripted, ScriptError
from warhost.engine.prepared import Dice, Prepared, Unfit

from .toy import State, Toy


def dice(count: int, purpose: str = "to hit") -> Throw:
    return Throw(count, 6, purpose, "rule", 0)


def unfit(laid: Prepared, throw: Throw) -> tuple[str, str]:
    with pytest.raises(Unfit) as caught:
        laid.throw(throw)
    return caught.value.key, caught.value.expected


def test_a_row_is_used_up_in_its_order() -> None:
    laid = Prepared([1, 2, 3])
    assert (laid.throw(dice(2)), laid.throw(dice(1, "save")), laid.left) == ((1, 2), (3,), [])


def test_each_purpose_has_a_row_of_its_own_over_all_throws() -> None:
    laid = Prepared({"to hit": [1, 2, 3], "save": [6]})
    assert laid.throw(dice(1)) == (1,)
    assert laid.throw(dice(1, "save")) == (6,)
    assert laid.left == {"to hit": [2, 3]}
    assert laid.throw(dice(2)) == (2, 3)
    assert laid.left == {}


def test_a_purpose_may_be_written_up_to_its_comma() -> None:
    laid = Prepared({"dash": [5], "attacks, a D3": [2]})
    assert laid.ready(dice(1, "dash, a D3 read off a D6")) == 1
    assert laid.throw(dice(1, "dash, a D3 read off a D6")) == (5,)
    assert laid.throw(dice(1, "attacks, a D3")) == (2,)
    assert laid.left == {}


def test_a_missing_die_names_what_it_is_for_and_where_the_others_went() -> None:
    laid = Prepared([4])
    laid.throw(dice(1, "dash"))
    key, expected = unfit(laid, dice(1))
    assert key == "dice"
    assert expected == "expected 1D6 for to hit [rule], but no more dice are given; they went to: dash"


def test_a_missing_die_of_a_purpose_names_it() -> None:
    laid = Prepared({"to hit": [1, 2, 3]})
    laid.throw(dice(2))
    assert unfit(laid, dice(2)) == (
        "dice.to hit",
        "expected 2D6 for to hit [rule], but only [3] is left; they were [1, 2, 3]",
    )


def test_a_purpose_without_dice_is_told_with_those_that_have_some() -> None:
    laid = Prepared({"to hit": [1]})
    assert unfit(laid, dice(1, "save"))[1].endswith("but none are given for that; there are dice for: to hit")
    assert unfit(laid, dice(1, "to hit again"))[1].endswith("did you mean to hit?")


@pytest.mark.parametrize(("laid", "key"), [([1, 7], "dice[1]"), ({"to hit": [1, 0]}, "dice.to hit[1]")])
def test_a_face_that_cannot_fall_is_told_with_its_place(laid: Dice, key: str) -> None:
    assert unfit(Prepared(laid), dice(2))[0] == key


def scripted(dice: Dice) -> Battle[int, State]:
    return Battle(6, State([2, 3]), Scripted(dice, ["bold", "bold", "charge", "shoot"]))  # type: ignore[arg-type]


def test_a_test_may_give_its_dice_by_purpose() -> None:
    rows, row = scripted({"to hit": [6, 5, 5, 4]}), scripted([6, 5, 5, 4])
    for battle in (rows, row):
        Toy().step(battle)  # type: ignore[arg-type]
        battle.oracle.check_empty()  # type: ignore[attr-defined]
    assert rows.state.models == row.state.models == [1, 2]


def test_a_purpose_that_nothing_is_thrown_for_is_left_over() -> None:
    script = Scripted({"break check": [4]})
    with pytest.raises(ScriptError, match=r"left over: dice \{'break check': \[4\]\}"):
        script.check_empty()


def test_no_dice_are_no_throw() -> None:
    battle = Battle(6, State([2, 3]), Scripted({"to hit": [4]}))
    assert battle.throw(dice(0, "ether dice")) == () and not battle.told
    assert battle.throw(dice(1)) == (4,) and len(battle.told) == 1
