"""The table as anybody may see it: nothing is secret but what lies ahead. A hidden warrior has a marker beside him.

[war.hide.basic]
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warhost.engine.field.compass import ahead, rays
from warhost.engine.field.levels.parts import Piece, Rect, Wall
from warhost.engine.field.levels.site import Site
from warhost.engine.lettering import symbols
from warhost.engine.view import (
    INCHES,
    BaseView,
    BlockView,
    ClashView,
    FeatureView,
    LevelView,
    Outline,
    TableView,
    UnitView,
    View,
    ZoneView,
)

from ..flaws import looking
from ..lookout import foes
from ..scenarios.standing import standing
from ..scenarios.zones import zone
from ..setting import Fight, Fighter, Setting
from ..state import NOBODY, State, Warrior

BEFORE = ("table", "before", "edges", "markers", "deployment", "first turn")
CORNERS = 16
HALF_WALL = 60


def view(setting: Setting, state: State, side: int | None) -> View:
    fight = looking(setting, state)
    letters = symbols([(fighter.title, fighter.hero, fighter.side) for fighter in setting.fighters])
    there = [number for number, warrior in enumerate(state.warriors) if warrior.there]
    there.sort(key=lambda number: state.warriors[number].z)
    return View(
        title=f"{setting.scenario.title}: {state.plan.title if state.plan else 'the ruined city'}",
        turn=max(1, state.round),
        phase="the end" if state.outcome is not None else state.phase,
        sides=tuple(company.name for company in setting.companies),
        you=side,
        active=None if state.outcome is not None or state.phase in BEFORE else state.active,
        board=None,
        pieces=(),
        units=tuple(_unit(fight, number) for number in range(len(state.warriors))),
        score="" if state.phase in BEFORE else standing(fight),
        notes=tuple(_notes(setting, state)),
        table=_table(setting, state),
        blocks=tuple(_block(fight, number, letters[number]) for number in there),
        clashes=tuple(_clashes(fight, there)),
        zones=tuple(_zones(setting, state)),
    )


def _notes(setting: Setting, state: State) -> Iterator[str]:
    for prize in state.prizes:
        where = (
            f"carried by {setting.fighters[prize.holder].title}"
            if prize.holder != NOBODY
            else "lies on the table"
        )
        yield f"a {prize.kind}: {'taken off the table' if prize.taken != NOBODY else where}"


# --- the table ------------------------------------------------------------------------------------------------


def outline(rect: Rect) -> Outline:
    west, south, east, north = rect
    return (west, south), (west, north), (east, north), (east, south)


def _table(setting: Setting, state: State) -> TableView:
    if state.plan is None:
        return TableView(48_000, 48_000, INCHES)
    town = _drawn(setting, state)
    return msgspec.structs.replace(town, features=(*town.features, *_prizes(state)))


def _drawn(setting: Setting, state: State) -> TableView:
    """The town never changes, so it is drawn once."""
    town = setting.town(state)
    if setting.drawn is None or setting.drawn[0] is not town:
        site = town.site
        table = TableView(site.width, site.depth, INCHES, tuple(_features(site.parts)), tuple(levels(site)))
        setting.drawn = town, table
    return setting.drawn[1]


def levels(site: Site) -> Iterator[LevelView]:
    """The street, and every height of a floor, a roof or a walkway; what stands on one belongs to it."""
    yield LevelView("street", 0)
    for z in sorted({surface.z for surface in site.parts.surfaces if surface.z > 0}):
        yield LevelView(INCHES.length(z), z)


def _features(parts: Piece) -> Iterator[FeatureView]:
    """From the ground up, so that roofs lie above floors; what leads up is drawn last."""
    for area in parts.areas:
        kind = {"difficult": "rubble"}.get(area.kind, "water")
        yield FeatureView(area.kind, kind, outline(area.rect), 0, (area.kind,))
    for bridge in parts.bridges:
        yield FeatureView("bridge", "bridge", outline(bridge.rect), 0, ("counts as street",))
    for surface in sorted(parts.surfaces, key=lambda surface: surface.z):
        words = (f"{surface.kind}, {surface.z / 1000:g} inches up",)
        yield FeatureView(surface.name, surface.kind, outline(surface.rect), surface.z, words, surface.z)
    for box in parts.boxes:
        words = (f"{(box.top - box.bottom) / 1000:g} inch high",)
        yield FeatureView(box.name, "obstacle", outline(box.rect), box.top, words, box.bottom)
    for wall in parts.walls:
        yield from _wall(wall)
    yield from _steps(parts)


def _prizes(state: State) -> Iterator[FeatureView]:
    for prize in state.prizes:
        if prize.taken == NOBODY and prize.holder == NOBODY:
            half = 250 if prize.kind == "shard" else 500
            lies = prize.x - half, prize.y - half, prize.x + half, prize.y + half
            yield FeatureView(prize.kind, prize.kind, outline(lies), 0)


def _wall(wall: Wall) -> Iterator[FeatureView]:
    """A wall, and its doors and windows."""
    (ax, ay), (bx, by) = wall.a, wall.b
    kind = "rail" if wall.rail else "wall"
    holes = tuple(f"{hole.kind} from {hole.low / 1000:g} to {hole.high / 1000:g}" for hole in wall.openings)
    words = f"{kind} from {wall.bottom / 1000:g} to {wall.top / 1000:g} inches"
    thin = outline(around(ax, ay, bx, by, HALF_WALL))
    yield FeatureView(kind, kind, thin, wall.top, (words, *holes), wall.bottom)
    for hole in wall.openings:
        near, far = wall.line - HALF_WALL, wall.line + HALF_WALL
        spot = (near, hole.low, far, hole.high) if wall.upright else (hole.low, near, hole.high, far)
        yield FeatureView(hole.kind, hole.kind, outline(spot), hole.bottom, (hole.kind,), wall.bottom)


def _steps(parts: Piece) -> Iterator[FeatureView]:
    """Ladders and stairs, from where they begin."""
    for ladder in parts.ladders:
        words = (f"from {ladder.bottom / 1000:g} to {ladder.top / 1000:g} inches",)
        shape = outline(around(*ladder.at, *ladder.at, 200))
        yield FeatureView("ladder", "ladder", shape, ladder.bottom, words, ladder.bottom)
    for stairs in parts.stairs:
        (ax, ay, az), (bx, by, bz) = stairs.foot, stairs.head
        words = (f"from {az / 1000:g} to {bz / 1000:g} inches",)
        shape = outline(around(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), 300))
        yield FeatureView("stairs", "stairs", shape, az, words, az)


def around(west: int, south: int, east: int, north: int, by: int) -> Rect:
    return west - by, south - by, east + by, north + by


def _zones(setting: Setting, state: State) -> Iterator[ZoneView]:
    if state.phase != "deployment" or state.plan is None:
        return
    width, depth = state.plan.size
    for side, edge in enumerate(state.edges):
        if state.points and side != state.attacker:
            for x, y in state.points:
                yield ZoneView(f"zone of {setting.called(side)}", ring(x, y, 3_000))
        elif edge:
            yield ZoneView(f"zone of {setting.called(side)}", outline(zone(edge, width, depth)))


# --- warriors -------------------------------------------------------------------------------------------------


def ring(x: int, y: int, radius: int) -> Outline:
    return tuple(ahead((x, y), way, radius) for way in rays(CORNERS))


def square(x: int, y: int, radius: int) -> Outline:
    return (x - radius, y + radius), (x + radius, y + radius), (x + radius, y - radius), (x - radius, y - radius)


def _block(fight: Fight, number: int, letter: str) -> BlockView:
    fighter, warrior = fight.setting.fighters[number], fight.state.warriors[number]
    return block(fighter, warrior, letter, marks(fight, number), tuple(details(fight, number)))


def block(
    fighter: Fighter, warrior: Warrior, letter: str, marked: tuple[str, ...] = (), said: tuple[str, ...] = ()
) -> BlockView:
    x, y, r = warrior.x, warrior.y, fighter.radius
    role = {"leader": "general", "hero": "hero"}.get(fighter.role, "")
    shape = {"rider": "mounted", "animal": "beast", "large": "beast"}.get(
        fighter.kind, "hero" if fighter.hero else "archers" if fighter.missiles else "foot"
    )
    return BlockView(
        fighter.id,
        fighter.title,
        fighter.side,
        (x, y),  # orders speak of the middle of his base
        0,
        square(x, y, r),
        (BaseView(ring(x, y, r), role, fighter.title),),
        letter,
        shape,
        fighter.id,
        False,
        marked,
        said,
        warrior.z,
    )


def marks(fight: Fight, number: int) -> tuple[str, ...]:
    warrior = fight.state.warriors[number]
    found = [
        ("knocked down", warrior.posture == "down"),
        ("stunned", warrior.posture == "stunned"),
        ("fleeing", warrior.fleeing),
        ("hidden", warrior.hidden),
        ("engaged", bool(foes(fight, number))),
        ("frenzied", warrior.frenzied),
        ("stupid", warrior.stupid),
        ("squabbling", warrior.squabbling),
        ("carries a prize", any(prize.holder == number for prize in fight.state.prizes)),
        (f"{warrior.z / 1000:g}″ up", warrior.z > 0),
    ]
    return tuple(mark for mark, holds in found if holds)


def details(fight: Fight, number: int) -> Iterator[str]:
    fighter, warrior = fight.setting.fighters[number], fight.state.warriors[number]
    profile = fighter.profile
    yield " ".join(
        f"{name.upper() if name != 'ld' else 'Ld'} {getattr(profile, name)}"
        for name in ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld")
    )
    gear = [fight.setting.library.gear[name].title for name in fighter.recruit.gear]
    if gear:
        yield ", ".join(gear)
    if fighter.traits:
        yield ", ".join(fighter.traits)
    for spell, need in warrior.spells:
        yield f"{fight.setting.library.spells[spell].title} on {need}+"
    yield f"{warrior.wounds} of {profile.w} wounds left, {warrior.z / 1000:g} inches up"


def _unit(fight: Fight, number: int) -> UnitView:
    fighter, warrior = fight.setting.fighters[number], fight.state.warriors[number]
    present = int(warrior.fate in ("there", "waiting"))
    fates = {
        "out": "out of action",
        "fled": "fled off the table",
        "left": "left with a prize",
        "gone": "left the field",
        "away": "misses the battle",
        "waiting": "not set up yet",
    }
    said = (fates[warrior.fate],) if warrior.fate in fates else tuple(details(fight, number))
    return UnitView(fighter.id, fighter.title, fighter.side, present, 1, said)


def _clashes(fight: Fight, there: list[int]) -> Iterator[ClashView]:
    for number in there:
        for foe in foes(fight, number):
            if number < foe:
                one, other = fight.state.warriors[number], fight.state.warriors[foe]
                middle = (one.x + other.x) // 2, (one.y + other.y) // 2
                names = fight.setting.fighters[number].id, fight.setting.fighters[foe].id
                yield ClashView(*names, (middle, (middle[0] + 1, middle[1])))
