"""How good is the tactician? It plays both sides of a battle against a player who chooses by chance."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from multiprocessing import Pool
from typing import Any, NamedTuple

from warhost.engine.game import Game
from warhost.engine.rulebook import Rulebook, rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician

SIDES = 2
ENCOUNTER = "mill_farm"
ARMIES = ("herlanceia", "orcs", "elves", "mercenaries")
POINTS = (500, 1000)
BOARDS = ("three_hills", "mill_stream", "wildwood", "village", "plain")


class Task(NamedTuple):
    book: str
    scenario: str
    options: dict[str, str]
    seed: int
    side: int  # the tactician's


def battle(task: Task) -> tuple[int, str]:
    """Which side the tactician had, and how it ended for him."""
    book = _kept_open(task.book)
    game = Game(book, book.setup(task.scenario, task.options), str(task.seed))
    players: list[Any] = [RandomPlayer(f"random {task.seed}")] * SIDES
    players[task.side] = Tactician("t", float("inf"))
    try:
        game.play(players, keep=False)
    except Exception as error:
        raise RuntimeError(f"a computer player failed: {task}") from error
    assert game.result is not None
    winner = game.result.winner
    return task.side, "drawn" if winner is None else "won" if winner == task.side else "lost"


@cache
def _kept_open(name: str) -> Rulebook[Any, Any]:
    """Reading the data files takes as long as a battle."""
    return rulebook(name)


def tasks(book: str, battles: int, first: int = 0, points: int = 500) -> Iterator[Task]:
    """Each pair of battles changes sides; Three Plains goes round its ready armies and boards."""
    pairs = list(product(ARMIES, ARMIES))
    for number in range(battles):
        seed, side = first + number // SIDES, number % SIDES
        if book == "magnamund":
            yield Task(book, ENCOUNTER, {}, seed, side)
        else:
            armies = ", ".join(f"{army}_{points}" for army in pairs[seed % len(pairs)])
            yield Task(book, BOARDS[seed % len(BOARDS)], {"armies": armies}, seed, side)


def measure(book: str, battles: int, first: int, points: int = 500) -> None:
    with Pool() as pool:
        fought = list(pool.imap_unordered(battle, tasks(book, battles, first, points), chunksize=4))
    size = f" of {points} points" if book == "threeplains" else ""
    for side in range(SIDES):
        ends = Counter(end for had, end in fought if had == side)
        told = f"{ends['won']} won, {ends['drawn']} drawn, {ends['lost']} lost"
        print(f"{book}{size}, side {side}: {told}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(prog="strength", description=__doc__)
    options.add_argument("--rulebook", choices=("magnamund", "threeplains"), action="append")
    options.add_argument("--battles", type=int, default=200, help="half of them from each side")
    options.add_argument("--points", type=int, choices=(*POINTS, 2000), action="append", help="of Three Plains")
    options.add_argument("--first", type=int, default=0, help="the seed of the first pair of battles")
    chosen = options.parse_args()
    for book in chosen.rulebook or ("magnamund", "threeplains"):
        for points in (chosen.points or POINTS) if book == "threeplains" else POINTS[:1]:
            measure(book, chosen.battles, chosen.first, points)


if __name__ == "__main__":
    main()
