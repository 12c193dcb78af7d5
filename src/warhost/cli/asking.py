"""What a rulebook says about answers, beyond its questions: its module `asking`, if it has one."""

from __future__ import annotations

from typing import Any, Protocol

from warhost.engine.game import Game
from warhost.engine.question import Answer, Question, Refusal
from warhost.engine.rulebook import asking
from warhost.engine.view import Square

from . import said


class Draft(Protocol):
    """An order in the making, as a rulebook's `asking` gives it."""

    help: str

    @property
    def answer(self) -> Answer: ...
    def take(self, words: list[str]) -> str | Refusal | None: ...
    def state(self) -> Any: ...


class Asking(Protocol):
    """What a rulebook can say about answers, beyond the questions themselves."""

    def briefing(self, setting: Any, /) -> list[str]: ...
    def label(self, setting: Any, known: Any, question: Question, answer: Answer, /) -> str: ...
    def advised(self, setting: Any, known: Any, question: Question, answer: Answer, /) -> str: ...
    def reasons(self, setting: Any, known: Any, question: Question, answer: Answer, /) -> list[str]: ...
    def closing(self, setting: Any, state: Any, /) -> list[str]: ...
    def reach(self, setting: Any, known: Any, name: str, /) -> list[Square] | str | None: ...
    def draft(self, question: Question, /) -> Draft | None: ...


class _Silent:
    """For rulebooks that say nothing about answers: they are shown as they are typed."""

    def briefing(self, setting: Any, /) -> list[str]:
        return []

    def label(self, setting: Any, known: Any, question: Question, answer: Answer, /) -> str:
        return said.typed(answer)

    def advised(self, setting: Any, known: Any, question: Question, answer: Answer, /) -> str:
        return f"{said.typed(answer)}."

    def reasons(self, setting: Any, known: Any, question: Question, answer: Answer, /) -> list[str]:
        return []

    def closing(self, setting: Any, state: Any, /) -> list[str]:
        return []

    def reach(self, setting: Any, known: Any, name: str, /) -> list[Square] | str | None:
        return None

    def draft(self, question: Question, /) -> Draft | None:
        return None


def asking_of(game: Game[Any, Any]) -> Asking:
    found: Any = asking(game.book)
    says: Asking = found if found is not None else _Silent()
    return says


def worded(says: Asking, setting: Any, refusal: Refusal) -> Refusal:
    """A refusal in the names that players use, where a rulebook has other names besides."""
    own = getattr(says, "worded", None)
    return Refusal(refusal.rule, own(setting, refusal.why)) if own else refusal
