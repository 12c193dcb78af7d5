"""Reading what an order says: numbers, names and spots, or why they cannot be understood."""

from __future__ import annotations

from typing import Any

from .course import Course
from .splitting import Spot

FARTHEST = 1_000_000  # thousandths of an inch: no table is that large


class Malformed(ValueError):
    """An act that does not say what it should."""


def whole(value: Any, what: str) -> int:
    if type(value) is not int or abs(value) > FARTHEST:
        raise Malformed(f"{what} is a whole number, not {value!r:.40}")
    return value


def numbers(args: list[Any], *names: str) -> list[int]:
    if len(args) != len(names):
        raise Malformed(f"it takes {', '.join(names) or 'nothing'}")
    return [whole(value, name) for value, name in zip(args, names, strict=True)]


def piece_named(course: Course, name: Any) -> int:
    for number, piece in enumerate(course.fight.state.pieces):
        if piece.name == name and piece.fate not in ("slain", "hidden"):
            return number
    raise Malformed(f"there is no piece called {name!r:.40}")


def only(args: list[Any]) -> Any:
    if len(args) != 1:
        raise Malformed("it takes a name")
    return args[0]


def read_spot(value: Any) -> Spot:
    if not isinstance(value, list | tuple):
        raise Malformed("a spot is [x, y, facing, files]")
    x, y, facing, files = numbers(list(value), "x", "y", "facing", "files")
    return Spot(x, y, facing % 36000, files)
