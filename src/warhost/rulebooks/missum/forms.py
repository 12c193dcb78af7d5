"""How a legion stands: ranks and files, a last rank in the middle, gaps between skirmishers, bent columns, wings.

[mis.add.formation] [mis.move.column] [mis.melee.wheel-in]
"""

from __future__ import annotations

import msgspec

from warhost.engine.field.body import Body
from warhost.engine.field.compass import RIGHT_ANGLE, Angle, Point, ahead, all_from_frame, aside, distance, veered
from warhost.engine.field.formation import Base
from warhost.engine.field.shapes import Shape, oblong, oblongs
from warhost.engine.field.stance import Stance

from .state import Corner


class LegionBody(Body):
    """A body whose bases are worked out when they are asked for."""

    __slots__ = ("_beside", "_form")

    _form: Drawn
    _beside: tuple[Shape, Shape] | None

    @property
    def bases(self) -> tuple[Shape, ...]:
        if not self._bases:
            self._bases = self._form.places(self)
        return self._bases

    def base_at(self, index: int) -> Shape:
        return self.bases[index]

    def beside(self, width: int) -> tuple[Shape, Shape]:
        """The ground of this width at both ends of the front rank."""
        if self._beside is None:
            left, right = (
                oblong(
                    aside(self.front, self.facing, sign * (self.width + width) // 2),
                    self.facing,
                    width,
                    self.base[1],
                )
                for sign in (-1, 1)
            )
            self._beside = left, right
        return self._beside

    @property
    def front_rank(self) -> tuple[Shape, ...]:
        return self.bases[: min(self.files, self.models)]


class Drawn(msgspec.Struct, frozen=True):
    """A block with a gap between bases; perhaps bent, perhaps with a wing swung forward."""

    gap: int = 0
    bend: tuple[Corner, ...] = ()
    wing: int = 0
    askew: int = 0
    wing_in: int = 0

    def body(self, stand: Stance, base: Base, models: int) -> Body:
        files = max(1, min(stand.files, models))
        ranks = -(-models // files)
        if self.bend:  # the sides of a bent column are those of its leading stretch
            ranks = stretches(stand, ranks, base[1], self.bend)[0][2]
        size = self._across(files, base), ranks * base[1] + (ranks - 1) * self.gap
        parts = self._parts(stand, files, models, base)
        body = LegionBody(stand.front, stand.facing, files, models, base, size, parts, parts, level=stand.level)
        body._form, body._beside = self, None
        return body

    def _across(self, files: int, base: Base) -> int:
        return files * base[0] + (files - 1) * self.gap

    def _parts(self, stand: Stance, files: int, models: int, base: Base) -> tuple[Shape, ...]:
        """The ground that is covered, as few oblongs as may be."""
        if self.wing:
            return self._winged(stand, files, models, base)
        if self.bend:
            return self._bent(stand, files, models, base)
        return _block(stand.front, stand.facing, files, models, base, self.gap, self.askew)

    def _bent(self, stand: Stance, files: int, models: int, base: Base) -> tuple[Shape, ...]:
        found: tuple[Shape, ...] = ()
        for front, facing, ranks in stretches(stand, -(-models // files), base[1], self.bend):
            here = min(models, ranks * files)
            found, models = found + _block(front, facing, files, here, base, 0), models - here
        return found

    def _winged(self, stand: Stance, files: int, models: int, base: Base) -> tuple[Shape, ...]:
        ranks = -(-models // files)
        (main, body_files), (wing, wing_facing, wing_files) = wing_of(stand, files, base, self.wing, self.wing_in)
        return (
            oblong(main, stand.facing, body_files * base[0], ranks * base[1]),
            oblong(wing, wing_facing, wing_files * base[0], ranks * base[1]),
        )

    def places(self, body: Body) -> tuple[Shape, ...]:
        """Every base, rank by rank from the front left."""
        files, models, base = body.files, body.models, body.base
        if self.bend:
            return self._in_column(body, files, models, base)
        if self.wing:
            return self._swung(body, files, models, base)
        return tuple(_bases(body.front, body.facing, files, models, base, self.gap, self.askew))

    def _swung(self, body: Body, files: int, models: int, base: Base) -> tuple[Shape, ...]:
        """The figures of the swung files stand in the wing; a last rank that is not full stays where it was."""
        stand = Stance(body.front, body.facing, files, (), body.level)
        _, (front, facing, swung) = wing_of(stand, files, base, self.wing, self.wing_in)
        found = _bases(body.front, body.facing, files, models, base, 0, self.askew)
        wing = _bases(front, facing, swung, models // files * swung, base, 0)
        first = files - swung if self.wing > 0 else 0
        for place, shape in enumerate(wing):
            rank, file = divmod(place, swung)
            found[rank * files + first + file] = shape
        return tuple(found)

    def _in_column(self, body: Body, files: int, models: int, base: Base) -> tuple[Shape, ...]:
        found: list[Shape] = []
        stand = Stance(body.front, body.facing, files, (), body.level)
        for front, facing, ranks in stretches(stand, -(-models // files), base[1], self.bend):
            found += _bases(front, facing, files, min(models - len(found), ranks * files), base, 0)
        return tuple(found)


def stretches(stand: Stance, ranks: int, depth: int, bend: tuple[Corner, ...]) -> list[tuple[Point, Angle, int]]:
    """A bent column from its leaders back: where each straight stretch begins, the way it faces, its ranks.

    Every rank stands so far behind the leaders as the way is long that they have come.  [mis.move.column]
    """
    found, front, facing, gone, rank = list[tuple[Point, Angle, int]](), stand.front, stand.facing, 0, 0
    for x, y, rear in bend:
        gone += distance(front, (x, y))
        last = min(ranks, -(-gone // depth) or 1)
        if last > rank:
            back = gone - distance(front, (x, y))
            found.append((ahead(front, facing, back - rank * depth), facing, last - rank))
            rank = last
        front, facing = (x, y), rear
    if rank < ranks:
        found.append((ahead(front, facing, gone - rank * depth), facing, ranks - rank))
    return found


def still_bent(stand: Stance, ranks: int, depth: int, bend: tuple[Corner, ...]) -> tuple[Corner, ...]:
    """The corners that its rear has not passed yet."""
    front, gone, kept = stand.front, 0, list[Corner]()
    for corner in bend:
        gone += distance(front, corner[:2])
        front = corner[:2]
        if gone > (ranks - 1) * depth:
            break
        kept.append(corner)
    return tuple(kept)


def wing_of(
    stand: Stance, files: int, base: Base, wing: int, drawn_in: int
) -> tuple[tuple[Point, int], tuple[Point, Angle, int]]:  # fmt: skip
    """The files that stay, and those that were swung forward about the last of them: fronts, facing and files."""
    swung, sign = abs(wing), 1 if wing > 0 else -1
    stay = files - swung
    corner = aside(stand.front, stand.facing, sign * ((2 * stay - files) * base[0] // 2 - drawn_in))
    main = aside(stand.front, stand.facing, -sign * swung * base[0] // 2)
    facing = veered(stand.facing, -sign * RIGHT_ANGLE)
    return (main, stay), (ahead(corner, stand.facing, swung * base[0] // 2), facing, swung)


def _block(
    front: Point, facing: Angle, files: int, models: int, base: Base, gap: int, askew: int = 0
) -> tuple[Shape, ...]:  # fmt: skip
    full, rest = divmod(models, files)
    found = []
    if full:
        size = files * base[0] + (files - 1) * gap, full * base[1] + (full - 1) * gap
        found.append(oblong(front, facing, *size))
    if rest:
        back = ahead(front, facing, -full * (base[1] + gap))
        if askew:
            back = aside(back, facing, askew * (base[0] + gap) // 2)
        found.append(oblong(back, facing, rest * base[0] + (rest - 1) * gap, base[1]))
    return tuple(found)


def _bases(
    front: Point, facing: Angle, files: int, models: int, base: Base, gap: int, askew: int = 0
) -> list[Shape]:  # fmt: skip
    """Rank by rank from the front left; a last rank that is not full stands in the middle, or as losses left it."""
    (width, depth), fronts = base, list[Point]()
    left, rank = models, 0
    while left > 0:
        row = min(files, left)
        shift = askew if row < files else 0
        fronts += [
            ((2 * file + 1 - row + shift) * (width + gap) // 2, -rank * (depth + gap)) for file in range(row)
        ]  # fmt: skip
        left, rank = left - row, rank + 1
    return oblongs(all_from_frame(fronts, front, facing), facing, width, depth)
