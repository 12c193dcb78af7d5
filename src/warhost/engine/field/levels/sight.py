"""Lines of sight between bodies on a table of several levels.

A body is an upright cylinder. The eye is a quarter of a unit below its top, on its axis. Nine points of the other
are looked at: a quarter above his feet, at half height and a quarter below his top, each on the axis and on either
side of it as the viewer sees him. A line that only touches something is clear.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, sqrt
from typing import NamedTuple

from warhost.engine.kept import Kept

from .parts import Box, Rect, Spot, Wall, clip
from .site import RAILED, Site

BELOW_TOP = 250
ALL = 0b1_1111_1111
NEARNESS = 1_000  # a barrier as near as this to his base covers somebody
TOUCH = 1e-6
NUDGE = 1e-3


class Figure(NamedTuple):
    """A body: where its feet are, its radius and its height."""

    x: int
    y: int
    z: int
    radius: int
    height: int

    @property
    def eye(self) -> tuple[int, int, int]:
        return self.x, self.y, self.z + self.height - BELOW_TOP


Line = tuple[float, float, float, float, float, float]
"""From where to where."""


class Glance(NamedTuple):
    """Which of the nine lines are clear, bit by bit, and whether a barrier stands before the target."""

    clear: int
    barrier: bool

    @property
    def seen(self) -> bool:
        return self.clear != 0

    @property
    def open(self) -> bool:
        """Nothing at all is in the way."""
        return self.clear == ALL and not self.barrier

    @property
    def covered(self) -> bool:
        """In sight, but not in the open."""
        return self.clear != 0 and not self.open


class Sight:
    """What can be seen on a site; what the site alone decides is remembered."""

    def __init__(self, site: Site):
        self.site = site
        self._kept: Kept[tuple[Figure, Figure], Glance] = Kept(most=60_000)

    def glance(self, viewer: Figure, target: Figure, bodies: Iterable[Figure] = ()) -> Glance:
        """What one sees of another, past the bodies of others."""
        key = viewer, target
        found = self._kept.get(key) or self._kept.keep(key, self._through_site(viewer, target))
        if not found.clear:
            return found
        between = [body for body in bodies if _between(viewer, target, body)]
        if not between:
            return found
        clear = found.clear
        for bit, line in enumerate(lines(viewer, target)):
            if clear >> bit & 1 and any(_through(line, body) for body in between):
                clear &= ~(1 << bit)
        return Glance(clear, found.barrier)

    def _through_site(self, viewer: Figure, target: Figure) -> Glance:
        west, east = sorted((viewer.x, target.x))
        south, north = sorted((viewer.y, target.y))
        r = target.radius
        low, high = sorted((viewer.eye[2], target.z))
        near = dict.fromkeys(self.site.walls_near(west - r, south - r, east + r, north + r))
        walls = [wall for wall in near if wall.top > low and wall.bottom < max(high, target.z + target.height)]
        walls = [
            wall
            for wall in walls
            if (west - r < wall.a[0] < east + r if wall.upright else south - r < wall.a[1] < north + r)
        ]
        floors = [
            (s.rect, s.z)
            for s in dict.fromkeys(self.site.raised_near(west - r, south - r, east + r, north + r))
            if s.kind != "top"
        ]
        boxes = [
            box
            for box in self.site.parts.boxes
            if clip(_grown(box.rect, r), viewer.x, viewer.y, target.x - viewer.x, target.y - viewer.y)
        ]
        clear = 0
        for bit, line in enumerate(lines(viewer, target)):
            if self._passes(line, walls, floors, boxes):
                clear |= 1 << bit
        return Glance(clear, clear == ALL and self._barrier(viewer, target, walls, boxes))

    def _passes(self, line: Line, walls: list[Wall], floors: list[tuple[Rect, int]], boxes: list[Box]) -> bool:
        if not all(_clears_floor(line, rect, z) for rect, z in floors):
            return False
        if any(_enters_box(line, box) for box in boxes):
            return False
        met = [_meets_wall(line, wall) for wall in walls]
        if "blocked" in met:
            return False
        if met.count("touched") < 2:
            return True
        # Between two walls that meet in a corner nothing is seen, though the line touches each only at its end.
        return any(
            not any(_meets_wall(_aside(line, by), wall) == "blocked" for wall in walls) for by in (NUDGE, -NUDGE)
        )

    def _barrier(self, viewer: Figure, target: Figure, walls: list[Wall], boxes: list[Box]) -> bool:
        """Whether a barrier, a corner or a frame near the target crosses the line between the two in plan."""
        dx, dy = viewer.x - target.x, viewer.y - target.y
        length = hypot(dx, dy)
        if not length:
            return False
        reach = min(1.0, (target.radius + NEARNESS) / length)
        feet, eyes = target.z, viewer.z
        for wall in walls:
            t = _plan_crossing(wall, target.x, target.y, dx, dy)
            if (
                t is not None
                and t <= reach + TOUCH
                and wall.bottom <= max(feet, eyes)
                and wall.top >= feet + RAILED
                and wall.bottom < feet + target.height
            ):
                return True
        for box in boxes:
            part = clip(box.rect, target.x, target.y, dx, dy)
            if part and part[1] > part[0] + TOUCH and part[0] <= reach + TOUCH and _stands_before(box, feet):
                return True
        return False


def _stands_before(box: Box, feet: int) -> bool:
    return box.top >= feet + RAILED and box.bottom <= feet


def lines(viewer: Figure, target: Figure) -> list[Line]:
    """The nine lines: low, middle and high, each to the axis and to either outline."""
    ex, ey, ez = viewer.eye
    dx, dy = target.x - viewer.x, target.y - viewer.y
    length = hypot(dx, dy)
    sx, sy = (-dy / length * target.radius, dx / length * target.radius) if length else (float(target.radius), 0.0)
    x, y = target.x, target.y
    heights = (target.z + BELOW_TOP, target.z + target.height / 2, target.z + target.height - BELOW_TOP)
    return [(ex, ey, ez, px, py, pz) for pz in heights for px, py in ((x, y), (x + sx, y + sy), (x - sx, y - sy))]


def _aside(line: Line, by: float) -> Line:
    ax, ay, az, bx, by_, bz = line
    dx, dy = bx - ax, by_ - ay
    length = hypot(dx, dy) or 1.0
    ox, oy = -dy / length * by, dx / length * by
    return ax + ox, ay + oy, az, bx + ox, by_ + oy, bz


def _clears_floor(line: Line, rect: Rect, z: int) -> bool:
    ax, ay, az, bx, by, bz = line
    if (az > z) == (bz > z) or az == z or bz == z:
        return True
    t = (z - az) / (bz - az)
    x, y = ax + t * (bx - ax), ay + t * (by - ay)
    return not (rect[0] + TOUCH < x < rect[2] - TOUCH and rect[1] + TOUCH < y < rect[3] - TOUCH)


def _meets_wall(line: Line, wall: Wall) -> str:
    """Clear, blocked, or touched at an end of the wall."""
    ax, ay, az, bx, by, bz = line
    if wall.a[0] == wall.b[0]:
        ax, ay, bx, by = ay, ax, by, bx
        at, low, high = wall.a[0], wall.a[1], wall.b[1]
    else:
        at, low, high = wall.a[1], wall.a[0], wall.b[0]
    if (ay > at) == (by > at) or ay == at or by == at:
        return "clear"
    t = (at - ay) / (by - ay)
    x, z = ax + t * (bx - ax), az + t * (bz - az)
    if not (wall.bottom + TOUCH < z < wall.top - TOUCH) or x < low - TOUCH or x > high + TOUCH:
        return "clear"
    for opening in wall.openings:
        if opening.low - TOUCH <= x <= opening.high + TOUCH and opening.bottom - TOUCH <= z <= opening.top + TOUCH:
            return "clear"
    return "touched" if x <= low + TOUCH or x >= high - TOUCH else "blocked"


def _enters_box(line: Line, box: Box) -> bool:
    ax, ay, az, bx, by, bz = line
    part = clip(box.rect, ax, ay, bx - ax, by - ay)
    if part is None or part[1] - part[0] <= TOUCH:
        return False
    west, south, east, north = box.rect
    middle = (part[0] + part[1]) / 2
    x, y = ax + middle * (bx - ax), ay + middle * (by - ay)
    if not (west + TOUCH < x < east - TOUCH and south + TOUCH < y < north - TOUCH):
        return False
    low, high = sorted((az + part[0] * (bz - az), az + part[1] * (bz - az)))
    return low < box.top - TOUCH and high > box.bottom + TOUCH


def _plan_crossing(wall: Wall, x: float, y: float, dx: float, dy: float) -> float | None:
    """Where a way crosses the line of a wall, as a part of it; None where it passes beside."""
    if wall.a[0] == wall.b[0]:
        x, y, dx, dy = y, x, dy, dx
        at, low, high = wall.a[0], wall.a[1], wall.b[1]
    else:
        at, low, high = wall.a[1], wall.a[0], wall.b[0]
    if (y > at) == (y + dy > at) or dy == 0:
        return None
    t = (at - y) / dy
    return t if low - TOUCH <= x + t * dx <= high + TOUCH else None


def _grown(rect: Rect, by: int) -> Rect:
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


# --- other bodies in the way ----------------------------------------------------------------------------------


def _between(viewer: Figure, target: Figure, body: Figure) -> bool:
    """Whether a third body may be in the way, looked at from above."""
    if body in (viewer, target):
        return False
    dx, dy = target.x - viewer.x, target.y - viewer.y
    squared = dx * dx + dy * dy
    if not squared:
        return False
    t = min(1.0, max(0.0, ((body.x - viewer.x) * dx + (body.y - viewer.y) * dy) / squared))
    reach = body.radius + target.radius
    return (viewer.x + t * dx - body.x) ** 2 + (viewer.y + t * dy - body.y) ** 2 < reach * reach


def _through(line: Line, body: Figure) -> bool:
    """Whether a line goes through a body; one that only touches it does not."""
    ax, ay, az, bx, by, bz = line
    dx, dy = bx - ax, by - ay
    fx, fy = ax - body.x, ay - body.y
    a, b = dx * dx + dy * dy, fx * dx + fy * dy
    c = fx * fx + fy * fy - body.radius * body.radius
    inside = b * b - a * c
    if a == 0 or inside <= 1:
        return False
    root = sqrt(inside)
    first, last = max(0.0, (-b - root) / a), min(1.0, (-b + root) / a)
    if last - first <= TOUCH:
        return False
    low, high = sorted((az + first * (bz - az), az + last * (bz - az)))
    return low < body.z + body.height - TOUCH and high > body.z + TOUCH


def apart(a: Figure, b: Figure) -> float:
    """Straight from base to base through the air, the bases being discs at the height of the feet."""
    plan = max(0.0, hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius)
    return hypot(plan, a.z - b.z)


def spots_apart(a: Spot, b: Spot) -> float:
    return hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])


def crosses_wall(line: Line, wall: Wall) -> bool:
    """Whether a wall stands between the two ends of a line."""
    return _meets_wall(line, wall) == "blocked"


def crosses_floor(line: Line, rect: Rect, z: int) -> bool:
    """Whether a floor lies between the two ends of a line."""
    return not _clears_floor(line, rect, z)
