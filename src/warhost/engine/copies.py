"""Shallow copies of many plain records: a game copies its whole table for every step and every fork."""

from __future__ import annotations

from typing import TypeVar

import msgspec

Plain = TypeVar("Plain", bound=msgspec.Struct)


def copies(records: list[Plain]) -> list[Plain]:
    """Straight by the records' own method; `copy.copy` would look it up anew for each."""
    return [record.__copy__() for record in records]  # type: ignore[attr-defined]
