"""The ground that pieces cover, and how far they are apart.

A piece's block is the oblong behind its front edge; its parts are the real bases, joined where they stand side by
side: ranges, sight and templates go by them, while zones, squaring up and room go by the block.
[tp.piece.footprint] [tp.piece.model]
"""

from __future__ import annotations

from operator import attrgetter

from warhost.engine.field.body import (
    PLACES,
    RANKS,
    Body,
    Column,
    Form,
    Ring,
    Wedged,
    apart,
    boxes_within,
    close_by,
    slant,
    wholly_within,
)
from warhost.engine.field.compass import Angle, bearing, heading
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape
from warhost.engine.field.stance import Stance

from .figure import Figure, inches
from .setting import Fight
from .state import NOBODY, Number, Piece, Player, Point, opponent
from .wedge import POINT, rows_of_point, wedge_of

TOUCH = inches(0.05)  # bases this near each other touch [tp.combat.contact]
FLYING_HEIGHT = inches(6)
MARK = inches(0.01)  # the finest mark of the tape
STANCE = attrgetter(
    "x", "y", "facing", "files", "narrow", "models", "leaders", "figure", "places", "bend", "wedge",
    "backing", "ring", "masters",
)  # fmt: skip
"""All that the body of a piece follows from, unless it depends on others by the last three."""


def figure(fight: Fight, number: Number) -> Figure:
    return fight.setting.figures[fight.state.pieces[number].figure]


def own_bases(fight: Fight, piece: Piece) -> int:
    """The bases of a piece without those of the units that back it: a rider has none beside his mount's."""
    if piece.leaders and not fight.setting.figures[piece.figure].carries:
        return piece.models + len(piece.leaders)
    return piece.models


def life_of(fight: Fight, number: Number) -> int:
    """The life points of one of its models."""
    piece = fight.state.pieces[number]
    return fight.setting.figures[piece.figure].life + piece.vigour


def strength(fight: Fight, number: Number) -> int:
    """The models that stand in a piece: its own, its characters and the units that back it; not beast masters."""
    piece = fight.state.pieces[number]
    total = own_bases(fight, piece)
    for back in piece.backing:
        total += strength(fight, back)
    return total


def loose(fight: Fight, number: Number) -> bool:
    """Whether it moves loosely: single models, groups whose profile says so, and whoever is on or in a fortress, or
    on one of its ladders.

    [tp.move.loose] [tp.siege.move.passage]
    """
    piece = fight.state.pieces[number]
    if piece.aloft or piece.underway:
        return True
    found = fight.setting.figures[piece.figure]
    return found.loose or found.category in ("character", "beast", "machine")


def more_than_one(fight: Fight, number: Number) -> bool:
    """Whether more than one model stands in a piece."""
    return strength(fight, number) > 1


def single(fight: Fight, number: Number) -> bool:
    """An individual model: one base, nobody with it.  [tp.move.individual] [tp.character.elsewhere]"""
    if more_than_one(fight, number) or fight.state.pieces[number].masters != NOBODY:
        return False
    return loose(fight, number)


def width_of(piece: Piece) -> int:
    """The number of files it stands in now."""
    return piece.narrow or piece.files


def ranks_of(fight: Fight, number: Number) -> list[int]:
    """How many models stand in each of its ranks; the first three rows of an infantry wedge are none, and who is
    loose or in a ring has none.

    [tp.unit.infantry_wedge.ranks] [tp.unit.engulf.effects]
    """
    piece, shape = fight.state.pieces[number], body(fight, number).wedge
    if loose(fight, number) or piece.ring != NOBODY:
        return []
    if shape is not None and shape.deep == POINT:
        return list(shape.rows[POINT - 1 :])
    whole, rest = divmod(strength(fight, number), width_of(piece))
    return [width_of(piece)] * whole + [rest] * (rest > 0)


def keep_width(fight: Fight, number: Number) -> None:
    """A wedge has become larger or smaller: it is as wide as its models make it."""
    piece = fight.state.pieces[number]
    if piece.wedge:
        kind = fight.setting.figures[piece.figure]
        piece.files = wedge_of(strength(fight, number), piece.wedge, pyramid(kind)).files


def body(fight: Fight, number: Number) -> Body:
    setting = fight.setting
    if setting.survey.at_rest and number in (surveyed := setting.survey.lie.bodies):
        return surveyed[number]  # type: ignore[no-any-return]
    piece = fight.state.pieces[number]
    stance = STANCE(piece)
    last = setting.stood.get(number)
    if last is not None and last[0] == stance:
        return last[1]
    x, y, facing, files, narrow, _, _, _, places, bend, _, backing, ring, masters = stance
    if backing or ring != NOBODY or masters != NOBODY:
        return _joined(fight, number)
    stand = Stance((x, y), facing, narrow or files, places)
    found = pose(fight, piece, own_bases(fight, piece), stand, bend)
    setting.stood[number] = stance, found
    return found


def _joined(fight: Fight, number: Number) -> Body:
    """Of a piece whose body depends on others: the one it has engulfed, those that back it, beast masters."""
    piece, models = fight.state.pieces[number], strength(fight, number)
    if piece.ring != NOBODY:
        return _ring(fight, piece, models)
    return pose(fight, piece, models, stood(piece), piece.bend)


def stood(piece: Piece) -> Stance:
    """How it stands, by its own numbers."""
    return Stance((piece.x, piece.y), piece.facing, piece.narrow or piece.files, piece.places)


def pose(
    fight: Fight, piece: Piece, models: int, stand: Stance, bend: tuple[int, ...] = (), wedge: int | None = None
) -> Body:
    """The body that a piece has, or would have, in this stance.

    A wedge stands in ranks in any other front than its own; another number of points may be given.
    """
    setting = fight.setting
    kind = setting.figures[piece.figure]
    if wedge is None:
        wedge = piece.wedge if stand.files == piece.files else 0
    form: Form = RANKS
    if wedge:
        form = Wedged(wedge, rows_of_point(pyramid(kind)))  # [tp.unit.infantry_wedge.zones]
    elif stand.places:
        form = PLACES
    elif bend:
        form = Column(bend[0], bearing(bend[1]))  # [tp.move.unit.splitturn]
    found = setting.poses.body(stand, kind.base, models, form)
    if piece.masters == NOBODY or models != piece.models:  # of a part of the pack alone
        return found
    return _herded(fight, found, piece.masters)


def _herded(fight: Fight, creatures: Body, masters: Number) -> Body:
    """A beast unit: the masters stand behind the creatures, as wide as these at most.  [tp.beast.unit.formation]"""
    men = fight.state.pieces[masters]
    return fight.setting.poses.followed(creatures, fight.setting.figures[men.figure].base, men.models)


def pyramid(kind: Figure) -> bool:
    """Whether such models form a cavalry wedge: one point, and a row more for as long as there are models."""
    return kind.category == "cavalry"


def _ring(fight: Fight, piece: Piece, models: int) -> Body:
    """A unit round the piece it has engulfed.  [tp.unit.engulf.move]"""
    victim, base = body(fight, piece.ring), fight.setting.figures[piece.figure].base
    return fight.setting.poses.body(Stance(victim.front, victim.facing, 1), base, models, Ring(victim.oblong))


def set_places(fight: Fight, number: Number, places: tuple[Point, ...], facing: Angle) -> None:
    """Put the models of a loose group there; its middle front follows from them."""
    piece = fight.state.pieces[number]
    piece.places, piece.facing = places, facing
    piece.x, piece.y = body(fight, number).front


# --- who is on the table -------------------------------------------------------------------------------------


def on_table(fight: Fight, side: int | None = None) -> list[Number]:
    """All who stand there to be seen: whoever is inside works has been put aside.  [tp.siege.move.inside]"""
    if side is None:
        return [number for number, piece in fight.state.numbered() if piece.fate == "standing" and not piece.inside]
    return [
        number
        for number, piece in fight.state.numbered()
        if piece.side == side and piece.fate == "standing" and not piece.inside
    ]


def in_battle(fight: Fight, side: int | None = None) -> list[Number]:
    """Whoever is on the table, or inside works.  [tp.siege.move.inside]"""
    return [number for number, piece in fight.state.numbered() if piece.standing and side in (None, piece.side)]


def enemies(fight: Fight, number: Number) -> list[Number]:
    """Those whom it could meet: on the table or, if it is inside works, in there."""
    own = fight.state.pieces[number]
    return (
        those_inside(fight, own.inside, opponent(own.side)) if own.inside else on_table(fight, opponent(own.side))
    )


def friends(fight: Fight, number: Number) -> list[Number]:
    own = fight.state.pieces[number]
    found = those_inside(fight, own.inside, own.side) if own.inside else on_table(fight, own.side)
    return [other for other in found if other != number]


def true_friends(fight: Fight, number: Number) -> list[Number]:
    """Without a beast at large, that is on one side now and on the other next turn.  [tp.beast.reaction.1]"""
    return [friend for friend in friends(fight, number) if not fight.state.pieces[friend].at_large]


def those_inside(fight: Fight, work: int, side: Player) -> list[Number]:
    """The pieces of a side inside a wall or tower.  [tp.siege.move.inside]"""
    pieces = fight.state.numbered()
    return [number for number, piece in pieces if piece.standing and piece.inside == work and piece.side == side]


def set_aloft(fight: Fight, number: Number, aloft: bool) -> None:
    """A piece, with all who are in it, is on the works of a fortress from now on, or off them. Whoever hides in it
    bears no mark, which would tell where he is, until he comes to light."""
    for one, piece in fight.state.numbered():
        if one == number or (piece.host == number and piece.fate == "within"):
            piece.aloft = aloft


def set_inside(fight: Fight, number: Number, work: int) -> None:
    """A piece, with all who are in it, is inside a wall or tower of a fortress from now on; 0: it has come out.

    [tp.siege.move.inside]
    """
    for one, piece in fight.state.numbered():
        if one == number or (piece.host == number and piece.fate in ("within", "hidden")):
            piece.inside = work


def take_to_the_air(fight: Fight, number: Number) -> None:
    """It is in the air from now on, and no more on the works from which it rose.  [tp.siege.move.who]"""
    fight.state.pieces[number].airborne = True
    set_aloft(fight, number, False)


def same_height(fight: Fight, one: Number, other: Number) -> bool:
    """Whether two pieces can meet: both in the air, both on top of works, or both on the ground."""
    a, b = fight.state.pieces[one], fight.state.pieces[other]
    return a.airborne == b.airborne and (a.airborne or a.aloft == b.aloft)


# --- how far apart -------------------------------------------------------------------------------------------


def meets(own: Body, shape: Shape) -> bool:
    """Whether a shape may reach under one of the bases: a quick look before they are tried one by one."""
    return boxes_within(own.box, (shape.left, shape.right, shape.bottom, shape.top), TOUCH)


def range_between(fight: Fight, one: Number, other: Number) -> Length:
    """The distance between two pieces, height included: the straight slant.  [tp.move.fly.height]"""
    here, there = body(fight, one), body(fight, other)
    plan = fight.setting.ranges.get((here, there))
    if plan is None:
        plan = fight.setting.ranges.keep((here, there), measured(apart(here, there)))
    if fight.state.pieces[one].airborne == fight.state.pieces[other].airborne:
        return plan
    return measured(slant(plan, FLYING_HEIGHT))


def measured(length: float) -> Length:
    """A distance as a tape gives it, to a hundredth of an inch. A base of 20 mm is kept as 787 thousandths and is
    787.4 long, so each end of a front of twenty is 4 thousandths short: what is exactly 8 inches away must not be
    farther for that.  [tp.dice.inches]"""
    return Length((round(length) + MARK // 2) // MARK * MARK)


def in_range(fight: Fight, one: Number, other: Number, reach: Length) -> bool:
    """Whether two pieces are no farther apart than this; most are told at a glance."""
    here, there = body(fight, one), body(fight, other)
    if not close_by(here, there, reach + MARK):
        return False
    level = fight.state.pieces[one].airborne == fight.state.pieces[other].airborne
    return (level and wholly_within(here, there, reach)) or range_between(fight, one, other) <= reach


def towards(fight: Fight, one: Number, other: Number) -> Angle:
    """The heading from one piece's middle front to the middle of another's block."""
    piece = fight.state.pieces[one]
    return heading((piece.x, piece.y), body(fight, other).middle)
