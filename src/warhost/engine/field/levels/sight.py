"""Lines of sight between bodies on a table of several levels.

A body is an upright cylinder. The eye is a quarter of a unit below its top, on its axis. Nine points of the other
are looked at: a quarter above his feet, at half height and a quarter below his top, each on the axis and on either
side of it as the viewer sees him. A line that only touches something is clear.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from math import hypot, inf, sqrt
from typing import NamedTuple

from warhost.engine.kept import Kept

from .parts import Box, Opening, Rect, Wall, clip
from .site import RAILED, Site, bounds

BELOW_TOP = 250
ALL = 0b1_1111_1111
COLUMNS = 0b1001001, 0b1001001 << 1, 0b1001001 << 2
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


class _Fan(NamedTuple):
    """The nine lines seen from above and from the side: they share an eye, three ends in plan and three heights."""

    x: int
    y: int
    z: int
    ends: tuple[tuple[float, float], ...]  # the axis and either outline
    heights: tuple[float, ...]
    west: float
    south: float
    east: float
    north: float
    low: float
    high: float


def _fan(viewer: Figure, target: Figure) -> _Fan:
    ex, ey, ez = viewer.eye
    x, y, z, r, height = target
    sx, sy = _aslant(viewer, target)
    ends = (x, y), (x + sx, y + sy), (x - sx, y - sy)
    low, high = z + BELOW_TOP, z + height - BELOW_TOP
    west, east = (ex, x + r) if ex < x - r else (x - r, ex if ex > x + r else x + r)
    south, north = (ey, y + r) if ey < y - r else (y - r, ey if ey > y + r else y + r)
    below, above = (ez if ez < low else low), (ez if ez > high else high)
    return _Fan(ex, ey, ez, ends, (low, z + height / 2, high), west, south, east, north, below, above)


def _turned(fan: _Fan) -> _Fan:
    """With x and y exchanged."""
    x, y, z, ((a, b), (c, d), (e, f)), heights, west, south, east, north, low, high = fan
    return _Fan(y, x, z, ((b, a), (d, c), (f, e)), heights, south, west, north, east, low, high)


class _Screens:
    """Walls that run the same way, in the order of their lines."""

    def __init__(self, walls: Iterable[Wall]):
        ordered = sorted(walls, key=lambda wall: wall.line)
        self._at = [wall.line for wall in ordered]
        self._walls = [(wall.line, *wall.span, wall.bottom, wall.top, wall.openings) for wall in ordered]

    def stop(self, start: tuple[int, int, int], end: tuple[int, int, float]) -> bool:
        """Whether one of them stops a single line."""
        (a, b, ez), (c, d, z_end) = start, end
        for at in range(bisect_right(self._at, min(a, c)), bisect_left(self._at, max(a, c))):
            line, low, high, bottom, top, openings = self._walls[at]
            t = (line - a) / (c - a)
            along = b + t * (d - b)
            if low + TOUCH < along < high - TOUCH:
                z = ez + t * (z_end - ez)
                if bottom + TOUCH < z < top - TOUCH and not (openings and _open_at(openings, along, z)):
                    return True
        return False

    def pass_by(self, fan: _Fan, clear: int, touched: list[int], needed: int) -> int:
        """Those of the lines that go past them all, as long as those that are needed do, or any; lines that touch
        the end of a wall are noted.
        """
        a, b, ez, ends, heights, west, south, east, north, below, above = fan
        (c, d), (e, f), _ = ends
        # Where the axis crosses the line of a wall, and how far off the outlines may cross it.
        slope = (d - b) / (c - a) if c != a else 0.0
        off = hypot(e - c, f - d) * hypot(1.0, slope) + 1 if c != a else inf
        for at in range(bisect_right(self._at, west), bisect_left(self._at, east)):
            line, low, high, bottom, top, openings = self._walls[at]
            axis = b + (line - a) * slope
            if axis + off < low or axis - off > high or top <= below or bottom >= above:
                continue
            if low > north or high < south:
                continue
            for j, (c, d) in enumerate(ends):
                if not clear & COLUMNS[j] or (a > line) == (c > line) or a == line or c == line:
                    continue
                t = (line - a) / (c - a)
                along = b + t * (d - b)
                if along < low - TOUCH or along > high + TOUCH:
                    continue
                hit = _struck(t, ez, heights, bottom, top, openings, along)
                if low + TOUCH < along < high - TOUCH:
                    clear &= ~(hit << j)
                elif hit:
                    touched += [3 * k + j for k in range(3) if hit >> 3 * k & 1]
            if not clear or clear & needed != needed:
                break
        return clear


def _struck(
    t: float,
    ez: int,
    heights: tuple[float, ...],
    bottom: int,
    top: int,
    openings: tuple[Opening, ...],
    along: float,
) -> int:
    """Which of three lines, one above the other, a wall stops that they meet after this part of their way."""
    found = 0
    for k, height in enumerate(heights):
        z = ez + t * (height - ez)
        if bottom + TOUCH < z < top - TOUCH and not (openings and _open_at(openings, along, z)):
            found |= 1 << 3 * k
    return found


def _open_at(openings: Iterable[Opening], along: float, z: float) -> bool:
    """Whether a door or a window is there."""
    for one in openings:
        if one.low - TOUCH <= along <= one.high + TOUCH and one.bottom - TOUCH <= z <= one.top + TOUCH:
            return True
    return False


class Sight:
    """What can be seen on a site; what the site alone decides is remembered."""

    def __init__(self, site: Site):
        self.site = site
        self._kept: Kept[tuple[Figure, Figure], Glance] = Kept(most=60_000)
        self._open: Kept[Figure, Kept[Figure, bool]] = Kept(most=2_000)
        self._walls = (
            _Screens(wall for wall in site.parts.walls if wall.upright),
            _Screens(wall for wall in site.parts.walls if not wall.upright),
        )
        self._floors = [(surface.rect, surface.z) for surface in site.raised if surface.kind != "top"]

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

    @staticmethod
    def shaded(viewer: Figure, target: Figure, bodies: Iterable[Figure]) -> bool:
        """Whether some of these bodies hide any part of somebody."""
        between = [body for body in bodies if _between(viewer, target, body)]
        return bool(between) and any(_through(line, body) for body in between for line in lines(viewer, target))

    def open_from(self, target: Figure, viewers: Iterable[Figure]) -> Iterator[Figure]:
        """Those who see somebody with nothing of the site in the way."""
        known = self._open.get(target)
        if known is None:
            known = self._open.keep(target, Kept(most=2_000))
        for viewer in viewers:
            found = known.get(viewer)
            if found is None:
                found = known.keep(viewer, self._open_to(viewer, target))
            if found:
                yield viewer

    def _open_to(self, viewer: Figure, target: Figure) -> bool:
        known = self._kept.get((viewer, target))
        if known is not None:
            return known.open
        if self._walled_off(viewer, target) or self._through_site(viewer, target, whole=True).clear != ALL:
            return False
        return self._kept.keep((viewer, target), Glance(ALL, self._barrier(viewer, target))).open

    def _walled_off(self, viewer: Figure, target: Figure) -> bool:
        """Whether a wall stands between the eye and the middle of a body: the most common case, and soon found."""
        (ex, ey, ez), (x, y, z, _, height) = viewer.eye, target
        upright, level = self._walls
        middle = z + height / 2
        return upright.stop((ex, ey, ez), (x, y, middle)) or level.stop((ey, ex, ez), (y, x, middle))

    def _through_site(self, viewer: Figure, target: Figure, whole: bool = False) -> Glance:
        """With `whole` he is looked at only as long as nothing hides any part of him."""
        fan, needed = _fan(viewer, target), ALL if whole else 0
        touched: list[int] = []
        upright, level = self._walls
        clear = upright.pass_by(fan, ALL, touched, needed)
        clear = level.pass_by(_turned(fan), clear, touched, needed) if clear and clear & needed == needed else 0
        clear = self._past_floors(fan, clear) if clear and clear & needed == needed else 0
        clear = self._past_boxes(fan, clear) if clear and clear & needed == needed else 0
        for bit in {bit for bit in touched if clear >> bit & 1 and touched.count(bit) > 1}:
            if self._squeezed(lines(viewer, target)[bit]):
                clear &= ~(1 << bit)
        return Glance(clear, clear == ALL and not whole and self._barrier(viewer, target))

    def _past_floors(self, fan: _Fan, clear: int) -> int:
        """The lines that go through no floor."""
        ex, ey, ez, ends, heights, left, front, right, back, below, above = fan
        for (west, south, east, north), z in self._floors:
            if z <= below or z >= above or west >= right or east <= left or south >= back or north <= front:
                continue
            for k, height in enumerate(heights):
                if (ez > z) == (height > z) or ez == z or height == z:
                    continue
                t = (z - ez) / (height - ez)
                for j, (px, py) in enumerate(ends):
                    x, y = ex + t * (px - ex), ey + t * (py - ey)
                    if west + TOUCH < x < east - TOUCH and south + TOUCH < y < north - TOUCH:
                        clear &= ~(1 << 3 * k + j)
            if not clear:
                break
        return clear

    def _past_boxes(self, fan: _Fan, clear: int) -> int:
        ex, ey, ez, ends, heights, left, front, right, back, below, above = fan
        for box in self.site.parts.boxes:
            west, south, east, north = rect = box.rect
            if west >= right or east <= left or south >= back or north <= front:
                continue
            if box.top <= below or box.bottom >= above:
                continue
            for j, (px, py) in enumerate(ends):
                part = _inside(rect, ex, ey, px - ex, py - ey)
                if part is None:
                    continue
                for k, height in enumerate(heights):
                    one, other = ez + part[0] * (height - ez), ez + part[1] * (height - ez)
                    if min(one, other) < box.top - TOUCH and max(one, other) > box.bottom + TOUCH:
                        clear &= ~(1 << 3 * k + j)
        return clear

    def _squeezed(self, line: Line) -> bool:
        """Between two walls that meet in a corner nothing is seen, though the line touches each only at its end."""
        ax, ay, _, bx, by_, _ = line
        near = self.site.walls_near(min(ax, bx), min(ay, by_), max(ax, bx), max(ay, by_))
        return all(any(_meets_wall(_aside(line, by), wall) == "blocked" for wall in near) for by in (NUDGE, -NUDGE))

    def _barrier(self, viewer: Figure, target: Figure) -> bool:
        """Whether a barrier, a corner or a frame near the target crosses the line between the two in plan."""
        dx, dy = viewer.x - target.x, viewer.y - target.y
        length = hypot(dx, dy)
        if not length:
            return False
        reach = min(1.0, (target.radius + NEARNESS) / length)
        feet, eyes = target.z, viewer.z
        near = round(target.x + reach * dx), round(target.y + reach * dy)
        for wall in self.site.walls_near(*bounds((target.x, target.y), near)):
            t = _plan_crossing(wall, target.x, target.y, dx, dy)
            if (
                t is not None
                and t <= reach + TOUCH
                and wall.bottom <= max(feet, eyes)
                and wall.top >= feet + RAILED
                and wall.bottom < feet + target.height
            ):
                return True
        for box in self.site.parts.boxes:
            part = clip(box.rect, target.x, target.y, dx, dy)
            if part and part[1] > part[0] + TOUCH and part[0] <= reach + TOUCH and _stands_before(box, feet):
                return True
        return False


def _stands_before(box: Box, feet: int) -> bool:
    return box.top >= feet + RAILED and box.bottom <= feet


def lines(viewer: Figure, target: Figure) -> list[Line]:
    """The nine lines: low, middle and high, each to the axis and to either outline."""
    ex, ey, ez = viewer.eye
    sx, sy = _aslant(viewer, target)
    x, y = target.x, target.y
    heights = (target.z + BELOW_TOP, target.z + target.height / 2, target.z + target.height - BELOW_TOP)
    return [(ex, ey, ez, px, py, pz) for pz in heights for px, py in ((x, y), (x + sx, y + sy), (x - sx, y - sy))]


def _aslant(viewer: Figure, target: Figure) -> tuple[float, float]:
    """From his axis to the outline that the viewer sees on one side."""
    dx, dy, radius = target.x - viewer.x, target.y - viewer.y, target.radius
    length = hypot(dx, dy)
    return (-dy / length * radius, dx / length * radius) if length else (float(radius), 0.0)


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
    if _open_at(wall.openings, x, z):
        return "clear"
    return "touched" if x <= low + TOUCH or x >= high - TOUCH else "blocked"


def _inside(rect: Rect, x: float, y: float, dx: float, dy: float) -> tuple[float, float] | None:
    """From which part to which part of its way a line runs inside a rectangle, and not along its edge."""
    part = clip(rect, x, y, dx, dy)
    if part is None or part[1] - part[0] <= TOUCH:
        return None
    west, south, east, north = rect
    middle = (part[0] + part[1]) / 2
    inside = west + TOUCH < x + middle * dx < east - TOUCH and south + TOUCH < y + middle * dy < north - TOUCH
    return part if inside else None


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


def crosses_wall(line: Line, wall: Wall) -> bool:
    """Whether a wall stands between the two ends of a line."""
    return _meets_wall(line, wall) == "blocked"


def crosses_floor(line: Line, rect: Rect, z: int) -> bool:
    """Whether a floor lies between the two ends of a line."""
    return not _clears_floor(line, rect, z)
