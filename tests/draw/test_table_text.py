"""A table in the terminal: a map of characters, a key, and all of it in words."""

from __future__ import annotations

from hypothesis import given, settings
from rich.text import Text

from warhost.draw.text import board_text, ground_text, units_text
from warhost.engine.view import View

from .drawn_tables import FORD, block, feature, table, tables


def map_rows(shown: View) -> list[str]:
    return [line.partition("│")[2].rpartition("│")[0] for line in board_text(shown).splitlines() if "│" in line]


@settings(max_examples=40, deadline=None)
@given(tables())
def test_any_table_can_be_written_and_its_map_fits_a_terminal(shown: View) -> None:
    assert max(len(row) for row in map_rows(shown)) <= 72
    assert board_text(shown, colour=True)
    assert units_text(shown) and ground_text(shown)


def test_a_cell_is_an_inch_wide_and_two_deep() -> None:
    rows = map_rows(table(features=(feature("wood", (10, 12), (4, 4)),)))
    assert (len(rows), len(rows[0])) == (24, 72)
    assert rows[-6] == rows[-7] == " " * 8 + "♣" * 4 + " " * 60
    assert sum("♣" in row for row in rows) == 2


def test_a_formation_shows_its_letters_and_a_mark_at_its_front() -> None:
    rows = map_rows(table(block("guard", (30, 20), files=8, ranks=5), block("orcs", (50, 40), side=1, symbol="Ir")))
    guard = [row[26:34] for row in rows if "G" in row]
    assert len(guard) == 2
    assert "▲" in guard[0] and "▲" not in guard[1]
    assert any("i△" in row or "△r" in row for row in rows)


def test_the_mark_looks_where_the_piece_looks() -> None:
    for facing, mark in ((0, "▲"), (90, "▶"), (180, "▼"), (270, "◀")):
        assert mark in "".join(map_rows(table(block("guard", (30, 20), facing=facing))))


def test_something_thin_is_not_lost_between_two_cells() -> None:
    rows = map_rows(table(features=(feature("stone wall", (40, 40), (9, 0.4)),)))
    assert sum(row.count("=") for row in rows) >= 9


def test_the_key_names_ground_pieces_places_states_and_fights() -> None:
    text = board_text(FORD)
    assert "^ hill, ♣ wood, = stone wall, ? quicksand" in text
    assert "GU Guard (guard), 8 models, front at (30.0, 20.0), facing the far edge: engaged" in text
    assert "ir Orcs (orcs), 8 models, front at (30.0, 20.0), facing the near edge: engaged, tired 2" in text
    assert "Fighting: Orcs against Guard." in text
    assert "▲▶▼◀ CAPITAL  Herlanceia (you): 8 of 10" in text


def test_colour_adds_markup_and_changes_no_letter() -> None:
    assert Text.from_markup(board_text(FORD, colour=True)).plain == board_text(FORD)


def test_the_units_in_words_have_their_formations_below_them() -> None:
    lines = units_text(FORD).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("  Guard"))
    assert "8 of 10" in lines[at] and "engaged" in lines[at]
    assert lines[at + 1] == "    guard [Gu], foot, 8 models, front at (30.0, 20.0), facing the far edge"
    assert lines[at + 2] == "    with the general (general)"


def test_the_ground_in_words() -> None:
    text = ground_text(FORD)
    assert text.startswith("A table 72 inches wide and 48 deep. The rest is open.")
    assert "Knoll (hill): (7.0, 8.0) to (17.0, 16.0)" in text
