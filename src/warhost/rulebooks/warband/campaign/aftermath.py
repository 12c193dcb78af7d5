"""What every warband goes through after a battle, step by step, with all its dice and choices.
[war.camp.sequence] [war.camp.example]

It is played like a battle: a state, steps, questions and dice. So it can be stopped and taken up anywhere, undone,
replayed, and answered by people and computers alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Any, TypeAlias

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.book import Book, Result, Unknown
from warhost.engine.question import Answer, Question

from ..library import Library
from .happened import Happened
from .ledger import Ledger

STAGES = ("injuries", "experience", "search", "sell", "trade", "leader", "update")


class Aftermath(msgspec.Struct):
    """Where the sequence stands: whose turn it is, at which step, and what is still to be done in it."""

    ledgers: list[Ledger]
    happened: Happened
    place: int = 0  # in the ranking
    stage: str = STAGES[0]
    begun: bool = False
    todo: tuple[str, ...] = ()  # who is still to be gone through in this step
    shards: int = 0
    pool: int = -1  # experience of new men that is to be had; -1 before it is rolled
    haggled: bool = False
    looked: tuple[str, ...] = ()
    done: bool = False

    def copy(self) -> Aftermath:
        twin = copy(self)
        twin.ledgers = [ledger.copy() for ledger in self.ledgers]
        return twin

    @property
    def side(self) -> int:
        """The side whose sequence it is, in the order of the ranking.  [war.multi.after]"""
        return self.happened.ranking[self.place]

    @property
    def player(self) -> int:
        return self.happened.players[self.side]

    @property
    def ledger(self) -> Ledger:
        return self.ledgers[self.player]


class Records:
    """What does not change: the data."""

    def __init__(self, library: Library):
        self.library = library


After: TypeAlias = Battle[Aftermath, Records]


class AftermathBook(Book[Aftermath, Records]):
    id = "warband aftermath"
    title = "After the battle"
    state = Aftermath

    def __init__(self, library: Library):
        super().__init__()
        self.library = library

    def setting(self, setup: Mapping[str, Any]) -> Records:
        return Records(self.library)

    def begin(self, setting: Records) -> Aftermath:
        raise Unknown("an aftermath begins with how a battle ended: give the game its start")

    def step(self, battle: After) -> None:
        step(battle)

    def result(self, setting: Records, state: Aftermath) -> Result | None:
        return Result(None, "war.camp.sequence", "everything is settled") if state.done else None

    def consider(self, setting: Records, known: Aftermath, question: Question) -> Iterator[Answer]:
        from .choices import sensible

        yield sensible(setting, known, question)


def step(after: After) -> None:
    """One thing: an injury, an advance, a search, a purchase."""
    state = after.state
    stages: Mapping[str, Callable[[After], bool]] = _stages()
    if stages[state.stage](after):
        return
    at = STAGES.index(state.stage) + 1
    if at < len(STAGES):
        state.stage, state.todo, state.begun = STAGES[at], (), False
        return
    state.place += 1
    state.stage, state.todo, state.begun, state.shards, state.pool, state.haggled, state.looked = (
        STAGES[0],
        (),
        False,
        0,
        -1,
        False,
        (),
    )
    if state.place == len(state.happened.ranking):
        state.done = True


def _stages() -> Mapping[str, Callable[[After], bool]]:
    from . import growing, healing, market

    return {
        "injuries": healing.injure_one,
        "experience": growing.learn_one,
        "search": market.search,
        "sell": market.sell_shards,
        "trade": market.trade_one,
        "leader": growing.new_leader,
        "update": market.update,
    }
