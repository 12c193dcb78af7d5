"""The board for the terminal, in colour where that is wanted, and texts no wider than it."""

from __future__ import annotations

from collections.abc import Collection
from textwrap import fill

from rich.console import Console

from warhost.draw.text import board_text
from warhost.engine.view import View

WIDTH = 100
WIDE = 1000  # lines of the board are never broken


def board_picture(view: View, colour: bool, numbered: Collection[str] = ()) -> str:
    if view.board is None and view.table is None:  # a game that is not played on any ground
        return f"{view.title}. {view.phase}".rstrip(". ") + "."
    if not colour:
        return board_text(view, numbered=numbered)
    console = Console(force_terminal=True, width=WIDE, highlight=False)
    with console.capture() as captured:
        console.print(board_text(view, colour=True, numbered=numbered), end="")
    return captured.get()


def wrapped(text: str) -> str:
    return "\n".join(
        fill(line, WIDTH, break_long_words=False, break_on_hyphens=False, subsequent_indent="  ")
        for line in text.splitlines()
    )
