"""Peers, measured in the same run: catanatron's random games, icepool's exact dice. One figure a line."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time


def catanatron() -> None:
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415, a peer may be missing

    rates = []
    for run in range(3):
        decisions, begun = 0, process_time()
        for seed in range(run * 100, run * 100 + 15):
            game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
            game.play()
            decisions += len(game.state.actions)
        rates.append(decisions / (process_time() - begun))
    print(f"catanatron: random decisions\t{max(rates)}\ta second")
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=1)
    begun = process_time()
    for _ in range(200):
        game.copy()
    print(f"catanatron: copy of a game\t{(process_time() - begun) / 200 * 1e6}\tµs")


def icepool() -> None:
    from icepool import d6  # noqa: PLC0415, a peer may be missing

    begun = process_time()
    for _ in range(3):
        hits = 30 @ (d6 >= 4)
        wounds = hits.map(lambda n: n @ (d6 >= 4))
        wounds.map(lambda n: n @ (d6 < 5)).mean()
    print(f"icepool: exact chain, 30 dice, hit wound save\t{(process_time() - begun) / 3 * 1e3}\tms")


def try_each(*measures: Callable[[], None]) -> None:
    for measure in measures:
        try:
            measure()
        except ImportError as missing:
            print(f"{measure.__name__}: {missing}\t0\tnot measured")


try_each(catanatron, icepool)
