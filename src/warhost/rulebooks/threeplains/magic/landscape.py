"""Ground that magic makes and unmakes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.engine.field.compass import RIGHT_ANGLE, Angle, Point, ahead, heading, veered
from warhost.engine.field.cutting import cut
from warhost.engine.field.shapes import Shape, area, contains, overlap, polygon
from warhost.engine.question import Refusal

from ..bodies import body, on_table
from ..events.spells import LandChanged
from ..figure import INCH
from ..setting import Fight
from ..state import Feature, Number


def lay_down(fight: Fight, rule: str, kind: str, shapes: Sequence[Shape], word: str) -> None:
    """New features, as far as they lie on the table and under no works, each with a name of its own."""
    shapes = _beside_works(fight, shapes)
    for shape in shapes:
        if (kept := _on_table(fight, shape)) is not None:
            fight.state.terrain = (*fight.state.terrain, Feature(_name(fight, word), kind, kept.points))
    if shapes:
        fight.tell(LandChanged(rule, kind, shapes[0].centre, tuple([shape.points for shape in shapes])))


def _beside_works(fight: Fight, shapes: Sequence[Shape]) -> list[Shape]:
    """Whoever stands on a wall drowns in no water, and no wood hides him.  [tp.siege.levels]"""
    left = list(shapes)
    for work in fight.setting.land(fight.state.terrain).works:
        left = [part for shape in left for part in without(shape, work.shape)]
    return left


def built_over(fight: Fight, spot: Point, rule: str) -> Refusal | None:
    """Why nothing comes up at a place.  [tp.siege.levels]"""
    works = fight.setting.land(fight.state.terrain).works
    return Refusal(rule, "works of a fortress stand there") if any(contains(w.shape, spot) for w in works) else None


def _name(fight: Fight, word: str) -> str:
    taken = {feature.name for feature in fight.state.terrain}
    count = 1
    while f"{word} {count}" in taken:
        count += 1
    return f"{word} {count}"


def _on_table(fight: Fight, shape: Shape) -> Shape | None:
    return shared(shape, fight.setting.table.shape)


def clear_away(fight: Fight, features: Iterable[Feature]) -> None:
    gone = list(features)
    fight.state.terrain = tuple(feature for feature in fight.state.terrain if feature not in gone)


def shape_of(fight: Fight, feature: Feature) -> Shape:
    return fight.setting.ground(feature).shape


def standing_on(fight: Fight, shape: Shape) -> list[Number]:
    """The pieces on the ground with a base on it."""
    pieces = fight.state.pieces
    low = [number for number in on_table(fight) if not (pieces[number].airborne or pieces[number].aloft)]
    return [number for number in low if any(overlap(part, shape) for part in body(fight, number).parts)]


# --- cutting -------------------------------------------------------------------------------------------------


def shared(shape: Shape, frame: Shape) -> Shape | None:
    """What of a shape lies inside another."""
    left: Shape | None = shape
    for corner, way in _edges(frame):
        if left is not None:
            left = _parted(left, frame, corner, way)[1]
    return left


def without(shape: Shape, hole: Shape) -> list[Shape]:
    """What is left of a shape when a hole is cut out of it: parts of convex outline."""
    if not overlap(shape, hole):
        return [shape]
    parts, inner = list[Shape](), shape
    for corner, way in _edges(hole):
        outside, inside = _parted(inner, hole, corner, way)
        if outside is not None:
            parts.append(outside)
        if inside is None:
            break
        inner = inside
    return parts


def _edges(frame: Shape) -> list[tuple[Point, Angle]]:
    """A corner and the heading to the next, all the way round."""
    corners = frame.points
    return [(a, heading(a, b)) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]


def _parted(shape: Shape, frame: Shape, corner: Point, way: Angle) -> tuple[Shape | None, Shape | None]:
    """What lies outside this edge of the frame, and what inside."""
    left, right = cut(shape, corner, way)
    (cx, cy), (x, y), (lx, ly) = frame.centre, corner, ahead(corner, veered(way, -RIGHT_ANGLE), INCH)
    frame_is_left = (lx - x) * (cx - x) + (ly - y) * (cy - y) > 0
    return (right, left) if frame_is_left else (left, right)


# --- shapes --------------------------------------------------------------------------------------------------


def hull(points: Sequence[Point]) -> Shape:
    """The smallest convex shape round these points."""
    ordered = sorted(dict.fromkeys(points))

    def chain(some: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in some:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept

    return polygon([*chain(ordered)[:-1], *chain(ordered[::-1])[:-1]])


def shrunk(shape: Shape, share: float) -> Shape:
    """The same shape with so much of its area, about the same middle."""
    (cx, cy), scale = shape.centre, share**0.5
    return polygon([(round(cx + (x - cx) * scale), round(cy + (y - cy) * scale)) for x, y in shape.points])


def square_inches(shape: Shape) -> float:
    return area(shape) / INCH**2
