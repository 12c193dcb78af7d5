"""Looking at the table: distances, lines of sight, reaches and arcs, where the players may measure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.field.compass import RIGHT_ANGLE, distance
from warhost.engine.field.cutting import cut
from warhost.engine.field.shapes import Shape, clip, closest, polygon
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal

from ..bodies import body, on_table, range_between
from ..land.sense import in_cover, seen_bases, why_not_sensed
from ..moving.orders import Move
from ..setting import Fight, Setting
from ..state import NOBODY, Point, State
from .names import count, length, listed

NO_TAPE = Refusal(
    "tp.setup.commands", "nothing is measured before an order is given; the players have agreed on that"
)


def look(setting: Setting, known: State, what: str, origin: Any, to: Any) -> dict[str, Any] | Refusal | None:
    """What a player sees who looks from a piece or point to another; places are names or [x, y]."""
    fight: Fight = Battle(setting, known, Scripted())
    here, there = _place(fight, origin), _place(fight, to)
    if here is None or (there is None and what in ("distance", "sight")):
        return Refusal("", "there is no such piece or point on the table")
    if what == "distance":
        return _distance(fight, here, there)
    number = here if isinstance(here, int) else NOBODY
    if what == "sight":
        return _sight(fight, here, there)
    if number == NOBODY:
        return Refusal("", "only a piece has a reach and an arc")
    if what == "reach":
        outline = Move(fight, number).outline()[known.pieces[number].name]
        return {"outline": outline}
    return {"outline": _arc(fight, number)}


def _place(fight: Fight, said: Any) -> int | Point | None:
    """A piece that stands on the table by its number, or a point."""
    if isinstance(said, list | tuple) and len(said) == 2 and all(type(part) is int for part in said):
        return said[0], said[1]
    return next((n for n in on_table(fight) if fight.state.pieces[n].name == said), None)


def _distance(fight: Fight, here: int | Point, there: int | Point | None) -> dict[str, Any] | Refusal:
    """[tp.setup.commands]"""
    if fight.setting.options.get("measuring") != "open":
        return NO_TAPE
    assert there is not None
    a, b = min(
        (closest(one, other) for one in _shapes(fight, here) for other in _shapes(fight, there)),
        key=lambda ends: distance(*ends),
    )
    far = distance(a, b)
    if isinstance(here, int) and isinstance(there, int):
        far = range_between(fight, here, there)
    return {"distance": far, "text": length(far), "line": [a, b]}


def _shapes(fight: Fight, place: int | Point) -> tuple[Shape, ...]:
    if isinstance(place, int):
        return body(fight, place).parts
    x, y = place
    return (polygon([(x - 1, y - 1), (x + 1, y - 1), (x, y + 1)]),)


# --- sight ---------------------------------------------------------------------------------------------------


def _sight(fight: Fight, here: int | Point, there: int | Point | None) -> dict[str, Any]:
    """Whether one piece sees another, and what lies on the straight line between the two."""
    assert there is not None
    line = (_middle(fight, here), _middle(fight, there))
    ends = [place for place in (here, there) if isinstance(place, int)]
    blocks = list(dict.fromkeys(_between(fight, line, ends)))
    if len(ends) < 2:
        text = f"Across the line: {listed(blocks)}." if blocks else "Nothing is in the way."
        return {"line": line, "seen": not blocks, "blocks": blocks, "text": text}
    return {"line": line, "blocks": blocks, **_seen(fight, *ends)}


def _seen(fight: Fight, viewer: int, target: int) -> dict[str, Any]:
    seen, models = seen_bases(fight, viewer, target), len(body(fight, target).bases)
    if refusal := None if seen else why_not_sensed(fight, viewer, target):
        return {"seen": False, "text": refusal.why, "why": refusal.why, "rule": refusal.rule}
    cover = bool(seen) and in_cover(fight, viewer, target)
    text = f"{len(seen)} of {count(models, 'model')} seen{', in cover' if cover else ''}."
    return {"seen": bool(seen), "models": [len(seen), models], "cover": cover, "text": text}


def _middle(fight: Fight, place: int | Point) -> Point:
    return body(fight, place).block.centre if isinstance(place, int) else place


def _between(fight: Fight, line: tuple[Point, Point], ends: list[int]) -> Iterator[str]:
    """The pieces that stand across a line, and the high or thick ground it runs over."""
    for number in on_table(fight):
        if number in ends or fight.state.pieces[number].airborne:
            continue
        if any(clip(*line, part) for part in body(fight, number).parts):
            yield fight.state.pieces[number].name
    for feature in fight.state.terrain:
        ground = fight.setting.ground(feature)
        if (ground.kind.blocks or ground.kind.woody) and clip(*line, ground.shape):
            yield feature.name


def _arc(fight: Fight, number: int) -> tuple[Point, ...]:
    """The ground ahead of its front edge, to the edges of the table.  [tp.aware.primary]"""
    own, table = body(fight, number), fight.setting.table
    whole = polygon([(0, 0), (table.width, 0), (table.width, table.depth), (0, table.depth)])
    before, _ = cut(whole, own.front, own.facing + RIGHT_ANGLE)
    return before.points if before else ()
