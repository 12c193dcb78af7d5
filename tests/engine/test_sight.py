"""Shadows: what an eye cannot see, and what passes along edges, over corners and through gaps."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from warhost.engine.field.shapes import HAIR, Shape, clip, contains, gap, moved, oblong, polygon
from warhost.engine.field.sight import Clump, between, falling_on, hidden, passes_over, screen, screened, shadow

BOX = oblong((0, 0), 0, 2000, 1000)  # from (-1000, -1000) to (1000, 0)

points = st.tuples(st.integers(-20_000, 20_000), st.integers(-20_000, 20_000))
oblongs = st.builds(oblong, points, st.integers(0, 35_999), st.integers(500, 6000), st.integers(500, 6000))


def test_a_box_hides_what_is_straight_behind_it() -> None:
    behind = shadow((0, 5000), BOX)
    assert hidden((0, -4000), [behind])
    assert hidden((0, -500), [behind])  # inside it, too


def test_what_is_before_the_box_or_beside_it_is_seen() -> None:
    behind = shadow((0, 5000), BOX)
    assert not hidden((0, 3000), [behind])
    assert not hidden((4000, -4000), [behind])
    assert not hidden((0, 9000), [behind])


def test_a_line_along_an_edge_or_over_a_corner_passes() -> None:
    assert not hidden((1000, -9000), [shadow((1000, 5000), BOX)])
    assert not hidden((3000, -2000), [shadow((-1000, 2000), BOX)])  # over the corner (1000, 0)
    assert not hidden((-3000, 0), [shadow((3000, 0), BOX)])


def test_from_inside_nothing_is_seen() -> None:
    assert hidden((0, 5000), [shadow((0, -500), BOX)])


def test_an_eye_on_the_border_sees_its_own_side() -> None:
    on_the_border = shadow((0, 0), BOX)
    assert not hidden((300, 4000), [on_the_border])
    assert hidden((300, -4000), [on_the_border])


@given(points, oblongs, points)
def test_shadows_are_where_lines_are_cut(eye: tuple[int, int], shape: Shape, point: tuple[int, int]) -> None:
    assume(not contains(shape, eye))
    assume(eye != point)
    cut = clip(eye, point, shape)
    if hidden(point, [shadow(eye, shape)]):
        # A line that grazes a corner by less than a hair may be stopped.
        assert cut is not None or contains(shape, point) or passes(eye, point, shape, 0)
    elif cut is not None:
        # Only a line that barely gets into the shape may pass.
        assert not passes(eye, point, shape, 4 * HAIR)


def passes(eye: tuple[int, int], point: tuple[int, int], shape: Shape, depth: float) -> bool:
    """Whether the line runs through the shape, deeper than so much below every edge."""
    inner = [(nx, ny, out - depth) for nx, ny, out in shape.edges]
    steps = [
        (eye[0] + (point[0] - eye[0]) * i / 4000, eye[1] + (point[1] - eye[1]) * i / 4000) for i in range(4001)
    ]
    return any(all(nx * x + ny * y <= out for nx, ny, out in inner) for x, y in steps)


def test_a_screen_closes_a_gap_between_two_shapes() -> None:
    other = moved(BOX, 2500, 0)
    a, b = screen(BOX, other)
    closed = screened((1250, 5000), a, b)
    assert closed is not None
    assert hidden((1250, -5000), [closed])
    assert not hidden((1250, 2000), [closed])
    assert not hidden((5000, -5000), [closed])


def test_a_screen_closes_a_gap_of_nothing_too() -> None:
    a, b = screen(BOX, moved(BOX, 2000, 0))
    closed = screened((1000, 5000), a, b)
    assert closed is not None
    assert hidden((1000, -5000), [closed])


def test_a_screen_seen_edge_on_hides_nothing() -> None:
    assert screened((0, 0), (1000, 0), (2000, 0)) is None


@given(points, st.lists(oblongs, min_size=1, max_size=6), st.lists(oblongs, max_size=4))
def test_a_clump_finds_all_that_no_single_shadow_holds(
    eye: tuple[int, int], shapes: list[Shape], hiding: list[Shape]
) -> None:
    shadows = [shadow(eye, shape) for shape in hiding]
    found = dict(Clump(shapes, range(len(shapes))).lit(shadows))
    for index, shape in enumerate(shapes):
        seen = [corner for corner in (shape.centre, *shape.points) if not hidden(corner, shadows)]
        if seen:
            assert index in found
            assert not any(hidden(corner, found[index]) for corner in seen)
        if index in found:
            dark = [corner for corner in shape.points if hidden(corner, shadows)]
            assert all(hidden(corner, found[index]) for corner in dark)


def test_a_shape_in_one_shadow_is_passed_over() -> None:
    behind = shadow((0, 5000), BOX)
    small = oblong((0, -2000), 0, 500, 500)
    assert falling_on(small, [behind]) is None
    assert falling_on(moved(small, 9000, 0), [behind]) == []
    assert falling_on(moved(small, 1400, 0), [behind]) == [behind]


@given(points, oblongs, st.lists(oblongs, max_size=5))
def test_what_is_beside_the_way_hides_nothing(eye: tuple[int, int], target: Shape, shapes: list[Shape]) -> None:
    assume(not contains(target, eye))
    box = (target.left, target.right, target.bottom, target.top)
    kept = between(eye, box, shapes)
    for shape in shapes:
        if shape not in kept:
            dark = shadow(eye, shape)
            assert not any(hidden(corner, [dark]) for corner in (target.centre, *target.points))


def test_the_gap_of_a_screen_is_the_shortest() -> None:
    other = moved(BOX, 2500, 300)
    a, b = screen(BOX, other)
    assert gap(BOX, other) <= abs(b[0] - a[0]) <= gap(BOX, other) + 50


# --- heights -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("top, clear", [(1000, True), (1001, True), (1002, False)])
def test_a_level_line_passes_along_a_top(top: int, clear: bool) -> None:
    assert passes_over(1000, 1000, (0.4, 0.6), top) is clear


def test_a_line_that_falls_must_clear_the_far_end_and_one_that_rises_the_near_one() -> None:
    roof, eye, mark = polygon([(-500, 4000), (-500, 6000), (500, 6000), (500, 4000)]), (0, 0), (0, 10_000)
    over = clip(eye, mark, roof)
    assert over == (0.4, 0.6)
    assert passes_over(5000, 0, over, 2000) and not passes_over(5000, 0, over, 2010)
    assert passes_over(0, 5000, over, 2000) and not passes_over(0, 5000, over, 2010)
