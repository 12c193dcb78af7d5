"""Who fights whom: contacts, the combats they link up to, and getting out of them.  [tp.combat.combat]"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import overlaps_any

from ..bodies import body, friends
from ..kinds import nimble
from ..setting import Fight
from ..state import NO_CHARGE, NOBODY, Contact, Number, Side


def contacts_of(fight: Fight, number: Number) -> list[Contact]:
    """All contacts of a piece, those that still wait for their first round included."""
    return [contact for contact in fight.state.contacts if contact.a == number or contact.b == number]


def waits(fight: Fight, contact: Contact) -> bool:
    """Met too late to fight in this turn: no blows and no stress before the next.  [tp.move.unintentional.late]"""
    return contact.waiting and contact.clock == fight.state.clock


def fighting(fight: Fight, number: Number) -> list[Contact]:
    """Its contacts in which blows are struck this turn."""
    return [
        contact
        for contact in fight.state.contacts
        if (contact.a == number or contact.b == number) and not waits(fight, contact)
    ]


def foes(fight: Fight, number: Number) -> list[Number]:
    return [contact.foe(number) for contact in contacts_of(fight, number)]


def engaged(fight: Fight, number: Number) -> bool:
    contacts = fight.state.contacts
    return bool(contacts) and any(contact.a == number or contact.b == number for contact in contacts)


def between(fight: Fight, one: Number, other: Number) -> Contact | None:
    return next((contact for contact in contacts_of(fight, one) if contact.foe(one) == other), None)


def combat_of(fight: Fight, number: Number) -> list[Number]:
    """The pieces of its combat, itself included, in order of number; itself alone if it fights nobody."""
    linked = [number]
    for one in linked:  # it grows while it is walked
        for contact in fighting(fight, one):
            if (foe := contact.foe(one)) not in linked:
                linked.append(foe)
    return sorted(linked)


def combats(fight: Fight) -> list[list[Number]]:
    """All combats, in the order of their middles along the long edge from the left.  [tp.combat.phase]"""
    found: list[list[Number]] = []
    for contact in fight.state.contacts:
        if not waits(fight, contact) and not any(contact.a in combat for combat in found):
            found.append(combat_of(fight, contact.a))
    return sorted(found, key=lambda combat: (_middle(fight, combat), combat))


def _middle(fight: Fight, combat: list[Number]) -> int:
    blocks = [body(fight, number).block for number in combat]
    return min(block.left for block in blocks) + max(block.right for block in blocks)


def looks_on(fight: Fight, number: Number) -> bool:
    """Skirmishers who share the space of a friend in combat do not fight, even where they touch its enemy.

    [tp.unit.skirmish.shared_space]
    """
    if not nimble(fight, number) or engaged(fight, number):
        return False
    own = body(fight, number)
    return any(
        engaged(fight, friend) and any(overlaps_any(part, own.parts) for part in body(fight, friend).parts)
        for friend in friends(fight, number)
    )


def engage(
    fight: Fight, mover: Number, target: Number, sides: tuple[Side, Side], *,
    charge: Length = NO_CHARGE, late: bool = False, lapped: bool = False, came: int | None = None,
    across: str = "",
) -> None:  # fmt: skip
    """Put two pieces into combat: the first `came` to the second there along its side, if it did so of itself. A
    charge that the second was making ends here.

    [tp.move.charge.mutual]
    """
    state = fight.state
    known = between(fight, mover, target)
    if known is not None:
        if lapped or not known.lapped:
            if came is not None:  # a loose group has been set round its enemy already
                state.contacts[state.contacts.index(known)] = structs.replace(known, came=came)
            return
        state.contacts.remove(known)
    hit = state.pieces[target]
    counter = hit.charge_run if hit.charge_target != NOBODY and not engaged(fight, target) else NO_CHARGE
    hit.charge_target = NOBODY
    if by := fight.setting.ramparts.met_on_a_ladder(fight, mover, target):
        across, sides = by, ("front", "front")  # a stack has no flanks
    if not across:  # nobody is on his way up any more
        state.pieces[mover].climbing = hit.climbing = NOTHING
    run = max(charge, state.pieces[mover].charge_run) if charge != NO_CHARGE else NO_CHARGE
    met = Contact(mover, target, *sides, charge, counter, clock=state.clock, waiting=late, lapped=lapped)
    state.contacts.append(structs.replace(met, run=run, came=came, across=across))


