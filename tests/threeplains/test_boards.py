"""The boards that come with the game, tables for large games, and faults of a player's own boards."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from warhost.engine.data import DataError
from warhost.engine.field.shapes import inside, oblong, overlap, polygon
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.terrain import BoardEntry
from warhost.rulebooks.threeplains.library import check, corners, load_library, schemas, table_of
from warhost.rulebooks.threeplains.opening.setup import LAYOUTS, laid_out
from warhost.rulebooks.threeplains.setting import Setting

LIBRARY = load_library()
BOARDS = list(LIBRARY.boards.values())
CENTRE = oblong((inches(36), inches(30)), 0, inches(12), inches(12))
AGREED_OTHERWISE = {"mill_stream"}  # whoever chooses it wants the stream between the armies

BOARD = """
id = "test"
title = "Test"
story = "A test."
"""


def written(folder: Path, text: str, name: str = "test.toml") -> Path:
    (folder / "boards").mkdir(exist_ok=True)
    (folder / "boards" / name).write_text(text, "utf8")
    return folder


@pytest.mark.rule("tp.setup.board")
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_boards_are_six_by_four_feet(board: BoardEntry) -> None:
    table = table_of(board, 1000)
    assert (table.width, table.depth) == (inches(72), inches(48))
    assert board.title and board.story.endswith(".")


@pytest.mark.rule("tp.setup.board")
@pytest.mark.parametrize(
    ("points", "width"), [(500, 72), (3000, 72), (3001, 84), (4000, 84), (5000, 96), (5001, 108)]
)
def test_very_large_games_have_wider_tables(points: int, width: int) -> None:
    board = LIBRARY.boards["three_hills"]
    table = table_of(board, points)
    assert (table.width, table.depth) == (inches(width), inches(48))
    shift = inches(width - 72) // 2
    moved = [(x + shift, y) for x, y in corners(board.feature[0])]
    assert list(table.features[0].points) == moved, "the features stay in the middle"


@pytest.mark.rule("tp.setup.terrain.centre")
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_the_centre_stays_clear(board: BoardEntry) -> None:
    in_it = [one.name for one in table_of(board, 1000).features if overlap(polygon(one.points), CENTRE)]
    assert bool(in_it) is (board.id in AGREED_OTHERWISE)


@pytest.mark.rule("tp.setup.terrain")
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_features_lie_clear_of_each_other_but_bridges_over_water(board: BoardEntry) -> None:
    for one, other in combinations(table_of(board, 1000).features, 2):
        if not any(LIBRARY.kinds[feature.kind].bridge for feature in (one, other)):
            assert not overlap(polygon(one.points), polygon(other.points)), (one.name, other.name)


@pytest.mark.rule("tp.setup.terrain.place")
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_every_layout_keeps_the_terrain_on_the_table(board: BoardEntry) -> None:
    table = table_of(board, 1000)
    setting = Setting((), table, LIBRARY.kinds, {})  # type: ignore[arg-type]
    whole = oblong((table.width // 2, table.depth), 0, table.width, table.depth)
    for layout in LAYOUTS:
        assert all(inside(whole, polygon(laid_out(setting, one, layout).points)) for one in table.features)


def test_the_data_that_comes_with_the_game_has_no_faults() -> None:
    assert check(None) == []
    assert {"army", "board", "roster"} <= set(schemas())


def test_a_players_own_board_is_found_and_may_replace_another(tmp_path: Path) -> None:
    written(tmp_path, BOARD.replace('"test"', '"plain"').replace("Test", "My Plain", 1))
    library = load_library(tmp_path)
    assert library.boards["plain"].title == "My Plain" and len(library.boards) == len(BOARDS)
    assert check(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("width = 30", "width", "36 to 240"),
        ('[[feature]]\nkind = "swamp"\nmiddle = [9, 9]\nsize = [3, 3]', "feature[0].kind", "got swamp"),
        ('[[feature]]\nkind = "hill"\nmiddle = [9, 9]', "feature[0].size", "a size or an outline"),
        ('[[feature]]\nkind = "hill"\nmiddle = [2, 9]\nsize = [8, 8]', "feature[0]", "wholly on the table"),
        (
            '[[feature]]\nkind = "hill"\noutline = [[9, 9], [15, 9], [12, 10], [12, 15]]',
            "feature[0].outline",
            "not convex",
        ),
        (
            '[[feature]]\nkind = "hill"\nname = "A"\nmiddle = [9, 9]\nsize = [3, 3]\n'
            '[[feature]]\nkind = "hill"\nname = "A"\nmiddle = [19, 9]\nsize = [3, 3]',
            "feature",
            "A twice",
        ),
        ("colour = 3", "", "colour"),
    ],
)
def test_a_wrong_board_says_where_and_what_was_expected(tmp_path: Path, text: str, key: str, expected: str) -> None:
    written(tmp_path, BOARD + text)
    (fault,) = check(tmp_path)
    assert fault.file.endswith("test.toml") and expected in str(fault)
    assert key in fault.key
    with pytest.raises(DataError):
        load_library(tmp_path)


def test_two_boards_of_one_folder_need_two_names(tmp_path: Path) -> None:
    written(tmp_path, BOARD)
    written(tmp_path, BOARD, "other.toml")
    (fault,) = check(tmp_path)
    assert fault.key == "id" and "other.toml" in str(fault)
