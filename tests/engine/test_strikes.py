"""Blows and shots: thrown die by die, and worked out exactly; both must agree, in every mix of rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from warhost.engine.dice import Throw
from warhost.engine.phrase import Phrase
from warhost.engine.strikes import ALWAYS, NEVER, Strikes, Struck, Wound


def rolled(strikes: Strikes, *dice: int) -> Struck:
    left = list(dice)

    def throw(asked: Throw) -> tuple[int, ...]:
        return tuple(left.pop(0) for _ in range(asked.count))

    struck = strikes.roll(throw, 0, 1)
    assert not left, left
    return struck


class Branching(Exception):
    def __init__(self, sides: int):
        self.sides = sides


def enumerated(strikes: Strikes) -> dict[tuple[Wound, ...], Fraction]:
    """Every way the dice can fall, thrown one by one."""
    found: dict[tuple[Wound, ...], Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        path, chance = waiting.pop()
        left = list(path)

        def throw(asked: Throw, left: list[int] = left) -> tuple[int, ...]:
            if len(left) < asked.count:
                raise Branching(asked.sides)
            return tuple(left.pop(0) for _ in range(asked.count))

        try:
            struck = strikes.roll(throw, 0, 1)
        except Branching as more:
            waiting += [((*path, face), chance / more.sides) for face in range(1, more.sides + 1)]
            continue
        key = tuple(sorted(struck.unsaved, key=lambda wound: (not wound.lethal, wound.worth)))
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def test_dice_are_read_in_their_order() -> None:
    struck = rolled(Strikes(3, 4, 4, save=5, ward=6), 4, 2, 5, 4, 6, 5, 1, 3)
    assert (struck.hits, struck.wounds, len(struck.unsaved)) == (2, 2, 1)


def test_a_missed_die_is_thrown_again_once() -> None:
    assert rolled(Strikes(2, 4, 4, hit_again="failures"), 3, 5, 2, 4).hits == 1
    assert rolled(Strikes(3, 4, ALWAYS, hit_again="ones"), 1, 3, 5, 4).hits == 2


def test_seven_needs_a_six_and_then_a_four() -> None:
    assert rolled(Strikes(2, 7, ALWAYS), 6, 5, 4).hits == 1
    assert rolled(Strikes(1, 9, ALWAYS), 6, 5).hits == 0
    assert rolled(Strikes(4, 10, ALWAYS)).hits == 0


def test_poison_wounds_by_itself_but_not_where_seven_is_needed() -> None:
    struck = rolled(Strikes(3, 4, 4, poison=True), 6, 4, 2, 3)
    assert (struck.hits, struck.wounds) == (2, 1)
    struck = rolled(Strikes(1, 7, 6, poison=True), 6, 4, 5)
    assert (struck.hits, struck.wounds) == (1, 0)


def test_a_lethal_six_leaves_only_the_ward() -> None:
    assert rolled(Strikes(1, 3, 3, save=2, regeneration=4, lethal=True), 4, 6).unsaved == (Wound(0, True),)
    assert rolled(Strikes(1, 3, 3, save=2, ward=5, lethal=True), 4, 6, 5).unsaved == ()


@pytest.mark.parametrize(("dice", "left"), [
    ((6, 4, 4, 1, 1, 6, 1, 1), [False, False]),  # the first ward is that of the first wound, who would be slain
    ((4, 6, 4, 1, 1, 6, 1, 1), [True, False]),
    ((4, 6, 4, 5, 1, 1, 6), [True]),  # the first is saved by armour
])  # fmt: skip
def test_wards_are_read_from_left_to_right_whatever_they_are_against(
    dice: tuple[int, ...], left: list[bool]
) -> None:
    struck = rolled(Strikes(3, ALWAYS, 4, save=4, ward=5, lethal=True), *dice)
    assert [wound.lethal for wound in struck.unsaved] == left


def test_wounds_are_multiplied_then_doubled() -> None:
    strikes = Strikes(1, ALWAYS, 3, worth=Phrase.read("D3"), times=2)
    assert rolled(strikes, 4, 3).unsaved == (Wound(4, False),)


MIXES = [
    dict(zip(("hit_again", "poison", "lethal", "regeneration", "ward", "worth"), mix, strict=True))
    for mix in product(
        ("none", "failures", "ones"), (False, True), (False, True), (NEVER, 4), (NEVER, 5),
        (None, Phrase.read("D3")),
    )
]  # fmt: skip


@pytest.mark.parametrize("mix", MIXES, ids=str)
def test_odds_are_those_of_the_dice(mix: dict[str, object]) -> None:
    strikes = Strikes(1, 4, 3, save=5, **mix)  # type: ignore[arg-type]
    assert {struck.unsaved: chance for struck, chance in strikes.outcomes()} == enumerated(strikes)


@pytest.mark.parametrize("hit", [ALWAYS, 2, 6, 7, 9, 10])
def test_odds_of_any_need(hit: int) -> None:
    strikes = Strikes(1, hit, 5, save=6, poison=True, wound_again="failures")
    expected = enumerated(strikes)
    assert {struck.unsaved: chance for struck, chance in strikes.outcomes()} == expected
    assert strikes.unsaved().chance(0) == expected.get((), Fraction(0))


def test_several_dice_and_what_they_take_on_average() -> None:
    strikes = Strikes(2, 4, 4, save=5)
    assert strikes.unsaved().mean() == 2 * Fraction(1, 2) * Fraction(1, 2) * Fraction(2, 3)
    assert strikes.mean(1) == strikes.unsaved().mean()
    assert Strikes(1, ALWAYS, ALWAYS, worth=Phrase.read("D6")).mean(3) == Fraction(1 + 2 + 3 * 4, 6)
