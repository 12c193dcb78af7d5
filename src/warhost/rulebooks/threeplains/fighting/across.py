"""Fights across something that keeps two pieces apart: turrets, a door. Where they stand says nothing about them.

A contact names the rule by which its pieces fight so; what that rule says is the `Divide` of its name. Who fights
with nothing between them fights over `OPEN` ground, where all is as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from warhost.engine.field.alignment import Pairs
from warhost.engine.tally import Tally

from ..setting import Fight
from ..state import Contact, Number
from ..weapons import Weapon
from .contact import contacts_of

if TYPE_CHECKING:
    from .blows import Blow


def _no_pairs(fight: Fight, contact: Contact) -> Pairs:
    return []


def _nobody(fight: Fight, number: Number, contact: Contact) -> Sequence[int]:
    return ()


def _no(*_: object) -> bool:
    return False


def _none(*_: object) -> tuple[int, str]:
    return (0, "")


def _nothing(*_: object) -> str:
    return ""


def _as_ever(fight: Fight, blow: Blow, tally: Tally) -> None:
    return None


class Divide(NamedTuple):
    """What fighting across a thing means, where it means anything."""

    pairs: Callable[[Fight, Contact], Pairs] = _no_pairs
    """Which model of `a` strikes which of `b`."""
    choosers: Callable[[Fight, Number, Contact], Sequence[int]] = _nobody
    """The models of a piece that strike at whom they like among those who fight so."""
    ranks_matter: Callable[[Fight, Number, Contact], bool] = _no
    """Whether a piece with flimsy ranks buckles in such a fight."""
    fill_gap: Callable[[Fight, Contact], bool] = _no
    """Whether somebody steps where nobody was left."""
    no_room_for: Callable[[Fight, Number, Contact, Weapon, str], bool] = _no
    """Whether models of a piece with this footing cannot use a weapon, or none of them can."""
    footing: Callable[[Fight, Number, Contact, int], str] = _nothing
    """From what a model of a piece strikes, if from anything of its own."""
    to_hit: Callable[[Fight, Blow, Tally], None] = _as_ever
    """What a blow needs to hit."""
    unaided: Callable[[Fight, Blow], str] = _nothing
    """The rule by which nothing helps such blows to hit."""
    exposes: Callable[[Fight, Blow], tuple[int, str]] = _none
    """What is taken off the toughness of the target, and the rule that takes it."""
    strains: Callable[[Fight, Number, Contact], tuple[int, str]] = _none
    """Stress dice for a piece that fights so, and the rule that asks for them."""


OPEN = Divide()
divides: dict[str, Divide] = {}
"""By the rules that contacts name; whoever tells of a rule puts its divide in."""


def between_them(contact: Contact) -> Divide:
    """What keeps the pieces of a contact apart."""
    return divides.get(contact.across, OPEN)


def strain(fight: Fight, number: Number) -> tuple[int, str]:
    """The stress that it means to fight so, once for a piece, and the rule."""
    met = [contact for contact in contacts_of(fight, number) if contact.across]
    return max((between_them(contact).strains(fight, number, contact) for contact in met), default=(0, ""))
