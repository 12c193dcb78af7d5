"""What could not come to pass on a table: a file that says so is refused with its key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from warhost.engine.data import DataError
from warhost.engine.field.shapes import gap, overlap

from ..bodies import body
from ..magic.pools import MOST
from ..magic.workings import most_models
from ..measures import INCH
from ..moving.buildings import garrison_of
from ..moving.joining import JOINABLE
from ..moving.ways import blocks, edge_gap
from ..nature import kind, top
from ..setting import Fight
from ..state import NOBODY

if TYPE_CHECKING:
    from .situation import Moment, UnitEntry

Fault = tuple[str, str]
HAIR = 100  # by so much units may lie into each other: files are written with two decimals
PARTED = 2 * INCH  # losses may have opened a gap so wide between those who fight
FOOT = ("infantry", "monstrous infantry")


def check(fight: Fight, found: Moment, file: str) -> None:
    for key, why in _faults(fight, found):
        raise DataError(file, key, why)


def _faults(fight: Fight, found: Moment) -> Iterator[Fault]:
    if found.power > MOST or found.dispel > MOST:
        yield "power" if found.power > MOST else "dispel", f"no pool holds more than {MOST} dice"
    for at, entry in enumerate(found.units):
        number = fight.setting.number[entry.id]
        yield from _of_unit(fight, entry, number, f"units[{at}]")
        yield from _on_table(fight, found, at, number)
    for at, contact in enumerate(found.contacts):
        a, b = (top(fight, fight.setting.number[name]) for name in (contact.a, contact.b))
        if fight.state.units[a].side == fight.state.units[b].side:
            yield f"contacts[{at}]", "they are on the same side"
        elif gap(body(fight, a).block, body(fight, b).block) > PARTED:
            yield f"contacts[{at}]", f"{contact.a} and {contact.b} are too far apart to fight"


def _of_unit(fight: Fight, entry: UnitEntry, number: int, key: str) -> Iterator[Fault]:
    unit, made = fight.state.units[number], kind(fight, number)
    if entry.hurt >= made.life:
        yield f"{key}.hurt", f"its models have {made.life} wounds: whoever has lost them all is slain"
    if entry.files > max(1, entry.models):
        yield f"{key}.files", f"{entry.models} models cannot stand {entry.files} wide"
    if entry.started and entry.models > most_models(fight, number):
        yield f"{key}.started", f"it has {entry.models} models and cannot have begun with so few"
    if (made.character or made.single) and entry.models > 1:
        yield f"{key}.models", "there is only one of him"
    rides = fight.state.units[top(fight, number)]
    if entry.charges and fight.state.units[rides.charge].side == unit.side:
        yield f"{key}.charges", "nobody charges his own side"
    yield from _spells(fight, entry, number, key)
    if unit.fate == "garrison":
        if made.troop.id not in FOOT:
            yield f"{key}.garrison", "only infantry garrisons a building"
        elif garrison_of(fight, unit.building) != number:
            yield f"{key}.garrison", "the building is taken"


def _spells(fight: Fight, entry: UnitEntry, number: int, key: str) -> Iterator[Fault]:
    unit, library = fight.state.units[number], fight.setting.library
    if entry.spells and not kind(fight, number).lore:
        yield f"{key}.spells", f"{entry.id} is no wizard"
    for rule in unit.spells:
        lore = library.spells[rule].lore
        if lore and lore != kind(fight, number).lore:
            yield f"{key}.spells", f"{library.spells[rule].title} is of another lore"


def _on_table(fight: Fight, found: Moment, at: int, number: int) -> Iterator[Fault]:
    """Each stands on the table, on ground one can stand on, and where nobody else does."""
    unit, entry = fight.state.units[number], found.units[at]
    key = f"units[{at}].{'at' if entry.front is None else 'front'}"
    if entry.joined and unit.host != NOBODY:
        if entry.at is not None or entry.front is not None:
            yield key, f"it stands in {entry.joined}, and nowhere else"
        if kind(fight, unit.host).troop.id not in JOINABLE:
            yield f"units[{at}].joined", f"{entry.joined} is not joined by anybody"
    if unit.fate != "standing":
        return
    block = body(fight, number).block
    if edge_gap(fight, block) < -HAIR:
        yield key, "it stands over the edge of the table"
    if any(overlap(block, shape, HAIR) for shape in blocks(fight)):
        yield key, "it stands on impassable ground"
    for other in found.units[:at]:
        there = fight.setting.number[other.id]
        if fight.state.units[there].fate == "standing" and overlap(block, body(fight, there).block, HAIR):
            yield key, f"it stands on the ground of {other.id}"
