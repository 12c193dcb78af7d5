"""The smallest game that needs every part of the engine: two bands charge at each other.

Each turn both sides first show a stance at the same time; then the active one may charge, the other reacts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.book import Book, Result
from warhost.engine.chain import Chain, Pool, Test
from warhost.engine.event import Decided
from warhost.engine.question import Choose


class State(msgspec.Struct):
    models: list[int]
    active: int = 0
    turn: int = 1

    def copy(self) -> State:
        return State(self.models[:], self.active, self.turn)


class Toy(Book[State, int]):
    id, title, state = "toy", "Toy", State

    def __init__(self, models: int = 6, turns: int = 6):
        super().__init__()
        self.models, self.turns = models, turns

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        return {"models": self.models}

    def setting(self, setup: Mapping[str, Any]) -> int:
        return int(setup["models"])

    def begin(self, setting: int) -> State:
        return State([setting, setting])

    def step(self, battle: Battle[State, int]) -> None:
        me, foe = battle.state.active, 1 - battle.state.active
        stances = battle.ask_all([Choose(side, "stance", ("bold", "wary"), "toy.stance") for side in (0, 1)])
        if battle.ask(Choose(me, "order", ("charge", "hold"), "toy.order")) == "charge":
            if battle.ask(Choose(foe, "reaction", ("shoot", "brace"), "toy.react")) == "shoot":
                lose(battle, me, volley(battle, foe, 6))
            lose(battle, foe, volley(battle, me, 4 if stances[me] == "bold" else 5))
        battle.tell(Decided("toy.secret", me, "thought", stances[me]), only=me)
        battle.state.active, battle.state.turn = foe, battle.state.turn + 1

    def result(self, setting: int, state: State) -> Result | None:
        if min(state.models) > 0 and state.turn <= self.turns:
            return None
        best = max(state.models)
        winner = None if state.models[0] == state.models[1] else state.models.index(best)
        return Result(winner, "toy.end", "more are left")

    def turn(self, state: State) -> int:
        return state.turn

    def flaws(self, setting: int, state: State) -> list[str]:
        return [] if min(state.models) >= 0 else ["fewer than none"]


def volley(battle: Battle[State, int], side: int, need: int) -> int:
    return battle.roll(Chain(Pool(battle.state.models[side]), (Test(6, need, "to hit", "toy.hit"),)), side)


def lose(battle: Battle[State, int], side: int, hits: int) -> None:
    battle.state.models[side] = max(0, battle.state.models[side] - hits)
