"""Dice laid ready for what is to come: in one row in the order in which they fall, or in a row for each purpose.

By purpose, `{"to hit": [4, 5, 1], "save": [6]}`, they need not be counted out over several steps: each row is used
up in its own order, whatever else is thrown in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .data import nearest
from .dice import Throw

Faces = tuple[int, ...]
Dice = Iterable[int] | Mapping[str, Iterable[int]]
"""As tests and situation files write them."""


class Unfit(Exception):
    """A die that is missing or cannot fall so: where it stands, or should stand, and what was expected there."""

    def __init__(self, place: str, expected: str):
        super().__init__(f"dice{place}: {expected}")
        self.key, self.expected = f"dice{place}", expected


class Row:
    """Dice one behind the other."""

    def __init__(self, faces: Iterable[int]):
        self.faces, self.used = tuple(faces), 0

    @property
    def left(self) -> list[int]:
        return list(self.faces[self.used :])

    def take(self, throw: Throw, place: str, gone: str) -> Faces:
        faces = self.faces[self.used : self.used + throw.count]
        if len(faces) < throw.count:
            left = f"only {list(faces)} is left" if faces else "no more dice are given"
            raise Unfit(place, f"{wanted(throw)}, but {left}{gone}")
        for number, face in enumerate(faces, self.used):
            if not 1 <= face <= throw.sides:
                raise Unfit(f"{place}[{number}]", f"{wanted(throw)}, got {face}")
        self.used += throw.count
        return faces


class Prepared:
    """The dice of a script; `left` is what has not been thrown of them."""

    def __init__(self, dice: Dice = ()):
        self.by_purpose = isinstance(dice, Mapping)
        self.rows = {p: Row(faces) for p, faces in dice.items()} if isinstance(dice, Mapping) else {"": Row(dice)}
        self.went: list[str] = []  # what has been thrown for so far

    def throw(self, throw: Throw) -> Faces:
        faces = self._of_its_purpose(throw) if self.by_purpose else self.rows[""].take(throw, "", self._gone())
        self.went.append(throw.purpose)
        return faces

    def ready(self, throw: Throw) -> int:
        """How many of the dice of this throw are there."""
        row = self._row(throw.purpose) if self.by_purpose else self.rows[""]
        return min(throw.count, len(row.left)) if row else 0

    def _gone(self) -> str:
        return f"; they went to: {', '.join(self.went)}" if self.went else ""

    def _of_its_purpose(self, throw: Throw) -> Faces:
        place = f".{throw.purpose}"
        if row := self._row(throw.purpose):
            return row.take(throw, place, f"; they were {list(row.faces)}")
        there = nearest(throw.purpose, self.rows) or f"; there are dice for: {', '.join(self.rows) or 'nothing'}"
        raise Unfit(place, f"{wanted(throw)}, but none are given for that{there}")

    def _row(self, purpose: str) -> Row | None:
        """What follows a comma in a purpose need not be written."""
        return self.rows.get(purpose) or self.rows.get(in_short(purpose))

    @property
    def left(self) -> list[int] | dict[str, list[int]]:
        if not self.by_purpose:
            return self.rows[""].left
        return {purpose: row.left for purpose, row in self.rows.items() if row.left}


def in_short(purpose: str) -> str:
    """'hits of Zap!' for 'hits of Zap!, a D3 read off a D6'."""
    return purpose.partition(",")[0]


def wanted(throw: Throw) -> str:
    return f"expected {throw.count}D{throw.sides} for {throw.purpose} [{throw.rule}]"
