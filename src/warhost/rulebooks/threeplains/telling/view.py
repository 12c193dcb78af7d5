"""The table as one side may see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

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
from warhost.engine.words import count

from ..bodies import body, figure, in_battle, on_table, own_bases, strength
from ..fighting.contact import engaged
from ..fighting.edges import line_of
from ..fighting.fronts import flimsy
from ..items.secrecy import keep_secret
from ..land.ground import level_of, on_works
from ..magic.bearing import effects_on
from ..magic.book import book
from ..magic.book import title as spell_title
from ..morale.exhaustion import exhausted
from ..moving.groups import special_places
from ..opening.setup import zone_of_side
from ..scenario.points import marked, standing
from ..setting import Entry, Fight, Setting
from ..siege.drawing import levels
from ..siege.indoors import lodging
from ..siege.works import equipment
from ..special.riding import ridden, rider_of
from ..state import BOTH, NOBODY, Contact, Feature, Number, Phase, Piece, State
from ..titles import called
from ..victory import victory_points
from .describe import details, role_words, stat_line
from .spell_words import spell_words

PHASES: Mapping[Phase, str] = {
    "sides": "choosing sides", "magic": "choosing spells", "halfwits": "halfwits hide", "scouts": "scouts go out",
    "first turn": "who begins", "start": "the turn begins",
    "declaring": "declaring charges", "moves": "movement", "combat": "close combat", "stress": "battle stress",
}  # fmt: skip
"""What players call the phases; those left out are called by their own names."""
NOBODYS_MOVE = ("sides", "bonus terrain", "magic", "halfwits", "scouts", "first turn", "start")
ZONES_SHOWN = ("bonus terrain", "deployment", "scouts")
FATES = {
    "waiting": "not yet deployed",
    "offered": "not bought yet",
    "slain": "gone",
    "away": "off the board",
    "hidden": "hidden",
    "within": "with {group}",
    "standing": "on the table",
    "underfoot": "underfoot",
    "escaped": "escaped",
    "coming": "on the way here",
    "stopped": "out of time",
}


def view(setting: Setting, state: State, side: int | None) -> View:
    """A halfwit that hides is there only for the side that hid it, and so are magic items that nobody has seen; a
    watcher sees what both know.

    [tp.character.halfwit.hidden]
    """
    if setting.enchanted:
        state = state.copy()
        keep_secret(setting, state, side)
    fight: Fight = Battle(setting, state, Scripted())
    letters = _letters(setting)
    # Whoever has engulfed a piece lies under it, so that both are seen; what flies is above all.
    trodden = [number for number, piece in state.numbered() if piece.fate == "underfoot"]
    seen = [*trodden, *sorted(on_table(fight), key=lambda number: _layer(state.pieces[number]))]
    return View(
        title=setting.table.title,
        turn=state.turn,
        phase="the end" if state.score is not None else PHASES.get(state.phase, state.phase),
        sides=tuple(army.name for army in setting.armies),
        you=side,
        active=None if state.score is not None or state.phase in NOBODYS_MOVE else state.active,
        board=None,
        pieces=(),
        units=tuple(_units(fight, side)),
        score=_score(fight),
        notes=_notes(fight, side),
        table=_table(setting, state),
        blocks=tuple(_block(fight, number, side, letters) for number in seen),
        clashes=tuple(_clash(fight, contact) for contact in state.contacts),
        zones=tuple(_zones(setting, state)),
    )


def _layer(piece: Piece) -> tuple[bool, bool, bool]:
    return piece.airborne, piece.aloft, piece.ring == NOBODY


def _letters(setting: Setting) -> dict[int, str]:
    """Halfwits and what is in cages choose last, so that the letters of the others do not tell of them."""
    order = sorted(range(len(setting.entries)), key=lambda number: setting.entries[number].lies_low)
    named = [setting.entries[number] for number in order]
    letters = symbols([(entry.title, entry.role is not None, entry.side) for entry in named])
    return dict(zip(order, letters, strict=True))


def _notes(fight: Fight, side: int | None) -> tuple[str, ...]:
    """In a scenario what the side that looks is there for, and what else of its course both may hear."""
    if not fight.setting.mission.part:
        return ()
    goals = [f"Goal: {part.goal}" for number, part in enumerate(fight.setting.parts) if number == side]
    return (*goals, *_standing(fight)[1:])


def _score(fight: Fight) -> str:
    """By what decides here, if it ended now.  [tp.setup.victory.winner]"""
    if fight.setting.mission.part:
        return next(iter(_standing(fight)), "")
    first, second = (victory_points(fight, side, told=True).total for side in BOTH)
    return f"Victory points: {first} to {second}"


def _standing(fight: Fight) -> list[str]:
    return [line for lines in standing.replies(fight.setting.mission.rules, fight) for line in lines]


# --- the table -----------------------------------------------------------------------------------------------


def _table(setting: Setting, state: State) -> TableView:
    features = tuple(_feature(setting, feature) for feature in state.terrain)
    floors = levels() if setting.land(state.terrain).works else ()
    return TableView(setting.table.width, setting.table.depth, INCHES, features, floors)


def _feature(setting: Setting, feature: Feature) -> FeatureView:
    kind = setting.kinds[feature.kind]
    slow = {"half": "half pace", "barred": "nobody can enter", "normal": ""}[kind.pace]
    built = kind.structure
    stands = f"{built.life - feature.damage} of {built.life} life points" if built else ""
    said = (kind.title, slow, f"{kind.crossing:g} inches to cross" if kind.crossing else "", stands)
    return FeatureView(
        feature.name, feature.kind, feature.points, kind.height, tuple(line for line in said if line)
    )


def _zones(setting: Setting, state: State) -> Iterator[ZoneView]:
    if state.phase in ZONES_SHOWN:
        for side, army in zip(BOTH, setting.armies, strict=True):
            for patch in zone_of_side(setting, state, side).patches:
                yield ZoneView(f"zone of {army.name}", patch.shape.points, side=side)
    fight: Fight = Battle(setting, state, Scripted())
    for gone in state.stopped:
        when = f"out of time until turn {(gone.back + 1) // 2}"
        for number in (gone.carrier, gone.victim):
            place = body(fight, number).block.points
            yield ZoneView(f"{called(fight, number)}, {when}", place, side=state.pieces[number].side)
    for number in in_battle(fight):
        if lodged := lodging(fight, number):
            title = f"{called(fight, number)}, {count(strength(fight, number), 'model')} inside {lodged.title}"
            yield ZoneView(title, lodged.shapes[0].points, side=state.pieces[number].side)
    for marks in marked.replies(setting.mission.rules, fight):
        yield from (ZoneView(title, tuple(outline), "objective") for title, outline in marks)


# --- pieces --------------------------------------------------------------------------------------------------


def _block(fight: Fight, number: Number, side: int | None, letters: Mapping[int, str]) -> BlockView:
    """A beast that nobody commands is nobody's, whichever side it counts for at the moment.  [tp.beast.wild]"""
    piece, ground = fight.state.pieces[number], body(fight, number)
    entry = fight.setting.entries[piece.entry]
    return BlockView(
        id=piece.name,
        title=called(fight, number),
        side=len(fight.setting.armies) if piece.lawless else piece.side,
        front=ground.front,
        facing=ground.facing,
        outline=ground.block.points,
        bases=tuple(_bases(fight, number)),
        symbol=letters[piece.entry],
        shape=_shape(fight, number),
        unit=entry.name,
        airborne=piece.airborne,
        base=_height(fight, number),
        marks=_marks(fight, number),
        details=details(fight, number, side),
    )


def _height(fight: Fight, number: Number) -> int:
    """How high a piece stands that is on the works of a fortress; hills are drawn flat.  [tp.siege.levels]"""
    if not on_works(fight, number):
        return 0
    return levels()[level_of(fight, number)].base


def _bases(fight: Fight, number: Number) -> Iterator[BaseView]:
    """Every base with the special model on it, if there is one: a rider on his beast, masters behind theirs."""
    special, piece = special_places(fight, number), fight.state.pieces[number]
    alone = strength(fight, number) == 1
    usual = rider_of(fight, number) if ridden(fight, number) else number if alone else NOBODY
    for index, shape in enumerate(body(fight, number).bases):
        herder = piece.masters != NOBODY and index >= own_bases(fight, piece)
        who = piece.masters if herder else special.get(index, usual)
        role = base_role(fight, who) if who != NOBODY else ""
        yield BaseView(shape.points, role, called(fight, who) if role else "")


def base_role(fight: Fight, number: Number) -> str:
    """What a special model is drawn as; a single model of no rank is nothing special."""
    entry = fight.setting.entries[fight.state.pieces[number].entry]
    if figure(fight, number).kind == "master":
        return "master"
    if entry.role is None:
        return "command" if fight.state.pieces[number].command else ""
    return "general" if entry.general else entry.role


def _shape(fight: Fight, number: Number) -> str:
    found = figure(fight, number)
    if found.category == "character":
        return "mounted hero" if found.mounted else "hero"
    if found.chariot:
        return "chariot"
    if found.category in ("beast", "machine"):
        return found.category
    if found.mounted or found.category == "cavalry":
        return "mounted"
    return "archers" if any(fight.setting.weapons[weapon].range for weapon in found.weapons) else "foot"


def _marks(fight: Fight, number: Number) -> tuple[str, ...]:
    """What counters and notes tell at a table.  [tp.setup.markers]"""
    piece, clock = fight.state.pieces[number], fight.state.clock
    ours = piece.side == fight.state.active
    marks = {
        "fleeing": piece.fleeing,
        "engaged": engaged(fight, number),
        "charging": piece.charge_target != NOBODY,
        "falling back": piece.turn.answer == "fall back",
        "ring": piece.ring != NOBODY,
        "airborne": piece.airborne,
        "on the works": on_works(fight, number),
        "on a ladder": piece.stacked,
        "wild": piece.lawless,
        "flimsy ranks": strength(fight, number) > 1 and bool(flimsy(fight, number)),
        "half turned": piece.flip_due > 0,
        "reforming": piece.reform_due > 0 or piece.wedge_due > 0,
        "wedge": piece.wedge > 0,
        "concealed": piece.scouts == "concealed",
        "narrowed": 0 < piece.narrow < piece.files,
        "exhausted": exhausted(fight, number),
        f"tired {piece.tired}": piece.tired > 0 and not exhausted(fight, number),
        "wounded": piece.hurt > 0,
        "poisoned": bool(piece.poison),
        "frenzy": piece.frenzy == "raging",
        "unbreakable": piece.unbreakable,
        "cannot move": piece.held_until > clock or piece.turn.barred,
        "moved": ours and (piece.turn.spent > 0 or piece.turn.charge_turn > 0 or piece.stirred == clock),
        "fired": piece.turn.shot,
        "not ready to shoot": piece.silent_until > clock,
        "bent sights": piece.crooked > 0,
        f"torches {piece.torches}": piece.torches > 0 and not piece.alight,
        f"burning torches {piece.torches}": piece.torches > 0 and piece.alight,
    }
    spells = dict.fromkeys(spell_title(effect.source) for effect in effects_on(fight, number))
    gear = [f"{equipment()[item].title} {number}" for item, number in _gear(fight, number).items()]
    return (*(mark for mark, shown in marks.items() if shown), *gear, *spells)


def _gear(fight: Fight, number: Number) -> Counter[str]:
    return Counter(one.kind for one in fight.state.progress.train if one.bearer == number)


def _clash(fight: Fight, contact: Contact) -> ClashView:
    """The part of the edge of whoever was met that the other covers."""
    pieces = fight.state.pieces
    edge = line_of(fight, contact.b, contact)
    low, high, _, _ = span(edge, body(fight, contact.a).block)
    half = edge.length // 2
    left, right = max(low, -half), min(high, half)
    if left >= right:
        left, right = -half, half
    ends: tuple[Point, Point] = (
        from_frame((left, 0), edge.middle, edge.outward), from_frame((right, 0), edge.middle, edge.outward),
    )  # fmt: skip
    return ClashView(pieces[contact.a].name, pieces[contact.b].name, ends)


# --- the rosters ---------------------------------------------------------------------------------------------


def _units(fight: Fight, side: int | None) -> Iterator[UnitView]:
    """Every line of both rosters, on the table or not; parts of a split group are counted together. What may be
    bought is shown to its buyer while he sets up."""
    for number, entry in enumerate(fight.setting.entries):
        mine = [n for n, piece in fight.state.numbered() if piece.entry == number]
        fate = fight.state.pieces[mine[0]].fate
        if fate == "caged" or (fate == "hidden" and entry.side != side):
            continue
        if fate == "offered" and (entry.side != side or fight.state.phase != "deployment"):
            continue
        left = sum(fight.state.pieces[n].models for n in mine if fight.state.pieces[n].fate != "slain")
        yield UnitView(entry.name, entry.title, entry.side, left, entry.models, _unit_lines(fight, entry, mine))


def _lodgings(fight: Fight, parts: list[Number]) -> Iterator[str]:
    """[tp.siege.move.inside]"""
    for number in parts:
        if lodged := lodging(fight, number):
            yield f"inside {lodged.title}"


def _unit_lines(fight: Fight, entry: Entry, parts: list[Number]) -> tuple[str, ...]:
    first = fight.state.pieces[parts[0]]
    standing = [n for n in parts if fight.state.pieces[n].standing]
    group = called(fight, first.host) if first.host != NOBODY else "a group"
    where = FATES[first.fate].format(group=group) if not standing else ", ".join(_lodgings(fight, standing))
    apart = f"in {count(len(standing), 'part')}" if len(standing) > 1 else ""
    who = role_words(fight, parts[0]) if entry.role else ""
    if who and not standing and first.fate != "slain":
        who = f"{who}: {stat_line(figure(fight, parts[0]))}"
    spells = (" (".join(spell_words(book[spell])) + ")" for spell in first.spells)
    return tuple(line for line in (who, where, apart, *spells) if line)
