"""The ground that pieces cover, and how far they are apart.

A piece's block is the oblong behind its front edge; its parts are the real bases, joined where they stand side by
side: ranges, sight and templates go by them, while zones, squaring up and room go by the block.
[tp.piece.footprint] [tp.piece.model]
"""

from __future__ import annotations

from math import isqrt
from operator import attrgetter

from warhost.engine.field import formation
from warhost.engine.field.compass import ahead, from_frame, heading
from warhost.engine.field.encircling import ring_bases
from warhost.engine.field.shapes import SLACK, Box, Shape, extent, nearest_gap, oblong, oblongs
from warhost.engine.field.sight import Clump
from warhost.engine.field.zones import Oblong

from .figure import Figure, inches
from .setting import Fight
from .state import NOBODY, Piece, Point
from .wedge import Wedge, bases, runs, wedge_of

TOUCH = inches(0.05)  # bases this near each other touch [tp.combat.contact]
FLYING_HEIGHT = inches(6)
BODIES_KEPT = 20_000
STANCE = attrgetter(
    "x", "y", "facing", "files", "narrow", "models", "leaders", "figure", "places", "bend", "wedge",
    "backing", "ring", "masters",
)  # fmt: skip
"""All that the body of a piece follows from, unless it depends on others by the last three."""


class Body:
    """The ground a piece covers in one pose.

    `parts` is where models really stand; `room` is what nobody else may stand in, which counts the empty places of
    a last rank in; `box` holds it all: left, right, bottom, top. `wedge` is its shape if it has
    formed one, `bend` how many ranks of a split column lie along the new leg, and the facing of the rest.
    """

    __slots__ = (
        "_bases", "_clump", "base", "bend", "block", "box", "depth", "facing", "files", "front", "middle", "models",
        "parts", "room", "wedge", "width",
    )  # fmt: skip

    def __init__(
        self, front: Point, facing: int, files: int, models: int, base: tuple[int, int], size: tuple[int, int],
        parts: tuple[Shape, ...] = (), room: tuple[Shape, ...] = (), bases: tuple[Shape, ...] = (),
        wedge: Wedge | None = None, bend: tuple[int, ...] = (),
    ):  # fmt: skip
        self.front, self.facing, self.files, self.models, self.base = front, facing, files, models, base
        self.width, self.depth = size
        self.block = oblong(front, facing, self.width, self.depth)
        self.middle = self.block.centre
        self.parts = parts or (self.block,)
        self.room = room or (self.block,)
        self._bases = bases
        self.wedge, self.bend = wedge, bend
        self._clump: Clump | None = None
        self.box = _box(self.room)

    @property
    def ranks(self) -> int:
        return len(self.wedge.rows) if self.wedge else formation.ranks(self.models, self.files)

    @property
    def bases(self) -> tuple[Shape, ...]:
        """Every base: row by row from the front left, or in the order of a loose group's places."""
        if not self._bases:
            rows = _rows_of_column if self.bend else formation.bases
            self._bases = tuple(rows(self.front, self.facing, self.files, self.models, self.base, *self.bend))
        return self._bases

    def base_at(self, index: int) -> Shape:
        """One of the bases, without the others where they have not been worked out."""
        if self._bases or self.bend:
            return self.bases[index]
        return formation.base_at(self.front, self.facing, self.files, self.models, self.base, index)

    @property
    def marks(self) -> tuple[tuple[Point, int], ...]:
        """Points to look at, and how far away from each the middle of some base is at most."""
        if self._bases:
            bases = self._bases
            return (bases[0].centre, 0), (bases[len(bases) // 2].centre, 0)
        wide, deep = self.base
        return ((ahead(self.front, self.facing, -deep // 2), wide // 2 + SLACK),)  # the middle of the first rank

    @property
    def clump(self) -> Clump:
        """The bases taken together, for looking at."""
        if self._clump is None:
            self._clump = Clump(self.bases, range(len(self.bases)))
        return self._clump

    @property
    def back(self) -> Point:
        """The back middle."""
        return ahead(self.front, self.facing, -self.depth)


def _box(shapes: tuple[Shape, ...]) -> Box:
    if len(shapes) == 1:
        (only,) = shapes
        return only.left, only.right, only.bottom, only.top
    return (
        min([shape.left for shape in shapes]), max([shape.right for shape in shapes]),
        min([shape.bottom for shape in shapes]), max([shape.top for shape in shapes]),
    )  # fmt: skip


def figure(fight: Fight, number: int) -> Figure:
    return fight.setting.figures[fight.state.pieces[number].figure]


def own_bases(fight: Fight, piece: Piece) -> int:
    """The bases of a piece without those of the units that back it: a rider has none beside his mount's."""
    if piece.leaders and not fight.setting.figures[piece.figure].carries:
        return piece.models + len(piece.leaders)
    return piece.models


def life_of(fight: Fight, number: int) -> int:
    """The life points of one of its models."""
    piece = fight.state.pieces[number]
    return fight.setting.figures[piece.figure].life + piece.vigour


def strength(fight: Fight, number: int) -> int:
    """The models that stand in a piece: its own, its characters and the units that back it; not beast masters."""
    piece = fight.state.pieces[number]
    total = own_bases(fight, piece)
    for back in piece.backing:
        total += strength(fight, back)
    return total


def loose(fight: Fight, number: int) -> bool:
    """Whether it moves loosely: single models, and groups whose profile says so.  [tp.move.loose]"""
    piece = fight.state.pieces[number]
    found = fight.setting.figures[piece.figure]
    return found.loose or found.category in ("character", "beast", "machine")


def single(fight: Fight, number: int) -> bool:
    """An individual model: one base, nobody with it.  [tp.move.individual] [tp.character.elsewhere]"""
    if strength(fight, number) != 1 or fight.state.pieces[number].masters != NOBODY:
        return False
    return loose(fight, number)


def width_of(piece: Piece) -> int:
    """The number of files it stands in now."""
    return piece.narrow or piece.files


def keep_width(fight: Fight, number: int) -> None:
    """A wedge has become larger or smaller: it is as wide as its models make it."""
    piece = fight.state.pieces[number]
    if piece.wedge:
        kind = fight.setting.figures[piece.figure]
        piece.files = wedge_of(strength(fight, number), piece.wedge, pyramid(kind)).files


def body(fight: Fight, number: int) -> Body:
    setting = fight.setting
    if setting.survey.at_rest and number in (surveyed := setting.survey.lie.bodies):
        return surveyed[number]  # type: ignore[no-any-return]
    piece = fight.state.pieces[number]
    stance = STANCE(piece)
    stood = setting.stood
    last = stood.get(number)
    if last is not None and last[0] == stance:
        return last[1]  # type: ignore[no-any-return]
    x, y, facing, files, narrow, _, _, _, places, bend, _, backing, ring, masters = stance
    if backing or ring != NOBODY or masters != NOBODY:
        return _joined(fight, number)
    found = pose(fight, piece, own_bases(fight, piece), x, y, facing, narrow or files, places, bend)
    stood[number] = stance, found
    return found


def _joined(fight: Fight, number: int) -> Body:
    """Of a piece whose body depends on others: the one it has engulfed, those that back it, beast masters."""
    piece, models = fight.state.pieces[number], strength(fight, number)
    if piece.ring != NOBODY:
        return _ring(fight, piece, models)
    return pose(
        fight, piece, models, piece.x, piece.y, piece.facing, piece.narrow or piece.files, piece.places, piece.bend
    )


def pose(
    fight: Fight, piece: Piece, models: int, x: int, y: int, facing: int, files: int,
    places: tuple[Point, ...] = (), bend: tuple[int, ...] = (), wedge: int | None = None,
) -> Body:  # fmt: skip
    """The body that a piece has, or would have, in this pose.

    A wedge stands in ranks in any other front than its own; another number of points may be given.
    """
    if wedge is None:
        wedge = piece.wedge if files == piece.files else 0
    key = (x, y, facing, files, models, piece.figure, places, bend, wedge)
    kept = fight.setting.kept
    found = kept.get(key)
    if found is None:
        if len(kept) >= BODIES_KEPT:
            kept.clear()
        kind = fight.setting.figures[piece.figure]
        if wedge:
            found = _wedge((x, y), facing, models, kind, wedge)
        else:
            found = _make((x, y), facing, files, models, kind.base, places, bend)
        kept[key] = found
    assert isinstance(found, Body)
    if piece.masters == NOBODY or models != piece.models:  # of a part of the pack alone
        return found
    return _herded(fight, found, piece.masters)


def _herded(fight: Fight, creatures: Body, masters: int) -> Body:
    """A beast unit: the masters stand behind the creatures, as wide as these at most.  [tp.beast.unit.formation]"""
    men, kept = fight.state.pieces[masters], fight.setting.kept
    key = (creatures, men.figure, men.models)
    found = kept.get(key)
    if found is None:
        base = fight.setting.figures[men.figure].base
        files = max(1, min(men.models, creatures.width // base[0]))
        rows = tuple(formation.bases(creatures.back, creatures.facing, files, men.models, base))
        size = max(creatures.width, files * base[0]), creatures.depth + formation.ranks(men.models, files) * base[1]
        found = kept[key] = Body(
            creatures.front, creatures.facing, creatures.files, creatures.models, creatures.base, size,
            (*creatures.parts, *rows), (*creatures.room, *rows), (*creatures.bases, *rows),
        )  # fmt: skip
    assert isinstance(found, Body)
    return found


def _make(
    front: Point, facing: int, files: int, models: int, base: tuple[int, int],
    places: tuple[Point, ...], bend: tuple[int, ...],
) -> Body:  # fmt: skip
    if places:
        return _loose(facing, models, base, places)
    files = max(1, min(files, models))
    if bend and models > bend[0] * files:
        return _bent(front, facing, files, models, base, bend)
    size = files * base[0], formation.ranks(models, files) * base[1]
    parts = formation.bodies(front, facing, files, models, base) if models % files else ()
    return Body(front, facing, files, models, base, size, parts)


def pyramid(kind: Figure) -> bool:
    """Whether such models form a cavalry wedge: one point, and a row more for as long as there are models."""
    return kind.category == "cavalry"


def _wedge(front: Point, facing: int, models: int, kind: Figure, points: int) -> Body:
    """A wedge: its block is the oblong that holds it, points filled out, and nobody stands between the points.

    [tp.unit.infantry_wedge.zones]
    """
    wedge, base = wedge_of(models, points, pyramid(kind)), kind.base
    size = wedge.files * base[0], len(wedge.rows) * base[1]
    parts, block = runs(front, facing, wedge, base), (oblong(front, facing, *size),)
    return Body(
        front, facing, wedge.files, models, base, size, parts, block, bases(front, facing, wedge, base), wedge
    )


def _bent(front: Point, facing: int, files: int, models: int, base: tuple[int, int], bend: tuple[int, ...]) -> Body:
    """A split column: the leading ranks along the new leg, the rest behind them as it was.

    [tp.move.unit.splitturn]
    """
    rows, rear_facing = bend
    rest = models - rows * files
    joint = ahead(front, facing, -rows * base[1])
    head = oblong(front, facing, files * base[0], rows * base[1])
    tail = formation.block(joint, rear_facing, files, rest, base)
    parts = (head, *formation.bodies(joint, rear_facing, files, rest, base))
    size = files * base[0], formation.ranks(models, files) * base[1]
    return Body(front, facing, files, models, base, size, parts, (head, tail), bend=bend)


def _rows_of_column(
    front: Point, facing: int, files: int, models: int, base: tuple[int, int], rows: int, rear_facing: int
) -> list[Shape]:
    """The bases of a split column, from its head to its tail."""
    lead, joint = rows * files, ahead(front, facing, -rows * base[1])
    head = formation.bases(front, facing, files, lead, base)
    return head + formation.bases(joint, rear_facing, files, models - lead, base)


def _loose(facing: int, models: int, base: tuple[int, int], places: tuple[Point, ...]) -> Body:
    """A loose group: its block is the smallest oblong in line with its facing that holds all bases."""
    x, y = ahead((0, 0), facing, base[1] // 2)  # from the middle of a base to its front
    bases = tuple(oblongs([(px + x, py + y) for px, py in places[:models]], facing, *base))
    left, right, bottom, top = extent(bases, facing)
    front = from_frame(((left + right) // 2, top), (0, 0), facing)
    return Body(front, facing, len(bases), models, base, (right - left, top - bottom), bases, bases, bases)


def _ring(fight: Fight, piece: Piece, models: int) -> Body:
    """A unit round the piece it has engulfed: the oblong of its outermost ring.  [tp.unit.engulf.move]"""
    victim = body(fight, piece.ring)
    box = Oblong(victim.front, victim.facing, victim.width, victim.depth)
    base, kept = fight.setting.figures[piece.figure].base, fight.setting.kept
    found = kept.get(("ring", box, base, models))
    if found is None:
        if len(kept) >= BODIES_KEPT:
            kept.clear()
        found = kept["ring", box, base, models] = _encircling(box, base, models)
    assert isinstance(found, Body)
    return found


def _encircling(victim: Oblong, base: tuple[int, int], models: int) -> Body:
    rings, room = 1, 0
    while True:
        across = -(-victim.width // base[0]) + 2 * rings
        along = -(-victim.depth // base[0]) + 2 * rings
        room = across * along - (across - 2 * rings) * (along - 2 * rings)
        if room >= models:
            break
        rings += 1
    size = victim.width + 2 * rings * base[1], victim.depth + 2 * rings * base[1]
    front = ahead(victim.front, victim.facing, rings * base[1])
    return Body(front, victim.facing, across, models, base, size, bases=ring_bases(victim, base, models))


def set_places(fight: Fight, number: int, places: tuple[Point, ...], facing: int) -> None:
    """Put the models of a loose group there; its middle front follows from them."""
    piece = fight.state.pieces[number]
    piece.places, piece.facing = places, facing
    piece.x, piece.y = body(fight, number).front


# --- who is on the table -------------------------------------------------------------------------------------


def on_table(fight: Fight, side: int | None = None) -> list[int]:
    pieces = fight.state.pieces
    if side is None:
        return [number for number, piece in enumerate(pieces) if piece.fate == "standing"]
    return [number for number, piece in enumerate(pieces) if piece.side == side and piece.fate == "standing"]


def enemies(fight: Fight, number: int) -> list[int]:
    return on_table(fight, 1 - fight.state.pieces[number].side)


def friends(fight: Fight, number: int) -> list[int]:
    return [other for other in on_table(fight, fight.state.pieces[number].side) if other != number]


# --- how far apart -------------------------------------------------------------------------------------------


def apart(a: Body, b: Body) -> int:
    """The distance between the nearest bases of two bodies on the plan."""
    return nearest_gap(a.parts, b.parts)


def close_by(a: Body, b: Body, reach: int) -> bool:
    """Whether two bodies may be no farther apart than this: a quick look before their bases are measured."""
    return _boxes_within(a.box, b.box, reach)


def within(a: Body, b: Body, reach: int) -> bool:
    """Whether two bodies are no farther apart than this."""
    return close_by(a, b, reach) and (wholly_within(a, b, reach) or apart(a, b) <= reach)


def wholly_within(a: Body, b: Body, reach: int) -> bool:
    """Whether no two bases of two bodies can be farther apart than this, as a quick look tells."""
    left, right, bottom, top = a.box
    west, east, south, north = b.box
    x, y = max(right - west, east - left), max(top - south, north - bottom)
    return x * x + y * y <= reach * reach


def meets(own: Body, shape: Shape) -> bool:
    """Whether a shape may reach under one of the bases: a quick look before they are tried one by one."""
    return _boxes_within(own.box, (shape.left, shape.right, shape.bottom, shape.top), TOUCH)


def _boxes_within(a: Box, b: Box, reach: int) -> bool:
    left, right, bottom, top = a
    west, east, south, north = b
    return west <= right + reach and east >= left - reach and south <= top + reach and north >= bottom - reach


def range_between(fight: Fight, one: int, other: int) -> int:
    """The distance between two pieces, height included: the straight slant.  [tp.move.fly.height]"""
    here, there = body(fight, one), body(fight, other)
    plan = fight.setting.ranges.get((here, there))
    if plan is None:
        plan = _measured(fight, here, there)
    if fight.state.pieces[one].airborne == fight.state.pieces[other].airborne:
        return plan
    return isqrt(plan * plan + FLYING_HEIGHT * FLYING_HEIGHT)


def in_range(fight: Fight, one: int, other: int, reach: int) -> bool:
    """Whether two pieces are no farther apart than this; most are told at a glance."""
    here, there = body(fight, one), body(fight, other)
    if not close_by(here, there, reach):
        return False
    level = fight.state.pieces[one].airborne == fight.state.pieces[other].airborne
    return (level and wholly_within(here, there, reach)) or range_between(fight, one, other) <= reach


def _measured(fight: Fight, here: Body, there: Body) -> int:
    """Their distance; kept, as it follows from where they stand."""
    kept = fight.setting.ranges
    if len(kept) >= BODIES_KEPT:
        kept.clear()
    plan = kept[here, there] = apart(here, there)
    return plan


def towards(fight: Fight, one: int, other: int) -> int:
    """The heading from one piece's middle front to the middle of another's block."""
    piece = fight.state.pieces[one]
    return heading((piece.x, piece.y), body(fight, other).middle)
