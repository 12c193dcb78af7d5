"""Reading what an order says: numbers, names and spots, or why they cannot be understood."""

from __future__ import annotations

from typing import Any

from warhost.engine.field.compass import bearing
from warhost.engine.order import Malformed, numbers

from ..state import Number
from .course import Course
from .splitting import Spot


def piece_named(course: Course, name: Any) -> Number:
    for number, piece in course.fight.state.numbered():
        if piece.name == name and piece.fate not in ("slain", "hidden"):
            if piece.inside != course.piece.inside:
                raise Malformed(f"{name} is on the other side of a wall")
            if piece.stacked and piece.side == course.piece.side:
                raise Malformed(f"{name} is on a ladder")
            return number
    raise Malformed(f"there is no piece called {name!r:.40}")


def read_spot(value: Any) -> Spot:
    if not isinstance(value, list | tuple):
        raise Malformed("a spot is [x, y, facing, files]")
    x, y, facing, files = numbers(list(value), "x", "y", "facing", "files")
    return Spot(x, y, bearing(facing), files)
