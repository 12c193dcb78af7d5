"""A rulebook: what the engine, the table and the laboratory need of a game.

Four things make a game and have no default: what stays the same in a battle (`setting`), how it begins (`begin`),
what happens next (`step`) and whether it is over (`result`). All else has a working default, which a rulebook
replaces where it knows better.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from .battle import Battle, State
from .catalogue import Catalogue
from .data import DataError, nearest
from .encounters import Encounters
from .event import Event
from .manner import Phase
from .promise import Supposed
from .question import Answer, Question
from .spokesman import Spokesman
from .verdict import Fact, Verdict
from .view import UnitView, View
from .words import sentence, stopped

if TYPE_CHECKING:
    from .campaign import Campaign

S = TypeVar("S", bound=State)
T = TypeVar("T")

OKABE_ITO = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Colours that people tell apart however they see them, one a side."""


class Unknown(LookupError):
    """A name that stands for nothing; the message lists what there is."""


class Scenario(msgspec.Struct, frozen=True):
    id: str
    title: str
    story: str
    sides: tuple[str, ...]
    forces: bool = False  # it brings forces of its own, where others are fought with armies that the players choose
    written_first: tuple[int, ...] = ()  # sides whose army lists are fixed and shown before the others write theirs
    written_rule: str = ""  # by which they are


class Outcome(Protocol):
    @property
    def winner(self) -> int: ...
    @property
    def rule(self) -> str: ...
    @property
    def why(self) -> str: ...


class Result(msgspec.Struct, frozen=True):
    """How a battle ended; no winner is a draw."""

    winner: int | None
    rule: str
    why: str

    @classmethod
    def of(cls, outcome: Outcome | None) -> Result | None:
        """As a state keeps it, in which a winner below 0 is nobody."""
        if outcome is None:
            return None
        return cls(None if outcome.winner < 0 else outcome.winner, outcome.rule, outcome.why)


class Book(ABC, Generic[S, T]):
    """A game. The setup is JSON and goes into the save; the setting is built from it and never changes."""

    id: ClassVar[str]
    title: ClassVar[str]
    state: ClassVar[type[Any]]  # the class of its states, for reading one back
    version: ClassVar[str] = "1"  # of its rules: a record says with which it was made
    blurb: ClassVar[str] = ""  # in a sentence, for whoever chooses a game
    demands: ClassVar[tuple[str, ...]] = ()  # for how many it is, how long it takes, how hard it is
    colours: ClassVar[tuple[str, ...]] = OKABE_ITO
    phases: ClassVar[tuple[Phase, ...]] = ()  # of a turn, in their order, where it has any
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What players may agree on; the first value is the usual one, one without values is free text."""
    casual: ClassVar[Mapping[str, str]] = {}
    """What those agree on who just want to play."""

    def __init__(self, extra: Path | None = None):
        self.extra = extra  # a folder of the player's own data

    # --- what it is ----------------------------------------------------------------------------------------

    @property
    def code(self) -> Path:
        """Where its rules are written, for counting which of them are."""
        return Path(inspect.getfile(type(self))).parent

    @cached_property
    def catalogue(self) -> Catalogue:
        """The texts of its rules."""
        rules = self.code / "data" / "rules.json"
        return Catalogue.read(rules) if rules.exists() else Catalogue([])

    @cached_property
    def spokesman(self) -> Spokesman[S, T]:
        """Who speaks for it to people."""
        return Spokesman()

    @property
    def encounters(self) -> Encounters | None:
        """An inventory of what may come into play, where it keeps one."""
        return None

    @property
    def campaign(self) -> Campaign[Any, Any] | None:
        """Its battles linked to campaigns, where it has such."""
        return None

    @property
    def page(self) -> Path | None:
        """The folder of its own modules for the page, where it has any."""
        folder = self.code / "page"
        return folder if folder.is_dir() else None

    # --- before a battle -----------------------------------------------------------------------------------

    def scenarios(self) -> Sequence[Scenario]:
        """What can be played; the first is for those who choose nothing."""
        return [Scenario("battle", self.title, self.blurb, ("first", "second"))]

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        return {"scenario": self.scenario(scenario).id, "options": self.agreed(options)}

    def scenario(self, name: str | None) -> Scenario:
        """The scenario of this name, or the first."""
        known = {one.id: one for one in self.scenarios()}
        if name is None:
            return next(iter(known.values()))
        if name not in known:
            meant, there = nearest(name, known), ", ".join(known)
            raise Unknown(f"no scenario of {self.title} is called {name!r}{meant}; there are: {there}")
        return known[name]

    def ready(self, option: str) -> Collection[str] | None:
        """The names that an option knows whose value may also be the path of a file; None if it never is one. Who
        serves strangers takes only these from them."""
        return None

    def agreed(self, options: Mapping[str, str]) -> dict[str, str]:
        """Options that there are, with values they can have."""
        for option, value in options.items():
            if option not in self.options:
                raise Unknown(f"no option is called {option!r}; there are: {', '.join(self.options)}")
            values = self.options[option]
            if values and value not in values:
                raise Unknown(f"option {option}: expected one of {', '.join(values)}, got {value!r}")
        return dict(options)

    @abstractmethod
    def setting(self, setup: Mapping[str, Any]) -> T: ...

    def sides(self, setting: T) -> tuple[str, ...]:
        """The ids of the sides, as many as play."""
        return self.scenarios()[0].sides

    # --- the battle ----------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, setting: T, /) -> S: ...

    @abstractmethod
    def step(self, battle: Battle[S, T], /) -> None:
        """One activation with all its answers."""

    @abstractmethod
    def result(self, setting: T, state: S) -> Result | None: ...

    def restore(self, setting: T, data: Any) -> S:
        read: S = msgspec.convert(data, self.state)
        return read

    def turn(self, state: S) -> int:
        """The number of the turn, from 1; a game without turns has one."""
        return 1

    def setting_up(self, state: S) -> bool:
        """Whether the first turn has not begun: what is asked is how sides are set up."""
        return self.turn(state) < 1

    def span(self, state: S) -> Hashable:
        """Something that changes when a turn is over; where each side has turns of its own, with each of these."""
        return self.turn(state)

    def known(self, setting: T, state: S, side: int) -> S:
        """The state without what a side may not know; where nothing is secret, a copy."""
        return state.copy()

    def flaws(self, setting: T, state: S) -> list[str]:
        """What is not as it must always be."""
        return []

    def consider(self, setting: T, known: S, question: Question) -> Iterator[Answer]:
        """Answers that a sensible player would think of, each better than the last."""
        return iter(question.suggest(1))

    def promising(self, setting: T, known: S, question: Question) -> bool:
        """Whether dice can decide anything about an answer that its player is to be promised. Where the rules say
        beforehand that they cannot, nobody need look ahead for it; `known` is how the step begins, for him."""
        return True

    def supposed(self, setting: T, known: S, question: Question, answer: Answer) -> Sequence[Supposed]:
        """Where more comes of an answer than the step that takes it: the moment at which it does, and if that hangs
        on what its player cannot know, each way in which things may lie, the simplest first. One step more is run
        from there. `known` is how the first ended for him; nothing else may be read."""
        return ()

    # --- what is seen and said -----------------------------------------------------------------------------

    def view(self, setting: T, state: S, side: int | None, /) -> View:
        """What a side may see, or a watcher. A game that shows no field still says who is there."""
        facts = self.facts(setting, state)
        units = [UnitView(name, name, 0, fact.strength or 1, fact.strength or 1) for name, fact in facts.items()]
        sides, turn = self.sides(setting), self.turn(state)
        return View(self.title, turn, "", sides, side, None, board=None, pieces=(), units=tuple(units))

    def turned(self, setting: T, state: S, seen: View, side: int | None) -> View | None:
        """The view of another side, or of a watcher, turned to this one's; None where they may see something else,
        or a view has to be drawn for each."""
        return None

    def narrate(self, setting: T, state: S, event: Event) -> str | None:
        """What happened, in one sentence; None where another event of the same deed says it better."""
        said = event.say(self.spokesman.names(setting, state))
        return stopped(sentence(said)) if said else None

    def put(self, setting: T, question: Question) -> str:
        """What is asked, of whom, and by which rule."""
        names = self.spokesman.names(setting)
        return f"{sentence(names.player(question.side))}: {question.asked(names)} [{question.rule}]"

    # --- the referee ---------------------------------------------------------------------------------------

    def situation(self, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], S]:
        """The setup and the state of a situation; a DataError says what is wrong with it."""
        raise DataError(file, "", f"{self.title} cannot read situations")

    def verdicts(self, setting: T, state: S) -> list[Verdict]:
        """Who may do what now, and why not."""
        return []

    def facts(self, setting: T, state: S) -> dict[str, Fact]:
        """How each piece stands, by its id."""
        return {}

    # --- data ----------------------------------------------------------------------------------------------

    def check_data(self, folder: Path | None) -> list[str]:
        """Every fault of its data files, or of those in a folder of the player's own."""
        try:
            return [str(fault) for fault in self.faults(folder)]
        except DataError as fault:
            return [str(fault)]

    def faults(self, folder: Path | None, /) -> Iterable[DataError]:
        """The same one by one; one that keeps others from being found may be raised."""
        return ()

    def schemas(self) -> dict[str, dict[str, Any]]:
        """A JSON Schema for each kind of data file."""
        return {}
