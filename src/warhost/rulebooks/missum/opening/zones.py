"""Where armies may be drawn up.  [mis.add.deployment]"""

from __future__ import annotations

from ..library import MM
from ..setting import Setting
from ..state import Point

LINE_DEPTH, SCREEN_DEPTH, RESERVE_DEPTH, MARGIN = 250 * MM, 350 * MM, 150 * MM, 100 * MM


def facing_of(side: int) -> int:
    return 0 if side == 0 else 18000


def from_edge(setting: Setting, side: int, depth: int) -> int:
    """The y of a line so far from the own edge."""
    return depth if side == 0 else setting.depth - depth


def zone(setting: Setting, side: int, depth: int) -> tuple[Point, ...]:
    """The outline of a deployment zone."""
    low, high = sorted((from_edge(setting, side, 0), from_edge(setting, side, depth)))
    left, right = MARGIN, setting.width - MARGIN
    return (left, low), (left, high), (right, high), (right, low)
