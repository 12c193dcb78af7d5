"""Getting out of contact: what becomes of rings and of those who were held.  [tp.unit.engulf.ring_broken]"""

from __future__ import annotations

from ..setting import Fight
from ..state import Contact, Number
from .contact import engaged, foes
from .engulf import let_go


def disengage(fight: Fight, contact: Contact) -> None:
    """The two no longer touch."""
    fight.state.contacts.remove(contact)
    let_go(fight, contact.a, gone=contact.b)
    let_go(fight, contact.b, gone=contact.a)


def leave(fight: Fight, number: Number) -> list[Number]:
    """Drop all contacts of a piece; the former foes that are free of all combat now."""
    former = foes(fight, number)
    state = fight.state
    state.contacts = [contact for contact in state.contacts if contact.a != number and contact.b != number]
    for one in (number, *former):
        let_go(fight, one, gone=number)
    return [foe for foe in former if state.pieces[foe].standing and not engaged(fight, foe)]
