"""A computer player that takes the best answer found in its time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from warhost.engine.game import Game
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Choose, Question
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician

BOOK = rulebook("magnamund")


class EndlessBook:
    """Thinks for ever."""

    def known(self, setting: Any, state: Any, side: int) -> None:
        return None

    def consider(self, setting: Any, known: Any, question: Question) -> Iterator[Answer]:
        thoughts = 0
        while True:
            yield str(thoughts)
            thoughts += 1


class QuickBook(EndlessBook):
    def consider(self, setting: Any, known: Any, question: Question) -> Iterator[Answer]:
        yield from ("good", "better", "best")


def ask(book: EndlessBook, player: Tactician) -> Answer:
    question = Choose(0, "anything", ("yes", "no"), "")
    seat: Any = Seat(book, None, None, 0)  # type: ignore[arg-type]
    return player.answer(question, seat)


def test_the_last_thought_is_taken() -> None:
    assert ask(QuickBook(), Tactician("a")) == "best"


def test_without_time_the_first_thought_must_do() -> None:
    assert ask(QuickBook(), Tactician("a", seconds=0.0)) == "good"


def test_thinking_stops_when_the_time_is_up() -> None:
    ticks = iter(range(1000))  # a clock on which every look takes a second
    player = Tactician("a", seconds=10, clock=lambda: float(next(ticks)))
    assert ask(EndlessBook(), player) == "9"


class Watched(Tactician):
    """Checked by the referee like a person."""

    lawful = False


@pytest.mark.slow
@pytest.mark.parametrize("encounter", ["mill_farm", "forest_road", "gourgaz_bridge", "princes_stand"])
def test_every_answer_of_a_whole_battle_is_lawful(encounter: str) -> None:
    game = Game(BOOK, BOOK.setup(encounter, {}), "lawful")
    game.play([Watched("a"), Watched("b")])  # an unlawful answer raises PlayerError
    assert game.result is not None


@pytest.mark.parametrize("encounter", ["mill_farm", "gourgaz_bridge"])
def test_with_no_time_at_all_it_still_plays_a_lawful_battle(encounter: str) -> None:
    game = Game(BOOK, BOOK.setup(encounter, {}), "hurry")
    game.play([Watched("a", seconds=0.0), Watched("b", seconds=0.0)])
    assert game.result is not None


def test_the_same_battle_is_fought_whatever_the_players_seed() -> None:
    setup = BOOK.setup("mill_farm", {})
    battles = [Game(BOOK, setup, "again") for _ in range(2)]
    battles[0].play([Tactician("a", 30), Tactician("b", 30)])
    battles[1].play([Tactician("c", 30), Tactician("d", 30)])
    assert battles[0].hash == battles[1].hash


@pytest.mark.slow
@pytest.mark.parametrize("side", [0, 1])
def test_nine_of_ten_battles_against_chance_are_won_from_either_side(side: int) -> None:
    setup = BOOK.setup("mill_farm", {})
    setting = BOOK.setting(setup)
    won = 0
    for seed in range(100):
        game = Game(BOOK, setup, str(seed), setting=setting)
        players: list[Any] = [RandomPlayer(f"random {seed}"), RandomPlayer(f"random {seed}")]
        players[side] = Tactician("t", 30)
        game.play(players, keep=False)
        won += game.result is not None and game.result.winner == side
    assert won >= 90
