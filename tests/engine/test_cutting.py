"""Shapes cut in two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.engine.field.cutting import cut, outside
from warhost.engine.field.shapes import Shape, area, disc, oblong, overlap, polygon

BOX = oblong((0, 0), 0, 2000, 1000)


def test_a_line_parts_left_from_right() -> None:
    left, right = cut(BOX, (500, 0), 0)
    assert left is not None and right is not None
    assert (left.left, left.right) == (-1000, 500)
    assert (right.left, right.right) == (500, 1000)


def test_a_line_beside_the_shape_leaves_it_whole() -> None:
    left, right = cut(BOX, (-3000, 0), 0)
    assert left is None
    assert right == BOX


@given(
    st.sampled_from([BOX, disc((0, 0), 3000, 16), oblong((40, 7), 1234, 6000, 300)]),
    st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000)),
    st.integers(0, 35_999),
)
def test_nothing_is_lost_or_won(shape: Shape, point: tuple[int, int], angle: int) -> None:
    parts = [part for part in cut(shape, point, angle) if part is not None]
    assert abs(sum(map(area, parts)) - area(shape)) < 0.02 * area(shape)


def box(left: int, low: int, right: int, high: int) -> Shape:
    return polygon(((left, low), (right, low), (right, high), (left, high)))


def test_what_is_left_around_a_hole() -> None:
    river, bridge = box(0, 0, 9000, 3000), box(4000, -500, 6000, 3500)
    left = outside(river, bridge)
    assert sorted(round(area(part)) for part in left) == [9_000_000, 12_000_000]
    assert not any(overlap(part, bridge) for part in left)
    assert outside(bridge, box(20000, 0, 21000, 900)) == [bridge]
    pond = box(4500, 1000, 5500, 2000)
    assert outside(pond, bridge) == [] and sum(area(part) for part in outside(bridge, pond)) == 7_000_000


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_a_line_that_all_but_runs_along_an_edge_leaves_a_convex_shape(off: int) -> None:
    """The new corner lies on the edge, rounded: a hair inside of it, on it, or outside."""
    shape = polygon([(39_799, 3099), (44_726, 15_000), (1_000_000, -940_274), (1_000_000, -957_102)])
    for part in cut(shape, (43_993 + off, 13_229), 2250):
        assert part is None or area(part) <= area(shape)
    assert all(part is not None for part in cut(shape, (43_993 + off, 13_229), 4500))
