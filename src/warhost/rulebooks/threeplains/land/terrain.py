"""What kinds of terrain there are and what each does, and the boards that are made of them.  [tp.terrain.scope]"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from warhost.engine.bounds import Few, Number
from warhost.engine.data import Definition
from warhost.engine.field.compass import NORTH, Angle, Point, from_frame
from warhost.engine.field.shapes import disc, oblong

Inches = Annotated[float, Meta(ge=0, le=240)]
Across = Annotated[float, Meta(ge=-240, le=240)]
Spot = tuple[Across, Across]
Pace = Literal["normal", "half", "barred"]


class Fall(Definition, frozen=True):
    """The hit on each model when what it stands on or beside comes down."""

    damage: Number
    toughness: Number = 0  # taken off the toughness of those who fall
    within: Inches = 0  # inches round the structure; 0: those who stand on it
    slays: bool = False  # outright, but for those who can fly: only they are hit


class Structure(Definition, frozen=True):
    """Something that can be battered down.  [tp.terrain.attack_structures] [tp.combat.objects]"""

    toughness: Number
    life: Number
    becomes: str  # the kind of ground that is left
    segment: Inches = 0  # inches of it that stand and fall by themselves; 0: all of it at once
    fall: Fall | None = None
    warded: bool = False  # no magic harms it
    burns: bool = False  # fire does it twice the harm


class TerrainKind(Definition, frozen=True, kw_only=True):
    id: str
    title: str
    rule: str
    pace: Pace = "normal"  # of ground movement; flyers never mind
    skirmishers_mind: bool = False  # skirmishers move over it as freely as flyers unless it says so
    crossing: Inches = 0  # inches of movement paid once, by whoever steps over it
    slope: bool = False  # up costs double, down costs half
    height: Number = 0  # the level of whoever stands on it
    sheer: bool = False  # nobody comes up or down there on foot
    blocks: bool = False  # sight, as high as one level above its ground
    woody: bool = False  # hides what is inside
    cover: Literal["", "behind", "within"] = ""  # it never stops a line, but covers who is behind or in it
    unsteady: bool = False  # bad footing in a fight
    wall: bool = False  # a defended position for who holds it
    drowns: bool = False  # deep water
    bridge: bool = False  # carries those on it over the water below
    flattened: bool = False  # removed where a group has gone through
    obstacle: bool = False  # too small to stop anybody; a single model may not end on it
    turrets: Literal["", "front", "round"] = ""  # of a fortress: along its first edge, or round its whole top
    structure: Structure | None = None


class TerrainFile(Definition, frozen=True):
    """terrain.toml."""

    kind: tuple[TerrainKind, ...]


class FeatureEntry(Definition, frozen=True):
    """A piece of terrain on a board: an outline in inches, or an oblong by its middle, size and turn in degrees."""

    kind: str
    name: str = ""
    outline: Few[Spot] = ()
    middle: Spot = (0, 0)
    size: Spot = (0, 0)
    turn: Annotated[float, Meta(ge=-360, le=360)] = 0
    round: bool = False  # an ellipse of that size rather than an oblong


class BoardEntry(Definition, frozen=True):
    """boards/*.toml: a table to fight on, in inches; (0, 0) is the near left corner.

    The players sit at the long edges. [tp.setup.board]
    """

    id: str
    title: str
    story: str
    width: Inches = 72
    depth: Inches = 48
    origin: Literal["source", "authored"] = "authored"
    feature: Few[FeatureEntry] = ()


def outline(middle: Point, size: tuple[int, int], turned: Angle, *, rounded: bool) -> tuple[Point, ...]:
    """The corners of an oblong, or of an ellipse, of this size."""
    wide, deep = size
    corners: tuple[Point, ...] = oblong((0, deep // 2), NORTH, wide, deep).points
    if rounded:
        corners = tuple((x * wide // 2000, y * deep // 2000) for x, y in disc((0, 0), 1000, 16).points)
    return tuple(from_frame(corner, middle, turned) for corner in corners)


class Course(Definition, frozen=True, kw_only=True):
    """A watercourse: the way it leaves its tile, in degrees, and how wide it is.  [tp.terraingen.rivers]"""

    kind: str
    width: Inches
    arrows: tuple[Literal[0, 90, 180, 270], Literal[0, 90, 180, 270]]


class Tile(Definition, frozen=True, kw_only=True):
    """What one sector of the table looks like, and how many such tiles are in the stack.

    Features lie round the middle of the sector.  [tp.terraingen.tile_deck]
    """

    id: str
    count: Annotated[int, Meta(ge=1, le=100)]
    feature: Few[FeatureEntry] = ()
    course: Course | None = None


class TilesFile(Definition, frozen=True, kw_only=True):
    """tiles.toml: the stack of tiles that random terrain is dealt from.  [tp.terraingen.mix]"""

    tile: Annotated[tuple[Tile, ...], Meta(min_length=1)]
    origin: Literal["source", "authored"] = "authored"
