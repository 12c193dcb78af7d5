"""Dice that are thrown again name those they take the place of."""

from __future__ import annotations

from typing import Any

from warhost.engine.battle import Battle, tale
from warhost.engine.chain import Chain, Pool, Test
from warhost.engine.contest import Contest, Retry
from warhost.engine.dice import Faces, Throw
from warhost.engine.event import Handled, Rerolled, Rolled, Told


class Falling:
    """Dice that fall as they are told."""

    ahead = None

    def __init__(self, *throws: tuple[int, ...]):
        self.left = list(throws)

    def throw(self, throw: Throw) -> tuple[int, ...]:
        faces = self.left.pop(0)
        assert len(faces) == throw.count
        return faces


def told(battle: Battle[Any, Any]) -> list[Rolled]:
    return [one.event for one in battle.told if isinstance(one.event, Rolled)]


def fought(*throws: tuple[int, ...]) -> Battle[Any, Any]:
    oracle: Any = Falling(*throws)
    return Battle(None, None, oracle)


def test_misses_that_are_thrown_again_are_named_by_their_places() -> None:
    battle = fought((2, 5, 1, 6), (4, 3))
    test = Test(6, 4, "to hit", "a.rule", reroll="failures")
    assert battle.roll(Chain(Pool(4), (test,)), 0) == 3
    first, second = told(battle)
    assert not isinstance(first, Rerolled)
    assert isinstance(second, Rerolled) and (second.again, second.back) == ((0, 2), 1)


def test_ones_alone_are_named_where_they_alone_are_thrown_again() -> None:
    battle = fought((2, 1, 3), (6,))
    battle.roll(Chain(Pool(3), (Test(6, 4, "to hit", "a.rule", reroll="ones"),)), 0)
    second = told(battle)[1]
    assert isinstance(second, Rerolled) and second.again == (1,)


def test_a_contest_that_is_thrown_once_more_names_the_dice_before_those_of_the_other() -> None:
    battle = fought((1, 2), (6,), (6, 5))
    battle.contest(Contest(2, 1, "a.rule", retries=(Retry("an item"),)), 0, 1)
    last = told(battle)[2]
    assert isinstance(last, Rerolled) and (last.again, last.back, last.side) == ((0, 1), 2, 0)


def test_a_die_thrown_until_it_counts_names_the_one_before() -> None:
    battle = fought((6,), (5,), (3,))
    assert battle.die_until(6, "a D4", "a.rule", 0, (), lambda face: face > 4) == 3
    assert [isinstance(one, Rerolled) for one in told(battle)] == [False, True, True]


def test_what_is_told_besides_changes_no_tale() -> None:
    """Records of before name nothing: they still agree."""
    rolled = ("a.rule", 0, "to hit again", 6, (4, 3), 4, (), True)
    assert tale([Told(Rerolled(*rolled, again=(0, 2), back=1))]) == tale([Told(Rolled(*rolled))])


def test_dice_on_which_a_hand_was_say_what_they_were() -> None:
    battle = fought(Faces.fixed((5,), (4, 6), (2, 0)))
    battle.throw(Throw(3, 6, "to hit", "a.rule", 0))
    (only,) = told(battle)
    assert isinstance(only, Handled) and (only.faces, only.was) == ((5, 4, 6), (2, 0))
    assert tale(battle.told) == tale([Told(only.plain)])


def test_dice_that_nobody_touched_are_told_plainly() -> None:
    battle = fought(Faces.fixed((5,), (6,), (0,)))
    battle.throw(Throw(2, 6, "to hit", "a.rule", 0))
    assert type(told(battle)[0]) is Rolled
