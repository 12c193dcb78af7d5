"""Distances and sight, for whoever wants to measure."""

from __future__ import annotations

from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.field.body import apart
from warhost.engine.field.compass import distance
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal
from warhost.engine.spokesman import Place

from ..bodies import body
from ..land.sight import sees
from ..library import MM
from ..setting import Fight, Setting
from ..state import State


def look(
    setting: Setting, known: State, what: str, origin: Place, to: Place | None
) -> dict[str, Any] | Refusal | None:
    """A distance in millimetres, or whether one body sees another."""
    fight: Fight = Battle(setting, known, Scripted())
    if what == "distance" and to is not None:
        return {"distance": _between(fight, origin, to)}
    if what == "sight" and isinstance(origin, str) and isinstance(to, str):
        a, b = setting.number.get(origin), setting.number.get(to)
        if a is None or b is None:
            return Refusal("mis.add.visibility", "nobody of that name is there")
        return {"seen": sees(fight, a, b), "distance": _between(fight, origin, to)}
    return None


def _between(fight: Fight, origin: Place, to: Place) -> float:
    places = [_place(fight, one) for one in (origin, to)]
    if all(isinstance(one, int) for one in places):
        return apart(body(fight, int(places[0])), body(fight, int(places[1]))) / MM  # type: ignore[arg-type]
    points = [body(fight, one).middle if isinstance(one, int) else one for one in places]
    return distance(points[0], points[1]) / MM


def _place(fight: Fight, place: Place) -> int | tuple[int, int]:
    if isinstance(place, str):
        return fight.setting.number.get(place, 0)
    return place[0], place[1]
