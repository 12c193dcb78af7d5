"""Somebody hides in one of two houses: nobody else can tell in which, unless the rules give him away."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import msgspec
import pytest

from warhost.engine.battle import Battle, Borrowing
from warhost.engine.book import Book, Result
from warhost.engine.dice import DiceStream
from warhost.engine.event import Decided
from warhost.engine.game import Game
from warhost.engine.hearing import OwnSteps, own_steps
from warhost.engine.oracle import Direct, Scripted
from warhost.engine.player import Seat
from warhost.engine.question import Choose
from warhost.engine.two_worlds import Parted, TwoWorlds
from warhost.players.random import RandomPlayer

HIDER, SEEKER = 0, 1
Way = Literal["given away", "window", "secret", "silent step"]


class Houses(msgspec.Struct):
    house: str
    turn: int = 1
    out: bool = False

    def copy(self) -> Houses:
        return Houses(self.house, self.turn, self.out)


class HideAndSeek(Book[Houses, None]):
    """The seeker knocks at a door; whoever is behind it may answer."""

    id, title, state = "hide", "Hide and seek", Houses

    def __init__(self, way: Way):
        super().__init__()
        self.way = way

    def setting(self, setup: Mapping[str, Any]) -> None:
        return None

    def begin(self, setting: None) -> Houses:
        return Houses("left")

    def step(self, battle: Battle[Houses, None]) -> None:
        state = battle.state
        if self.way == "silent step" and state.house == "left" and state.turn == 2:
            state.turn += 1
            battle.tell(Decided("hide.hold", HIDER, "breath", "held"), only=HIDER)
            return
        door = battle.ask(Choose(SEEKER, "knock", ("left", "right"), "hide.knock"))
        battle.tell(Decided("hide.knock", SEEKER, "door", door))
        here, question = door == state.house, Choose(HIDER, "answer", ("hush", "open"), "hide.answer", usual="hush")
        if self.way == "window":
            question.options = ("hush", "open") if here else ("hush",)
            question.window("hush", empty=not here)
        question.in_secret(self.way == "secret")
        if here or self.way == "window":
            state.out = battle.ask(question) == "open"
        state.turn += 1
        battle.tell(Decided("hide.knock", SEEKER, "door", "left alone"))

    def result(self, setting: None, state: Houses) -> Result | None:
        return Result(None, "hide.end", "it is dark") if state.turn > 8 else None


def compared(way: Way) -> TwoWorlds:
    games = [Game(HideAndSeek(way), {}, "seed", start=Houses(house)) for house in ("left", "right")]
    worlds = TwoWorlds(*games, (SEEKER, None), lambda game: game.state.out)
    worlds.play()
    return worlds


def test_a_question_that_is_asked_only_where_he_hides_gives_him_away() -> None:
    with pytest.raises(Parted, match=r"seat 1, after 1 answers"):
        compared("given away")


@pytest.mark.parametrize("way", ["window", "secret"])
def test_windows_and_secret_questions_do_not(way: Way) -> None:
    assert compared(way).compared >= 16


def test_a_step_of_which_a_seat_heard_nothing_is_none_for_it() -> None:
    game: Game[Houses, None] = Game(HideAndSeek("silent step"), {}, "seed", start=Houses("left"))
    game.play([RandomPlayer("a"), RandomPlayer("b")])
    assert own_steps(game, HIDER) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert own_steps(game, SEEKER) == own_steps(game, None) == [1, 3, 4, 5, 6, 7, 8]


def test_steps_are_counted_on_as_a_game_goes_on() -> None:
    game: Game[Houses, None] = Game(HideAndSeek("silent step"), {}, "seed", start=Houses("left"))
    counting, chance = OwnSteps(game, SEEKER), Random(1)
    while questions := game.pending():
        assert list(counting.numbers()) == list(own_steps(game, SEEKER))
        game.answer(questions[0].sample(chance), questions[0].side)
    assert counting.numbers() == [1, 3, 4, 5, 6, 7, 8]


def test_whoever_plays_for_himself_is_not_bothered_with_an_empty_window() -> None:
    question = Choose(HIDER, "answer", ("hush",), "hide.answer").window("hush", empty=True)
    assert RandomPlayer("a").answer(question, Seat(HideAndSeek("window"), None, Houses("left"), HIDER)) == "hush"
    script = Scripted()
    assert script.ask(question) == "hush" and script.asked == []
    assert question.describe()["empty"] and question.describe()["usual"] == "hush"


def test_nobody_is_asked_and_no_die_falls_while_the_state_is_borrowed() -> None:
    battle = Battle(None, Houses("left"), Direct(DiceStream("seed", 0), lambda question: "open"))
    question = Choose(HIDER, "answer", ("hush", "open"), "hide.answer")
    with battle.borrowed():
        with pytest.raises(Borrowing, match="'answer' is asked while the state is borrowed"):
            battle.ask(question)
        with pytest.raises(Borrowing, match="'answer' is asked"):
            battle.ask_all([question])
        with pytest.raises(Borrowing, match="dice for 'luck' are thrown while the state is borrowed"):
            battle.die(6, "luck", "hide.luck", HIDER)
    assert battle.ask(question) == "open"
