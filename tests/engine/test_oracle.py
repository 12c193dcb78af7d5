"""Drivers for tests and for odds."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.battle import Battle
from warhost.engine.contest import Contest, Retry
from warhost.engine.dice import DiceStream, Throw
from warhost.engine.enumerate import TooMany, outcomes
from warhost.engine.oracle import Direct, Scripted, ScriptError
from warhost.engine.question import Answer, Question

from .toy import State, Toy, volley

TOY: Any = Toy()


def charge(question: Question) -> Answer:
    return {"stance": "bold", "order": "charge", "reaction": "shoot"}[question.what]


def scripted(dice: list[int], answers: list[Any]) -> Battle[Any, Any]:
    return Battle(6, State([2, 3]), Scripted(dice, answers))


def test_a_script_gives_dice_and_answers() -> None:
    battle = scripted([6, 5, 5, 4], ["bold", "bold", "charge", "shoot"])
    TOY.step(battle)
    assert battle.state.models == [1, 2]


def test_a_missing_die_is_an_error() -> None:
    with pytest.raises(ScriptError, match=r"dice: expected 3D6 for to hit .*, but only \[6, 5\] is left"):
        TOY.step(scripted([6, 5], ["bold", "bold", "charge", "shoot"]))


def test_a_missing_answer_is_an_error() -> None:
    with pytest.raises(ScriptError, match="no answer is given for 'order'"):
        TOY.step(scripted([], ["bold", "bold"]))


def test_an_unlawful_answer_is_an_error() -> None:
    with pytest.raises(ScriptError, match="'order' refuses 'dance'"):
        TOY.step(scripted([], ["bold", "bold", "dance"]))


def test_a_face_that_cannot_fall_is_an_error() -> None:
    with pytest.raises(ScriptError, match=r"dice\[0\]: expected 3D6 for to hit .*, got 7"):
        TOY.step(scripted([7, 1, 1], ["bold", "bold", "charge", "shoot"]))


def test_left_over_dice_and_answers_are_an_error() -> None:
    script = Scripted([3], ["yes"])
    with pytest.raises(ScriptError, match=r"left over: dice \[3\], answers \['yes'\]"):
        script.check_empty()


def test_bands_stand_for_all_their_faces() -> None:
    fallen = dict(Throw(1, 100, "to hit", "", 0, (7,)).falls())
    assert fallen == {(1,): Fraction(7, 100), (8,): Fraction(93, 100)}
    assert len(list(Throw(2, 6, "morale", "", 0).falls())) == 36


def test_exact_odds_of_a_step_agree_with_many_throws() -> None:
    start = State([2, 2])
    exact = outcomes(TOY.step, 6, start, charge, lambda state: tuple(state.models))
    assert sum(exact.values()) == 1
    seen: dict[Any, int] = {}
    many = 20_000
    for number in range(many):
        battle = Battle(6, start.copy(), Direct(DiceStream("odds", number), charge))
        TOY.step(battle)
        seen[tuple(battle.state.models)] = seen.get(tuple(battle.state.models), 0) + 1
    for end, chance in exact.items():
        spread = (float(chance) * (1 - float(chance)) / many) ** 0.5
        assert abs(seen.get(end, 0) / many - float(chance)) < 5 * spread + 1e-9


def test_exact_odds_of_a_step_agree_with_the_closed_form() -> None:
    def hold_then_hit(battle: Battle[Any, Any]) -> None:
        battle.state.models[1] -= volley(battle, 0, 4)

    exact = outcomes(hold_then_hit, 6, State([3, 3]), charge, lambda state: state.models[1])
    assert exact == {3: Fraction(1, 8), 2: Fraction(3, 8), 1: Fraction(3, 8), 0: Fraction(1, 8)}


def test_the_state_that_odds_start_from_is_left_alone() -> None:
    start = State([2, 2])
    outcomes(TOY.step, 6, start, charge, lambda state: state.turn)
    assert start == State([2, 2])


@pytest.mark.parametrize(("dice", "most", "enough"), [(3, 8, True), (3, 7, False), (200, 20_000, False)])
def test_falls_are_counted_before_they_are_written_down(dice: int, most: int, enough: bool) -> None:
    """Two hundred dice that pass or fail would be more falls than any memory holds."""

    def volley_of_many(battle: Battle[Any, Any]) -> None:
        battle.state.models[1] -= sum(battle.throw(Throw(dice, 6, "to hit", "", 0, (3,)))) > 3 * dice

    def count() -> Any:
        return outcomes(volley_of_many, 6, State([3, 3]), charge, lambda state: state.models[1], most)

    if enough:
        assert sum(count().values()) == 1
    else:
        with pytest.raises(TooMany):
            count()


def test_too_many_falls_are_noticed_long_before_they_are_played() -> None:
    """Ten dice one after another fall in sixty million ways; a thousand are there after four."""
    played: list[None] = []

    def one_by_one(battle: Battle[Any, Any]) -> None:
        played.append(None)
        for _ in range(10):
            battle.throw(Throw(1, 6, "to hit", "", 0, ()))

    with pytest.raises(TooMany):
        outcomes(one_by_one, 6, State([3, 3]), charge, lambda _: 0, 1_000)
    assert len(played) < 250


@pytest.mark.parametrize("cuts", [(), (3,), (1, 5)])
def test_dice_that_are_alike_fall_sorted_with_the_chances_of_all_their_orders(cuts: tuple[int, ...]) -> None:
    each = Throw(3, 6, "to hit", "", 0, cuts)
    alike = replace(each, alike=True)
    sorted_falls: dict[tuple[int, ...], Fraction] = {}
    for fallen, chance in each.falls():
        key = tuple(sorted(fallen))
        sorted_falls[key] = sorted_falls.get(key, Fraction()) + chance
    assert dict(alike.falls()) == sorted_falls
    assert alike.ways == len(sorted_falls)


def test_a_contest_of_eighty_dice_is_taken_in_every_way_it_can_end() -> None:
    contest = Contest(40, 40, "x", retries=(Retry("once more"),))
    won: list[bool] = []

    def check(battle: Battle[Any, Any]) -> None:
        won[:] = [contest.roll(battle.throw, 0, 1).won]

    found = outcomes(check, 6, State([3, 3]), charge, lambda _: won[0])
    assert found[True] == contest.chance()


def test_ends_at_once_have_the_chances_of_dice_one_by_one() -> None:
    """Thirty dice added up end in a hundred and fifty sums; one by one nobody could follow them."""

    def add_up(battle: Battle[Any, Any], dice: int) -> None:
        battle.state.turn = battle.total(Throw(dice, 6, "sum", "toy.rule", 0))

    def found(dice: int, at_once: bool) -> dict[Any, Fraction]:
        step = partial(add_up, dice=dice)
        return outcomes(step, 6, State([2, 2]), charge, lambda state: state.turn, 2_000, at_once=at_once)

    assert found(4, at_once=False) == found(4, at_once=True)
    assert found(30, at_once=True)[30] == Fraction(1, 6**30)
    with pytest.raises(TooMany):
        found(30, at_once=False)
