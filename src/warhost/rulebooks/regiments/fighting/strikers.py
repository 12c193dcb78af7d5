"""Who strikes in a round, when, how often and at whom.

[reg.combat.order] [reg.combat.who] [reg.combat.support] [reg.combat.horde] [reg.sr.extraranks]
[reg.troop.cavalry] [reg.troop.chariot] [reg.troop.warmachine] [reg.sr.handlers]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..bodies import CHAMPION, FILE, front_files
from ..nature import kind, rides, rules
from ..records import Profile, Weapon
from ..setting import Fight
from ..special import points
from ..state import Contact
from .blow import initiative, weapon_of
from .round import Mark, Melee, assault_most

FIRST, LAST = 100, -100
MACHINE_MOST = {"infantry": 6, "cavalry": 6, "war beasts": 6, "swarms": 6}
MACHINE_MONSTROUS = 3
CHARIOT = "chariot"


class Party(NamedTuple):
    """Models of a unit that strike alike at the same step."""

    unit: int  # whose numbers they have: a character by his own
    host: int  # the unit they stand in
    who: str  # riders, horses, champion: for the reader
    profile: Profile
    step: int
    models: tuple[int, ...]  # the bases in contact they strike from
    champion: bool = False
    mount: bool = False
    weapon: Weapon | None = None
    supports: bool = False


def parties(melee: Melee) -> list[Party]:
    """All who will strike in this round, in no order."""
    fight = melee.fight
    return [party for number in melee.units for party in _of_unit(fight, melee, number)]


def _of_unit(fight: Fight, melee: Melee, number: int) -> Iterator[Party]:
    found = kind(fight, number)
    touching = melee.in_contact(number)
    if not touching:
        return
    places: dict[int, list[int]] = {}
    for model in touching:
        places.setdefault(melee.who(number, model), []).append(model)
    places.setdefault(FILE, [])  # they may support, even if none of them touches anybody
    if found.figure.crew and not found.figure.mount:
        yield _party(fight, number, number, "crew", found.profile, tuple(touching), weapon_of(fight, number))
        return
    for who, models in places.items():
        if who == CHAMPION:
            if fight.state.units[number].champion:
                champion = found.profile_of(True)
                yield from _fighter(fight, number, number, tuple(models), champion, "champion", champion=True)
        elif who == FILE:
            yield from _fighter(fight, number, number, tuple(models), found.profile, "", supports=True)
        elif not fight.state.units[who].back:
            yield from _fighter(fight, who, number, tuple(models), kind(fight, who).profile, "")
    if rides(fight, number):
        for rider in fight.state.units[number].leaders:
            yield from _fighter(fight, rider, number, tuple(touching), kind(fight, rider).profile, "rider")
    if fight.state.units[number].handlers and found.figure.handler is not None:
        yield _party(fight, number, number, "handlers", found.figure.handler, tuple(touching), None)


def _fighter(
    fight: Fight, number: int, host: int, models: tuple[int, ...], profile: Profile, who: str, *,
    champion: bool = False, supports: bool = False,
) -> Iterator[Party]:  # fmt: skip
    """A man and what carries him, each at his own step."""
    found = kind(fight, number)
    weapon = weapon_of(fight, number)
    name = who or ("riders" if found.mount is not None and found.troop.id != CHARIOT else "")
    if found.troop.id == CHARIOT:
        name = "crew"
    yield _party(fight, number, host, name, profile, models, weapon, champion=champion, supports=supports)
    if found.mount is not None:
        yield _party(fight, number, host, "mounts", found.mount, models, None, champion=champion, mount=True)


def _party(
    fight: Fight, number: int, host: int, who: str, profile: Profile, models: tuple[int, ...],
    weapon: Weapon | None, *, champion: bool = False, mount: bool = False, supports: bool = False,
) -> Party:  # fmt: skip
    step = _step(fight, number, profile, weapon, mount)
    return Party(number, host, who, profile, step, models, champion, mount, weapon, supports)


def _step(fight: Fight, number: int, profile: Profile, weapon: Weapon | None, mount: bool) -> int:
    """Always first, by Initiative, always last; first and last cancel out.  [reg.sr.asf] [reg.sr.asl]"""
    names = kind(fight, number).mount_rules if mount else rules(fight, number)
    if weapon is not None and not mount:
        names = (*names, *weapon.blow_rules)
    order = sum(points.strike_order.replies(dict.fromkeys(names), fight, number))
    if order:
        return FIRST if order > 0 else LAST
    return initiative(fight, number, profile)


def strike_first(fight: Fight, number: int) -> bool:
    """Whether somebody always strikes first, his weapon counted in."""
    weapon = weapon_of(fight, number)
    names = (*rules(fight, number), *(weapon.blow_rules if weapon else ()))
    return sum(points.strike_order.replies(dict.fromkeys(names), fight, number)) > 0


# --- how many ------------------------------------------------------------------------------------------------


def support_ranks(fight: Fight, number: int, weapon: Weapon | None, charged: bool) -> int:
    """Ranks behind the first that make supporting attacks."""
    found = kind(fight, number)
    if not found.troop.support:
        return 0
    ranks = 1 + (found.troop.horde > 0 and front_files(fight, number) >= found.troop.horde)
    if weapon is not None and found.on_foot and not charged:
        ranks += weapon.extra_ranks
    return ranks + ("reg.sr.extraranks" in rules(fight, number))


def charged_now(fight: Fight, number: int, contact: Contact | None) -> bool:
    """Whether it charged into this fight this turn, and not across a wall.  [reg.terrain.obstacle]"""
    if fight.state.units[number].charged_at != fight.state.clock:
        return False
    return contact is None or not (contact.a == number and contact.barrier)


def most_fighters(fight: Fight, melee: Melee, number: int, foe: int) -> int:
    """How many models of a unit may strike at a war machine, or through the walls of a building."""
    found, contact = kind(fight, number), melee.contact_with(number, foe)
    if contact is not None and contact.assault:
        return assault_most(fight, number)
    if kind(fight, foe).machine:
        return 1 if found.single else MACHINE_MOST.get(found.troop.id, MACHINE_MONSTROUS)
    return 10**6


def rivals(melee: Melee, party: Party) -> list[Mark]:
    """Whom somebody fights in a challenge, if he does; mounts strike with their riders."""
    return melee.opponents(party.unit, party.champion)
