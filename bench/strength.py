"""How good is the tactician? It plays both sides of an encounter against a player who chooses by chance."""

from __future__ import annotations

import argparse
from multiprocessing import Pool
from typing import Any

from warhost.engine.game import Game
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician

SIDES = 2


def battle(task: tuple[str, int, int]) -> tuple[int, int | None]:
    """Which side the tactician had, and which side won."""
    encounter, seed, side = task
    book = rulebook("magnamund")
    game = Game(book, book.setup(encounter, {}), str(seed))
    players: list[Any] = [RandomPlayer(f"random {seed}")] * SIDES
    players[side] = Tactician("t", float("inf"))
    game.play(players, keep=False)
    assert game.result is not None
    return side, game.result.winner


def main() -> None:
    options = argparse.ArgumentParser(prog="strength", description=__doc__)
    options.add_argument("--encounter", default="mill_farm")
    options.add_argument("--battles", type=int, default=200, help="half of them from each side")
    chosen = options.parse_args()
    tasks = [(chosen.encounter, seed, side) for seed in range(chosen.battles // SIDES) for side in range(SIDES)]
    with Pool() as pool:
        fought = list(pool.imap_unordered(battle, tasks, chunksize=4))
    for side in range(SIDES):
        winners = [winner for had, winner in fought if had == side]
        won, drawn = winners.count(side), winners.count(None)
        print(f"{chosen.encounter}, side {side}: {won} of {len(winners)} won, {drawn} drawn")


if __name__ == "__main__":
    main()
