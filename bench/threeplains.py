"""How fast is Three Plains? Battles, and the single questions that players put to its rules all the time.

`make bench` measures this among the rest; `python bench/threeplains.py --quick` alone, and leaves no history.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from time import process_time
from typing import Any

from timing import best, fork_time, timed

from warhost.engine.battle import Battle
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician
from warhost.rulebooks.threeplains.bodies import enemies, on_table
from warhost.rulebooks.threeplains.land.sense import sees
from warhost.rulebooks.threeplains.moving.movement import why_not_moving
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight

ARMIES = ("herlanceia", "orcs", "elves", "mercenaries")
BOARDS = ("three_hills", "mill_stream", "wildwood", "village", "plain")
GROWTH = (500, 1000, 2000, 3000, 5000)
CLOCKS = (2, 4, 6, 8)  # turns in whose middle the single questions are put
ORDERS = 20  # tried for each piece

Note = Callable[[str, float, str], None]


class Plains:
    def __init__(self, note: Note, quick: bool):
        self.note, self.runs, self.battles = note, 2 if quick else 5, 5 if quick else 20
        self.book = rulebook("threeplains")

    def measure(self) -> None:
        for points in (500, 1000):
            self.random_battles(points)
        self.single_questions()
        self.copies_and_forks()
        self.growth()
        self.tacticians()

    def setup(self, points: int, number: int) -> dict[str, Any]:
        """Another board and other armies for each number."""
        sides = ARMIES[number % 4], ARMIES[(number // 4 + number) % 4]
        armies = ", ".join(f"{side}_{points}" for side in sides)
        return self.book.setup(BOARDS[number % 5], {"armies": armies})

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
        self.note(f"random decisions, Three Plains, {points} points", found[0], "a second")
        self.note(f"random battles, Three Plains, {points} points", found[1], "a second")

    # --- single questions --------------------------------------------------------------------------------------

    def single_questions(self) -> None:
        """On tables of 1000 points that have just changed: nothing is known from an earlier question."""
        fights = [fight for number in range(self.runs) for fight in self.moments(number)]
        looks = [time for fight in fights for time in _looks(fight)]
        self.note("does it see that one, Three Plains", 1e6 * sum(looks) / len(looks), "µs")
        self.note("does it see that one, Three Plains, slowest", 1e6 * max(looks), "µs")
        checks = [time for fight in fights for time in _checks(fight)]
        self.note("check of a move order, Three Plains", 1e6 * sum(checks) / len(checks), "µs")
        ideas = [time for fight in fights for time in _suggestions(fight)]
        self.note("suggestions for one piece, Three Plains", 1e3 * sum(ideas) / len(ideas), "ms")

    def moments(self, number: int) -> Iterator[Fight]:
        """The same battle of chance in the middle of several turns."""
        game = Game(self.book, self.setup(1000, number), f"moments {number}")
        players = [RandomPlayer(f"{number}/{side}") for side in (0, 1)]
        for clock in CLOCKS:
            game.play(players, until=lambda game, clock=clock: _moving(game, clock))  # type: ignore[misc]
            if game.result is None:
                yield Battle(game.setting, game.checkpoint.copy(), Scripted())

    # --- the rest ----------------------------------------------------------------------------------------------

    def copies_and_forks(self) -> None:
        game = Game(self.book, self.setup(1000, 0), "fork")
        players = {side: RandomPlayer(f"fork{side}") for side in (0, 1)}
        while game.checkpoint.clock < CLOCKS[0]:
            question = game.pending()[0]
            game.answer(players[question.side].answer(question, game.seat(question.side)), question.side)
        game.pending()
        copying = best(lambda: timed(game.checkpoint.copy, 1000), self.runs)
        self.note("copy of a state, Three Plains, 1000 points", 1e6 * copying, "µs")
        forking = fork_time(game, lambda: game.checkpoint.clock)
        self.note("fork at a question, Three Plains, 1000 points, mean over a turn", 1e6 * forking, "µs")

    def growth(self) -> None:
        for points in GROWTH:
            armies = f"herlanceia:{points}:1, orcs:{points}:2"
            setup = self.book.setup(BOARDS[0], {"armies": armies})

            def per_decision(setup: dict[str, Any] = setup) -> float:
                made, seconds = played(Game(self.book, setup, "grow"), [RandomPlayer("a"), RandomPlayer("b")])
                return seconds / made

            found = best(per_decision, max(1, self.runs // 2))
            self.note(f"time per random decision, Three Plains, {points} points", 1e6 * found, "µs")

    def tacticians(self) -> None:
        for points in (500, 1000):
            times = []
            for number in range(1, self.runs + 1):
                game = Game(self.book, self.setup(points, number), f"tacticians {number}")
                times.append(played(game, [Tactician(f"{number}/{side}", 10.0) for side in (0, 1)])[1])
            name = f"battles of two tacticians, Three Plains, {points} points"
            self.note(name, len(times) / sum(times), "a second")


def played(game: Game[Any, Any], players: list[Any]) -> tuple[int, float]:
    """A battle to its end: the decisions, and the seconds."""
    begun = process_time()
    return game.play(players, keep=False), process_time() - begun


def _moving(game: Game[Any, Any], clock: int) -> bool:
    return bool(game.checkpoint.clock >= clock and game.checkpoint.phase == "moves")


def _looks(fight: Fight) -> Iterator[float]:
    """Everybody at every enemy; the first to look finds a table he has not seen like this."""
    fight.setting.survey.lie = None
    for viewer in on_table(fight):
        for target in enemies(fight, viewer):
            yield timed(lambda: sees(fight, viewer, target))  # noqa: B023


def _movers(fight: Fight) -> list[int]:
    numbers = range(len(fight.state.pieces))
    own = [number for number in numbers if fight.state.pieces[number].side == fight.state.active]
    return [number for number in own if fight.state.pieces[number].standing and not why_not_moving(fight, number)]


def _checks(fight: Fight) -> Iterator[float]:
    chance = Random(1)
    for number, _ in product(_movers(fight), range(ORDERS)):
        question = Move(fight, number)
        order = question.sample(chance) or [["flip"]]
        again = Move(fight, number)
        yield timed(lambda: again.check(order))  # noqa: B023


def _suggestions(fight: Fight) -> Iterator[float]:
    for number in _movers(fight):
        question = Move(fight, number)
        found: list[Any] = []
        yield timed(lambda: found.extend(question.suggest()))  # noqa: B023
        assert not any(isinstance(question.check(order), Refusal) for order in found)


def main() -> None:
    def note(name: str, value: float, unit: str) -> None:
        print(f"{name:62} {value:12,.2f} {unit}", flush=True)

    Plains(note, "--quick" in sys.argv).measure()


if __name__ == "__main__":
    main()
