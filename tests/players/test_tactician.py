"""A computer player that takes the best answer found in its time."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter, process_time
from typing import Any

import pytest

from warhost.engine.game import Game
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Choose, Question
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician

BOOK = rulebook("magnamund")
SLACK = 0.25  # seconds of work between two thoughts, at the very most
BUSY = 2.0  # seconds for which a busy machine may forget us


class SlowBook:
    """Thinks for ever, a hundredth of a second at a time."""

    def known(self, setting: Any, state: Any, side: int) -> None:
        return None

    def consider(self, setting: Any, known: Any, question: Question) -> Iterator[Answer]:
        thoughts = 0
        while True:
            yield str(thoughts)
            thoughts += 1
            until = perf_counter() + 0.01
            while perf_counter() < until:
                pass


class QuickBook(SlowBook):
    def consider(self, setting: Any, known: Any, question: Question) -> Iterator[Answer]:
        yield from ("good", "better", "best")


def ask(book: SlowBook, player: Tactician) -> Answer:
    question = Choose(0, "anything", ("yes", "no"), "")
    seat: Any = Seat(book, None, None, 0)  # type: ignore[arg-type]
    return player.answer(question, seat)


def test_the_last_thought_is_taken() -> None:
    assert ask(QuickBook(), Tactician("a")) == "best"


def test_without_time_the_first_thought_must_do() -> None:
    assert ask(QuickBook(), Tactician("a", seconds=0.0)) == "good"


def test_thinking_stops_when_the_time_is_up() -> None:
    began = perf_counter()
    thoughts = int(ask(SlowBook(), Tactician("a", seconds=0.1)))
    assert perf_counter() - began < 0.1 + BUSY
    assert thoughts > 0


class Watched(Tactician):
    """Checked by the referee like a person, and timed."""

    lawful = False

    def __init__(self, seed: str, seconds: float = 10.0):
        super().__init__(seed, seconds)
        self.slowest = 0.0

    def answer(self, question: Question, seat: Seat) -> Answer:
        began = process_time()
        reply = super().answer(question, seat)
        self.slowest = max(self.slowest, process_time() - began)
        return reply


@pytest.mark.parametrize("encounter", ["mill_farm", "forest_road", "gourgaz_bridge", "princes_stand"])
def test_every_answer_of_a_whole_battle_is_lawful(encounter: str) -> None:
    game = Game(BOOK, BOOK.setup(encounter, {}), "lawful")
    game.play([Watched("a"), Watched("b")])  # an unlawful answer raises PlayerError
    assert game.result is not None


@pytest.mark.parametrize("encounter", ["mill_farm", "princes_stand"])
def test_a_millisecond_is_enough_to_answer(encounter: str) -> None:
    players = [Watched("a", seconds=0.001), Watched("b", seconds=0.001)]
    game = Game(BOOK, BOOK.setup(encounter, {}), "hurry")
    game.play(players)
    assert game.result is not None
    assert max(player.slowest for player in players) < 0.001 + SLACK


def test_the_same_battle_is_fought_whatever_the_players_seed() -> None:
    setup = BOOK.setup("mill_farm", {})
    battles = [Game(BOOK, setup, "again") for _ in range(2)]
    battles[0].play([Tactician("a", 30), Tactician("b", 30)])
    battles[1].play([Tactician("c", 30), Tactician("d", 30)])
    assert battles[0].hash == battles[1].hash


@pytest.mark.slow
def test_nine_of_ten_battles_against_chance_are_won_from_either_side() -> None:
    setup = BOOK.setup("mill_farm", {})
    setting = BOOK.setting(setup)
    won = 0
    for seed in range(20):
        for side in (0, 1):
            game = Game(BOOK, setup, f"slow-{seed}", setting=setting)
            players: list[Any] = [RandomPlayer(f"r{seed}"), RandomPlayer(f"r{seed}")]
            players[side] = Tactician("t", 30)
            game.play(players)
            won += game.result is not None and game.result.winner == side
    assert won >= 36
