"""The table as one side may see it."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.battle import Battle
from warhost.engine.field.compass import from_frame
from warhost.engine.lettering import symbols
from warhost.engine.oracle import Scripted
from warhost.engine.view import (
    MILLIMETRES,
    BaseView,
    BlockView,
    ClashView,
    FeatureView,
    TableView,
    UnitView,
    View,
    ZoneView,
)

from ..armies.troops import Troop
from ..bodies import body, control, edge_line, engaged, present
from ..land.ground import platform_shape
from ..library import MM
from ..magic.places import area
from ..morale.support import net_loss
from ..moving.allowance import under
from ..opening.zones import LINE_DEPTH, SCREEN_DEPTH, zone
from ..setting import SIDES, Fight, Setting
from ..state import NOBODY, Melee, Piece, State
from ..turn import TITLES
from ..victory import points

STAGES = {
    "forces": "agreeing on forces", "terrain": "rolling terrain", "drawing up": "drawing up",
    "champions": "champions", "choice": "who moves first", "over": "the end",
}  # fmt: skip
SOON = 3  # points
SHAPES = {
    "line": "foot",
    "skirmish": "archers",
    "battery": "machine",
    "dritlan": "hero",
    "kerdu": "hero",
    "team": "hero",
}


def view(setting: Setting, state: State, side: int | None) -> View:
    """Nothing on the table is hidden once the maps are shown; strengths of spells are, until they are revealed."""
    fight: Fight = Battle(setting, state, Scripted())
    letters = symbols([(troop.title, troop.special, troop.side) for troop in setting.troops])
    battle = state.stage == "battle"
    return View(
        title=setting.plan.title,
        turn=max(1, state.turn),
        phase=TITLES[state.step] if battle else STAGES[state.stage],
        sides=tuple(setting.title(one) for one in (0, 1)),
        you=side,
        active=state.active if battle and state.step in (3, 4, 5, 6, 7, 8) else None,
        board=None,
        pieces=(),
        units=tuple(_units(fight)),
        score=_score(fight),
        notes=tuple(_notes(fight)),
        table=_table(setting, state),
        blocks=tuple(_block(fight, number, letters[number]) for number in present(fight)),
        clashes=tuple(_clash(fight, melee) for melee in state.melees),
        zones=tuple(_zones(fight)),
    )


def _notes(fight: Fight) -> Iterator[str]:
    state = fight.state
    if state.stage == "battle":
        roles = f"{SIDES[state.mover]} moves, {SIDES[1 - state.mover]} countermoves"
        yield f"Turn {state.turn} of {fight.setting.plan.turns}: {roles}."
    for arm in state.arms:
        left = arm.first + 6 - state.turn
        yield f"An Arm of Karakán protects {fight.setting.troops[arm.piece].title}, {left} turns at most."


def _score(fight: Fight) -> str:
    if fight.state.stage != "battle":
        return ""
    first, second = points(fight)
    return f"Ground held: {first} to {second}"


# --- the table -----------------------------------------------------------------------------------------------


def _table(setting: Setting, state: State) -> TableView:
    features, grounds = [], setting.lie(state.grounds).all
    titles = [ground.kind.title[:1].upper() + ground.kind.title[1:] for ground in grounds]
    for place, ground in enumerate(grounds):
        kind = ground.kind
        said = [kind.title]
        if kind.loss:
            said.append(f"{kind.loss.value} mm off the move")
        if kind.toll:
            said.append(f"{kind.toll.value} mm to cross")
        name = _told_apart(titles, place)
        features.append(FeatureView(name, kind.look, ground.shape.points, ground.level, tuple(said)))
    for index, platform in enumerate(state.platforms):
        if platform.at[0] >= 0:
            shape = platform_shape(platform.at)
            whose = f"Platform of the {SIDES[platform.side]}"
            name = whose if index < len(SIDES) else f"{whose} {index}"
            features.append(FeatureView(name, "platform", shape.points, 1, ("command platform",)))
    return TableView(setting.width, setting.depth, MILLIMETRES, tuple(features))


def _told_apart(titles: list[str], place: int) -> str:
    """A number only where several are called the same."""
    title = titles[place]
    return title if titles.count(title) == 1 else f"{title} {titles[: place + 1].count(title)}"


def _zones(fight: Fight) -> Iterator[ZoneView]:
    state = fight.state
    if state.stage == "drawing up":
        for side in (0, 1):
            yield ZoneView(f"line of the {SIDES[side]}", zone(fight.setting, side, LINE_DEPTH))
            yield ZoneView(f"skirmishers of the {SIDES[side]}", zone(fight.setting, side, SCREEN_DEPTH))
    for cast in state.casts:
        if cast.at is not None:
            kind = fight.setting.charts.spell_type(cast.type)
            title = kind.attack_title if cast.attack else kind.defense_title
            yield ZoneView(title, area(fight, cast).points, "spell")
    if state.step in (3, 5, 7) and state.stage == "battle":
        for number in present(fight):
            if state.pieces[number].side != state.active:
                for strip in control(fight, number):
                    yield ZoneView("zone of control", strip.points, "control")


# --- bodies --------------------------------------------------------------------------------------------------


def _block(fight: Fight, number: int, symbol: str) -> BlockView:
    setting, piece, one = fight.setting, fight.state.pieces[number], body(fight, number)
    troop = setting.troops[number]
    half = one.width // 2
    corners = ((-half, 0), (half, 0), (half, -one.depth), (-half, -one.depth))
    outline = tuple(from_frame(corner, one.front, one.facing) for corner in corners)
    bases = [BaseView(base.points) for base in one.bases]
    if troop.special:
        role = {"dritlan": "hero", "kerdu": "general", "team": "wizard"}[troop.kind]
        at = 0 if troop.kind != "team" else len(bases) - 1
        bases[at] = BaseView(one.bases[at].points, role, troop.title)
    return BlockView(
        troop.id, troop.title, piece.side, one.front, one.facing, outline, tuple(bases), symbol,
        SHAPES[troop.kind] if troop.race.kind != "animal" else "beast", troop.id, piece.height > 0,
        tuple(marks(fight, number)), tuple(details(fight, number)),
    )  # fmt: skip


def marks(fight: Fight, number: int) -> Iterator[str]:
    """States a player wants to see at a glance."""
    piece, turn = fight.state.pieces[number], fight.state.turn
    troop = fight.setting.troops[number]
    if piece.huitsan and troop.legion:
        yield f"{piece.huitsan}. huitsán"  # its number is what the small sign shows
    elif troop.legion:
        yield "reserve"
    shown = {
        "routing": piece.fate == "routing", "disorganized": piece.disorganized > 0,
        "wavering": _wavers(fight, number),
        "engaged": engaged(fight, number),
        "charging": piece.charged == turn > 0, "charged": 0 < piece.charged < turn, "square": piece.square,
        "last stand": piece.stands, "shot": piece.shot == turn > 0, "moved": piece.moved == turn > 0,
        "stopped": piece.halted == turn > 0,
        "out of reach": piece.bound and piece.judged == turn > 0,
        "on a platform": piece.platform != NOBODY,
    }  # fmt: skip
    yield from (mark for mark, is_so in shown.items() if is_so)
    for spell in ("pleasures", "grace", "cloak", "gift", "peace"):
        if under(fight, piece, spell):
            yield spell if spell != "cloak" else "unseen"


def _wavers(fight: Fight, number: int) -> bool:
    """Whether its heart may be tested soon, or has been: a few more points lost, and it runs."""
    piece, troop = fight.state.pieces[number], fight.setting.troops[number]
    if not troop.tests or piece.fate != "standing" or piece.stands:
        return False
    return piece.tested or net_loss(fight, number) >= max(1, troop.tests - SOON)


def details(fight: Fight, number: int) -> Iterator[str]:
    piece, troop = fight.state.pieces[number], fight.setting.troops[number]
    yield troop.describe()
    if troop.legion:
        yield f"{piece.figures} of {troop.figures} figures, {piece.files} files"
        yield f"morale {troop.rating}: {_heart(net_loss(fight, number), troop, piece)}"
        yield f"moves {troop.move // MM} mm" + (
            f", flies {troop.fly // MM} at {piece.height // MM}" if troop.fly else ""
        )
        yield f"fights with the {troop.weapon(piece.weapon).title}"
    if troop.missile and troop.missile.supply.value:
        yield f"{piece.supply} missile attacks left"
    if troop.kind == "team":
        left = f"{sum(piece.attack_spells)} attack, {sum(piece.defense_spells)} defense"
        yield f"level {troop.level}, spells left: {left}"
    for eye in fight.state.eyes:
        if eye.bearer == number:
            yield f"carries {'a strong' if eye.strong else 'a weak'} 'eye', {eye.charges} shots left"


def _heart(lost: int, troop: Troop, piece: Piece) -> str:
    """Morale points lost, and how many bring the test and the rout."""
    points = f"{lost} points lost" if lost >= 0 else f"{-lost} points won"
    tests = "" if piece.tested else f"tests at {troop.tests}, "
    return f"{points}, {tests}routs at {troop.tests + troop.further}"


def _units(fight: Fight) -> Iterator[UnitView]:
    for number, troop in enumerate(fight.setting.troops):
        piece = fight.state.pieces[number]
        known = piece.fate != "waiting"
        lines = tuple(details(fight, number)) if piece.present else (troop.describe(), piece.fate)
        strength = piece.figures if piece.present or not known else 0
        yield UnitView(troop.id, troop.title, troop.side, strength, troop.figures, lines)


def _clash(fight: Fight, melee: Melee) -> ClashView:
    middle, way, length = edge_line(body(fight, melee.b), melee.b_side)
    ends = from_frame((-length // 2, 0), middle, way), from_frame((length // 2, 0), middle, way)
    names = fight.setting.troops[melee.a].id, fight.setting.troops[melee.b].id
    return ClashView(*names, ends)
