"""Dice that take points off bodies, numbers that are looked up, dice with void faces: thrown as worked out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warhost.engine.chain import Chain, Outcome, Pool, Table, Test, Wounds
from warhost.engine.dice import DiceStream, Throw
from warhost.engine.distribution import Distribution

OVER_THREE = (0, 0, 0, 1, 2, 3)


def wounds(life: int, bodies: int, gains: tuple[int, ...] = OVER_THREE, **more: object) -> Wounds:
    return Wounds(gains, life, bodies, "damage", "a.damage", **more)  # type: ignore[arg-type]


def rolled(chain: Chain, *faces: int) -> Outcome:
    left = list(faces)

    def throw(throw: Throw) -> tuple[int, ...]:
        assert throw.count <= len(left), f"no dice for {throw}"
        return tuple(left.pop(0) for _ in range(throw.count))

    outcome = chain.roll(throw, 0, 1)
    assert not left
    return outcome


def test_a_die_takes_what_its_face_gains() -> None:
    assert rolled(Chain(Pool(3), (wounds(10, 1),)), 3, 4, 6).count == 4


def test_what_a_die_does_beyond_the_last_point_of_a_body_is_lost() -> None:
    assert rolled(Chain(Pool(2), (wounds(2, 5),)), 4, 6).count == 2
    assert rolled(Chain(Pool(2), (wounds(2, 5),)), 6, 4).count == 3


def test_the_first_body_may_be_hurt_already() -> None:
    assert rolled(Chain(Pool(2), (wounds(3, 2, hurt=2),)), 6, 6).count == 4


def test_a_body_that_loses_any_point_may_fall_at_once_unless_it_is_spared_that_point() -> None:
    assert rolled(Chain(Pool(3), (wounds(5, 3, hurt=1, fells=True),)), 3, 4, 6).count == 9
    assert rolled(Chain(Pool(2), (wounds(5, 3, fells=True, spared_on=6),)), 4, 5, 6, 6, 5).count == 5


def test_dice_that_find_nobody_left_are_left_over() -> None:
    stage = rolled(Chain(Pool(5), (wounds(1, 2),)), 4, 1, 4, 6, 6).stages[-1]
    assert (stage.count, stage.left) == (2, 2)
    assert rolled(Chain(Pool(5), (wounds(1, 0),))).stages[-1].left == 5


def test_dice_that_can_take_nothing_are_not_thrown() -> None:
    assert rolled(Chain(Pool(5), (wounds(1, 2, (0,) * 6),))).count == 0


def test_failures_or_successes_are_thrown_again() -> None:
    assert rolled(Chain(Pool(2), (wounds(9, 1, reroll="failures"),)), 1, 4, 6).count == 4
    assert rolled(Chain(Pool(2), (wounds(9, 1, reroll="successes"),)), 1, 4, 6).count == 3


def test_each_point_may_be_spared_even_those_beyond_the_last() -> None:
    chain = Chain(Pool(1), (wounds(2, 1, spared_on=6),))
    assert rolled(chain, 6, 6, 1, 1).count == 2
    assert rolled(chain, 6, 6, 6, 1).count == 1


def test_two_dice_on_bodies_of_two_points_worked_by_hand() -> None:
    # One die: 3/6 nothing, then 1, 2 and 3 points in one case each.
    assert Chain(Pool(2), (wounds(2, 2),)).distribution() == Distribution.of({0: 9, 1: 6, 2: 15, 3: 2, 4: 4})


def test_a_table_is_read_to_its_end_and_then_its_last_value_holds() -> None:
    half = Table((0, 1, 1, 2), "halved", "a.half")
    assert [rolled(Chain(Pool(n), (half,))).count for n in range(6)] == [0, 1, 1, 2, 2, 2]
    assert Chain(Pool(2), (Test(6, 4, "", ""), half)).distribution() == Distribution.of({0: 1, 1: 3})


def test_a_void_face_is_thrown_until_another_shows() -> None:
    seven = Chain(Pool(2), (Test(8, 7, "to hit", "a.hit", void=1),))
    assert rolled(seven, 8, 3, 8, 7).count == 1
    assert Chain(Pool(1), seven.links).chance_of_at_least(1) == Fraction(1, 7)


# --- the two uses agree ----------------------------------------------------------------------------------


class MissingDiceError(Exception):
    def __init__(self, throw: Throw) -> None:
        self.throw = throw


def ways(chain: Chain, *known: tuple[int, ...]) -> Iterator[tuple[int, Fraction]]:
    script = iter(known)

    def throw(wanted: Throw) -> tuple[int, ...]:
        for faces in script:
            return faces
        raise MissingDiceError(wanted)

    try:
        yield chain.roll(throw, 0, 1).count, Fraction(1)
    except MissingDiceError as missing:
        sides, thrown = missing.throw.sides, missing.throw.count
        for dice in product(missing.throw.bands(), repeat=thrown):
            part = Fraction(prod(high - low + 1 for low, high in dice), sides**thrown)
            for count, chance in ways(chain, *known, tuple(high for _, high in dice)):
                yield count, chance * part


CHAINS = st.builds(
    lambda dice, gains, life, bodies, hurt, reroll, spared, table, fells: Chain(
        Pool(dice),
        (
            *((Table((0, 1, 1, 2), "", ""),) if table else ()),
            Wounds(tuple(gains), life, bodies, "", "", min(hurt, life - 1), reroll, spared, fells=fells),
        ),
    ),
    st.integers(0, 2),
    st.lists(st.integers(0, 2), min_size=3, max_size=3),
    st.integers(1, 3),
    st.integers(0, 2),
    st.integers(0, 2),
    st.sampled_from(["none", "failures", "ones", "successes"]),
    st.sampled_from([0, 4, 6]),
    st.booleans(),
    st.booleans(),
)


@settings(deadline=None, derandomize=True, max_examples=80)
@given(CHAINS)
def test_rolling_all_that_dice_can_show_gives_the_distribution(chain: Chain) -> None:
    chances: dict[int, Fraction] = {}
    for count, chance in ways(chain):
        chances[count] = chances.get(count, Fraction(0)) + chance
    assert chances == dict(chain.distribution().items())


@settings(derandomize=True, max_examples=20)
@given(CHAINS)
def test_a_chain_is_data(chain: Chain) -> None:
    assert msgspec.json.decode(msgspec.json.encode(chain), type=Chain) == chain


@pytest.mark.parametrize("void", [0, 1])
def test_the_simulated_rate_is_close_to_the_exact_one(void: int) -> None:
    chain = Chain(Pool(6), (Test(8, 4, "", "", void=void), wounds(2, 4, hurt=1)))
    dice, battles = DiceStream("wounds", 0), 4_000
    seen = [chain.roll(lambda t: dice.throw(t.count, t.sides), 0).count for _ in range(battles)]
    for outcome, chance in chain.distribution().items():
        exact = float(chance)
        error = (exact * (1 - exact) / battles) ** 0.5
        assert abs(seen.count(outcome) / battles - exact) <= 4 * error + 1 / battles


def test_dice_that_somebody_watches_are_told_apart_whatever_they_take() -> None:
    plain = Wounds((0, 1, 1, 1, 1, 1), 1, 3, "damage", "")
    watched = Wounds((0, 1, 1, 1, 1, 1), 1, 3, "damage", "", apart=(5,))
    assert (plain.cuts(), watched.cuts()) == ((1,), (1, 5))
    assert watched.each().weights == plain.each().weights
