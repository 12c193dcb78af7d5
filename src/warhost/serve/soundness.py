"""Whether the log of a game is whole. One that is not is never added to, and nobody is told what is in it."""

from __future__ import annotations

import msgspec

from warhost.engine.question import Refusal

from .storage import Row

MISSING, UNREADABLE = "is missing", "cannot be read"
UNLAWFUL, NOT_BORNE = "is not allowed by the rules of today", "is not understood by the rules of today"


class Break(msgspec.Struct, frozen=True):
    """The first entry of a log that cannot be used, and what is wrong with it; counted from 0."""

    entry: int
    wrong: str

    @property
    def why(self) -> str:
        return (
            f"the record of this game is damaged: entry {self.entry + 1} {self.wrong}. All before it is sound; "
            "it can be looked at, and played on as a game of its own"
        )

    @property
    def refusal(self) -> Refusal:
        return Refusal("", self.why)


def sound_part(rows: list[Row]) -> tuple[list[Row], Break | None]:
    """The entries up to the first that is missing or cannot be read."""
    standing = 0
    for place, row in enumerate(rows):
        if row.number != place:
            return rows[:place], Break(place, MISSING)
        taken_back = row.kind == "undo"
        if row.kind == "unreadable" or (taken_back and not _counts(row.what, standing)):
            return rows[:place], Break(place, UNREADABLE)
        standing = row.what if taken_back else standing + 1
    return rows, None


def _counts(kept: object, standing: int) -> bool:
    return isinstance(kept, int) and 0 <= kept < standing


def standing_answers(rows: list[Row]) -> list[Row]:
    """The answers that were not taken back."""
    answers: list[Row] = []
    for row in rows:
        if row.kind == "undo":
            del answers[row.what :]
        else:
            answers.append(row)
    return answers
