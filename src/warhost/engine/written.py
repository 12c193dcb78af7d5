"""Any order, typed as it is written down: for orders that have no words of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from .drafting import SaidDraft
from .question import Answer, Order
from .saying import UNIT, Unclear, spoken
from .words import Names

WRITE, TO = "write", "to"


class WrittenDraft(SaidDraft[Order]):
    """`write {"at": [12000, 9000]}`, or `to 12 9` where an order says where something lies."""

    words = (WRITE, TO)

    def __init__(self, question: Order, names: Names, imagined: Callable[[Answer], Any]):
        super().__init__(question, question.usual if question.usual is not None else {})
        self.names, self._imagined = names, imagined
        self.sayings = (f"{WRITE} …", question.form), (f"{TO} 30 12", "to a point: from the left and up the table")

    def told(self, words: list[str]) -> Answer:
        if words[0] == TO:
            numbers = spoken(words).numbers
            if len(numbers) != 2:
                raise Unclear("write it like this: to 30 12")
            before = self.answer if isinstance(self.answer, dict) else {}
            return before | {"at": [round(number * UNIT) for number in numbers]}
        return self._read(" ".join(words[1:])) if words[0] == WRITE else None

    def _read(self, written: str) -> Answer:
        try:
            return msgspec.json.decode(written)
        except msgspec.DecodeError:
            raise Unclear(f"expected {self.question.form}") from None

    def worded(self, order: Answer, costs: dict[str, int]) -> str:
        return self.question.label(order, self.names)

    def state(self) -> Any:
        return self._imagined(self.answer)
