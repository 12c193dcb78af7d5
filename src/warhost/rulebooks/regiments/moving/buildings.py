"""Buildings: who may go in, and how they come out.  [reg.terrain.building]"""

from __future__ import annotations

from typing import Any

from warhost.engine.field.shapes import gap, polygon
from warhost.engine.question import Refusal

from ..bodies import body, pose, set_stance, stance, standing_at
from ..nature import kind, named
from ..setting import Fight
from ..state import NOBODY

RULE = "reg.terrain.building"


def building_called(fight: Fight, name: Any) -> int:
    for at, feature in enumerate(fight.state.terrain):
        if feature.name == name and fight.setting.library.grounds[feature.kind].floors:
            return at
    return NOBODY


def garrison_of(fight: Fight, building: int) -> int:
    for number, unit in enumerate(fight.state.units):
        if unit.fate == "garrison" and unit.building == building:
            return number
    return NOBODY


def why_not_enter(fight: Fight, number: int, name: Any) -> int | Refusal:
    """Which building it is, or why the unit may not go in."""
    found = building_called(fight, name)
    if found == NOBODY:
        return Refusal(RULE, f"no building is called {name!r:.40}")
    if kind(fight, number).troop.id not in ("infantry", "monstrous infantry") or kind(fight, number).character:
        return Refusal(RULE, "only infantry garrisons a building")
    if fight.state.units[number].fate == "garrison":
        return Refusal(RULE, "{who} {is} in a building already", (named(fight, number),))
    if garrison_of(fight, found) != NOBODY:
        return Refusal(RULE, "the building is taken")
    return found


def floors(fight: Fight, building: int) -> int:
    return fight.setting.library.grounds[fight.state.terrain[building].kind].floors


def open_buildings(fight: Fight, number: int, pace: int) -> list[str]:
    """Those a unit could walk into now."""
    land, found = fight.setting.land(fight.state.terrain), list[str]()
    for ground in land.grounds:
        near = ground.kind.floors and gap(body(fight, number).block, ground.shape) <= pace
        if near and not isinstance(why_not_enter(fight, number, ground.feature.name), Refusal):
            found.append(ground.feature.name)
    return found


def move_in(fight: Fight, number: int, building: int) -> None:
    """It stands in the middle of the building: from there it flees, should it have to."""
    unit = fight.state.units[number]
    middle = polygon(fight.state.terrain[building].points).centre
    unit.fate, unit.building, unit.loose = "garrison", building, False
    set_stance(unit, standing_at(middle, unit.facing, pose(fight, number, stance(unit))))
