"""Everything the data files of Three Plains hold, read and checked against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.data import DataError, json_schema, nearest, one_of, read_toml
from warhost.engine.field.compass import of_degrees
from warhost.engine.field.shapes import polygon
from warhost.roster.roster import Roster

from .armies.lists import Armies, army_faults, load_armies, read_all, read_armies
from .armies.muster import ThreePlainsLists
from .armies.profiles import ArmyList, NamesFile, SteedsFile
from .campaign.plan import Plan, plans_at_fault
from .figure import inches
from .items.item import ItemsFile
from .land.terrain import BoardEntry, FeatureEntry, TerrainFile, TerrainKind, Tile, TilesFile, outline
from .magic.verbs import SpellsFile
from .scenario.mission import Mission, Part
from .setting import Table
from .siege.fortress import fortress_faults
from .siege.plan import FortressEntry
from .siege.train import TrainEntry, trains_at_fault
from .state import Feature, Point
from .weapons import Weapon, WeaponsFile

DATA = Path(__file__).parent / "data"
TILES, TERRAIN, WEAPONS = "tiles.toml", "terrain.toml", "weapons.toml"
SIDES = 2
SECTOR = 12  # inches that scenery on a tile may take up either way


class Own(msgspec.Struct, frozen=True):
    """Terrain and weapons of a player's own: they go into the setup of a battle, so that a save needs no folder."""

    kinds: tuple[TerrainKind, ...] = ()
    weapons: tuple[Weapon, ...] = ()


class Library(msgspec.Struct, frozen=True):
    armies: Armies
    kinds: dict[str, TerrainKind]
    boards: dict[str, BoardEntry]
    tiles: tuple[Tile, ...]  # the stack that random terrain is dealt from
    own: Own

    @property
    def missions(self) -> dict[str, Mission]:
        return self.armies.missions


def load_library(extra: Path | None = None, armies: Armies | None = None) -> Library:
    """What comes with the game, and what a player's own folder adds or replaces; the first fault is raised.

    Army lists that were read already are not read again.
    """
    armies, kinds = armies or load_armies(extra), _kinds(extra)
    for fault in kind_faults(kinds):
        raise fault
    boards: dict[str, BoardEntry] = {}
    for board in _boards(extra, kinds):
        if isinstance(board, DataError):
            raise board
        boards[board.id] = board
    for bad in tile_faults(tiles := _tiles(extra), kinds):
        raise bad
    for wrong in mission_faults(armies, kinds, boards):
        raise wrong
    return Library(armies, kinds, boards, tiles, _own(extra))


def _own(extra: Path | None) -> Own:
    if extra is None:
        return Own()
    kinds = [read_toml(path, TerrainFile, extra).kind for path in extra.glob(TERRAIN)]
    weapons = [read_toml(path, WeaponsFile, extra).weapon for path in extra.glob(WEAPONS)]
    return Own(tuple(chain(*kinds)), tuple(chain(*weapons)))


def check(extra: Path | None) -> list[DataError]:
    """Every fault of the data that comes with the game and of a player's own; a file that cannot be read hides what
    depends on it."""
    try:
        kinds, armies = _kinds(extra), read_armies(extra)
    except DataError as fault:
        return [fault]
    boards = [found for found in _boards(extra, kinds) if isinstance(found, DataError)]
    found = {board.id: board for board in _boards(extra, kinds) if isinstance(board, BoardEntry)}
    more = [*mission_faults(armies, kinds, found), *fortress_faults(armies, extra)]
    lists = list(army_faults(armies))
    trains = [] if lists else trains_at_fault(ThreePlainsLists(extra), extra)
    plans = plans_at_fault(armies, found, extra)
    return [*lists, *kind_faults(kinds), *boards, *tile_faults(_tiles(extra), kinds), *more, *trains, *plans]


def _kinds(extra: Path | None) -> dict[str, TerrainKind]:
    return {kind.id: kind for file in read_all(extra, TERRAIN, TerrainFile) for kind in file.kind}


def kind_faults(kinds: dict[str, TerrainKind]) -> Iterator[DataError]:
    """Structures that would leave nothing that exists."""
    for kind in kinds.values():
        left = kind.structure.becomes if kind.structure else kind.id
        if left not in kinds:
            expected = f"expected {one_of(kinds)}, got {left}{nearest(left, kinds)}"
            yield DataError(TERRAIN, f"kind.structure.becomes ({kind.id})", expected)


def _boards(extra: Path | None, kinds: dict[str, TerrainKind]) -> Iterator[BoardEntry | DataError]:
    """The boards of the game and of a player's own folder, which may replace them; faults in place of bad ones."""
    for folder in (DATA, extra):
        taken = dict[str, str]()
        for path in sorted((folder / "boards").glob("*.toml")) if folder else ():
            try:
                board = read_toml(path, BoardEntry, folder)
            except DataError as fault:
                yield fault
                continue
            faults = list(board_faults(board, kinds, path.name))
            if board.id in taken:
                faults.append(DataError(path.name, "id", f"{board.id} is the board of {taken[board.id]} already"))
            taken[board.id] = path.name
            yield from faults
            if not faults:
                yield board


def board_faults(board: BoardEntry, kinds: dict[str, TerrainKind], file: str) -> Iterator[DataError]:
    if not (36 <= board.width <= 240 and 24 <= board.depth <= 96):
        yield DataError(file, "width", "expected a table of 36 to 240 by 24 to 96 inches")
    names = [entry.name for entry in board.feature if entry.name]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield DataError(file, "feature", f"expected a name of its own for each feature, got {name} twice")
    for number, entry in enumerate(board.feature):
        key, expected = _feature_fault(board, entry, kinds)
        if expected:
            yield DataError(file, f"feature[{number}]{key}", expected)


def _feature_fault(board: BoardEntry, entry: FeatureEntry, kinds: dict[str, TerrainKind]) -> tuple[str, str]:
    """The key that is wrong and what was expected there; nothing for a good feature."""
    if entry.kind not in kinds:
        return ".kind", f"expected {one_of(kinds)}, got {entry.kind}{nearest(entry.kind, kinds)}"
    if not entry.outline and min(entry.size) <= 0:
        return ".size", "expected a size or an outline"
    try:
        shape = polygon(corners(entry))
    except ValueError as error:
        return ".outline", str(error)
    if shape.left < 0 or shape.bottom < 0 or shape.right > inches(board.width) or shape.top > inches(board.depth):
        return "", "expected a feature that lies wholly on the table"
    return "", ""


def mission_faults(
    armies: Armies, kinds: dict[str, TerrainKind], boards: Mapping[str, BoardEntry]
) -> Iterator[DataError]:
    """Scenarios that cannot be played: not two sides, terrain that is none, ground off the table, rules that are
    not written, forces that cannot be read."""
    for mission in armies.missions.values():
        file = f"scenarios/{mission.id}.toml"
        yield from board_faults(mission, kinds, file)
        if mission.id in boards:
            yield DataError(file, "id", f"expected another id, {mission.id} is a board")
        if len(mission.part) != SIDES:
            yield DataError(file, "part", f"expected two sides, got {len(mission.part)}")
        for number, part in enumerate(mission.part):
            yield from (
                DataError(file, f"part[{number}].{key}", expected) for key, expected in _part_faults(mission, part)
            )


def _part_faults(mission: Mission, part: Part) -> Iterator[tuple[str, str]]:
    for number, stretch in enumerate((*part.zone, *part.spare)):
        (left, right), (bottom, top) = stretch.x, stretch.y
        if not (0 <= left < right <= mission.width and 0 <= bottom < top <= mission.depth):
            yield f"zone[{number}]", "expected an oblong of the table, its smaller numbers first"
    if not part.ready:
        yield "ready", "expected a force that is ready to play"


def _tiles(extra: Path | None) -> tuple[Tile, ...]:
    """The terrain tiles of a player's own folder, or those of the game.  [tp.terraingen.mix]"""
    own = extra / TILES if extra else None
    path = own if own and own.exists() else DATA / TILES
    return read_toml(path, TilesFile, path.parent).tile


def tile_faults(tiles: Sequence[Tile], kinds: dict[str, TerrainKind]) -> Iterator[DataError]:
    """Tiles that show what does not exist, or more than the smallest sector holds."""
    for number, tile in enumerate(tiles):
        key = f"tile[{number}]"
        wet = tile.course
        if wet and wet.kind not in kinds:
            yield DataError(TILES, f"{key}.course.kind", f"expected {one_of(kinds)}, got {wet.kind}")
        if wet and wet.arrows[0] == wet.arrows[1]:
            yield DataError(TILES, f"{key}.course.arrows", "expected two directions that differ")
        for place, entry in enumerate(tile.feature):
            if entry.kind not in kinds:
                expected = f"expected {one_of(kinds)}, got {entry.kind}{nearest(entry.kind, kinds)}"
                yield DataError(TILES, f"{key}.feature[{place}].kind", expected)
            reach = [2 * abs(middle) + size for middle, size in zip(entry.middle, entry.size, strict=True)]
            if min(entry.size) <= 0 or max(reach) > SECTOR or entry.outline:
                expected = f"expected a middle and a size that stay within {SECTOR} by {SECTOR} inches"
                yield DataError(TILES, f"{key}.feature[{place}].size", expected)


def corners(entry: FeatureEntry) -> tuple[Point, ...]:
    if entry.outline:
        return tuple((inches(x), inches(y)) for x, y in entry.outline)
    (x, y), (wide, deep) = entry.middle, entry.size
    return outline(
        (inches(x), inches(y)), (inches(wide), inches(deep)), of_degrees(entry.turn), rounded=entry.round
    )


def table_of(board: BoardEntry, points: int, tiles: tuple[Tile, ...] = ()) -> Table:
    """The table for armies of this size: very large games get a wider one. Tiles replace all that is drawn on it,
    unless a scenario wants both.

    [tp.setup.board] [tp.terraingen.optional]
    """
    more = 0 if isinstance(board, Mission) and board.fixed else max(0, -(-(points - 3000) // 1000)) * 12
    shift = inches(more) // 2
    features = []
    kept = isinstance(board, Mission) and board.tiles
    for number, entry in enumerate(() if tiles and not kept else board.feature, 1):
        shifted = tuple((x + shift, y) for x, y in corners(entry))
        features.append(Feature(entry.name or f"{entry.kind} {number}", entry.kind, shifted))
    return Table(board.title, inches(board.width + more), inches(board.depth), tuple(features), tiles)


def schemas() -> dict[str, dict[str, Any]]:
    """A JSON Schema for each kind of file that a player may write."""
    kinds: dict[str, Any] = {
        "army": ArmyList, "board": BoardEntry, "campaign": Plan, "fortress": FortressEntry, "items": ItemsFile,
        "names": NamesFile, "roster": Roster, "scenario": Mission, "spells": SpellsFile, "steeds": SteedsFile,
        "terrain": TerrainFile, "tiles": TilesFile, "train": TrainEntry, "weapons": WeaponsFile,
    }  # fmt: skip
    return {name: json_schema(kind) for name, kind in kinds.items()}
