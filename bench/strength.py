"""How good is the tactician? It plays every side of a battle against players who choose by chance.

Of Three Plains also against another tactician: `--against` names the folder of another `tactics` package, that of
an older checkout for example, which then plays by the rules of this one. `--against itself` shows whether the two
sides of a scenario are equally strong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import permutations, product
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

from warhost.engine.book import Book
from warhost.engine.game import Game
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Question, TypeDice
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician

SIDES = 2
BOOKS = ("magnamund", "threeplains", "regiments", "warband", "missum")
SIZED = ("threeplains", "regiments")
ENCOUNTERS = {"magnamund": "mill_farm", "missum": "b1"}
ARMIES = ("herlanceia", "orcs", "elves", "mercenaries")
POINTS = (500, 1000)
RANKED = ("men", "elf", "orc", "und")
BOARDS = ("three_hills", "mill_stream", "wildwood", "village", "plain")
WARBANDS = ("lantern_500", "unquiet_500", "gutter_500", "ash_500")
RIVAL = "warhost.rulebooks.threeplains.rival"
ITSELF = "itself"

Thinking = Callable[[Any, Any, Question], Iterator[Answer]]


class Task(NamedTuple):
    book: str
    scenario: str
    options: dict[str, str]
    seed: int
    side: int  # the tactician's
    against: str = ""  # where the other one's tactics are; nowhere if he answers by chance
    sides: int = SIDES


class Rival(Tactician):
    """Thinks with another tactics package. What the two keep in mind of fights is told apart by their settings."""

    def __init__(self, seed: str, thinking: Thinking):
        super().__init__(seed, float("inf"))
        self._thinking = thinking
        self._setting: Any = None

    def answer(self, question: Question, seat: Seat) -> Answer:
        if isinstance(question, TypeDice):
            return super().answer(question, seat)
        if self._setting is None:
            self._setting = copy(seat.setting)
            self._setting.strokes, self._setting.clashes = {}, {}
        *_, best = self._thinking(self._setting, seat.known(), question)
        return best


def battle(task: Task) -> tuple[int, str]:
    """Which side the tactician had, and how it ended for him."""
    book = _kept_open(task.book)
    game = Game(book, book.setup(task.scenario, task.options), str(task.seed))
    players: list[Any] = [_other(task)] * task.sides
    players[task.side] = Tactician("t", float("inf"))
    try:
        game.play(players, keep=False)
    except Exception as error:
        raise RuntimeError(f"a computer player failed: {task}") from error
    assert game.result is not None
    winner = game.result.winner
    return task.side, "drawn" if winner is None else "won" if winner == task.side else "lost"


def _other(task: Task) -> RandomPlayer | Tactician:
    if not task.against:
        return RandomPlayer(f"random {task.seed}")
    if task.against == ITSELF:
        return Tactician("r", float("inf"))
    return Rival("r", _tactics_in(task.against))


@cache
def _kept_open(name: str) -> Book[Any, Any]:
    """Reading the data files takes as long as a battle."""
    return rulebook(name)


@cache
def _tactics_in(folder: str) -> Thinking:
    """The package in this folder, read in beside our own."""
    spec = spec_from_file_location(RIVAL, Path(folder) / "__init__.py", submodule_search_locations=[folder])
    assert spec is not None
    assert spec.loader is not None
    package = sys.modules[RIVAL] = module_from_spec(spec)
    spec.loader.exec_module(package)
    thinking: Thinking = package.consider
    return thinking


def tasks(book: str, battles: int, first: int = 0, points: int = 500, against: str = "") -> Iterator[Task]:
    """Each pair of battles changes sides; Three Plains and Regiments go round their ready armies."""
    lists = RANKED if book == "regiments" else ARMIES
    pairs = list(product(lists, lists))
    for number in range(battles):
        seed, side = first + number // SIDES, number % SIDES
        if book in ENCOUNTERS:
            yield Task(book, ENCOUNTERS[book], {}, seed, side)
        else:
            armies = ", ".join(f"{army}_{points}" for army in pairs[seed % len(pairs)])
            scenario = "pitched" if book == "regiments" else BOARDS[seed % len(BOARDS)]
            yield Task(book, scenario, {"armies": armies}, seed, side, against)


def scenario_tasks(scenario: str, battles: int, first: int, against: str) -> Iterator[Task]:
    """The ready match of a scenario that brings forces of its own; against itself each seed is fought once."""
    sides = 1 if against == ITSELF else SIDES
    for number in range(battles):
        yield Task("threeplains", scenario, {}, first + number // sides, number % sides, against)


def skirmishes(battles: int, first: int, sides: int) -> Iterator[Task]:
    """A seed for each battle of Warband; its scenarios, the warbands and the tactician's side go round."""
    scenarios = [one.id for one in _kept_open("warband").scenarios() if len(one.sides) == sides]
    bands = list(permutations(WARBANDS, sides))
    for number in range(battles):
        options = {"armies": ", ".join(bands[number // sides % len(bands)])}
        scenario = scenarios[number // sides % len(scenarios)]
        yield Task("warband", scenario, options, first + number, number % sides, sides=sides)


def measure(
    book: str,
    battles: int,
    first: int,
    points: int = 500,
    against: str = "",
    processes: int | None = None,
    sides: int = SIDES,
    scenario: str = "",
) -> None:
    fights = (
        skirmishes(battles, first, sides) if book == "warband" else tasks(book, battles, first, points, against)
    )
    if scenario:
        fights = scenario_tasks(scenario, battles, first, against)
    with Pool(processes) as pool:
        fought = list(pool.imap_unordered(battle, fights, chunksize=4))
    size = f", {scenario}" if scenario else f" of {points} points" if book in SIZED else ""
    for side in sorted({had for had, _ in fought}):
        ends = Counter(end for had, end in fought if had == side)
        told = f"{ends['won']} won, {ends['drawn']} drawn, {ends['lost']} lost"
        print(f"{book}{size}, side {side}: {told}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(prog="strength", description=__doc__)
    options.add_argument("--rulebook", choices=BOOKS, action="append")
    options.add_argument("--battles", type=int, default=200, help="as many from each side")
    options.add_argument("--points", type=int, choices=(*POINTS, 2000), action="append", help="of the armies")
    options.add_argument("--first", type=int, default=0, help="the seed of the first pair of battles")
    told = "a folder of other tactics for Three Plains, or 'itself'"
    options.add_argument("--against", default="", help=told, metavar="PATH")
    options.add_argument("--sides", type=int, choices=(2, 3, 4), default=SIDES, help="of Warband")
    options.add_argument("--scenario", action="append", help="of Three Plains, with its ready match", metavar="ID")
    options.add_argument("--processes", type=int, help="as many as there are cores unless told")
    chosen = options.parse_args()
    for name in chosen.scenario or ():
        measure("threeplains", chosen.battles, chosen.first, 0, chosen.against, chosen.processes, scenario=name)
    if chosen.scenario:
        return
    books = ("threeplains",) if chosen.against else chosen.rulebook or BOOKS
    for book in books:
        sides = chosen.sides if book == "warband" else SIDES
        for points in (chosen.points or POINTS) if book in SIZED else POINTS[:1]:
            measure(book, chosen.battles, chosen.first, points, chosen.against, chosen.processes, sides)


if __name__ == "__main__":
    main()
