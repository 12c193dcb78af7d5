"""Lessons: situations with a task, one after the other, in which somebody learns a game by doing it.

They are files in the folder `data/lesson` of a rulebook, in their order; each is a situation as the referee reads
it (docs/situations.md), with a table `[lesson]` and, as `answers`, one way to do what it asks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .book import Book
from .bounds import Few, Text
from .data import Definition
from .playing import Deed


class Lesson(Definition, frozen=True, kw_only=True):
    """What a learner is to do in a situation, and what is said when he has done it."""

    task: Text
    until: Few[Deed]  # the deeds of his own pieces by which it is done
    after: Text


def lesson_files(book: Book[Any, Any]) -> list[Path]:
    return sorted((book.code / "data" / "lesson").glob("*.toml"))
