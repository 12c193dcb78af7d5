"""Who has won a siege: by clear routes, and by who is left.  [tp.siege.victory]"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import Shape, contains

from .layout import Layout
from .routes import Path, guarded

Winner = Literal["besiegers", "defenders", "draw"]
ENOUGH = 2  # clear routes


class Holder(Struct, frozen=True):
    """A besieging piece that may hold: a unit or a mob of infantry or cavalry that does not flee. Skirmishers,
    beasts, flyers, war machines and lone characters hold nothing."""

    bases: tuple[Shape, ...] = ()
    within: tuple[int, ...] = ()  # models of the fortress in which some of it are


def outcome(layout: Layout, routes: dict[int, Path], holders: Sequence[Holder]) -> tuple[Winner, str]:
    """The winner when the game is over and both sides still have pieces, and why.  [tp.siege.victory]"""
    inside = any(in_fortress(layout, holder) for holder in holders)
    guarding = any(guarded(path, holder.bases) for path in routes.values() for holder in holders)
    number = len(routes)
    if number >= ENOUGH and inside:
        return "besiegers", f"{number} clear routes, and besiegers inside the fortress"
    if number and guarding:
        return "draw", f"{number} clear route{'s' if number > 1 else ''}, guarded by besiegers"
    if number:
        return "defenders", "nobody holds the way that is open"
    return "defenders", "no clear route into the fortress"


def in_fortress(layout: Layout, holder: Holder) -> bool:
    """On, in or behind the works: in one of them, or with at least half of its models."""
    if holder.within:
        return True
    there = sum(behind(layout, base.centre) or _on_works(layout, base.centre) for base in holder.bases)
    return 2 * there >= len(holder.bases) > 0


def _on_works(layout: Layout, point: Point) -> bool:
    return any(contains(shape, point) for shape in layout.shapes)


def behind(layout: Layout, point: Point) -> bool:
    """Whether a point lies in the Defenders' zone behind the works.  [tp.siege.plan.zones]"""
    (x, y), border = point, [p for one in layout.works for p in one.inner]
    outwards = sum(
        (ax > x) != (bx > x) and y < ay + (by - ay) * (x - ax) / (bx - ax)
        for (ax, ay), (bx, by) in pairwise(border)
    )
    return outwards % 2 == 1  # a line that turns back is crossed twice
