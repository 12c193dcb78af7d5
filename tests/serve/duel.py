"""A small game with reactions, dice and secrets, for what holds of every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.book import Book, Result, Scenario
from warhost.engine.event import Decided, Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.question import Choose
from warhost.engine.view import UnitView, View

SIDES = ("Foxes", "Hounds")
LAST = 40


class State(msgspec.Struct):
    turn: int = 1
    left: int = LAST

    def copy(self) -> State:
        return State(self.turn, self.left)


class Thrust(Event, frozen=True):
    """Back at who lunged."""

    shows: ClassVar[Shows] = Shows("hit", at="at", success="hit")
    at: str
    hit: bool

    def outcome(self) -> Outcome:
        return Outcome("hits", self.at, self.hit)


class Scratched(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("hurt", who="who", number="wounds")
    who: str
    wounds: int


class Duel(Book[State, int]):
    """Each in turn lunges, with dice if he likes; the other stands or flees, and may have a trick up his sleeve, of
    which nobody else is to know. In odd turns he has none."""

    id, title, state = "duel", "Duel", State

    def scenarios(self) -> list[Scenario]:
        return [Scenario("yard", "The yard", "Two meet.", SIDES)]

    def setting(self, setup: Mapping[str, Any]) -> int:
        return 0

    def begin(self, setting: int) -> State:
        return State()

    def step(self, battle: Battle[State, int]) -> None:
        me = (battle.state.turn - 1) % 2
        how = battle.ask(Choose(me, "lunge", ("plainly", "boldly", "not"), "duel.lunge", f"u{me}"))
        battle.tell(Decided("duel.lunge", me, "lunge", how))
        if how == "boldly":
            battle.die(6, "boldness", "duel.lunge", me)
        if how != "not":
            self.react(battle, 1 - me)
        battle.state.turn += 1

    def react(self, battle: Battle[State, int], other: int) -> None:
        empty = battle.state.turn % 2 == 1
        options = ("pass",) if empty else ("pass", "spit")
        trick = Choose(other, "trick", options, "duel.trick", usual="pass").window("pass", empty=empty)
        battle.ask(trick.in_secret())
        options = ("stand", "flee", "riposte", "grapple")
        answer = battle.ask(Choose(other, "parry", options, "duel.parry", f"u{other}", usual="stand"))
        battle.tell(Decided("duel.parry", other, "parry", answer))
        if answer == "riposte":
            self.riposte(battle, other)
        elif answer == "grapple":
            battle.tell(Thrust("duel.grapple", f"u{1 - other}", True))

    def riposte(self, battle: Battle[State, int], other: int) -> None:
        """It hits on 4 or more, and on 6 he scratches himself too."""
        fallen = battle.die(6, "riposte", "duel.riposte", other)
        battle.tell(Thrust("duel.riposte", f"u{1 - other}", fallen >= 4))
        if fallen >= 4:
            battle.tell(Scratched("duel.riposte", f"u{1 - other}", 1))
        if fallen == 6:
            battle.tell(Scratched("duel.riposte", f"u{other}", 1))

    def result(self, setting: int, state: State) -> Result | None:
        return Result(0, "duel.end", "it is late") if state.turn > state.left else None

    def turn(self, state: State) -> int:
        return state.turn

    def narrate(self, setting: int, state: State, event: Event) -> str:
        return f"{event.rule}."

    def view(self, setting: int, state: State, side: int | None) -> View:
        units = tuple(UnitView(f"u{at}", SIDES[at], at, 1, 1) for at in (0, 1))
        active = (state.turn - 1) % 2
        return View(self.title, state.turn, "lunges", SIDES, side, active, board=None, pieces=(), units=units)
