"""How questions are put to people: what a page or a terminal does with one besides showing its answers.

Nothing here changes what is lawful. A rulebook says it once for each of its questions; clients know no rulebook.
"""

from __future__ import annotations

import re

import msgspec

LONGEST_TIP = 240
ENOUGH = {"done": "Finish this phase"}


class Manner(msgspec.Struct, frozen=True):
    """How one question is put. All of it may be left out."""

    tip: str = ""  # in a sentence or two, for whoever meets it for the first time
    instant: bool = False  # it only says who is next and can be taken back: pointing at the piece answers it
    reaction: bool = False  # it comes up in the middle of something else: a standing order can settle it
    enough: dict[str, str] = msgspec.field(default_factory=ENOUGH.copy)  # answers that end it, and their titles
    last: tuple[str, ...] = ()  # answers that put it off: they stand below those that answer it
    verbs: tuple[str, ...] = ()  # words that may introduce an answer in words: 'move archers'


class Phase(msgspec.Struct, frozen=True):
    """A phase of a turn as a strip shows it; `also` are phases of the view that count as the same."""

    id: str
    title: str
    also: tuple[str, ...] = ()


def lead(text: str) -> str:
    """The first sentence of a rule, for whoever meets it for the first time; references to others are left out.

    >>> lead("Roll off (tp.setup.roll); the winner begins. The other follows.")
    'Roll off; the winner begins.'
    """
    plain = re.sub(r"\s*\(\w+(?:\.\w+)+\)", "", " ".join(text.split()))
    first = re.split(r"(?<=[.!?]) ", plain, maxsplit=1)[0]
    return first if len(first) <= LONGEST_TIP else f"{first[: LONGEST_TIP - 1].rpartition(' ')[0]} …"
