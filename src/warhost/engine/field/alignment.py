"""Bodies that lie flush against each other: rows of places along a side, who touches whom, what room is left.

Formed bodies lie flush, so who touches whom follows from how two rows of equal places overlap; only models that
stand anyhow are looked at base by base. Places along a side are counted clockwise, as zones do, by whoever has the
side; and from its middle, to the right, by one who stands against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .body import Body
from .compass import Angle, Point, ahead, from_frame, to_frame
from .formation import first_column, last_rank
from .shapes import SLACK, Shape, cast, gap, oblong
from .stance import Stance, shifted
from .wedge import Wedge
from .zones import CLOCKWISE, Edge, Side, band, edge

Outline = tuple[tuple[Shape, int], ...]
"""Bases that can be touched, each with the number of its model."""
Pairs = list[tuple[int, int]]

ANYWHERE = 10_000_000  # further than any two points of a table are apart


# --- rows of places ------------------------------------------------------------------------------------------


def row(one: Body, side: Side) -> tuple[int, int]:
    """How many places there are along a side, and how long each is."""
    return (one.files, one.base[0]) if side in ("front", "rear") else (one.ranks, one.base[1])


def model_at(one: Body, side: Side, place: int) -> int:
    """Which model stands at a place of a side, counted clockwise.

    An incomplete last rank counts as full: the model before an empty place, or the last one beside it, is there.
    """
    files, ranks = one.files, one.ranks
    if one.wedge:
        return _in_wedge(one, one.wedge, side, place)
    if side == "front":
        return place
    if side == "right":
        return min(place * files + files - 1, one.models - 1)
    if side == "left":
        return (ranks - 1 - place) * files
    last = last_rank(one.models, files)
    column = files - 1 - place
    shifted = column - first_column(last, files)
    return (ranks - 1) * files + shifted if 0 <= shifted < last else (ranks - 2) * files + column


def _in_wedge(one: Body, wedge: Wedge, side: Side, place: int) -> int:
    """Along flank and rear of a wedge stand the outer models of its rows, and those of its last row; of its front
    the tip stands for all."""
    if side == "right":
        return sum(wedge.rows[: place + 1]) - 1
    if side == "left":
        return sum(wedge.rows[: one.ranks - 1 - place])
    last = wedge.rows[-1]
    return one.models - last + (one.files - 1 - place) * last // one.files if side == "rear" else 0


class Meeting:
    """Two flush rows of places: where the other begins and ends along one's own, in one's own clockwise measure.

    Each row is how many places it has and how long each is; `touch` is how near counts as touching.
    """

    __slots__ = ("count", "pitch", "start", "their_count", "their_pitch", "their_start", "touch")

    def __init__(self, own: tuple[int, int], other: tuple[int, int], shift: int, touch: int):
        self.count, self.pitch = own
        self.their_count, self.their_pitch = other
        self.touch = touch
        self.start = -self.count * self.pitch // 2
        self.their_start = shift + self.their_count * self.their_pitch // 2  # their row runs the other way

    def places(self) -> range:
        """One's own places that touch."""
        low = self.their_start - self.their_count * self.their_pitch - self.touch - self.start
        high = self.their_start + self.touch - self.start
        return range(max(0, -(-low // self.pitch) - 1), min(self.count, high // self.pitch + 1))

    def opposite(self, place: int) -> range:
        """Their places that touch this place."""
        near = self.their_start - (self.start + place * self.pitch) + self.touch
        far = near - self.pitch - 2 * self.touch
        return range(max(0, -(-far // self.their_pitch) - 1), min(self.their_count, near // self.their_pitch + 1))


class Stretch(NamedTuple):
    """What a model covers of a side, measured clockwise from where that side begins."""

    low: int
    high: int
    model: int


def abreast(one: Body, side: Side) -> list[Stretch]:
    """The models of a side; the edge of a wedge counts as if it all stood in the front line."""
    wedge, wide = one.wedge, one.base[0]
    if wedge and side == "front":
        starts = {model: (wedge.slots[model].across - 1 + one.files) * wide // 2 for model in wedge.edge}
        return [Stretch(start, start + wide, model) for model, start in starts.items()]
    count, pitch = row(one, side)
    return [Stretch(place * pitch, (place + 1) * pitch, model_at(one, side, place)) for place in range(count)]


def face_to_face(rows: Meeting, ours: list[Stretch], theirs: list[Stretch]) -> Pairs:
    """Models that stand before each other, or corner to corner, however deep the gap between them."""
    ahead_of, touch = rows.their_start - rows.start, rows.touch
    return sorted({
        (one.model, other.model)
        for one in ours
        for other in theirs
        if one.low <= ahead_of - other.low + touch and one.high >= ahead_of - other.high - touch
    })  # fmt: skip


# --- base by base --------------------------------------------------------------------------------------------


def outline(one: Body) -> Outline:
    """The bases along all four sides of a formed body."""
    return tuple(place for side in CLOCKWISE for place in edge_row(one, side))


def edge_row(one: Body, side: Side) -> Outline:
    """The places along one side of a formed body; those of the edge of a wedge are side by side and overlap."""
    if one.wedge and side == "front":
        return tuple((_in_line(one, stretch), stretch.model) for stretch in abreast(one, side))
    count, pitch = row(one, side)
    deep = one.base[1] if pitch == one.base[0] else one.base[0]
    shapes = _along(edge(one.oblong, side), count, pitch, deep)
    return tuple((shape, model_at(one, side, place)) for place, shape in enumerate(shapes))


def _along(line: Edge, count: int, pitch: int, deep: int) -> list[Shape]:
    """A row of bases behind an edge, clockwise."""
    middles = [from_frame(((2 * k + 1 - count) * pitch // 2, 0), line.middle, line.outward) for k in range(count)]
    return [oblong(middle, line.outward, pitch, deep) for middle in middles]


def _in_line(one: Body, stretch: Stretch) -> Shape:
    """A model of the edge of a wedge as if it stood in the front line."""
    across = (stretch.low + stretch.high - one.width) // 2
    return oblong(from_frame((across, 0), one.front, one.facing), one.facing, *one.base)


def inner_ring(one: Body, victim: Body) -> Outline:
    """The first of a ring's rows round its victim: the four sides, then the corners."""
    pitch, deep = one.base
    shapes = []
    for side in CLOCKWISE:
        line = edge(victim.oblong, side)
        outer = Edge(ahead(line.middle, line.outward, deep), line.outward, line.length)
        shapes += _along(outer, -(-line.length // pitch), pitch, deep)
    for x in (-1, 1):
        for y in (deep, -victim.depth):
            middle = from_frame((x * (victim.width + deep) // 2, y), victim.front, victim.facing)
            shapes.append(oblong(middle, victim.facing, deep, deep))
    return tuple((shape, model) for model, shape in enumerate(shapes[: one.models]))


def rim(one: Body) -> Outline:
    """The outside of a ring: as many places as there is room for, the last models first."""
    pitch, deep = one.base
    lines = [edge(one.oblong, side) for side in CLOCKWISE]
    shapes = [shape for line in lines for shape in _along(line, max(1, line.length // pitch), pitch, deep)]
    return tuple((shape, (-1 - place) % one.models) for place, shape in enumerate(shapes))


def touching(ours: Outline, theirs: Outline, touch: int) -> Pairs:
    """Which model of one outline touches which of the other: no farther apart than this."""
    found = []
    for base, model in ours:
        left, right, bottom, top = base.left - touch, base.right + touch, base.bottom - touch, base.top + touch
        for other, their_model in theirs:
            if (
                left <= other.right and other.left <= right and bottom <= other.top and other.bottom <= top
                and gap(base, other) <= touch
            ):  # fmt: skip
                found.append((model, their_model))
    return found


def straight_before(base: Shape, way: Angle, reach: int, friends: Outline, theirs: Outline) -> int | None:
    """The model that a base would run into on its way; None if a friend stands between."""
    steps = [(step, model) for other, model in theirs if (step := cast(base, way, reach, other)) is not None]
    if not steps:
        return None
    nearest, model = min(steps)
    for other, _ in friends:
        if other is not base and (step := cast(base, way, reach, other)) is not None and step < nearest:
            return None
    return model


# --- room along a side ---------------------------------------------------------------------------------------


def flush(line: Edge, place: int, files: int) -> Stance:
    """Against a side, at that place."""
    return Stance(from_frame((place, 0), line.middle, line.inward), line.inward, files)


def closed_in(stand: Stance, block: Shape, bases: Iterable[Shape]) -> Stance | None:
    """Straight on until a base is touched; None if none is."""
    steps = [cast(block, stand.facing, ANYWHERE, base) for base in bases]
    near = [step for step in steps if step is not None]
    return shifted(stand, stand.facing, min(near)) if near else None


def shared_stretch(place: int, width: int, length: int) -> int:
    """How much of a side and of a front whose middle is at this place lie against each other."""
    return min(length // 2, place + width // 2) - max(-(length // 2), place - width // 2)


def seen_from(line: Edge, shape: Shape) -> list[Point]:
    """The corners of a shape for one who stands against the side."""
    return [to_frame(point, line.middle, line.inward) for point in shape.points]


def blocked(outlines: Iterable[Sequence[Point]], deep: int) -> list[tuple[int, int]]:
    """From where to where along a side something stands in the way of whoever is so deep."""
    return [found for outline in outlines if (found := band(outline, SLACK - deep, -SLACK))]


def room_along(length: int, taken: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts of a side that are free, from left to right.

    >>> room_along(1000, [(-100, 100), (400, 700)])
    [(-500, -100), (100, 400)]
    """
    start, end = -(length // 2), length // 2
    free: list[tuple[int, int]] = []
    for low, high in sorted([*taken, (end, end)]):
        if min(low, end) - start > SLACK:
            free.append((start, min(low, end)))
        start = max(start, high)
    return free


def worth_a_look(
    length: int, files: int, pitch: int, wanted: int, taken: Sequence[tuple[int, int]]
) -> list[int]:  # fmt: skip
    """Places along a side: where one came in, where ends or models are in line, beside whatever is in the way."""
    width = files * pitch
    inner = abs(length - width) // 2
    places = [wanted, max(-inner, min(inner, wanted)), inner, -inner]
    if width > length:
        for count in range(files + 1):
            place = (length + width) // 2 - count * pitch
            places += [place, -place]
    for low, high in taken:
        places += [low - (width + 1) // 2, high + (width + 1) // 2]
    return places
