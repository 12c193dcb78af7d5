"""How a battle stands is said in every game and every scenario, by what wins there."""

from __future__ import annotations

from random import Random

import pytest

from warhost.engine.game import Game
from warhost.engine.rulebook import installed, rulebook

SCENARIOS = [(book, scenario.id) for book in installed() for scenario in rulebook(book).scenarios()]


@pytest.mark.parametrize("book, scenario", [one for one in SCENARIOS if not one[1].endswith(("_three", "_four"))])
def test_in_the_first_turn_everybody_is_told_how_it_stands(book: str, scenario: str) -> None:
    rules = rulebook(book)
    game, chance = Game(rules, rules.setup(scenario, {}), "1"), Random(1)
    while not (view := rules.view(game.setting, game.checkpoint, None)).score:
        assert view.turn <= 1
        question = game.pending()[0]
        game.answer(question.sample(chance), question.side)
    assert all(rules.view(game.setting, game.checkpoint, side).score for side in (0, 1))
