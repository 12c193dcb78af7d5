"""A battle told as it goes: prose for people, or one JSON object a line for programs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Protocol

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from warhost.draw.palette import livery
from warhost.engine.book import Book
from warhost.engine.event import Event, Rolled, Told
from warhost.engine.explain import Number, explain_steps, tallies
from warhost.engine.view import View

from .common import write

TURN, PHASE, END = "TurnBegan", "PhaseBegan", "Ended"
"""Events of these names, in any rulebook, head what follows them; the end of a battle belongs to no phase."""


class Teller(Protocol):
    def hear(self, number: int, told: Sequence[Told], state: Any) -> None:
        """A step is done: this happened in it, and so the table stands."""
        ...


class JsonTeller:
    """Each event on a line of its own, with the number of its step."""

    def hear(self, number: int, told: Sequence[Told], state: Any) -> None:
        for heard in told:
            click.echo(msgspec.json.encode({"step": number, **msgspec.to_builtins(heard.event)}))


class ProseTeller:
    """Sentences under headings of turns and phases; a phase in which nothing happens has none.

    A die stands on the line of what it was thrown for, and what came of it too; events of one kind in a row, such
    as the moves of a unit, make one paragraph.
    """

    def __init__(self, out: Console, book: Book[Any, Any], setting: Any, *, explain: bool = False):
        self.out, self.book, self.setting, self.explain = out, book, setting, explain
        self._phase: str | None = None  # a heading that waits for something to happen
        self._line: list[tuple[str, str]] = []  # sentences, each with its rule
        self._why: list[Number] = []
        self._last: Event | None = None
        self._colours = Colours()
        self._titles: dict[str, str] = {}  # of pieces, by their ids
        self._sides: Sequence[str] = ()

    def hear(self, number: int, told: Sequence[Told], state: Any) -> None:
        events = [heard.event for heard in told]
        view = self.book.view(self.setting, state, None)
        self._colours.learn(view)
        self._titles |= {piece.id: piece.title for piece in view.pieces}
        self._titles |= {block.id: block.title for block in view.blocks}
        self._sides = view.sides
        for event in _under_headings(events):
            said = self.book.narrate(self.setting, state, event)
            if said is not None and _kind(event) in (TURN, PHASE):
                self._head(event, said)
            elif said is not None:
                self._say(event, said)
            self._last = event
        self._end_line()

    def _head(self, event: Event, said: str) -> None:
        self._end_line()
        if _kind(event) == PHASE:
            self._phase = said.rstrip(".")
            return
        self._phase = None
        self.out.print()
        self.out.print(f"[bold underline]{escape(said.rstrip('.'))}[/]", soft_wrap=True)

    def _say(self, event: Event, said: str) -> None:
        if _kind(event) == END:
            self._phase = None
        same_deed = isinstance(event, Rolled) or isinstance(self._last, Rolled)
        if not same_deed and type(event) is not type(self._last):
            self._end_line()
        self._line.append((said, event.rule))
        if self.explain:
            self._why += [number for number in tallies(event, self._sides) if number not in self._why]

    def _end_line(self) -> None:
        if self._line:
            if self._phase is not None:
                self.out.print(f"  [italic]{escape(self._phase)}[/]", soft_wrap=True)
                self._phase = None
            write(self.out, self._colours.paint(self._paragraph()), 4)
            for name, because, scale in self._why:
                called = [step._replace(note=self._titles.get(step.note, step.note)) for step in because]
                title = [f"{name}:"] if name else []
                for line in [*title, *explain_steps(called, scale)]:
                    self.out.print(Text(f"        {line}", style="dim"), soft_wrap=True)
        self._line, self._why, self._last = [], [], None

    def _paragraph(self) -> str:
        """Several sentences by one rule name it once."""
        if not self.explain:
            return " ".join(said for said, _ in self._line)
        by_rule = groupby(self._line, key=lambda sentence: sentence[1])
        return " ".join(f"{' '.join(said for said, _ in sentences)} [{rule}]" for rule, sentences in by_rule)


class Colours:
    """The names of pieces and units in the colours of their sides."""

    def __init__(self) -> None:
        self._sides: dict[str, int] = {}
        self._names: re.Pattern[str] | None = None

    def learn(self, view: View) -> None:
        heroes = {piece.title: piece.side for piece in view.pieces if piece.shape not in ("foot", "mounted")}
        named = {unit.title: unit.side for unit in view.units} | heroes
        if named.keys() - self._sides.keys():
            self._sides |= named
            words = sorted((re.escape(name) for name in self._sides), key=len, reverse=True)
            # "The Gourgaz" is "the Gourgaz" within a sentence; a soldier has a number after his unit's name.
            self._names = re.compile(rf"\b({'|'.join(words)})( \d+)?\b", re.IGNORECASE)

    def paint(self, said: str) -> Text:
        text = Text(said)
        text.highlight_regex(r"\[[a-z0-9_.]+\]", "dim")
        if self._names is None:
            return text
        sides = {name.casefold(): side for name, side in self._sides.items()}
        for found in self._names.finditer(said):
            text.stylize(livery(sides[found[1].casefold()]).colour, *found.span())
        return text


def _under_headings(events: Sequence[Event]) -> list[Event]:
    """Dice for the initiative fall before the turn begins, but belong under its heading."""
    told: list[Event] = []
    for event in events:
        place = len(told)
        while _kind(event) == TURN and place and _thrown_for(told[place - 1], event):
            place -= 1
        told.insert(place, event)
    return told


def _thrown_for(before: Event, event: Event) -> bool:
    return isinstance(before, Rolled) and before.rule == event.rule


def _kind(event: Event) -> str:
    return type(event).__name__
