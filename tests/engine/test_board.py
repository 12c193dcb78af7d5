"""The board of squares: coordinates, distances, edges and the groups that pieces form."""

from __future__ import annotations

import copy
import doctest
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.engine.field import board as module
from warhost.engine.field.board import DX, DY, EAST, FACINGS, NORTH, SOUTH, WEST, Board, groups, turned

Features = dict[tuple[int, int], str]

NE, SE, SW, NW = 1, 3, 5, 7


def open_board(width: int, height: int, features: Features | None = None) -> Board:
    size = width * height
    return Board(width, height, ["open"] * size, [0] * size, features or {})


BOARD = open_board(18, 24)
SQUARES = st.integers(0, BOARD.size - 1)
SMALL_BOARDS = st.builds(open_board, st.integers(1, 7), st.integers(1, 7))


def physical(board: Board, edge: int) -> frozenset[tuple[int, int]]:
    """An edge as the two points that it joins, the same from both sides."""
    square, facing = divmod(edge, 4)
    x, y = board.xs[square], board.ys[square]
    ends = {
        NORTH: ((x, y + 1), (x + 1, y + 1)),
        EAST: ((x + 1, y), (x + 1, y + 1)),
        SOUTH: ((x, y), (x + 1, y)),
        WEST: ((x, y), (x, y + 1)),
    }
    return frozenset(ends[facing])


def test_the_examples_in_the_text_hold() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


# Where things lie


@pytest.mark.rule("mag.board.coordinates")
def test_the_south_west_corner_is_one_one_and_north_is_up() -> None:
    corner = BOARD.square(1, 1)
    assert corner == 0
    assert BOARD.xy(BOARD.steps[corner][2 * NORTH]) == (1, 2)
    assert BOARD.xy(BOARD.steps[corner][2 * EAST]) == (2, 1)
    assert BOARD.steps[corner][2 * SOUTH] == -1
    assert BOARD.steps[corner][2 * WEST] == -1
    assert FACINGS[NORTH] + FACINGS[EAST] + FACINGS[SOUTH] + FACINGS[WEST] == "NESW"


@pytest.mark.rule("mag.board.coordinates")
def test_squares_that_touch_at_a_corner_are_adjacent() -> None:
    assert BOARD.adjacent(BOARD.square(4, 4), BOARD.square(5, 5))


@pytest.mark.rule("mag.board.coordinates")
def test_squares_two_columns_apart_are_not_adjacent() -> None:
    assert not BOARD.adjacent(BOARD.square(4, 4), BOARD.square(6, 4))


@pytest.mark.rule("mag.board.coordinates")
def test_an_inner_square_has_eight_neighbours_and_a_corner_three() -> None:
    around = [BOARD.xy(square) for square in BOARD.neighbours[BOARD.square(4, 4)]]
    assert around == [(4, 5), (5, 5), (5, 4), (5, 3), (4, 3), (3, 3), (3, 4), (3, 5)]
    assert [BOARD.xy(square) for square in BOARD.neighbours[0]] == [(1, 2), (2, 2), (2, 1)]


@pytest.mark.parametrize(("x", "y"), [(0, 1), (1, 0), (19, 1), (1, 25), (-1, -1)])
def test_a_place_off_the_board_is_named(x: int, y: int) -> None:
    with pytest.raises(ValueError, match=rf"\({x}, {y}\) is off the board of 18 by 24"):
        BOARD.square(x, y)


@given(SMALL_BOARDS)
def test_every_place_has_its_own_square(board: Board) -> None:
    places = [(x, y) for y in range(1, board.height + 1) for x in range(1, board.width + 1)]
    assert [board.square(x, y) for x, y in places] == list(range(board.size))
    assert [board.xy(square) for square in range(board.size)] == places


@given(SMALL_BOARDS)
def test_steps_lead_where_the_direction_says_and_back(board: Board) -> None:
    for square in range(board.size):
        x, y = board.xy(square)
        for direction, to in enumerate(board.steps[square]):
            place = x + DX[direction], y + DY[direction]
            if to < 0:
                assert not (1 <= place[0] <= board.width and 1 <= place[1] <= board.height)
            else:
                assert board.xy(to) == place
                assert board.steps[to][(direction + 4) % 8] == square
                assert board.direction(square, to) == direction


def test_squares_apart_have_no_direction() -> None:
    with pytest.raises(ValueError, match=r"\(4, 4\) and \(6, 4\) are not adjacent"):
        BOARD.direction(BOARD.square(4, 4), BOARD.square(6, 4))


def test_a_row_does_not_run_on_into_the_next() -> None:
    end_of_row, start_of_next = BOARD.square(18, 1), BOARD.square(1, 2)
    assert not BOARD.adjacent(end_of_row, start_of_next)
    assert BOARD.offset(end_of_row, 1, 0) == -1


# How far it is


@pytest.mark.rule("mag.fire.range_count")
@pytest.mark.parametrize(("target", "squares"), [((3, 16), 13), ((7, 9), 6), ((4, 4), 1)])
def test_range_is_the_larger_difference(target: tuple[int, int], squares: int) -> None:
    assert BOARD.distance(BOARD.square(3, 3), BOARD.square(*target)) == squares


@given(SQUARES, SQUARES, SQUARES)
def test_distance_is_mutual_and_no_detour_is_shorter(a: int, b: int, by: int) -> None:
    assert BOARD.distance(a, b) == BOARD.distance(b, a)
    assert BOARD.distance(a, b) <= BOARD.distance(a, by) + BOARD.distance(by, b)
    assert BOARD.adjacent(a, b) == (BOARD.distance(a, b) == 1)


@given(SQUARES, st.integers(0, 9))
def test_within_holds_exactly_the_squares_near_enough(square: int, distance: int) -> None:
    near = tuple(other for other in range(BOARD.size) if BOARD.distance(square, other) <= distance)
    assert BOARD.within(square, distance) == near
    assert BOARD.within(square, distance) is BOARD.within(square, distance)


# Which way a piece looks


@pytest.mark.parametrize(("facing", "ahead"), [(NORTH, (0, 1)), (EAST, (1, 0)), (SOUTH, (0, -1)), (WEST, (-1, 0))])
def test_ahead_is_where_the_piece_faces(facing: int, ahead: tuple[int, int]) -> None:
    assert BOARD.rotate(0, 1, facing) == ahead
    assert ahead == (DX[2 * facing], DY[2 * facing])


def test_a_piece_facing_east_has_the_south_on_its_right() -> None:
    assert BOARD.rotate(1, 0, EAST) == (0, -1)
    assert BOARD.relative(BOARD.square(4, 4), BOARD.square(6, 3), EAST) == (1, 2)


def test_four_quarter_turns_come_round() -> None:
    assert [turned(WEST, quarter) for quarter in (-1, 0, 1, 2, 4)] == [SOUTH, WEST, NORTH, EAST, WEST]


@given(SQUARES, SQUARES, st.integers(0, 3))
def test_seen_from_the_piece_and_turned_back_is_the_same_square(a: int, b: int, facing: int) -> None:
    aside, ahead = BOARD.relative(a, b, facing)
    assert BOARD.offset(a, *BOARD.rotate(aside, ahead, facing)) == b


# What lies on the edges


def test_a_feature_is_met_from_both_sides() -> None:
    wall = BOARD.square(4, 4), NORTH
    board = open_board(18, 24, {wall: "low wall"})
    assert board.edge(*wall) == board.edge(board.square(4, 5), SOUTH) == "low wall"
    assert sum(feature is not None for feature in board.edges) == 2


def test_a_feature_on_the_border_has_one_side() -> None:
    board = open_board(3, 3, {(0, WEST): "hedge"})
    assert [edge for edge, feature in enumerate(board.edges) if feature] == [0 * 4 + WEST]
    assert board.has_edges[0]


def test_a_feature_may_be_given_from_both_sides_if_they_agree() -> None:
    board = open_board(2, 1, {(0, EAST): "door", (1, WEST): "door"})
    assert board.edge(0, EAST) == "door"


@pytest.mark.parametrize(
    ("features", "trouble"),
    [
        ({(0, EAST): "door", (1, WEST): "wall"}, r"both 'door' and 'wall' on side W of \(2, 1\)"),
        ({(2, EAST): "door"}, "'door' lies on side 1 of square 2"),
        ({(0, 4): "door"}, "'door' lies on side 4 of square 0"),
    ],
)
def test_features_that_cannot_be_are_refused(features: Features, trouble: str) -> None:
    with pytest.raises(ValueError, match=trouble):
        open_board(2, 1, features)


def test_a_board_must_be_given_whole() -> None:
    with pytest.raises(ValueError, match="3 terrains for 4 squares"):
        Board(2, 2, ["open"] * 3, [0] * 4, {})
    with pytest.raises(ValueError, match="5 levels for 4 squares"):
        Board(2, 2, ["open"] * 4, [0] * 5, {})
    with pytest.raises(ValueError, match="cannot be 0 by 2"):
        Board(0, 2, [], [], {})


def test_the_two_routes_round_a_corner_run_by_the_two_side_squares() -> None:
    here, east, north = BOARD.square(4, 4), BOARD.square(5, 4), BOARD.square(4, 5)
    assert set(BOARD.routes(here, NE)) == {
        (here * 4 + EAST, east * 4 + NORTH),
        (here * 4 + NORTH, north * 4 + EAST),
    }


def test_a_step_over_a_side_crosses_that_side() -> None:
    here = BOARD.square(4, 4)
    assert BOARD.routes(here, 2 * WEST) == ((here * 4 + WEST,),)


def test_no_route_leads_off_the_board_over_a_corner() -> None:
    assert [BOARD.routes(0, direction) for direction in (SE, SW, NW)] == [(), (), ()]


@given(SMALL_BOARDS)
def test_routes_cross_the_same_edges_from_both_ends(board: Board) -> None:
    for square in range(board.size):
        for to in board.neighbours[square]:
            there = board.routes(square, board.direction(square, to))
            back = board.routes(to, board.direction(to, square))
            ways_there = {frozenset(physical(board, edge) for edge in way) for way in there}
            ways_back = {frozenset(physical(board, edge) for edge in way) for way in back}
            assert ways_there == ways_back
            assert len(ways_there) == (1 if len(there[0]) == 1 else 2)


@given(st.dictionaries(st.tuples(st.integers(0, 24), st.integers(0, 3)), st.just("hedge"), max_size=4))
def test_squares_without_edges_have_none_on_any_step(features: Features) -> None:
    board = open_board(5, 5, features)
    hedges = {physical(board, square * 4 + facing) for square, facing in features}
    for square in range(board.size):
        ways = [way for direction in range(8) for way in board.routes(square, direction)]
        met = {physical(board, edge) for way in ways for edge in way}
        assert board.has_edges[square] == bool(met & hedges)


# Which pieces hang together


def linked_one_by_one(board: Board, members: list[tuple[int, ...]], reach: int) -> list[list[int]]:
    label = list(range(len(members)))
    for one, squares in enumerate(members):
        for other, others in enumerate(members[:one]):
            if any(board.distance(a, b) <= reach for a in squares for b in others):
                old, new = label[one], label[other]
                label = [new if mark == old else mark for mark in label]
    marks = dict.fromkeys(label)
    return [[index for index, own in enumerate(label) if own == mark] for mark in marks]


PIECES = st.lists(st.lists(SQUARES, max_size=2).map(tuple), max_size=16)


@given(PIECES, st.integers(0, 4))
def test_groups_are_those_that_linking_pair_by_pair_gives(members: list[tuple[int, ...]], reach: int) -> None:
    assert groups(BOARD, members, reach) == linked_one_by_one(BOARD, members, reach)


def test_a_file_of_pieces_is_one_group_until_a_gap_opens() -> None:
    file = [(BOARD.square(5, y),) for y in range(3, 9)]
    assert groups(BOARD, file) == [[0, 1, 2, 3, 4, 5]]
    del file[2]
    assert groups(BOARD, file) == [[0, 1], [2, 3, 4]]
    assert groups(BOARD, file, reach=2) == [[0, 1, 2, 3, 4]]


def test_a_long_piece_links_what_stands_at_its_ends() -> None:
    horse = (BOARD.square(5, 5), BOARD.square(5, 4))
    assert groups(BOARD, [(BOARD.square(4, 6),), horse, (BOARD.square(6, 3),)]) == [[0, 1, 2]]


# Boards travel to other processes


def test_a_board_can_be_sent_to_another_process() -> None:
    board = open_board(3, 2, {(0, EAST): "door"})
    board.within(0, 1)
    for twin in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert (twin.width, twin.height, twin.edges) == (3, 2, board.edges)
        assert twin.within(0, 1) == board.within(0, 1)
