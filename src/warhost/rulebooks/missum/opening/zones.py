"""Where armies may be drawn up, and what a map says of each piece.  [mis.add.deployment] [mis.setup.map]"""

from __future__ import annotations

from copy import copy

from warhost.engine.field.compass import NORTH, SOUTH, Angle, bearing

from ..library import MM
from ..setting import Setting
from ..state import Piece, Point

Spot = dict[str, int | list[int]]
Map = dict[str, Spot]

LINE_DEPTH, SCREEN_DEPTH, RESERVE_DEPTH, MARGIN = 250 * MM, 350 * MM, 150 * MM, 100 * MM
PLATFORM, PLATFORM_AT = 60 * MM, 70 * MM


def facing_of(side: int) -> Angle:
    return NORTH if side == 0 else SOUTH


def from_edge(setting: Setting, side: int, depth: int) -> int:
    """The y of a line so far from the own edge."""
    return depth if side == 0 else setting.depth - depth


def zone(setting: Setting, side: int, depth: int) -> tuple[Point, ...]:
    """The outline of a deployment zone."""
    low, high = sorted((from_edge(setting, side, 0), from_edge(setting, side, depth)))
    left, right = MARGIN, setting.width - MARGIN
    return (left, low), (left, high), (right, high), (right, low)


def placed(piece: Piece, spot: Spot) -> Piece:
    """A copy of a piece as a map has it."""
    twin = copy(piece)
    at = spot["at"]
    assert isinstance(at, list)
    twin.x, twin.y, twin.facing, twin.files = at[0], at[1], bearing(_int(spot["facing"])), _int(spot["files"])
    twin.height, twin.gap = _int(spot.get("height", 0)), _int(spot.get("gap", 0))
    twin.huitsan = _int(spot.get("huitsan", piece.huitsan))
    twin.weapon = _int(spot.get("weapon", 0))
    twin.platform = _int(spot.get("platform", -1))
    return twin


def _int(value: int | list[int]) -> int:
    assert isinstance(value, int)
    return value
