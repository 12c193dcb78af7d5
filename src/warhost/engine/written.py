"""Any order, typed as it is written down: for orders that have no words of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from .question import Answer, Order, Refusal
from .saying import UNIT, spoken
from .words import Names

WRITE, TO = "write", "to"


class WrittenDraft:
    """`write {"at": [12000, 9000]}`, or `to 12 9` where an order says where something lies."""

    words = (WRITE, TO)

    def __init__(self, question: Order, names: Names, imagined: Callable[[Answer], Any]):
        self.question, self.names, self._imagined = question, names, imagined
        self.answer: Answer = question.usual if question.usual is not None else {}
        self.wanted: Answer = None

    @property
    def sayings(self) -> tuple[tuple[str, str], ...]:
        return (f"{WRITE} …", self.question.form), (f"{TO} 30 12", "to a point: from the left and up the table")

    def resume(self, answer: Answer) -> None:
        self.answer = answer

    def take(self, words: list[str]) -> str | Refusal | None:
        self.wanted = None
        if words[0] not in self.words:
            return None
        wanted = self._read(words)
        if isinstance(wanted, Refusal):
            return wanted
        self.wanted = wanted
        if refusal := self.question.refuse(wanted):
            return refusal
        self.answer = wanted
        return f"Draft: {self.question.label(wanted, self.names)}. `go` gives the order, `drop` forgets it."

    def _read(self, words: list[str]) -> Answer:
        if words[0] == TO:
            numbers = spoken(words).numbers
            if len(numbers) != 2:
                return Refusal("", "write it like this: to 30 12")
            before = self.answer if isinstance(self.answer, dict) else {}
            return before | {"at": [round(number * UNIT) for number in numbers]}
        try:
            return msgspec.json.decode(" ".join(words[1:]))
        except msgspec.DecodeError:
            return Refusal("", f"expected {self.question.form}")

    def state(self) -> Any:
        return self._imagined(self.answer)
