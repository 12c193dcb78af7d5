"""Defended positions: high ground, firm ground, and walls to fight from behind."""

from __future__ import annotations

from warhost.engine.field.body import Body
from warhost.engine.field.compass import distance, from_frame, to_frame
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import clip, contains
from warhost.engine.field.zones import band

from ..bodies import body
from ..figure import inches
from ..setting import Fight, Ground
from ..special.riding import mounted
from ..state import Contact, Number, Point
from .contact import between, contacts_of

WALL_REACH = inches(0.5)
WALL_THICKNESS = inches(1)


def defended(fight: Fight, number: Number, foe: Number) -> str:
    """The rule by which it holds a defended position against this foe, or nothing.

    [tp.combat.defended] [tp.combat.defended.front] [tp.combat.defended.mounted]
    """
    if mounted(fight, number):
        return ""
    contact = between(fight, number, foe)
    if contact is None or any(one.side_of(number) != "front" for one in contacts_of(fight, number)):
        return ""
    if contact.across:  # walls of a fortress give none [tp.siege.wall]
        return ""
    here, there = body(fight, number), body(fight, foe)
    if uphill(fight, foe, number) or (_unsteady(fight, there) and not _unsteady(fight, here)):
        return "tp.combat.defended"
    if contact.b == number:
        return "tp.combat.defended" if wall_before(fight, here) else ""
    return "tp.combat.defended" if wall_before(fight, here) and not wall_before(fight, there) else ""


def uphill(fight: Fight, number: Number, foe: Number) -> bool:
    """Whether a piece fights uphill against this foe, who stands on a hill and nearer to its middle."""
    upper, lower = body(fight, foe), body(fight, number)
    return any(
        contains(hill.shape, upper.front)
        and distance(upper.middle, hill.middle) < distance(lower.middle, hill.middle)
        for hill in fight.setting.land(fight.state.terrain).slopes
    )


def _unsteady(fight: Fight, one: Body) -> bool:
    """At least half of its first rank on bad footing, taken along the middles of the bases: the front edges of two
    who fight lie on one line and could not tell them apart. A bridge carries whoever is on it.
    """
    half, inward = one.width // 2, -one.base[1] // 2
    left, right = (from_frame((across, inward), one.front, one.facing) for across in (-half, half))
    land = fight.setting.land(fight.state.terrain)
    bad = sum(_part(left, right, ground) for ground in land.unsteady)
    return bad > 0 and bad - sum(_part(left, right, bridge) for bridge in land.bridges) >= 0.5


def _part(left: Point, right: Point, ground: Ground) -> float:
    part = clip(left, right, ground.shape)
    return part[1] - part[0] if part else 0.0


def wall_before(fight: Fight, one: Body) -> Length:
    """How far ahead the far face of the wall is that this body holds; 0 if it holds none.

    A wall is held by who stands within half an inch of it along at least half of his front; a wedge holds none.
    [tp.unit.infantry_wedge.defended]
    """
    if one.wedge:
        return NOTHING
    covered = far = 0
    half = one.width // 2
    for ground in fight.setting.land(fight.state.terrain).walls:
        outline = [to_frame(point, one.front, one.facing) for point in ground.shape.points]
        extent = _between(outline, half)
        if extent is not None:
            covered += max(0, min(extent[1], half) - max(extent[0], -half))
            far = max(far, extent[2])
    return Length(far) if 2 * covered >= one.width and far <= WALL_REACH + WALL_THICKNESS else NOTHING


def _between(outline: list[Point], half: Length) -> tuple[int, int, int] | None:
    """Which stretch of a front a wall lies before, and how far ahead its far face is there."""
    across = band(outline, 0, WALL_REACH)
    ahead = band([(y, x) for x, y in outline], -half, half)
    return (*across, ahead[1]) if across and ahead else None


def standoff(fight: Fight, contact: Contact) -> Length:
    """How far apart two fronts are because they fight across a wall; it does not part them.  [tp.combat.contact]"""
    return wall_before(fight, body(fight, contact.b)) if contact.b_side == "front" else NOTHING
