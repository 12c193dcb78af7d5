"""Names that players give their own, in words of their own."""

from __future__ import annotations

from collections.abc import Collection

from .question import Answer, Order, Refusal

MOST_LETTERS = 40


class Naming(Order):
    """A name that nobody else there has; who says nothing keeps the one before."""

    __slots__ = ("taken", "title", "whose")
    form = f"a name of at most {MOST_LETTERS} letters"

    def __init__(self, player: int, title: str, taken: Collection[str], rule: str, text: str, whose: str):
        super().__init__(player, "name", rule, text=text, usual=title)
        self.title, self.taken, self.whose = title, frozenset(taken) - {title}, whose

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if not isinstance(order, str) or not 1 <= len(order) <= MOST_LETTERS:
            return Refusal(self.rule, f"expected {self.form}")
        if not order.isprintable() or order != " ".join(order.split()):
            return Refusal(self.rule, "a name has only letters, signs and single spaces")
        if order in self.taken:
            return Refusal(self.rule, f"somebody else of {self.whose} is called {order}")
        return {}

    def suggest(self, most: int = 12) -> list[Answer]:
        return [self.title][:most]

    def label(self, answer: Answer, names: object) -> str:
        return f"{self.title}, as before" if answer == self.title else str(answer)
