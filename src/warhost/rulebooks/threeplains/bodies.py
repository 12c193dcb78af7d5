"""The ground that pieces cover, and how far they are apart.

A piece's block is the oblong behind its front edge; its parts are the real bases, joined where they stand side by
side: ranges, sight and templates go by them, while zones, squaring up and room go by the block.
[tp.piece.footprint] [tp.piece.model]
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from operator import attrgetter

from warhost.engine.field import formation
from warhost.engine.field.compass import ahead, from_frame, heading
from warhost.engine.field.shapes import Box, Shape, extent, nearest_gap, oblong, oblongs
from warhost.engine.field.sight import Clump

from .figure import Figure, inches
from .setting import Fight
from .state import NOBODY, Piece, Point

TOUCH = inches(0.05)  # bases this near each other touch [tp.combat.contact]
FLYING_HEIGHT = inches(6)
BODIES_KEPT = 20_000
STANCE = attrgetter("x", "y", "facing", "files", "narrow", "models", "leaders", "figure", "places", "bend")
"""All that the body of a piece follows from that has engulfed nobody and is backed by nobody."""


class Body:
    """The ground a piece covers in one pose.

    `parts` is where models really stand; `room` is what nobody else may stand in, which counts the empty places of
    a last rank in; `box` holds it all: left, right, bottom, top.
    """

    __slots__ = (
        "_bases", "_clump", "base", "block", "box", "depth", "facing", "files", "front", "middle", "models",
        "parts", "room", "width",
    )  # fmt: skip

    def __init__(
        self, front: Point, facing: int, files: int, models: int, base: tuple[int, int], size: tuple[int, int],
        parts: tuple[Shape, ...] = (), room: tuple[Shape, ...] = (), bases: tuple[Shape, ...] = (),
    ):  # fmt: skip
        self.front, self.facing, self.files, self.models, self.base = front, facing, files, models, base
        self.width, self.depth = size
        self.block = oblong(front, facing, self.width, self.depth)
        self.middle = self.block.centre
        self.parts = parts or (self.block,)
        self.room = room or (self.block,)
        self._bases = bases
        self._clump: Clump | None = None
        self.box = _box(self.room)

    @property
    def ranks(self) -> int:
        return formation.ranks(self.models, self.files)

    @property
    def bases(self) -> tuple[Shape, ...]:
        """Every base: row by row from the front left, or in the order of a loose group's places."""
        if not self._bases:
            self._bases = tuple(formation.bases(self.front, self.facing, self.files, self.models, self.base))
        return self._bases

    @property
    def marks(self) -> tuple[tuple[Point, int], ...]:
        """Points to look at, and how far away from each the middle of some base is at most."""
        if self._bases:
            bases = self._bases
            return (bases[0].centre, 0), (bases[len(bases) // 2].centre, 0)
        return ((self.front, max(self.base)),)

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


def strength(fight: Fight, number: int) -> int:
    """The models that stand in a piece: its own, its characters and the units that back it."""
    piece = fight.state.pieces[number]
    total = piece.models + len(piece.leaders)
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
    return strength(fight, number) == 1 and loose(fight, number)


def width_of(piece: Piece) -> int:
    """The number of files it stands in now."""
    return piece.narrow or piece.files


def skirmishing(fight: Fight, number: int) -> bool:
    """[tp.unit.skirmish.class]"""
    return "skirmishers" in fight.setting.figures[fight.state.pieces[number].figure].traits


def insignificant(fight: Fight, number: int) -> bool:
    """A single model of 30 by 30 mm or less: it hides nobody and stops no friend.

    [tp.aware.los] [tp.move.obstacle.small]
    """
    return fight.state.pieces[number].models == 1 and strength(fight, number) == 1 and figure(fight, number).small


def body(fight: Fight, number: int) -> Body:
    piece = fight.state.pieces[number]
    if piece.backing or piece.ring != NOBODY:
        return _joined(fight, number)
    stance = STANCE(piece)
    stood = fight.setting.stood
    last = stood.get(number)
    if last is not None and last[0] == stance:
        return last[1]  # type: ignore[no-any-return]
    x, y, facing, files, narrow, models, leaders, _, places, bend = stance
    found = pose(fight, piece, models + len(leaders), x, y, facing, narrow or files, places, bend)
    stood[number] = stance, found
    return found


def _joined(fight: Fight, number: int) -> Body:
    """Of a piece whose body depends on others: the one it has engulfed, those that back it."""
    piece, models = fight.state.pieces[number], strength(fight, number)
    if piece.ring != NOBODY:
        return _ring(fight, piece, models)
    return pose(
        fight, piece, models, piece.x, piece.y, piece.facing, piece.narrow or piece.files, piece.places, piece.bend
    )


def pose(
    fight: Fight, piece: Piece, models: int, x: int, y: int, facing: int, files: int,
    places: tuple[Point, ...] = (), bend: tuple[int, ...] = (),
) -> Body:  # fmt: skip
    """The body that a piece has, or would have, in this pose."""
    key = (x, y, facing, files, models, piece.figure, places, bend)
    kept = fight.setting.kept
    found = kept.get(key)
    if found is None:
        if len(kept) >= BODIES_KEPT:
            kept.clear()
        base = fight.setting.figures[piece.figure].base
        found = kept[key] = _make((x, y), facing, files, models, base, places, bend)
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


def _bent(front: Point, facing: int, files: int, models: int, base: tuple[int, int], bend: tuple[int, ...]) -> Body:
    """A split column: the leading ranks along the new leg, the rest behind them as it was.

    [tp.move.unit.splitturn]
    """
    rows, rear_facing = bend
    lead, rest = rows * files, models - rows * files
    joint = ahead(front, facing, -rows * base[1])
    head = oblong(front, facing, files * base[0], rows * base[1])
    tail = formation.block(joint, rear_facing, files, rest, base)
    bases = formation.bases(front, facing, files, lead, base)
    bases += formation.bases(joint, rear_facing, files, rest, base)
    parts = (head, *formation.bodies(joint, rear_facing, files, rest, base))
    size = files * base[0], formation.ranks(models, files) * base[1]
    return Body(front, facing, files, models, base, size, parts, (head, tail), tuple(bases))


def _loose(facing: int, models: int, base: tuple[int, int], places: tuple[Point, ...]) -> Body:
    """A loose group: its block is the smallest oblong in line with its facing that holds all bases."""
    bases = tuple(oblongs([ahead(place, facing, base[1] // 2) for place in places[:models]], facing, *base))
    left, right, bottom, top = extent(bases, facing)
    front = from_frame(((left + right) // 2, top), (0, 0), facing)
    return Body(front, facing, len(bases), models, base, (right - left, top - bottom), bases, bases, bases)


def _ring(fight: Fight, piece: Piece, models: int) -> Body:
    """A unit round the piece it has engulfed: the oblong of its outermost ring.  [tp.unit.engulf.move]"""
    victim = body(fight, piece.ring)
    base = fight.setting.figures[piece.figure].base
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
    ring = Body(front, victim.facing, across, models, base, size)
    ring._bases = ring.parts
    return ring


def set_places(fight: Fight, number: int, places: tuple[Point, ...], facing: int) -> None:
    """Put the models of a loose group there; its middle front follows from them."""
    piece = fight.state.pieces[number]
    piece.places, piece.facing = places, facing
    piece.x, piece.y = body(fight, number).front


# --- who is on the table -------------------------------------------------------------------------------------


def on_table(fight: Fight, side: int | None = None) -> Iterator[int]:
    for number, piece in enumerate(fight.state.pieces):
        if piece.fate == "standing" and (side is None or piece.side == side):
            yield number


def enemies(fight: Fight, number: int) -> Iterator[int]:
    return on_table(fight, 1 - fight.state.pieces[number].side)


def friends(fight: Fight, number: int) -> Iterator[int]:
    return (other for other in on_table(fight, fight.state.pieces[number].side) if other != number)


# --- how far apart -------------------------------------------------------------------------------------------


def apart(a: Body, b: Body) -> int:
    """The distance between the nearest bases of two bodies on the plan."""
    return nearest_gap(a.parts, b.parts)


def within(a: Body, b: Body, reach: int) -> bool:
    """Whether two bodies are no farther apart than this."""
    return _boxes_within(a.box, b.box, reach) and apart(a, b) <= reach


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
