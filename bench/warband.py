"""How fast is Warband? Random battles, battles of tacticians, a glance through the town, and growth.

`python bench/warband.py --quick` measures it alone, and leaves no history.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time

from warhost.engine.battle import Battle
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician
from warhost.rulebooks.warband.lookout import enemies, glance, of_side

Note = Callable[[str, float, str], None]
SIDES = ("skirmish", "skirmish_three", "skirmish_four")
ARMIES = "gutter_500, lantern_500, ash_500, unquiet_500"


def measure(note: Note, quick: bool) -> None:
    book, battles = rulebook("warband"), 2 if quick else 10
    for scenario in SIDES:
        decisions, seconds, warriors = 0, 0.0, 0
        for seed in range(battles):
            number = len(book.scenario(scenario).sides)
            armies = ", ".join(ARMIES.split(", ")[:number])
            game = Game(book, book.setup(scenario, {"table": "candle", "armies": armies}), str(seed))
            players = [RandomPlayer(f"{seed}{side}") for side in range(number)]
            began = process_time()
            decisions += game.play(players, keep=False)
            seconds += process_time() - began
            warriors = len(game.setting.fighters)
        note(f"random decisions a second, {warriors} warriors", decisions / seconds, "1/s")
    note("glances a second", _glances(book), "1/s")
    began = process_time()
    for seed in range(battles):
        game = Game(book, book.setup("skirmish", {"table": "candle"}), str(seed))
        game.play([Tactician(f"{seed}{side}", 1e9) for side in range(2)], keep=False)
    note("battles of tacticians a second", battles / (process_time() - began), "1/s")


def _glances(book: object) -> float:
    """Everybody looks at every enemy after a few turns, with nothing remembered."""
    game = Game(book, book.setup("skirmish", {"table": "candle"}), "1")  # type: ignore[arg-type, attr-defined]
    game.play([RandomPlayer("a"), RandomPlayer("b")], until=lambda played: played.checkpoint.round >= 3)
    fight = Battle(game.setting, game.checkpoint, Scripted())
    pairs = [(one, foe) for side in (0, 1) for one in of_side(fight, side) for foe in enemies(fight, side)]
    began, looks = process_time(), 0
    while process_time() - began < 0.5:
        game.setting.town(game.checkpoint).sight._kept.clear()
        for viewer, target in pairs:
            glance(fight, viewer, target)
        looks += len(pairs)
    return looks / (process_time() - began)


if __name__ == "__main__":
    measure(lambda what, value, unit: print(f"{what}: {value:,.1f} {unit}"), "--quick" in sys.argv)
