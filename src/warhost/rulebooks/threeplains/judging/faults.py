"""What may be wrong with a situation, and one that is right, read from its data."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.data import DataError, convert, nearest
from warhost.engine.field.body import apart
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal
from warhost.roster.roster import MOST_MODELS, Fault

from ..armies.lists import Armies
from ..bodies import TOUCH, body, life_of
from ..fighting.edges import irregular, side_fought, touch
from ..land.ground import standing_room
from ..land.terrain import TerrainKind
from ..library import Library, board_faults
from ..magic.bearing import SILENCE
from ..scenario.mission import PITCHED
from ..setting import Fight, Setting
from ..state import BOTH, Contact, Number
from .impossible import name_odds, state_odds
from .lasting import effect_faults, effect_mentions, magic_faults, mentions, source_of
from .scenery import (
    bearer_faults,
    gear_mentions,
    lodging_faults,
    place_faults,
    prize_faults,
    scenario_faults,
    scenery_faults,
    works_faults,
)
from .situation import (
    SIDES,
    Placed,
    Situation,
    SituationCharacter,
    SituationGroup,
    SituationTable,
    army_in,
    board_in,
    contact_in,
    mission_in,
    numbers_in,
    state_of,
    table_in,
)
from .spellcasting import spell_faults
from .troops import troop_faults


def read_situation(data: Mapping[str, Any], library: Library, file: str) -> Situation:
    """A situation from its data; the first fault is raised."""
    situation = convert(dict(data), Situation, file)
    if not situation.first:
        mission = library.missions.get(situation.scenario, PITCHED)
        situation = msgspec.structs.replace(situation, first=SIDES[max(0, mission.takes_first_turn)])
    for key, expected in _faults(situation, library):
        raise DataError(file, key, expected)
    return situation


def _faults(situation: Situation, library: Library) -> Iterator[Fault]:
    """Names first, then places: those can only be looked at when all names stand for something."""
    found = list(_name_faults(situation, library))
    yield from found or _place_faults(situation, library)


def _name_faults(situation: Situation, library: Library) -> Iterator[Fault]:
    found = list(scenery_faults(situation, situation.points, library))
    yield from found
    if found:
        return
    mission = mission_in(situation, library)
    yield from works_faults(situation, mission, situation.damage)
    yield from _table_faults(situation, library)
    if (models := sum(group.models for group in situation.groups)) > MOST_MODELS:
        yield "groups", f"expected at most {MOST_MODELS} models in all, got {models}"
    seen: dict[str, None] = {}
    for key, entry in _entries(situation):
        if entry.id in seen:
            yield f"{key}.id", f"expected another id, {entry.id} is already used"
        seen[entry.id] = None
        yield from ((f"{key}.{where}", expected) for where, expected in _entry_faults(entry, situation, library))
        yield from ((f"{key}.now.{where}", expected) for where, expected in _now_faults(entry))
        models = entry.models if isinstance(entry, SituationGroup) else 1
        told = place_faults(entry.now, models, mission, situation.fallen)
        yield from ((f"{key}.now.{where}", expected) for where, expected in told)
    yield from effect_faults(situation.effects)
    yield from _general_faults(situation)
    yield from name_odds(situation, list(_entries(situation)))
    for key, name in _mentions(situation):
        yield from _known(key, name, seen, "a piece of this situation")


def _entries(situation: Situation) -> Iterator[tuple[str, Placed]]:
    yield from ((f"groups[{index}]", group) for index, group in enumerate(situation.groups))
    yield from ((f"characters[{index}]", one) for index, one in enumerate(situation.characters))


def _known(key: str, name: str, known: Collection[str], what: str) -> Iterator[Fault]:
    if name not in known:
        yield key, f"expected {what}, got {name}{nearest(name, known) or '; there are ' + ', '.join(known)}"


def _mentions(situation: Situation) -> Iterator[tuple[str, str]]:
    """Every piece that is named where something is said of another, with the key where that is."""
    for key, entry in _entries(situation):
        for name in ("charging", "ring"):
            if value := getattr(entry.now, name):
                yield f"{key}.now.{name}", value
        yield from ((f"{key}.now.{where}", name) for where, name in mentions(entry.now))
    yield from effect_mentions(situation.effects)
    yield from gear_mentions(situation)
    for where in ("unruly", "fought"):
        yield from ((where, name) for name in getattr(situation, where))
    for index, contact in enumerate(situation.contacts):
        yield f"contacts[{index}].a", contact.a
        yield f"contacts[{index}].b", contact.b


def _table_faults(situation: Situation, library: Library) -> Iterator[Fault]:
    if situation.table.board:
        yield from _known("table.board", situation.table.board, library.boards, "a board")
        for key in ("width", "depth"):
            if getattr(situation.table, key) != getattr(SituationTable(), key):
                yield f"table.{key}", f"expected none: {situation.table.board} has its own"
    elif situation.scenario and situation.table != SituationTable():
        yield "table", f"expected none: {situation.scenario} has its own"
    board = board_in(situation, library)
    given = msgspec.structs.replace(board, feature=situation.features)
    for fault in board_faults(given, library.kinds, ""):
        yield fault.key.replace("feature", "features", 1).replace("width", "table.width"), fault.expected
    taken = [feature.name for feature in board.feature if feature.name]
    for index, feature in enumerate(situation.features):
        if feature.name in taken:
            yield f"features[{index}].name", f"expected another name, {feature.name} is on the board already"
    named = {feature.name: feature for feature in (*board.feature, *situation.features) if feature.name}
    for name, lost in situation.damage.items():
        yield from _known(f"damage.{name}", name, named, "a feature that has a name")
        if name in named:
            yield from _damage_faults(name, lost, library.kinds[named[name].kind])


def _damage_faults(name: str, lost: int, kind: TerrainKind) -> Iterator[Fault]:
    """Only what can be battered down is hurt, and what has no life points left has come down.

    [tp.terrain.attack_structures]
    """
    if kind.structure is None:
        yield f"damage.{name}", f"expected something that can be battered down, not {kind.title}"
    elif lost >= kind.structure.life:
        yield f"damage.{name}", f"expected less than its life points, which are {kind.structure.life}, got {lost}"


def _entry_faults(placed: Placed, situation: Situation, library: Library) -> Iterator[Fault]:
    if isinstance(placed, SituationGroup):
        yield from troop_faults(placed, placed.entry, library.armies)
        inside = [one for one in situation.characters if one.with_ == placed.id and not one.now.hidden]
        others = [group.id for group in situation.groups if group.side == placed.side and group is not placed]
        if placed.began and placed.began < placed.models:
            yield "began", f"expected no fewer than the {placed.models} models that are left"
        if placed.now.hidden:
            yield "now.hidden", "expected a halfwit with a group to hide in"
        if placed.with_ or placed.backs:
            yield from _behind_faults(placed, others)
        elif not placed.now.slain:
            yield from _group_faults(placed, placed.models + len(inside))
    elif isinstance(placed, SituationCharacter):
        yield from troop_faults(placed, placed.entry, library.armies, _wizard(placed, library.armies))
        yield from _character_faults(placed, [group.id for group in situation.groups if group.side == placed.side])


def _wizard(one: SituationCharacter, armies: Armies) -> bool:
    """Whether he is one by what is said of him, or by his profile."""
    army, _, name = one.profile.rpartition(".")
    sheet = armies.lists[army].find(name) if army in armies.lists and name in armies.lists[army].ids else None
    return one.role == "wizard" or bool(one.disciplines or one.now.spells or (sheet and sheet.disciplines))


def _behind_faults(group: SituationGroup, others: Collection[str]) -> Iterator[Fault]:
    """Masters of a pack and units that back another stand where those stand."""
    if group.with_:
        yield from _known("with", group.with_, others, "a pack of its own side")
    if group.backs:
        yield from _known("backs", group.backs, others, "another unit of its own side")
    where = f"{'with' if group.with_ else 'backs'} = {group.with_ or group.backs}"
    for key, given in {"at": group.at, "places": group.places, "facing": group.facing}.items():
        if given:
            yield key, f"expected none: {where} says where it stands"


def _now_faults(entry: Placed) -> Iterator[Fault]:
    """Magic that nobody could have, or that would lie on nobody."""
    now = entry.now
    written = {"spells": now.spells, "tried": now.tried, "under": now.under, "swapped": now.swapped}
    unknown = list(spell_faults(written))
    yield from unknown
    if unknown:
        return
    yield from magic_faults(now, now.spells, now.tried, entry.items)
    for name in now.under:
        if source_of(name) is None:
            yield "under", f"expected a spell that lasts, got {name}, which is over as soon as it is cast"
        elif source_of(name) == SILENCE:
            yield "under", f"expected {name} among the effects, with the number of the item that is silent"
    if isinstance(entry, SituationGroup):
        for key in ("spells", "reads", "mana", "warded"):
            if getattr(now, key):
                yield key, "expected a character: groups cast no spells"


def _group_faults(group: SituationGroup, strength: int) -> Iterator[Fault]:
    if group.files > group.models:
        yield "files", f"expected at most {group.models}, a file for each model, got {group.files}"
    if group.places and len(group.places) != strength:
        yield "places", f"expected a place for each of the {strength} models, got {len(group.places)}"
    if group.now.inside:
        if group.at or group.places:
            yield "at", f"expected none: it is put aside, inside {group.now.inside}"
    elif (group.at is None) == (not group.places):
        yield "at", "expected the middle of its front edge; or places, for a loose group"


def _character_faults(one: SituationCharacter, groups: Collection[str]) -> Iterator[Fault]:
    if one.role == "wizard" and not (one.profile or one.disciplines or one.now.spells):
        yield "disciplines", "expected those of a wizard; or now.spells, the spells he knows"
    if one.now.slain:
        return
    if (one.at is None) == (not (one.with_ or one.now.inside)):
        yield "at", "expected either a place of its own, or with = a group"
    if one.with_:
        yield from _known("with", one.with_, groups, "a group of its own side")
        if one.facing:
            yield "facing", f"expected none: it faces as {one.with_} does"
    elif one.now.hidden:
        yield "now.hidden", "expected a halfwit with a group to hide in"


def _place_faults(situation: Situation, library: Library) -> Iterator[Fault]:
    """Off the table, on ground that holds nobody, on top of each other, in combat without touching."""
    armies = (army_in(situation, BOTH[0], library), army_in(situation, BOTH[1], library))
    mission = mission_in(situation, library)
    setting = Setting(armies, table_in(situation, library), library.kinds, library.armies.weapons, None, mission)
    state = state_of(situation, setting)
    fight: Fight = Battle(setting, state, Scripted())
    numbers = numbers_in(fight)
    yield from state_odds(situation, fight, list(_entries(situation)), numbers)
    for key, entry in _entries(situation):
        number = numbers[entry.id]
        piece, sheet = state.pieces[number], setting.figures[state.pieces[number].figure]
        if piece.hurt >= (life := life_of(fight, number)):
            yield f"{key}.now.hurt", f"expected fewer than its {life} life points, got {piece.hurt}"
        if isinstance(entry, SituationGroup) and entry.places and not (sheet.loose or piece.aloft):
            yield f"{key}.places", "expected at: only loose groups are placed model by model"
        elif entry.now.aloft and not piece.aloft:
            yield f"{key}.now.aloft", "expected a place on a top of the works"
        elif piece.standing and not piece.inside and (refusal := _no_room(fight, number)):
            yield f"{key}.at", f"expected a free place for {entry.id}: {refusal}"
        for told in (lodging_faults(fight, number), scenario_faults(fight, number)):
            yield from ((f"{key}.{where}", expected) for where, expected in told)
    yield from bearer_faults(situation, fight, numbers)
    yield from prize_faults(situation, fight, numbers)
    yield from _contact_faults(situation, fight, numbers)


def _no_room(fight: Fight, number: Number) -> Refusal | None:
    """Why it cannot stand where it is said to stand; enemies may touch, and a ring lies round its victim."""
    pieces, own = fight.state.pieces, fight.state.pieces[number]
    ringed = [other for other, piece in enumerate(pieces) if piece.ring == number or own.ring == other]
    room = body(fight, number)
    return standing_room(fight, number, room, ignoring=ringed, may_touch=range(len(pieces)))


def _contact_faults(situation: Situation, fight: Fight, numbers: Mapping[str, Number]) -> Iterator[Fault]:
    pieces = fight.state.pieces
    for index, contact in enumerate(situation.contacts):
        a, b = numbers[contact.a], numbers[contact.b]
        key = f"contacts[{index}].b"
        if pieces[a].side == pieces[b].side:
            yield key, f"expected an enemy of {contact.a}, got its friend {contact.b}"
        elif not (pieces[a].standing and pieces[b].standing):
            yield key, "expected pieces of their own: characters in a group fight with it"
        elif contact.across and not situation.scenario:
            yield f"contacts[{index}].across", 'expected scenario = "siege", to which it belongs'
        elif contact.across and not touch(fight, contact_in(contact, numbers, fight.state.clock)):
            yield key, f"expected two pieces that fight so; {contact.a} and {contact.b} do not come to each other"
        elif not contact.across and a not in (pieces[b].ring, b) and b != pieces[a].ring:
            far = apart(body(fight, a), body(fight, b))
            if far > TOUCH:
                yield (
                    key,
                    f"expected two pieces that touch; {contact.a} and {contact.b} are {far / 1000:g} inches apart",
                )
            else:
                yield from _side_faults(
                    fight, contact_in(contact, numbers, fight.state.clock), f"contacts[{index}]"
                )


def _side_faults(fight: Fight, contact: Contact, key: str) -> Iterator[Fault]:
    """A formed piece is fought on the side that lies against its enemy, unless it was caught falling back."""
    for number, where in ((contact.a, "a_side"), (contact.b, "b_side")):
        if irregular(fight, number) or body(fight, number).wedge:
            continue
        there, given = side_fought(fight, number, contact), contact.side_of(number)
        if given not in (there, "rear"):
            enemy = fight.state.pieces[contact.foe(number)].name
            yield f"{key}.{where}", f"expected {there}, on which {enemy} stands, got {given}"


def _general_faults(situation: Situation) -> Iterator[Fault]:
    """Only a general who has fallen is mourned, and nobody rallies without him."""
    for side, fell in zip(SIDES, situation.generals_fell, strict=True):
        own = [one for one in situation.characters if one.side == side and one.general and one.now.slain]
        if fell and not own:
            yield (
                "generals_fell",
                f"expected a general of {side} among the characters, with now = {{ slain = true }}",
            )
