"""What a sensible player would answer."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.question import Answer, Question

from ..setting import Setting
from ..state import State


def consider(setting: Setting, known: State, question: Question) -> Iterator[Answer]:
    yield question.suggest(1)[0]
