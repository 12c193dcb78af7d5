"""Lessons on the page: each step is a small game against the computer that begins with a situation."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.engine.book import Book
from warhost.engine.lesson import lesson_files
from warhost.engine.situation import Case, read_case

from .errors import Wrong
from .messages import NewGame, SeatWish
from .replies import LessonStep


def cases(book: Book[Any, Any]) -> list[Case]:
    return [read_case(path, lambda _: book) for path in lesson_files(book)]


def steps(book: Book[Any, Any]) -> list[LessonStep]:
    found = []
    for case in cases(book):
        assert case.script.lesson is not None
        lesson, text = case.script.lesson, " ".join(case.text.split())
        found.append(LessonStep(case.title, text, lesson.task, lesson.until, lesson.after))
    return found


def case(book: Book[Any, Any], step: int) -> Case:
    files = lesson_files(book)
    if step >= len(files):
        raise Wrong(404, f"the lesson of {book.title} has {len(files)} steps, no step {step} counted from 0")
    return read_case(files[step], lambda _: book)


def game(case: Case, seconds: float) -> NewGame:
    """The learner leads the first side, the computer all others."""
    computer = SeatWish("computer", seconds=seconds)
    sides = len(case.book.view(case.setting, case.state, None).sides)
    return NewGame(case.book.id, [SeatWish("person"), *[computer] * (sides - 1)], title=case.title, listed=False)


def start(case: Case) -> Any:
    return msgspec.to_builtins(case.state)
