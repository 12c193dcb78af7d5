"""Shapes cut in two."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from warhost.engine.field.cutting import cut
from warhost.engine.field.shapes import Shape, area, disc, oblong

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
