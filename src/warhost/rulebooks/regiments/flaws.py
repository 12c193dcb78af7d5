"""What must always be true of a battle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from warhost.engine.battle import Battle
from warhost.engine.field.shapes import overlap
from warhost.engine.oracle import Scripted

from .bodies import body
from .setting import Fight, Setting
from .state import NOBODY, State


def flaws(setting: Setting, state: State) -> list[str]:
    fight: Fight = Battle(setting, state, Scripted())
    return [*_units(fight), *_apart(fight), *_contacts(fight)]


def _units(fight: Fight) -> Iterator[str]:
    for number, unit in enumerate(fight.state.units):
        if unit.alive and unit.models < 1:
            yield f"{unit.name} is there without a model"
        if unit.alive and unit.champion + unit.standard + unit.musician > unit.models:
            yield f"{unit.name} has more command than models"
        if (unit.fate == "within") != (unit.host != NOBODY):
            yield f"{unit.name} is {unit.fate}, and its host is {unit.host}"
        if unit.fate == "within" and number not in fight.state.units[unit.host].leaders:
            yield f"{unit.name} is in a unit that does not know of it"
        if unit.fate == "standing":
            box = body(fight, number).block
            if box.right < 0 or box.top < 0 or box.left > fight.setting.width or box.bottom > fight.setting.depth:
                yield f"{unit.name} stands off the table"


def _apart(fight: Fight) -> Iterator[str]:
    """Nobody stands on another's ground."""
    standing = [number for number, unit in enumerate(fight.state.units) if unit.fate == "standing"]
    blocks = [body(fight, number).block for number in standing]
    for (one, here), (other, there) in combinations(zip(standing, blocks, strict=True), 2):
        if overlap(here, there):
            yield f"{fight.state.units[one].name} stands on the ground of {fight.state.units[other].name}"


def _contacts(fight: Fight) -> Iterator[str]:
    units = fight.state.units
    for contact in fight.state.contacts:
        if units[contact.a].side == units[contact.b].side:
            yield f"{units[contact.a].name} fights a friend"
        for one in (contact.a, contact.b):
            if not units[one].present:
                yield f"{units[one].name} fights, but is {units[one].fate}"
            if units[one].fleeing:
                yield f"{units[one].name} fights and flees"
