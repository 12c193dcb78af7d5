"""What all text for the terminal is made of: colours that can be left out, and columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape

Row = tuple[Sequence[str], Sequence[str]]
"""The cells of a row, and the lines below it."""


def ink(text: str, style: str, colour: bool) -> str:
    if not colour:
        return text
    return f"[{style}]{escape(text)}[/]" if style else escape(text)


def columns(titles: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Rows in columns as wide as they need; the last one runs on."""
    if not rows:
        return []
    every = [titles, *(cells for cells, _ in rows)]
    widths = [max(len(cells[number]) for cells in every) for number in range(len(titles) - 1)]
    lines = [_row(titles, widths)]
    for cells, below in rows:
        lines += [_row(cells, widths), *(f"    {line}" for line in below)]
    return lines


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=False)]
    return ("  " + "  ".join([*padded, cells[-1]])).rstrip()
