"""Towns: pieces of the ruined city, ready tables, quarters laid out by dice, and tables drawn in a text file.

[war.map.format] [war.terrain.storeys]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field

from warhost.engine.bounds import Few, Name, Text
from warhost.engine.data import DataError, Definition, read_toml
from warhost.engine.field.levels import parts
from warhost.engine.field.levels.parts import Area, Box, Bridge, Ladder, Opening, Piece, Stairs, Surface, Turn, Wall
from warhost.engine.field.levels.route import Ways
from warhost.engine.field.levels.sight import Sight
from warhost.engine.field.levels.site import Site

from .library import DATA

INCH = 1_000
SQUARE = 16  # a ruined quarter is laid out in squares of so many inches
SIDE = 48
WIDEST_WALKWAY = 8  # the farthest apart that two roofs are joined
Length = Annotated[float, Meta(ge=-100, le=100)]
Pair = tuple[Length, Length]
Triple = tuple[Length, Length, Length]
Four = tuple[Length, Length, Length, Length]
Side = Literal["north", "south", "east", "west"]


def inches(value: float) -> int:
    return round(value * INCH)


def _rect(four: Four) -> parts.Rect:
    west, south, east, north = (inches(value) for value in four)
    return west, south, east, north


# --- as they are written --------------------------------------------------------------------------------------


class SurfaceData(Definition, frozen=True):
    name: Name
    rect: Four
    z: Length
    kind: Literal["floor", "roof"] = "floor"


class WallData(Definition, frozen=True):
    from_: Pair = field(name="from")
    to: Pair
    z: Pair
    side: Side | None = None


class OpeningData(Definition, frozen=True):
    kind: Literal["door", "window"]
    side: Side
    centre: Length
    width: Length
    z: Pair


class StairsData(Definition, frozen=True):
    foot: Triple
    head: Triple
    plan: Length


class LadderData(Definition, frozen=True):
    at: Pair
    z: Pair


class RailData(Definition, frozen=True):
    surface: Name
    side: Side
    height: Length


class ObstacleData(Definition, frozen=True):
    name: Name
    rect: Four
    height: Length


class AreaData(Definition, frozen=True):
    kind: Literal["difficult", "deep water", "shallow water"]
    rect: Four


class PieceData(Definition, frozen=True):
    """A piece of terrain in its own frame; the south-west corner is (0, 0)."""

    id: Name
    rule: Name
    title: Name
    size: Pair
    surfaces: Few[SurfaceData] = ()
    walls: Few[WallData] = ()
    openings: Few[OpeningData] = ()
    stairs: Few[StairsData] = ()
    ladders: Few[LadderData] = ()
    rails: Few[RailData] = ()
    obstacles: Few[ObstacleData] = ()
    areas: Few[AreaData] = ()

    def built(self) -> Piece:
        w, d = self.size
        walls = [self._wall(wall) for wall in self.walls] + [self._rail(rail) for rail in self.rails]
        return Piece(
            (inches(w), inches(d)),
            tuple(Surface(s.name, _rect(s.rect), inches(s.z), s.kind) for s in self.surfaces),
            tuple(walls),
            tuple(
                Ladder((inches(ladder.at[0]), inches(ladder.at[1])), inches(ladder.z[0]), inches(ladder.z[1]))
                for ladder in self.ladders
            ),
            tuple(Stairs(_spot(s.foot), _spot(s.head), inches(s.plan)) for s in self.stairs),
            tuple(Box(o.name, _rect(o.rect), 0, inches(o.height)) for o in self.obstacles),
            tuple(Area(a.kind, _rect(a.rect)) for a in self.areas),
        )

    def _wall(self, wall: WallData) -> Wall:
        a, b = sorted(((inches(wall.from_[0]), inches(wall.from_[1])), (inches(wall.to[0]), inches(wall.to[1]))))
        made = Wall(a, b, inches(wall.z[0]), inches(wall.z[1]))
        low, high = made.span
        holes = [self._opening(o) for o in self.openings if o.side == wall.side]
        return msgspec.structs.replace(made, openings=tuple(o for o in holes if low <= o.low and o.high <= high))

    def _opening(self, opening: OpeningData) -> Opening:
        """Its centre is measured from the west or south end of its side."""
        half = opening.width / 2
        low, high = inches(opening.centre - half), inches(opening.centre + half)
        return Opening(opening.kind, low, high, inches(opening.z[0]), inches(opening.z[1]))

    def _rail(self, rail: RailData) -> Wall:
        surface = next(surface for surface in self.surfaces if surface.name == rail.surface)
        west, south, east, north = _rect(surface.rect)
        ends = {
            "north": ((west, north), (east, north)),
            "south": ((west, south), (east, south)),
            "west": ((west, south), (west, north)),
            "east": ((east, south), (east, north)),
        }[rail.side]
        z = inches(surface.z)
        return Wall(*ends, z, z + inches(rail.height), (), True)


def _spot(triple: Triple) -> parts.Spot:
    return inches(triple[0]), inches(triple[1]), inches(triple[2])


class PieceFile(Definition, frozen=True):
    origin: str
    piece: Few[PieceData]


class PlacedPiece(Definition, frozen=True):
    piece: Name
    at: Pair
    turn: Turn = 0
    name: Name = ""


class WalkwayData(Definition, frozen=True):
    from_: Triple = field(name="from")
    to: Triple
    width: Length = 1


class BridgeData(Definition, frozen=True):
    rect: Four
    edges: bool = True


class BelfryData(Definition, frozen=True):
    """What makes room for the belfry where a scenario wants one."""

    at: Pair
    without_pieces: Few[Name] = ()
    without_walkways: bool = False


class TownData(Definition, frozen=True, kw_only=True):
    """A table as it is written down; `plan` draws it: a letter for each square of 16 inches, north at the top."""

    id: Name
    title: Name
    rule: Name = "war.map.format"
    story: Text = ""
    origin: str = "authored"
    size: Pair = (SIDE, SIDE)
    plan: Few[Name] = ()
    pieces: Few[PlacedPiece] = ()
    walkways: Few[WalkwayData] = ()
    obstacles: Few[ObstacleData] = ()
    areas: Few[AreaData] = ()
    bridges: Few[BridgeData] = ()
    belfry: BelfryData | None = None


LETTERS = {"o": "well", "r": "rubble", "c": "cottage", "h": "house", "u": "ruin", "t": "counting", "b": "belfry"}
"""Of a drawn plan; a capital is turned by 90 degrees, a point is an empty square."""


class TownPlan(msgspec.Struct, frozen=True, array_like=True):
    """A table as a state keeps it: what lies where. The street is all that is left."""

    title: str
    size: tuple[int, int]
    pieces: tuple[tuple[str, int, int, Turn], ...]
    walkways: tuple[parts.Rect, ...] = ()
    heights: tuple[int, ...] = ()  # of the walkways
    boxes: tuple[Box, ...] = ()
    areas: tuple[Area, ...] = ()
    bridges: tuple[Bridge, ...] = ()


class Town:
    """A table made ready: what stands where, what is seen from where, which ways lead where."""

    def __init__(self, plan: TownPlan, site: Site):
        self.plan, self.site = plan, site
        self.sight, self.ways = Sight(site), Ways(site)


class Towns:
    """All pieces and tables of the game; what has been built is kept."""

    def __init__(self, extra: Path | None = None):
        self.extra = extra
        self._built: dict[TownPlan, Town] = {}

    @cached_property
    def pieces(self) -> Mapping[str, PieceData]:
        return {piece.id: piece for piece in read_toml(DATA / "pieces.toml", PieceFile).piece}

    @cached_property
    def ready(self) -> Mapping[str, TownData]:
        folders = [DATA / "towns", *([self.extra / "towns"] if self.extra else [])]
        found = [self.read(path) for folder in folders for path in sorted(folder.glob("*.toml"))]
        return {town.id: town for town in found}

    def read(self, path: Path) -> TownData:
        """A table from its file; a DataError says what is wrong with it."""
        town = read_toml(path, TownData)
        for at, placed in enumerate(town.pieces):
            if placed.piece not in self.pieces:
                raise DataError(
                    str(path),
                    f"pieces[{at}].piece",
                    f"expected one of {', '.join(self.pieces)}, got {placed.piece}",
                )
        for row in town.plan:
            for letter in row:
                if letter != "." and letter.lower() not in LETTERS:
                    raise DataError(str(path), "plan", f"expected letters of {', '.join(LETTERS)}, got {letter!r}")
        return town

    def plan(self, town: TownData, belfry: bool = False) -> TownPlan:
        gone = town.belfry.without_pieces if belfry and town.belfry else ()
        no_walkways = bool(belfry and town.belfry and town.belfry.without_walkways)
        laid = [(p.piece, inches(p.at[0]), inches(p.at[1]), p.turn) for p in town.pieces if p.name not in gone]
        laid += list(self._drawn(town.plan))
        if belfry:
            laid.append(
                (
                    "belfry",
                    *((inches(town.belfry.at[0]), inches(town.belfry.at[1])) if town.belfry else (21_000, 21_000)),
                    0,
                )
            )
        ways = [] if no_walkways else town.walkways
        return TownPlan(
            town.title,
            (inches(town.size[0]), inches(town.size[1])),
            tuple(laid),
            tuple(_walkway(way) for way in ways),
            tuple(inches(way.from_[2]) for way in ways),
            tuple(Box(o.name, _rect(o.rect), 0, inches(o.height)) for o in town.obstacles),
            tuple(Area(a.kind, _rect(a.rect)) for a in town.areas),
            tuple(Bridge(_rect(b.rect), b.edges) for b in town.bridges),
        )

    def _drawn(self, plan: Sequence[str]) -> Iterator[tuple[str, int, int, Turn]]:
        for row, letters in enumerate(reversed(plan)):
            for column, letter in enumerate(letters):
                if letter != ".":
                    turn: Turn = 90 if letter.isupper() else 0
                    yield self.in_square(LETTERS[letter.lower()], column, row, turn)

    def in_square(self, piece: str, column: int, row: int, turn: Turn) -> tuple[str, int, int, Turn]:
        """In the middle of a square of the quarter."""
        w, d = self.pieces[piece].size
        if turn in (90, 270):
            w, d = d, w
        return piece, inches(column * SQUARE + (SQUARE - w) / 2), inches(row * SQUARE + (SQUARE - d) / 2), turn

    def build(self, plan: TownPlan) -> Town:
        if plan not in self._built:
            if len(self._built) >= 32:
                self._built.pop(next(iter(self._built)))
            self._built[plan] = Town(plan, Site(self._assembled(plan)))
        return self._built[plan]

    def _assembled(self, plan: TownPlan) -> Piece:
        laid = [parts.placed(self.pieces[name].built(), (x, y), turn) for name, x, y, turn in plan.pieces]
        pairs = zip(plan.walkways, plan.heights, strict=True)
        paths = tuple(Surface("walkway", rect, z, "walkway") for rect, z in pairs)
        rest = Piece(plan.size, paths, (), (), (), plan.boxes, plan.areas, plan.bridges)
        return parts.together(plan.size, [*laid, rest])

    # --- a quarter laid out by dice ------------------------------------------------------------------------

    def quarter(self, die: Callable[[str], int], belfry: bool = False) -> TownPlan:
        """Nine squares with a piece each, then walkways between roofs of the same height.  [war.scen.board]"""
        kinds = ("well", "rubble", "cottage", "house", "ruin", "counting")
        laid: list[tuple[str, int, int, Turn]] = []
        for row in range(3):
            for column in range(3):
                kind = kinds[die("which piece stands here") - 1]
                turn: Turn = 90 if die("how it is turned") >= 4 else 0
                laid.append(self.in_square(kind, column, row, turn))
        if belfry:
            laid[4] = ("belfry", 21_000, 21_000, 0)
        walkways, heights = [], []
        for rect, z in self._joinable(laid):
            if die("whether a walkway joins the roofs") >= 4:
                walkways.append(rect)
                heights.append(z)
        return TownPlan(
            "The ruined quarter", (SIDE * INCH, SIDE * INCH), tuple(laid), tuple(walkways), tuple(heights)
        )

    def _joinable(self, laid: Sequence[tuple[str, int, int, Turn]]) -> Iterator[tuple[parts.Rect, int]]:
        """A ruin's floor is no roof, and the open top of a belfry is none either."""
        roofs = [self._roof(one) for one in laid if one[0] not in ("ruin", "belfry")]
        for a, b in combinations([roof for roof in roofs if roof is not None], 2):
            if a.z == b.z and (rect := _joined(a.rect, b.rect)) is not None:
                yield rect, a.z

    def _roof(self, laid: tuple[str, int, int, Turn]) -> Surface | None:
        name, x, y, turn = laid
        placed = parts.placed(self.pieces[name].built(), (x, y), turn)
        return next((surface for surface in placed.surfaces if surface.kind == "roof"), None)


def _walkway(way: WalkwayData) -> parts.Rect:
    (ax, ay, _), (bx, by, _) = way.from_, way.to
    half = way.width / 2
    if ax == bx:
        return _rect((ax - half, min(ay, by), ax + half, max(ay, by)))
    return _rect((min(ax, bx), ay - half, max(ax, bx), ay + half))


def _joined(a: parts.Rect, b: parts.Rect) -> parts.Rect | None:
    """A plank an inch wide between the facing rims of two roofs, in the middle of the stretch they share."""
    half = INCH // 2
    low, high = max(a[1], b[1]), min(a[3], b[3])
    if low < high:
        west, east = (a[2], b[0]) if a[2] <= b[0] else (b[2], a[0])
        middle = (low + high) // 2
        return (west, middle - half, east, middle + half) if 0 < east - west <= WIDEST_WALKWAY * INCH else None
    low, high = max(a[0], b[0]), min(a[2], b[2])
    if low < high:
        south, north = (a[3], b[1]) if a[3] <= b[1] else (b[3], a[1])
        middle = (low + high) // 2
        return (middle - half, south, middle + half, north) if 0 < north - south <= WIDEST_WALKWAY * INCH else None
    return None
