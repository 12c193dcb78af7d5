"""How fast is Regiments? Battles of chance, of tacticians, and how both grow with the armies.

`make bench` measures this among the rest; `python bench/regiments.py --quick` alone, and leaves no history.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from timing import best

from warhost.engine.game import Game
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician

ARMIES = ("men", "orc", "elf", "und")
SCENARIOS = ("pitched", "standards", "tower")
GROWTH = (500, 1000, 2000, 3000, 5000)

Note = Callable[[str, float, str], None]


class Ranked:
    def __init__(self, note: Note, quick: bool):
        self.note, self.runs, self.battles = note, 2 if quick else 5, 5 if quick else 20
        self.book = rulebook("regiments")

    def measure(self) -> None:
        for points in (500, 1000):
            self.random_battles(points)
        self.growth()
        self.tacticians()

    def setup(self, points: int, number: int) -> dict[str, Any]:
        """Another scenario and other armies for each number."""
        sides = ARMIES[number % 4], ARMIES[(number // 4 + number) % 4]
        armies = ", ".join(f"{side}_{points}" for side in sides)
        return self.book.setup(SCENARIOS[number % 3], {"armies": armies})

    def random_battles(self, points: int) -> None:
        setups = [self.setup(points, number) for number in range(self.battles)]

        def rate(run: int) -> tuple[float, float]:
            decisions, spent = 0, 0.0
            for number, setup in enumerate(setups):
                game = Game(self.book, setup, f"{run}/{number}")
                made, seconds = played(game, [RandomPlayer(f"{run}/{number}/{side}") for side in (0, 1)])
                decisions, spent = decisions + made, spent + seconds
            return decisions / spent, len(setups) / spent

        found = max(rate(run) for run in range(self.runs))
        self.note(f"random decisions, Regiments, {points} points", found[0], "a second")
        self.note(f"random battles, Regiments, {points} points", found[1], "a second")

    def growth(self) -> None:
        for points in GROWTH:
            setup = self.book.setup("pitched", {"armies": f"men:{points}:1, orc:{points}:2"})

            def per_decision(setup: dict[str, Any] = setup) -> float:
                made, seconds = played(Game(self.book, setup, "grow"), [RandomPlayer("a"), RandomPlayer("b")])
                return seconds / made

            found = best(per_decision, max(1, self.runs // 2))
            self.note(f"time per random decision, Regiments, {points} points", 1e6 * found, "µs")

    def tacticians(self) -> None:
        for points in (500, 1000):
            times = []
            for number in range(1, self.runs + 1):
                game = Game(self.book, self.setup(points, number), f"tacticians {number}")
                times.append(played(game, [Tactician(f"{number}/{side}", 10.0) for side in (0, 1)])[1])
            self.note(f"battles of two tacticians, Regiments, {points} points", len(times) / sum(times), "a second")


def played(game: Game[Any, Any], players: list[Any]) -> tuple[int, float]:
    """A battle to its end: the decisions, and the seconds."""
    begun = process_time()
    return game.play(players, keep=False), process_time() - begun


if __name__ == "__main__":
    Ranked(lambda name, value, unit: print(f"{name}: {value:,.1f} {unit}"), "--quick" in sys.argv).measure()
