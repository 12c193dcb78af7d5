"""Which weapon a model fights with, and what that weapon can do in this round against this foe.

[tp.weapon.close_combat] [tp.weapon.fixed]
"""

from __future__ import annotations

from collections.abc import Mapping

from warhost.engine.field.length import Length

from ..bodies import figure, loose
from ..figure import inches
from ..magic.bearing import marked, nature
from ..setting import Fight
from ..special.riding import mounted
from ..state import NO_CHARGE, Contact, Number
from ..torchlight import all_bear, beside_a_torch
from ..weapons import Weapon
from .across import between_them
from .contact import fighting
from .edges import irregular
from .fronts import flank_and_rear, flimsy

Chosen = Mapping[Number, str]
"""The weapons that were named for this round, where somebody had several to choose from."""

HANDS = 2
SIDEARM_LEFT = "sidearm left"  # whoever has broken his weapon fights on with that
LONG_CHARGE = inches(7)


def charge_of(contact: Contact, group: Number) -> Length:
    """How far this piece charged into the contact; NO_CHARGE if it did not.

    One that was charged while it was charging itself keeps its charge to its front only.
    [tp.move.charge.mutual] [tp.weapon.lance.countercharged] [tp.weapon.spear.countercharged]
    """
    if group == contact.a:
        return contact.charge
    return contact.counter if contact.b_side == "front" else NO_CHARGE


def whole_charge(contact: Contact, group: Number) -> Length:
    """How far it charged into the contact, earlier turns of that charge included; NO_CHARGE if it did not."""
    return max(contact.charge, contact.run) if group == contact.a else charge_of(contact, group)


def charging(fight: Fight, weapon: Weapon, member: Number, group: Number, contact: Contact) -> bool:
    """Whether the weapon's charge works: a rider's, in the first round, after a long enough way.

    [tp.weapon.lance] [tp.weapon.spear.mounted] [tp.item.enchanted.hourglass_of_time]
    """
    if weapon.charging is None or not mounted(fight, member):
        return False
    if contact.rounds and not marked(nature(fight, member), "still charges"):
        return False
    return whole_charge(contact, group) > inches(weapon.charging.over)


def riding(fight: Fight, number: Number) -> bool:
    """Cavalry and chariots, characters on steeds among them, as spears and pikes know them."""
    sheet = figure(fight, number)
    return sheet.category == "cavalry" or any(line.part in ("steed", "team") for line in sheet.blows)


def rides_down(fight: Fight, number: Number) -> bool:
    """Whether a piece has the weight to ride infantry down: cavalry or a chariot. A lone character on a steed is a
    piece of another kind.  [tp.combat.soft] [tp.piece.categories]
    """
    return riding(fight, number) and figure(fight, number).category != "character"


def on_foot(fight: Fight, number: Number) -> bool:
    """Those whom the book calls infantry, and the characters who walk with them."""
    return figure(fight, number).category in ("infantry", "character") and not mounted(fight, number)


# --- one weapon for the round --------------------------------------------------------------------------------


def usable(fight: Fight, member: Number, group: Number, contact: Contact | None, stands: str = "") -> list[Weapon]:
    """The weapons this member may fight with here, spare ones only where there is nothing else; those of its models
    that stand on something of their own, or any of them.

    Without a contact: against a thing that cannot strike back.
    [tp.weapon.sidearm] [tp.weapon.close_combat] [tp.weapon.inbuilt] [tp.weapon.hands]
    [tp.scenario.raid.torch_hands]
    """
    names = nature(fight, member)
    if "unarmed" in names:
        return []
    if all_bear(fight, member):
        return [beside_a_torch(fight)]
    carried = [fight.setting.weapons[name] for name in figure(fight, member).weapons]
    fit = [w for w in carried if w.melee and not w.needs_another and _works(fight, w, member, group, contact)]
    if contact is not None and contact.across:
        room = between_them(contact)
        fit = [w for w in fit if not room.no_room_for(fight, group, contact, w, stands)]
    if SIDEARM_LEFT in names:
        return [w for w in fit if w.spare]
    return [w for w in fit if not w.spare] or fit


def _works(fight: Fight, weapon: Weapon, member: Number, group: Number, contact: Contact | None) -> bool:
    """Lances want a charge, spears and pikes a unit that is no mob, pikes an open front as well.

    [tp.weapon.spear] [tp.weapon.pike.flank] [tp.weapon.pike.drop] [tp.move.reinforce.pike] [tp.unit.mob.weapons]
    """
    if weapon.only_charging:
        return contact is not None and charging(fight, weapon, member, group, contact)
    if weapon.ranks is None:
        return True
    if figure(fight, member).mob:
        return False
    if weapon.unwieldy:
        if fight.state.pieces[member].pikes_dropped or fight.state.pieces[group].backing:
            return False
        ahead = contact is None or contact.side_of(group) == "front"
        return ahead and not flank_and_rear(fight, group)
    return True


def choices(fight: Fight, member: Number, group: Number) -> list[str]:
    """The weapons of which this member has to name one for the round; fewer than two are no choice.

    [tp.weapon.fixed]
    """
    fit: dict[str, None] = {}
    for contact in fighting(fight, group):
        fit |= dict.fromkeys(weapon.id for weapon in usable(fight, member, group, contact) if not weapon.spare)
    return list(fit)


def wielded(
    fight: Fight, chosen: Chosen, member: Number, group: Number, contact: Contact | None, stands: str = ""
) -> Weapon | None:  # fmt: skip
    """The weapon in hand against this foe: the one that was named if it works here. None is bare hands.

    [tp.weapon.unarmed]
    """
    fit = usable(fight, member, group, contact, stands)
    if not fit:
        return None
    named = chosen.get(member)
    return next((weapon for weapon in fit if weapon.id == named), fit[0])


def net_of(fight: Fight, member: Number, weapon: Weapon) -> Weapon | None:
    """A net in the other hand, if that hand is free.  [tp.weapon.war_net] [tp.weapon.hands]"""
    carried = [fight.setting.weapons[name] for name in figure(fight, member).weapons]
    nets = (other for other in carried if other.needs_another and other.hands + weapon.hands <= HANDS)
    return next(nets, None)


def ranks_fighting(fight: Fight, weapon: Weapon | None, group: Number, contact: Contact) -> int:
    """How many ranks of a formed unit on foot fight in this contact, which is at its front.

    [tp.weapon.spear.ranks] [tp.weapon.spear.flank] [tp.weapon.pike]
    """
    sheet = figure(fight, group)
    if weapon is None or weapon.ranks is None or sheet.category != "infantry" or irregular(fight, group):
        return 1
    charged = any(charge_of(one, group) != NO_CHARGE and not one.rounds for one in fighting(fight, group))
    return weapon.ranks.after_charging if charged else weapon.ranks.fight


# --- soft infantry -------------------------------------------------------------------------------------------


def soft(fight: Fight, infantry: Number, rider: Number, contact: Contact) -> bool:
    """Infantry ridden down: cavalry or chariots came 7 inches or more into it, and it is not made for that.

    [tp.combat.soft]
    """
    sheet = figure(fight, infantry)
    if contact.rounds or sheet.category != "infantry" or not rides_down(fight, rider):
        return False
    if charge_of(contact, rider) < LONG_CHARGE:
        return False
    if flimsy(fight, infantry):
        return True
    if loose(fight, infantry):
        return False
    if contact.side_of(infantry) != "front":
        return True
    poles = any(fight.setting.weapons[name].against_mounted for name in sheet.weapons)
    return not sheet.heavy and (not poles or fight.state.pieces[infantry].pikes_dropped)
