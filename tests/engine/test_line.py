"""The line between two squares: what it crosses, and what bars it."""

from __future__ import annotations

import doctest
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.engine.field import line as module
from warhost.engine.field.board import EAST, NORTH, SOUTH, WEST, Board
from warhost.engine.field.line import clear, line

BOARD = Board(13, 11, ["open"] * 143, [0] * 143, {})
SQUARES = st.integers(0, BOARD.size - 1)

Point = tuple[Fraction, Fraction]


def other_side(edge: int) -> int:
    """The same edge, numbered from the square beyond it."""
    square, facing = divmod(edge, 4)
    return BOARD.steps[square][2 * facing] * 4 + (facing + 2) % 4


def either(edges: Iterable[int]) -> set[frozenset[int]]:
    return {frozenset((edge, other_side(edge))) for edge in edges}


def sees(shooter: tuple[int, int], target: tuple[int, int], trees: Iterable[tuple[int, int]] = ()) -> bool:
    wood = {BOARD.square(*place) for place in trees}
    return clear(BOARD, BOARD.square(*shooter), BOARD.square(*target), wood.__contains__, lambda edge: False)


def sees_past_walls(shooter: tuple[int, int], target: tuple[int, int], walls: Iterable[int]) -> bool:
    barred = set(walls) | {other_side(edge) for edge in walls}
    ends = BOARD.square(*shooter), BOARD.square(*target)
    return clear(BOARD, *ends, lambda square: False, barred.__contains__)


def wall(x: int, y: int, facing: int) -> int:
    return BOARD.square(x, y) * 4 + facing


# An independent drawing of the line: all its meetings with the grid, as fractions of the way.


def meetings(a: int, b: int) -> list[Point]:
    """The points where the line meets the grid, in order; squares are centred on whole numbers."""
    ax, ay, bx, by = BOARD.xs[a], BOARD.ys[a], BOARD.xs[b], BOARD.ys[b]
    half = Fraction(1, 2)
    parts = {(x + half - ax) / (bx - ax) for x in range(-1, BOARD.width) if bx != ax}
    parts |= {(y + half - ay) / (by - ay) for y in range(-1, BOARD.height) if by != ay}
    return [(ax + part * (bx - ax), ay + part * (by - ay)) for part in sorted(parts) if 0 < part < 1]


def square_at(x: Fraction, y: Fraction) -> int:
    return BOARD.square(int(x + Fraction(1, 2)) + 1, int(y + Fraction(1, 2)) + 1)


def squares_of(a: int, b: int) -> list[int]:
    """The squares that hold the middle of each stretch between two meetings with the grid."""
    centre_a = Fraction(BOARD.xs[a]), Fraction(BOARD.ys[a])
    centre_b = Fraction(BOARD.xs[b]), Fraction(BOARD.ys[b])
    points = [centre_a, *meetings(a, b), centre_b]
    return [square_at((x + next_x) / 2, (y + next_y) / 2) for (x, y), (next_x, next_y) in pairwise(points)]


def is_corner(point: Point) -> bool:
    return all(part.denominator == 2 for part in point)


@given(SQUARES, SQUARES)
def test_the_line_is_the_one_drawn_with_fractions(a: int, b: int) -> None:
    drawn = line(BOARD, a, b)
    through = squares_of(a, b)
    steps = [(here, to, point) for (here, to), point in zip(pairwise(through), meetings(a, b), strict=True)]
    over_sides = [here * 4 + BOARD.direction(here, to) // 2 for here, to, point in steps if not is_corner(point)]
    beside_corners = [
        {BOARD.square(*place) for place in round_corner(point)} - {here, to}
        for here, to, point in steps
        if is_corner(point)
    ]
    assert list(drawn.squares) == through[1:-1]
    assert list(drawn.crossings) == over_sides
    assert [{way.side for way in corner.ways} for corner in drawn.corners] == beside_corners


def round_corner(point: Point) -> list[tuple[int, int]]:
    """The four places around a point of the grid."""
    x, y = (int(part + Fraction(1, 2)) for part in point)
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


@given(SQUARES, SQUARES)
def test_the_line_back_is_the_line_there_reversed(a: int, b: int) -> None:
    there, back = line(BOARD, a, b), line(BOARD, b, a)
    assert there.squares == back.squares[::-1]
    assert there.crossings == tuple(other_side(edge) for edge in back.crossings[::-1])
    assert len(there.corners) == len(back.corners)
    for corner, same in zip(there.corners, back.corners[::-1], strict=True):
        ways = {(way.side, frozenset(either(way.edges))) for way in corner.ways}
        assert ways == {(way.side, frozenset(either(way.edges))) for way in same.ways}
        assert len(ways) == 2


@given(SQUARES, SQUARES.filter(bool))
def test_the_line_crosses_as_many_squares_as_its_slant_says(a: int, step: int) -> None:
    b = (a + step) % BOARD.size
    dx, dy = abs(BOARD.xs[a] - BOARD.xs[b]), abs(BOARD.ys[a] - BOARD.ys[b])
    divisor = gcd(dx, dy)
    # Corner points are met only where both parts of the shortest slant are odd.
    corners = divisor if dx // divisor % 2 and dy // divisor % 2 else 0
    drawn = line(BOARD, a, b)
    assert len(drawn.corners) == corners
    assert len(drawn.squares) == dx + dy - corners - 1
    assert len(drawn.crossings) == dx + dy - 2 * corners


@given(SQUARES, SQUARES)
def test_ways_round_a_corner_touch_their_side_square(a: int, b: int) -> None:
    for corner in line(BOARD, a, b).corners:
        for way in corner.ways:
            into, out = way.edges
            assert other_side(into) // 4 == way.side == out // 4


@given(SQUARES, SQUARES)
def test_the_last_edges_belong_to_the_target_and_are_those_met_last(a: int, b: int) -> None:
    drawn = line(BOARD, a, b)
    assert all(edge // 4 == b for edge in drawn.last)
    points = meetings(a, b)
    if not points:
        assert drawn.last == ()
    elif is_corner(points[-1]):
        assert either(drawn.last) == either(way.edges[1] for way in drawn.corners[-1].ways)
    else:
        assert drawn.last == (other_side(drawn.crossings[-1]),)


@given(SQUARES, SQUARES, st.sets(SQUARES, max_size=40), st.sets(st.integers(0, 4 * 143 - 1), max_size=60))
def test_sight_is_mutual(a: int, b: int, wood: set[int], walls: set[int]) -> None:
    both_sides = walls | {other_side(edge) for edge in walls}
    there = clear(BOARD, a, b, wood.__contains__, both_sides.__contains__)
    assert there == clear(BOARD, b, a, wood.__contains__, both_sides.__contains__)


def test_the_examples_in_the_text_hold() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_a_square_and_itself_have_nothing_between_them() -> None:
    assert line(BOARD, 5, 5) == ((), (), (), ())
    assert clear(BOARD, 5, 5, lambda square: True, lambda edge: True)


def test_a_line_is_drawn_once() -> None:
    assert line(BOARD, 0, 100) is line(BOARD, 0, 100)


def test_lines_are_the_same_after_the_board_has_forgotten_them(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(4, 4, ["open"] * 16, [0] * 16, {})
    before = [line(board, 0, b) for b in range(16)]
    monkeypatch.setattr(module, "LINES_KEPT", 5)
    assert [line(board, 0, b) for b in range(16)] == before
    assert [line(board, 1, b) for b in range(16)] == [line(board, 1, b) for b in range(16)]
    assert len(board.lines) <= 5


# What bars the line


@pytest.mark.rule("mag.los.line")
def test_trees_beside_a_corner_point_do_not_hide_the_target() -> None:
    drawn = line(BOARD, BOARD.square(1, 1), BOARD.square(4, 4))
    assert [BOARD.xy(square) for square in drawn.squares] == [(2, 2), (3, 3)]
    assert len(drawn.corners) == 3
    assert drawn.crossings == ()
    assert sees((1, 1), (4, 4), trees=[(2, 3)])


@pytest.mark.rule("mag.los.line")
def test_trees_on_both_sides_of_a_corner_point_close_it() -> None:
    assert not sees((1, 1), (4, 4), trees=[(2, 1), (1, 2)])


@pytest.mark.rule("mag.los.line")
def test_trees_beside_different_corner_points_leave_a_way() -> None:
    assert sees((1, 1), (4, 4), trees=[(2, 1), (2, 3)])


@pytest.mark.rule("mag.los.line")
def test_trees_on_the_line_hide_the_target() -> None:
    assert not sees((1, 1), (4, 4), trees=[(3, 3)])


@pytest.mark.rule("mag.los.line")
def test_the_squares_at_the_ends_do_not_bar_the_line() -> None:
    assert sees((5, 1), (5, 5), trees=[(5, 1), (5, 5), (5, 6), (5, 7)])
    assert not sees((5, 1), (5, 6), trees=[(5, 5), (5, 6), (5, 7)])


@pytest.mark.rule("mag.los.line")
def test_a_slanting_line_enters_every_square_it_clips() -> None:
    between = line(BOARD, BOARD.square(1, 1), BOARD.square(4, 2)).squares
    assert [BOARD.xy(square) for square in between] == [(2, 1), (3, 2)]
    between = line(BOARD, BOARD.square(1, 1), BOARD.square(3, 2)).squares
    assert [BOARD.xy(square) for square in between] == [(2, 1), (2, 2)]


@pytest.mark.rule("mag.los.line")
def test_a_wall_across_the_line_bars_it_and_one_along_it_does_not() -> None:
    assert not sees_past_walls((5, 1), (5, 6), [wall(5, 3, NORTH)])
    assert sees_past_walls((5, 1), (5, 6), [wall(5, 3, EAST), wall(5, 6, NORTH), wall(5, 1, SOUTH)])


@pytest.mark.rule("mag.los.line")
@pytest.mark.parametrize(
    ("walls", "seen"),
    [
        ([(1, 1, NORTH)], True),
        ([(1, 1, NORTH), (2, 2, WEST)], True),  # both on the same way round
        ([(1, 1, NORTH), (1, 1, EAST)], False),
        ([(2, 2, WEST), (2, 2, SOUTH)], False),
        ([(1, 1, NORTH), (2, 1, NORTH)], False),
    ],
)
def test_walls_at_a_corner_point_bar_it_if_they_close_both_ways(
    walls: list[tuple[int, int, int]], seen: bool
) -> None:
    assert sees_past_walls((1, 1), (2, 2), [wall(*place) for place in walls]) == seen


@pytest.mark.rule("mag.los.line")
def test_trees_on_one_way_and_a_wall_on_the_other_close_the_corner() -> None:
    trees, barred = BOARD.square(1, 2), wall(1, 1, EAST)
    ends = BOARD.square(1, 1), BOARD.square(2, 2)
    assert not clear(BOARD, *ends, lambda square: square == trees, lambda edge: edge == barred)


def test_the_shot_enters_the_target_over_the_side_it_comes_from() -> None:
    target = BOARD.square(5, 6)
    assert line(BOARD, BOARD.square(5, 1), target).last == (target * 4 + SOUTH,)
    assert line(BOARD, BOARD.square(5, 9), target).last == (target * 4 + NORTH,)


def test_a_shot_through_the_corner_enters_over_both_sides_there() -> None:
    target = BOARD.square(5, 5)
    assert set(line(BOARD, BOARD.square(2, 2), target).last) == {target * 4 + SOUTH, target * 4 + WEST}
    assert set(line(BOARD, BOARD.square(8, 2), target).last) == {target * 4 + SOUTH, target * 4 + EAST}
