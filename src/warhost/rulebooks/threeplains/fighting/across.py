"""Fights across something that keeps two pieces apart: turrets, a door. Where they stand says nothing about them.

A contact names the rule by which its pieces fight so; what that rule says is found here by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from warhost.engine.field.alignment import Pairs
from warhost.engine.point import Point
from warhost.engine.tally import Tally

from ..setting import Fight
from ..state import Contact, Number
from ..weapons import Weapon
from .contact import contacts_of

if TYPE_CHECKING:
    from .blows import Blow

pairs_across: Point[[Fight, Contact], Pairs] = Point("which model of `a` strikes which of `b`")
choosers: Point[[Fight, Number, Contact], Sequence[int]] = Point(
    "the models of a piece that strike at whom they like among those who fight so"
)
ranks_matter: Point[[Fight, Number, Contact], bool] = Point(
    "True if a piece with flimsy ranks buckles in such a fight"
)
gap_filled: Point[[Fight, Contact], bool] = Point("True if somebody stepped where nobody was left")
no_room_for: Point[[Fight, Number, Contact, Weapon, str], bool] = Point(
    "True if models of a piece with this footing cannot use a weapon, or none of them can"
)
footing: Point[[Fight, Number, Contact, int], str] = Point("from what a model of a piece strikes")
struck_across: Point[[Fight, Blow, Tally], None] = Point("what a blow needs to hit")
unaided: Point[[Fight, Blow], str] = Point("the rule by which nothing helps such blows to hit")
exposed: Point[[Fight, Blow], int] = Point("what is taken off the toughness of the target")
strained: Point[[Fight, Number, Contact], int] = Point("stress dice for a piece that fights so")


def strain(fight: Fight, number: Number) -> tuple[int, str]:
    """The stress that it means to fight so, once for a piece, and the rule."""
    met = [contact for contact in contacts_of(fight, number) if contact.across]
    return max(
        ((dice, one.across) for one in met for dice in strained.replies((one.across,), fight, number, one)),
        default=(0, ""),
    )
