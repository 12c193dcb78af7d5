"""Keeping an inch off enemies.  [war.move.apart]"""

from __future__ import annotations

from math import hypot

from warhost.engine.field.levels.bulk import Bulk
from warhost.engine.field.levels.parts import Spot
from warhost.engine.field.levels.sight import crosses_floor, crosses_wall

from ..lookout import enemies
from ..setting import Fight

OFF = 1_000
SLACK = 2
OVER = 1_100  # over a barrier as low as one can fight across


def binding(fight: Fight, number: int) -> list[int]:
    """Enemies on their feet. A hidden one is spotted before anybody comes as near as that, and binds him then."""
    return [
        foe
        for foe in enemies(fight, fight.state.warriors[number].side)
        if fight.state.warriors[foe].posture == "up"
    ]


def too_near(fight: Fight, number: int, start: Spot, end: Spot) -> int | None:
    """The first enemy to whom a straight walk comes too near. Who is too near already must only come away."""
    radius = fight.setting.fighters[number].radius
    west, east = (start[0], end[0]) if start[0] <= end[0] else (end[0], start[0])
    south, north = (start[1], end[1]) if start[1] <= end[1] else (end[1], start[1])
    for foe in binding(fight, number):
        one = fight.state.warriors[foe]
        reach = radius + fight.setting.fighters[foe].radius + OFF - SLACK
        if not (west - reach < one.x < east + reach and south - reach < one.y < north + reach):
            continue
        if abs(one.z - end[2]) >= OFF and abs(one.z - start[2]) >= OFF:
            continue
        if _distance(start, one.x, one.y, one.z, reach - OFF) < OFF - SLACK:
            near = end if _distance(end, one.x, one.y, one.z, reach - OFF) < OFF - SLACK else None
        else:
            near = _nearest(start, end, one.x, one.y, reach)
        if (
            near is not None
            and _distance(near, one.x, one.y, one.z, reach - OFF) < OFF - SLACK
            and not parted(fight, near, foe)
        ):
            return foe
    return None


def _distance(spot: Spot, x: int, y: int, z: int, radii: float) -> float:
    return hypot(max(0.0, hypot(spot[0] - x, spot[1] - y) - radii), spot[2] - z)


def _nearest(a: Spot, b: Spot, x: int, y: int, reach: float) -> Spot | None:
    """Where a walk comes nearest to a point, if that is within reach."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    squared = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((x - a[0]) * dx + (y - a[1]) * dy) / squared)) if squared else 0.0
    px, py = a[0] + t * dx, a[1] + t * dy
    if (px - x) ** 2 + (py - y) ** 2 >= reach * reach:
        return None
    return round(px), round(py), b[2] if t > 0.5 else a[2]


def parted(fight: Fight, spot: Spot, foe: int) -> bool:
    """Whether a wall or a floor lies between a place and an enemy, who is no hindrance then."""
    one = fight.state.warriors[foe]
    site = fight.setting.town(fight.state).site
    ax, ay, az, bx, by, bz = spot[0], spot[1], spot[2] + OVER, one.x, one.y, one.z + OVER
    west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    line = (ax, ay, az, bx, by, bz)
    if any(crosses_wall(line, wall) for wall in site.walls_near(west, south, east, north)):
        return True
    return any(
        crosses_floor(line, surface.rect, surface.z) for surface in site.raised_near(west, south, east, north)
    )


def bulks(fight: Fight, number: int, off: int = OFF, but: tuple[int, ...] = ()) -> list[Bulk]:
    """Enemies as things to be walked round, and friends who stand on a walkway, where nobody passes them.

    [war.terrain.bridge]
    """
    radius = fight.setting.fighters[number].radius
    fighters, warriors = fight.setting.fighters, fight.state.warriors
    found = [(foe, off) for foe in binding(fight, number) if foe not in but]
    found += [(friend, 0) for friend in _on_walkways(fight, number) if friend not in but]
    return [
        Bulk(warriors[one].x, warriors[one].y, warriors[one].z, radius + fighters[one].radius + more)
        for one, more in found
    ]


def lying_below(fight: Fight, number: int) -> list[Bulk]:
    """Whoever else is there, friends and those who lie: a jump lands on nobody.  [war.jump.down]"""
    fighters, standing = fight.setting.fighters, binding(fight, number)
    return [
        Bulk(one.x, one.y, one.z, fighters[number].radius + fighters[other].radius)
        for other, one in enumerate(fight.state.warriors)
        if one.fate == "there" and other != number and other not in standing
    ]


def _on_walkways(fight: Fight, number: int) -> list[int]:
    """Friends who stand on a plank between two roofs."""
    warriors, site = fight.state.warriors, fight.setting.town(fight.state).site
    side = warriors[number].side
    return [
        other
        for other, one in enumerate(warriors)
        if one.z and one.side == side and other != number and one.fate == "there" and one.posture == "up"
        if (surface := site.surface_of(one.spot)) is not None and surface.kind == "walkway"
    ]
