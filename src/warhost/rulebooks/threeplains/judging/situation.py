"""A situation: a table, some pieces and a moment of the turn. To this game what a FEN is to chess.

Written as TOML in inches and degrees (docs/situations.md), used to settle arguments, to try rules, and by the rule
tests.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from warhost.engine.battle import Battle
from warhost.engine.bounds import Count, Few
from warhost.engine.data import DataError, Definition, convert, nearest
from warhost.engine.field.body import apart
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal
from warhost.roster.roster import MOST_MODELS, Character, Fault, Group, Models, Points

from ..armies.army import Army, Leader, Recruits, Role
from ..bodies import TOUCH, body, keep_width, life_of, set_places
from ..fighting.edges import touch
from ..figure import inches
from ..items.losing import settle_life
from ..land.ground import standing_room
from ..land.terrain import BoardEntry, FeatureEntry, Inches, Spot
from ..library import Library, board_faults, table_of
from ..morale.checks import members
from ..scenario.mission import PITCHED, Mission
from ..setting import Fight, Setting, Table
from ..special.riding import mount_of
from ..state import BOTH, LOYAL, NEVER, NOBODY, Clock, Contact, Number, Piece, Player, Side, State
from .lasting import (
    Lasting,
    SituationEffect,
    effect_faults,
    effect_mentions,
    lasted,
    lay_effect,
    lay_spell,
    magic_faults,
    mentions,
    source_of,
    write,
)
from .scenery import (
    ACROSS,
    Across,
    Scenery,
    bearer_faults,
    climb_up,
    draw_up,
    gear_mentions,
    hand_out,
    hold_on,
    lay_out,
    mission_of,
    place_faults,
    scenery_faults,
    works_faults,
)
from .spellcasting import spell_faults, spell_rules
from .troops import USUAL_DEVIANCY, Troops, leader_of, mounts_of, recruits_of, troop_faults

Moment = Literal["start", "declaring", "charges", "moves", "counter charges", "shooting", "combat", "stress"]
Whose = Literal["ours", "theirs"]
SIDES = ("ours", "theirs")


class Now(Lasting, frozen=True, kw_only=True):
    """What has happened to a piece before the situation begins; lengths in inches, angles in degrees."""

    # this turn
    spent: Inches = 0  # movement used
    dash: Inches = 0  # what a dash has added
    dashed: bool = False
    acted: bool = False
    barred: bool = False
    moved: bool = False  # or turned, were it ever so little
    shot: bool = False
    charging: str = ""
    charge_run: Inches = 0
    answer: Literal["", "stand", "fall back"] = ""
    fell_back: bool = False
    manoeuvred: bool = False
    sharp: bool = False
    # its last own turn
    last_moved: Inches = 0
    last_shot: bool = False
    last_dashed: bool = False
    # lasting
    hurt: Count = 0
    lost: Count = 0
    tired: Count = 0
    rested: Count = 0
    fleeing: bool = False
    flights: Count = 0
    flimsy: bool = False
    airborne: bool = False
    narrow: Count = 0
    flip_due: Inches = 0
    reform_due: Count = 0
    wedge_due: Count = 0
    concealed: bool = False  # scouts
    braved: Annotated[int, Meta(ge=NEVER, le=1_000)] = NEVER
    pikes_dropped: bool = False
    unbreakable: bool = False
    held: bool = False
    wild: Annotated[int, Meta(ge=0, le=LOYAL)] = 0  # a beast's row of the reaction chart
    ring: str = ""  # the enemy it has engulfed
    spells: tuple[str, ...] = ()  # a wizard's, such as base.zap
    tried: tuple[str, ...] = ()  # those of them that are gone for now
    under: tuple[str, ...] = ()  # spells that lie on it until the next turn of whose turn it is
    hidden: bool = False  # a halfwit in his group
    # scenarios
    aloft: bool | None = None  # on the works of a fortress; left out: if it stands where their tops are
    inside: str = ""  # the wall or tower in which it is
    climbing: Inches = 0  # what it has paid for a way to another floor
    climbs: str = ""  # where that leads: top 4, courtyard, outside
    torches: Count = 0
    alight: bool = False  # these burn


AS_WRITTEN = (
    "dashed", "acted", "barred", "shot", "answer", "manoeuvred", "sharp", "last_shot", "last_dashed", "hurt",
    "lost", "tired", "rested", "fleeing", "airborne", "narrow", "reform_due", "wedge_due", "braved",
    "pikes_dropped",
    "unbreakable", "wild", "climbs", "torches", "alight",
)  # fmt: skip
LENGTHS = ("spent", "dash", "charge_run", "last_moved", "flip_due", "climbing")


class Placed(Troops, frozen=True, kw_only=True):
    """Troops and where they stand: `at` is the middle of the front edge."""

    at: Spot | None = None
    facing: Annotated[float, Meta(ge=-360, le=360)] = 0
    now: Now = Now()


class SituationGroup(Placed, frozen=True, kw_only=True):
    """Models all alike; `places` are the middles of the bases of a loose group. Beast masters are `with` a pack."""

    with_: str = field(default="", name="with")
    models: Models = 1
    files: Annotated[int, Meta(ge=0, le=100)] = 0
    command: bool = False
    places: Few[Spot] = ()
    wedge: Annotated[int, Meta(ge=0, le=20)] = 0  # the points of a wedge
    began: Count = 0  # the models it had when the battle began; 0 if nobody has fallen
    backs: str = ""  # the unit that it reinforces, from behind

    @property
    def entry(self) -> Group:
        return Group(
            profile=self.profile, id=self.id, options=self.options, items=self.items,
            models=max(self.models, self.began), files=self.files, command=self.command,
        )  # fmt: skip


class SituationCharacter(Placed, frozen=True, kw_only=True):
    """A character alone, or `with` a group."""

    mount: str = ""
    role: Role | Literal[""] = ""
    general: bool = False
    with_: str = field(default="", name="with")

    @property
    def entry(self) -> Character:
        role = "general" if self.general else self.role
        return Character(
            profile=self.profile, id=self.id, options=self.options, items=self.items, mount=self.mount, role=role
        )


class SituationContact(Definition, frozen=True, kw_only=True):
    """Two pieces that fight: `a` came to `b`, by a charge of so many inches if it charged."""

    a: str
    b: str
    a_side: Side = "front"
    b_side: Side = "front"
    charge: Inches | None = None
    counter: Inches | None = None  # how far `b` had come in a charge of its own
    rounds: Count = 0
    lapped: bool = False
    across: Across = ""  # what keeps them apart: turrets, a doorway, the walls round both, a ladder


class SituationTable(Definition, frozen=True, kw_only=True):
    width: Inches = 72
    depth: Inches = 48
    board: str = ""


class Situation(Scenery, frozen=True, kw_only=True):
    """The moment: whose turn and which part of it, and what has been settled before."""

    title: str = "A situation"
    text: str = ""
    names: tuple[str, str] = SIDES
    phase: Moment = "declaring"
    turn: Annotated[int, Meta(ge=1, le=8)] = 1
    active: Whose = "ours"
    first: Whose | Literal[""] = ""  # left out: whom the scenario says, else ours
    points: Points = 1000
    deviancy: tuple[Count, Count] | None = None
    measuring: Literal["orders first", "open"] = "orders first"
    table: SituationTable = SituationTable()
    features: Few[FeatureEntry] = ()
    groups: Few[SituationGroup] = ()
    characters: Few[SituationCharacter] = ()
    contacts: Few[SituationContact] = ()
    effects: Few[SituationEffect] = ()
    below: Whose = "ours"  # whose deployment zone is the near one
    generals_fell: tuple[bool, bool] = (False, False)
    unruly: tuple[str, ...] = ()  # beasts that have just lost rider or masters
    casts: Count = 0  # spells cast this turn
    fought: tuple[str, ...] = ()  # who has fought this turn
    damage: dict[str, Count] = field(default_factory=dict)  # life points that structures have lost

    @property
    def clock(self) -> int:
        """Player turns begun; at the start of a turn it has not begun."""
        return 2 * self.turn - (self.active == self.first) - (self.phase == "start")

    @property
    def everybody(self) -> tuple[Placed, ...]:
        return (*self.groups, *self.characters)


# --- the setup -----------------------------------------------------------------------------------------------


def setup_of(situation: Situation, library: Library) -> dict[str, Any]:
    """The setup of a game that starts from the situation."""
    armies, mission = [_army(situation, side, library) for side in BOTH], _mission(situation, library)
    return {
        "armies": msgspec.to_builtins(armies),
        "table": msgspec.to_builtins(_table(situation, library)),
        "options": {"measuring": situation.measuring},
        **({"mission": msgspec.to_builtins(mission.told())} if mission.part else {}),
    }


def _mission(situation: Situation, library: Library) -> Mission:
    lists = [next(iter(_lists(situation, side)), "") for side in BOTH]
    return mission_of(situation, situation.points, lists, library)


def _lists(situation: Situation, side: Player) -> list[str]:
    """The army lists that the pieces of a side come from."""
    own = (placed.profile for placed in situation.everybody if placed.side == SIDES[side])
    return [profile.rpartition(".")[0] for profile in own if profile]


def _army(situation: Situation, side: Player, library: Library) -> Army:
    own = [placed for placed in situation.everybody if placed.side == SIDES[side]]
    lists = _lists(situation, side)
    found = library.armies.lists[lists[0]] if lists else None
    deviancy = situation.deviancy[side] if situation.deviancy else found.deviancy if found else USUAL_DEVIANCY
    groups = [_recruits(one, library) for one in own if isinstance(one, SituationGroup)]
    if situation.deviancy:
        groups = [msgspec.structs.replace(group, deviancy=deviancy) for group in groups]
    heroes = [one for one in own if isinstance(one, SituationCharacter)]
    groups += [mount for one in heroes for mount in mounts_of(one, one.entry, library.armies)]
    leaders = [_leader(one, library) for one in heroes]
    name, army = situation.names[side], found.id if found else "made up"
    return Army(name, army, deviancy, situation.points, tuple(groups), tuple(leaders))


def _recruits(one: SituationGroup, library: Library) -> Recruits:
    return msgspec.structs.replace(recruits_of(one, one.entry, library.armies), herds=one.with_)


def _leader(one: SituationCharacter, library: Library) -> Leader:
    usual: Role = "wizard" if one.disciplines or one.now.spells else "hero"
    found = leader_of(one, one.entry, one.role or usual, one.general, library.armies)
    sheet = found.figure
    if not sheet.disciplines and one.now.spells:  # who knows spells is a wizard of these disciplines
        known = dict.fromkeys(spell.partition(".")[0] for spell in one.now.spells)
        sheet = msgspec.structs.replace(sheet, disciplines=tuple(known))
    return msgspec.structs.replace(found, figure=sheet, group=one.with_ or found.group, hidden=one.now.hidden)


def _board(situation: Situation, library: Library) -> BoardEntry:
    """The board without the features that the situation adds to it."""
    if (mission := _mission(situation, library)).part:
        return mission
    table = situation.table
    plain = BoardEntry("situation", situation.title, situation.text, table.width, table.depth)
    return library.boards.get(table.board, plain)


def _table(situation: Situation, library: Library) -> Table:
    """The table as it is written, however large the armies are."""
    board = _board(situation, library)
    return table_of(msgspec.structs.replace(board, feature=(*board.feature, *situation.features)), 0)


# --- the state -----------------------------------------------------------------------------------------------


def state_of(situation: Situation, setting: Setting) -> State:
    """The state at that moment."""
    state = setting.begin()
    state.clock, state.phase = Clock(situation.clock), situation.phase
    state.active, state.first = BOTH[SIDES.index(situation.active)], BOTH[SIDES.index(situation.first)]
    if situation.below == "theirs":
        state.zones = (1, 0)
    lay_out(situation, setting, state)
    fight: Fight = Battle(setting, state, Scripted())
    numbers = _numbers(fight)
    for entry in situation.everybody:
        _stand(fight, numbers, entry)
    _settle(situation, fight, numbers)
    for entry in situation.everybody:
        for spell in spell_rules(entry.now.under):
            lay_spell(fight, spell, numbers[entry.id])
    for effect in situation.effects:
        lay_effect(fight, effect, numbers)
    hand_out(situation, fight, numbers)
    state.contacts = [_contact(one, numbers, state.clock) for one in situation.contacts]
    for one in situation.contacts:
        if one.across == "turrets":
            hold_on(fight, numbers[one.a], state.pieces[numbers[one.a]])
    if setting.enchanted:
        settle_life(fight)
    return state


def _settle(situation: Situation, fight: Fight, numbers: Mapping[str, Number]) -> None:
    """What is not of one piece alone."""
    state = fight.state
    for group in situation.groups:
        if group.backs:
            own, front = state.pieces[numbers[group.id]], state.pieces[numbers[group.backs]]
            own.fate, own.host, front.backing = "within", numbers[group.backs], (*front.backing, numbers[group.id])
    state.generals_fell, state.casts = situation.generals_fell, situation.casts
    state.unruly = tuple(numbers[name] for name in situation.unruly)
    state.fought = tuple(member for name in situation.fought for member in members(fight, numbers[name]))
    if situation.damage:
        state.terrain = tuple(
            msgspec.structs.replace(feature, damage=situation.damage.get(feature.name, feature.damage))
            for feature in state.terrain
        )


def _numbers(fight: Fight) -> dict[str, Number]:
    """The pieces that ids speak of: whoever rides a beast or a chariot is spoken of for both."""
    found = {}
    for number, piece in fight.state.numbered():
        mount = mount_of(fight, number)
        found[piece.name] = number if mount == NOBODY else mount
    return found


def _stand(fight: Fight, numbers: Mapping[str, Number], entry: Placed) -> None:
    number = numbers[entry.id]
    piece = fight.state.pieces[number]
    _happened(piece, entry.now, numbers, fight.state.clock)
    if isinstance(entry, SituationGroup) and entry.began:
        piece.models = entry.models
    if entry.now.slain:
        _bury(fight, number)
    if piece.fate != "waiting":
        return
    piece.fate, piece.facing = "standing", round(entry.facing * 100) % 36000
    heading = entry.now.flight_heading
    piece.flight_heading = piece.facing if heading is None else round(heading * 100) % 36000
    if entry.at is not None:
        piece.x, piece.y = _point(entry.at)
    if isinstance(entry, SituationGroup) and entry.wedge:
        piece.wedge = entry.wedge
        keep_width(fight, number)
    if isinstance(entry, SituationGroup) and entry.places:
        set_places(fight, number, tuple(_point(place) for place in entry.places), piece.facing)
    elif isinstance(entry, SituationGroup) and fight.setting.figures[piece.figure].loose:
        draw_up(fight, number)
    climb_up(fight, number, entry.now.aloft, entry.now.inside)


def _bury(fight: Fight, number: Number) -> None:
    """It is there no more, neither alone nor in a group."""
    piece = fight.state.pieces[number]
    if piece.host != NOBODY:
        host = fight.state.pieces[piece.host]
        host.leaders = tuple(leader for leader in host.leaders if leader != number)
    piece.fate, piece.models = "slain", 0


def _point(spot: Spot) -> tuple[int, int]:
    return inches(spot[0]), inches(spot[1])


def _happened(piece: Piece, now: Now, numbers: Mapping[str, Number], clock: Clock) -> None:
    for name in AS_WRITTEN:
        write(piece, name, getattr(now, name))
    for name in LENGTHS:
        write(piece, name, inches(getattr(now, name)))
    lasted(piece, now, numbers, clock)
    if now.moved:
        piece.stirred = clock
    if now.concealed:
        piece.scouts = "concealed"
    if now.shot:
        piece.aimed = clock
    if now.charging:
        piece.charge_target = numbers[now.charging]
    if now.fell_back:
        piece.fell_back = clock
    if now.flimsy:
        piece.flimsy_until = Clock(clock + 1)
    if now.held:
        piece.held_until = Clock(clock + 1)
    if now.ring:
        piece.ring = numbers[now.ring]
    piece.spells, piece.tried = spell_rules(now.spells), spell_rules(now.tried)
    piece.flights = now.flights or int(now.fleeing)


def _contact(one: SituationContact, numbers: Mapping[str, Number], clock: Clock) -> Contact:
    """Whoever has not fought a round yet has met this turn."""
    run, counter = (NEVER if way is None else inches(way) for way in (one.charge, one.counter))
    met = Clock(max(0, clock - one.rounds))
    return Contact(
        numbers[one.a], numbers[one.b], one.a_side, one.b_side, run, counter, one.rounds, met, lapped=one.lapped,
        across=ACROSS[one.across],
    )  # fmt: skip


# --- what may be wrong ---------------------------------------------------------------------------------------


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
    mission = _mission(situation, library)
    yield from works_faults(situation, mission)
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
        told = place_faults(entry.now, models, mission)
        yield from ((f"{key}.now.{where}", expected) for where, expected in told)
    yield from effect_faults(situation.effects)
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
    board = _board(situation, library)
    given = msgspec.structs.replace(board, feature=situation.features)
    for fault in board_faults(given, library.kinds, ""):
        yield fault.key.replace("feature", "features", 1).replace("width", "table.width"), fault.expected
    taken = [feature.name for feature in board.feature if feature.name]
    for index, feature in enumerate(situation.features):
        if feature.name in taken:
            yield f"features[{index}].name", f"expected another name, {feature.name} is on the board already"
    named = [*taken, *(feature.name for feature in situation.features if feature.name)]
    for name in situation.damage:
        yield from _known(f"damage.{name}", name, named, "a feature that has a name")


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
        yield from troop_faults(placed, placed.entry, library.armies)
        yield from _character_faults(placed, [group.id for group in situation.groups if group.side == placed.side])


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
    armies = (_army(situation, BOTH[0], library), _army(situation, BOTH[1], library))
    mission = _mission(situation, library)
    setting = Setting(armies, _table(situation, library), library.kinds, library.armies.weapons, None, mission)
    state = state_of(situation, setting)
    fight: Fight = Battle(setting, state, Scripted())
    numbers = _numbers(fight)
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
    yield from bearer_faults(situation, fight, numbers)
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
        elif contact.across and not touch(fight, _contact(contact, numbers, fight.state.clock)):
            yield key, f"expected two pieces that fight so; {contact.a} and {contact.b} do not come to each other"
        elif not contact.across and a not in (pieces[b].ring, b) and b != pieces[a].ring:
            far = apart(body(fight, a), body(fight, b))
            if far > TOUCH:
                yield (
                    key,
                    f"expected two pieces that touch; {contact.a} and {contact.b} are {far / 1000:g} inches apart",
                )
