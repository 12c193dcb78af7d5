"""Where warriors stand: distances, sight, cover, and who touches whom."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from warhost.engine.field.levels.footing import reach
from warhost.engine.field.levels.parts import Wall
from warhost.engine.field.levels.sight import Figure, Glance
from warhost.engine.field.levels.site import HAIR, Bar

from .setting import Fight
from .state import Warrior

REACH = 1_000  # two surfaces within this of each other in height: bases that touch are engaged
OVER_BARRIER = 1_500  # centres of enemies who fight over a barrier are no farther apart
LOW_BARRIER = 1_000
NOTHING = Glance(0, False)
WITHIN = 1.001  # a distance that exceeds a limit by no more than a thousandth is within it


def figure(fight: Fight, number: int) -> Figure:
    """His body as it stands or lies.  [war.move.model]"""
    fighter, warrior = fight.setting.fighters[number], fight.state.warriors[number]
    height = fighter.height if warrior.posture == "up" else fighter.lying
    return Figure(warrior.x, warrior.y, warrior.z, fighter.radius, height)


def within(distance: float, limit: float) -> bool:
    return distance <= limit + WITHIN


def apart(fight: Fight, a: int, b: int) -> float:
    """Straight from base to base through the air.  [war.terrain.measure]"""
    one, other = fight.state.warriors[a], fight.state.warriors[b]
    plan = hypot(one.x - other.x, one.y - other.y)
    plan -= fight.setting.fighters[a].radius + fight.setting.fighters[b].radius
    return hypot(max(0.0, plan), one.z - other.z)


def apart_at(fight: Fight, a: int, spot: tuple[int, int, int], b: int) -> float:
    """As if the first stood elsewhere."""
    other = fight.state.warriors[b]
    plan = hypot(spot[0] - other.x, spot[1] - other.y)
    plan -= fight.setting.fighters[a].radius + fight.setting.fighters[b].radius
    return hypot(max(0.0, plan), spot[2] - other.z)


def those_there(fight: Fight) -> Iterator[int]:
    return (number for number, warrior in enumerate(fight.state.warriors) if warrior.fate == "there")


def of_side(fight: Fight, side: int) -> list[int]:
    return [number for number, one in enumerate(fight.state.warriors) if one.side == side and one.fate == "there"]


def enemies(fight: Fight, side: int) -> list[int]:
    """Everybody else on the table.  [war.multi.fight]"""
    return [number for number, one in enumerate(fight.state.warriors) if one.side != side and one.fate == "there"]


# --- sight ----------------------------------------------------------------------------------------------------


def between(fight: Fight, viewer: int, target: int) -> list[Figure]:
    """Those who stand between two; those who lie down are in nobody's way."""
    warriors, fighters = fight.state.warriors, fight.setting.fighters
    one, other = warriors[viewer], warriors[target]
    x, y = one.x, one.y
    dx, dy = other.x - x, other.y - y
    squared = dx * dx + dy * dy
    reach = 800 + fighters[target].radius
    west, east = (x - reach, other.x + reach) if dx >= 0 else (other.x - reach, x + reach)
    south, north = (y - reach, other.y + reach) if dy >= 0 else (other.y - reach, y + reach)
    found = []
    for number, body in enumerate(warriors):
        if not (west < body.x < east and south < body.y < north) or body.fate != "there" or body.posture != "up":
            continue
        if (
            number not in (viewer, target)
            and abs((body.x - x) * dy - (body.y - y) * dx) ** 2 < reach * reach * squared
        ):
            found.append(figure(fight, number))
    return found


def glance(fight: Fight, viewer: int, target: int) -> Glance:
    """What one sees of the other; who lies down sees nobody.  [war.terrain.los]"""
    if fight.state.warriors[viewer].posture != "up":
        return NOTHING
    sight = fight.setting.town(fight.state).sight
    one, other = figure(fight, viewer), figure(fight, target)
    found = sight.glance(one, other)
    if not found.clear or not (bodies := between(fight, viewer, target)):
        return found
    return sight.glance(one, other, bodies)


def sees(fight: Fight, viewer: int, target: int) -> bool:
    """Hidden enemies are not seen; everybody looks all round."""
    hidden = fight.state.warriors[target]
    if hidden.hidden and hidden.side != fight.state.warriors[viewer].side:
        return False
    return glance(fight, viewer, target).seen


# --- contact --------------------------------------------------------------------------------------------------


def touching(fight: Fight, a: int, b: int) -> bool:
    """Bases that touch at about the same height, or warriors on either side of a low barrier; or on a flight of
    stairs and at its foot or head.

    [war.combat.engaged] [war.terrain.stairs]
    """
    one, other = fight.state.warriors[a], fight.state.warriors[b]
    dx, dy = one.x - other.x, one.y - other.y
    together = fight.setting.fighters[a].radius + fight.setting.fighters[b].radius
    squared = dx * dx + dy * dy
    if abs(one.z - other.z) > REACH:
        return squared <= 2_500 * 2_500 and _on_stairs(fight, one, other)
    if squared <= (together + 3) ** 2:
        return not _walled_off(fight, one, other)
    return squared <= (OVER_BARRIER + 1) ** 2 and _over_barrier(fight, a, b)


def _walled_off(fight: Fight, one: Warrior, other: Warrior) -> bool:
    """Whether a wall too high to fight over stands between the two."""
    site = fight.setting.town(fight.state).site
    feet = max(one.z, other.z)
    return any(
        _crossed(one, other, wall.upright, wall.line, wall.span)
        and wall.bottom <= feet
        and wall.top > feet + LOW_BARRIER
        and not _through_opening(one, other, wall)
        for wall in site.walls_near(
            min(one.x, other.x), min(one.y, other.y), max(one.x, other.x), max(one.y, other.y)
        )
    )


def _through_opening(one: Warrior, other: Warrior, wall: Wall) -> bool:
    """A window sill or a door between them is no wall."""
    along = _cross_at(one, other, wall.upright, wall.line)
    feet = max(one.z, other.z)
    return any(o.low <= along <= o.high and o.bottom <= feet + LOW_BARRIER for o in wall.openings)


def _cross_at(one: Warrior, other: Warrior, upright: bool, line: int) -> float:
    ax, ay, bx, by = (one.y, one.x, other.y, other.x) if upright else (one.x, one.y, other.x, other.y)
    return ax + (bx - ax) * (line - ay) / (by - ay) if by != ay else float(ax)


def _crossed(one: Warrior, other: Warrior, upright: bool, line: int, span: tuple[int, int]) -> bool:
    a, b = (one.x, other.x) if upright else (one.y, other.y)
    return (a - line) * (b - line) < 0 and span[0] <= _cross_at(one, other, upright, line) <= span[1]


def _over_barrier(fight: Fight, a: int, b: int) -> bool:
    """Both touch a barrier of at most an inch between them, or the two sides of a thin one."""
    one, other = fight.state.warriors[a], fight.state.warriors[b]
    site = fight.setting.town(fight.state).site
    box = min(one.x, other.x) - 500, min(one.y, other.y) - 500, max(one.x, other.x) + 500, max(one.y, other.y) + 500
    for wall in site.walls_near(*box):
        low = wall.top - max(one.z, other.z) <= LOW_BARRIER or _through_opening(one, other, wall)
        if (
            low
            and wall.bottom <= min(one.z, other.z) + LOW_BARRIER
            and _crossed(one, other, wall.upright, wall.line, wall.span)
        ):
            bar = Bar(wall.upright, wall.line, *wall.span)
            if _touches(fight, a, bar) and _touches(fight, b, bar):
                return True
    return any(_box_between(fight, a, b, thing.rect) for thing in site.parts.boxes if thing.top <= LOW_BARRIER)


def _touches(fight: Fight, number: int, bar: Bar) -> bool:
    one = fight.state.warriors[number]
    return reach(bar, one.x, one.y, 0, 0) <= fight.setting.fighters[number].radius + 3 * HAIR


def _box_between(fight: Fight, a: int, b: int, rect: tuple[int, int, int, int]) -> bool:
    one, other = fight.state.warriors[a], fight.state.warriors[b]
    for upright, near, far, span in (
        (True, rect[0], rect[2], (rect[1], rect[3])),
        (False, rect[1], rect[3], (rect[0], rect[2])),
    ):
        if _crossed(one, other, upright, near, span) and _crossed(one, other, upright, far, span):
            low, high = (a, b) if (one.x if upright else one.y) < (other.x if upright else other.y) else (b, a)
            return _touches(fight, low, Bar(upright, near, *span)) and _touches(
                fight, high, Bar(upright, far, *span)
            )
    return False


def _on_stairs(fight: Fight, one: Warrior, other: Warrior) -> bool:
    for stairs in fight.setting.town(fight.state).site.parts.stairs:
        for upper, lower in ((one, other), (other, one)):
            if _near(upper, stairs.landing) and (_near(lower, stairs.foot) or _near(lower, stairs.head)):
                return True
    return False


def _near(warrior: Warrior, spot: tuple[int, int, int]) -> bool:
    return warrior.z == spot[2] and abs(warrior.x - spot[0]) <= 50 and abs(warrior.y - spot[1]) <= 50


def foes(fight: Fight, number: int) -> list[int]:
    """Enemies he is engaged with. A fleeing warrior is engaged with nobody.  [war.combat.engaged]"""
    warriors = fight.state.warriors
    one = warriors[number]
    if one.fate != "there" or one.fleeing:
        return []
    x, y, side = one.x, one.y, one.side
    return [
        other
        for other, foe in enumerate(warriors)
        if foe.side != side
        and foe.fate == "there"
        and not foe.fleeing
        and -2_600 < foe.x - x < 2_600
        and -2_600 < foe.y - y < 2_600
        and touching(fight, number, other)
    ]


def all_pinned(fight: Fight, side: int) -> set[int]:
    """Everybody of a side who is engaged with somebody on his feet."""
    warriors = fight.state.warriors
    foes_up = [
        (other, foe.x, foe.y)
        for other, foe in enumerate(warriors)
        if foe.side != side and foe.fate == "there" and foe.posture == "up" and not foe.fleeing
    ]
    found = set()
    for number, one in enumerate(warriors):
        if one.side == side and one.fate == "there" and not one.fleeing:
            x, y = one.x, one.y
            near = [other for other, fx, fy in foes_up if -2_600 < fx - x < 2_600 and -2_600 < fy - y < 2_600]
            if any(touching(fight, number, other) for other in near):
                found.add(number)
    return found


def standing_foes(fight: Fight, number: int) -> list[int]:
    return [foe for foe in foes(fight, number) if fight.state.warriors[foe].posture == "up"]


def engaged(fight: Fight, number: int) -> bool:
    return bool(foes(fight, number))


def pinned(fight: Fight, number: int) -> bool:
    """Engaged with somebody on his feet: he may not walk away."""
    return bool(standing_foes(fight, number))


def raised(fight: Fight, number: int) -> bool:
    """2 inches or more above the ground."""
    return fight.state.warriors[number].z >= 2_000
