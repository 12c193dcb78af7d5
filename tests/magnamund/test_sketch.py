"""Boards drawn as text are read as drawn, and drawn as they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.rulebooks.magnamund import sketch
from warhost.rulebooks.magnamund.layout import (
    Ground,
    SketchError,
    board_of,
    known_grounds,
    lay_feature,
)
from warhost.rulebooks.magnamund.library import load_library
from warhost.rulebooks.magnamund.plan import build_board
from warhost.rulebooks.magnamund.sketch import draw_sketch, parse_sketch

HOUSE = """
    +       +
     t . . .
     o
     . .|f|.
         d
     . . . .
    +       +
"""


def test_squares_and_edges_are_where_they_are_drawn() -> None:
    board = parse_sketch(HOUSE)
    assert (board.width, board.height) == (4, 3)
    assert board.terrain[board.index(1, 3)] == "trees"
    assert board.edges[1, 3, "S"] == board.edges[1, 2, "N"] == "low_wall"
    assert board.edges[3, 2, "W"] == board.edges[2, 2, "E"] == "building_wall"
    assert board.edges[3, 2, "S"] == "small_door"
    assert len(board.edges) == 8


def test_the_drawing_in_the_description_can_be_read() -> None:
    drawing = (sketch.__doc__ or "").split("\n\n")[1]
    board = parse_sketch("\n".join(line[:19] for line in drawing.splitlines()))  # without the remarks
    assert (board.width, board.height) == (7, 4)
    assert board.edges[4, 3, "N"] == "fence"
    assert board.edges[4, 2, "N"] == "building_wall"


def test_features_on_the_rim_and_ladders_on_crenellations() -> None:
    board = parse_sketch("+^  +\n R R\n A H\n . .\n+   +")
    assert board.edges[1, 2, "N"] == "rampart_crenellation"
    assert board.edges[1, 1, "N"] == "rampart_crenellation"
    assert (2, 1, "N") not in board.edges
    assert sorted(board.ladders) == [(1, 1, "N"), (1, 2, "S"), (2, 1, "N"), (2, 2, "S")]
    assert board.levels == [0, 0, 2, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "sketch: line 1, column 1: expected the + of the north-west corner"),
        ("\n . .\n", "sketch: line 2, column 2: expected the + of the north-west corner"),
        ("+ +\n .\n", "sketch: line 2, column 1: expected a line of edges above and below each row"),
        ("+  +\n .\n+  +", "sketch: line 1, column 4: expected the + of the north-east corner after an odd"),
        ("+ +\n .\n+", "sketch: line 3, column 3: expected the + of the south-east corner"),
        ("+ +\n q\n+ +", "sketch: line 2, column 2: expected one of . b c f h k m p r s t w R S, got 'q'"),
        (
            "+   +\n .-.\n+   +",
            "sketch: line 2, column 3: expected one of | # o x % d D w ! ^ H A or a blank, got '-'",
        ),
        ("+   +\n . . .\n+   +", "sketch: line 2, column 6: expected nothing after column 5"),
        ("\n  + +\n x .\n  + +", "sketch: line 3, column 1: expected 2 blanks before the board"),
    ],
)
def test_a_wrong_sketch_names_line_column_and_expectation(text: str, message: str) -> None:
    with pytest.raises(SketchError) as caught:
        parse_sketch(text)
    assert str(caught.value).startswith(message)


def test_a_legend_of_ones_own() -> None:
    legend = known_grounds({"T": Ground("open", level=2), "/": Ground("slope", top=2)})
    board = parse_sketch("+   +\n T /\n+   +", legend)
    assert board.levels == [4, 3]
    assert parse_sketch(draw_sketch(board, legend), legend) == board


LEANS_ON = "rampart_crenellation"  # the only feature against which a ladder is drawn
GROUNDS = st.sampled_from(list(known_grounds({}).values()))
FEATURES = st.sampled_from([name for names in sketch.LEVEL_MARKS.values() for name in names])


@given(st.data(), st.integers(1, 6), st.integers(1, 6))
def test_a_drawn_board_is_read_back_the_same(data: st.DataObject, width: int, height: int) -> None:
    row = st.lists(GROUNDS, min_size=width, max_size=width)
    board = board_of(data.draw(st.lists(row, min_size=height, max_size=height)))
    for x in range(1, width + 1):
        for y in range(1, height + 1):
            for side in "NESW":
                if data.draw(st.booleans()):
                    feature = data.draw(FEATURES.filter(lambda name: name != "ladder"))
                    lay_feature(board, (x, y, side), feature)
                if board.edges.get((x, y, side)) in (None, LEANS_ON) and data.draw(st.booleans()):
                    lay_feature(board, (x, y, side), "ladder")
    for edge in [edge for edge in board.ladders if board.edges.get(edge, "") not in ("", LEANS_ON)]:
        board.ladders.remove(edge)
    assert parse_sketch(draw_sketch(board)) == board


def test_what_has_no_mark_cannot_be_drawn() -> None:
    board = board_of([[Ground("open", level=7)]])
    with pytest.raises(LookupError, match=r"there is no mark for \('open', 'open', 14, False\)"):
        draw_sketch(board)


def test_all_boards_of_the_game_survive_the_round_trip() -> None:
    for encounter in load_library().encounters.values():
        board = build_board(encounter.board)
        again = parse_sketch(draw_sketch(board))
        assert (again.terrain, again.levels, again.edges) == (board.terrain, board.levels, board.edges)
        assert again.corners == board.corners
