"""Tape and eye: how far it is from piece or point to piece or point, and what is seen on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.compass import distance
from warhost.engine.field.shapes import Shape, clip, closest, polygon
from warhost.engine.question import Refusal
from warhost.engine.words import count, listed

from ..bodies import body, on_table, range_between
from ..land.sense import in_cover, seen_bases, sees, why_not_sensed
from ..setting import Fight
from ..state import Number, Point
from ..wording import length
from .names import Names

NO_TAPE = Refusal(
    "tp.setup.commands", "nothing is measured before an order is given; the players have agreed on that"
)


# --- the tape ------------------------------------------------------------------------------------------------


def may_measure(fight: Fight) -> bool:
    """Whether the players have agreed to measure before they give an order.  [tp.setup.commands]"""
    return fight.setting.options.get("measuring") == "open"


def measured(fight: Fight, here: Number | Point, there: Number | Point) -> dict[str, Any] | Refusal:
    """[tp.setup.commands]"""
    if not may_measure(fight):
        return NO_TAPE
    a, b = min(
        (closest(one, other) for one in _shapes(fight, here) for other in _shapes(fight, there)),
        key=lambda ends: distance(*ends),
    )
    far = distance(a, b)
    if isinstance(here, int) and isinstance(there, int):
        far = range_between(fight, here, there)
    return {"distance": far, "text": length(far), "line": [a, b]}


def _shapes(fight: Fight, place: Number | Point) -> tuple[Shape, ...]:
    if isinstance(place, int):
        return body(fight, place).parts
    x, y = place
    return (polygon([(x - 1, y - 1), (x + 1, y - 1), (x, y + 1)]),)


# --- the eye -------------------------------------------------------------------------------------------------


def sighted(fight: Fight, here: Number | Point, there: Number | Point) -> dict[str, Any]:
    """Whether one piece sees another, and what lies on the straight line between the two."""
    line = (_middle(fight, here), _middle(fight, there))
    ends = [place for place in (here, there) if isinstance(place, int)]
    blocks = list(dict.fromkeys(_between(fight, line, ends)))
    if len(ends) < 2:
        text = f"Across the line: {listed(blocks)}." if blocks else "Nothing is in the way."
        return {"line": line, "seen": not blocks, "blocks": blocks, "text": text}
    return {"line": line, "blocks": blocks, **_seen(fight, *ends)}


def _seen(fight: Fight, viewer: Number, target: Number) -> dict[str, Any]:
    seen, models = seen_bases(fight, viewer, target), len(body(fight, target).bases)
    if not seen or not sees(fight, viewer, target):
        refusal = why_not_sensed(fight, viewer, target)
        noticed = f"{fight.state.pieces[target].name} is noticed close by, but not seen"
        why = Names(fight.setting, fight.state.pieces).reason(refusal.why if refusal else noticed, viewer)
        return {"seen": False, "text": why, "why": why, "rule": refusal.rule if refusal else "tp.aware.secondary"}
    cover = in_cover(fight, viewer, target)
    text = f"{len(seen)} of {count(models, 'model')} seen{', in cover' if cover else ''}."
    return {"seen": True, "models": [len(seen), models], "cover": cover, "text": text}


def _middle(fight: Fight, place: Number | Point) -> Point:
    return body(fight, place).block.centre if isinstance(place, int) else place


def _between(fight: Fight, line: tuple[Point, Point], ends: list[Number]) -> Iterator[str]:
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
