"""Room round an enemy: where a charger may stand, and shifting one's own warriors to make some.

[war.charge.fit]
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from warhost.engine.field.compass import FULL_TURN, Angle, ahead, heading, rays, veered
from warhost.engine.field.levels.footing import room
from warhost.engine.field.levels.parts import Spot
from warhost.engine.field.levels.route import Route

from ..events import Moved
from ..lookout import foes, those_there, touching
from ..moving.course import overlaps
from ..moving.falling import set_down
from ..setting import Fight

STEPS, MOST_TRIES = 144, 12


def free_to_stand(fight: Fight, number: int, spot: Spot, *but: int) -> bool:
    """Whether nothing is where he would stand, and nobody but those whose place is known to be beside him."""
    site, gait = fight.setting.town(fight.state).site, fight.setting.fighters[number].gait
    if room(site, gait, spot):
        return False
    return not any(
        other != number and other not in but and overlaps(fight, number, spot, other)
        for other in those_there(fight)
    )


def touched_at(fight: Fight, number: int, spot: Spot) -> list[int]:
    """The enemies he would be engaged with there."""
    before = fight.state.warriors[number].spot
    set_down(fight, number, spot)
    found = foes(fight, number)
    set_down(fight, number, before)
    return found


def make_room(fight: Fight, number: int, target: int, comes: Callable[[], Route | None]) -> Route | None:
    """Shift own warriors round the target's base until one more comes to a place there: by which way.

    Only those who touch this enemy and no other are shifted, and stay in contact with him; nobody is if it does not
    help.
    """
    shifted = _movable(fight, number, target)
    before, tries = [fight.state.warriors[one].spot for one in shifted], 0
    foe, start = fight.state.warriors[target], fight.state.warriors[number]
    first = heading((foe.x, foe.y), (start.x, start.y))
    for way in rays(STEPS, first) if shifted else ():
        places = _packed(fight, [number, *shifted], target, way)
        if places is None:
            continue
        _shift(fight, shifted, places[1:])
        if all(touching(fight, one, target) for one in shifted) and (found := comes()) is not None:
            _tell(fight, shifted, before)
            return found
        _shift(fight, shifted, before)
        tries += 1
        if tries == MOST_TRIES:
            break
    return None


def _movable(fight: Fight, number: int, target: int) -> list[int]:
    side = fight.state.warriors[number].side
    touching = foes(fight, target)
    return [one for one in touching if fight.state.warriors[one].side == side and foes(fight, one) == [target]]


def _packed(fight: Fight, everybody: list[int], target: int, first: Angle) -> list[Spot] | None:
    """A place for each of them, one beside the other, beginning in this direction."""
    site, foe = fight.setting.town(fight.state).site, fight.state.warriors[target]
    places: list[Spot] = []
    at = 0
    for one in everybody:
        radius = fight.setting.fighters[one].radius
        reach = fight.setting.fighters[target].radius + radius
        while at < FULL_TURN:
            x, y = ahead((foe.x, foe.y), veered(first, at), reach)
            z = site.footing(x, y, foe.z)
            if z is not None and _clear(fight, one, (x, y, z), target, everybody, places):
                places.append((x, y, z))
                break
            at += 50
        else:
            return None
    return places


def _clear(fight: Fight, one: int, spot: Spot, target: int, everybody: list[int], places: list[Spot]) -> bool:
    radius = fight.setting.fighters[one].radius
    for other, place in zip(everybody, places, strict=False):
        if hypot(place[0] - spot[0], place[1] - spot[1]) < radius + fight.setting.fighters[other].radius - 3:
            return False
    return free_to_stand(fight, one, spot, target, *everybody)


def _shift(fight: Fight, shifted: list[int], places: list[Spot]) -> None:
    for one, place in zip(shifted, places, strict=True):
        set_down(fight, one, place)


def _tell(fight: Fight, shifted: list[int], before: list[Spot]) -> None:
    for one, start in zip(shifted, before, strict=True):
        x, y, z = fight.state.warriors[one].spot
        if (x, y) != start[:2]:
            id = fight.setting.fighters[one].id
            fight.tell(Moved("war.charge.fit", id, "aside", (start[:2], (x, y)), z))
