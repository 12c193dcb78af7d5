"""A moment of a battle from a file or a test: some troops on a table, a turn and a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from warhost.engine.battle import Battle
from warhost.engine.bounds import Count, Few, Name, Number, Positive, Text
from warhost.engine.data import DataError, Definition, convert, nearest
from warhost.engine.field.compass import of_degrees
from warhost.engine.oracle import Scripted
from warhost.roster.roster import Character, Group, Roster

from ..armies.muster import faults
from ..command import leave_post
from ..fighting.obstacles import defended_by
from ..land.ground import ground_of
from ..library import MM, BattlePlan, Feature, Library
from ..setting import SIDES, Fight, Setting
from ..shooting.loading import PHASES, phases_to_reload
from ..state import Cast, Edge, Effect, Eye, Melee, Piece, Platform, State

Spot = tuple[Annotated[float, Meta(ge=-100, le=10_000)], Annotated[float, Meta(ge=-100, le=10_000)]]
Side = Annotated[int, Meta(ge=100, le=10_000)]
SPECIAL = ("kerdu", "dritlan", "team")
SIDE = Literal["south", "north"]
Spells = tuple[Count, Count, Count]
AS_SAID = (
    "disorganized", "charged", "moved", "shot", "fought", "points", "ready", "tested", "square", "fresh", "stands",
)  # fmt: skip
"""What a file says of a body in the very words of its state."""


class SituationTroop(Definition, frozen=True, kw_only=True):
    """A body on the table, in millimetres and degrees; what is left out is as at the start of a battle."""

    id: Name
    side: SIDE
    profile: Name = "human"
    at: Spot  # the middle of its front edge
    facing: Annotated[float, Meta(ge=-360, le=360)] | None = None  # towards the enemy's edge if left out
    figures: Positive = 1  # at the start of the battle
    left: Count | None = None  # now
    files: Positive = 1
    options: Few[Name] = ()
    name: Name = ""
    weapon: Name = ""
    fate: Literal["standing", "routing"] = "standing"
    disorganized: Count = 0  # the turn in which it was
    charged: Count = 0
    moved: Count = 0
    shot: Count = 0
    fought: Count = 0
    height: Count = 0
    gap: Count = 0
    points: Number = 0
    supply: Count | None = None
    ready: Number = -1
    tested: bool = False
    square: bool = False
    bound: bool = False  # out of the reach of its commander
    fresh: bool = False
    stands: bool = False
    platform: bool = False
    effects: Annotated[dict[Name, Count], Meta(max_length=20)] = msgspec.field(
        default_factory=dict
    )  # spells, and their last turn
    eye: Literal["", "strong", "weak"] = ""
    charges: Count | None = None  # that are left in it
    attack_spells: Spells | None = None  # of a team, left of strength I, II and III
    defense_spells: Spells | None = None
    lost: Count = 0  # the turn in which a commander or a team was


class SituationMelee(Definition, frozen=True, kw_only=True):
    a: Name
    b: Name
    side: Edge = "front"  # of b
    round: Positive = 1


class SituationCast(Definition, frozen=True, kw_only=True):
    team: Name
    spell: Name
    strength: Positive
    at: Spot
    line: bool = False


class Situation(Definition, frozen=True, kw_only=True):
    title: Text = ""
    text: Text = ""
    table: tuple[Side, Side] = (1200, 1200)
    turn: Positive = 4
    step: Annotated[int, Meta(ge=0, le=10)] = 3
    mover: SIDE = "south"
    active: SIDE | None = None
    troop: Few[SituationTroop] = ()
    melee: Few[SituationMelee] = ()
    terrain: Few[Feature] = ()
    cast: Few[SituationCast] = ()
    victories: tuple[Count, Count] = (0, 0)


def read_situation(data: Mapping[str, Any], charts: Library, file: str) -> Situation:
    """A DataError says what is wrong with it."""
    found = convert(dict(data), Situation, file)
    names = [troop.id for troop in found.troop]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise DataError(file, f"troop[{place}].id", f"expected another id, {name} is taken")
    for place, melee in enumerate(found.melee):
        for key in ("a", "b"):
            name = getattr(melee, key)
            if name not in names:
                raise DataError(file, f"melee[{place}].{key}", f"nobody is called {name}{nearest(name, names)}")
    for place, feature in enumerate(found.terrain):
        if feature.kind != "hill" and feature.kind not in charts.kinds:
            like = nearest(feature.kind, charts.kinds)
            raise DataError(file, f"terrain[{place}].kind", f"no ground is called {feature.kind}{like}")
        if feature.kind in charts.kinds and charts.kinds[feature.kind].line and feature.width:
            raise DataError(file, f"terrain[{place}].width", f"a {feature.kind} is a line without thickness")
    for side in SIDES:
        for key, why in faults(charts, _roster(found, side)):
            raise DataError(file, _as_in_file(found, side, key), why)
    return found


def _as_in_file(found: Situation, side: str, key: str) -> str:
    """The key of a roster's entry as the file has it: `group[1].options` is that of some troop."""
    entry, _, word = key.partition(".")
    kind, _, place = entry.rstrip("]").partition("[")
    alike = [n for n, one in enumerate(found.troop)
             if one.side == side and (one.profile in SPECIAL) == (kind == "character")]  # fmt: skip
    return f"troop[{alike[int(place)]}].{word}"


def _roster(found: Situation, side: str) -> Roster:
    mine = [troop for troop in found.troop if troop.side == side]
    groups = tuple(
        Group(profile=one.profile, models=one.figures, id=one.id, name=one.name or _title(one.id), files=one.files,
              options=one.options)
        for one in mine if one.profile not in SPECIAL
    )  # fmt: skip
    leaders = tuple(
        Character(profile=one.profile, id=one.id, name=one.name or _title(one.id), options=one.options)
        for one in mine if one.profile in SPECIAL
    )  # fmt: skip
    return Roster(
        name=side.capitalize(), rulebook="missum", army="men", points=1000, group=groups, character=leaders
    )


def _title(id: str) -> str:
    return id.replace("-", " ").capitalize()


def setup_of(found: Situation) -> dict[str, Any]:
    plan = BattlePlan(
        "situation", found.title or "A moment of a battle", "mis.turn.sequence", "authored", *found.table, 12,
        (), (),
        feature=found.terrain,
    )  # fmt: skip
    rosters = [_roster(found, side) for side in SIDES]
    return {"battle": msgspec.to_builtins(plan), "armies": msgspec.to_builtins(rosters), "options": {}}


def state_of(found: Situation, setting: Setting) -> State:
    state = setting.begin()
    state.stage, state.turn, state.step = "battle", found.turn, found.step
    state.mover = SIDES.index(found.mover)
    state.active = SIDES.index(found.active) if found.active else _active(found, state.mover)
    state.clock = 3 * (found.turn - 1) + {4: 0, 5: 0, 6: 1, 7: 1}.get(found.step, 2 if found.step > 7 else -1)
    state.grounds = tuple(ground_of(feature) for feature in found.terrain)
    state.victories = found.victories
    led = {troop.side for troop in found.troop if troop.profile in ("dritlan", "kerdu")}
    for troop in found.troop:
        number = setting.number[troop.id]
        _stand(setting, state, state.pieces[number], number, troop, troop.side in led)
    for melee in found.melee:
        state.melees.append(_melee(setting, state, found.turn, melee))
    state.casts = tuple(_cast(setting, one) for one in found.cast)
    return state


def _melee(setting: Setting, state: State, turn: int, melee: SituationMelee) -> Melee:
    """Who came to whom, and whether over a wall or out of a stream.  [mis.add.obstacles]"""
    a, b = setting.number[melee.a], setting.number[melee.b]
    since = turn - melee.round + 1
    fight: Fight = Battle(setting, state, Scripted())
    return Melee(
        a, b, "front", melee.side, since, melee.round, counts=melee.side, behind=defended_by(fight, a, b)
    )


def _active(found: Situation, mover: int) -> int:
    return 1 - mover if found.step == 5 else mover


def _stand(setting: Setting, state: State, piece: Piece, number: int, troop: SituationTroop, led: bool) -> None:
    kind = setting.troops[number]
    piece.fate = troop.fate
    piece.x, piece.y = round(troop.at[0] * MM), round(troop.at[1] * MM)
    facing = troop.facing if troop.facing is not None else (0 if troop.side == "south" else 180)
    piece.facing = of_degrees(facing)
    if troop.left is not None:
        piece.figures = troop.left
        if kind.kind == "battery":
            piece.engines = -(-troop.left // kind.crew_each)
        piece.files = min(piece.files, piece.engines or troop.left) or 1
    piece.gap, piece.height = troop.gap * MM, troop.height * MM
    for key in AS_SAID:
        setattr(piece, key, getattr(troop, key))
    if troop.supply is not None:
        piece.supply = troop.supply
    if troop.bound or not led:
        piece.judged, piece.bound = state.turn, troop.bound
    if troop.shot:
        _has_shot(setting, state, number, troop)
    if troop.weapon:
        piece.weapon = [weapon.id for weapon in kind.melee].index(troop.weapon)
    piece.effects = tuple(Effect(spell, 1, last) for spell, last in troop.effects.items())
    if troop.fate == "routing":
        piece.flees = state.turn * 10 + 1
    if troop.platform:
        state.platforms = (*state.platforms, Platform(piece.side, (piece.x, piece.y)))
        piece.platform = len(state.platforms) - 1
    _has_left(state, piece, number, troop)
    if troop.lost:
        piece.fate = "lost"
        leave_post(state, piece, kind.kind == "dritlan", kind.kind == "kerdu", troop.lost)


def _has_left(state: State, piece: Piece, number: int, troop: SituationTroop) -> None:
    """Spells and the charges of an 'eye'."""
    piece.attack_spells = troop.attack_spells or piece.attack_spells
    piece.defense_spells = troop.defense_spells or piece.defense_spells
    if troop.eye:
        charges = {} if troop.charges is None else {"charges": troop.charges}
        state.eyes = (*state.eyes, Eye(piece.side, troop.eye == "strong", number, **charges))


def _has_shot(setting: Setting, state: State, number: int, troop: SituationTroop) -> None:
    """In the first missile phase of that turn; it reloads since then if the file says nothing else.

    [mis.missile.twice] [mis.missile.reload]
    """
    piece, kind = state.pieces[number], setting.troops[number]
    first = PHASES * (troop.shot - 1)
    if troop.shot == state.turn:
        piece.shots = (first,)
    if kind.missile is None:
        return
    piece.loads -= 1
    if piece.loads <= 0:
        piece.loads = kind.missile.loads
        need = phases_to_reload(kind, piece)
        piece.ready = troop.ready if troop.ready >= 0 else _loaded_again(troop, first, need)


def _loaded_again(troop: SituationTroop, first: int, need: int) -> int:
    """A move, taken to be made before the missiles of its turn, or a fight after them, starts the count anew.

    [mis.missile.reload] [mis.missile.reload-move]
    """
    found = first + need
    for disturbed in sorted((PHASES * (troop.moved - 1) - 1, PHASES * troop.fought - 1)):
        if first <= disturbed < found:
            found = disturbed + 1 + need
    return found


def _cast(setting: Setting, one: SituationCast) -> Cast:
    kind = next(k for k in setting.charts.magic.type if one.spell in (k.attack, k.defense))
    at = round(one.at[0] * MM), round(one.at[1] * MM)
    line = 0 if one.line else -1
    return Cast(setting.number[one.team], one.spell == kind.attack, kind.number, one.strength, at, line=line)
