"""A situation of a scenario: its ground and its sides, a fortress and how it stands by now, what is carried and
what somebody is after.

The first side, "ours", is the one that the scenario names first: Besiegers, Raiders, Ambushers, Attackers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, Protocol

from msgspec.structs import replace

from warhost.engine.battle import Battle
from warhost.engine.bounds import Count, Few, Name, Text
from warhost.engine.data import DataError, Definition, nearest
from warhost.engine.field.compass import distance
from warhost.engine.field.shapes import overlap
from warhost.engine.oracle import Scripted
from warhost.roster.roster import Fault

from ..bodies import body, figure, set_aloft, set_inside, set_places, strength
from ..figure import inches
from ..land.ground import terrace
from ..land.structures import collapse
from ..land.terrain import Spot
from ..library import Library
from ..moving.manoeuvres import in_ranks
from ..scenario.artifact import PLACE, marker_at
from ..scenario.mission import PITCHED, Mission
from ..scenario.more_time import FLANKS, archers_on_the_cliffs, choose_flanks, on_the_cliffs
from ..scenario.points import Force, laid_out
from ..scenario.raid import KILL, MOST_MODELS, SMALL_GROUPS
from ..setting import Fight, Setting
from ..siege.doorways import DOORWAY
from ..siege.fixtures import called, layout_of
from ..siege.fortress import find_fortress, raise_fortress, ready_fortresses
from ..siege.gates import throw_open
from ..siege.implements import bears, hand_over, hands_needed, may_take
from ..siege.indoors import models_inside
from ..siege.places import COURTYARD, OUTSIDE, places_of, top
from ..siege.plan import FortressEntry
from ..siege.rules import fortified
from ..siege.rungs import RUNGS
from ..siege.scaling import AT_THE_FOOT, CONTACT, Scaler, posts, spot_near
from ..siege.setting_up import MOAT, at_a_moat, cramped, put_up
from ..siege.train import bearers_of
from ..siege.within import WITHIN
from ..siege.works import DEFENDERS, equipment
from ..state import Implement, Number, Piece, State

ACROSS = {"": "", "turrets": CONTACT, "doorway": DOORWAY, "inside": WITHIN, "ladder": RUNGS}
Across = Literal["", "turrets", "doorway", "inside", "ladder"]
SIEGE, RAID, TIME = "siege", "raid", "fighting_for_time"
KEYS = {
    SIEGE: ("fortress", "fallen", "gates_open", "equipment"),
    RAID: ("night", "artifact", "carrier", "target"),
    TIME: ("flanks",),
}


class SituationFortress(Definition, frozen=True, kw_only=True):
    """A fortress of the situation's own, written as in a file of a fortress."""

    plan: Text
    army: Name = "herlanceia"
    loops: Name = ""
    projectiles: Few[Name] = ()


class SituationGear(Definition, frozen=True, kw_only=True):
    """Siege equipment: carried `by` somebody, lying `at` a place, or set up at one."""

    kind: Name
    by: Name = ""
    at: Spot | None = None
    set_up: bool = False
    damage: Count = 0


class Scenery(Definition, frozen=True, kw_only=True):
    """What only a situation of a scenario has."""

    scenario: Name = ""
    fortress: Name | SituationFortress = ""
    fallen: Few[Name] = ()  # what has been destroyed, by the names of the features
    gates_open: Few[Name] = ()
    equipment: Few[SituationGear] = ()
    flanks: Literal["", "cliffs", "woods"] = ""  # beside the pass
    night: bool = False
    artifact: Spot | None = None  # where it lies
    carrier: Name = ""  # who has it
    target: Name = ""  # whom the raiders are after


class Whereabouts(Protocol):
    """What a situation says of a piece in a scenario."""

    @property
    def inside(self) -> str: ...
    @property
    def climbing(self) -> float: ...
    @property
    def climbs(self) -> str: ...
    @property
    def torches(self) -> int: ...
    @property
    def alight(self) -> bool: ...


# --- the ground ---------------------------------------------------------------------------------------------------


def mission_of(scenery: Scenery, points: int, lists: Sequence[str], library: Library) -> Mission:
    """The scenario as it is laid out for this situation; that of a pitched battle if it names none."""
    found = library.missions.get(scenery.scenario)
    if found is None:
        return PITCHED
    if found.id == SIEGE and scenery.fortress:
        return replace(fortified(found, _entry(scenery, points, library)), engines=())
    counter, denominator = found.part[1].terms.share
    forces = [Force(points, lists[0]), Force(points * counter // denominator, lists[1])]
    laid = laid_out.fold(found.rules, found, forces, {"rosters": "unchecked"})
    return replace(laid, engines=())


def _entry(scenery: Scenery, points: int, library: Library) -> FortressEntry:
    own = scenery.fortress
    if isinstance(own, str):
        return find_fortress(own, library.armies).entry
    return FortressEntry(
        id="fortress", title="The fortress", army=own.army, besiegers=points, plan=own.plan, loops=own.loops,
        projectiles=own.projectiles,
    )  # fmt: skip


def lay_out(scenery: Scenery, setting: Setting, state: State) -> None:
    """What has become of the ground before anybody stands on it."""
    fight: Fight = Battle(setting, state, Scripted((), [scenery.flanks] if scenery.flanks else ()))
    if scenery.flanks:
        choose_flanks(fight)
    for name in scenery.gates_open:
        throw_open(fight, next(one for one in layout_of(fight).works if one.title == name))
    for name in scenery.fallen:
        there = [at for at, one in enumerate(state.terrain) if called(one.name) == name]
        if there:  # or it has gone with what it was fixed to
            collapse(fight, there[0])
    state.advance(dark=scenery.night)


# --- who stands where ---------------------------------------------------------------------------------------------


def climb_up(fight: Fight, number: Number, aloft: bool | None, inside: str) -> None:
    """On the works if it stands where their tops are, unless the situation says otherwise; or put aside in them."""
    piece, plan = fight.state.pieces[number], fight.setting.mission.plan
    if inside:
        set_inside(fight, number, next(one.number for one in layout_of(fight).works if one.title == inside))
        piece.places = ()
    elif plan and aloft is not False and not piece.airborne and terrace(fight, body(fight, number)) is not None:
        if not piece.places and (piece.models > 1 or piece.leaders):
            draw_up(fight, number)
        set_aloft(fight, number, True)


def draw_up(fight: Fight, number: Number) -> None:
    """Loosely in ranks behind its front."""
    piece = fight.state.pieces[number]
    set_places(fight, number, in_ranks(fight, number, piece.point, piece.facing, piece.files), piece.facing)


def hand_out(scenery: Scenery, fight: Fight, numbers: dict[str, Number]) -> None:
    """Equipment, the artifact, and whom somebody is after."""
    for gear in scenery.equipment:
        _give(fight, gear, numbers)
    found = {key: numbers[name] for key in ("carrier", "target") if (name := getattr(scenery, key))}
    lies = None if scenery.artifact is None else _point(scenery.artifact)
    goal = "artifact" if lies or scenery.carrier else "assassination" if scenery.target else ""
    fight.state.advance(artifact=lies, goal=goal, **found)


def _give(fight: Fight, gear: SituationGear, numbers: dict[str, Number]) -> None:
    if gear.at is None:
        hand_over(fight, numbers[gear.by], gear.kind)
    elif gear.set_up:
        thing = equipment()[gear.kind]
        if thing.stands != MOAT or at_a_moat(fight, _point(gear.at)):  # or else it is refused with its key
            put_up(fight, thing, _point(gear.at), gear.damage)
    else:
        lying = Implement(gear.kind, at=_point(gear.at), damage=gear.damage)
        fight.state.advance(train=(*fight.state.progress.train, lying))


def _point(spot: Spot) -> tuple[int, int]:
    return inches(spot[0]), inches(spot[1])


def hold_on(fight: Fight, number: Number, piece: Piece) -> None:
    """Whoever fights over turrets has paid for the climb.  [tp.siege.siege_ladder]"""
    for post in posts(fight, number)[:1]:
        piece.climbing = piece.climbing or inches(post.thing.passage)
        piece.climbs = piece.climbs or top(post.spot.laid.number)


# --- what may be wrong --------------------------------------------------------------------------------------------


def scenery_faults(scenery: Scenery, points: int, library: Library) -> Iterator[Fault]:
    if scenery.scenario and scenery.scenario not in library.missions:
        yield "scenario", _expected("a scenario", scenery.scenario, library.missions)
        return
    for scenario, keys in KEYS.items():
        for key in keys:
            if getattr(scenery, key) and scenery.scenario != scenario:
                yield key, f'expected scenario = "{scenario}", to which it belongs'
    if scenery.scenario == SIEGE:
        yield from _fortress_faults(scenery, points, library)
    for index, gear in enumerate(scenery.equipment):
        yield from ((f"equipment[{index}].{key}", expected) for key, expected in _gear_faults(gear))


def _expected(what: str, name: str, known: Collection[str]) -> str:
    return f"expected {what}, got {name}{nearest(name, known) or '; there are ' + ', '.join(known)}"


def _fortress_faults(scenery: Scenery, points: int, library: Library) -> Iterator[Fault]:
    """A fortress that could not be built is refused by the rule that it breaks."""
    own = scenery.fortress
    if isinstance(own, str):
        if own and own not in ready_fortresses():
            yield "fortress", _expected("a fortress", own, ready_fortresses())
        return
    try:
        found = raise_fortress(_entry(scenery, points, library), library.armies, "fortress")
    except DataError as fault:
        yield f"fortress.{fault.key}", fault.expected
        return
    for breach in found.breaches:
        yield "fortress.plan", f"{breach.where}: {breach.why} [{breach.rule}]; {breach.mend}"


def works_faults(scenery: Scenery, mission: Mission, damage: Collection[str]) -> Iterator[Fault]:
    """Names of what the fortress does not have, or has no more."""
    named = [one.name.partition("/")[0] for one in mission.feature if one.name]
    for key, known in (("fallen", named), ("gates_open", [name for name in named if name.startswith("gate ")])):
        for name in getattr(scenery, key):
            if name not in known:
                yield key, _expected("a part of the fortress", name, list(dict.fromkeys(known)))
            if getattr(scenery, key).count(name) > 1:
                yield key, f"expected {name} once"
    for name in scenery.fallen:
        if name in scenery.gates_open:
            yield "gates_open", f"expected gates that stand: {name} has fallen"
        if name in damage:
            yield f"damage.{name}", f"expected something that stands: {name} has fallen"


def _gear_faults(gear: SituationGear) -> Iterator[Fault]:
    known = {name: thing for name, thing in equipment().items() if thing.side == "besiegers"}
    if gear.kind not in known:
        yield "kind", _expected("siege equipment", gear.kind, known)
    elif gear.set_up and not known[gear.kind].stands:
        yield "set_up", f"expected none: a {known[gear.kind].title} is carried, not set up"
    if bool(gear.by) == (gear.at is not None):
        yield "by", "expected either who carries it, or the place at which it is"
    elif gear.kind in known and gear.damage and gear.damage >= known[gear.kind].life:
        yield "damage", f"expected less than its life points, which are {known[gear.kind].life}"
    elif gear.by and (gear.set_up or gear.damage):
        yield "at", "expected the place at which it is set up, or lies as it was left"


def bearer_faults(scenery: Scenery, fight: Fight, numbers: Mapping[str, Number]) -> Iterator[Fault]:
    """What nobody could carry, or what could not stand where it is said to stand.

    [tp.siege.list] [tp.siege.equip.drop]
    """
    standing = list[Scaler]()
    for index, gear in enumerate(scenery.equipment):
        thing, key = equipment()[gear.kind], f"equipment[{index}]"
        if gear.by:
            number = numbers[gear.by]
            models, needed = fight.state.pieces[number].models, hands_needed(fight, number)
            if thing.operation and fight.state.pieces[number].fleeing:
                yield f"{key}.by", f"expected another piece: whoever flees drops the {thing.title} [tp.siege.flee]"
            elif not bears(figure(fight, number), thing):
                yield f"{key}.by", f"expected {bearers_of(thing)} for the {thing.title} [{thing.rule}]"
            elif may_take(fight, number, thing) < 0:
                yield f"{key}.by", f"expected at most {thing.most} of {thing.title} for one piece [{thing.rule}]"
            elif needed > models:
                why = f"{needed} models are needed to carry all that, of {models}"
                yield f"{key}.by", f"expected another piece: {why} [tp.siege.equip.drop]"
        elif gear.set_up and gear.at and thing.stands == "wall":
            own = Scaler(spot_near(fight, _point(gear.at)), thing)
            yield from ((f"{key}.at", why) for why in _misplaced(own, _point(gear.at), standing))
            standing.append(own)
        elif gear.set_up and gear.at and not at_a_moat(fight, _point(gear.at)):
            yield f"{key}.at", f"expected a place at a moat [{thing.rule}]"
        elif gear.at and not _on_table(fight, gear.at):
            yield f"{key}.at", "expected a place on the table"


def _on_table(fight: Fight, spot: Spot) -> bool:
    return fight.setting.table.holds(_point(spot))


def prize_faults(scenery: Scenery, fight: Fight, numbers: Mapping[str, Number]) -> Iterator[Fault]:
    """One goal for the Raiders: somebody whom they could have named, or an artifact that is in one place.

    [tp.scenario.raid.objective] [tp.scenario.raid.assassination] [tp.scenario.raid.artifact_place]
    """
    spot, table = scenery.artifact, fight.setting.table
    if scenery.target:
        piece = fight.state.pieces[numbers[scenery.target]]
        if spot is not None or scenery.carrier:
            yield "target", "expected one goal: somebody to slay or an artifact [tp.scenario.raid.objective]"
        elif piece.side != DEFENDERS or not fight.setting.entries[piece.entry].role:
            yield "target", "expected a character of the Defenders [tp.scenario.raid.assassination]"
        elif piece.fate in ("slain", "hidden"):
            why = f"{piece.name} is {piece.fate}"
            yield "target", f"expected somebody who could be named, and lives: {why} [{KILL}]"
    if spot is None:
        return
    if scenery.carrier:
        yield "artifact", f"expected none: {scenery.carrier} has it"
    marker, bars = marker_at(_point(spot)), fight.setting.land(fight.state.terrain).bars
    whole = marker.left >= 0 and marker.right <= table.width and marker.bottom >= 0 and marker.top <= table.depth
    if not whole or any(overlap(one.shape, marker) for one in bars):
        yield "artifact", f"expected a place on the table where everybody can walk [{PLACE}]"


def scenario_faults(fight: Fight, number: Number) -> Iterator[Fault]:
    """Groups that are too large for a raid, and who could not be on the cliffs beside a pass.

    [tp.scenario.raid.movement] [tp.scenario.time.flank_terrain]
    """
    piece, mission = fight.state.pieces[number], fight.setting.mission
    if mission.id == RAID and piece.models > MOST_MODELS:
        yield "models", f"expected at most {MOST_MODELS} models in a raid [{SMALL_GROUPS}]"
    walks = piece.standing and not piece.airborne and not figure(fight, number).flies
    if mission.id == TIME and walks and on_the_cliffs(fight, number):
        if piece.side != DEFENDERS:
            yield "at", f"expected another place: nobody comes up the cliffs on foot [{FLANKS}]"
        elif refusal := archers_on_the_cliffs(fight, number, body(fight, number)):
            yield "at", f"expected another place: {refusal}"


def place_faults(entry: Whereabouts, models: int, mission: Mission, fallen: Collection[str]) -> Iterator[Fault]:
    """Places that the fortress does not have or has lost, and torches that nobody holds."""
    works = lay_of(mission)
    if entry.inside in fallen and entry.inside:
        why = f"whoever was in {entry.inside} is slain"
        yield "inside", f"expected works that stand: {why} [tp.siege.destroyed_structure]"
    if entry.inside and entry.inside not in works:
        yield "inside", _expected("a wall or a tower", entry.inside, works)
    tops = [*(top(number) for number in range(1, len(works) + 1)), COURTYARD, OUTSIDE] if works else []
    if (entry.climbs or entry.climbing) and entry.climbs not in tops:
        known = tops or ["none but in a siege"]
        yield "climbs", _expected("a place of the fortress", entry.climbs or "none", known)
    if entry.torches > models or (entry.torches and mission.id != RAID):
        yield "torches", f"expected at most {models}, a torch for each model, and those in a raid"
    if entry.alight and not entry.torches:
        yield "alight", "expected torches that burn"


def _misplaced(own: Scaler, point: tuple[int, int], standing: Sequence[Scaler]) -> Iterator[str]:
    """Why something is not set up there.  [tp.siege.siege_ladder] [tp.siege.breach.contact]"""
    if distance(own.spot.at, point) > AT_THE_FOOT:
        yield f"expected a place at a wall or a gate that stands [{own.thing.rule}]"
    elif not own.spot.laid.work.scaled:
        yield f"expected a wall or a gate, got {own.spot.laid.title} [{own.thing.rule}]"
    elif any(cramped(own, other) for other in standing):
        yield f"expected more room beside what stands there [{CONTACT}]"


def lodging_faults(fight: Fight, number: Number) -> Iterator[Fault]:
    """Who could be neither on the works nor in them, and more than find room inside.

    [tp.siege.move.who] [tp.siege.models] [tp.siege.tower]
    """
    piece = fight.state.pieces[number]
    if not piece.standing or not (piece.inside or piece.aloft):
        return
    landed = piece.aloft and figure(fight, number).flies
    if not landed and (refusal := fight.setting.ramparts.barred(fight, number)):
        yield "now.inside" if piece.inside else "at", f"expected somebody who may be there: {refusal}"
    elif work := piece.inside:
        title = layout_of(fight).laid[work - 1].title
        if not places_of(fight.setting.mission.plan).enterable(work):
            yield "now.inside", f"expected works with a door: {title} has no inside [tp.siege.wall]"
        elif strength(fight, number) > (room := models_inside(fight, number, work)):
            yield "now.inside", f"expected at most {room} models that find room in {title} [tp.siege.models]"


def lay_of(mission: Mission) -> list[str]:
    """The titles of the works of its fortress, in their order."""
    return [one.title for one in places_of(mission.plan).layout.works] if mission.plan else []


def gear_mentions(scenery: Scenery) -> Iterator[tuple[str, str]]:
    yield from ((f"equipment[{index}].by", gear.by) for index, gear in enumerate(scenery.equipment) if gear.by)
    yield from ((key, name) for key in ("carrier", "target") if (name := getattr(scenery, key)))
