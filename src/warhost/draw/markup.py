"""Safe text for XML: what players name their soldiers must never break a drawing."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

# XML 1.0 has no way to write these characters, not even as references.
UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def words(text: str) -> str:
    """Text for the inside of an element."""
    return escape(UNSPEAKABLE.sub("\ufffd", text))


def quoted(text: str) -> str:
    """Text for an attribute, with its quotation marks."""
    return quoteattr(UNSPEAKABLE.sub("\ufffd", text))


def titled(tag: str, title: str, inside: str) -> str:
    """A group with a text alternative; `tag` carries the attributes."""
    return f"<g {tag}><title>{words(title)}</title>{inside}</g>" if inside else ""


def text_width(text: str, size: float) -> float:
    """A generous guess of how wide a line will be; there is no font to measure."""
    return len(text) * size * 0.6


def line(data: str, colour: str, width: float = 1, *, cap: str = "", dashes: str = "", opacity: str = "") -> str:
    """A path that is only drawn along."""
    more = (("stroke-linecap", cap), ("stroke-dasharray", dashes), ("opacity", opacity))
    extra = "".join(f' {name}="{value}"' for name, value in more if value)
    return f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width:g}"{extra}/>'


def shape(data: str, fill: str, edge: str = "", width: float = 1) -> str:
    """A path that is filled, and has an edge if one is given."""
    stroke = f' stroke="{edge}" stroke-width="{width:g}" stroke-linejoin="round"' if edge else ""
    return f'<path d="{data}" fill="{fill}"{stroke}/>'


def pattern(name: str, size: int, drawing: str) -> str:
    """A drawing that repeats itself, to be used as a fill: url(#wh-name)."""
    frame = f'id="wh-{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse"'
    return f"<pattern {frame}>{drawing}</pattern>"
