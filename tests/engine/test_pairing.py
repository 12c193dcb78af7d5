"""Places for everybody: the pairing against all pairings there are."""

from __future__ import annotations

from itertools import permutations
from random import Random

from warhost.engine.field.compass import distance
from warhost.engine.field.pairing import all_within


def test_against_every_pairing() -> None:
    chance = Random(1)
    for _ in range(60):
        olds = [(chance.randrange(50), chance.randrange(50)) for _ in range(5)]
        news = [(chance.randrange(50), chance.randrange(50)) for _ in range(5)]
        least = min(max(map(distance, olds, some)) for some in permutations(news))
        assert all_within(olds, news, least + 1)
        assert not all_within(olds, news, least - 1)


def test_nobody_is_left_over() -> None:
    assert all_within([], [], 0)
    assert not all_within([(0, 0), (1, 0)], [(0, 0)], 100)
