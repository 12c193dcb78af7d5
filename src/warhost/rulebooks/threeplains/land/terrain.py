"""What kinds of terrain there are and what each does, and the boards that are made of them.  [tp.terrain.scope]"""

from __future__ import annotations

from typing import Literal

from warhost.engine.data import Definition

from ..state import Point

Pace = Literal["normal", "half", "barred"]


class Fall(Definition, frozen=True):
    """The hit on each model when what it stands on or beside comes down."""

    damage: int
    toughness: int = 0  # taken off the toughness of those who fall
    within: float = 0  # inches round the structure; 0: those who stand on it


class Structure(Definition, frozen=True):
    """Something that can be battered down.  [tp.terrain.attack_structures] [tp.combat.objects]"""

    toughness: int
    life: int
    becomes: str  # the kind of ground that is left
    segment: float = 0  # inches of it that stand and fall by themselves; 0: all of it at once
    fall: Fall | None = None


class TerrainKind(Definition, frozen=True, kw_only=True):
    id: str
    title: str
    rule: str
    pace: Pace = "normal"  # of ground movement; flyers never mind
    skirmishers_mind: bool = False  # skirmishers move over it as freely as flyers unless it says so
    crossing: float = 0  # inches of movement paid once, by whoever steps over it
    slope: bool = False  # up costs double, down costs half
    height: int = 0  # the level of whoever stands on it
    blocks: bool = False  # sight, as high as one level above its ground
    woody: bool = False  # hides what is inside
    cover: Literal["", "behind", "within"] = ""  # it never stops a line, but covers who is behind or in it
    unsteady: bool = False  # bad footing in a fight
    wall: bool = False  # a defended position for who holds it
    drowns: bool = False  # deep water
    bridge: bool = False  # carries those on it over the water below
    flattened: bool = False  # removed where a group has gone through
    obstacle: bool = False  # too small to stop anybody; a single model may not end on it
    structure: Structure | None = None


class TerrainFile(Definition, frozen=True):
    """terrain.toml."""

    kind: tuple[TerrainKind, ...]


class FeatureEntry(Definition, frozen=True):
    """A piece of terrain on a board: an outline in inches, or an oblong by its middle, size and turn in degrees."""

    kind: str
    name: str = ""
    outline: tuple[tuple[float, float], ...] = ()
    middle: tuple[float, float] = (0, 0)
    size: tuple[float, float] = (0, 0)
    turn: float = 0
    round: bool = False  # an ellipse of that size rather than an oblong


class BoardEntry(Definition, frozen=True):
    """boards/*.toml: a table to fight on, in inches; (0, 0) is the near left corner.

    The players sit at the long edges. [tp.setup.board]
    """

    id: str
    title: str
    story: str
    width: float = 72
    depth: float = 48
    origin: Literal["source", "authored"] = "authored"
    feature: tuple[FeatureEntry, ...] = ()


Outline = tuple[Point, ...]
