"""A picture of the table at the end of every turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from warhost.draw.svg import svg
from warhost.engine.book import Book


class Pictures:
    """turn-00 is the table after placing, turn-01 at the end of the first turn, and so on; then `final`."""

    def __init__(self, book: Book[Any, Any], setting: Any, folder: Path):
        self.book, self.setting, self.folder, self.drawn = book, setting, folder, 0
        self._before: Any = None
        folder.mkdir(parents=True, exist_ok=True)

    def look(self, state: Any) -> None:
        """A step is done. Only when the next turn has begun is it known that the last one was over."""
        if self._before is not None and self.book.turn(state) > self.book.turn(self._before):
            self._draw(self._before, self._turn_name(self._before))
        self._before = state.copy()

    def finish(self, state: Any) -> None:
        self._draw(state, self._turn_name(state))
        self._draw(state, "final")

    def _turn_name(self, state: Any) -> str:
        return f"turn-{self.book.turn(state):02}"

    def _draw(self, state: Any, name: str) -> None:
        draw(self.book, self.setting, state, self.folder / f"{name}.svg")
        self.drawn += 1


def draw(book: Book[Any, Any], setting: Any, state: Any, path: Path) -> None:
    path.write_text(svg(book.view(setting, state, None)), "utf8")
