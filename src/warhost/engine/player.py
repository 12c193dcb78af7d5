"""Who answers for a side, and all that it is given to decide by."""

from __future__ import annotations

from typing import Any, Protocol

from .book import Book
from .question import Answer, Question
from .view import View


class Seat:
    """A place at the table: what this side may know, and nothing else."""

    __slots__ = ("_state", "book", "setting", "side")

    def __init__(self, book: Book[Any, Any], setting: Any, state: Any, side: int):
        self.book, self.setting, self.side, self._state = book, setting, side, state

    def view(self) -> View:
        return self.book.view(self.setting, self._state, self.side)

    def known(self) -> Any:
        """A copy of the state as this side knows it: a bot may think on it as it likes."""
        return self.book.known(self.setting, self._state, self.side)


class Player(Protocol):
    """Somebody who answers. One that is `lawful` draws only from what questions offer and is not checked again."""

    name: str
    lawful: bool

    def answer(self, question: Question, seat: Seat) -> Answer: ...
