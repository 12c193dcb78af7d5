"""Whoever meets a question for the first time is told what it is about, in every game."""

from __future__ import annotations

from random import Random

import pytest

from warhost.engine.game import Game
from warhost.engine.rulebook import rulebook
from warhost.serve.asking import Asking

GAMES = ["magnamund", "threeplains", "regiments", "warband", "missum"]
MOST_ANSWERS = 70


@pytest.mark.parametrize("name", GAMES)
def test_every_question_of_a_battle_says_what_it_is_about(name: str) -> None:
    book = rulebook(name)
    asking = Asking(book)
    game, chance, seen = Game(book, book.setup(None, {}), "tips"), Random(7), set()
    for _ in range(MOST_ANSWERS):
        if not (pending := game.pending()):
            break
        question = pending[0]
        tip = asking.manner(question).tip
        assert 10 < len(tip) <= 240 and tip[0].isupper(), (question.what, tip)
        seen.add(question.what)
        game.answer(question.sample(chance), question.side)
    assert len(seen) > 3


def test_a_tip_of_the_rulebook_goes_before_the_words_of_the_rule() -> None:
    book = rulebook("threeplains")
    game, chance = Game(book, book.setup(None, {}), "tips"), Random(7)
    asking = Asking(book)
    for _ in range(MOST_ANSWERS):
        question = game.pending()[0]
        if question.what in book.spokesman.tips:
            assert asking.manner(question).tip == book.spokesman.tips[question.what]
            return
        game.answer(question.sample(chance), question.side)
    raise AssertionError("never asked")
