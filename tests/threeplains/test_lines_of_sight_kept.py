"""What is known about lines of sight from an earlier look holds only while the table is the same."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from warhost.engine.battle import Battle
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.rulebooks.threeplains.bodies import body, enemies, on_table
from warhost.rulebooks.threeplains.land.lie import at_rest, lie_of
from warhost.rulebooks.threeplains.land.sense import _ahead, _sight, seen_bases, sees
from warhost.rulebooks.threeplains.setting import Fight

BOARDS = ("three_hills", "wildwood", "village")
SPOTS = ((20_000, 15_000), (36_000, 24_000), (50_000, 30_000), (28_000, 20_000))


def moments(board: str) -> Iterator[Fight]:
    book: Any = rulebook("threeplains")
    game = Game(book, book.setup(board, {"armies": "orcs_500, elves_500"}), "sight")
    for clock in (2, 5, 8):
        players = [RandomPlayer(f"{clock}/{side}") for side in (0, 1)]
        game.play(players, until=lambda game, clock=clock: game.checkpoint.clock >= clock)  # type: ignore[misc]
        yield Battle(game.setting, game.checkpoint.copy(), Scripted())


def pairs(fight: Fight) -> list[tuple[int, int]]:
    return [(viewer, target) for viewer in on_table(fight) for target in enemies(fight, viewer)]


@pytest.mark.rule("tp.aware.los")
@pytest.mark.parametrize("board", BOARDS)
def test_what_is_plain_to_see_is_what_the_lines_show(board: str) -> None:
    for fight in moments(board):
        for viewer, target in pairs(fight):
            look = _sight(fight, lie_of(fight), viewer, target)
            assert sees(fight, viewer, target) == (_ahead(fight, viewer, target) and look.any_base())


@pytest.mark.rule("tp.aware.los")
@pytest.mark.parametrize("board", BOARDS)
def test_a_piece_that_has_turned_about_is_asked_anew(board: str) -> None:
    for fight in moments(board):
        before = {pair: (sees(fight, *pair), seen_bases(fight, *pair)) for pair in pairs(fight)}
        for piece in fight.state.pieces:
            if not piece.places:
                piece.facing = (piece.facing + 18_000) % 36_000
        turned = {pair: (sees(fight, *pair), seen_bases(fight, *pair)) for pair in pairs(fight)}
        fight.setting.survey.lie = None
        assert turned == {pair: (sees(fight, *pair), seen_bases(fight, *pair)) for pair in pairs(fight)}
        assert turned != before


@pytest.mark.rule("tp.aware.los")
@pytest.mark.parametrize("board", BOARDS)
def test_one_who_steps_between_others_is_reckoned_with(board: str) -> None:
    changed = []
    for fight in moments(board):
        movers = [number for number in on_table(fight) if not fight.state.pieces[number].places]
        for mover, spot in zip(movers, SPOTS, strict=False):
            before = {pair: (sees(fight, *pair), seen_bases(fight, *pair)) for pair in pairs(fight)}
            fight.state.pieces[mover].x, fight.state.pieces[mover].y = spot
            after = {pair: (sees(fight, *pair), seen_bases(fight, *pair)) for pair in pairs(fight)}
            fight.setting.survey.lie = None
            assert after == {pair: (sees(fight, *pair), seen_bases(fight, *pair)) for pair in pairs(fight)}
            changed.append(after != before)
    assert any(changed)


def test_one_who_looks_is_not_misled_by_another_who_looks_elsewhere_meanwhile() -> None:
    """Players think in threads of their own over one setting: what is at rest for one has moved for another."""
    fight = next(moments("three_hills"))
    mover = next(n for n in on_table(fight) if not fight.state.pieces[n].places)
    elsewhere = Battle(fight.setting, fight.state.copy(), Scripted())
    elsewhere.state.pieces[mover].x, elsewhere.state.pieces[mover].y = SPOTS[1]

    @at_rest
    def look(fight: Fight) -> tuple[Any, Any, Any]:
        with ThreadPoolExecutor(1) as other:
            there = other.submit(lambda: (lie_of(elsewhere), body(elsewhere, mover))[1]).result()
        return lie_of(fight).bodies[mover].front, body(fight, mover).front, there.front

    here = fight.state.pieces[mover].x, fight.state.pieces[mover].y
    assert look(fight) == (here, here, SPOTS[1])
