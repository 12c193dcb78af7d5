"""What could not come to pass on a table: a file that says so is refused with its key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from warhost.engine.data import DataError
from warhost.engine.field.compass import turn
from warhost.engine.field.shapes import gap, overlap

from ..bodies import body
from ..fighting.places import facing_side, side_line
from ..magic.pools import MOST
from ..magic.workings import most_models
from ..measures import INCH
from ..moving.buildings import garrison_of
from ..moving.joining import never_joins
from ..moving.ways import blocks, edge_gap
from ..nature import foes, has, kind, nature, ridden, top
from ..setting import Fight
from ..special.points import met
from ..state import NOBODY, Contact, Effect, Unit

if TYPE_CHECKING:
    from .situation import Moment, UnitEntry

Fault = tuple[str, str]
HAIR = 100  # by so much units may lie into each other: files are written with two decimals
PARTED = 2 * INCH  # losses may have opened a gap so wide between those who fight
ASKEW = 4500  # a front that could not be lined up still looks more at this side than at the next
FOOT = ("infantry", "monstrous infantry")
STRONGEST = 3  # what lasts is as strong as a D3 says
AMBUSH, LOREMASTER = "reg.sr.ambushers", "reg.sr.loremaster"


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
        elif solitary := [name for name, one in ((contact.a, a), (contact.b, b)) if met.heeds(nature(fight, one))]:
            yield f"contacts[{at}]", f"{solitary[0]} fights nobody: it is gone as soon as an enemy meets it"
        elif gap(body(fight, a).block, body(fight, b).block) > PARTED:
            yield f"contacts[{at}]", f"{contact.a} and {contact.b} are too far apart to fight"
        elif fight.state.units[b].fate == "standing" and (side := _side_met(fight, fight.state.contacts[at])):
            yield f"contacts[{at}].on", f"{contact.a} stands at another side: expected {side}"
    for at, effect in enumerate(fight.state.effects):
        yield from _of_effect(fight, effect, f"effects[{at}]")


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
    if unit.fate == "reserve" and not has(fight, number, AMBUSH):
        yield f"{key}.reserve", f"{entry.id} are no ambushers"
    yield from _role(fight, entry, unit, key)
    yield from _fights(fight, entry, number, key)
    yield from _spells(fight, entry, number, key)
    if unit.fate == "garrison":
        if made.troop.id not in FOOT:
            yield f"{key}.garrison", "only infantry garrisons a building"
        elif garrison_of(fight, unit.building) != number:
            yield f"{key}.garrison", "the building is taken"


def _role(fight: Fight, entry: UnitEntry, unit: Unit, key: str) -> Iterator[Fault]:
    """[reg.char.general] [reg.char.bsb]"""
    line, setting = fight.setting.entries[unit.entry], fight.setting
    if (entry.mount or entry.role or entry.joined) and not line.character:
        which = "mount" if entry.mount else "role" if entry.role else "joined"
        yield f"{key}.{which}", f"{entry.id} {'is' if entry.models == 1 else 'are'} no character"
    if entry.role == "general" and not line.general:
        yield f"{key}.role", "another leads the army: of those with the highest Leadership one is its General"
    banners = [one for one in setting.entries if one.battle_standard and one.side == line.side]
    if line.battle_standard and banners[0] is not line:
        yield f"{key}.role", "an army has one battle standard"


def _fights(fight: Fight, entry: UnitEntry, number: int, key: str) -> Iterator[Fault]:
    rider = top(fight, number)
    unit = fight.state.units[rider]
    if entry.charges and fight.state.units[unit.charge].side == unit.side:
        yield f"{key}.charges", "nobody charges his own side"
    if entry.charges and unit.fleeing:
        yield f"{key}.charges", "whoever flees charges nobody"
    if entry.rounds and not foes(fight, rider):
        yield f"{key}.rounds", "it fights nobody"


def _side_met(fight: Fight, contact: Contact) -> str:
    """The side that is touched, if that is not the one which the file names."""
    here, there = body(fight, contact.a), body(fight, contact.b)
    facing = side_line(here, contact.side_of(contact.a)).outward
    if abs(turn(side_line(there, contact.side_of(contact.b)).inward, facing)) <= ASKEW:
        return ""
    return facing_side(there, facing)


def _of_effect(fight: Fight, effect: Effect, key: str) -> Iterator[Fault]:
    """Spells that last lie on friends of the caster or on his enemies, as their type has it.  [reg.magic.types]"""
    spell, caster = fight.setting.library.spells[effect.source], effect.caster
    if not spell.lasts:
        yield f"{key}.spell", f"{spell.title} lies on nobody"
    if effect.strength > (STRONGEST if spell.strong or spell.strong_boosted else 1):
        yield f"{key}.strength", f"{spell.title} is not so strong"
    if caster == effect.bearer:
        return
    if kind(fight, caster).lore != spell.lore:
        yield f"{key}.by", f"{fight.state.units[caster].name} does not cast {spell.title}"
    friends = fight.state.units[caster].side == fight.state.units[effect.bearer].side
    if friends != (spell.type == "augment"):
        yield f"{key}.on", f"{spell.title} is cast on {'friends' if spell.type == 'augment' else 'enemies'}"


def _spells(fight: Fight, entry: UnitEntry, number: int, key: str) -> Iterator[Fault]:
    unit, library = fight.state.units[number], fight.setting.library
    if (entry.spells or entry.level) and not kind(fight, number).lore:
        yield f"{key}.{'spells' if entry.spells else 'level'}", f"{entry.id} is no wizard"
    if len(unit.spells) > unit.level and not has(fight, number, LOREMASTER):
        yield f"{key}.spells", f"a wizard of level {unit.level} knows no more than so many"
    for rule in unit.spells:
        lore = library.spells[rule].lore
        if lore and lore != kind(fight, number).lore:
            yield f"{key}.spells", f"{library.spells[rule].title} is of another lore"


def _on_table(fight: Fight, found: Moment, at: int, number: int) -> Iterator[Fault]:
    """Each stands on the table, on ground one can stand on, and where nobody else does."""
    unit, entry = fight.state.units[number], found.units[at]
    key = f"units[{at}].{'at' if entry.front is None else 'front'}"
    if entry.joined and ridden(fight, number):
        yield f"units[{at}].joined", "whoever rides a monster joins nobody"
    elif entry.joined and unit.host != NOBODY:
        if entry.at is not None or entry.front is not None:
            yield key, f"it stands in {entry.joined}, and nowhere else"
        if refusal := never_joins(fight, number, unit.host):
            yield f"units[{at}].joined", str(refusal)
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
