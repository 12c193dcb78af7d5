"""Who sees whom: hills, houses, woods and formed legions in the way.  [mis.add.visibility]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import Point, distance
from warhost.engine.field.shapes import Shape, clip, contains, point_gap

from ..bodies import body, levels_at, lie, present, troop
from ..forms import LegionBody
from ..library import MM
from ..moving.allowance import under
from ..setting import Fight
from .ground import LEVEL, Laid

HIGH = 50 * MM
HAIR = 1  # of a millimetre a thousandth: what lies as far as the wood lets one see is seen
AT_WALL = 60 * MM  # whoever stands so near to a wall sees over it and is seen: 50 from a base, 60 from its middle


def sees(fight: Fight, viewer: int, target: int, at: LegionBody | None = None) -> bool:
    """Whether at least one figure of the viewer sees a figure of the target."""
    theirs = fight.state.pieces[target]
    if theirs.side != fight.state.pieces[viewer].side and under(fight, theirs, "cloak"):
        return False
    there = at or body(fight, target)
    return any(
        _clear(fight, eye, base, viewer, target)
        for eye in _eyes(body(fight, viewer)) for base in _marks(there)
    )  # fmt: skip


def _eyes(one: LegionBody) -> Iterator[Point]:
    """The middles of some of the front bases, from one end to the other."""
    rank = one.front_rank
    last = len(rank) - 1
    for index in dict.fromkeys((last // 2, 0, last, last // 4, 3 * last // 4)):
        yield rank[index].centre


def _marks(one: LegionBody) -> Iterator[Shape]:
    """Bases to look at: the corners of the block, the middles of its sides."""
    bases, files = one.bases, one.files
    rear = len(bases) - 1
    for index in dict.fromkeys((files // 2, 0, min(files - 1, rear), rear, max(0, rear - files + 1), rear // 2)):
        yield bases[min(index, rear)]


def _clear(fight: Fight, eye: Point, base: Shape, viewer: int, target: int) -> bool:
    """Whether the straight line between two figures is free."""
    low, high = levels_at(fight, viewer, eye), levels_at(fight, target, base.centre)
    return clear_line(fight, eye, base.centre, low, high, (viewer, target), to_base(eye, base))


def to_base(eye: Point, base: Shape) -> float:
    """The share of the line to its centre that lies before a base: so far one looks through a wood."""
    entry = clip(eye, base.centre, base)
    return entry[0] if entry is not None else 1.0


def clear_line(
    fight: Fight, eye: Point, spot: Point, low: int, high: int, but: tuple[int, ...] = (), before: float = 1.0
) -> bool:  # fmt: skip
    """Woods count in the part of the line `before` the base that is looked at."""
    land = lie(fight)
    aloft = max(low, high) * LEVEL > HIGH and any(fight.state.pieces[n].height > HIGH for n in but)
    for ground in land.screens:
        if _hides(ground, eye, spot, low, high, aloft, before):
            return False
    return aloft or not _troops_between(fight, eye, spot, low, high, but)


def _hides(ground: Laid, eye: Point, spot: Point, low: int, high: int, aloft: bool, before: float) -> bool:
    inside = clip(eye, spot, ground.shape)
    if inside is None:
        return False
    if ground.level:
        return ground.level > low and ground.level > high
    if aloft:
        return False
    if ground.kind.sight:
        return (min(inside[1], before) - inside[0]) * distance(eye, spot) > ground.kind.sight.value * MM + HAIR
    if contains(ground.shape, eye) or contains(ground.shape, spot):
        return False
    if ground.kind.line and min(point_gap(eye, ground.shape), point_gap(spot, ground.shape)) <= AT_WALL:
        return False
    return low == high


def _troops_between(fight: Fight, eye: Point, spot: Point, low: int, high: int, but: tuple[int, ...]) -> bool:
    left, right = min(eye[0], spot[0]), max(eye[0], spot[0])
    bottom, top = min(eye[1], spot[1]), max(eye[1], spot[1])
    for number in present(fight):
        if number in but or troop(fight, number).kind != "line" or fight.state.pieces[number].height:
            continue
        one = body(fight, number)
        west, east, south, north = one.box
        if west > right or east < left or south > top or north < bottom:
            continue
        level = levels_at(fight, number, one.middle)
        if low > level or high > level:
            continue
        if any(clip(eye, spot, part) for part in one.parts):
            return True
    return False
