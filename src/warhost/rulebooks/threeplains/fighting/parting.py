"""Getting out of contact: what becomes of rings and of those who were held.  [tp.unit.engulf.ring_broken]"""

from __future__ import annotations

from ..bodies import take_to_the_air
from ..events.moves import TookOff
from ..land.ground import hangs
from ..setting import Fight
from ..state import Contact, Number
from .contact import engaged, foes
from .engulf import let_go


def disengage(fight: Fight, contact: Contact) -> None:
    """The two no longer touch."""
    fight.state.contacts.remove(contact)
    _freed(fight, contact.a, gone=contact.b)
    _freed(fight, contact.b, gone=contact.a)


def _freed(fight: Fight, number: Number, gone: Number) -> None:
    """A ring may be broken; a flyer that hung before those on a wall is in the air again.  [tp.siege.move.who]"""
    let_go(fight, number, gone)
    if fight.state.pieces[number].standing and not engaged(fight, number) and hangs(fight, number):
        take_to_the_air(fight, number)
        fight.tell(TookOff("tp.siege.move.who", number))


def leave(fight: Fight, number: Number) -> list[Number]:
    """Drop all contacts of a piece; the former foes that are free of all combat now. Where it held others back
    somebody else may step in.  [tp.siege.plug_gap]
    """
    former = foes(fight, number)
    state = fight.state
    ended = [contact for contact in state.contacts if number in (contact.a, contact.b)]
    state.contacts = [contact for contact in state.contacts if contact not in ended]
    state.torn += tuple(contact for contact in ended if contact.across and contact.b == number)
    for one in (number, *former):
        _freed(fight, one, gone=number)
    return [foe for foe in former if state.pieces[foe].standing and not engaged(fight, foe)]
