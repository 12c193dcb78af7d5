"""How fast is Missúm!? Random battles, a battle of tacticians, and how it grows from 150 to 900 figures.

`python bench/missum.py --quick` measures this alone, and leaves no history.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from timing import timed

from warhost.engine.game import Game
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician

BATTLES = ("b1", "b2", "b3")
GROWTH = (100, 200, 400, 700)  # points a side: about 150 to 900 figures on the table

Note = Callable[[str, float, str], None]


class Legions:
    def __init__(self, note: Note, quick: bool):
        self.note, self.runs, self.battles = note, 2 if quick else 5, 4 if quick else 12
        self.book = rulebook("missum")

    def measure(self) -> None:
        for name in BATTLES:
            setups = [self.book.setup(name, {}) for _ in range(self.battles)]
            self.note(f"random decisions a second, {name}", self.random_speed(setups), "/s")
        self.growth()
        self.tacticians()

    def random_speed(self, setups: list[dict[str, Any]]) -> float:
        """Decisions of random players a second, the best of some runs."""
        settings = [self.book.setting(setup) for setup in setups]

        def run() -> float:
            begun, decisions = process_time(), 0
            for number, (setup, setting) in enumerate(zip(setups, settings, strict=True)):
                game = Game(self.book, setup, str(number), setting=setting)
                decisions += game.play([RandomPlayer(f"a{number}"), RandomPlayer(f"b{number}")], keep=False)
            return decisions / (process_time() - begun)

        return max(run() for _ in range(self.runs))

    def growth(self) -> None:
        for points in GROWTH:
            named = [f"men:{points}:{n}, men:{points}:{n + 50}" for n in range(self.battles)]
            setups = [self.book.setup("b1", {"armies": armies}) for armies in named]
            groups = [group for setup in setups for army in setup["armies"] for group in army["group"]]
            figures = sum(group["models"] for group in groups) // len(setups)
            self.note(f"random decisions a second, {figures} figures", self.random_speed(setups), "/s")

    def tacticians(self) -> None:
        for name in BATTLES:
            setup = self.book.setup(name, {"drawing up": "standard"})

            def fight(setup: dict[str, Any] = setup) -> None:
                Game(self.book, setup, "bench").play([Tactician("a", 60), Tactician("b", 60)], keep=False)

            self.note(f"a battle of tacticians, {name}", timed(fight), "s")


if __name__ == "__main__":
    Legions(lambda name, value, unit: print(f"{name:48} {value:10.2f} {unit}"), "--quick" in sys.argv).measure()
