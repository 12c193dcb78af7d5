"""What an encounter must agree on with the sheets, the cards and its own board."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import msgspec

from warhost.engine.data import one_of

from .checks import Fault, equipment_faults, hero_faults, named
from .encounter import (
    MOST_PIECES,
    ByCondition,
    ByMajority,
    ByPoints,
    CharacterEntry,
    Eliminated,
    Encounter,
    Fewer,
    Force,
    Inside,
    ScoreArea,
    ScoreDeath,
    UnitEntry,
    strip,
)
from .layout import STEP, BoardError, PlainBoard, Square, Zone
from .plan import build_board
from .sheets import Alignment, PlaySheet

if TYPE_CHECKING:
    from .library import Library

Entry = UnitEntry | CharacterEntry
SLOPES = ("slope", "steps")


def encounter_faults(encounter: Encounter, library: Library) -> Iterator[Fault]:
    yield from named("rule", encounter.rule, library.rules.ids, "the id of a rule")
    yield from _id_faults(encounter)
    for key, force in _forces(encounter):
        yield from _force_faults(key, force, library)
    yield from _name_faults(encounter)
    yield from _number_faults(encounter)
    try:
        board = build_board(encounter.board)
    except BoardError as error:
        yield f"board.{error.key}", error.expected
        return
    for number, objective in enumerate(encounter.objectives):
        yield from _zone_faults(f"objectives[{number}].area", objective.area, board)
    yield from _placing_faults(encounter, board, library)


def _number_faults(encounter: Encounter) -> Iterator[Fault]:
    units = [unit.count for force in encounter.forces for unit in force.units]
    if (pieces := sum(units) + sum(len(force.characters) for force in encounter.forces)) > MOST_PIECES:
        yield "forces", f"expected at most {MOST_PIECES} pieces in all, got {pieces}"


def _forces(encounter: Encounter) -> Iterator[tuple[str, Force]]:
    for number, force in enumerate(encounter.forces):
        yield f"forces[{number}]", force


def _entries(key: str, force: Force) -> Iterator[tuple[str, Entry]]:
    for number, unit in enumerate(force.units):
        yield f"{key}.units[{number}]", unit
    for number, character in enumerate(force.characters):
        yield f"{key}.characters[{number}]", character


def _id_faults(encounter: Encounter) -> Iterator[Fault]:
    """Every id once in the encounter: the victory conditions name forces, units and characters alike."""
    seen: set[str] = set()
    for key, force in _forces(encounter):
        for where, name in [(key, force.id), *((k, entry.id) for k, entry in _entries(key, force))]:
            if name in seen:
                yield f"{where}.id", f"expected another id, {name} is already used in this encounter"
            seen.add(name)


# Forces


def _force_faults(key: str, force: Force, library: Library) -> Iterator[Fault]:
    entries = list(_entries(key, force))
    if not entries:
        yield f"{key}.units", "expected at least one unit or character"
    if force.leader:
        ids = [entry.id for _, entry in entries]
        yield from named(f"{key}.leader", force.leader, ids, "a unit or character of this force")
    for where, entry in entries:
        for part, expected in _entry_faults(entry, library):
            yield f"{where}.{part}", expected
    yield from _alignment_faults(force.alignment, entries, library)


def _entry_faults(entry: Entry, library: Library) -> Iterator[Fault]:
    yield from named("sheet", entry.sheet, library.sheets, "a sheet")
    if entry.sheet not in library.sheets:
        return
    sheet = library.sheets[entry.sheet]
    if isinstance(entry, UnitEntry):
        if sheet.monster:
            yield "sheet", f"expected a sheet of rank and file, {sheet.id} is a monster"
        yield from equipment_faults(sheet, entry.armour, entry.shield, entry.weapons, library)
    elif entry.card:
        yield from _hero_entry_faults(entry, sheet, library)
    elif not sheet.monster:
        yield "card", f"expected a hero card, {sheet.id} is not a monster"
    else:
        armour = entry.armour or sheet.natural_armour or "none"
        yield from equipment_faults(sheet, armour, entry.shield, entry.weapons, library)


def _hero_entry_faults(entry: CharacterEntry, sheet: PlaySheet, library: Library) -> Iterator[Fault]:
    yield from named("card", entry.card, library.heroes, "a hero card")
    if entry.card not in library.heroes:
        return
    card = library.heroes[entry.card]
    if entry.armour or entry.shield or entry.weapons:
        yield "card", f"expected no armour, shield or weapons beside the card {card.id}"
    if sheet.id != card.sheet:
        yield "sheet", f"expected {card.sheet} as on the card {card.id}, got {sheet.id}"
    if entry.skills:
        with_skills = msgspec.structs.replace(card, skills=entry.skills + card.skills)
        yield from (fault for fault in hero_faults(with_skills, library) if fault[0].startswith("skills"))


def _alignment_faults(alignment: Alignment, entries: list[tuple[str, Entry]], library: Library) -> Iterator[Fault]:
    """Never good and evil in one army; neutrals go with either.  [mag.army.alignment]"""
    for key, entry in entries:
        theirs = entry_alignment(entry, library)
        if alignment == "neutral":
            alignment = theirs
        elif theirs not in ("neutral", alignment):
            part = "card" if isinstance(entry, CharacterEntry) and entry.card else "sheet"
            yield f"{key}.{part}", f"expected {one_of((alignment, 'neutral'))} in this army, got {theirs}"


def entry_alignment(entry: Entry, library: Library) -> Alignment:
    """The card's alignment, or the race's."""
    if isinstance(entry, CharacterEntry) and entry.card in library.heroes:
        return library.heroes[entry.card].alignment
    return library.sheets[entry.sheet].alignment if entry.sheet in library.sheets else "neutral"


# Names in exits and victory conditions


def _name_faults(encounter: Encounter) -> Iterator[Fault]:
    forces = [force.id for force in encounter.forces]
    characters = [entry.id for force in encounter.forces for entry in force.characters]
    entries = [entry.id for force in encounter.forces for entry in force.entries()]
    areas = [objective.id for objective in encounter.objectives]
    for number, objective in enumerate(areas):
        if objective in areas[:number]:
            yield f"objectives[{number}].id", f"expected another id, {objective} is already used"
    for number, way_out in enumerate(encounter.exits):
        yield from _all_named(f"exits[{number}].who", way_out.who, entries, "a unit or character")
    if encounter.victory.otherwise:
        yield from named("victory.otherwise", encounter.victory.otherwise, forces, "a force")
    for part, verdicts in (("at_once", encounter.victory.at_once), ("at_end", encounter.victory.at_end)):
        for number, verdict in enumerate(verdicts):
            key = f"victory.{part}[{number}]"
            if isinstance(verdict, ByCondition):
                yield from named(f"{key}.winner", verdict.winner, forces, "a force")
                yield from _condition_faults(key, verdict, encounter)
            elif isinstance(verdict, ByMajority):
                yield from named(f"{key}.area", verdict.area, areas, "an objective")
            elif isinstance(verdict, ByPoints):
                yield from _score_faults(key, verdict, characters, areas)


def _condition_faults(key: str, verdict: ByCondition, encounter: Encounter) -> Iterator[Fault]:
    forces = [force.id for force in encounter.forces]
    characters = [entry.id for force in encounter.forces for entry in force.characters]
    anybody = [*forces, *(entry.id for force in encounter.forces for entry in force.entries())]
    for number, condition in enumerate(verdict.when):
        where = f"{key}.when[{number}]"
        if isinstance(condition, Fewer | Inside):
            yield from _all_named(f"{where}.who", condition.who, anybody, "a force, unit or character")
        elif isinstance(condition, Eliminated):
            yield from named(f"{where}.who", condition.who, forces, "a force")
        else:
            yield from named(f"{where}.who", condition.who, characters, "a character")
        if isinstance(condition, Inside):
            areas = [objective.id for objective in encounter.objectives]
            yield from named(f"{where}.area", condition.area, areas, "an objective")


def _score_faults(key: str, verdict: ByPoints, characters: list[str], areas: list[str]) -> Iterator[Fault]:
    for number, score in enumerate(verdict.scores):
        if isinstance(score, ScoreArea):
            yield from named(f"{key}.scores[{number}].area", score.area, areas, "an objective")
        elif isinstance(score, ScoreDeath):
            yield from named(f"{key}.scores[{number}].who", score.who, characters, "a character")


def _all_named(key: str, names: tuple[str, ...], known: Collection[str], what: str) -> Iterator[Fault]:
    for number, name in enumerate(names):
        yield from named(f"{key}[{number}]", name, known, what)


# Placing


def _zone_faults(key: str, zone: Zone, board: PlainBoard) -> Iterator[Fault]:
    for axis, (first, last), size in (("x", zone.x, board.width), ("y", zone.y, board.height)):
        if not 1 <= first <= last <= size:
            yield f"{key}.{axis}", f"expected squares from 1 to {size}, got [{first}, {last}]"


def _placing_faults(encounter: Encounter, board: PlainBoard, library: Library) -> Iterator[Fault]:
    shared: dict[Zone, int] = {}
    taken: set[Square] = set()
    for key, force in _forces(encounter):
        for where, entry in _entries(key, force):
            sheet = library.sheets.get(entry.sheet)
            if sheet is None:
                continue
            if entry.at:
                yield from _square_faults(where, entry, sheet, board, taken)
            elif faults := list(_no_zone_faults(where, force, entry, board)):
                yield from faults
            else:
                zone = encounter.zone(force, entry, board)
                yield from _room_faults(where, zone, entry, sheet, board, shared)


def _no_zone_faults(where: str, force: Force, entry: Entry, board: PlainBoard) -> Iterator[Fault]:
    if entry.deploy:
        yield from _zone_faults(f"{where}.deploy", entry.deploy, board)
        return
    long_edge = board.width >= board.height if force.home_edge in ("N", "S") else board.height >= board.width
    if not long_edge:
        yield f"{where}.deploy", "expected a zone, the head-on strips lie along the long edges only"
    elif any(_zone_faults("", strip(board.width, board.height, force.home_edge), board)):
        yield f"{where}.deploy", "expected a zone, the board is too small for the head-on strips"


def _room_faults(
    where: str, zone: Zone, entry: Entry, sheet: PlaySheet, board: PlainBoard, shared: dict[Zone, int]
) -> Iterator[Fault]:
    """Room for the pieces, together with those that were given the same zone before."""
    footing = [square for square in zone.squares() if can_stand(sheet, board, square)]
    count = _count(entry)
    shared[zone] = shared.get(zone, 0) + count * sheet.deep
    room = len(footing) if sheet.deep == 1 else _pairs(footing, entry.facing)
    if not footing:
        yield f"{where}.deploy", f"expected ground on which {sheet.id} can stand"
    elif room < count:
        yield f"{where}.deploy", f"expected room for {count}, there is room for {room}"
    elif shared[zone] > len(footing):
        yield f"{where}.deploy", f"expected {shared[zone]} squares for all in this zone, got {len(footing)}"


def _pairs(footing: list[Square], facing: str) -> int:
    """How many two-square pieces with this facing fit in: pair from the front of every file backwards."""
    dx, dy = STEP[facing]
    free, pairs = set(footing), 0
    for x, y in sorted(footing, key=lambda square: -(square[0] * dx + square[1] * dy)):
        if {(x, y), (x - dx, y - dy)} <= free:
            free -= {(x, y), (x - dx, y - dy)}
            pairs += 1
    return pairs


def _square_faults(
    where: str, entry: Entry, sheet: PlaySheet, board: PlainBoard, taken: set[Square]
) -> Iterator[Fault]:
    """Squares fixed by the encounter: on the board, free, and with room for the whole piece."""
    fronts = _fronts(entry)
    if len(fronts) != _count(entry):
        yield f"{where}.at", f"expected {_count(entry)} squares, got {len(fronts)}"
    dx, dy = STEP[entry.facing]
    for x, y in fronts:
        for square in [(x, y), (x - dx, y - dy)][: sheet.deep]:
            if not board.holds(*square) or not can_stand(sheet, board, square):
                yield f"{where}.at", f"expected a square on which {sheet.id} can stand, got {list(square)}"
            elif square in taken:
                yield f"{where}.at", f"expected a free square, got {list(square)}"
            taken.add(square)


def _fronts(entry: Entry) -> tuple[Square, ...]:
    if isinstance(entry, UnitEntry):
        return entry.at
    return (entry.at,) if entry.at else ()


def _count(entry: Entry) -> int:
    return entry.count if isinstance(entry, UnitEntry) else 1


def can_stand(sheet: PlaySheet, board: PlainBoard, square: Square) -> bool:
    """Whether the sheet has a cost for the ground there.  [mag.terrain.impassable]"""
    terrain = board.terrain[board.index(*square)]
    return (f"{terrain}_up" if terrain in SLOPES else terrain) in sheet.square_costs
