"""What each side is shown, and what is drawn once for all of them."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from warhost.engine.game import Game
from warhost.rulebooks.magnamund.state import Fate
from warhost.rulebooks.magnamund.view import turned

from .scene import book, scene, standing, unit

GIAKS = unit("giaks", [(5, 9)], side="theirs")


@pytest.mark.parametrize("encounter", [encounter.id for encounter in book().scenarios()])
def test_a_view_turned_to_another_player_is_the_one_he_would_get(encounter: str) -> None:
    game, chance, alike = Game(book(), book().setup(encounter, {}), encounter), Random(encounter), 0
    for question in islice(iter(lambda: game.pending()[:1], ()), 120):
        seats = (0, 1, None)
        views = {seat: book().view(game.setting, game.state, seat) for seat in seats}
        for seat, other in [(0, 1), (1, None), (None, 0)]:
            found = turned(game.state, views[seat], other)
            assert found in (None, views[other])
            alike += found is not None
        game.answer(question[0].sample(chance), question[0].side)
    assert alike


@pytest.mark.rule("mag.setup.hidden")
def test_where_somebody_lies_hidden_each_side_has_a_view_of_its_own() -> None:
    lurkers = unit("lurkers", [(1, 1)], side="theirs", all=standing(hidden=True))
    fight = scene(unit("men", [(5, 5)]), GIAKS, lurkers)
    theirs = book().view(fight.setting, fight.state, 1)
    assert "lurkers-1" in [piece.id for piece in theirs.pieces]
    assert turned(fight.state, theirs, 0) is None


def test_a_piece_is_shown_anew_when_anything_about_it_has_changed() -> None:
    fight = scene(unit("men", [(5, 5), (6, 5)]), GIAKS)
    before = book().view(fight.setting, fight.state, 0).pieces
    piece = fight.state.pieces[0]
    piece.moved, piece.square = True, fight.setting.board.square(5, 6)
    piece.weapons = ("spear",)
    after = book().view(fight.setting, fight.state, 0).pieces
    assert after[0].squares == ((5, 6),) and after[0].marks == ("moved",) and "spear" in after[0].details
    assert before[0].marks == () and after[1] is before[1]


@pytest.mark.rule("mag.setup.place_pieces", "mag.setup.hidden")
@pytest.mark.parametrize(
    ("fate", "own", "others"), [("fighting", 2, 2), ("waiting", 2, 2), ("hidden", 2, 1), ("slain", 1, 1)]
)
def test_who_is_still_to_be_placed_is_not_counted_as_lost(fate: Fate, own: int, others: int) -> None:
    fight = scene(unit("men", [(5, 5), (6, 5)]), GIAKS)
    fight.state.pieces[0].fate = fate
    assert [book().view(fight.setting, fight.state, seat).units[0].strength for seat in (0, 1)] == [own, others]
