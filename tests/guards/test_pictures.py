"""Whatever lies on a table of any game has a drawing, in pictures and in the terminal."""

from __future__ import annotations

from random import Random

import pytest

from warhost.draw.features import LOOKS
from warhost.draw.table_text import SIGNS
from warhost.engine.game import Game
from warhost.engine.rulebook import installed, rulebook

FIRST = 30  # decisions: by then every table has been laid


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_kind_of_ground_has_a_drawing(name: str) -> None:
    book = rulebook(name)
    for scenario in book.scenarios():
        game, chance = Game(book, book.setup(scenario.id, {}), "ground"), Random(1)
        while (questions := game.pending()) and game.decisions < FIRST:
            game.answer(questions[0].sample(chance), questions[0].side)
        table = book.view(game.setting, game.state, None).table
        kinds = {feature.kind for feature in table.features} if table else set()
        assert kinds <= LOOKS.keys() and kinds <= SIGNS.keys(), scenario.id
