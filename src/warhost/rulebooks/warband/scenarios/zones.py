"""Edges, corners, and where a side may set up.  [war.scen.setup] [war.multi.setup]"""

from __future__ import annotations

from math import hypot

from warhost.engine.field.levels.parts import Rect

from ..setting import Fight

EDGES = ("south", "north", "west", "east")
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
CORNERS = ("south-west", "north-west", "north-east", "south-east")
"""Clockwise: in this order turns follow one another."""
STRIP, CORNER = 8_000, 12_000
GROUP, FROM_CENTRE, BETWEEN = 3_000, 12_000, 6_000
TOUCH = 3
CENTRE = (24_000, 24_000)


def zone(edge: str, width: int, depth: int) -> Rect:
    strips = {
        "south": (0, 0, width, STRIP),
        "north": (0, depth - STRIP, width, depth),
        "west": (0, 0, STRIP, depth),
        "east": (width - STRIP, 0, width, depth),
        "south-west": (0, 0, CORNER, CORNER),
        "north-west": (0, depth - CORNER, CORNER, depth),
        "north-east": (width - CORNER, depth - CORNER, width, depth),
        "south-east": (width - CORNER, 0, width, CORNER),
    }
    return strips[edge]


def inside(fight: Fight, side: int, x: int, y: int, radius: int) -> bool:
    """Whether a base lies wholly in the zone of a side; the defender of a break-through stands round his points."""
    state = fight.state
    if state.points and side != state.attacker:
        return any(hypot(x - px, y - py) <= GROUP - radius + TOUCH for px, py in state.points)
    site = fight.setting.town(state).site
    west, south, east, north = zone(state.edges[side], site.width, site.depth)
    return (
        west <= x - radius + TOUCH
        and x + radius - TOUCH <= east
        and south <= y - radius + TOUCH
        and y + radius - TOUCH <= north
    )


def at_own_edge(fight: Fight, number: int) -> bool:
    """Whether he touches the table edge that is his own: of a corner only the two sides of its square."""
    warrior, r = fight.state.warriors[number], fight.setting.fighters[number].radius + TOUCH
    site = fight.setting.town(fight.state).site
    edge = fight.state.edges[warrior.side]
    sides = [
        side
        for side, gap in (
            ("west", warrior.x),
            ("east", site.width - warrior.x),
            ("south", warrior.y),
            ("north", site.depth - warrior.y),
        )
        if gap <= r
    ]
    if edge in EDGES:
        return edge in sides
    west, south, east, north = zone(edge, site.width, site.depth)
    return any(side in edge for side in sides) and west <= warrior.x <= east and south <= warrior.y <= north


def near_edge(fight: Fight, number: int, edge: str, reach: int) -> bool:
    """Whether his base is within so much of an edge."""
    warrior, r = fight.state.warriors[number], fight.setting.fighters[number].radius
    site = fight.setting.town(fight.state).site
    gaps = {"west": warrior.x, "east": site.width - warrior.x, "south": warrior.y, "north": site.depth - warrior.y}
    return gaps[edge] - r <= reach + 1
