"""Copies of the table for steps and forks."""

from __future__ import annotations

from warhost.engine.game import Game
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer


def test_a_fork_taken_by_whoever_looks_on_keeps_its_moment_while_the_battle_goes_on() -> None:
    book = rulebook("magnamund")
    game = Game(book, book.setup("mill_farm", {}), "1")
    kept: list[tuple[Game, int, str]] = []

    def looks_on(playing: Game) -> bool:
        if len(kept) < 3:
            kept.append((playing.fork(), len(playing.steps), playing.hash))
        return False

    game.play([RandomPlayer("a"), RandomPlayer("b")], until=looks_on)
    for fork, steps, before in kept:
        again = game.rewound(steps)
        assert fork.hash == before == again.hash
        assert fork.checkpoint == again.checkpoint


def test_what_a_fork_does_is_not_seen_by_the_game_it_came_from() -> None:
    book = rulebook("magnamund")
    game = Game(book, book.setup("mill_farm", {}), "2")
    game.pending()
    before = game.checkpoint.copy()
    game.fork().play([RandomPlayer("a"), RandomPlayer("b")])
    assert game.checkpoint == before
