"""What becomes of a unit that is gone: of those in it, those who fought it, and those who saw it.

[reg.panic.destroyed] [reg.panic.casualties] [reg.troop.monster.ridden] [reg.troop.monster.reaction]
[reg.army.und.rule.crumble]
"""

from __future__ import annotations

from warhost.engine.field.compass import ahead

from ..bodies import base_of, body, in_range
from ..events import Destroyed
from ..measures import inches
from ..nature import engaged, has, kind, present, rides, top
from ..setting import Fight
from ..special import points
from ..state import NOBODY, Contact, Fate, Unit

NEAR_FRIENDS = inches(6)
WHIRL = "reg.army.orc.whirlers"
SILENT = (WHIRL,)  # whose deeds and end nobody minds


def destroyed(
    fight: Fight, number: int, why: str, *, panics: bool = True, fate: Fate = "destroyed"
) -> None:  # fmt: skip
    """A unit is gone. Those who joined it live on where they stood; its friends will test their nerve."""
    unit = fight.state.units[number]
    if not unit.alive:
        return
    fight.tell(Destroyed("reg.panic.destroyed", unit.name, why))
    if panics and unit.present and not any(has(fight, number, rule) for rule in SILENT):
        friends_shaken(fight, number, "reg.panic.destroyed")
    if unit.standard and fight.setting.entries[unit.entry].standard:
        lose_standard(fight, unit, taken=fight.state.phase == "combat" and engaged(fight, number))
    _part(fight, number, fate)


def run_down(fight: Fight, number: int, *, panics: bool = True) -> None:
    """Caught in flight: the unit is destroyed, and all in it."""
    leaders = fight.state.units[number].leaders
    destroyed(fight, number, "run down", panics=panics)
    for leader in leaders:
        destroyed(fight, leader, "run down", panics=False)


def friends_shaken(fight: Fight, number: int, rule: str) -> None:
    """Every other unit of its side within 6 in is to test, unless it cares nothing for such."""
    unit = fight.state.units[number]
    found = []
    for friend in present(fight, unit.side):
        if friend == number or not in_range(fight, number, friend, NEAR_FRIENDS):
            continue
        if not points.unminded.any(("reg.army.orc.rule.nobody",), fight, friend, number):
            found.append((friend, rule, NOBODY))
    fight.state.shaken += tuple(found)


def mark_losses(fight: Fight, number: int, by: int = NOBODY) -> None:
    """A unit that lost a quarter of its models in this phase is to test; what began as one model never does, and
    losses in close combat lead to break tests instead.

    [reg.panic.casualties]
    """
    unit = fight.state.units[number]
    if fight.state.phase == "combat" or (by != NOBODY and has(fight, by, WHIRL)):
        return
    if not unit.present or fight.setting.entries[unit.entry].models <= 1 or kind(fight, number).machine:
        return
    lost = unit.phase_models - heads(fight, number)
    if lost >= -(-unit.phase_models // 4) and lost > 0:
        source = by if by == NOBODY else top(fight, by)  # they flee from the unit a wizard stands in
        fight.state.shaken += ((number, "reg.panic.casualties", source),)


def heads(fight: Fight, number: int) -> int:
    """The models of a unit, with the characters who have joined it.  [reg.core.formation]"""
    unit = fight.state.units[number]
    return unit.models + len(unit.leaders)


def lose_standard(fight: Fight, unit: Unit, taken: bool) -> None:
    """[reg.vp.standards] [reg.scenario.standards]"""
    unit.standard = False
    state = fight.state
    state.banners = _more(state.banners, unit.side)
    if taken:
        state.trophies = _more(state.trophies, 1 - unit.side)


def _more(pair: tuple[int, int], side: int) -> tuple[int, int]:
    return (pair[0] + 1, pair[1]) if side == 0 else (pair[0], pair[1] + 1)


def _part(fight: Fight, number: int, fate: Fate) -> None:
    """Leaders go on by themselves; a character's unit closes its ranks; contacts end or pass on."""
    unit = fight.state.units[number]
    if unit.host != NOBODY:
        _leave_host(fight, number)
    leaders = [one for one in unit.leaders if fight.state.units[one].alive]
    if fate == "destroyed":
        for leader in leaders:
            set_apart(fight, leader)
        heirs = leaders if not rides(fight, number) else leaders[:1]
        _inherit(fight, number, heirs)
    else:
        for leader in leaders:
            other = fight.state.units[leader]
            other.fate, other.host = fate, NOBODY
    unit.leaders, unit.fate, unit.fleeing, unit.building = (), fate, False, NOBODY
    fight.state.contacts = [one for one in fight.state.contacts if number not in (one.a, one.b)]


def _leave_host(fight: Fight, number: int) -> None:
    """A rider who falls leaves a beast without a master.  [reg.troop.monster.reaction]"""
    unit = fight.state.units[number]
    host = fight.state.units[unit.host]
    host.leaders = tuple(one for one in host.leaders if one != number)
    if rides(fight, unit.host) and host.alive:
        host.reaction = True
    unit.host = NOBODY


def set_apart(fight: Fight, leader: int) -> None:
    """A character stands by himself where he stood in his unit, and faces as it did."""
    unit = fight.state.units[leader]
    host = fight.state.units[unit.host]
    one = body(fight, unit.host)
    base = one.bases[min(base_of(fight, leader), len(one.bases) - 1)]
    middle = one.block.centre if rides(fight, unit.host) else base.centre
    unit.x, unit.y = ahead(middle, one.facing, kind(fight, leader).base[1] // 2)
    unit.facing, unit.files, unit.fate, unit.building = one.facing, 1, "standing", NOBODY
    if host.fate == "garrison":
        unit.fate, unit.building = "garrison", host.building
    unit.fleeing, unit.did, unit.charged_at = host.fleeing, host.did, host.charged_at
    unit.fled_at, unit.rounds, unit.fought = host.fled_at, host.rounds, host.fought
    unit.host, unit.post, unit.acted, unit.panicked = NOBODY, NOBODY, host.acted, host.panicked
    unit.phase_models = 1


def _inherit(fight: Fight, number: int, heirs: list[int]) -> None:
    """Whoever is left of a unit fights on with its enemies."""
    more = []
    for contact in fight.state.contacts:
        if number not in (contact.a, contact.b):
            continue
        for heir in heirs:
            a, b = (heir, contact.b) if contact.a == number else (contact.a, heir)
            more.append(
                Contact(
                    a,
                    b,
                    contact.a_side,
                    contact.b_side,
                    contact.clock,
                    contact.barrier,
                    contact.high,
                    contact.assault,
                )
            )
    fight.state.contacts = [*fight.state.contacts, *more]
