"""Random terrain: the deck, the sectors, watercourses with their bridges, and what both sides may exchange."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from tests.threeplains.scene import champion, hero, scene, told

from warhost.engine.book import Unknown
from warhost.engine.data import DataError
from warhost.engine.dice import Throw
from warhost.engine.field.shapes import inside, oblong, overlap, polygon
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer
from warhost.rulebooks.threeplains.events.course import TileLaid
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.terrain import Course, FeatureEntry, Tile
from warhost.rulebooks.threeplains.library import check, load_library
from warhost.rulebooks.threeplains.opening.sectors import ROWS, Sector, sectors, tile_count, zone_of_sector
from warhost.rulebooks.threeplains.opening.setup import choose_sides
from warhost.rulebooks.threeplains.opening.tiles import full_deck
from warhost.rulebooks.threeplains.opening.watercourses import Watercourse, crosses_too_much
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.setting import Fight, Table
from warhost.rulebooks.threeplains.state import Feature

TABLE = Table("test", inches(72), inches(48))
GRID = sectors(TABLE, 15)
OPEN = Tile(id="open ground", count=30)
HILL = Tile(id="hill", count=30, feature=(FeatureEntry(kind="hill", size=(8, 6), round=True),))
RIVER = Tile(id="river", count=1, course=Course(kind="deep water", width=3, arrows=(0, 180)))
STREAM = Tile(id="stream", count=1, course=Course(kind="shallow water", width=2, arrows=(0, 90)))
ALONG, ACROSS = 1, 91  # the die of the direction: the tile as it is drawn, or turned by a right angle


def at(column: int, row: int) -> Sector:
    return next(sector for sector in GRID if (sector.column, sector.row) == (column, row))


class Dealer(Scripted):
    """The stack in its order; tiles lie as drawn but for those named by their number; one die for all bridges."""

    def __init__(self, lies: dict[int, int], answers: Sequence[Answer], bridge: int):
        super().__init__((), answers)
        self.lies, self.laid, self.sides, self.bridge = lies, 0, [6, 1], bridge

    def throw(self, throw: Throw) -> tuple[int, ...]:
        if throw.purpose.startswith("roll-off"):
            return (self.sides.pop(0),)
        if throw.purpose.startswith("bridge"):
            assert (throw.sides, throw.cuts) == (6, (3,))  # wood up to 3
            return (self.bridge,)
        if not throw.purpose.startswith("how the tile lies"):
            return (1,)
        self.laid += 1
        return (self.lies.get(self.laid - 1, ALONG),)


def dealt(
    *tiles: Tile, lies: dict[int, int] | None = None, answers: tuple[str, str] = ("no", "no"), bridge: int = 1
) -> Fight:
    """A game whose stack is these tiles in this order."""
    fight = scene(hero("lord", role="general", figure=champion()), hero("chief", side=1, role="general"))
    fight.setting.table = Table("test", inches(72), inches(48), tiles=tiles)
    fight.oracle = Dealer(lies or {}, ["near", *answers], bridge)
    choose_sides(fight)
    return fight


def kinds_of(fight: Fight) -> Counter[str]:
    return Counter(feature.kind for feature in fight.state.terrain)


@pytest.mark.rule("tp.terraingen.count")
@pytest.mark.parametrize(
    ("points", "tiles"),
    [
        (1, 15),
        (6000, 15),
        (6001, 18),
        (9000, 18),
        (9001, 21),
        (14000, 21),
        (14001, 24),
        (17000, 24),
        (17001, 27),
        (20000, 27),
        (20001, 30),
    ],
)
def test_larger_games_get_more_tiles(points: int, tiles: int) -> None:
    assert tile_count(points) == tiles


@pytest.mark.rule("tp.terraingen.tile_deck")
def test_the_deck_has_thirty_tiles_and_is_doubled_when_it_does_not_reach() -> None:
    tiles = load_library().tiles
    assert len(full_deck(tiles, 15)) == 30
    assert len(full_deck(tiles, 33)) == 60
    assert Counter(tiles[number].id for number in full_deck(tiles, 15))["wood"] == 4


@pytest.mark.rule("tp.terraingen.deal")
def test_fifteen_tiles_lie_in_five_columns_of_three() -> None:
    assert [(one.column, one.row) for one in GRID] == [(column, row) for column in range(5) for row in range(3)]
    assert [sector.top - sector.bottom for sector in GRID[:3]] == [inches(15), inches(18), inches(15)]
    assert [at(column, 0).right - at(column, 0).left for column in range(5)] == [
        inches(width) for width in (12, 16, 16, 16, 12)
    ]


@pytest.mark.rule("tp.terraingen.zones", "tp.terraingen.no_mans_land")
@pytest.mark.parametrize(("tiles", "each"), [(15, 3), (18, 4)])
def test_outer_columns_are_for_manoeuvring_and_the_middle_is_nobodys(tiles: int, each: int) -> None:
    table = {(one.column, one.row): zone_of_sector(one, tiles // ROWS) for one in sectors(TABLE, tiles)}
    assert {column for (column, _), zone in table.items() if zone == "manoeuvring"} == {0, tiles // ROWS - 1}
    assert {row for (_, row), zone in table.items() if zone == "no man's land"} == {1}
    zones = Counter(table.values())
    assert zones == {"manoeuvring": 6, "deployment": 2 * each, "no man's land": each}


@pytest.mark.rule("tp.terraingen.optional", "tp.setup.terrain.random", "tp.terraingen.deal")
def test_sides_are_taken_before_the_tiles_are_laid_and_nobody_lays_out_a_board() -> None:
    fight = dealt(HILL)
    assert fight.state.zones == (0, 1)
    assert [event.at for event in told(fight, TileLaid)] == [sector.middle for sector in GRID]
    assert kinds_of(fight) == {"hill": 15}
    assert fight.state.phase == "bonus terrain"


@pytest.mark.rule("tp.terraingen.interpretation", "tp.terraingen.deal")
def test_scenery_stands_in_its_sector_turned_as_the_tile_lies() -> None:
    fight = dealt(HILL, lies={0: ACROSS})
    for sector, hill in zip(GRID, fight.state.terrain, strict=True):
        ground = oblong((sector.middle[0], sector.top), 0, sector.right - sector.left, sector.top - sector.bottom)
        assert inside(ground, polygon(hill.points))
    assert [_wide(hill) for hill in fight.state.terrain[:2]] == [inches(6), inches(8)]


def _wide(feature: Feature) -> int:
    shape = polygon(feature.points)
    return round((shape.right - shape.left) / 100) * 100


@pytest.mark.rule("tp.terraingen.no_mans_land", "tp.terraingen.no_swaps")
@pytest.mark.parametrize(
    ("answers", "hills"), [(("yes", "yes"), 3), (("yes", "no"), 0), (("no", "no"), 0)], ids=str
)
def test_the_middle_is_exchanged_only_if_both_wish_it(answers: tuple[str, str], hills: int) -> None:
    fifteen = Tile(id="open ground", count=15)
    fight = dealt(fifteen, HILL, answers=answers)
    assert kinds_of(fight)["hill"] == hills
    assert all(polygon(hill.points).centre[1] == inches(24) for hill in fight.state.terrain)


@pytest.mark.rule("tp.terraingen.rivers")
def test_a_river_runs_straight_from_edge_to_edge() -> None:
    """The fifth tile lies in the second column, in the middle row."""
    fight = dealt(Tile(id="open ground", count=4), RIVER, OPEN, lies={4: ALONG})
    water = [polygon(feature.points) for feature in fight.state.terrain if feature.kind == "deep water"]
    assert (min(one.bottom for one in water), max(one.top for one in water)) == (0, inches(48))
    assert {(one.left, one.right) for one in water} == {(inches(18.5), inches(21.5))}


@pytest.mark.rule("tp.terraingen.rivers")
def test_water_along_a_whole_zone_is_exchanged_but_not_water_across_it() -> None:
    along_the_zone = Watercourse.of(RIVER, at(2, 0), 9000, GRID)
    across_it = Watercourse.of(RIVER, at(2, 0), 0, GRID)
    along_the_middle = Watercourse.of(RIVER, at(2, 1), 9000, GRID)
    assert along_the_zone and across_it and along_the_middle
    assert crosses_too_much(along_the_zone, GRID)
    assert not crosses_too_much(across_it, GRID)
    assert not crosses_too_much(along_the_middle, GRID)
    fight = dealt(Tile(id="open ground", count=3), RIVER, OPEN, lies={3: ACROSS})
    assert not fight.state.terrain
    assert len(told(fight, TileLaid)) == 15


@pytest.mark.rule("tp.terraingen.rivers")
@pytest.mark.parametrize(
    ("tiles", "columns", "too_much"),
    [(15, (1, 2), True), (15, (2, 3), True), (15, (0, 1), False), (15, (3, 4), False),
     (18, (1, 2), False), (18, (1, 2, 3), True)],
)  # fmt: skip
@pytest.mark.parametrize("row", [0, 2])
def test_too_much_is_more_than_half_of_a_zone_which_ends_before_the_sides_of_the_table(
    tiles: int, columns: tuple[int, ...], too_much: bool, row: int
) -> None:
    """Of five columns three are the zone, of six four."""
    grid = sectors(TABLE, tiles)
    first, *others = (one for column in columns for one in grid if (one.column, one.row) == (column, row))
    course = Watercourse("deep water", inches(4), first, ((27000, ()), (9000, tuple(others))))
    assert crosses_too_much(course, grid) is too_much


@pytest.mark.rule("tp.terraingen.rivers")
def test_where_a_river_meets_a_stream_only_the_river_runs() -> None:
    """The stream of the fifth tile runs up, and to the right over the column of the river."""
    before, between = Tile(id="open ground", count=4), Tile(id="plain", count=2)
    fight = dealt(before, STREAM, between, RIVER, OPEN)
    shapes = {kind: [polygon(f.points) for f in fight.state.terrain if f.kind == kind] for kind in kinds_of(fight)}
    assert shapes["deep water"] and shapes["shallow water"]
    assert not any(overlap(river, stream) for river in shapes["deep water"] for stream in shapes["shallow water"])
    assert not any(at(2, 1).left < stream.centre[0] < at(2, 1).right for stream in shapes["shallow water"])


@pytest.mark.rule("tp.terraingen.bridges")
@pytest.mark.parametrize(
    ("place", "lie", "count"), [(1, ACROSS, 2), (4, ALONG, 1)], ids=["five tiles", "three tiles"]
)
def test_every_two_tiles_of_water_have_a_bridge(place: int, lie: int, count: int) -> None:
    fight = dealt(Tile(id="open ground", count=place), RIVER, OPEN, lies={place: lie})
    found = [feature for feature in fight.state.terrain if feature.kind == "wooden bridge"]
    rivers = [polygon(feature.points) for feature in fight.state.terrain if feature.kind == "deep water"]
    assert len(found) == count
    assert all(any(overlap(polygon(bridge.points), river) for river in rivers) for bridge in found)


@pytest.mark.rule("tp.terraingen.bridges")
@pytest.mark.parametrize(("face", "kind"), [(3, "wooden bridge"), (4, "stone bridge")])
def test_a_die_says_whether_a_bridge_is_of_wood_or_of_stone(face: int, kind: str) -> None:
    fight = dealt(Tile(id="open ground", count=4), RIVER, OPEN, lies={4: ALONG}, bridge=face)
    assert [feature.kind for feature in fight.state.terrain if "bridge" in feature.kind] == [kind]


@pytest.mark.rule("tp.terraingen.interpretation")
def test_scenery_gives_way_to_water() -> None:
    fight = dealt(Tile(id="open ground", count=4), RIVER, HILL, lies={4: ACROSS})
    river = [polygon(feature.points) for feature in fight.state.terrain if feature.kind == "deep water"]
    hills = [polygon(feature.points) for feature in fight.state.terrain if feature.kind == "hill"]
    assert len(hills) == 10
    assert not any(overlap(hill, water) for hill in hills for water in river)


@pytest.mark.rule("tp.terraingen.mix", "tp.terraingen.optional")
def test_players_may_agree_on_tiles_without_water() -> None:
    book = ThreePlains()
    ids = {tile["id"] for tile in book.setup(None, {"terrain": "dry tiles"})["table"]["tiles"]}
    assert "wood" in ids and not ids & {"river", "stream"}
    assert {"river", "stream"} < {tile["id"] for tile in book.setup(None, {"terrain": "tiles"})["table"]["tiles"]}
    assert not book.setup(None, {})["table"]["tiles"]
    with pytest.raises(Unknown, match="terrain"):
        book.setup(None, {"terrain": "sand"})


@pytest.mark.rule("tp.terraingen.mix")
def test_a_player_may_bring_tiles_of_his_own(tmp_path: Path) -> None:
    (tmp_path / "tiles.toml").write_text(
        '[[tile]]\nid = "bog"\ncount = 3\nfeature = [{kind = "rough", size = [5, 5]}]\n'
    )
    assert [tile.id for tile in load_library(tmp_path).tiles] == ["bog"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('feature = [{kind = "lava", size = [5, 5]}]', r"tile\[0\].feature\[0\].kind"),
        ('feature = [{kind = "rough", size = [13, 5]}]', r"tile\[0\].feature\[0\].size"),
        ('course = {kind = "lava", width = 2, arrows = [0, 90]}', r"tile\[0\].course.kind"),
        ('course = {kind = "deep water", width = 2, arrows = [90, 90]}', r"tile\[0\].course.arrows"),
    ],
)
def test_bad_tiles_are_named_with_their_place(tmp_path: Path, text: str, place: str) -> None:
    (tmp_path / "tiles.toml").write_text(f'[[tile]]\nid = "odd"\ncount = 1\n{text}\n')
    with pytest.raises(DataError, match=place):
        load_library(tmp_path)
    assert any("tiles.toml" in str(fault) for fault in check(tmp_path))


def dealt_by_chance() -> Iterator[tuple[Feature, ...]]:
    book = ThreePlains()
    for seed in range(25):
        game = Game(book, book.setup(None, {"terrain": "tiles"}), f"tiles {seed}")
        while game.state.phase == "sides":
            question = game.pending()[0]
            game.answer(question.suggest()[0], question.side)
        yield game.state.terrain


@pytest.mark.rule("tp.terraingen.tile_deck", "tp.terraingen.interpretation")
def test_dealt_terrain_lies_on_the_table_and_nothing_but_bridges_on_anything_else() -> None:
    table = oblong((inches(36), inches(48)), 0, inches(72), inches(48))
    for terrain in dealt_by_chance():
        solid = [polygon(feature.points) for feature in terrain if "bridge" not in feature.kind]
        assert all(inside(table, shape) for shape in solid)
        assert not any(overlap(one, other) for one, other in combinations(solid, 2))
        assert len({feature.name for feature in terrain}) == len(terrain)
