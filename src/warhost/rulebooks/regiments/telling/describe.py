"""A unit in words: its numbers, its arms, its rules, and what has become of it."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.words import count, listed

from ..fighting.result import ranks_of_unit
from ..measures import INCH
from ..moving.speed import movement
from ..nature import kind, nature, rules
from ..nerve.leadership import leadership
from ..records import Profile
from ..setting import Fight


def details(fight: Fight, number: int) -> tuple[str, ...]:
    return tuple(_lines(fight, number))


def _lines(fight: Fight, number: int) -> Iterator[str]:
    unit, found = fight.state.units[number], kind(fight, number)
    yield f"{count(unit.models, 'model')}, {found.troop.id}, Movement {movement(fight, number) // INCH}"
    yield stat_line(found.profile)
    if found.mount is not None:
        yield f"{found.figure.mount_title or 'mounts'}: {stat_line(found.mount)}"
    yield f"save {saves(fight, number)}, Leadership {leadership(fight, number).total}"
    if arms := [weapon.title for weapon in found.weapons]:
        yield listed(arms)
    if unit.hurt or unit.champion_hurt:
        yield f"{count(unit.hurt + unit.champion_hurt, 'wound')} lost"
    if command := [name for name in ("champion", "standard", "musician") if getattr(unit, name)]:
        yield listed(command)
    if unit.models > 1 and found.troop.rank:
        yield count(ranks_of_unit(fight, number), "full rank")
    if special := rule_titles(fight, number):
        yield listed(special)
    if unit.spells:
        yield f"level {unit.level}: {listed([fight.setting.library.spells[one].title for one in unit.spells])}"
    for leader in unit.leaders:
        yield f"with {fight.setting.entries[fight.state.units[leader].entry].title}"


def stat_line(profile: Profile) -> str:
    names = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
    return " ".join(f"{name} {getattr(profile, name.lower())}" for name in names)


def saves(fight: Fight, number: int) -> str:
    number_of = kind(fight, number).armour()
    return "none" if number_of > 6 else f"{number_of}+"


def rule_titles(fight: Fight, number: int) -> list[str]:
    catalogue = fight.setting.library.rules
    return [catalogue.get(rule).title for rule in rules(fight, number) if rule in catalogue]


def spell_titles(fight: Fight, number: int) -> list[str]:
    spells = fight.setting.library.spells
    return [spells[one].title for one in nature(fight, number) if one in spells]
