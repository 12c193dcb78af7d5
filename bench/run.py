"""How fast is it? `make bench` runs all of this, beside peers, and adds a line to bench/history.jsonl.

Times are of the processor, not of the wall, the best of several runs; `--quick` takes fewer.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

from chart import growth_chart
from clash import clash
from machine import machine
from timing import best, fork_time, timed

import warband
from missum import Legions
from regiments import Ranked
from threeplains import Note, Plains
from warhost.engine.chain import Chain, Pool, Save, Test
from warhost.engine.game import Game
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Question
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician

HERE = Path(__file__).parent
ENCOUNTERS = ("mill_farm", "forest_road", "gourgaz_bridge", "princes_stand")
GROWTH = (20, 40, 80, 160)  # a board is at most a hundred squares wide


class Counting(RandomPlayer):
    """One decision may order a whole unit about: this counts the single pieces, too."""

    orders = 0

    def answer(self, question: Question, seat: Seat) -> Answer:
        answer = super().answer(question, seat)
        pieces = answer.get("at", answer) if isinstance(answer, dict) else ()
        self.orders += max(1, len(pieces))
        return answer


class Bench:
    def __init__(self, quick: bool):
        self.runs = 2 if quick else 5
        self.battles = 10 if quick else 40
        self.book = rulebook("magnamund")
        self.found: dict[str, float] = {}

    def note(self, name: str, value: float, unit: str) -> None:
        self.found[name] = round(value, 4)
        print(f"{name:52} {value:12,.2f} {unit}", flush=True)

    def of(self, game: str) -> Note:
        """Notes of one game among the others."""
        return lambda name, value, unit: self.note(f"{name}, {game}", value, unit)

    def random_battles(self, encounter: str) -> None:
        setup = self.book.setup(encounter, {})
        setting = self.book.setting(setup)

        def rate(first: int) -> tuple[float, float, float]:
            decisions, begun = 0, process_time()
            players = [Counting("a"), Counting("b")]
            for seed in range(first, first + self.battles):
                game = Game(self.book, setup, str(seed), setting=setting)
                decisions += game.play(players, keep=False)
            spent = process_time() - begun
            orders = sum(player.orders for player in players)
            return decisions / spent, orders / spent, self.battles / spent

        best_run = max(rate(run * 1000) for run in range(self.runs))
        for what, figure in zip(("decisions", "orders to single pieces", "battles"), best_run, strict=True):
            self.note(f"random {what}, {encounter}", figure, "a second")

    def tacticians(self) -> None:
        setup = self.book.setup("mill_farm", {})
        setting = self.book.setting(setup)

        def battle(seed: int) -> float:
            begun = process_time()
            game = Game(self.book, setup, str(seed), setting=setting)
            game.play([Tactician(f"a{seed}", 10.0), Tactician(f"b{seed}", 10.0)], keep=False)
            return process_time() - begun

        times = [battle(seed) for seed in range(self.runs + 1)][1:]
        self.note("battles of two tacticians, mill_farm", len(times) / sum(times), "a second")

    def copies_and_forks(self) -> None:
        game = self.marched(clash(self.book, 40))
        state = game.checkpoint
        assert len(state.pieces) == 40
        self.note("copy of a state with 40 pieces", 1e6 * best(lambda: timed(state.copy, 2000), self.runs), "µs")
        self.note(
            "fork at a question, 40 pieces, mean over a turn",
            1e6 * fork_time(game, lambda: game.checkpoint.turn),
            "µs",
        )

    def marched(self, setup: dict[str, Any]) -> Game[Any, Any]:
        """A game in its second turn, at a question."""
        game = Game(self.book, setup, "fork")
        players = {side: RandomPlayer(f"fork{side}") for side in (0, 1)}
        while game.checkpoint.turn < 2:
            question = game.pending()[0]
            game.answer(players[question.side].answer(question, game.seat(question.side)), question.side)
        game.pending()
        return game

    def chain(self) -> None:
        hits = Test(6, 4, "to hit", ""), Test(6, 4, "to wound", ""), Save(6, 5, "save", "")
        chain = Chain(Pool(30), hits)
        self.note(
            "exact chain, 30 dice, hit wound save",
            1e3 * best(lambda: timed(chain.distribution, 20), self.runs),
            "ms",
        )

    def growth(self) -> None:
        curve = {}
        for pieces in GROWTH:
            setup = clash(self.book, pieces)
            setting = self.book.setting(setup)

            def per_decision(setup: dict[str, Any] = setup, setting: Any = setting) -> float:
                begun = process_time()
                game = Game(self.book, setup, "grow", setting=setting)
                decisions = game.play([RandomPlayer("a"), RandomPlayer("b")], keep=False)
                return (process_time() - begun) / decisions

            curve[pieces] = 1e6 * best(per_decision, max(2, self.runs // 2))
            self.note(f"time per random decision, {pieces} pieces", curve[pieces], "µs")
        (HERE / "growth.svg").write_text(growth_chart(curve), "utf8")


def peers(python: str | None, found: dict[str, float]) -> None:
    """Peers run in an environment of their own, in the same run and on the same machine."""
    if python is None or not Path(python).exists():
        print("peers: not installed; `make bench` installs them where it can")
        return
    told = subprocess.run([python, HERE / "peers.py"], capture_output=True, text=True, check=False)
    for line in told.stdout.splitlines():
        name, value, unit = line.split("\t")
        found[name] = round(float(value), 4)
        print(f"{name:52} {float(value):12,.2f} {unit}")
    if told.returncode:
        print(told.stderr.strip().splitlines()[-1])


def main() -> None:
    options = argparse.ArgumentParser(prog="warhost bench", description=__doc__)
    options.add_argument("--quick", action="store_true", help="fewer runs, rougher figures")
    options.add_argument("--peers", metavar="PYTHON", help="an interpreter that has the peers installed")
    options.add_argument("--no-history", action="store_true", help="do not write bench/history.jsonl")
    chosen = options.parse_args()
    bench = Bench(chosen.quick)
    for encounter in ENCOUNTERS:
        bench.random_battles(encounter)
    bench.copies_and_forks()
    bench.chain()
    bench.growth()
    bench.tacticians()
    Plains(bench.note, chosen.quick).measure()
    Ranked(bench.note, chosen.quick).measure()
    warband.measure(bench.of("Warband"), chosen.quick)
    Legions(bench.of("Missúm!"), chosen.quick).measure()
    peers(chosen.peers, bench.found)
    if not chosen.no_history:
        with (HERE / "history.jsonl").open("a", encoding="utf8") as history:
            history.write(json.dumps({**machine(), **bench.found}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
