"""What a rulebook offers, and finding those that are installed.

A rulebook is an object with the functions below, named by an entry point of the group `warhost.rulebooks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeVar

import msgspec

from .battle import Battle, State
from .catalogue import Catalogue
from .event import Event
from .question import Answer, Question
from .verdict import Fact, Verdict
from .view import View

S = TypeVar("S", bound=State)
T = TypeVar("T")

GROUP = "warhost.rulebooks"


class Unknown(LookupError):
    """A name that stands for nothing; the message lists what there is."""


class Scenario(msgspec.Struct, frozen=True):
    id: str
    title: str
    story: str
    sides: tuple[str, ...]


class Result(msgspec.Struct, frozen=True):
    """How a battle ended; no winner is a draw."""

    winner: int | None
    rule: str
    why: str


class Rulebook(Protocol[S, T]):
    """A game. The setup is JSON and goes into the save; the setting is built from it and never changes."""

    id: str
    title: str
    version: str
    code: Path  # where its rules are written, for counting which of them are
    options: Mapping[str, tuple[str, ...]]  # what players may agree on; the first value is the usual one

    @property
    def catalogue(self) -> Catalogue: ...
    def scenarios(self) -> Sequence[Scenario]: ...
    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]: ...
    def setting(self, setup: Mapping[str, Any]) -> T: ...
    def sides(self, setting: T) -> tuple[str, ...]: ...
    def begin(self, setting: T) -> S: ...
    def restore(self, setting: T, data: Any) -> S: ...
    def step(self, battle: Battle[S, T]) -> None: ...
    def result(self, setting: T, state: S) -> Result | None: ...
    def turn(self, state: S) -> int: ...
    def view(self, setting: T, state: S, side: int | None) -> View: ...
    def known(self, setting: T, state: S, side: int) -> S: ...
    def narrate(self, setting: T, state: S, event: Event) -> str | None: ...
    def put(self, setting: T, question: Question) -> str: ...
    def flaws(self, setting: T, state: S) -> list[str]: ...
    def consider(self, setting: T, known: S, question: Question) -> Iterator[Answer]: ...
    def situation(self, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], S]: ...
    def verdicts(self, setting: T, state: S) -> list[Verdict]: ...
    def facts(self, setting: T, state: S) -> dict[str, Fact]: ...
    def check_data(self, folder: Path | None) -> list[str]: ...
    def schemas(self) -> dict[str, dict[str, Any]]: ...


def installed() -> dict[str, str]:
    """The ids of the rulebooks that are here, and where each is written."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def rulebook(name: str) -> Rulebook[Any, Any]:
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in found:
        raise Unknown(f"no rulebook is called {name!r}; there are: {', '.join(sorted(found))}")
    made: Rulebook[Any, Any] = found[name].load()()
    return made


def asking(book: Rulebook[Any, Any]) -> ModuleType | None:
    """What the rulebook can say of answers beyond its questions: its module `asking`, if it has one."""
    package = type(book).__module__.rpartition(".")[0]
    try:
        return import_module(f"{package}.asking")
    except ModuleNotFoundError:
        return None
