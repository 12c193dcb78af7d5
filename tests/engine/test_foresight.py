"""What an answer promises is the enumeration of the very step that would be run."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest

from warhost.engine.battle import Battle
from warhost.engine.book import Result
from warhost.engine.chain import Chain, Pool, Test
from warhost.engine.contest import Contest
from warhost.engine.event import Event, Outcome
from warhost.engine.foresight import foreseen
from warhost.engine.game import Game
from warhost.engine.playing import Shows
from warhost.engine.question import Choose

from .toy import State, Toy


class Checked(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("check", success="passed")
    who: str
    passed: bool

    def outcome(self) -> Outcome:
        return Outcome("keeps its nerve", self.who, self.passed)


class Hit(Event, frozen=True):
    models: int

    def outcome(self) -> Outcome:
        return Outcome("fells two", "foe", self.models >= 2)


class Bold(Toy):
    """Whoever charges must keep his nerve, may be shot at, and then strikes."""

    reaction: str | None = "brace"

    def step(self, battle: Battle[State, int]) -> None:
        if battle.ask(Choose(0, "order", ("charge", "hold"), "toy.order")) == "hold":
            battle.state.turn = 99
            return
        held = battle.contest(Contest(2, 1, "toy.nerve"), 0, 1).won
        battle.tell(Checked("toy.nerve", "wolves", held))
        if not held:
            battle.state.turn = 99
            return
        if battle.ask(Choose(1, "reaction", ("shoot", "brace"), "toy.react", usual=self.reaction)) == "shoot":
            battle.state.models[0] -= 1
        hits = battle.roll(Chain(Pool(battle.state.models[0]), (Test(6, 4, "to hit", "toy.hit"),)), 0)
        battle.tell(Hit("toy.hit", hits))
        battle.state.turn = 99

    def result(self, setting: int, state: State) -> Result | None:
        return Result(None, "toy.end", "it is over") if state.turn == 99 else None


def _promised(book: Toy, answer: str) -> dict[str, Fraction]:
    game = Game(book, book.setup(None, {}), "seed")
    return {one.what: one.chance for one in foreseen(game, 0, answer)}


NERVE = Contest(2, 1, "toy.nerve").chance()


def test_a_promise_is_what_the_step_itself_gives() -> None:
    two_of_three = Fraction(4, 8)
    assert _promised(Bold(models=3), "charge") == {"keeps its nerve": NERVE, "fells two": NERVE * two_of_three}


def test_what_throws_no_dice_promises_nothing() -> None:
    assert _promised(Bold(), "hold") == {}


def test_it_says_what_others_are_taken_to_do() -> None:
    book = Bold(models=3)
    game = Game(book, book.setup(None, {}), "seed")
    assert [one.given for one in foreseen(game, 0, "charge")] == ["brace", "brace"]
    assert str(foreseen(game, 0, "charge")[0]) == "keeps its nerve (wolves), if: brace: 88 %"


def test_nothing_is_foreseen_beyond_a_decision_that_may_be_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bold, "reaction", None)
    assert _promised(Bold(models=3), "charge") == {"keeps its nerve": NERVE}


def test_nothing_is_promised_of_an_answer_that_is_not_lawful_or_not_ones_own() -> None:
    game = Game(Bold(), Bold().setup(None, {}), "seed")
    assert foreseen(game, 0, "dance") == []
    assert foreseen(game, 1, "charge") == []


def test_looking_ahead_changes_nothing() -> None:
    game = Game(Bold(), Bold().setup(None, {}), "seed")
    before = game.hash
    foreseen(game, 0, "charge")
    assert (game.hash, game.decisions, game.pending()[0].what) == (before, 0, "order")
