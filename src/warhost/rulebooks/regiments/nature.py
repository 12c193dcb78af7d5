"""What a unit is like at this moment: the special rules of its kind, what it has gained and lost, and what magic
lies on it. Phases ask for names and never what they are called."""

from __future__ import annotations

from .kinds import SKIRMISHERS, Kind, with_implied
from .setting import Fight
from .state import NOBODY


def kind(fight: Fight, number: int) -> Kind:
    return fight.setting.kinds[fight.state.units[number].figure]


def rules(fight: Fight, number: int) -> tuple[str, ...]:
    """The special rules of the unit's own models."""
    unit = fight.state.units[number]
    found = fight.setting.kinds[unit.figure]
    if not unit.gained and not unit.lost:
        return found.rules
    kept = [rule for rule in (*found.figure.rules, *found.troop.gives) if rule not in unit.lost]
    return with_implied([*kept, *unit.gained])


def nature(fight: Fight, number: int) -> tuple[str, ...]:
    """Its special rules, and the spells that lie on it."""
    found = rules(fight, number)
    if not fight.state.effects:
        return found
    bearer = top(fight, number)
    return (*found, *dict.fromkeys(one.source for one in fight.state.effects if one.bearer == bearer))


def strength_of(fight: Fight, number: int, source: str) -> int:
    """How strong a spell is that lies on a unit; the same spell never stacks with itself.  [reg.magic.duration]"""
    bearer = top(fight, number)
    return max(
        (one.strength for one in fight.state.effects if one.bearer == bearer and one.source == source), default=0
    )


def has(fight: Fight, number: int, rule: str) -> bool:
    return rule in rules(fight, number)


def top(fight: Fight, number: int) -> int:
    """The unit on the table that somebody belongs to: his own, or the one he has joined."""
    host = fight.state.units[number].host
    return number if host == NOBODY else host


def company(fight: Fight, number: int) -> tuple[int, ...]:
    """The unit and all who have joined it."""
    return (number, *fight.state.units[number].leaders)


def all_have(fight: Fight, number: int, rule: str) -> bool:
    """Whether the unit and everybody in it have a rule that only whole units can use."""
    if rule not in rules(fight, number):
        return False
    unit = fight.state.units[number]
    if not unit.leaders or rides(fight, number):
        return True
    return all(rule in rules(fight, leader) for leader in unit.leaders)


def skirmishing(fight: Fight, number: int) -> bool:
    """Whether a unit that is left to itself stands in loose order: not with others among them.

    [reg.sr.skirmishers] [reg.char.join]
    """
    unit = fight.state.units[number]
    others = () if rides(fight, number) else unit.leaders
    return kind(fight, number).skirmishes(unit.models) and all(SKIRMISHERS in rules(fight, one) for one in others)


def anybody_has(fight: Fight, number: int, rule: str) -> bool:
    return any(rule in rules(fight, one) for one in company(fight, number))


def mostly(fight: Fight, number: int, rule: str) -> bool:
    """Whether most models of a unit have it."""
    unit = fight.state.units[number]
    having = sum(fight.state.units[one].models for one in company(fight, number) if rule in rules(fight, one))
    return 2 * having > unit.models + len(unit.leaders)


def rides(fight: Fight, number: int) -> bool:
    """Whether those in this unit ride it: a monster under its rider.  [reg.troop.monster.ridden]"""
    return kind(fight, number).single


def ridden(fight: Fight, number: int) -> bool:
    """A character who sits on a monster."""
    host = fight.state.units[number].host
    return host != NOBODY and rides(fight, host)


def present(fight: Fight, side: int | None = None) -> list[int]:
    """Units on the table, those in buildings too."""
    return [n for n, unit in enumerate(fight.state.units) if unit.present and (side is None or unit.side == side)]


def everybody(fight: Fight, side: int) -> list[int]:
    """All units of a side that are on the table, and the characters in them."""
    return [n for n, unit in enumerate(fight.state.units) if unit.side == side and unit.alive]


def enemies(fight: Fight, number: int) -> list[int]:
    return present(fight, 1 - fight.state.units[number].side)


def engaged(fight: Fight, number: int) -> bool:
    """[reg.core.engaged]"""
    return any(number in (contact.a, contact.b) for contact in fight.state.contacts)


def foes(fight: Fight, number: int) -> list[int]:
    """Whom a unit fights."""
    found = [contact.foe(number) for contact in fight.state.contacts if number in (contact.a, contact.b)]
    return list(dict.fromkeys(found))


def named(fight: Fight, number: int) -> str:
    return fight.state.units[number].name
