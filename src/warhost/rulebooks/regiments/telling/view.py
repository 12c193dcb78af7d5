"""The table as one side may see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warhost.engine.artillery import round_outline
from warhost.engine.battle import Battle
from warhost.engine.field.compass import from_frame
from warhost.engine.field.zones import span
from warhost.engine.lettering import symbols
from warhost.engine.oracle import Scripted
from warhost.engine.view import (
    INCHES,
    BaseView,
    BlockView,
    ClashView,
    FeatureView,
    Point,
    TableView,
    UnitView,
    View,
    ZoneView,
)  # fmt: skip
from warhost.engine.words import listed

from ..bodies import CHAMPION, FILE, MUSICIAN, STANDARD, body, front_files, posts, ranked_models
from ..fighting.places import side_line
from ..measures import inches
from ..nature import engaged, kind, present, rides
from ..opening.deployment import AMBUSH, zone_outline
from ..setting import Fight, Setting
from ..state import NOBODY, Contact, Feature, State, Unit
from ..turn import TITLES
from ..victory import standing
from .describe import details, spell_titles

OPENING = {
    "terrain": "laying out the terrain", "spells": "rolling for spells", "edges": "choosing edges",
    "ambush": "ambushers", "deployment": "deployment", "scouts": "scouts", "vanguard": "vanguard",
    "first turn": "who begins",
}  # fmt: skip
ROLES = {
    CHAMPION: ("command", "champion"),
    STANDARD: ("standard", "standard bearer"),
    MUSICIAN: ("command", "musician"),
}
SHAPES = {
    "infantry": "foot", "war beasts": "beast", "cavalry": "mounted", "monstrous infantry": "monster",
    "monstrous beasts": "beast", "monstrous cavalry": "mounted", "monsters": "beast", "chariot": "chariot",
    "swarms": "beast", "war machine": "machine",
}  # fmt: skip
FATES = {
    "waiting": "not yet deployed", "destroyed": "destroyed", "fled": "fled off the table", "left": "left the table",
    "reserve": "in ambush", "within": "with {host}", "standing": "", "garrison": "in a building",
}  # fmt: skip


def view(setting: Setting, state: State, side: int | None) -> View:
    """Whoever lies in ambush is there only for his own side.  [reg.sr.ambushers]"""
    fight: Fight = Battle(setting, state, Scripted())
    letters = _letters(setting)
    over = state.score is not None
    return View(
        title=setting.scenario.title,
        turn=max(1, state.turn),
        phase="the end" if over else OPENING.get(state.phase) or TITLES[state.phase],
        sides=tuple(army.name for army in setting.armies),
        you=side,
        active=None if over or state.phase in ("terrain", "ambush") else state.active,
        board=None,
        pieces=(),
        units=tuple(_units(fight, side)),
        score=standing(fight),
        notes=tuple(_notes(fight)),
        table=_table(setting, state),
        blocks=tuple(_block(fight, number, letters) for number in present(fight)),
        clashes=tuple(_clash(fight, contact) for contact in state.contacts),
        zones=tuple(_zones(fight)),
    )


def _table(setting: Setting, state: State) -> TableView:
    return TableView(setting.width, setting.depth, INCHES, tuple(_feature(setting, one) for one in state.terrain))


def lies_low(setting: Setting, unit: Unit) -> bool:
    """Whoever may come from ambush is not spoken of before he is on the table: nobody knows whether he will."""
    return unit.fate in ("waiting", "reserve") and AMBUSH in setting.kinds[unit.figure].rules


def _letters(setting: Setting) -> list[str]:
    """Those who may lie in ambush choose last, so that the letters of the others do not tell of them."""
    order = sorted(setting.recruits, key=lambda unit: AMBUSH in setting.kinds[unit.figure].rules)
    entries = [setting.entries[unit.entry] for unit in order]
    found = symbols([(entry.title, entry.character, entry.side) for entry in entries])
    letters = dict(zip((unit.entry for unit in order), found, strict=True))
    return [letters[number] for number in range(len(setting.entries))]


def _notes(fight: Fight) -> Iterator[str]:
    state = fight.state
    if state.phase == "magic" and state.winds:
        yield f"{state.pools[0]} power dice, {state.pools[1]} dispel dice."


def _feature(setting: Setting, feature: Feature) -> FeatureView:
    found = setting.library.grounds[feature.kind]
    said = [found.title]
    if found.cover:
        said.append(f"{found.cover} cover")
    if found.impassable:
        said.append("impassable")
    if found.dangerous:
        said.append("dangerous")
    return FeatureView(feature.name, feature.kind, feature.points, found.height, tuple(said))


def _zones(fight: Fight) -> Iterator[ZoneView]:
    if fight.state.phase in ("deployment", "scouts"):
        for side, army in enumerate(fight.setting.armies):
            yield ZoneView(f"zone of {army.name}", zone_outline(fight, side))
    for vortex in fight.state.vortices:
        spell = fight.setting.library.spells[vortex.spell]
        yield ZoneView(spell.title, round_outline(vortex.at, inches(spell.radius)))


# --- units -------------------------------------------------------------------------------------------------------


def _block(fight: Fight, number: int, letters: list[str]) -> BlockView:
    unit, ground = fight.state.units[number], body(fight, number)
    entry = fight.setting.entries[unit.entry]
    return BlockView(
        id=unit.name,
        title=entry.title,
        side=unit.side,
        front=ground.front,
        facing=ground.facing,
        outline=ground.block.points,
        bases=tuple(_bases(fight, number)),
        symbol=letters[unit.entry],
        shape=_shape(fight, number),
        unit=entry.name,
        marks=_marks(fight, number),
        details=details(fight, number),
    )


def _bases(fight: Fight, number: int) -> Iterator[BaseView]:
    ground, ranked = body(fight, number), posts(fight, number)
    files, total = front_files(fight, number), ranked_models(fight, number)
    leaders = fight.state.units[number].leaders
    for at, base in enumerate(ground.bases):
        place = at if at < files else files + at - total if at >= total else NOBODY
        who = ranked.get(place, FILE)
        if rides(fight, number) and leaders:
            who = leaders[0]
        elif kind(fight, number).character:
            who = number
        if who in ROLES:
            yield BaseView(base.points, *ROLES[who])
        elif who != FILE:
            yield BaseView(
                base.points, _role(fight, who), fight.setting.entries[fight.state.units[who].entry].title
            )
        else:
            yield BaseView(base.points)


def _role(fight: Fight, number: int) -> str:
    entry = fight.setting.entries[fight.state.units[number].entry]
    if entry.general:
        return "general"
    if entry.battle_standard:
        return "standard"
    return "wizard" if fight.state.units[number].level else "hero"


def _shape(fight: Fight, number: int) -> str:
    found = kind(fight, number)
    if found.character:
        return "mounted hero" if found.mount is not None else "hero"
    shape = SHAPES[found.troop.id]
    return "archers" if shape == "foot" and found.missile is not None else shape


def _marks(fight: Fight, number: int) -> tuple[str, ...]:
    unit = fight.state.units[number]
    marks: Mapping[str, bool] = {
        "fleeing": unit.fleeing,
        "engaged": engaged(fight, number),
        "charging": unit.charge != NOBODY,
        "charged": unit.charged_at == fight.state.clock,
        "wounded": unit.hurt > 0,
        "squabbling": unit.squabbles,
        "moved": unit.side == fight.state.active and unit.did in ("normal move", "march", "reform", "swift reform"),
        "fired": unit.shot,
        "skirmishing": unit.loose,
        "cannot shoot": unit.silent >= fight.state.clock > 0,
    }
    return (*(mark for mark, shown in marks.items() if shown), *spell_titles(fight, number))


def _clash(fight: Fight, contact: Contact) -> ClashView:
    """The part of the side of whoever was met that the other covers."""
    edge = side_line(body(fight, contact.b), contact.b_side)
    low, high, _, _ = span(edge, body(fight, contact.a).block)
    half = edge.length // 2
    left, right = max(low, -half), min(high, half)
    if left >= right:
        left, right = -half, half
    ends: tuple[Point, Point] = (
        from_frame((left, 0), edge.middle, edge.outward), from_frame((right, 0), edge.middle, edge.outward),
    )  # fmt: skip
    units = fight.state.units
    return ClashView(units[contact.a].name, units[contact.b].name, ends)


def _units(fight: Fight, side: int | None) -> Iterator[UnitView]:
    """Every line of both rosters, but for the enemy's ambushers."""
    for unit in fight.state.units:
        entry = fight.setting.entries[unit.entry]
        if side != unit.side and lies_low(fight.setting, unit):
            continue
        left = unit.models if unit.fate not in ("destroyed", "fled", "left") else 0
        host = fight.setting.entries[fight.state.units[unit.host].entry].title if unit.host != NOBODY else ""
        where = FATES[unit.fate].format(host=host)
        leaders = [fight.setting.entries[fight.state.units[one].entry].title for one in unit.leaders]
        joined = f"and {listed(leaders)}" if leaders else ""
        details = tuple(line for line in (where, joined) if line)
        yield UnitView(entry.name, entry.title, entry.side, left, entry.models, details)
