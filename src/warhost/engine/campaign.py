"""Linked games: heroes, bands or armies that go from battle to battle.

A campaign is a game itself. What it asks is what is left to players between battles: who learns what, what is
bought, whom to hire. A battle is one question more, put to nobody at the table: what became of it is read off its
end and given as the answer, once. So a campaign is its setup, its seed and the answers so far, as every game is,
and is saved, replayed, served and stopped like one.

    campaign = rulebook("…").campaign            # None where a rulebook has no campaigns
    game = Game(campaign, campaign.found(["first army", "second army"], {}), seed)
    if fixture := campaign.due(game.setting, game.checkpoint):
        fought = Game(campaign.base, fixture.setup, fixture.seed(seed))
        fought.play(players)
        game.answer(campaign.home(game.setting, game.checkpoint, fought), campaign.field(game.setting))
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar, TypeVar

import msgspec

from .battle import State
from .book import Book, Scenario, Unknown
from .catalogue import Catalogue
from .game import Game
from .question import Answer, Chance, Question, Refusal

S = TypeVar("S", bound=State)
T = TypeVar("T")
NAME = "campaign"
"""Campaigns of a rulebook are called by its id, a dot and this word."""


class Fixture(msgspec.Struct, frozen=True):
    """A battle that is due: its number from 1, what is fought, and the players on its sides."""

    number: int
    title: str
    players: tuple[int, ...]
    setup: dict[str, Any]

    def seed(self, seed: str) -> str:
        """Of its dice; nobody who knows it can tell the campaign's own."""
        return blake2b(f"{seed}/battle {self.number}".encode(), digest_size=16).hexdigest()


class Fight(Question):
    """A battle is to be fought: the answer is what the rulebook reads off its end."""

    __slots__ = ("judge",)
    kind = "battle"

    def __init__(self, field: int, rule: str, text: str, judge: Callable[[Answer], str]):
        super().__init__(field, "battle", rule, text=text)
        self.judge = judge  # why something cannot be the end of this battle; nothing if it can

    def refuse(self, answer: Answer) -> Refusal | None:
        why = self.judge(answer)
        return Refusal(self.rule, why) if why else None

    def suggest(self, most: int = 12) -> list[Answer]:
        return []

    def sample(self, chance: Chance) -> Answer:
        raise LookupError("a battle is fought, not drawn by lot")

    def shape(self) -> str:
        return "what became of the battle"


# --- how a campaign stands ----------------------------------------------------------------------------------------


class Member(msgspec.Struct, frozen=True):
    """Somebody who goes from battle to battle, or a group of such: numbers, belongings, and his story."""

    id: str
    title: str
    detail: str
    figures: dict[str, int] = {}
    gear: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    gone: bool = False


class Party(msgspec.Struct, frozen=True):
    """One player's own: what is counted, who is there, what lies in store, and what happened to it."""

    name: str
    kind: str
    place: int  # in the standings, from 1
    figures: dict[str, int]
    members: tuple[Member, ...]
    store: tuple[str, ...] = ()


class Pairing(msgspec.Struct, frozen=True):
    """A battle that was fought, is due, or is to come."""

    number: int
    players: tuple[int, ...]
    stands: str  # fought, due, to come
    title: str = ""
    winner: int | None = None  # a player
    why: str = ""


class Account(msgspec.Struct, frozen=True):
    """A campaign as everybody may know it."""

    title: str
    stage: str  # what is going on, in a few words
    over: bool
    parties: tuple[Party, ...]
    pairings: tuple[Pairing, ...]
    series: dict[str, tuple[tuple[int, ...], ...]]  # what is plotted: for each player its value after each battle
    beaten: tuple[tuple[int, ...], ...]  # how often each player beat each other


# --- the contract -------------------------------------------------------------------------------------------------


class Campaign(Book[S, T]):
    """Campaigns of a rulebook. Its sides are the players; battles are fought by the rules of `base`."""

    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 4
    starting: ClassVar[Sequence[str]] = ()  # armies for those who choose none

    def __init__(self, base: Book[Any, Any]):
        super().__init__(base.extra)
        self.base = base

    @cached_property
    def catalogue(self) -> Catalogue:
        return self.base.catalogue

    def scenarios(self) -> Sequence[Scenario]:
        return [Scenario("campaign", self.title, self.blurb, ("first", "second", "third", "fourth")[: self.most])]

    def enough(self, armies: Sequence[str]) -> None:
        """For as many players as can take part, or that is an error."""
        if not self.fewest <= len(armies) <= self.most:
            raise Unknown(f"expected {self.fewest} to {self.most} players, got {len(armies)}")

    @abstractmethod
    def found(self, armies: Sequence[str], options: Mapping[str, str], title: str = "") -> dict[str, Any]:
        """The setup of a new campaign; a DataError or Unknown says what is wrong with an army."""

    @abstractmethod
    def due(self, setting: T, state: S) -> Fixture | None:
        """The battle that is to be fought now, if one is."""

    @abstractmethod
    def home(self, setting: T, state: S, fought: Game[Any, Any]) -> Answer:
        """What became of the battle that was due, read off its end."""

    @abstractmethod
    def account(self, setting: T, state: S, /) -> Account: ...

    def field(self, setting: T) -> int:
        """Who is asked how a battle ended: no player."""
        return len(self.sides(setting))

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        self.scenario(scenario)
        return self.found(self.starting, self.agreed(options))
