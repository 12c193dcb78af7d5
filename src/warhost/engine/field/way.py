"""Straight ways: what they cost, what bars them, and whether there is room at their end.

What costs and what bars is handed in by the rulebook, so that it alone says who may pass whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from .compass import Angle, Point, ahead, aside, cosine, sine
from .length import Length
from .shapes import HAIR, SLACK, Box, Shape, cast, clip, gap, oblong, overlap
from .terrain import Laid

What = TypeVar("What")

Span = tuple[int, int]
"""From where to where along a leg."""
Range = tuple[float, float, float, float]
"""A box round ground that is not worked out to the last thousandth."""
Bars = Iterable[tuple[What, Iterable[Shape]]]
"""All that may be in the way, each with the room it takes."""


# --- what a leg costs ----------------------------------------------------------------------------------------


class Leg:
    """A straight way that a front edge of some width takes; `depth` of what follows behind it counts as well."""

    __slots__ = ("depth", "end", "length", "start", "strip", "way", "width")

    def __init__(self, start: Point, way: Angle, length: int, width: int, depth: int = 0):
        self.start, self.way, self.length, self.depth = start, way, length, depth
        self.width = max(1, width - 2 * SLACK)
        self.end = ahead(start, way, length)
        self.strip = oblong(self.end, way, self.width, length + depth)

    def crossing(self, grounds: Iterable[Laid]) -> list[Laid]:
        """Those of the grounds that may lie on the way: a quick look at all of them."""
        strip = self.strip
        left, right, bottom, top = strip.left, strip.right, strip.bottom, strip.top
        return [
            ground
            for ground in grounds
            if (shape := ground.shape).left < right and shape.right > left
            and shape.bottom < top and shape.top > bottom
        ]  # fmt: skip

    def span(self, shape: Shape, depth: int) -> Span | None:
        """While any part of the front edge, or of what follows so deep, is over the shape; uncut, so it may begin
        before the leg does."""
        strip = self.strip
        if shape.left >= strip.right or shape.right <= strip.left:
            return None
        if shape.bottom >= strip.top or shape.top <= strip.bottom:
            return None
        along = self._within_width(shape)
        if not along or max(along) + depth <= HAIR or min(along) >= self.length - HAIR:
            return None
        return round(min(along)), round(max(along)) + depth

    def _within_width(self, shape: Shape) -> list[float]:
        """How far along the leg the corners of the part of the shape lie that is no farther aside than the edge."""
        (ox, oy), s, c, half = self.start, sine(self.way), cosine(self.way), self.width / 2
        corners = [((x - ox) * c - (y - oy) * s, (x - ox) * s + (y - oy) * c) for x, y in shape.points]
        along = [y for x, y in corners if -half <= x <= half]
        px, py = corners[-1]
        for x, y in corners:
            for side in (-half, half):
                if (px < side) != (x < side):
                    along.append(py + (y - py) * (side - px) / (x - px))
            px, py = x, y
        return along

    def carried(self, shapes: Iterable[Shape]) -> list[Span]:
        """Where shapes hold the whole width, from what follows behind the start on; joined where they meet."""
        joined: list[Span] = []
        for begin, end in sorted(span for shape in shapes if (span := self._held(shape))):
            if joined and begin <= joined[-1][1] + SLACK:
                joined[-1] = joined[-1][0], max(joined[-1][1], end)
            else:
                joined.append((begin, end))
        return joined

    def _held(self, shape: Shape) -> Span | None:
        whole = self.length + self.depth
        begin, end = 0.0, 1.0
        for side in (-self.width // 2, self.width // 2):
            a = aside(ahead(self.start, self.way, -self.depth), self.way, side)
            inside = clip(a, aside(self.end, self.way, side), shape)
            if inside is None:
                return None
            begin, end = max(begin, inside[0]), min(end, inside[1])
        return round(begin * whole) - self.depth, round(end * whole) - self.depth


class Stretch(NamedTuple):
    """A part of a leg that costs the same all along."""

    length: Length
    rate: int  # parts of the allowance for each thousandth
    toll: int  # paid before its first step


def cut(
    length: int, spans: Iterable[Span], rate_of: Callable[[int, int], int], tolls: Sequence[Span] = ()
) -> list[Stretch]:
    """A leg cut up where its price may change: at the ends of these spans, each part at the rate that is asked for
    it, and with the tolls that are due where it begins."""
    marks = [0, length]
    for span in spans:
        marks += span
    marks += [at for at, _ in tolls]
    marks = sorted(min(max(mark, 0), length) for mark in marks)
    return [
        Stretch(Length(end - begin), rate_of(begin, end), sum(toll for at, toll in tolls if at == begin))
        for begin, end in pairwise(marks)
        if begin != end
    ]


def covered(begin: int, end: int, spans: Iterable[Span]) -> bool:
    """Whether one of the spans holds this part of a leg."""
    return any(here <= begin and end <= there for here, there in spans)


def cost(stretches: Iterable[Stretch], per: int) -> Length:
    """What they cost together, rounded; `per` is the rate of open ground."""
    return Length((sum([part.length * part.rate + per * part.toll for part in stretches]) + per // 2) // per)


def reach(stretches: Iterable[Stretch], allowance: int, per: int) -> Length:
    """How far one comes along them for this allowance; a toll that cannot be paid ends it."""
    left, far = per * allowance, Length(0)
    for part in stretches:
        left -= per * part.toll
        if left < part.length * part.rate:
            return far + Length(max(left, 0) // part.rate)
        left -= part.length * part.rate
        far += part.length
    return far


# --- what is in the way --------------------------------------------------------------------------------------


class Met(NamedTuple, Generic[What]):
    """What stops something on its way, and after how far."""

    distance: Length
    what: What


def swath(shape: Shape, heading: Angle, distance: int) -> Range:
    """The box that holds all the ground a shape comes over: nothing beyond it need be looked at."""
    dx, dy = distance * sine(heading), distance * cosine(heading)
    return (
        shape.left + min(dx, 0.0) - 1, shape.right + max(dx, 0.0) + 1,
        shape.bottom + min(dy, 0.0) - 1, shape.top + max(dy, 0.0) + 1,
    )  # fmt: skip


def first_bar(shape: Shape, heading: Angle, distance: int, bars: Bars[What]) -> Met[What] | None:
    """The first thing that stops the shape on its way; of two at the same distance the one named first."""
    found: Met[What] | None = None
    for what, room in bars:
        for taken in room:
            far = cast(shape, heading, distance, taken)
            if far is not None and (found is None or far < found.distance):
                found = Met(far, what)
    return found


def nearest_bar(
    shapes: Iterable[Shape], heading: Angle, distance: int, bars: Callable[[Range], Bars[What]]
) -> Met[What] | None:
    """The first thing that stops any of these shapes, of all that may be in the way in the box of each."""
    nearest: Met[What] | None = None
    for shape in shapes:
        met = first_bar(shape, heading, distance, bars(swath(shape, heading, distance)))
        if met is not None and (nearest is None or met.distance < nearest.distance):
            nearest = met
    return nearest


def overlapped(room: Sequence[Shape], bars: Bars[What]) -> What | None:
    """The first thing in whose room one of these shapes would stand."""
    for what, taken in bars:
        for theirs in taken:
            for own in room:
                if overlap(own, theirs):
                    return what
    return None


def touched(room: Sequence[Shape], taken: Iterable[Shape], near: int) -> bool:
    """Whether one of these shapes is as near as that to one of those."""
    return any(gap(own, theirs) <= near for own in room for theirs in taken)


def on_board(box: Box, front: Point, width: int, depth: int) -> bool:
    """Whether a body lies wholly on a table of this size, and its middle front too, which of loose models may lie
    where nobody stands."""
    (x, y), (left, right, bottom, top) = front, box
    return (
        min(left, x) >= -SLACK and min(bottom, y) >= -SLACK
        and max(right, x) <= width + SLACK and max(top, y) <= depth + SLACK
    )  # fmt: skip
