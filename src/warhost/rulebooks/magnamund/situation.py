"""A situation: a board, some pieces and a moment of the turn. To this game what a FEN is to chess.

Written as TOML (docs/situations.md), used to settle arguments, to try rules, and by the rule tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from warhost.engine.bounds import Count, Few
from warhost.engine.data import DataError, Definition, convert
from warhost.engine.field.board import FACINGS

from .checks import Fault, named
from .encounter import (
    MOST_IN_A_UNIT,
    MOST_PIECES,
    BoardData,
    CharacterEntry,
    Encounter,
    Exit,
    Force,
    Objective,
    Options,
    Turn,
    UnitEntry,
    Victory,
    build_board,
)
from .encounter_checks import encounter_faults
from .layout import BoardError, PlainBoard, Side, Square, Terrain
from .library import Library
from .placing import equipped
from .possible import fielded, impossible, own_key
from .setting import Setting
from .sheets import Alignment, Armour, Location, Severity, Training
from .state import NOBODY, Phase, State, Trance, Wound

Moment = Literal["initiative", "first firing", "movement", "second firing", "combat", "morale"]
SIDES = ("ours", "theirs")
POWERS = ("healing", "hypnotise", "mind_blast", "salmon_leap")
"""Those with a limited number of uses."""
Lost = Annotated[int, Meta(ge=0, le=100)]


class Standing(Definition, frozen=True, kw_only=True):
    """What has happened to a piece before the situation begins."""

    facing: Side | None = None
    moved: bool = False
    acted: bool = False
    fired: Count = 0
    struck: bool = False
    charged: tuple[str, ...] = ()
    hidden: bool = False
    stunned: Count = 0  # the last turn in which it is stunned
    hardened: bool = False
    wounds: tuple[tuple[Location, Severity], ...] = ()
    uses: dict[str, Count] = field(default_factory=dict)
    obeys: Count = 0  # hypnotised: the last turn in which it is its enemy's; 0 if it is its own
    tranced: bool = False  # hypnotised this turn, to obey from the next
    paid: Count = 0  # Movement Points spent in a move that a surprise has left unfinished
    busy: bool = False  # it shot or used a power in this firing phase
    spent: bool = False  # it healed: no shot for the rest of the turn
    foe: str = ""  # whom it attacked this turn
    rested: bool = False  # its player wants no attack of it this turn
    parrying: bool = False
    wary: bool = False  # it has been asked whether it parries
    lightning: bool = False  # it has made its second attack


class SituationUnit(Definition, frozen=True, kw_only=True):
    """A unit and the front squares of its pieces, number 1 first. `lost` pieces are dead already."""

    id: str
    side: Literal["ours", "theirs"]
    sheet: str
    at: Few[Square]
    facing: Side
    title: str = ""
    training: Training = "regular"
    armour: Armour = "mail"
    shield: bool = False
    weapons: tuple[str, ...]
    lost: Lost = 0
    lost_this_turn: Lost = 0
    pieces: dict[str, Standing] = field(default_factory=dict)  # by number of the piece
    all: Standing = Standing()  # what holds for every piece of the unit
    killers: tuple[str, ...] = ()  # who killed this turn, for morale
    flank_attackers: tuple[str, ...] = ()
    rear_attackers: tuple[str, ...] = ()
    monsters: tuple[str, ...] = ()
    acted: bool = False  # the whole unit has made its move
    tested: bool = False
    friends_routed: bool = False
    killed: Count = 0
    lost_in_combat: Count = 0
    brutalised: bool = False
    steady: tuple[str, ...] = ()


class SituationCharacter(Definition, frozen=True, kw_only=True):
    """A hero by his card, or a monster by its sheet."""

    id: str
    side: Literal["ours", "theirs"]
    at: Square
    facing: Side
    title: str = ""
    card: str = ""
    sheet: str = ""
    armour: Armour | None = None
    shield: bool = False
    weapons: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    now: Standing = Standing()


class Situation(Definition, frozen=True, kw_only=True):
    """The moment: whose half of which phase, and what has been settled before."""

    title: str = "A situation"
    text: str = ""
    board: BoardData
    units: Few[SituationUnit] = ()
    characters: Few[SituationCharacter] = ()
    names: tuple[str, str] = SIDES
    alignments: tuple[Alignment, Alignment] = ("good", "evil")
    home_edges: tuple[Side, Side] = ("S", "N")
    phase: Moment = "first firing"
    turn: Turn = 1
    turn_limit: Turn = 99
    red: Literal["ours", "theirs"] = "ours"
    active: Literal["ours", "theirs"] = "ours"
    leaders: tuple[str, str] = ("", "")
    leaders_slain: tuple[bool, bool] = (False, False)
    animals: tuple[tuple[str, str], ...] = ()
    sensed: bool = False  # Sixth Sense has been asked for in this half
    objectives: Few[Objective] = ()
    exits: Few[Exit] = ()
    contact_across: tuple[Terrain, ...] = ()
    victory: Victory = Victory()
    options: Options = Options()


def open_field(width: int, height: int) -> BoardData:
    """A board of open ground."""
    return BoardData(rows=("." * width,) * height)


def encounter_of(situation: Situation) -> Encounter:
    """The encounter of which a situation is a moment."""
    return Encounter(
        id="situation",
        title=situation.title,
        story=situation.text,
        turn_limit=situation.turn_limit,
        board=situation.board,
        forces=(_force(situation, 0), _force(situation, 1)),
        objectives=situation.objectives,
        exits=situation.exits,
        contact_across=situation.contact_across,
        victory=situation.victory,
        options=situation.options,
    )


def _force(situation: Situation, number: int) -> Force:
    side = SIDES[number]
    units = tuple(_unit_entry(unit) for unit in situation.units if unit.side == side)
    characters = tuple(_character_entry(one) for one in situation.characters if one.side == side)
    name = situation.names[number]
    return Force(
        id=name,
        title=name.replace("_", " ").title(),
        alignment=situation.alignments[number],
        home_edge=situation.home_edges[number],
        units=units,
        characters=characters,
    )


def _unit_entry(unit: SituationUnit) -> UnitEntry:
    return UnitEntry(
        id=unit.id,
        title=unit.title or unit.id.replace("_", " ").capitalize(),
        count=len(unit.at) + unit.lost,
        sheet=unit.sheet,
        training=unit.training,
        armour=unit.armour,
        shield=unit.shield,
        weapons=unit.weapons,
        facing=unit.facing,
    )


def _character_entry(one: SituationCharacter) -> CharacterEntry:
    return CharacterEntry(
        id=one.id,
        title=one.title or one.id.replace("_", " ").title(),
        sheet=one.sheet,
        card=one.card,
        armour=one.armour,
        shield=one.shield,
        weapons=one.weapons,
        skills=one.skills,
        choose_skills=0,
        facing=one.facing,
    )


def setup_of(situation: Situation, library: Library) -> dict[str, Any]:
    """The setup of a game that starts from the situation."""
    return {"encounter": msgspec.to_builtins(encounter_of(_with_sheets(situation, library))), "options": {}}


def _with_sheets(situation: Situation, library: Library) -> Situation:
    """Heroes' sheets are filled in from their cards."""
    characters = tuple(
        msgspec.structs.replace(one, sheet=one.sheet or library.heroes[one.card].sheet) if one.card else one
        for one in situation.characters
    )
    return msgspec.structs.replace(situation, characters=characters)


def state_of(situation: Situation, setting: Setting) -> State:
    """The state at that moment."""
    state = setting.begin()
    state.turn, state.phase = situation.turn - (situation.phase == "initiative"), _phase(situation.phase)
    state.red = SIDES.index(situation.red)
    state.half = 0 if situation.active == situation.red else 1
    state.sensed = situation.sensed
    number = setting.number
    state.leaders = (_named(number, situation.leaders[0]), _named(number, situation.leaders[1]))
    state.leaders_slain = situation.leaders_slain
    state.animals = tuple((number[lord], number[animal]) for lord, animal in situation.animals)
    for unit in situation.units:
        _stand_unit(setting, state, unit)
    for one in situation.characters:
        _stand(setting, state, number[one.id], one.at, one.facing, one.now)
        piece = state.pieces[number[one.id]]
        if one.card and one.weapons:
            piece.weapons = one.weapons
        elif setting.figures[number[one.id]].kai_lord:
            piece.weapons = equipped(setting.library, piece.skills)
    return state


def _phase(moment: Moment) -> Phase:
    return moment


def _named(numbers: dict[str, int], name: str) -> int:
    return numbers[name] if name else NOBODY


def _stand_unit(setting: Setting, state: State, unit: SituationUnit) -> None:
    group = setting.group[unit.id]
    for place, number in enumerate(group.members):
        if place < len(unit.at):
            standing = _standing(unit, place + 1)
            _stand(setting, state, number, unit.at[place], unit.facing, standing)
        else:
            state.pieces[number].fate = "slain"
    now, numbers = state.units[group.unit], setting.number
    now.strength = len(unit.at) + unit.lost_this_turn
    now.killers = tuple(numbers[name] for name in unit.killers) or (NOBODY,) * unit.lost_this_turn
    now.flank_attackers = tuple(numbers[name] for name in unit.flank_attackers)
    now.rear_attackers = tuple(numbers[name] for name in unit.rear_attackers)
    now.monsters = tuple(numbers[name] for name in unit.monsters)
    now.steady = tuple(numbers[name] for name in unit.steady)
    now.tested, now.friends_routed, now.brutalised = unit.tested, unit.friends_routed, unit.brutalised
    now.killed, now.lost, now.acted = unit.killed, unit.lost_in_combat, unit.acted


def _standing(unit: SituationUnit, place: int) -> Standing:
    """What holds for all, and for this one what is said of it alone."""
    own = unit.pieces.get(str(place))
    if own is None:
        return unit.all
    usual = Standing()
    said = {name: getattr(own, name) for name in Standing.__struct_fields__}
    alone = {name: value for name, value in said.items() if value != getattr(usual, name)}
    return msgspec.structs.replace(unit.all, **alone)


def _stand(setting: Setting, state: State, number: int, at: Square, facing: str, now: Standing) -> None:
    piece, board = state.pieces[number], setting.board
    piece.square, piece.facing = board.square(*at), FACINGS.index(now.facing or facing)
    piece.fate = "hidden" if now.hidden else "fighting"
    piece.moved, piece.acted, piece.fired, piece.struck = now.moved, now.acted, now.fired, now.struck
    piece.charged = tuple(setting.number[name] for name in now.charged)
    piece.stunned = (now.stunned,) if now.stunned else ()
    piece.hardened = now.hardened
    piece.wounds = tuple(Wound(location, severity) for location, severity in now.wounds)
    piece.uses = tuple(now.uses.items())
    piece.paid, piece.busy, piece.spent, piece.rested = now.paid, now.busy, now.spent, now.rested
    piece.parrying, piece.wary, piece.lightning = now.parrying, now.wary, now.lightning
    piece.foe = setting.number[now.foe] if now.foe else NOBODY
    if now.obeys:
        piece.side = 1 - piece.side
        piece.trance = Trance(piece.side, state.turn, now.obeys)
    elif now.tranced:
        piece.trance = Trance(1 - piece.side, state.turn + 1, 0)
    if piece.fighting:
        for square in setting.squares(number, piece.square, piece.facing):
            state.occupied[square] = number


def read_situation(data: Mapping[str, Any], library: Library, file: str) -> Situation:
    """A situation from its data; the first fault is raised."""
    situation = convert(dict(data), Situation, file)
    for fault in faults(situation, library, file):
        raise fault
    for key, expected in encounter_faults(fielded(encounter_of(_with_sheets(situation, library))), library):
        if own := own_key(situation, key):
            raise DataError(file, own, expected)
    for key, expected in impossible(situation, library):
        raise DataError(file, key, expected)
    return situation


def faults(situation: Situation, library: Library, file: str) -> Iterator[DataError]:
    """What is wrong with a situation before it can be set up: names, squares off the board, squares held twice."""
    try:
        board = build_board(situation.board)
    except BoardError as error:
        yield DataError(file, f"board.{error.key}", error.expected)
        return
    for key, expected in _name_faults(situation, library):
        yield DataError(file, key, expected)
    taken: dict[Square, str] = {}
    for key, name, sheet, places in _footprints(situation, library):
        if sheet in library.sheets:
            for square in places:
                yield from _place_faults(file, f"{key}.at", name, square, board, taken)


def _name_faults(situation: Situation, library: Library) -> Iterator[Fault]:
    """Names that point nowhere, and names that point twice."""
    seen: set[str] = set()
    for key, one in _groups(situation):
        if one.id in seen:
            yield f"{key}.id", f"expected another id, {one.id} is already used"
        seen.add(one.id)
        sheet = one.sheet
        if isinstance(one, SituationCharacter) and (one.card or not sheet):
            yield from named(f"{key}.card", one.card, library.heroes, "a hero card")
            sheet = library.heroes[one.card].sheet if one.card in library.heroes else sheet
        if isinstance(one, SituationCharacter):
            for number, skill in enumerate(one.skills):
                yield from named(f"{key}.skills[{number}]", skill, _skills(library), "a skill")
            if one.card and (one.armour or one.shield):
                worn = "armour" if one.armour else "shield"
                yield f"{key}.{worn}", "expected none: what a hero wears is on his card"
        yield from named(f"{key}.sheet", sheet, library.sheets, "a sheet") if sheet else ()
        rows = _weapons(library, sheet, one)
        for number, weapon in enumerate(one.weapons if sheet in library.sheets else ()):
            yield from named(f"{key}.weapons[{number}]", weapon, rows, f"a weapon of the sheet {sheet}")
    for key, standing in _standings(situation):
        for power in standing.uses:
            yield from named(f"{key}.uses.{power}", power, POWERS, "a power with a limited number of uses")
    yield from _size_faults(situation)
    pieces = _piece_names(situation)
    for key, name in _mentions(situation):
        yield from named(key, name, pieces, "a piece")
    for index, unit in enumerate(situation.units):
        if not unit.at:
            yield f"units[{index}].at", "expected at least one square"
        for place in unit.pieces:
            numbers = [str(number) for number in range(1, len(unit.at) + 1)]
            yield from named(f"units[{index}].pieces.{place}", place, numbers, f"a number from 1 to {len(unit.at)}")


def _size_faults(situation: Situation) -> Iterator[Fault]:
    """More pieces than a unit or a battle has."""
    sizes = [len(unit.at) + unit.lost for unit in situation.units]
    for index, size in enumerate(sizes):
        if size > MOST_IN_A_UNIT:
            yield f"units[{index}].lost", f"expected at most {MOST_IN_A_UNIT} pieces, standing and lost, got {size}"
    if (everybody := sum(sizes) + len(situation.characters)) > MOST_PIECES:
        yield "units", f"expected at most {MOST_PIECES} pieces in all, got {everybody}"


def _groups(situation: Situation) -> Iterator[tuple[str, SituationUnit | SituationCharacter]]:
    for index, unit in enumerate(situation.units):
        yield f"units[{index}]", unit
    for index, one in enumerate(situation.characters):
        yield f"characters[{index}]", one


def _weapons(library: Library, sheet: str, one: SituationUnit | SituationCharacter) -> list[str]:
    """What can be fought with on the sheet, or on the hero's card."""
    known = library.sheets.get(sheet)
    rows = [*known.weapon_chart, *known.combat] if known else []
    card = library.heroes.get(one.card) if isinstance(one, SituationCharacter) else None
    return [*rows, *card.firing, *card.combat] if card else rows


def _skills(library: Library) -> list[str]:
    """Every skill there is, Weapon Skill once for each weapon."""
    listed = [skill.id for skills in library.tables.skills.values() for skill in skills.skills]
    return [*listed, *(f"weapon_skill_{weapon}" for weapon in library.weapons)]


def _piece_names(situation: Situation) -> list[str]:
    soldiers = [f"{u.id}-{place}" for u in situation.units for place in range(1, len(u.at) + u.lost + 1)]
    return [*soldiers, *(one.id for one in situation.characters)]


def _mentions(situation: Situation) -> Iterator[tuple[str, str]]:
    """Every piece that is named where something is said of another, with the key where that is."""
    yield from ((f"leaders[{side}]", name) for side, name in enumerate(situation.leaders) if name)
    for index, pair in enumerate(situation.animals):
        yield from ((f"animals[{index}]", name) for name in pair)
    for index, unit in enumerate(situation.units):
        for key in ("killers", "flank_attackers", "rear_attackers", "monsters", "steady"):
            yield from ((f"units[{index}].{key}", name) for name in getattr(unit, key))
    for key, standing in _standings(situation):
        yield from ((f"{key}.charged", name) for name in standing.charged)
        if standing.foe:
            yield f"{key}.foe", standing.foe


def _standings(situation: Situation) -> Iterator[tuple[str, Standing]]:
    """All that has happened to pieces, with the key where that is."""
    for index, unit in enumerate(situation.units):
        yield f"units[{index}].all", unit.all
        yield from ((f"units[{index}].pieces.{place}", standing) for place, standing in unit.pieces.items())
    yield from ((f"characters[{index}].now", one.now) for index, one in enumerate(situation.characters))


def _footprints(situation: Situation, library: Library) -> Iterator[tuple[str, str, str, list[Square]]]:
    """Every piece with the key where it stands in the file, its sheet, and the squares it fills."""
    for index, unit in enumerate(situation.units):
        for place, at in enumerate(unit.at, 1):
            facing = _standing(unit, place).facing or unit.facing
            key, name = f"units[{index}]", f"{unit.id}-{place}"
            yield key, name, unit.sheet, _squares(library, unit.sheet, at, facing)
    for index, one in enumerate(situation.characters):
        card = library.heroes.get(one.card)
        sheet = one.sheet or (card.sheet if card else one.card)
        facing = one.now.facing or one.facing
        yield f"characters[{index}]", one.id, sheet, _squares(library, sheet, one.at, facing)


def _squares(library: Library, sheet: str, at: Square, facing: str) -> list[Square]:
    deep = library.sheets[sheet].deep if sheet in library.sheets else 1
    behind = {"N": (0, -1), "E": (-1, 0), "S": (0, 1), "W": (1, 0)}[facing]
    return [(at[0] + behind[0] * back, at[1] + behind[1] * back) for back in range(deep)]


def _place_faults(
    file: str, key: str, name: str, square: Square, board: PlainBoard, taken: dict[Square, str]
) -> Iterator[DataError]:
    if not board.holds(*square):
        size = f"{board.width} by {board.height}"
        yield DataError(file, key, f"{name} would stand at {square}, off the board of {size} squares")
    elif square in taken:
        yield DataError(file, key, f"{name} and {taken[square]} both stand at {square}; a square holds one piece")
    else:
        taken[square] = name
