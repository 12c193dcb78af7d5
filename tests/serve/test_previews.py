"""Orders in the making: what a page is shown while somebody drags a piece."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warhost.engine.question import Question
from warhost.engine.rulebook import rulebook
from warhost.serve.play import Play
from warhost.serve.storage import GameEntry, SeatEntry


def playing(book: str, **options: str) -> Play:
    rules = rulebook(book)
    setup = rules.setup(None, options)
    return Play(GameEntry("g", "", book, setup, "seed", (SeatEntry(), SeatEntry()), 0.0), rules, [])


def play_to(play: Play, what: str, turn: int = 0) -> Question:
    """First suggestions until this is asked in that turn or later."""
    while True:
        question = play.game.pending()[0]
        if question.what == what and play.book.turn(play.game.state) >= turn:
            return question
        play.answer(question.side, play.number(question.side), question.suggest()[0])


def block(play: Play, question: Question, order: Any) -> Any:
    return play.asking.preview(play.game, question, order)["blocks"][0]


@pytest.fixture
def moving() -> tuple[Play, Question]:
    """A formed unit of Three Plains with a whole move before it."""
    play = playing("threeplains")
    while True:
        question = play_to(play, "move", 1)
        if question.kind == "order" and question.describe()["suggestions"][0] and (
            play.asking.described(play.game, question, 0)["order"]["acts"][1] == "pivot"
        ):  # fmt: skip
            return play, question
        play.answer(question.side, play.number(question.side), question.suggest()[0])


def test_a_lawful_leg_shows_the_block_where_it_ends(moving: tuple[Play, Question]) -> None:
    play, question = moving
    data = play.asking.described(play.game, question, 0)["order"]
    order = next(order for order in question.suggest() if order and order[0][0] == "go")
    shown = block(play, question, order)
    assert shown["id"] == question.about and list(shown["front"]) == order[-1][1:3]
    assert len(shown["bases"]) == data["models"]


def test_an_unlawful_leg_is_shown_where_the_player_wants_it(moving: tuple[Play, Question]) -> None:
    play, question = moving
    x, y = play.asking.described(play.game, question, 0)["order"]["pose"]["front"]
    order = [["go", x + 30_000, y]]
    assert question.refuse(order) is not None
    shown = block(play, question, order)
    assert list(shown["front"]) == [x + 30_000, y] and shown["facing"] == 9000


def test_another_front_is_shown_before_the_dice_for_it_are_thrown() -> None:
    play = playing("threeplains")
    question = play_to(play, "move", 1)
    while True:
        order = play.asking.described(play.game, question, 0)["order"] if question.kind == "order" else None
        if (
            order
            and "reform" in order["acts"]
            and question.refuse([["reform", order["pose"]["files"] - 1]]) is None
        ):
            break
        play.answer(question.side, play.number(question.side), question.suggest()[0])
        question = play_to(play, "move", 1)
    before, after = block(play, question, []), block(play, question, [["reform", order["pose"]["files"] - 1]])
    assert _width(after) < _width(before)


def _width(shown: Any) -> int:
    (ax, ay), (bx, by) = shown["outline"][:2]
    return abs(ax - bx) + abs(ay - by)


def test_what_can_be_ordered_can_be_done(moving: tuple[Play, Question]) -> None:
    play, question = moving
    data = play.asking.described(play.game, question, 0)["order"]
    assert 0 < data["left"] <= data["allowance"] and data["files"][0] <= data["pose"]["files"] <= data["files"][1]
    for act in ("flip", "dash", "drop", "fly", "land", "divide"):
        assert (act in data["acts"]) == (question.refuse([[act]]) is None)


def test_a_march_shows_every_piece_where_it_would_stand() -> None:
    play = playing("magnamund")
    question = play_to(play, "march")
    order = next(order for order in question.suggest() if order)
    shown = play.asking.preview(play.game, question, order)
    assert {piece["id"] for piece in shown["pieces"]} == set(order)
    stood = {piece.id: [list(square) for square in piece.squares] for piece in play.view(question.side).pieces}
    assert any(piece["squares"] != stood[piece["id"]] for piece in shown["pieces"])
    data = play.asking.described(play.game, question, 0)["order"]
    assert all(data["pieces"][name]["points"] > 0 for name in order)


@pytest.mark.parametrize("book", ["magnamund", "threeplains"])
def test_nothing_that_is_asked_or_told_in_a_battle_breaks_a_page(book: str) -> None:
    """Every question described, every order drawn, every event mentioned, over a battle of chance."""
    play, chance = playing(book), Random(11)
    while pending := play.game.pending():
        question = pending[0]
        told = play.asking.described(play.game, question, play.number(question.side))
        assert told["text"] and (told["suggestions"] or told["options"])
        answer = question.sample(chance)
        if told["kind"] == "order" and question.what != "lead":
            assert play.asking.preview(play.game, question, answer) is not None
        play.answer(question.side, play.number(question.side), answer)
    events = [told.event for step in play.game.told for told in step]
    assert any(play.asking.played(play.game, event).everybody for event in events)


def test_taking_everything_back_leads_to_the_beginning() -> None:
    play, chance = playing("threeplains"), Random(5)
    begun = play.game.hash, play.game.pending()[0].what
    numbers = [play.number(None)]
    for _ in range(40):
        question = play.game.pending()[0]
        play.answer(question.side, play.number(question.side), question.sample(chance))
    while play.answers:
        play.undo(play.answers[-1][0])
        numbers.append(play.number(None))
    assert (play.game.hash, play.game.pending()[0].what) == begun
    assert numbers == sorted(set(numbers))
