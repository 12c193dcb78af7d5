"""One chain, two uses: what is thrown and what is worked out are the same thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod

import icepool  # type: ignore[import-untyped]
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warhost.engine.chain import Cap, Chain, Damage, Link, Outcome, Percentage, Pool, Save, Stage, Test, reroll
from warhost.engine.dice import DiceStream, Throw
from warhost.engine.distribution import Distribution

HIT = Test(6, 4, "to hit", "a.hit")
WOUND = Test(6, 3, "to wound", "a.wound")
SAVE = Save(6, 5, "armour save", "a.save")


class Script:
    """Given faces in their order; keeps what was asked for."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.throws: list[Throw] = []

    def __call__(self, throw: Throw) -> tuple[int, ...]:
        self.throws.append(throw)
        assert 0 < throw.count <= len(self.faces), f"no dice for {throw}"
        faces, self.faces = self.faces[: throw.count], self.faces[throw.count :]
        return tuple(faces)


def rolled(chain: Chain, *faces: int) -> Outcome:
    """The chain thrown with these faces, none missing and none left over."""
    script = Script(*faces)
    outcome = chain.roll(script, side=0, against=1)
    assert not script.faces
    return outcome


# --- percentages ---------------------------------------------------------------------------------------


@pytest.mark.rule("mag.fire.multiple_total")
@pytest.mark.parametrize(("face", "hits"), [(1, 2), (25, 2), (26, 1), (100, 1)])
def test_a_total_of_125_is_one_sure_hit_and_a_quarter_of_another(face: int, hits: int) -> None:
    chain = Chain(Percentage(125, "to hit", "mag.fire.multiple_total"))
    script = Script(face)
    assert chain.roll(script, side=1).count == hits
    assert script.throws == [Throw(1, 100, "to hit", "mag.fire.multiple_total", 1, (25,), need=25)]
    assert chain.distribution() == Distribution.of({1: 3, 2: 1})


@pytest.mark.rule("mag.fire.multiple_total", "mag.dice.zero_floor")
def test_a_total_of_100_hits_once_without_a_roll() -> None:
    chain = Chain(Percentage(100))
    assert rolled(chain).count == 1
    assert chain.distribution() == Distribution.of({1: 1})


@pytest.mark.rule("mag.fire.multiple_total")
def test_a_total_of_260_and_a_roll_of_60_are_three_hits() -> None:
    assert rolled(Chain(Percentage(260)), 60).count == 3
    assert rolled(Chain(Percentage(260)), 61).count == 2


@pytest.mark.rule("mag.dice.zero_floor")
@pytest.mark.parametrize("total", [0, -3, -150])
def test_a_percentage_of_nothing_cannot_hit_and_throws_no_die(total: int) -> None:
    chain = Chain(Percentage(total))
    assert rolled(chain).count == 0
    assert chain.distribution() == Distribution.of({0: 1})


@pytest.mark.rule("mag.dice.d100")
def test_a_percentage_is_hit_by_an_equal_or_lower_result() -> None:
    assert [rolled(Chain(Percentage(7)), face).count for face in (1, 7, 8, 56, 100)] == [1, 1, 0, 0, 0]
    assert Chain(Percentage(7)).chance_of_at_least(1) == Fraction(7, 100)


@pytest.mark.rule("mag.dice.d100")
def test_a_hundred_misses_all_but_a_certainty() -> None:
    assert rolled(Chain(Percentage(99)), 100).count == 0


# --- pools of dice -------------------------------------------------------------------------------------


def test_hits_wounds_and_saves_go_on_from_link_to_link() -> None:
    chain = Chain(Pool(5, "attacks", "a.attacks"), (HIT, WOUND, SAVE))
    script = Script(1, 4, 5, 6, 3, 2, 3, 6, 5, 4)
    outcome = chain.roll(script, side=0, against=1)
    assert outcome == Outcome(
        1,
        (
            Stage("attacks", "a.attacks", 5),
            Stage("to hit", "a.hit", 3, (1, 4, 5, 6, 3)),
            Stage("to wound", "a.wound", 2, (2, 3, 6)),
            Stage("armour save", "a.save", 1, (5, 4)),
        ),
    )
    assert script.throws == [
        Throw(5, 6, "to hit", "a.hit", 0, (3,), need=4, over=True, alike=True),
        Throw(3, 6, "to wound", "a.wound", 0, (2,), need=3, over=True, alike=True),
        Throw(2, 6, "armour save", "a.save", 1, (4,), need=5, over=True, alike=True),
    ]


def test_all_are_thrown_by_one_side_if_no_other_is_named() -> None:
    script = Script(6, 6, 6)
    Chain(Pool(1), (HIT, WOUND, SAVE)).roll(script, side=1)
    assert [throw.side for throw in script.throws] == [1, 1, 1]


def test_one_blow_worked_by_hand() -> None:
    chain = Chain(Pool(1), (HIT, WOUND, SAVE))
    assert chain.distribution() == Distribution.of({0: 7, 1: 2})  # 1/2 x 2/3 x 2/3


def test_two_blows_worked_by_hand() -> None:
    chain = Chain(Pool(2), (HIT, WOUND, SAVE))
    assert chain.distribution() == Distribution.of({0: 49, 1: 28, 2: 4})
    assert chain.chance_of_at_least(1) == Fraction(32, 81)
    assert chain.mean() == Fraction(4, 9)


def test_a_roll_under_succeeds_at_or_below_its_need() -> None:
    chain = Chain(Pool(3), (Test(6, 2, "to climb", "a.climb", over=False),))
    script = Script(1, 2, 3)
    assert chain.roll(script, 0).count == 2
    assert script.throws[0].cuts == (2,)
    assert chain.mean() == 1


def test_a_need_that_all_or_none_meet_throws_no_dice() -> None:
    sure = Test(6, 1, "to hit", "a.hit", reroll="ones")
    vain = Test(6, 7, "to wound", "a.wound", reroll="failures")
    assert rolled(Chain(Pool(4), (sure,))).count == 4
    assert rolled(Chain(Pool(4), (vain,))).count == 0
    assert rolled(Chain(Pool(4), (Save(6, 7, "save", "a.save"),))).count == 4
    assert rolled(Chain(Pool(4), (Test(6, 6, "test", "a.test", over=False),))).count == 4


def test_natural_one_fails_and_natural_six_succeeds_as_needs_of_two_and_six() -> None:
    assert rolled(Chain(Pool(2), (Test(6, 2, "to hit", "a.hit"),)), 1, 2).count == 1
    assert rolled(Chain(Pool(2), (Test(6, 6, "to hit", "a.hit"),)), 5, 6).count == 1


def test_fewer_than_no_dice_are_none() -> None:
    assert rolled(Chain(Pool(-2), (HIT,))).count == 0
    assert Chain(Pool(-2), (HIT,)).distribution() == Distribution.of({0: 1})


def test_nothing_is_thrown_for_links_that_nothing_reaches() -> None:
    assert rolled(Chain(Pool(2), (HIT, WOUND, Damage(1, 6, "damage", "a.damage"))), 1, 2).count == 0


# --- re-rolls and bonuses --------------------------------------------------------------------------------


def test_failures_are_thrown_again_once() -> None:
    chain = Chain(Pool(3), (Test(6, 4, "to hit", "a.hit", reroll="failures"),))
    outcome = rolled(chain, 1, 5, 3, 4, 2)
    assert outcome.count == 2
    assert outcome.stages[1] == Stage("to hit", "a.hit", 2, (1, 5, 3), (4, 2))
    assert chain.mean() == 3 * Fraction(3, 4)


def test_only_ones_are_thrown_again() -> None:
    chain = Chain(Pool(3), (Test(6, 4, "to hit", "a.hit", reroll="ones"),))
    script = Script(1, 2, 6, 5)
    assert chain.roll(script, 0).count == 2
    assert [throw.cuts for throw in script.throws] == [(1, 3), (3,)]
    assert chain.mean() == 3 * (Fraction(1, 2) + Fraction(1, 6) * Fraction(1, 2))


def test_successes_must_be_thrown_again() -> None:
    chain = Chain(Pool(2), (Test(6, 4, "to hit", "a.hit", reroll="successes"),))
    assert rolled(chain, 4, 5, 3, 6).count == 1
    assert rolled(chain, 1, 6, 1).count == 0
    assert chain.mean() == 2 * Fraction(1, 4)


def test_where_both_are_thrown_again_every_die_is_thrown_twice_and_none_a_third_time() -> None:
    chain = Chain(Pool(3), (Test(6, 4, "to hit", "a.hit", reroll=reroll(successes=True, failures=True)),))
    assert rolled(chain, 6, 1, 2, 1, 5, 3).count == 1
    assert chain.mean() == 3 * Fraction(1, 2)
    assert [reroll(must, may) for must, may in ((True, False), (False, True), (False, False))] == [
        "successes", "failures", "none",
    ]  # fmt: skip


def test_failed_saves_are_thrown_again_by_the_struck() -> None:
    chain = Chain(Pool(2), (Save(6, 4, "ward", "a.ward", reroll="failures"),))
    script = Script(3, 4, 2)
    assert chain.roll(script, side=0, against=1).count == 1
    assert [throw.side for throw in script.throws] == [1, 1]
    assert chain.mean() == 2 * Fraction(1, 4)


def test_a_six_strikes_twice() -> None:
    chain = Chain(Pool(3), (Test(6, 4, "to hit", "a.hit", bonus_on=6),))
    script = Script(3, 4, 6)
    assert chain.roll(script, 0).count == 3
    assert script.throws[0].cuts == (3, 5)
    assert Chain(Pool(1), chain.links).distribution() == Distribution.of({0: 3, 1: 2, 2: 1})


def test_a_low_roll_strikes_thrice_where_low_is_good() -> None:
    chain = Chain(Pool(1), (Test(10, 5, "to hit", "a.hit", over=False, bonus_on=1, bonus=2),))
    assert [rolled(chain, face).count for face in (1, 2, 5, 6)] == [3, 1, 1, 0]
    assert chain.distribution() == Distribution.of({0: 5, 1: 4, 3: 1})


def test_a_bonus_needs_a_success() -> None:
    chain = Chain(Pool(1), (Test(6, 5, "to hit", "a.hit", bonus_on=4),))
    script = Script(4)
    assert chain.roll(script, 0).count == 0
    assert script.throws[0].cuts == (4,)
    assert chain.distribution() == Distribution.of({0: 2, 2: 1})


# --- damage and caps -------------------------------------------------------------------------------------


def test_each_wound_becomes_d3() -> None:
    chain = Chain(Pool(2), (WOUND, Damage(1, 3, "damage", "a.damage")))
    script = Script(3, 6, 1, 3)
    assert chain.roll(script, 0).count == 4
    assert script.throws[1] == Throw(2, 3, "damage", "a.damage", 0, alike=True)
    assert Chain(Pool(1), chain.links).distribution() == Distribution.of({0: 3, 1: 2, 2: 2, 3: 2})


def test_a_spell_of_two_dice_of_hits() -> None:
    chain = Chain(Pool(1), (Damage(2, 6, "hits", "a.hits"), WOUND))
    assert rolled(chain, 1, 2, 2, 3, 4).count == 2
    assert chain.mean() == 7 * Fraction(2, 3)


def test_no_more_fall_than_there_are() -> None:
    chain = Chain(Pool(4), (HIT, Cap(2)))
    assert rolled(chain, 4, 5, 6, 1).count == 2
    assert rolled(chain, 4, 1, 1, 1).count == 1
    assert chain.distribution() == Distribution.of({0: 1, 1: 4, 2: 11})


def test_a_cap_below_nothing_stops_all() -> None:
    chain = Chain(Percentage(100), (Cap(-1),))
    assert rolled(chain).count == 0
    assert chain.distribution() == Distribution.of({0: 1})


# --- the two uses agree ----------------------------------------------------------------------------------


class MissingDiceError(Exception):
    def __init__(self, throw: Throw) -> None:
        self.throw = throw


Ranges = Callable[[Throw], tuple[tuple[int, int], ...]]


def ways(chain: Chain, ranges: Ranges, *known: tuple[int, ...]) -> Iterator[tuple[int, Fraction]]:
    """The chain rolled over everything its dice can show, with the chance of each way."""
    script = iter(known)

    def throw(wanted: Throw) -> tuple[int, ...]:
        for faces in script:
            return faces
        raise MissingDiceError(wanted)

    try:
        yield chain.roll(throw, 0, 1).count, Fraction(1)
    except MissingDiceError as missing:
        sides, dice_thrown = missing.throw.sides, missing.throw.count
        for dice in product(ranges(missing.throw), repeat=dice_thrown):
            part = Fraction(prod(high - low + 1 for low, high in dice), sides**dice_thrown)
            for count, chance in ways(chain, ranges, *known, tuple(high for _, high in dice)):
                yield count, chance * part


def enumerated(chain: Chain, ranges: Ranges) -> dict[int, Fraction]:
    chances: dict[int, Fraction] = {}
    for count, chance in ways(chain, ranges):
        chances[count] = chances.get(count, Fraction(0)) + chance
    return chances


def every_face(throw: Throw) -> tuple[tuple[int, int], ...]:
    return tuple((face, face) for face in range(1, throw.sides + 1))


NEEDS = st.integers(0, 5)
REROLLS = st.sampled_from(["none", "failures", "ones", "successes"])
TEXT = st.just("")
LINKS: st.SearchStrategy[Link] = st.one_of(
    st.builds(Test, st.integers(2, 4), NEEDS, TEXT, TEXT, st.booleans(), REROLLS, st.none() | NEEDS, st.just(1)),
    st.builds(Save, st.integers(2, 4), NEEDS, TEXT, TEXT, st.booleans(), REROLLS),
    st.builds(Cap, st.integers(-1, 2)),
)
LAST: st.SearchStrategy[tuple[Link, ...]] = st.just(()) | st.just((Damage(1, 3, "", ""),))
STARTS = st.builds(Pool, st.integers(0, 2)) | st.builds(Percentage, st.sampled_from([-5, 0, 40, 100, 125]))
CHAINS = st.builds(
    lambda start, links, last: Chain(start, (*links, *last)), STARTS, st.lists(LINKS, max_size=2), LAST
)


@settings(deadline=None, derandomize=True, max_examples=100)
@given(CHAINS)
def test_rolling_all_that_dice_can_show_gives_the_distribution(chain: Chain) -> None:
    assert enumerated(chain, Throw.bands) == dict(chain.distribution().items())


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.builds(lambda dice, link, last: Chain(Pool(dice), (link, *last)), st.integers(0, 2), LINKS, LAST))
def test_counting_every_single_face_gives_the_distribution(chain: Chain) -> None:
    assert enumerated(chain, every_face) == dict(chain.distribution().items())


@settings(derandomize=True)
@given(CHAINS)
def test_the_weights_of_a_chain_sum_to_its_total(chain: Chain) -> None:
    distribution = chain.distribution()
    assert sum(distribution.weights) == distribution.total
    assert chain.chance_of_at_least(0) == 1


@given(CHAINS)
def test_a_chain_is_data(chain: Chain) -> None:
    assert msgspec.json.decode(msgspec.json.encode(chain), type=Chain) == chain


LONG_CHAINS = {
    "arrows": Chain(Pool(10), (Test(6, 5, "", ""), Test(6, 4, "", ""), Save(6, 6, "", ""))),
    "hatred": Chain(Pool(8), (Test(6, 4, "", "", reroll="failures"), WOUND, SAVE, Cap(4))),
    "all again": Chain(Pool(8), (Test(6, 3, "", "", reroll="all"), WOUND)),
    "ones again": Chain(Pool(8), (Test(6, 3, "", "", reroll="ones"), WOUND)),
    "exploding": Chain(Pool(6), (Test(6, 4, "", "", bonus_on=6), WOUND, SAVE)),
    "ballista": Chain(Pool(3), (HIT, WOUND, Damage(1, 3, "", ""))),
    "concentrated fire": Chain(Percentage(260), (Save(6, 4, "", ""),)),
}


@pytest.mark.parametrize("name", LONG_CHAINS)
def test_the_simulated_rate_is_close_to_the_exact_one(name: str) -> None:
    chain, battles = LONG_CHAINS[name], 4_000
    dice = DiceStream("simulated rate", 0)
    seen = Counter(chain.roll(lambda t: dice.throw(t.count, t.sides), 0).count for _ in range(battles))
    for outcome, chance in chain.distribution().items():
        exact = float(chance)
        error = (exact * (1 - exact) / battles) ** 0.5
        assert abs(seen[outcome] / battles - exact) <= 4 * error + 1 / battles


def passing(need: int, again: Callable[[int], bool] = lambda face: False) -> icepool.Die[int]:
    """An independent success die: 1 at the need or above, thrown once more on some faces."""
    success = icepool.d6.map(lambda face: int(face >= need))
    return icepool.d6.map(lambda face: success if again(face) else int(face >= need))


def failing(need: int) -> icepool.Die[int]:
    return icepool.d6.map(lambda face: int(face < need))


def at_most_four(count: int) -> int:
    return min(count, 4)


def two_for_a_six(need: int) -> icepool.Die[int]:
    return icepool.d6.map(lambda face: (face >= need) + (face == 6))


PEERS: dict[str, Callable[[], icepool.Die[int]]] = {
    "arrows": lambda: 10 @ passing(5) @ passing(4) @ failing(6),
    "hatred": lambda: (8 @ passing(4, lambda face: face < 4) @ passing(3) @ failing(5)).map(at_most_four),
    "all again": lambda: 8 @ passing(3, lambda face: True) @ passing(3),
    "ones again": lambda: 8 @ passing(3, lambda face: face == 1) @ passing(3),
    "exploding": lambda: 6 @ two_for_a_six(4) @ passing(3) @ failing(5),
    "ballista": lambda: 3 @ passing(4) @ passing(3) @ icepool.d(3),
    "concentrated fire": lambda: icepool.d(100).map(lambda face: 2 + (face <= 60)) @ failing(4),
}


@pytest.mark.parametrize("name", LONG_CHAINS)
def test_icepool_finds_the_same_chances(name: str) -> None:
    die = PEERS[name]()
    exact = {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items() if weight}
    assert dict(LONG_CHAINS[name].distribution().items()) == exact
