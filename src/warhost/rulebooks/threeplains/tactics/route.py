"""The way of a piece round what cannot be walked over, and round friends who stay where they are."""

from __future__ import annotations

from warhost.engine.field.detour import Way, crosses, obstacles, shortest

from ..bodies import body
from ..figure import inches
from ..state import NOBODY, Number, Point
from .mind import Mind

BERTH = inches(0.7)  # kept beside an obstacle
DETOURS = 3  # how many obstacles one after the other are thought of


def way_round(mind: Mind, start: Point, goal: Point, half: int, mover: Number = NOBODY) -> Way:
    """A short way for a front of twice this half width; the straight one where nothing helps.

    Our archers stand where they stand, and others go round them.
    """
    table, bars = mind.setting.table, mind.avoided.get((half, mover))
    if bars is None:
        shapes = [ground.shape for ground in (*mind.setting.land(mind.state.terrain).bars, *mind.deep)]
        shapes += [body(mind.fight, n).block for n in mind.friends if n != mover != NOBODY and mind.shoots(n)]
        bars = mind.avoided[half, mover] = obstacles(shapes, half + BERTH)
    return shortest(bars, start, goal, (0, table.width, 0, table.depth), BERTH, DETOURS)


def crossed(mind: Mind, start: Point, goal: Point, half: int) -> bool:
    """Whether a front of twice this half width would run into something on the straight line."""
    bars = mind.walls.get(half)
    if bars is None:
        shapes = [ground.shape for ground in mind.setting.land(mind.state.terrain).bars]
        bars = mind.walls[half] = obstacles(shapes, half)
    return any(crosses(start, goal, bar.wide) for bar in bars)
