"""What is advised is a sentence that names whom it is about, with what it brings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from warhost.engine.advice import advice, nearest
from warhost.engine.game import Game
from warhost.engine.question import Answer, Question
from warhost.engine.rulebook import rulebook
from warhost.players.tactician import Tactician

OPEN = {"measuring": "open"}
MOVES = {"regiments": "move order", "warband": "order", "missum": "march"}


def asked(name: str, most: int) -> Iterator[tuple[Game[Any, Any], Question, Answer]]:
    """The first questions of a battle, with what the tactician would answer."""
    book = rulebook(name)
    agreed = {option: value for option, value in OPEN.items() if option in book.options}
    game: Game[Any, Any] = Game(book, book.setup(None, agreed), "advice")
    tactician = Tactician("advice", 0.02)
    for _ in range(most):
        questions = game.pending()
        if not questions:
            return
        question = questions[0]
        answer = tactician.answer(question, game.seat(question.side))
        yield game, question, answer
        game.answer(answer, question.side)


@pytest.mark.parametrize("name", MOVES)
def test_a_move_is_advised_with_how_near_to_the_enemy_it_leads(name: str) -> None:
    for game, question, answer in asked(name, 60):
        if question.what == MOVES[name] and answer:
            said = advice(game, question, answer)
            title = str(game.book.spokesman.names(game.setting, game.state).piece(question.about))
            assert said.startswith(f"Let {title} ")
            assert re.search(
                r": \d+(\.\d)?(″| mm) from .+, \d+(\.\d)?(″| mm) (nearer|farther off) than now\.$", said
            )
            seen = game.book.view(game.setting, game.state, question.side)
            assert nearest(seen, question.about, question.side) is not None
            return
    raise AssertionError("nobody ever moves")


@pytest.mark.parametrize("name", MOVES)
def test_whatever_is_advised_is_more_than_a_name(name: str) -> None:
    kinds = {question.what: advice(game, question, answer) for game, question, answer in asked(name, 80)}
    assert len(kinds) >= 4
    short = {what: said for what, said in kinds.items() if len(said.split()) < 3}
    assert short == {}


def test_what_dice_decide_is_said_with_its_chance() -> None:
    told = [advice(game, question, answer) for game, question, answer in asked("regiments", 120)]
    assert any(re.search(r"charge.* \(reaches its target.*: \d+ %\)\.$", said) for said in told)
    assert any(re.search(r"^Take \d dice .* \(casts the spell: \d+ %\)\.$", said) for said in told)


def test_where_nothing_is_measured_beforehand_no_advice_tells_a_distance() -> None:
    book = rulebook("warband")
    game: Game[Any, Any] = Game(book, book.setup(None, {"measuring": "by the book"}), "advice")
    tactician = Tactician("advice", 0.02)
    for _ in range(60):
        question = game.pending()[0]
        answer = tactician.answer(question, game.seat(question.side))
        assert " than now" not in advice(game, question, answer)
        game.answer(answer, question.side)


@pytest.mark.parametrize("name", ["threeplains", *MOVES])
def test_who_is_to_act_next_is_advised_with_how_near_his_enemy_is(name: str) -> None:
    for game, question, answer in asked(name, 60):
        seen = game.book.view(game.setting, game.state, question.side)
        met = nearest(seen, str(answer), question.side)
        own = any(one.id == answer and one.side == question.side for one in seen.blocks)
        if question.what == "move" and own and met is not None:
            title = str(game.book.spokesman.names(game.setting, game.state).piece(met[0]))
            assert re.search(
                rf": {title}, the nearest enemy, \d+(\.\d)?(″| mm) away\.$", advice(game, question, answer)
            )
            return
    raise AssertionError("nobody is ever chosen to move")
