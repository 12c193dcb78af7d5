"""The board in characters and in words."""

from __future__ import annotations

from hypothesis import given, settings
from rich.text import Text

from warhost.draw.text import board_text, ground_text, units_text
from warhost.engine.view import AreaView, EdgeView, Square, View

from .drawn_views import FARM, board, piece, view, views


def drawing(shown: View) -> list[str]:
    """The lines of the board alone: from the first row of corners to the last."""
    lines = board_text(shown).splitlines()
    first = len(shown.sides) + 3
    rows = lines[first : first + 2 * shown.board.height + 1]
    return [row.ljust(4 * shown.board.width + 4) for row in rows]


def cell(shown: View, square: Square) -> str:
    x, y = square
    return drawing(shown)[2 * (shown.board.height - y) + 1][4 * x : 4 * x + 3]


def edge(shown: View, square: Square, side: str) -> str:
    x, y = square
    middle = 2 * (shown.board.height - y) + 1
    lines = drawing(shown)
    if side in "NS":
        return lines[middle + (1 if side == "S" else -1)][4 * x : 4 * x + 3]
    return lines[middle][4 * x + (3 if side == "E" else -1)]


def test_pieces_stand_on_their_squares_with_front_letter_and_state() -> None:
    assert cell(FARM, (1, 1)) == "▲S*"
    assert cell(FARM, (2, 1)) == "▶S "
    assert cell(FARM, (6, 4)) == "▽kt"
    assert cell(FARM, (3, 1)) == "   "


def test_a_sign_stands_behind_two_letters_or_beside_a_wall_in_place_of_the_second() -> None:
    walled = (EdgeView((2, 1), "E", "low_wall"),)
    pair = [piece(f"ann-{x}", (x, 1), symbol="Sp", marks=("wounded",)) for x in (1, 2)]
    shown = view(board("..", edges=walled), *pair, units=())
    assert drawing(shown)[1][4:12] == "▲SP-▲S-│"


def test_numbers_stand_in_place_of_letters_where_they_are_wanted() -> None:
    squad = [piece(f"ann-{n}", (n - 10, 1), symbol="Sp") for n in (11, 12)]
    shown = view(board("..."), *squad, piece("kootak", (3, 1), symbol="Kt", unit="kootak"))
    assert "▲11 ▲12 ▲KT" in board_text(shown, numbered=["spears", "kootak"])
    assert "▲SP ▲12 ▲KT" in board_text(shown, numbered=["ann-12"])


def test_a_long_piece_shows_front_and_rear_and_the_ground_it_stands_on() -> None:
    assert cell(FARM, (3, 4)) == "◁w♣"
    assert cell(FARM, (4, 4)) == "¦w♣"


def test_sides_differ_without_colour_by_front_and_case() -> None:
    shown = view(board(".."), piece("ann", (1, 1)), piece("giak", (2, 1), side=1))
    assert cell(shown, (1, 1)) == "▲S "
    assert cell(shown, (2, 1)) == "△s "


def test_terrain_is_seen_where_nobody_stands() -> None:
    shown = view(board("tbf", "sh?"))
    assert [cell(shown, (x, 2)) for x in (1, 2, 3)] == [" ♣ ", ' " ', " _ "]
    assert [cell(shown, (x, 1)) for x in (1, 2, 3)] == [" / ", " ^ ", "(q)"]


def test_walls_and_openings_lie_on_their_edges() -> None:
    assert edge(FARM, (2, 2), "S") == "═══"
    assert edge(FARM, (3, 2), "S") == "═d═"
    assert edge(FARM, (2, 3), "W") == "w"
    assert edge(FARM, (3, 3), "E") == "║"
    assert edge(FARM, (5, 1), "N") == edge(FARM, (5, 2), "S") == "───"
    assert edge(FARM, (4, 1), "N") == "   "


def test_corners_join_the_walls_that_meet() -> None:
    house = tuple(EdgeView((2, 2), side, "building_wall") for side in "NESW")
    lines = drawing(view(board("...", "...", "...", edges=house)))
    assert [line[7:12] for line in lines[2:5]] == ["╔═══╗", "║   ║", "╚═══╝"]


def test_an_edge_named_from_either_square_is_the_same_edge() -> None:
    one = view(board("..", "..", edges=(EdgeView((1, 1), "N", "hedge"), EdgeView((1, 1), "E", "fence"))))
    other = view(board("..", "..", edges=(EdgeView((1, 2), "S", "hedge"), EdgeView((2, 1), "W", "fence"))))
    assert drawing(one) == drawing(other)


def test_coordinates_stand_above_below_and_on_both_sides() -> None:
    lines = board_text(view(board("." * 11, "." * 11))).splitlines()
    rulers = [line.split() for line in lines if line.split() == [str(x) for x in range(1, 12)]]
    assert len(rulers) == 2
    assert drawing(view(board(".", ".")))[1].split() == ["2", "2"]


def test_the_drawing_is_explained_by_its_heading_and_key() -> None:
    text = board_text(FARM)
    for words in (
        "The Mill Farm. Turn 3, shooting",
        "Sommerlund (you)",
        "Darklords (to move)",
        "♣ trees",
        "═d═ small door",
        "* leader",
        "Farmhouse (objective): (2,2) to (3,3)",
    ):
        assert words in text


@settings(max_examples=60, deadline=None)
@given(views())
def test_colour_adds_markup_and_changes_nothing_else(shown: View) -> None:
    painted = Text.from_markup(board_text(shown, colour=True), emoji=False)
    coloured, plain = painted.plain.split("\n"), Text(board_text(shown)).plain.split("\n")
    assert [line.rstrip() for line in coloured] == [line.rstrip() for line in plain]
    if any(piece.squares for piece in shown.pieces):
        assert any("on #" in str(span.style) for span in painted.spans)


def test_names_in_brackets_are_never_taken_for_markup() -> None:
    shown = view(board("."), piece("ann", (1, 1), symbol="[x"), areas=(AreaView("[red]Barn[/]", ((1, 1),)),))
    plain = Text.from_markup(board_text(shown, colour=True)).plain
    assert "[X" in plain
    assert "[red]Barn[/]" in plain


def test_the_table_of_units_gives_strength_states_notes_and_places() -> None:
    text = units_text(FARM)
    for words in (
        "Sommerlund (you): 7 of 8",
        "1 leader, 1 wounded",
        "regular; mail",
        "1 Ann [S], foot, facing north: (1,1) (leader; wounded; moves 6)",
        "1 Bob [S], foot, facing east: (2,1)",
        "(3,4)-(4,4) on trees",
        "1 Kootak [Kt], hero, facing south: (6,4)",
        "Farmhouse (objective)",
        "Ten turns.",
    ):
        assert words in text


def test_pieces_alike_share_a_line_and_those_off_the_board_are_not_forgotten() -> None:
    pair = [piece("man", (x, 1)) for x in (1, 2)]
    text = units_text(view(board("..."), *pair, piece("late")))
    assert "2 Man [S], foot, facing north: (1,1), (2,1)" in text
    assert "1 Late [S], foot, facing north: off the board" in text


@settings(max_examples=60, deadline=None)
@given(views())
def test_the_table_of_units_tells_of_every_unit_and_piece(shown: View) -> None:
    text = units_text(shown)
    for unit in shown.units:
        assert f"{unit.strength} of {unit.started}" in text
    for soldier in shown.pieces:
        assert soldier.title.strip() in text
        assert all(mark in text for mark in soldier.marks)
        assert all(f"({x},{y})" in text for x, y in soldier.squares)


def test_the_ground_can_be_read() -> None:
    text = ground_text(FARM)
    assert "trees: (3,4) to (4,4)" in text
    assert "floor: (2,3) to (3,3), (2,2) to (3,2)" in text
    assert "small door: south of (3,2)" in text
