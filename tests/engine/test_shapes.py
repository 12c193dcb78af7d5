"""Shapes on a free table: plain cases that can be checked by eye, and laws that hold for all shapes."""

from __future__ import annotations

import zlib
from math import isclose, pi, sin
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from warhost.engine.field.compass import (
    FULL_TURN,
    HALF_TURN,
    QUARTER_WAVE,
    RIGHT_ANGLE,
    SCALE,
    Point,
    ahead,
    aside,
    cosine,
    distance,
    from_frame,
    heading,
    sine,
    to_frame,
    turn,
)
from warhost.engine.field.shapes import (
    HAIR,
    SLACK,
    Shape,
    ahead_of,
    area,
    cast,
    clear_line,
    clip,
    closest,
    contains,
    crosses,
    disc,
    gap,
    inside,
    line_gap,
    moved,
    oblong,
    overlap,
    overlaps_any,
    point_gap,
    polygon,
    shared_area,
)

SQUARE = oblong((500, 1000), 0, 1000, 1000)  # from (0, 0) to (1000, 1000)

coordinates = st.integers(-6000, 6000)
points = st.tuples(coordinates, coordinates)
angles = st.integers(0, FULL_TURN - 1)
sizes = st.integers(100, 5000)
oblongs = st.builds(oblong, points, angles, sizes, sizes)
discs = st.builds(disc, points, sizes, st.integers(6, 24))
triangles = st.builds(
    lambda centre, angle, reach: polygon([ahead(centre, angle + third, reach) for third in (0, 12000, 21000)]),
    points, angles, sizes,
)  # fmt: skip
shapes = st.one_of(oblongs, discs, triangles)


def square(x: int, y: int, side: int = 1000) -> Shape:
    """The square with its lower left corner there."""
    return polygon([(x, y), (x, y + side), (x + side, y + side), (x + side, y)])


def depth(a: Shape, b: Shape) -> float:
    """How far they are into each other, or apart if negative, along the edge that parts them most."""
    levels = [
        min(nx * x + ny * y for x, y in other.points) - out
        for one, other in ((a, b), (b, a))
        for nx, ny, out in one.edges
    ]
    return -max(levels)


# Angles and points


def test_the_sine_table_is_the_same_on_every_machine() -> None:
    assert zlib.crc32(",".join(map(str, QUARTER_WAVE)).encode()) == 1399718629
    # No entry comes near the middle between two integers, so a last digit more or less in a sine changes none.
    assert min(abs(sin(pi * angle / HALF_TURN) * SCALE % 1 - 0.5) for angle in range(RIGHT_ANGLE)) > 1e-6
    assert (sine(0), sine(9000), sine(18000), sine(27000)) == (0, 1, 0, -1)
    assert (cosine(0), cosine(9000), cosine(18000), cosine(27000)) == (1, 0, -1, 0)


@settings(deadline=None)
@given(angles)
def test_sine_and_cosine_lie_on_the_circle(angle: int) -> None:
    assert isclose(sine(angle) ** 2 + cosine(angle) ** 2, 1, abs_tol=1e-6)
    assert sine(angle + RIGHT_ANGLE) == cosine(angle)
    assert sine(-angle) == -sine(angle)


def test_angles_run_as_on_a_compass() -> None:
    here = (100, 100)
    assert [heading(here, there) for there in ((100, 300), (300, 100), (100, -100), (-100, 100))] == [
        0, 9000, 18000, 27000,
    ]  # fmt: skip
    assert heading(here, (200, 200)) == 4500
    assert heading(here, here) == 0
    assert ahead(here, 0, 50) == (100, 150)
    assert ahead(here, 9000, 50) == (150, 100)
    assert aside(here, 0, 50) == (150, 100)
    assert aside(here, 9000, 50) == (100, 50)


def test_turns_take_the_short_way_and_half_a_turn_goes_right() -> None:
    assert turn(35000, 1000) == 2000
    assert turn(1000, 35000) == -2000
    assert turn(0, 18000) == turn(9000, 27000) == HALF_TURN
    assert turn(0, 18001) == -17999


@settings(deadline=None)
@given(points, angles, st.integers(300, 20000))
def test_heading_finds_the_way_that_was_gone(start: Point, angle: int, way: int) -> None:
    end = ahead(start, angle, way)
    assert abs(turn(angle, heading(start, end))) <= 0.8 / way * 5730 + 1
    assert abs(distance(start, end) - way) <= 1


@settings(deadline=None)
@given(points, points)
def test_distance_is_rounded_exactly(a: Point, b: Point) -> None:
    far = distance(a, b)
    square_of = 4 * ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
    assert (2 * far - 1) * abs(2 * far - 1) <= square_of < (2 * far + 1) ** 2
    assert far == distance(b, a)


@settings(deadline=None)
@given(points, points, angles)
def test_frames_lead_there_and_back(point: Point, origin: Point, facing: int) -> None:
    seen = to_frame(point, origin, facing)
    assert distance(from_frame(seen, origin, facing), point) <= 1
    assert distance(ahead(aside(origin, facing, seen[0]), facing, seen[1]), point) <= 2


def test_a_frame_has_x_to_the_right_and_y_ahead() -> None:
    assert to_frame((150, 100), (100, 100), 0) == (50, 0)
    assert to_frame((150, 100), (100, 100), 9000) == (0, 50)
    assert from_frame((50, 20), (100, 100), 9000) == (120, 50)


# Building


def test_an_oblong_is_given_by_its_middle_front() -> None:
    shape = oblong((1000, 2000), 0, 400, 300)
    assert shape.points == ((800, 2000), (1200, 2000), (1200, 1700), (800, 1700))
    assert (shape.left, shape.right, shape.bottom, shape.top) == (800, 1200, 1700, 2000)
    assert (shape.centre, shape.radius) == ((1000, 1850), 250)
    turned = oblong((1000, 2000), 9000, 400, 300)
    assert turned.points == ((1000, 2200), (1000, 1800), (700, 1800), (700, 2200))


@settings(deadline=None)
@given(points, angles, sizes, sizes)
def test_an_oblong_keeps_its_measures_at_any_facing(front: Point, facing: int, width: int, depth: int) -> None:
    shape = oblong(front, facing, width, depth)
    front_left, front_right, _, back_left = shape.points
    assert abs(distance(front_left, front_right) - width) <= 1
    assert abs(distance(front_left, back_left) - depth) <= 1
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    assert (shape.left, shape.right, shape.bottom, shape.top) == (min(xs), max(xs), min(ys), max(ys))
    for point, seen in zip(shape.points, ((-1, 0), (1, 0), (1, -2), (-1, -2)), strict=True):
        ideal = from_frame((seen[0] * width // 2, seen[1] * depth // 2), front, facing)
        assert distance(point, ideal) <= 2
    assert polygon(shape.points) == shape


def test_polygons_are_turned_clockwise_and_keep_their_first_corner() -> None:
    clockwise = polygon([(0, 0), (0, 100), (100, 100), (100, 0)])
    assert clockwise.points == ((0, 0), (0, 100), (100, 100), (100, 0))
    assert polygon([(0, 0), (100, 0), (100, 100), (0, 100)]) == clockwise
    assert len({clockwise, polygon([(0, 0), (100, 0), (100, 100), (0, 100)])}) == 1


@pytest.mark.parametrize(
    "corners, why",
    [
        ([(0, 0), (100, 0)], "at least three corners, not 2"),
        ([(0, 0), (100, 0), (200, 0)], "in a line"),
        ([(0, 0), (100, 0), (0, 100), (100, 0)], "named twice"),
        ([(0, 0), (0, 1000), (100, 100), (1000, 0)], "not convex"),
        ([(0, 0), (100, 100), (100, 0), (0, 90)], "not convex"),
        ([(0, 100), (59, -81), (-95, 31), (95, 31), (-59, -81)], "not convex"),  # a pentagram
    ],
)
def test_what_is_no_convex_outline_is_refused(corners: list[Point], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        polygon(corners)


def test_corners_on_a_straight_edge_do_no_harm() -> None:
    shape = polygon([(0, 0), (0, 500), (0, 1000), (1000, 1000), (1000, 0)])
    assert area(shape) == area(SQUARE)
    assert overlap(shape, SQUARE)


def test_a_disc_is_nearly_round() -> None:
    shape = disc((0, 0), 1000)
    assert len(shape.points) == 24
    assert all(abs(distance((0, 0), corner) - 1000) <= 1 for corner in shape.points)
    assert isclose(area(shape), 3.1416e6, rel_tol=0.02)
    assert polygon(shape.points) == shape


@settings(deadline=None)
@given(shapes, coordinates, coordinates)
def test_moving_a_shape_moves_all_of_it(shape: Shape, dx: int, dy: int) -> None:
    there = moved(shape, dx, dy)
    assert there.points == tuple((x + dx, y + dy) for x, y in shape.points)
    assert (there.left, there.top) == (shape.left + dx, shape.top + dy)
    assert (there.right, there.bottom) == (shape.right + dx, shape.bottom + dy)
    assert there.centre == (shape.centre[0] + dx, shape.centre[1] + dy)


def test_an_oblong_that_was_moved_overlaps_where_it_is_now() -> None:
    there = moved(SQUARE, 3000, 2000)
    assert overlap(there, oblong((4400, 3900), 0, 1000, 1000))
    assert not overlap(there, oblong((2900, 2000), 0, 2000, 1000))


# Overlapping


@pytest.mark.parametrize("shift, expected", [(0, True), (900, True), (989, True), (990, False), (1000, False)])
def test_shapes_overlap_only_deeper_than_the_slack(shift: int, expected: bool) -> None:
    across, behind = oblong((500 + shift, 1000), 0, 1000, 1000), oblong((500, 1000 + shift), 0, 1000, 1000)
    for there in (across, behind, square(shift, 0), square(0, shift)):
        assert overlap(SQUARE, there) is expected
        assert overlap(there, SQUARE) is expected


def test_boxes_that_overlap_may_hold_shapes_that_do_not() -> None:
    tilted = oblong((1350, 1350), 4500, 400, 400)
    assert not overlap(SQUARE, tilted)
    assert overlap(SQUARE, oblong((1250, 1250), 4500, 400, 400))


@pytest.mark.parametrize("centre", [(0, 1), (1, 0), (0, -1), (-1, 0)])
def test_a_corner_may_dip_into_a_side_by_the_slack(centre: Point) -> None:
    for dip, expected in ((SLACK - 4, False), (SLACK + 4, True)):
        away = 500 + 283 - dip  # half the square, and half the diagonal of the tilted one
        middle = 500 + centre[0] * away, 500 + centre[1] * away
        tilted = oblong(ahead(middle, 4500, 200), 4500, 400, 400)
        assert overlap(SQUARE, tilted) is expected
        assert overlap(tilted, SQUARE) is expected


def test_a_shape_inside_another_overlaps_it() -> None:
    assert overlap(SQUARE, oblong((500, 600), 1000, 100, 100))
    assert overlap(disc((500, 500), 100), SQUARE)


@settings(deadline=None)
@given(shapes, shapes, st.integers(0, 100))
def test_overlap_means_deeper_than_the_slack_from_either_side(a: Shape, b: Shape, slack: int) -> None:
    deep = depth(a, b)
    assume(abs(deep - slack) > 0.05)
    assert overlap(a, b, slack) == overlap(b, a, slack) == (deep > slack)


@settings(deadline=None)
@given(shapes, st.lists(shapes, max_size=5))
def test_overlapping_any_is_overlapping_one(shape: Shape, others: list[Shape]) -> None:
    assert overlaps_any(shape, others) == any(overlap(shape, other) for other in others)


@settings(deadline=None)
@given(oblongs, oblongs, points, angles)
def test_turning_the_whole_table_changes_nothing(a: Shape, b: Shape, pivot: Point, angle: int) -> None:
    turned_a, turned_b = (
        polygon([from_frame(to_frame(point, pivot, 0), pivot, angle) for point in shape.points]) for shape in (a, b)
    )
    assert abs(gap(a, b) - gap(turned_a, turned_b)) <= 3
    assert isclose(area(a), area(turned_a), rel_tol=0.02)
    if abs(depth(a, b) - SLACK) > 3:
        assert overlap(a, b) == overlap(turned_a, turned_b)


# Distances


def test_gaps_are_measured_edge_to_edge_and_corner_to_corner() -> None:
    assert gap(SQUARE, square(1500, 0)) == 500
    assert gap(SQUARE, square(1500, 300)) == 500
    assert gap(SQUARE, square(1300, 1400)) == 500
    assert gap(SQUARE, polygon([(1500, 500), (1900, 900), (2300, 500), (1900, 100)])) == 500
    assert gap(SQUARE, square(1000, 0)) == gap(SQUARE, square(300, 300)) == 0


def test_the_shortest_connection_stands_in_the_middle_of_what_faces_each_other() -> None:
    assert closest(SQUARE, square(1500, 400)) == ((1000, 700), (1500, 700))
    assert closest(SQUARE, square(1300, 1400)) == ((1000, 1000), (1300, 1400))
    assert closest(SQUARE, square(500, 500)) == ((750, 750), (750, 750))


@settings(deadline=None)
@given(shapes, shapes)
def test_the_gap_is_the_length_of_the_shortest_connection(a: Shape, b: Shape) -> None:
    here, there = closest(a, b)
    assert gap(a, b) == gap(b, a)
    assert abs(distance(here, there) - gap(a, b)) <= 2
    assert point_gap(here, a) <= 1
    assert point_gap(there, b) <= 1


@settings(deadline=None)
@given(shapes, shapes)
def test_no_corner_is_nearer_than_the_gap(a: Shape, b: Shape) -> None:
    nearest = min([point_gap(point, b) for point in a.points] + [point_gap(point, a) for point in b.points])
    assert gap(a, b) == nearest if gap(a, b) else depth(a, b) > -0.6


@settings(deadline=None)
@given(shapes, shapes)
def test_there_is_no_gap_where_shapes_overlap_or_touch(a: Shape, b: Shape) -> None:
    deep = depth(a, b)
    assume(not -0.6 < deep < -0.4)
    assert (gap(a, b) == 0) == (deep >= -0.5)
    if overlap(a, b):
        assert gap(a, b) == 0


def test_points_have_a_distance_from_a_shape() -> None:
    assert point_gap((500, 500), SQUARE) == point_gap((1000, 300), SQUARE) == 0
    assert point_gap((1200, 300), SQUARE) == 200
    assert point_gap((1300, 1400), SQUARE) == 500


def test_the_border_belongs_to_the_shape() -> None:
    assert all(contains(SQUARE, point) for point in ((0, 0), (1000, 400), (500, 500), (1000, 1000)))
    assert not any(contains(SQUARE, point) for point in ((-2, 500), (500, 1002), (2000, 500)))
    assert inside(SQUARE, square(500, 500, 500))
    assert inside(SQUARE, SQUARE)
    assert not inside(SQUARE, square(501, 500, 502))


@settings(deadline=None)
@given(points, angles, sizes, sizes)
def test_the_middle_front_lies_on_the_border_at_any_facing(p: Point, facing: int, width: int, depth: int) -> None:
    shape = oblong(p, facing, width, depth)
    assert contains(shape, p)
    assert not contains(shape, ahead(p, facing, 4))
    assert not ahead_of(shape, p, facing)
    assert ahead_of(shape, ahead(p, facing, -4), facing)


@settings(deadline=None)
@given(shapes, points)
def test_what_is_contained_has_no_distance(shape: Shape, point: Point) -> None:
    assert contains(shape, point) == (point_gap(point, shape) <= 1) or point_gap(point, shape) in (1, 2)


def test_ahead_is_what_lies_before_the_front_line() -> None:
    assert ahead_of(square(5000, 600), (0, 1500), 0)
    assert not ahead_of(square(5000, 500), (0, 1500), 0)
    assert ahead_of([(0, 0), (0, 1600)], (0, 1500), 0)
    assert not ahead_of([(0, 0), (0, 1600)], (0, 1500), 9000)


# Lines


def test_segments_cross_only_within_each_other() -> None:
    assert crosses((0, 0), (10, 10), (0, 10), (10, 0))
    assert not crosses((0, 0), (10, 10), (10, 10), (20, 0))
    assert not crosses((0, 0), (10, 10), (5, 5), (20, 0))
    assert not crosses((0, 0), (10, 0), (5, 0), (20, 0))
    assert not crosses((0, 0), (10, 0), (0, 5), (10, 5))


def test_a_line_through_a_shape_is_cut_at_its_borders() -> None:
    assert clip((-1000, 500), (3000, 500), SQUARE) == pytest.approx((0.25, 0.5))
    assert clip((500, 500), (2500, 500), SQUARE) == pytest.approx((0, 0.25))
    assert clip((200, 200), (800, 900), SQUARE) == (0, 1)
    assert clip((-500, 500), (-100, 500), SQUARE) is None
    assert clip((-500, 800), (800, 2000), SQUARE) is None


@pytest.mark.parametrize(
    "a, b",
    [
        ((-500, 1000), (1500, 1000)),  # along an edge
        ((0, 1000), (4000, 1003)),
        ((-500, 500), (500, -500)),  # over a corner
        ((-1000, 0), (0, 0)),  # up to a corner
        ((500, 1000), (500, 4000)),  # away from the border
        ((0, 1000), (40000, 1000 - 20)),  # hardly dips in
    ],
)
def test_touching_the_border_is_not_entering(a: Point, b: Point) -> None:
    assert clip(a, b, SQUARE) is None
    assert clip(b, a, SQUARE) is None


@settings(deadline=None)
@given(shapes, points, points)
def test_the_cut_agrees_with_points_along_the_line(shape: Shape, a: Point, b: Point) -> None:
    cut = clip(a, b, shape)
    for step in range(41):
        part = step / 40
        x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
        level = max(nx * x + ny * y - out for nx, ny, out in shape.edges)
        if level < -HAIR - 0.001:
            assert cut is not None
            assert cut[0] <= part <= cut[1]
        elif level > 0.001:
            assert cut is None or not cut[0] <= part <= cut[1]


@settings(deadline=None)
@given(shapes, points, points)
def test_a_line_is_cut_alike_from_both_ends(shape: Shape, a: Point, b: Point) -> None:
    there, back = clip(a, b, shape), clip(b, a, shape)
    if there is None or back is None:
        assert there is back
    else:
        assert there == pytest.approx((1 - back[1], 1 - back[0]))


def test_a_line_is_clear_if_it_enters_nothing() -> None:
    assert clear_line((-500, 500), (1500, 500), [])
    assert clear_line((-500, 1000), (1500, 1000), [SQUARE, square(0, 1000)])
    assert not clear_line((-500, 500), (1500, 500), [square(0, 1000), SQUARE])
    assert not clear_line((500, 1500), (500, -500), [square(1000, 0), SQUARE])


@settings(deadline=None)
@given(st.lists(shapes, max_size=4), points, points)
def test_a_clear_line_is_clipped_nowhere(many: list[Shape], a: Point, b: Point) -> None:
    assert clear_line(a, b, many) == (not any(clip(a, b, shape) for shape in many))


# Sliding


def test_a_shape_slides_until_it_touches() -> None:
    wall = square(500, 3000)
    assert cast(SQUARE, 0, 5000, wall) == 2000
    assert cast(SQUARE, 0, 2000, wall) == 2000
    assert cast(SQUARE, 0, 1999, wall) is None
    assert cast(SQUARE, 18000, 5000, wall) is None
    assert cast(SQUARE, 9000, 5000, wall) is None


def test_sliding_along_an_edge_is_not_touching() -> None:
    for side in (1000, 1000 - SLACK, 1000 + SLACK):
        assert cast(SQUARE, 0, 5000, square(side, 3000)) is None
        assert cast(SQUARE, 0, 5000, square(side, 500)) is None
    assert cast(SQUARE, 0, 5000, square(999 - SLACK, 3000)) == 2000


@pytest.mark.parametrize("over, expected", [(0, None), (12, None), (40, 1980)])
def test_corners_may_brush_past_each_other(over: int, expected: int | None) -> None:
    """Two diamonds whose tips pass: so far over each other, they get into each other by 0.7 of it."""
    diamond = polygon([(0, 500), (500, 0), (1000, 500), (500, 1000)])
    assert cast(diamond, 0, 5000, moved(diamond, 1000 - over, 2000 + over // 2)) == expected


def test_shapes_in_contact_are_stopped_at_once_unless_they_part() -> None:
    for into in (0, SLACK, 5 * SLACK):
        wall = square(200, 1000 - into)
        assert cast(SQUARE, 0, 500, wall) == 0
        assert cast(SQUARE, 18000, 500, wall) is None
    assert cast(SQUARE, 9000, 500, square(200, 1000)) is None
    assert cast(SQUARE, 4500, 500, square(200, 1000)) == 0


def test_a_corner_runs_into_an_edge_and_an_edge_into_a_corner() -> None:
    diamond = polygon([(500, 2000), (1000, 2500), (500, 3000), (0, 2500)])
    assert cast(SQUARE, 0, 5000, diamond) == 1000
    assert cast(diamond, 18000, 5000, SQUARE) == 1000


@settings(deadline=None)
@given(shapes, angles, st.integers(0, 12000), shapes)
@example(SQUARE, 0, 1000, square(1000 - SLACK - 1, 1001))
def test_what_slid_up_to_another_touches_it_and_is_not_in_it(a: Shape, angle: int, reach: int, b: Shape) -> None:
    way = cast(a, angle, reach, b)
    stops = [
        step for step in range(0, reach + 1, 50) if overlap(moved(a, *ahead((0, 0), angle, step)), b, SLACK + 2)
    ]
    if overlap(a, b):
        assert way in (0, None)
    elif way is None:
        assert not stops
    else:
        assert way <= reach
        there = moved(a, *ahead((0, 0), angle, way))
        assert gap(there, b) <= 2
        assert not overlap(there, b)
        assert not stops or way <= stops[0]


# Ground


def test_shared_ground_is_measured() -> None:
    assert area(SQUARE) == 1e6
    assert shared_area(SQUARE, square(500, 500)) == pytest.approx(250_000)
    assert shared_area(SQUARE, square(250, 250, 500)) == pytest.approx(250_000)
    assert shared_area(SQUARE, square(1000, 0)) == 0
    assert shared_area(SQUARE, oblong((1350, 1350), 4500, 400, 400)) == 0


@settings(deadline=None)
@given(shapes, shapes)
def test_shared_ground_is_no_more_than_either_has(a: Shape, b: Shape) -> None:
    shared = shared_area(a, b)
    assert 0 <= shared <= min(area(a), area(b)) + 0.5
    assert shared == pytest.approx(shared_area(b, a), abs=0.5, rel=1e-6)
    if overlap(a, b):
        assert shared > 0


# The same questions put to Shapely


@settings(deadline=None)
@given(shapes, shapes, points, points)
def test_shapely_agrees(a: Shape, b: Shape, start: Point, end: Point) -> None:
    geometry: Any = pytest.importorskip("shapely")
    ours, theirs = geometry.Polygon(a.points), geometry.Polygon(b.points)
    assert abs(gap(a, b) - ours.distance(theirs)) <= 0.501
    assert shared_area(a, b) == pytest.approx(ours.intersection(theirs).area, rel=1e-5, abs=1)
    assert overlap(a, b, 0) == (ours.intersection(theirs).area > 0) or abs(depth(a, b)) < 0.01
    assert abs(point_gap(start, a) - ours.distance(geometry.Point(start))) <= 0.501
    line = geometry.LineString([start, end])
    assert abs(line_gap(start, end, a) - ours.distance(line)) <= HAIR + 0.5
    cut = clip(start, end, a)
    length = (cut[1] - cut[0]) * line.length if cut else 0
    assert abs(length - ours.intersection(line).length) <= 0.01 or not (
        cut or ours.buffer(-HAIR - 0.01).intersects(line)
    )
