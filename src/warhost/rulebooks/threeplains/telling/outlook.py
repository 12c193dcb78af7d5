"""The outlook from a piece or a point: arcs and ranges, and of everybody there whether he is seen and how far off.

Asked of the table as it is, or as an order would leave it (`telling/ghosts.py`): what a player may not measure yet
is left out, and he looks only at what he knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.compass import RIGHT_ANGLE, Angle, ahead, cosine, rays, sine, veered
from warhost.engine.field.cutting import cut
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, polygon
from warhost.engine.question import Refusal
from warhost.engine.words import listed

from ..bodies import body, on_table
from ..kinds import skirmishing
from ..land.sense import NOTICED
from ..missiles.aiming import missiles, reach, to_hit, users, why_no_shot
from ..setting import Fight
from ..state import Number, Point, opponent
from ..wording import length
from .sights import may_measure, measured, sighted

HIDDEN = "tp.aware.los"
BEARINGS = 48  # corners of a ring around a piece


def outlook(fight: Fight, here: Number | Point) -> dict[str, Any]:
    """From a piece to its enemies, from a point to everybody."""
    piece = fight.state.pieces[here] if isinstance(here, int) else None
    watched = on_table(fight) if piece is None else on_table(fight, opponent(piece.side))
    others = [_other(fight, here, number) for number in watched]
    seen = [other["id"] for other in others if other["seen"]]
    text = f"In sight from there: {listed(seen)}." if seen else "Nobody is in sight from there."
    return {"arcs": list(arcs(fight, here)) if isinstance(here, int) else [], "others": others, "text": text}


def _other(fight: Fight, here: Number | Point, number: Number) -> dict[str, Any]:
    found = sighted(fight, here, number)
    if found.get("rule", HIDDEN) != HIDDEN:  # it looks another way: whatever stands between does not matter
        found["blocks"] = []
    told = {"id": fight.state.pieces[number].name, **found}
    tape = measured(fight, here, number)
    if isinstance(tape, Refusal):
        return told
    told |= {"distance": tape["distance"], "nearest": tape["line"]}
    if isinstance(here, int) and found["seen"] and why_no_shot(fight, here, number) is None:
        told["shot"] = to_hit(fight, here, number).total
    return told


# --- arcs ----------------------------------------------------------------------------------------------------


def arcs(fight: Fight, number: Number) -> Iterator[dict[str, Any]]:
    """What lies ahead of its front edge; if players may measure, how near it notices others and how far it shoots.

    [tp.aware.primary] [tp.aware.secondary]
    """
    yield {"kind": "sight", "title": "what it sees", "outline": field_of_view(fight, number)}
    if not may_measure(fight):
        return
    block = body(fight, number).block
    yield {"kind": "senses", "title": "what it notices", "outline": _ring(block, NOTICED).points}
    weapons = [weapon for user in users(fight, number) for weapon in missiles(fight, user)]
    for far in sorted({reach(fight, number, weapon) for weapon in weapons}):
        shape = _seen_part(fight, number, _ring(block, far))
        yield {"kind": "range", "title": f"shots, {length(far)}", "outline": shape.points if shape else ()}


def field_of_view(fight: Fight, number: Number) -> tuple[Point, ...]:
    """The ground ahead of its front edge, or all of it, to the edges of the table.

    [tp.aware.primary] [tp.aware.primary.skirmish]
    """
    seen = _seen_part(fight, number, fight.setting.table.shape)
    return seen.points if seen else ()


def _seen_part(fight: Fight, number: Number, shape: Shape) -> Shape | None:
    if skirmishing(fight, number):
        return shape
    own = body(fight, number)
    return cut(shape, own.front, veered(own.facing, RIGHT_ANGLE))[0]


def _ring(block: Shape, far: Length) -> Shape:
    """All that is no farther from the block than so much, its corners rounded."""
    return polygon([ahead(_foremost(block, way), way, far) for way in rays(BEARINGS)])


def _foremost(block: Shape, way: Angle) -> Point:
    s, c = sine(way), cosine(way)
    return max(block.points, key=lambda corner: corner[0] * s + corner[1] * c)
