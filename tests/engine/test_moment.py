"""A moment of a game, sent as data, is the same question with the same dice ahead."""

from __future__ import annotations

import pickle

import pytest

from warhost.engine.game import Game
from warhost.engine.moment import game_at, moment
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer


@pytest.mark.parametrize("name", ["magnamund", "threeplains", "regiments", "warband", "missum"])
def test_whoever_gets_a_moment_stands_at_the_same_question_and_goes_on_alike(name: str) -> None:
    book = rulebook(name)
    game = Game(book, book.setup(None, {}), "seed")
    player = RandomPlayer("one")
    for answered in range(60):
        questions = game.pending()
        if not questions:
            break
        if answered % 7 == 3:
            sent = pickle.loads(pickle.dumps(moment(game)))
            there = game_at(sent, book, game.setting)
            assert [(q.side, q.what) for q in there.pending()] == [(q.side, q.what) for q in questions]
            assert there.number == game.number and there.early == game.early
            _both_answer(game.fork(), there)
        game.answer(player.answer(questions[0], game.seat(questions[0].side)), questions[0].side)


def _both_answer(here: Game, there: Game) -> None:  # type: ignore[type-arg]
    """The same answers lead to the same states: the dice are those of the same step."""
    for number in range(6):
        questions = here.pending()
        if not questions:
            return
        answer = RandomPlayer(str(number)).answer(questions[0], here.seat(questions[0].side))
        here.answer(answer, questions[0].side)
        there.answer(answer, questions[0].side)
        assert [(q.side, q.what) for q in there.pending()] == [(q.side, q.what) for q in here.pending()]
        assert there.hash == here.hash or not there.steps
