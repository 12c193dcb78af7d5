"""Where hidden pieces stand shows in nothing that the enemy or a watcher is sent."""

from __future__ import annotations

from random import Random

import pytest

from warhost.engine.battle import Battle
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.two_worlds import TwoWorlds
from warhost.players.random import RandomPlayer
from warhost.rulebooks.magnamund.pieces import seen_by_enemy
from warhost.rulebooks.magnamund.rulebook import Magnamund
from warhost.rulebooks.magnamund.setting import Fight, Setting
from warhost.rulebooks.magnamund.state import State

BOOK = Magnamund()
SETUP = BOOK.setup("forest_road", {})
SETTING = BOOK.setting(SETUP)
AnyGame = Game[State, Setting]


def hidden(state: State) -> list[int]:
    return [number for number, piece in enumerate(state.pieces) if piece.fate == "hidden"]


def elsewhere(state: State) -> State | None:
    """The same, but the first of those who hide lies one square further, on ground of the same kind."""
    twin, taken = state.copy(), {piece.square for piece in state.pieces if piece.present}
    fight: Fight = Battle(SETTING, state.copy(), Scripted())
    for number in hidden(state):
        piece = twin.pieces[number]
        for square in range(SETTING.board.size):
            same = SETTING.board.terrain[square] == SETTING.board.terrain[piece.square]
            if same and square not in taken and not seen_by_enemy(fight, piece.side, (square,)):
                piece.square = square
                return twin
    return None


@pytest.mark.rule("mag.setup.hidden")
@pytest.mark.parametrize("seed", list("abcdefgh"))
def test_nobody_can_tell_where_pieces_lie_hidden(seed: str) -> None:
    before: AnyGame = Game(BOOK, SETUP, seed)
    before.play([RandomPlayer(f"{seed}0"), RandomPlayer(f"{seed}1")], until=lambda now: now.checkpoint.turn >= 1)
    start = before.checkpoint
    other = elsewhere(start)
    if other is None:
        return
    owner = start.commanders[start.pieces[hidden(start)[0]].side]
    many = len(hidden(start))
    worlds = [Game(BOOK, SETUP, seed, start=state, setting=SETTING) for state in (start, other)]
    TwoWorlds(*worlds, (1 - owner, None), lambda game: len(hidden(game.state)) < many, Random(seed)).play(60)
