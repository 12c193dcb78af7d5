"""Where bodies of troops stand on the table: their ground, who is there, how far apart they are."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.body import Body, apart, boxes_within
from warhost.engine.field.compass import RIGHT_ANGLE, Angle, Point, ahead, from_frame, opposite, veered
from warhost.engine.field.shapes import Shape, gap
from warhost.engine.field.stance import Stance

from .armies.troops import Troop
from .forms import Drawn, LegionBody, stretches
from .land.ground import LEVEL, Lie
from .library import MM
from .setting import Fight, Setting
from .state import NOBODY, Melee, Piece

TOUCH = MM
"""Bases nearer than this touch.  [mis.add.rounding]"""
PLAIN = Drawn()


def troop(fight: Fight, number: int) -> Troop:
    return fight.setting.troops[number]


def bases_of(setting: Setting, number: int, piece: Piece) -> int:
    """How many bases it has: one for each figure, or for each engine."""
    return piece.engines if setting.troops[number].kind == "battery" else piece.figures


def form_of(piece: Piece) -> Drawn:
    if piece.gap or piece.bend or piece.wing or piece.askew:
        return Drawn(piece.gap, piece.bend, piece.wing, piece.askew, piece.wing_in)
    return PLAIN


def body_of(setting: Setting, number: int, piece: Piece) -> LegionBody:
    """The ground a piece covers as it stands; remembered by all that it follows from."""
    key = (
        number, piece.x, piece.y, piece.facing, piece.files, piece.figures, piece.engines, piece.height, piece.gap,
        piece.wing, piece.wing_in, piece.bend, piece.askew,
    )  # fmt: skip
    found = setting.bodies.get(key)
    if found is None:
        found = setting.bodies.keep(key, body_at(setting, number, piece, piece.stance, form_of(piece)))
    return found


def body_at(setting: Setting, number: int, piece: Piece, stance: Stance, form: Drawn = PLAIN) -> LegionBody:
    models = max(1, bases_of(setting, number, piece))
    found = setting.poses.body(stance, setting.troops[number].base, models, form)
    assert isinstance(found, LegionBody)
    return found


def body(fight: Fight, number: int) -> LegionBody:
    return body_of(fight.setting, number, fight.state.pieces[number])


def straight_part(fight: Fight, number: int, near: Body) -> LegionBody:
    """Of a bent column the stretch that lies nearest to somebody, as a block of its own; of others the whole.

    [mis.move.column]
    """
    piece, whole = fight.state.pieces[number], body(fight, number)
    if not piece.bend:
        return whole
    found = []
    for front, facing, ranks in stretches(piece.stance, -(-whole.models // whole.files), whole.base[1], piece.bend):
        one = PLAIN.body(Stance(front, facing, whole.files, (), piece.height), whole.base, ranks * whole.files)
        assert isinstance(one, LegionBody)
        found.append(one)
    return min(found, key=lambda one: apart(one, near))


def lie(fight: Fight) -> Lie:
    return fight.setting.lie(fight.state.grounds)


# --- who is there --------------------------------------------------------------------------------------------


def present(fight: Fight) -> list[int]:
    return [number for number, piece in enumerate(fight.state.pieces) if piece.present]


def own(fight: Fight, side: int) -> list[int]:
    return [
        n for n, piece in enumerate(fight.state.pieces)
        if piece.side == side and (piece.fate == "standing" or piece.fate == "routing")
    ]  # fmt: skip


def foes(fight: Fight, side: int) -> list[int]:
    return [
        n for n, piece in enumerate(fight.state.pieces)
        if piece.side != side and (piece.fate == "standing" or piece.fate == "routing")
    ]  # fmt: skip


def legions(fight: Fight, side: int) -> list[int]:
    """Legions of a side that have not routed."""
    pieces, troops = fight.state.pieces, fight.setting.troops
    return [n for n in own(fight, side) if troops[n].legion and pieces[n].fate == "standing"]


def line_legions(fight: Fight, side: int) -> list[int]:
    return [n for n in legions(fight, side) if troop(fight, n).line_status]


def as_line(fight: Fight, number: int) -> bool:
    """Whether it acts as line troops now: skirmishers of line status do unless their owner has said otherwise.

    [mis.army.skirmish-line-status]
    """
    return troop(fight, number).line_status and not fight.state.pieces[number].open_order


def may_choose(fight: Fight, number: int) -> bool:
    """Whether its owner may say how it acts."""
    kind = troop(fight, number)
    return kind.skirmishes and kind.line_status


def flying(piece: Piece) -> bool:
    return piece.height > 0


def same_height(a: Piece, b: Piece) -> bool:
    """Whether two bodies can meet at all.  [mis.situation.flying]"""
    return abs(a.height - b.height) <= LEVEL


# --- melees --------------------------------------------------------------------------------------------------


def melees_of(fight: Fight, number: int) -> list[Melee]:
    return [melee for melee in fight.state.melees if number in (melee.a, melee.b)]


def engaged(fight: Fight, number: int) -> bool:
    return any(melee.a == number or melee.b == number for melee in fight.state.melees)


def opponents(fight: Fight, number: int) -> list[int]:
    return [melee.b if melee.a == number else melee.a for melee in melees_of(fight, number)]


# --- distances -----------------------------------------------------------------------------------------------


def gap_of(setting: Setting, one: LegionBody, other: LegionBody) -> int:
    """How far two bodies are apart, remembered as long as both stand as they do."""
    found = setting.gaps.get((one, other))
    return setting.gaps.keep((one, other), apart(one, other)) if found is None else found


def distance_between(fight: Fight, a: int, b: int) -> int:
    return gap_of(fight.setting, body(fight, a), body(fight, b))


def within(fight: Fight, a: int, b: int, reach: int) -> bool:
    one, other = body(fight, a), body(fight, b)
    return boxes_within(one.box, other.box, reach) and gap_of(fight.setting, one, other) <= reach


def touching(fight: Fight, a: int, b: int) -> bool:
    return same_height(fight.state.pieces[a], fight.state.pieces[b]) and within(fight, a, b, TOUCH - 1)


def officer_base(fight: Fight, number: int) -> Shape:
    """The base distances of a commander are taken from: the left one; of a magic general his attack figure.

    [mis.add.command-move]
    """
    bases = body(fight, number).bases
    return bases[-1] if troop(fight, number).kind == "team" else bases[0]


def officer_gap(fight: Fight, commander: int, number: int) -> int:
    base = officer_base(fight, commander)
    return min(gap(base, part) for part in body(fight, number).parts)


# --- heights -------------------------------------------------------------------------------------------------


def levels_at(fight: Fight, number: int, point: Point) -> int:
    """How many elevation levels high a figure of this piece is that stands at a point.  [mis.missile.elevation]"""
    piece = fight.state.pieces[number]
    if piece.height:
        return piece.height // LEVEL
    raised = 1 if piece.platform != NOBODY else 0
    return lie(fight).level_at(point) + raised


# --- where something lies of a block ---------------------------------------------------------------------------


def edge_line(one: Body, side: str) -> tuple[Point, Angle, int]:
    """The middle of a side of the block, the way it looks, and its length."""
    if side == "front":
        return one.front, one.facing, one.width
    if side == "rear":
        return one.back, opposite(one.facing), one.width
    sign = 1 if side == "right" else -1
    middle = from_frame((sign * one.width // 2, -one.depth // 2), one.front, one.facing)
    return middle, veered(one.facing, sign * RIGHT_ANGLE), one.depth


def control(fight: Fight, number: int) -> Iterator[Shape]:
    """The strips at both ends of the front rank that a legion controls.  [mis.zoc.zone]"""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    if kind.kind != "line" or piece.fate != "standing" or piece.disorganized or piece.height:
        return
    yield from body(fight, number).beside(ZONE)


ZONE = 25 * MM


def centre(one: Body) -> Point:
    return ahead(one.front, one.facing, -one.depth // 2)
