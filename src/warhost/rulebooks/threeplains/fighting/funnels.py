"""Killing zones: what stands between the points of infantry wedges is struck from both sides.

[tp.unit.infantry_wedge.killing_zone] [tp.unit.infantry_wedge.multiple] [tp.unit.infantry_wedge.partners]
"""

from __future__ import annotations

from warhost.engine.field.alignment import Stretch, abreast
from warhost.engine.field.compass import to_frame, turn

from ..bodies import body, friends
from ..figure import inches
from ..kinds import infantry_wedge
from ..setting import Fight
from ..state import Contact, Number
from ..wedge import funnel
from .edges import meeting

NEIGHBOURS = inches(0.5)  # units nearer than this, and as level, share a funnel
SAME_FACING = 100  # hundredths of a degree by which wedges in line may differ


def killing_zone(fight: Fight, number: Number) -> dict[int, int]:
    """The models of a wedge at the bottom of funnels, each with where its funnel opens, in halves of a base."""
    shape = body(fight, number).wedge
    if shape is None or not infantry_wedge(fight, number):
        return {}
    left, right = _partners(fight, number)
    funnels = [*([-1] if left else []), *range(shape.points - 1), *([shape.points - 1] if right else [])]
    return {model: shape.opening(after) for after in funnels for model in funnel(shape, after)}


def _partners(fight: Fight, number: Number) -> tuple[bool, bool]:
    """Whether another wedge stands in line close to its left, and to its right.

    [tp.unit.infantry_wedge.partners]
    """
    own, beside = body(fight, number), [False, False]
    for friend in friends(fight, number):
        other = body(fight, friend)
        if not infantry_wedge(fight, friend) or abs(turn(own.facing, other.facing)) > SAME_FACING:
            continue
        across, ahead = to_frame(other.front, own.front, own.facing)
        if abs(ahead) <= NEIGHBOURS and abs(across) - (own.width + other.width) // 2 < NEIGHBOURS:
            beside[across > 0] = True
    return beside[0], beside[1]


def in_the_mouth(fight: Fight, number: Number, contact: Contact, opening: int) -> list[int]:
    """The models of the foe that stand in the centre of this funnel."""
    met = meeting(fight, contact, number)
    if met is None or met[1] != "front":
        return []
    rows, _, their_side = met
    one, other = body(fight, number), body(fight, contact.foe(number))
    at = (opening + one.files) * one.base[0] // 2 - (rows.their_start - rows.start)
    return [place.model for place in abreast(other, their_side) if _covers(place, -at)]


def _covers(place: Stretch, at: int) -> bool:
    return place.low <= at <= place.high
