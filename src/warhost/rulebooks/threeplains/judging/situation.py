"""A situation: a table, some pieces and a moment of the turn. To this game what a FEN is to chess.

Written as TOML in inches and degrees (docs/situations.md), used to settle arguments, to try rules, and by the rule
tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from warhost.engine.battle import Battle
from warhost.engine.bounds import Count, Few
from warhost.engine.data import Definition
from warhost.engine.field.compass import heading, of_degrees
from warhost.engine.oracle import Scripted
from warhost.roster.roster import Character, Group, Models, Points

from ..armies.army import Army, Leader, Recruits, Role
from ..beasts.wild import GOES_HOME
from ..bodies import keep_width, set_places
from ..figure import inches
from ..items.commands import worn_out
from ..items.losing import settle_life
from ..land.terrain import BoardEntry, FeatureEntry, Inches, Spot
from ..library import Library, table_of
from ..morale.checks import members
from ..scenario.mission import Mission
from ..setting import Fight, Setting, Table
from ..siege.fixtures import called
from ..special.riding import mount_of
from ..state import BOTH, LOYAL, NEVER, NO_CHARGE, NOBODY, Clock, Contact, Number, Piece, Player, Side, State
from .lasting import (
    Lasting,
    SituationEffect,
    lasted,
    lay_effect,
    lay_spell,
    write,
)
from .scenery import (
    ACROSS,
    Across,
    Scenery,
    climb_up,
    draw_up,
    hand_out,
    hold_on,
    lay_out,
    mission_of,
)
from .spellcasting import spell_rules
from .troops import USUAL_DEVIANCY, Troops, leader_of, mounts_of, recruits_of

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
    landed: bool = False  # its move of this turn was one through the air
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
    "dashed", "acted", "barred", "shot", "landed", "answer", "manoeuvred", "sharp", "last_shot", "last_dashed",
    "hurt", "lost", "tired", "rested", "fleeing", "airborne", "narrow", "reform_due", "wedge_due", "braved",
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
    late: bool = False  # met by a pursuit or a wipe out move, too late to fight this turn
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
    armies, mission = [army_in(situation, side, library) for side in BOTH], mission_in(situation, library)
    return {
        "armies": msgspec.to_builtins(armies),
        "table": msgspec.to_builtins(table_in(situation, library)),
        "options": {"measuring": situation.measuring},
        **({"mission": msgspec.to_builtins(mission.told())} if mission.part else {}),
    }


def mission_in(situation: Situation, library: Library) -> Mission:
    lists = [next(iter(_lists(situation, side)), "") for side in BOTH]
    return mission_of(situation, situation.points, lists, library)


def _lists(situation: Situation, side: Player) -> list[str]:
    """The army lists that the pieces of a side come from."""
    own = (placed.profile for placed in situation.everybody if placed.side == SIDES[side])
    return [profile.rpartition(".")[0] for profile in own if profile]


def army_in(situation: Situation, side: Player, library: Library) -> Army:
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


def board_in(situation: Situation, library: Library) -> BoardEntry:
    """The board without the features that the situation adds to it."""
    if (mission := mission_in(situation, library)).part:
        return mission
    table = situation.table
    plain = BoardEntry("situation", situation.title, situation.text, table.width, table.depth)
    return library.boards.get(table.board, plain)


def table_in(situation: Situation, library: Library) -> Table:
    """The table as it is written, however large the armies are."""
    board = board_in(situation, library)
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
    numbers = numbers_in(fight)
    for entry in situation.everybody:
        _stand(fight, numbers, entry)
    _settle(situation, fight, numbers)
    for entry in situation.everybody:
        for spell in spell_rules(entry.now.under):
            lay_spell(fight, spell, numbers[entry.id])
    for effect in situation.effects:
        lay_effect(fight, effect, numbers)
    hand_out(situation, fight, numbers)
    state.contacts = [contact_in(one, numbers, state.clock) for one in situation.contacts]
    for one in situation.contacts:
        if one.across == "turrets":
            hold_on(fight, numbers[one.a], state.pieces[numbers[one.a]])
    if setting.enchanted:
        worn_out(fight)
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
        lost = {part.name: situation.damage.get(called(part.name), part.damage) for part in state.terrain}
        state.terrain = tuple(
            msgspec.structs.replace(part, damage=situation.damage.get(part.name, lost[part.name]))
            for part in state.terrain
        )


def numbers_in(fight: Fight) -> dict[str, Number]:
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
    piece.fate, piece.facing = "standing", of_degrees(entry.facing)
    flight = entry.now.flight_heading
    piece.flight_heading = piece.facing if flight is None else of_degrees(flight)
    if entry.at is not None:
        piece.x, piece.y = _point(entry.at)
    if piece.wild == GOES_HOME:
        goal = _point(entry.now.goal) if entry.now.goal else None
        piece.goal = (heading(piece.point, goal) if goal else piece.facing,)
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


def contact_in(one: SituationContact, numbers: Mapping[str, Number], clock: Clock) -> Contact:
    """Whoever has not fought a round yet has met this turn."""
    run, counter = (NO_CHARGE if way is None else inches(way) for way in (one.charge, one.counter))
    met = Clock(max(0, clock - one.rounds))
    return Contact(
        numbers[one.a], numbers[one.b], one.a_side, one.b_side, run, counter, one.rounds, met, waiting=one.late,
        lapped=one.lapped, across=ACROSS[one.across],
    )  # fmt: skip
