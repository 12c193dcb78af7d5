"""Distances and sight, for whoever wants to measure."""

from __future__ import annotations

from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.field.body import apart
from warhost.engine.field.compass import distance
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal
from warhost.engine.spokesman import Place
from warhost.engine.view import MILLIMETRES

from ..bodies import body
from ..land.sight import sees
from ..setting import Fight, Setting
from ..state import State


def look(
    setting: Setting, known: State, what: str, origin: Place, to: Place | None
) -> dict[str, Any] | Refusal | None:
    """A distance in millimetres, or whether one body sees another."""
    fight: Fight = Battle(setting, known, Scripted())
    if what == "distance" and to is not None:
        return _tape(fight, origin, to)
    if what == "sight" and isinstance(origin, str) and isinstance(to, str):
        a, b = setting.number.get(origin), setting.number.get(to)
        if a is None or b is None:
            return Refusal("mis.add.visibility", "nobody of that name is there")
        seen = sees(fight, a, b)
        words = "Seen." if seen else "Out of sight."
        return {**_tape(fight, origin, to), "seen": seen, "blocks": [], "text": words}
    return None


def _tape(fight: Fight, origin: Place, to: Place) -> dict[str, Any]:
    here, there = _place(fight, origin), _place(fight, to)
    line = [body(fight, one).middle if isinstance(one, int) else one for one in (here, there)]
    far = distance(line[0], line[1])
    if isinstance(here, int) and isinstance(there, int):
        far = apart(body(fight, here), body(fight, there))
    return {"distance": far, "line": line, "text": MILLIMETRES.length(far)}


def _place(fight: Fight, place: Place) -> int | tuple[int, int]:
    if isinstance(place, str):
        return fight.setting.number.get(place, 0)
    return place[0], place[1]
