"""What is done for many shapes at once gives what it gives for one after the other."""

from __future__ import annotations

from random import Random

import pytest

from warhost.engine.field.compass import to_frame
from warhost.engine.field.shapes import Shape, extent, gap, near, nearest_gap, oblong, oblongs


def scattered(chance: Random, count: int, room: int = 12_000) -> list[Shape]:
    return [
        oblong(
            (chance.randrange(room), chance.randrange(room)), chance.randrange(36_000),
            chance.randrange(300, 3_000), chance.randrange(300, 3_000),
        )
        for _ in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_oblongs_of_one_facing_are_the_same_as_each_alone(seed: int) -> None:
    chance = Random(seed)
    fronts = [(chance.randrange(-9_000, 9_000), chance.randrange(-9_000, 9_000)) for _ in range(10)]
    facing, width, depth = chance.randrange(-36_000, 72_000), chance.randrange(1, 4_000), chance.randrange(1, 4_000)
    if seed < 4:
        facing = 9_000 * seed
    for front, found in zip(fronts, oblongs(fronts, facing, width, depth), strict=True):
        alone = oblong(front, facing, width, depth)
        assert found.points == alone.points
        assert (found.left, found.right, found.bottom, found.top) == (
            alone.left, alone.right, alone.bottom, alone.top,
        )  # fmt: skip
        assert (found.centre, found._frame) == (alone.centre, alone._frame)


@pytest.mark.parametrize("seed", range(20))
def test_the_extent_holds_every_corner_and_no_more(seed: int) -> None:
    chance = Random(seed)
    shapes, facing = scattered(chance, 6), chance.randrange(36_000)
    corners = [to_frame(corner, (0, 0), facing) for shape in shapes for corner in shape.points]
    across, along = [x for x, _ in corners], [y for _, y in corners]
    assert extent(shapes, facing) == (min(across), max(across), min(along), max(along))


@pytest.mark.parametrize("seed", range(40))
def test_near_and_the_nearest_gap_measure_as_gap_does(seed: int) -> None:
    chance = Random(seed)
    some, others = scattered(chance, 5), scattered(chance, 5)
    gaps = [gap(a, b) for a in some for b in others]
    assert nearest_gap(some, others) == min(gaps)
    for a in some:
        for b in others:
            far = gap(a, b)
            assert near(a, b, far)
            assert near(a, b, far + 1)
            assert far == 0 or not near(a, b, far - 1)
