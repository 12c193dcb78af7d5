"""A straight leg of somebody's way, and the mover anywhere along it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from warhost.engine.field.body import Body
from warhost.engine.field.compass import distance, heading
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, cast

from ..bodies import body, set_places, strength
from ..scenario.points import crossed
from ..setting import Fight
from ..state import NOBODY, Number, Point
from ..wounds.ranks import close_ranks

POSE = ("x", "y", "facing", "files", "narrow", "bend", "places", "ring")


class Sweep:
    """From one stance to another, models in the same order in both; of those who set out some may have fallen."""

    def __init__(self, fight: Fight, mover: Number, start: Body, end: Body):
        self.fight, self.mover, self.start, self.end = fight, mover, start, end
        self.length = distance(start.front, end.front)

    @cached_property
    def _ways(self) -> list[tuple[Point, Point]]:
        """From where to where each model goes that is still there at the end."""
        left = [base.centre for base in self.start.bases]
        ends = [base.centre for base in self.end.bases]
        if len(left) == len(ends):
            return list(zip(left, ends, strict=True))
        across, along = (there - here for here, there in zip(self.start.front, self.end.front, strict=True))
        ways = []
        for x, y in ends:
            start = min(left, key=lambda at: distance(at, (x - across, y - along)))
            left.remove(start)
            ways.append((start, (x, y)))
        return ways

    def sweeps(self, thing: Shape) -> bool:
        """Whether any base goes over it on the way, or stands on it at the end."""
        return any(self._slides_over(a, b, thing) for a, b in zip(self.start.bases, self.end.bases, strict=False))

    def _slides_over(self, a: Shape, b: Shape, thing: Shape) -> bool:
        way = distance(a.centre, b.centre)
        course = heading(a.centre, b.centre) if way else self.end.facing
        return cast(a, course, way, thing) is not None or cast(b, course, 0, thing) is not None

    @contextmanager
    def stopped_at(self, run: Length) -> Iterator[None]:
        """The mover stands so far along the leg; afterwards where it stood before, without those it has lost."""
        fight, mover, piece = self.fight, self.mover, self.fight.state.pieces[self.mover]
        before, models = body(fight, mover), strength(fight, mover)
        kept = [getattr(piece, field) for field in POSE]
        self._stand(run)
        yield
        if not piece.standing:
            return
        for field, value in zip(POSE, kept, strict=True):
            setattr(piece, field, value)
        if strength(fight, mover) < models:
            close_ranks(fight, mover, before)

    def _stand(self, run: Length) -> None:
        piece = self.fight.state.pieces[self.mover]
        piece.bend, piece.ring, piece.facing = (), NOBODY, self.end.facing
        if piece.places:
            places = tuple([self._along(a, b, run) for a, b in self._ways])
            set_places(self.fight, self.mover, places[: len(piece.places)], piece.facing)
        else:
            piece.narrow = self.end.files if self.end.files != piece.files else 0
            piece.x, piece.y = self._along(self.start.front, self.end.front, run)

    def _along(self, a: Point, b: Point, run: Length) -> Point:
        if not self.length:
            return a
        return a[0] + (b[0] - a[0]) * run // self.length, a[1] + (b[1] - a[1]) * run // self.length


def cross(fight: Fight, number: Number, way: Sequence[Sweep], *, marching: bool = False) -> bool:
    """What lies on the way of a move has its effect there, before anything at its end. Whether the mover lives.

    It is called before the mover is set down at the end, or after: it stands again as it stood before the call,
    without those who fell.
    """
    piece = fight.state.pieces[number]
    crossed.each(fight.setting.parts[piece.side].rules, fight, number, way, marching)
    return piece.standing
