"""A moment of a battle from a file or a test.

Units are given by the entries of the army lists, where their centres are in inches and the direction they face in
degrees, as the rules have it: 0 along the near edge to the right, 90 away from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from warhost.engine.artillery import compass_of
from warhost.engine.battle import Battle
from warhost.engine.bounds import Count, Few, Name, Text
from warhost.engine.data import DataError, Definition, convert, nearest
from warhost.engine.field.stance import Stance
from warhost.engine.oracle import Scripted
from warhost.roster.roster import Character, Group, Roster

from ..armies.army import Army, choices, enlist
from ..armies.lawful import entry_faults
from ..bodies import pose, set_stance, standing_at
from ..library import Library
from ..measures import DEPTH, WIDTH, inches
from ..moving.buildings import move_in
from ..moving.onset import struck_sides
from ..nature import top
from ..opening.terrain import ford_of, outline
from ..records import ArmyList
from ..setting import Fight, Setting
from ..special.starting import start_actions
from ..state import NOBODY, Contact, Effect, Feature, Phase, Side, State, Unit
from ..wounds.gone import heads
from .possible import check

Spot = tuple[Annotated[float, Meta(ge=-10, le=90)], Annotated[float, Meta(ge=-10, le=60)]]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
TableSide = Annotated[int, Meta(ge=12, le=72)]


class UnitEntry(Definition, frozen=True, kw_only=True):
    """A unit or a character as it stands at that moment."""

    id: Name
    side: Literal["ours", "theirs"]
    entry: Name  # of an army list: men.spears
    models: Annotated[int, Meta(ge=1, le=200)] = 1
    started: Count = 0  # models when the battle began; as many as there are if not given
    at: Spot | None = None  # the centre of its ground
    front: Spot | None = None  # or the middle of its front
    facing: Degrees = 90
    files: Count = 0
    options: Few[Name] = ()
    command: bool = False
    mount: Name = ""
    role: Name = ""
    joined: Name = ""  # the unit a character stands in
    hurt: Count = 0
    fleeing: bool = False
    did: Name = "stood still"
    charged: bool = False  # charged home this turn
    charges: Name = ""  # the enemy it has declared a charge at
    rounds: Count = 0
    spells: Few[Name] = ()
    level: Annotated[int, Meta(ge=0, le=4)] = 0
    garrison: Name = ""
    reserve: bool = False
    acted: bool = False


class ContactEntry(Definition, frozen=True, kw_only=True):
    a: Name
    b: Name
    on: Side = "front"
    own: Side = "front"
    fresh: bool = True  # they met this turn
    high: bool = False
    barrier: bool = False


class FeatureEntry(Definition, frozen=True, kw_only=True):
    kind: Name
    at: Spot
    facing: Degrees = 90
    name: Name = ""


class EffectEntry(Definition, frozen=True, kw_only=True):
    spell: Name
    on: Name
    by: Name = ""
    strength: Count = 1


class Moment(Definition, frozen=True, kw_only=True):
    title: Text = ""
    text: Text = ""
    names: tuple[Name, Name] = ("ours", "theirs")
    phase: Phase = "charges"
    active: Literal["ours", "theirs"] = "ours"
    first: Literal["", "ours", "theirs"] = ""  # who has the first turn: `active`, if nobody is named
    turn: Annotated[int, Meta(ge=1, le=6)] = 1
    scenario: Name = "pitched"
    size: tuple[TableSide, TableSide] | None = None  # of a smaller table, in inches
    options: dict[str, Name] = msgspec.field(default_factory=dict)
    units: Few[UnitEntry] = ()
    contacts: Few[ContactEntry] = ()
    terrain: Few[FeatureEntry] = ()
    effects: Few[EffectEntry] = ()
    power: Count = 0
    dispel: Count = 0
    winds: bool = False


def read_situation(data: Mapping[str, Any], library: Library, file: str) -> tuple[dict[str, Any], State]:
    found = convert(dict(data), Moment, file)
    _told_apart(found, file)
    armies = tuple(_army(found, library, side, file) for side in ("ours", "theirs"))
    features = tuple(_feature(found, library, at, file) for at in range(len(found.terrain)))
    if found.scenario not in library.scenarios:
        raise DataError(file, "scenario", f"no scenario is called {found.scenario}")
    if library.scenarios[found.scenario].tower and not any(one.kind == "tower" for one in features):
        raise DataError(file, "terrain", f"{found.scenario} is fought over a tower: expected one")
    setup = {
        "scenario": found.scenario, "armies": msgspec.to_builtins(armies), "options": dict(found.options),
        "features": msgspec.to_builtins(features), "laid": True,
    }  # fmt: skip
    size = (WIDTH, DEPTH) if found.size is None else (inches(found.size[0]), inches(found.size[1]))
    if found.size is not None:
        setup["size"] = list(size)
    setting = Setting(
        msgspec.convert(setup["armies"], tuple[Army, Army]), library.scenarios[found.scenario], library,
        dict(found.options), features, True, size,
    )  # fmt: skip
    return setup, _state(found, setting, file)


def _told_apart(found: Moment, file: str) -> None:
    ids = [unit.id for unit in found.units]
    for at, unit in enumerate(found.units):
        if unit.id in ids[:at]:
            raise DataError(file, f"units[{at}].id", f"two units are called {unit.id}")
        if unit.joined and unit.joined not in ids:
            near = nearest(unit.joined, ids)
            raise DataError(file, f"units[{at}].joined", f"no unit is called {unit.joined}{near}")
        sides = [other.side for other in found.units if other.id == unit.joined]
        if sides and unit.side not in sides:
            raise DataError(file, f"units[{at}].joined", f"{unit.joined} is an enemy")


# --- armies ------------------------------------------------------------------------------------------------------


def _army(found: Moment, library: Library, side: str, file: str) -> Army:
    """The units of a side as an army; all of a side come from one list."""
    own = [(at, unit) for at, unit in enumerate(found.units) if unit.side == side]
    lists = list(dict.fromkeys(unit.entry.partition(".")[0] for _, unit in own)) or ["men"]
    if len(lists) > 1:
        raise DataError(file, "units", f"expected one army list for {side}, got {', '.join(lists)}")
    if lists[0] not in library.armies:
        raise DataError(file, f"units[{own[0][0]}].entry", f"no army is called {lists[0]}")
    army = library.armies[lists[0]]
    groups, characters = list[Group](), list[Character]()
    for at, unit in own:
        name = unit.entry.partition(".")[2]
        entry = army.entries.get(name)
        if entry is None:
            raise DataError(file, f"units[{at}].entry", f"no entry is called {name}{nearest(name, army.entries)}")
        if entry.slot == "mount":
            raise DataError(file, f"units[{at}].entry", f"{name} is a mount: its rider names it as his")
        if any(other.id == unit.joined and _is_character(army, other) for _, other in own):
            raise DataError(file, f"units[{at}].joined", f"{unit.joined} is a character, and joined by nobody")
        wanted = _leader(unit, name) if entry.character else _troop(unit, name)
        for key, why in entry_faults(entry, f"units[{at}]", wanted):
            raise DataError(file, key, why)
        if isinstance(wanted, Character):
            characters.append(wanted)
        else:
            groups.append(wanted)
    side_name = found.names[0 if side == "ours" else 1]
    roster = Roster(
        name=side_name,
        rulebook="regiments",
        army=army.id,
        points=2000,
        group=tuple(groups),
        character=tuple(characters),
    )
    choices(army, roster)
    return enlist(roster, library)


def _is_character(army: ArmyList, unit: UnitEntry) -> bool:
    entry = army.entries.get(unit.entry.partition(".")[2])
    return entry is not None and entry.character


def _leader(unit: UnitEntry, profile: str) -> Character:
    return Character(
        profile=profile, id=unit.id, options=unit.options, mount=unit.mount, role=unit.role, with_=unit.joined
    )


def _troop(unit: UnitEntry, profile: str) -> Group:
    models = min(100, unit.started or unit.models)
    return Group(profile=profile, id=unit.id, models=models, options=unit.options, command=unit.command)


def _feature(found: Moment, library: Library, at: int, file: str) -> Feature:
    entry = found.terrain[at]
    if entry.kind not in library.grounds:
        raise DataError(
            file, f"terrain[{at}].kind", f"no ground is called {entry.kind}{nearest(entry.kind, library.grounds)}"
        )
    kind, middle = library.grounds[entry.kind], (inches(entry.at[0]), inches(entry.at[1]))
    turn = compass_of(round(entry.facing))
    name = entry.name or f"{entry.kind} {at + 1}"
    return Feature(name, entry.kind, outline(kind, middle, turn), ford_of(kind, middle, turn))


# --- the state ---------------------------------------------------------------------------------------------------


def _state(found: Moment, setting: Setting, file: str) -> State:
    state = setting.begin()
    active = 0 if found.active == "ours" else 1
    second = found.first not in ("", found.active)
    state.clock, state.active, state.phase = 2 * found.turn - 1 + second, active, found.phase
    state.first = 1 - active if second else active
    state.pools, state.winds, state.terrain = (found.power, found.dispel), found.winds, setting.features
    fight: Fight = Battle(setting, state, Scripted())
    for at, entry in enumerate(found.units):
        _set_up(fight, entry, f"units[{at}]", file)
    for at, entry in enumerate(found.units):
        if entry.charges:
            _sent(fight, entry, f"units[{at}].charges", file)
    for at, one in enumerate(found.contacts):
        state.contacts.append(_contact(fight, one, f"contacts[{at}]", file))
    for at, effect in enumerate(found.effects):
        state.effects = (*state.effects, _effect(fight, effect, f"effects[{at}]", file))
    check(fight, found, file)
    for number, unit in enumerate(state.units):
        unit.phase_models = heads(fight, number)
    if state.phase == "start":
        state.todo = start_actions(fight, active)
    return state


def _number(setting: Setting, name: str, key: str, file: str) -> int:
    if name not in setting.number:
        raise DataError(file, key, f"no unit is called {name}{nearest(name, setting.number)}")
    return setting.number[name]


def _set_up(fight: Fight, entry: UnitEntry, key: str, file: str) -> None:
    number = _number(fight.setting, entry.id, f"{key}.id", file)
    unit = fight.state.units[number]
    unit.models = entry.models
    if entry.files:
        unit.files = entry.files
    unit.files = min(unit.files, max(1, unit.models))
    unit.hurt = entry.hurt
    mover = number if entry.joined else top(fight, number)
    _has_done(fight, fight.state.units[mover], entry, key, file)
    if entry.level:
        unit.level = entry.level
    unit.spells = tuple(_spell(fight.setting, name, f"{key}.spells", file) for name in entry.spells)
    _place(fight, number, unit, entry, key, file)


def _has_done(fight: Fight, unit: Unit, entry: UnitEntry, key: str, file: str) -> None:
    """What has happened to it this turn; of a rider's monster it is told under its rider's name."""
    if entry.did not in fight.setting.statuses:
        raise DataError(file, f"{key}.did", f"expected one of {', '.join(fight.setting.statuses)}")
    unit.fleeing, unit.did = entry.fleeing, "flees" if entry.fleeing else entry.did
    unit.rounds, unit.acted = entry.rounds, entry.acted
    if entry.charged:
        unit.charged_at, unit.did = fight.state.clock, "charged"


def _sent(fight: Fight, entry: UnitEntry, key: str, file: str) -> None:
    """It is on its way to charge somebody."""
    number = top(fight, _number(fight.setting, entry.id, key, file))
    target = top(fight, _number(fight.setting, entry.charges, key, file))
    unit = fight.state.units[number]
    unit.charge, unit.declared, unit.loose = target, True, False
    unit.struck = struck_sides(fight, number, target)[0]


def _place(fight: Fight, number: int, unit: Unit, entry: UnitEntry, key: str, file: str) -> None:
    if entry.reserve:
        unit.fate = "reserve"
        return
    if unit.host != NOBODY and entry.joined:
        return
    target = top(fight, number)
    mover = fight.state.units[target]
    facing = compass_of(round(entry.facing))
    mover.fate = "standing"
    if entry.garrison:
        names = [feature.name for feature in fight.state.terrain]
        if entry.garrison not in names:
            raise DataError(file, f"{key}.garrison", f"no building is called {entry.garrison}")
        mover.facing = facing
        move_in(fight, target, names.index(entry.garrison))
        return
    if entry.at is None and entry.front is None:
        raise DataError(file, f"{key}.at", "expected where it stands")
    spot = entry.front or entry.at
    assert spot is not None
    point = inches(spot[0]), inches(spot[1])
    one = pose(fight, target, Stance(point, facing, mover.files))
    if entry.front is not None:
        set_stance(mover, Stance(point, facing, mover.files))
    else:
        set_stance(mover, standing_at(point, facing, one)._replace(files=mover.files))


def _spell(setting: Setting, name: str, key: str, file: str) -> str:
    for spell in setting.library.spells.values():
        if name in (spell.title, spell.rule):
            return spell.rule
    titles = [spell.title for spell in setting.library.spells.values()]
    raise DataError(file, key, f"no spell is called {name}{nearest(name, titles)}")


def _contact(fight: Fight, one: ContactEntry, key: str, file: str) -> Contact:
    setting, state = fight.setting, fight.state
    a = top(fight, _number(setting, one.a, f"{key}.a", file))
    b = top(fight, _number(setting, one.b, f"{key}.b", file))
    state.units[a].loose = state.units[b].loose = False
    clock = state.clock if one.fresh else state.clock - 1
    return Contact(a, b, one.own, one.on, clock, one.barrier, one.high, state.units[b].fate == "garrison")


def _effect(fight: Fight, one: EffectEntry, key: str, file: str) -> Effect:
    setting, state = fight.setting, fight.state
    bearer = top(fight, _number(setting, one.on, f"{key}.on", file))
    caster = _number(setting, one.by, f"{key}.by", file) if one.by else bearer
    return Effect(_spell(setting, one.spell, f"{key}.spell", file), bearer, state.clock + 2, caster, one.strength)
