"""The ground that models cover where they stand together, and how far two such bodies are apart.

A body's block is the oblong behind its front edge; its parts are the real bases, joined where they stand side by
side. How models stand is a form: in ranks, each in a place of its own, in a wedge, in a ring, in a bent column. A
rulebook may add forms of its own.
"""

from __future__ import annotations

from math import isqrt
from typing import Protocol

import msgspec

from warhost.engine.kept import Kept

from . import formation
from .compass import Angle, Point, ahead, from_frame
from .encircling import ring_bases
from .formation import Base
from .length import Length
from .shapes import SLACK, Box, Shape, disc, extent, nearest_gap, oblong, oblongs
from .sight import Clump
from .stance import Stance
from .wedge import Wedge, bases, runs, wedge_of
from .zones import Oblong


class Body:
    """The ground that models cover in one pose.

    `parts` is where models really stand; `room` is what nobody else may stand in, which counts the empty places of
    a last rank in; `box` holds it all: left, right, bottom, top. `wedge` is its shape if it has formed one, `bend`
    how many ranks of a bent column lie along the new leg, and the facing of the rest; `level` is how high it is.
    """

    __slots__ = (
        "_bases", "_clump", "base", "bend", "block", "box", "depth", "facing", "files", "front", "level", "middle",
        "models", "parts", "room", "wedge", "width",
    )  # fmt: skip

    def __init__(
        self, front: Point, facing: Angle, files: int, models: int, base: Base, size: tuple[int, int],
        parts: tuple[Shape, ...] = (), room: tuple[Shape, ...] = (), bases: tuple[Shape, ...] = (),
        wedge: Wedge | None = None, bend: tuple[int, Angle] | tuple[()] = (), level: int = 0,
    ):  # fmt: skip
        self.front, self.facing, self.files, self.models, self.base = front, facing, files, models, base
        self.width, self.depth = Length(size[0]), Length(size[1])
        self.block = oblong(front, facing, self.width, self.depth)
        self.middle = self.block.centre
        self.parts = parts or (self.block,)
        self.room = room or (self.block,)
        self._bases = bases
        self.wedge, self.bend, self.level = wedge, bend, level
        self._clump: Clump | None = None
        self.box = _box(self.room)

    @property
    def ranks(self) -> int:
        return len(self.wedge.rows) if self.wedge else formation.ranks(self.models, self.files)

    @property
    def bases(self) -> tuple[Shape, ...]:
        """Every base: row by row from the front left, or in the order of loose models' places."""
        if not self._bases:
            drawn_up = self.front, self.facing, self.files, self.models, self.base
            self._bases = tuple(_rows_of_column(*drawn_up, *self.bend) if self.bend else formation.bases(*drawn_up))
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

    @property
    def oblong(self) -> Oblong:
        """The block as zones take it."""
        return Oblong(self.front, self.facing, self.width, self.depth)


def _box(shapes: tuple[Shape, ...]) -> Box:
    if len(shapes) == 1:
        (only,) = shapes
        return only.left, only.right, only.bottom, only.top
    return (
        min([shape.left for shape in shapes]), max([shape.right for shape in shapes]),
        min([shape.bottom for shape in shapes]), max([shape.top for shape in shapes]),
    )  # fmt: skip


# --- forms ---------------------------------------------------------------------------------------------------


class Form(Protocol):
    """How models stand. Forms are equal if they are of one kind and say the same: bodies are remembered by them."""

    def body(self, stand: Stance, base: Base, models: int) -> Body: ...


class Ranks(msgspec.Struct, frozen=True):
    """Rank behind rank; what is left over stands in the middle of the last."""

    def body(self, stand: Stance, base: Base, models: int) -> Body:
        front, facing = stand.front, stand.facing
        files = max(1, min(stand.files, models))
        size = files * base[0], formation.ranks(models, files) * base[1]
        parts = formation.bodies(front, facing, files, models, base) if models % files else ()
        return Body(front, facing, files, models, base, size, parts, level=stand.level)


class Places(msgspec.Struct, frozen=True):
    """Every model in the place that the stance gives it, on oblong bases or on round ones as wide as the base: the
    block is the smallest oblong in line with the facing that holds them all."""

    rounded: bool = False

    def body(self, stand: Stance, base: Base, models: int) -> Body:
        facing, places = stand.facing, stand.places[:models]
        if self.rounded:
            bases = tuple([disc(place, base[0] // 2) for place in places])
        else:
            x, y = ahead((0, 0), facing, base[1] // 2)  # from the middle of a base to its front
            bases = tuple(oblongs([(px + x, py + y) for px, py in places], facing, *base))
        left, right, bottom, top = extent(bases, facing)
        front = from_frame(((left + right) // 2, top), (0, 0), facing)
        size = right - left, top - bottom
        return Body(front, facing, len(bases), models, base, size, bases, bases, bases, level=stand.level)


class Wedged(msgspec.Struct, frozen=True):
    """A wedge of so many points, each of so many rows: its block is the oblong that holds it, points filled out,
    and nobody else stands between the points."""

    points: int
    deep: int

    def body(self, stand: Stance, base: Base, models: int) -> Body:
        (front, facing), wedge = stand[:2], wedge_of(models, self.points, self.deep)
        size = wedge.files * base[0], len(wedge.rows) * base[1]
        parts, block = runs(front, facing, wedge, base), (oblong(front, facing, *size),)
        placed = bases(front, facing, wedge, base)
        return Body(front, facing, wedge.files, models, base, size, parts, block, placed, wedge, level=stand.level)


class Column(msgspec.Struct, frozen=True):
    """A column bent at one place: so many leading ranks along the new leg, the rest behind them as it was."""

    rows: int
    rear_facing: Angle

    def body(self, stand: Stance, base: Base, models: int) -> Body:
        (front, facing), files, rows = stand[:2], max(1, min(stand.files, models)), self.rows
        rest = models - rows * files
        if rest <= 0:
            return RANKS.body(stand, base, models)
        joint = ahead(front, facing, -rows * base[1])
        head = oblong(front, facing, files * base[0], rows * base[1])
        tail = formation.block(joint, self.rear_facing, files, rest, base)
        parts = (head, *formation.bodies(joint, self.rear_facing, files, rest, base))
        size = files * base[0], formation.ranks(models, files) * base[1]
        bend = rows, self.rear_facing
        return Body(front, facing, files, models, base, size, parts, (head, tail), bend=bend, level=stand.level)


def _rows_of_column(
    front: Point, facing: Angle, files: int, models: int, base: Base, rows: int, rear_facing: Angle
) -> list[Shape]:
    """The bases of a bent column, from its head to its tail."""
    lead, joint = rows * files, ahead(front, facing, -rows * base[1])
    head = formation.bases(front, facing, files, lead, base)
    return head + formation.bases(joint, rear_facing, files, models - lead, base)


class Ring(msgspec.Struct, frozen=True):
    """Closed round an oblong, wherever the models themselves would stand: the oblong of the outermost ring."""

    round: Oblong

    def body(self, stand: Stance, base: Base, models: int) -> Body:
        inner, rings = self.round, 1
        while True:
            across = -(-inner.width // base[0]) + 2 * rings
            along = -(-inner.depth // base[0]) + 2 * rings
            if across * along - (across - 2 * rings) * (along - 2 * rings) >= models:
                break
            rings += 1
        size = inner.width + 2 * rings * base[1], inner.depth + 2 * rings * base[1]
        front = ahead(inner.front, inner.facing, rings * base[1])
        placed = ring_bases(inner, base, models)
        return Body(front, inner.facing, across, models, base, size, bases=placed, level=stand.level)


RANKS, PLACES, ROUND_PLACES = Ranks(), Places(), Places(rounded=True)


class Poses:
    """The bodies that were worked out, by all that they follow from."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept = Kept[tuple[object, ...], Body]()

    def body(self, stand: Stance, base: Base, models: int, form: Form = RANKS) -> Body:
        key = (stand, base, models, form)
        found = self._kept.get(key)
        if found is None:
            found = self._kept.keep(key, form.body(stand, base, models))
        return found

    def followed(self, leading: Body, base: Base, models: int) -> Body:
        """Others, on bases of their own, in ranks behind a body and no wider than it where that can be."""
        key = (leading, base, models)
        found = self._kept.get(key)
        if found is None:
            found = self._kept.keep(key, _followed(leading, base, models))
        return found


def _followed(leading: Body, base: Base, models: int) -> Body:
    files = max(1, min(models, leading.width // base[0]))
    rows = tuple(formation.bases(leading.back, leading.facing, files, models, base))
    size = max(leading.width, files * base[0]), leading.depth + formation.ranks(models, files) * base[1]
    return Body(
        leading.front, leading.facing, leading.files, leading.models, leading.base, size,
        (*leading.parts, *rows), (*leading.room, *rows), (*leading.bases, *rows), level=leading.level,
    )  # fmt: skip


# --- how far apart -------------------------------------------------------------------------------------------


def apart(a: Body, b: Body) -> Length:
    """The distance between the nearest bases of two bodies on the plan."""
    return nearest_gap(a.parts, b.parts)


def slant(plan: int, rise: int) -> Length:
    """A distance on the plan between two things of which one is so much higher: the straight slant."""
    return Length(isqrt(plan * plan + rise * rise))


def close_by(a: Body, b: Body, reach: int) -> bool:
    """Whether two bodies may be no farther apart than this: a quick look before their bases are measured."""
    return boxes_within(a.box, b.box, reach)


def within(a: Body, b: Body, reach: int) -> bool:
    """Whether two bodies are no farther apart than this on the plan."""
    return close_by(a, b, reach) and (wholly_within(a, b, reach) or apart(a, b) <= reach)


def wholly_within(a: Body, b: Body, reach: int) -> bool:
    """Whether no two bases of two bodies can be farther apart than this, as a quick look tells."""
    left, right, bottom, top = a.box
    west, east, south, north = b.box
    x, y = max(right - west, east - left), max(top - south, north - bottom)
    return x * x + y * y <= reach * reach


def boxes_within(a: Box, b: Box, reach: int) -> bool:
    left, right, bottom, top = a
    west, east, south, north = b
    return west <= right + reach and east >= left - reach and south <= top + reach and north >= bottom - reach
