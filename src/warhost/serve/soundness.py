"""Whether the log of a game is whole. One that is not is never added to, and nobody is told what is in it."""

from __future__ import annotations

from typing import Any

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
        if row.kind == "unreadable" or (taken_back and not _counts(kept_by(row), standing)):
            return rows[:place], Break(place, UNREADABLE)
        standing = kept_by(row) if taken_back else standing + (row.kind != "claim")
    return rows, None


def _counts(kept: object, standing: int) -> bool:
    return isinstance(kept, int) and 0 <= kept < standing


def kept_by(row: Row) -> Any:
    """How many answers were kept when some were taken back."""
    return row.what.get("kept") if isinstance(row.what, dict) else row.what


def why_asked(row: Row) -> str:
    """What had happened since an answer that was taken back, if others had to allow it."""
    return str(row.what.get("why", "")) if isinstance(row.what, dict) else ""


def standing_answers(rows: list[Row]) -> list[Row]:
    """The answers that were not taken back."""
    answers: list[Row] = []
    for row in rows:
        if row.kind == "undo":
            del answers[kept_by(row) :]
        elif row.kind != "claim":
            answers.append(row)
    return answers
