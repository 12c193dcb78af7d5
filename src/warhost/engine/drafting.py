"""An order put together from words, where each line makes the whole order anew or changes what there is of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from .question import Answer, Order, Refusal
from .saying import Unclear

Q = TypeVar("Q", bound=Order)
READY = "Lawful. `go` gives the order, `board` shows it, `drop` forgets it."


class SaidDraft(ABC, Generic[Q]):
    """What is lawful is kept; what is not is remembered as wanted, so that it can be shown."""

    sayings: Sequence[tuple[str, str]] = ()
    words: Sequence[str] = ()

    def __init__(self, question: Q, begun: Answer):
        self.question = question
        self.answer: Answer = begun
        self.wanted: Answer = None

    def resume(self, answer: Answer) -> None:
        self.answer = answer

    def take(self, words: list[str]) -> str | Refusal | None:
        self.wanted = None
        try:
            order = self.told(words)
        except Unclear as unclear:
            return Refusal("", str(unclear))
        if order is None:
            return None
        self.wanted = order
        if isinstance(verdict := self.question.check(order), Refusal):
            return verdict
        self.answer = order
        return f"Draft: {self.worded(order, verdict)}.\n{READY}"

    @abstractmethod
    def told(self, words: list[str]) -> Answer:
        """The order that the words make; None if they are not for it. Raises Unclear where they say too little."""

    @abstractmethod
    def worded(self, order: Answer, costs: dict[str, int]) -> str:
        """The order as it is said back."""

    @abstractmethod
    def state(self) -> Any:
        """How things would stand."""
