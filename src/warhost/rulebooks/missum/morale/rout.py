"""Rout: when a legion runs, how far it comes, who stops it and whom it sweeps along.

[mis.rout.cause] [mis.rout.move] [mis.rout.timing]
"""

from __future__ import annotations

from math import hypot

from warhost.engine.field.body import apart
from warhost.engine.field.compass import NORTH, SOUTH, Angle, Point, ahead, heading
from warhost.engine.field.shapes import Shape, cast, closest, moved, oblong, overlap
from warhost.engine.field.stance import shifted
from warhost.engine.sequel import Sequel

from ..bodies import (
    body,
    body_at,
    centre,
    control,
    distance_between,
    engaged,
    flying,
    foes,
    form_of,
    legions,
    lie,
    opponents,
    own,
    troop,
)
from ..captures import fall_of_bearer, taker
from ..command import companions, lose, swept_along
from ..events import Fled, Gone, Routed, Stopped
from ..land.ground import LEVEL, Laid
from ..land.paces import is_down
from ..library import MM
from ..moving.bars import enemy_in, friends_in
from ..parting import part
from ..setting import Fight
from ..state import NOBODY, Entry
from .disorder import disorganize

RUN = 100 * MM
NEAR = 200 * MM
PER_FIGURES = 20

shaken: Sequel[[Fight, int, str, str], bool] = Sequel("a legion whom something frightens may panic")


def rout(fight: Fight, number: int, why: str, rule: str) -> None:
    """A legion stops acting at once; when it flees the table of moments says."""
    state, piece = fight.state, fight.state.pieces[number]
    piece.foes = tuple(opponents(fight, number))
    fight.tell(Routed(rule, number, why))
    if troop(fight, number).special:
        lose(fight, number, "swept away with its guards")
        return
    swept_along(fight, number, "swept away in the rout")
    piece.fate, piece.routed, piece.flees = "routing", state.now, _moment(fight, number)
    piece.effects, piece.square, piece.pending = (), False, ()
    state.arms = tuple(arm for arm in state.arms if arm.piece != number)
    piece.routers = _victors(fight, number)
    _enter_points(fight, number)


def _moment(fight: Fight, number: int) -> int:
    """[mis.rout.timing]"""
    state = fight.state
    mover = state.pieces[number].side == state.mover
    next_turn = _next_rout_step(fight)
    if state.step <= 2:
        return state.turn * 10 + (3 if mover else 5)
    if state.step <= 4:
        return state.turn * 10 + (7 if mover else 5)
    if state.step <= 6:
        return state.turn * 10 + 7 if mover else next_turn
    return next_turn


def _next_rout_step(fight: Fight) -> int:
    """Step 1 of the next turn."""
    return (fight.state.turn + 1) * 10 + 1


def _victors(fight: Fight, number: int) -> tuple[int, ...]:
    """The huitsányal that routed it: of those in melee with it, or else of who hurt it last.

    [mis.morale.points-routed-enemy]
    """
    piece = fight.state.pieces[number]
    fought = [fight.state.pieces[foe].huitsan for foe in piece.foes]
    return tuple(dict.fromkeys(fought or piece.last_hurt))


def _enter_points(fight: Fight, number: int) -> None:
    """What the rout means to others in the next record phase.

    [mis.morale.points-routed-friend] [mis.morale.points-huitsan-routed]
    """
    state, piece, kind = fight.state, fight.state.pieces[number], troop(fight, number)
    if not kind.line_status:
        return
    loss = -(-kind.figures // PER_FIGURES)
    state.entries = (*state.entries, Entry("friend", piece.side, piece.huitsan, -loss, number))
    for huitsan in piece.routers:
        state.entries = (*state.entries, Entry("enemy", 1 - piece.side, huitsan, 1, number))
    _huitsan_routed(fight, piece.side, piece.huitsan)


def _huitsan_routed(fight: Fight, side: int, huitsan: int) -> None:
    """A huitsán has routed when none of its line legions stands any more."""
    state = fight.state
    lines = [
        n for n, piece in enumerate(state.pieces)
        if piece.side == side and piece.huitsan == huitsan and troop(fight, n).line_status
    ]  # fmt: skip
    if (side, huitsan) in state.routed or any(state.pieces[n].fate == "standing" for n in lines):
        return
    state.routed = (*state.routed, (side, huitsan))
    for other in _beside(fight, side, huitsan):
        state.entries = (*state.entries, Entry("huitsan", side, other, -2))


def _beside(fight: Fight, side: int, huitsan: int) -> list[int]:
    """Its neighbours in the line as it was drawn up; of the reserve everybody."""
    have = sorted({piece.huitsan for piece in fight.state.pieces if piece.side == side} - {0})
    row = list(fight.state.lines[side]) or have
    if huitsan not in row:
        return [n for n in have if n != huitsan]
    at = row.index(huitsan)
    return [row[n] for n in (at - 1, at + 1) if 0 <= n < len(row)]


# --- the flight ----------------------------------------------------------------------------------------------


def due(fight: Fight, side: int) -> list[int]:
    """Routers of a side whose moment has come, or who stand at an obstacle; contact holds them until step 1."""
    state = fight.state
    return [
        n for n in own(fight, side)
        if state.pieces[n].fate == "routing" and state.pieces[n].flees <= state.now
        and (state.step == 1 or not engaged(fight, n))
    ]  # fmt: skip


def postpone(fight: Fight, side: int) -> None:
    """Whoever is held by contact waits for the rout step of the next turn."""
    for number in own(fight, side):
        piece = fight.state.pieces[number]
        if piece.fate == "routing" and piece.flees <= fight.state.now:
            piece.flees = _next_rout_step(fight)


def flee(fight: Fight, number: int) -> None:
    """A hundred millimetres straight away, and off.  [mis.rout.friends] [mis.rout.obstacle] [mis.rout.surrender]"""
    piece = fight.state.pieces[number]
    if piece.stalled:
        caught = _enemy_near(fight, number)
        gone(fight, number, "surrenders" if caught != NOBODY else "dissolves", caught)
        return
    excused, beside = tuple(opponents(fight, number)), companions(fight, number)
    way = flight_of(fight, number, excused or piece.foes)
    part(fight, number)
    start = body(fight, number)
    reach, stopped, by = run_of(fight, number, way, excused)
    _sweep_friends(fight, number, way, reach)
    end = shifted(piece.stance, way, reach if stopped is None else _last_free(fight, number, way, reach))
    piece.stand(end)
    fight.tell(Fled("mis.rout.move", number, (start.front, end.front), piece.facing))
    if by != NOBODY:
        gone(fight, number, "surrenders", by, beside)
    elif stopped is not None:
        caught = _enemy_near(fight, number)
        if caught != NOBODY:
            gone(fight, number, "surrenders", caught, beside)
        else:
            piece.stalled, piece.flees = True, _next_rout_step(fight)
            fight.tell(Stopped("mis.rout.obstacle", number, f"the {stopped.kind.title} bars the flight"))
    else:
        gone(fight, number, "dissolves", NOBODY, beside)


def _last_free(fight: Fight, number: int, way: Angle, reach: int) -> int:
    """Whoever stays on the table stands in nobody's place: as far as there is room.  [mis.move.pass-through]"""
    piece = fight.state.pieces[number]
    for far in range(reach, 0, -MM):
        there = body_at(fight.setting, number, piece, shifted(piece.stance, way, far), form_of(piece))
        if friends_in(fight, number, there, piece, ()) == NOBODY == enemy_in(fight, there, piece):
            return far
    return 0


def flight_of(fight: Fight, number: int, foes_: tuple[int, ...]) -> Angle:
    """The way of the flight: along the sum of the ways from each enemy, or towards the own edge.

    [mis.rout.move]
    """
    here = body(fight, number)
    middle = centre(here)
    enemies = [foe for foe in foes_ if fight.state.pieces[foe].present]
    if not enemies:
        near = [foe for foe in foes(fight, fight.state.pieces[number].side) if troop(fight, foe).legion]
        enemies = [min(near, key=lambda foe: apart(here, body(fight, foe)))] if near else []
    x = y = 0.0
    for foe in enemies:
        point = _nearest_point(fight, foe, middle)
        far = hypot(middle[0] - point[0], middle[1] - point[1])
        if far:
            x, y = x + (middle[0] - point[0]) / far, y + (middle[1] - point[1]) / far
    if hypot(x, y) < 0.01:
        return SOUTH if fight.state.pieces[number].side == 0 else NORTH
    return heading((0, 0), (round(x * 1e6), round(y * 1e6)))


def _nearest_point(fight: Fight, foe: int, middle: Point) -> Point:
    spot = oblong(middle, NORTH, 2, 2)
    parts = body(fight, foe).parts
    found = [closest(spot, part)[1] for part in parts]
    return min(found, key=lambda point: hypot(point[0] - middle[0], point[1] - middle[1]))


def run_of(
    fight: Fight, number: int, way: Angle, excused: tuple[int, ...] = ()
) -> tuple[int, Laid | None, int]:  # fmt: skip
    """How far somebody comes who flees this way, what ground stops him, and to whom he runs."""
    piece, here = fight.state.pieces[number], body(fight, number)
    reach, stopped, by = RUN, None, NOBODY
    if not flying(piece):
        for ground in lie(fight).grounds:
            if not stops(fight, number, ground, way) or not _lies_ahead(ground, here.block, way):
                continue
            far = cast(here.block, way, reach, ground.shape)
            if far is not None and far < reach:
                reach, stopped = far, ground
    for foe in foes(fight, piece.side):
        if foe in excused or not troop(fight, foe).legion or fight.state.pieces[foe].fate != "standing":
            continue
        if abs(fight.state.pieces[foe].height - piece.height) > LEVEL:
            continue
        for shape in (*body(fight, foe).parts, *control(fight, foe)):
            far = cast(here.block, way, reach, shape)
            if far is not None and far <= reach:
                reach, stopped, by = far, None, foe
    return reach, stopped, by


def _lies_ahead(ground: Laid, block: Shape, way: Angle) -> bool:
    """Whether they neither stand in it yet nor leave it behind: at their heels it stops them at once."""
    if not ground.touches(block):
        return True
    dx, dy = ahead((0, 0), way, 2 * MM)
    return overlap(ground.shape, moved(block, dx, dy)) and not overlap(ground.shape, moved(block, -dx, -dy))


def stops(fight: Fight, number: int, ground: Laid, way: Angle) -> bool:
    """Whether this ground is an obstacle to the flight of such troops.  [mis.rout.obstacle]"""
    kind, kind_of = ground.kind, troop(fight, number)
    if not kind.stops_rout:
        return False
    if kind.id == "swamp" and kind_of.has("marsh"):
        return False
    if kind.slope and not kind.barred:
        return not is_down(body(fight, number).middle, ahead(body(fight, number).middle, way, RUN), ground)
    return not (kind.milder_to and kind_of.has(kind.milder_to))


def _enemy_near(fight: Fight, number: int) -> int:
    side = fight.state.pieces[number].side
    near = [foe for foe in legions(fight, 1 - side) if distance_between(fight, number, foe) <= NEAR]
    return min(near, key=lambda foe: distance_between(fight, number, foe), default=NOBODY)


def _sweep_friends(fight: Fight, number: int, way: Angle, reach: int) -> None:
    """Friends who are touched may be disorganized.  [mis.disorg.routers] [mis.morale.panic-causes]"""
    piece, kind, here = fight.state.pieces[number], troop(fight, number), body(fight, number)
    for other in own(fight, piece.side):
        crossed = any(cast(here.block, way, reach, shape) is not None for shape in body(fight, other).parts)
        if troop(fight, other).kind == "team" and crossed:
            fight.state.pieces[other].barred = fight.state.turn, fight.state.turn
    for other in legions(fight, piece.side):
        if other == number or fight.state.pieces[other].height != piece.height:
            continue
        if kind.skirmishes and not troop(fight, other).skirmishes:
            continue
        shapes = body(fight, other).parts
        if any(cast(here.block, way, reach, shape) is not None for shape in shapes):
            disorganize(fight, other, "mis.disorg.routers")
            if kind.has("dreadful"):
                shaken(fight, other, "mis.morale.panic-causes", "routing sérudla")


# --- off the table -------------------------------------------------------------------------------------------

FATES = {"surrenders": "surrendered", "dissolves": "fled", "is destroyed": "destroyed", "leaves the table": "left"}


SHARED = {"surrenders": "captured", "dissolves": "swept away in the rout"}


def gone(fight: Fight, number: int, how: str, by: int = NOBODY, beside: list[int] | None = None) -> None:
    """Nobody of it is left on the table. Of those who fled, whoever was with them when they began to run shares
    their fate, not whoever stood where the run ended.  [mis.rout.timing] [mis.add.command-combat]"""
    state, piece = fight.state, fight.state.pieces[number]
    routed = piece.fate == "routing"
    captor = by if how == "surrenders" else taker(fight, number, by)
    if how != "leaves the table":  # whoever is with skirmishers that are pushed over the edge stays
        for companion in companions(fight, number) if beside is None else beside:
            lose(fight, companion, SHARED.get(how, "killed with the legion"), captor)
    fall_of_bearer(fight, number, captor)
    if not routed and how == "is destroyed":
        piece.foes = tuple(opponents(fight, number))
        piece.routers = _victors(fight, number)
    piece.fate = FATES[how]  # type: ignore[assignment]
    part(fight, number)
    state.arms = tuple(arm for arm in state.arms if arm.piece != number)
    piece.effects = ()
    rule = {"surrenders": "mis.rout.surrender", "dissolves": "mis.rout.move"}.get(how, "mis.melee.casualties")
    fight.tell(Gone(rule if how != "leaves the table" else "mis.skirmish.retire", number, how, by))
    if not routed and how == "is destroyed":
        _enter_points(fight, number)
