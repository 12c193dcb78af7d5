"""Where a warrior may be set up, and where there is room for him.  [war.scen.setup]"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from warhost.engine.field.levels.footing import room
from warhost.engine.field.levels.parts import Point, Rect, Spot
from warhost.engine.question import Refusal

from ..lookout import apart_at, enemies
from ..moving.course import overlaps
from ..setting import Fight
from ..state import NOBODY
from .zones import CENTRE, GROUP, inside, zone

SETUP = "war.scen.setup"
APART, KEPT = 1_000, 4_000


def place_refused(fight: Fight, number: int, spot: Spot, anywhere: bool = False) -> Refusal | None:
    """Wholly in his zone, on some level, in nobody's way, an inch off enemies; a rat within 3 inches of its keeper.

    [war.scen.setup] [war.band.gutter.rats]
    """
    fighter = fight.setting.fighters[number]
    who, site = (fighter.id,), fight.setting.town(fight.state).site
    x, y, _ = spot
    if not anywhere and not inside(fight, fighter.side, x, y, fighter.radius):
        return Refusal(SETUP, "{who} must stand wholly in the zone", who)
    if why := room(site, fighter.gait, spot):
        said = {"air": "in the air", "wall": "across a wall", "water": "in deep water", "table": "off the table"}[
            why
        ]
        return Refusal("war.move.model", f"{{who}} cannot stand {said}", who)
    if spot[2] and not _could_be_there(fight, number, spot):
        return Refusal("war.move.fit", "{who} could not have come up there", who)
    for other, one in enumerate(fight.state.warriors):
        if other != number and one.fate == "there" and overlaps(fight, number, spot, other):
            return Refusal(
                "war.move.model",
                "{who} would stand in the place of {1}",
                (fighter.id, fight.setting.fighters[other].id),
            )
    if any(apart_at(fight, number, spot, foe) < APART - 1 for foe in enemies(fight, fighter.side)):
        return Refusal(SETUP, "enemies are set up at least an inch from each other", who)
    return None if anywhere else _with_keeper(fight, number, spot)


def _could_be_there(fight: Fight, number: int, spot: Spot) -> bool:
    """Large creatures and riders do not enter buildings."""
    return fight.setting.fighters[number].gait.stairs or spot[2] <= 1_000


def _with_keeper(fight: Fight, number: int, spot: Spot) -> Refusal | None:
    fighter = fight.setting.fighters[number]
    keeper = keeper_of(fight, number)
    if keeper != NOBODY and fight.state.warriors[keeper].there and apart_at(fight, number, spot, keeper) > 3_001:
        return Refusal(
            "war.band.gutter.rats",
            "{who} is set up within 3 inches of {1}",
            (fighter.id, fight.setting.fighters[keeper].id),
        )
    return None


def keeper_of(fight: Fight, number: int) -> int:
    fighter = fight.setting.fighters[number]
    if not fighter.recruit.keeper:
        return NOBODY
    return next(
        (
            other.number
            for other in fight.setting.fighters
            if other.side == fighter.side and other.recruit.id == fighter.recruit.keeper
        ),
        NOBODY,
    )


def places(fight: Fight, number: int) -> Iterator[Spot]:
    """Free places in his zone, those nearest to the enemy first; on the ground if there are any."""
    site = fight.setting.town(fight.state).site
    for (west, south, east, north), aim in _zones(fight, number):
        grid = [(x, y) for x in range(west + 600, east, 1_250) for y in range(south + 600, north, 1_250)]
        for x, y in sorted(grid, key=lambda point: (hypot(point[0] - aim[0], point[1] - aim[1]), point)):
            if place_refused(fight, number, (x, y, 0)) is None:
                yield x, y, 0
        fine = [(x, y) for x in range(west + 500, east, 350) for y in range(south + 500, north, 350)]
        for x, y in fine:
            for surface in site.surfaces_at(x, y):
                if place_refused(fight, number, (x, y, surface.z)) is None:
                    yield x, y, surface.z


def _zones(fight: Fight, number: int) -> list[tuple[Rect, Point]]:
    """Where he may look, and from which point on: a rat round its keeper, a defender round his own point first."""
    state, fighter = fight.state, fight.setting.fighters[number]
    site, keeper = fight.setting.town(state).site, keeper_of(fight, number)
    if keeper != NOBODY and state.warriors[keeper].there:
        return [_round((state.warriors[keeper].x, state.warriors[keeper].y), KEPT)]
    if state.points and fighter.side != state.attacker:
        at = number % len(state.points)
        return [_round(point, GROUP) for point in state.points[at:] + state.points[:at]]
    return [(zone(state.edges[fighter.side], site.width, site.depth), CENTRE)]


def _round(point: Point, reach: int) -> tuple[Rect, Point]:
    x, y = point
    return (x - reach, y - reach, x + reach, y + reach), point


def somewhere(fight: Fight, number: int) -> Spot:
    """A place in his zone; where it is full, the nearest one to it."""
    if (found := next(places(fight, number), None)) is not None:
        return found
    (west, south, east, north), _ = _zones(fight, number)[0]
    x, y = (west + east) // 2, (south + north) // 2
    site = fight.setting.town(fight.state).site
    grid = [(px, py) for px in range(500, site.width, 500) for py in range(500, site.depth, 500)]
    near = sorted(grid, key=lambda point: (hypot(point[0] - x, point[1] - y), point))
    return next((px, py, 0) for px, py in near if place_refused(fight, number, (px, py, 0), anywhere=True) is None)
