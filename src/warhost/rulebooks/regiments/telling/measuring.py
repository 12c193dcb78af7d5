"""Looking at the table: distances, lines of sight and arcs; everybody may measure at any time.  [reg.core.units]"""

from __future__ import annotations

from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.field.body import Body
from warhost.engine.field.compass import Point, ahead, distance, from_frame, veered
from warhost.engine.field.shapes import point_gap
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal

from ..bodies import body, range_between
from ..fighting.places import arc_of
from ..land.sight import looking, unit_sees
from ..measures import inches, said
from ..nature import named, present
from ..setting import Fight, Setting
from ..state import State

NOWHERE = Refusal("", "there is no such unit or point on the table")
ARC_DEPTH = inches(24)


def look(setting: Setting, known: State, what: str, origin: Any, to: Any) -> dict[str, Any] | Refusal | None:
    fight: Fight = Battle(setting, known, Scripted())
    here, there = _place(fight, origin), _place(fight, to)
    if here is None:
        return NOWHERE
    if what == "outlook":
        return _outlook(fight, here) if isinstance(here, int) else None
    if what == "distance":
        return NOWHERE if there is None else _tape(fight, here, there)
    if what == "sight":
        if not isinstance(here, int) or not isinstance(there, int):
            return NOWHERE
        return _sight(fight, here, there)
    if what in ("arc", "reach") and isinstance(here, int):
        return {"outline": arc_outline(body(fight, here))}
    return None


def _place(fight: Fight, wanted: Any) -> int | Point | None:
    if isinstance(wanted, list | tuple) and len(wanted) == 2 and all(type(part) is int for part in wanted):
        return wanted[0], wanted[1]
    return next((n for n in present(fight) if fight.state.units[n].name == wanted), None)


def _far(fight: Fight, here: int | Point, there: int | Point) -> int:
    if isinstance(here, int) and isinstance(there, int):
        return range_between(fight, here, there)
    if isinstance(here, int) and not isinstance(there, int):
        return min(point_gap(there, part) for part in body(fight, here).parts)
    if isinstance(there, int) and not isinstance(here, int):
        return min(point_gap(here, part) for part in body(fight, there).parts)
    assert not isinstance(here, int) and not isinstance(there, int)
    return distance(here, there)


def _tape(fight: Fight, here: int | Point, there: int | Point) -> dict[str, Any]:
    far = _far(fight, here, there)
    return {"distance": far, "text": said(far), "line": _line(fight, here, there)}


def _line(fight: Fight, *places: int | Point) -> list[Point]:
    return [body(fight, place).middle if isinstance(place, int) else place for place in places]


def _sight(fight: Fight, here: int, there: int) -> dict[str, Any]:
    sees = unit_sees(fight, here, there)
    cover = looking(fight, here, there).cover_from(body(fight, here).bases[0]) if sees else ""
    words = f"{'in sight' if sees else 'out of sight'}{', ' + cover + ' cover' if cover else ''}"
    return {"seen": sees, "cover": bool(cover), "blocks": [], "line": _line(fight, here, there), "text": words}


def _outlook(fight: Fight, here: int) -> dict[str, Any]:
    """All enemies with their distance, whether they are seen, and in which of their arcs one stands."""
    front = {"kind": "sight", "title": "its front arc", "outline": arc_outline(body(fight, here))}
    others = [_other(fight, here, foe) for foe in present(fight, 1 - fight.state.units[here].side)]
    seen = sum(other["seen"] for other in others)
    return {"arcs": [front], "others": others, "text": f"{seen} of {len(others)} enemies are in sight."}


def _other(fight: Fight, here: int, foe: int) -> dict[str, Any]:
    found, tape = _sight(fight, here, foe), _tape(fight, here, foe)
    arc = arc_of(body(fight, foe), body(fight, here).front)
    words = f"{found['text']}, {tape['text']}, in its {arc} arc"
    return {"id": named(fight, foe), **found, "distance": tape["distance"], "nearest": tape["line"], "text": words}


def arc_outline(one: Body) -> list[Point]:
    """The front arc, as far as a longbow carries."""
    half, far = one.width // 2, ARC_DEPTH
    left, right = from_frame((-half, 0), one.front, one.facing), from_frame((half, 0), one.front, one.facing)
    return [left, ahead(left, veered(one.facing, -4500), far), ahead(right, veered(one.facing, 4500), far), right]
