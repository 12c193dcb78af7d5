"""Dice are fair, the same everywhere, and known by seed and step alone."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise, product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.engine.dice import DiceStream, Throw, commitment

SEED = "the bridge at Ruanon"

# Chi-square beyond which chance alone goes once in a thousand, by degrees of freedom.
ONE_IN_A_THOUSAND = {2: 13.82, 5: 20.52, 9: 27.88, 35: 66.62, 99: 148.23}


def chi_square(counts: Counter[int] | Counter[tuple[int, int]], cells: int) -> float:
    expected = counts.total() / cells
    missing = (cells - len(counts)) * expected
    return missing + sum((seen - expected) ** 2 / expected for seen in counts.values())


def test_the_bands_of_a_percentage_are_hit_and_miss() -> None:
    throw = Throw(1, 100, "to hit", "mag.fire.roll", side=0, cuts=(7,))
    assert throw.bands() == ((1, 7), (8, 100))


def test_without_cuts_every_face_is_a_band() -> None:
    throw = Throw(2, 3, "damage", "a.rule", side=1)
    assert throw.bands() == ((1, 1), (2, 2), (3, 3))


def test_cuts_that_part_nothing_make_no_empty_bands() -> None:
    assert Throw(1, 6, "", "", 0, cuts=(0, 3, 6)).bands() == ((1, 3), (4, 6))
    assert Throw(1, 6, "", "", 0, cuts=(0,)).bands() == ((1, 6),)


@given(st.integers(1, 100), st.sets(st.integers(-5, 105), max_size=6))
def test_bands_cover_every_face_once(sides: int, cuts: set[int]) -> None:
    bands = Throw(1, sides, "", "", 0, cuts=tuple(sorted(cuts))).bands()
    assert list(chain.from_iterable(range(low, high + 1) for low, high in bands)) == list(range(1, sides + 1))
    if cuts:
        assert all(high in cuts for (_, high), _ in pairwise(bands))


def test_a_throw_is_data() -> None:
    throw = Throw(3, 6, "to wound", "a.rule", 1, (3,))
    assert msgspec.json.decode(msgspec.json.encode(throw), type=Throw) == throw


def test_the_faces_of_a_known_seed_never_change() -> None:
    assert DiceStream("7", 0).throw(12, 6) == (1, 6, 4, 5, 3, 5, 1, 3, 2, 6, 4, 3)
    assert DiceStream("7", 0).throw(6, 100) == (57, 82, 76, 97, 37, 47)
    assert DiceStream("7", 1).throw(12, 6) == (3, 1, 5, 1, 5, 2, 4, 2, 3, 3, 2, 5)


@given(st.lists(st.integers(0, 40), max_size=8), st.sampled_from([2, 6, 10, 100, 40000]))
def test_it_does_not_matter_how_throws_are_grouped(groups: list[int], sides: int) -> None:
    stream = DiceStream(SEED, 4)
    parted = tuple(chain.from_iterable(stream.throw(count, sides) for count in groups))
    assert parted == DiceStream(SEED, 4).throw(sum(groups), sides)


def test_two_and_three_dice_are_five_dice() -> None:
    stream = DiceStream(SEED, 0)
    assert stream.throw(2, 6) + stream.throw(3, 6) == DiceStream(SEED, 0).throw(5, 6)


def test_steps_and_seeds_have_dice_of_their_own() -> None:
    streams = [DiceStream(seed, step) for seed, step in product((SEED, "7", "70", ""), range(50))]
    assert len({stream.throw(20, 100) for stream in streams}) == 200


def test_streams_do_not_disturb_each_other() -> None:
    first, second = DiceStream(SEED, 0), DiceStream(SEED, 0)
    mixed = [(first.throw(1, 6), second.throw(1, 6)) for _ in range(100)]
    assert all(one == other for one, other in mixed)


@pytest.mark.parametrize("sides", [3, 6, 10, 100])
def test_every_face_comes_equally_often(sides: int) -> None:
    faces = Counter(DiceStream(SEED, 1).throw(100_000, sides))
    assert set(faces) == set(range(1, sides + 1))
    assert chi_square(faces, sides) < ONE_IN_A_THOUSAND[sides - 1]


def test_words_that_would_favour_low_faces_are_passed_over() -> None:
    # 65536 words on 40000 sides: taken with the remainder, the low 25536 faces would come twice as often.
    faces = DiceStream(SEED, 1).throw(40_000, 40_000)
    halves = Counter(1 if face <= 20_000 else 2 for face in faces)
    assert abs(halves[1] - 20_000) < 400  # four standard deviations


def test_a_die_says_nothing_of_the_next_one() -> None:
    faces = DiceStream(SEED, 2).throw(100_001, 6)
    assert chi_square(Counter(pairwise(faces)), 36) < ONE_IN_A_THOUSAND[35]


def test_the_first_die_of_a_step_says_nothing_of_the_next_step() -> None:
    faces = [DiceStream(SEED, step).throw(1, 6)[0] for step in range(20_001)]
    assert chi_square(Counter(pairwise(faces)), 36) < ONE_IN_A_THOUSAND[35]


@pytest.mark.rule("mag.dice.d100")
def test_percentage_dice_run_from_1_to_100() -> None:
    faces = DiceStream(SEED, 3).throw(5_000, 100)
    assert (min(faces), max(faces)) == (1, 100)
    assert Throw(1, 100, "to hit", "mag.fire.roll", 0).bands()[-1] == (100, 100)


@pytest.mark.rule("mag.dice.d10_d6")
@pytest.mark.parametrize("sides", [10, 6])
def test_ten_sided_and_six_sided_dice_run_from_1(sides: int) -> None:
    assert set(DiceStream(SEED, 3).throw(1_000, sides)) == set(range(1, sides + 1))


@pytest.mark.parametrize("sides", [0, -6, 65_537])
def test_there_are_no_such_dice(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        DiceStream(SEED, 0).throw(1, sides)


def test_no_dice_are_no_faces() -> None:
    assert DiceStream(SEED, 0).throw(0, 6) == ()


def test_the_commitment_binds_to_one_seed_and_never_changes() -> None:
    assert commitment("7") == "0ef23d866e3aa6dda8055cd293c3614bee0cce72129f99cc7ce8a709c57b17b3"
    assert len({commitment(seed) for seed in ("7", "70", "", " 7", SEED)}) == 5
