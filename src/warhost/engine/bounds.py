"""How much may be written where anybody may write: names, texts, lists, numbers, and what lies in what.

The kinds of text below say their bounds in every schema. `plain` looks over what no schema describes, and
`readable` looks over TOML before it is parsed: a parser pays for depth with memory, long before it complains.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(max_length=120)]
"""Of a piece, a profile, a rule, a file: whatever others call it."""
Text = Annotated[str, Meta(max_length=8_000)]
"""A story, for people to read."""

T = TypeVar("T")
Few = Annotated[tuple[T, ...], Meta(max_length=100)]
Many = Annotated[tuple[T, ...], Meta(max_length=1_000)]

Count = Annotated[int, Meta(ge=0, le=1_000)]
Positive = Annotated[int, Meta(ge=1, le=1_000)]
Number = Annotated[int, Meta(ge=-1_000, le=1_000)]
"""Whatever is added or taken off."""

LARGEST = 1_000_000_000
DEEPEST = 16
LONGEST_TEXT = 100_000
MOST_TEXT = 1_000_000  # characters of a data file, ten times what the longest of ours has
MOST_BYTES = 30_000_000  # of a record: a long battle has half a million


Step = str | int
"""One step into a document: the key of a table or the index of a list."""


class OutOfBounds(ValueError):
    """Something is larger or deeper than anything that is meant to be read: where, and what was expected there."""

    def __init__(self, where: str, expected: str):
        super().__init__(f"{where}: {expected}" if where else expected)
        self.where, self.expected = where, expected


def key_path(steps: Iterable[Step]) -> str:
    """'forces[0].units[2].count'."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step:.40}" for step in steps).lstrip(".")


def plain(value: Any, *steps: Step) -> None:
    """Texts, numbers of a bearable size, and lists and tables of these; anything else is out of bounds."""
    if isinstance(value, dict | list | tuple):
        if len(steps) >= DEEPEST:
            raise OutOfBounds(key_path(steps), f"expected lists and tables at most {DEEPEST} deep")
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            plain(inner, *steps, step)
    elif isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise OutOfBounds(key_path(steps), f"expected a text of at most {LONGEST_TEXT} characters")
    elif isinstance(value, int | float):
        if not -LARGEST <= value <= LARGEST:  # which is not true of nan either
            raise OutOfBounds(key_path(steps), f"expected a number from -{LARGEST} to {LARGEST}")
    elif value is not None:
        raise OutOfBounds(key_path(steps), "expected a text, a number, a list or a table; put a date in quotes")


_ASIDE = re.compile(
    r'"""(?:[^\\"]|\\.|"(?!""))*+(?:"""|\\?\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+",
    re.DOTALL,
)  # texts and comments: what stands in them nests nothing
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{DEEPEST},}}")
_LONG_NUMBER = re.compile(r"(?<!\w)[+-]?\d[\w.]{100}")


def readable(text: str) -> None:
    """Whether a text in TOML is short and shallow enough to be parsed at all."""
    if len(text) > MOST_TEXT:
        raise OutOfBounds("", f"expected at most {MOST_TEXT} characters, got {len(text)}")
    bare = _ASIDE.sub(lambda aside: "x" + "\n" * aside[0].count("\n"), text)
    if found := _LONG_KEY.search(bare):
        raise OutOfBounds(_line(bare, found), f"expected keys of at most {DEEPEST} parts with dots between")
    if found := _LONG_NUMBER.search(bare):
        raise OutOfBounds(_line(bare, found), f"expected a number from -{LARGEST} to {LARGEST}")
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            raise OutOfBounds(_line(bare, bracket), f"expected lists and tables at most {DEEPEST} deep")


def _line(text: str, found: re.Match[str]) -> str:
    return f"line {text.count(chr(10), 0, found.start()) + 1}"


def read_json(path: Path) -> Any:
    """What a JSON file says; a ValueError if it is no JSON, or larger or deeper than any of ours."""
    with path.open("rb") as opened:
        raw = opened.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise OutOfBounds("", f"expected at most {MOST_BYTES} bytes")
    try:
        found = msgspec.json.decode(raw)
    except RecursionError:
        raise OutOfBounds("", f"expected lists and tables at most {DEEPEST} deep") from None
    plain(found)
    return found


def whole_number(said: str, least: int, most: int) -> int | None:
    """What digits say, if it is between the two; they may be as many as anybody likes to write.

    >>> whole_number("0500", 1, 10000), whole_number("9" * 5000, 0, 10), whole_number("-1", 0, 10)
    (500, None, None)
    """
    digits = said.lstrip("0") or "0"
    if not (said.isascii() and said.isdecimal()) or len(digits) > len(str(most)):
        return None
    number = int(digits)
    return number if least <= number <= most else None
