"""`warhost fuzz`: random battles, looked over after every step, and replayed in other processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from warhost.engine.book import Book
from warhost.engine.encounters import Encounters, Thing
from warhost.engine.foresight import disproved
from warhost.engine.game import Game
from warhost.engine.record import Record, record
from warhost.engine.record import save as save_record
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.roster.book import lists_of

from .armies import OPTION, by_chance
from .battle import Bout
from .common import count, open_rulebook, program, seed_option
from .scenarios import options_of

REPLAYED = 20
"""One battle in so many is run again in a fresh process, which is slow to start."""
PROVED = 0.02  # the share of steps after which promises are proved
QUESTIONS = 3  # that are looked at then
MOST_RUNS = 400  # of a step, to follow its dice one by one

PLAYERS = ("random",)


class Task(msgspec.Struct, frozen=True):
    number: int
    rulebook: str
    scenario: str
    options: dict[str, str]
    seed: str
    players: tuple[str, ...]


class Fault(msgspec.Struct, frozen=True):
    """What was wrong in which step, and all that is needed to see it again."""

    what: str
    step: int
    command: str
    made: Record


class Report(msgspec.Struct, frozen=True):
    decisions: int
    replayed: bool
    fault: Fault | None = None
    met: frozenset[Thing] = frozenset()  # what has come into play


class Flawed(Exception):
    """The state after a step cannot be."""


EXAMPLES = """\b
Examples:
  warhost fuzz magnamund
  warhost fuzz magnamund --battles 1000 --scenario forest_road --seed 1 --jobs 4
  warhost fuzz threeplains --battles 300
  warhost fuzz threeplains --battles 20 --players tactician,random
  warhost fuzz threeplains --battles 2000 --until-met     until everything has come into play once
"""


@click.command(epilog=EXAMPLES, short_help="Look for faults in random battles.")
@click.argument("rulebook")
@click.option("--battles", type=click.IntRange(min=1), default=100, show_default=True, help="How many.")
@click.option("--scenario", default="all", show_default=True, metavar="ID|all", help="Which scenario.")
@click.option("--players", default=PLAYERS[0], show_default=True, help="Who commands: one name, or one a side.")
@seed_option
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes at once.")
@click.option(
    "--until-met", is_flag=True, help="Stop when every kind of piece, trait, weapon ... has come into play."
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("faults"), show_default=True,
              help="Where records of faulty battles go.")  # fmt: skip
@click.pass_context
def fuzz(
    ctx: click.Context, rulebook: str, battles: int, scenario: str, players: str, seed: int, jobs: int,
    until_met: bool, out: Path,
) -> None:  # fmt: skip
    """Fight random battles of RULEBOOK over its scenarios and optional rules, and look for faults.

    Where there are army lists the armies are drawn by chance, of 500, 1000 or 2000 points.

    The first battle has the seed, each one after it the next number. After every step the state is looked over;
    every twentieth record is run again in a fresh process with another hash seed, and its hashes compared. A
    computer player that fails, or answers what the rules refuse, is a fault too. So is a chance offered to a player
    that comes out otherwise when every die is followed, at questions drawn by chance. A faulty battle is saved.
    """
    book = open_rulebook(rulebook)
    inventory = book.encounters
    if until_met and inventory is None:
        raise click.UsageError(f"--until-met: {book.title} keeps no inventory of what may come into play")
    wanted = things(inventory) if until_met and inventory else frozenset()
    names = tuple(name.strip() for name in players.split(","))
    done = list(until(run(list(tasks(book, scenario, battles, seed, names)), jobs), wanted))
    faults = [report.fault for report in done if report.fault is not None]
    decisions, replayed = sum(report.decisions for report in done), sum(report.replayed for report in done)
    click.echo(
        f"{count(len(done), 'battle')} from seed {seed}, {count(decisions, 'decision')}, "
        f"{count(replayed, 'record')} replayed in a fresh process: {count(len(faults), 'fault')}."
    )
    for fault in faults:
        keep(fault, out)
    if wanted:
        tell_met(wanted, frozenset().union(*(report.met for report in done)))
    if faults:
        ctx.exit(1)


def things(inventory: Encounters) -> frozenset[Thing]:
    return frozenset((kind, name) for kind, names in inventory.things().items() for name in names)


def until(reports: Iterator[Report], wanted: frozenset[Thing]) -> Iterator[Report]:
    """All of them, or only so many as bring everything that is wanted into play."""
    met: frozenset[Thing] = frozenset()
    for report in reports:
        yield report
        met |= report.met
        if wanted and wanted <= met:
            return


def tell_met(wanted: frozenset[Thing], met: frozenset[Thing]) -> None:
    for kind in sorted({kind for kind, _ in wanted}):
        names = sorted(name for other, name in wanted if other == kind)
        missed = [name for name in names if (kind, name) not in met]
        not_met = f"; not met: {', '.join(missed)}" if missed else ""
        click.echo(f"{kind}: {len(names) - len(missed)} of {len(names)} came into play{not_met}")


def tasks(
    book: Book[Any, Any], scenario: str, battles: int, first: int, players: tuple[str, ...] = PLAYERS
) -> Iterator[Task]:
    """Scenarios in turn; each time round another combination of optional rules, and armies of chance each time."""
    names = [entry.id for entry in book.scenarios()] if scenario == "all" else [scenario]
    bring_forces = {entry.id for entry in book.scenarios() if entry.forces}
    for name in names:
        book.setup(name, {})
    lists = lists_of(book)
    offered = {option: values for option, values in options_of(book).items() if values}
    combinations = [dict(zip(offered, values, strict=True)) for values in product(*offered.values())]
    Random("rules that are agreed on").shuffle(combinations)  # few battles see every value of every one
    for number in range(battles):
        around, place = divmod(number, len(names))
        options, seed = combinations[around % len(combinations)], str(first + number)
        chosen = lists is not None and names[place] not in bring_forces
        armies = {OPTION: by_chance(lists, seed)} if lists is not None and chosen else {}
        yield Task(number, book.id, names[place], {**options, **armies}, seed, players)


def run(todo: list[Task], jobs: int) -> Iterator[Report]:
    progress = Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
    with progress:
        if jobs == 1:
            yield from progress.track(map(fight, todo), total=len(todo), description="Battles")
            return
        with ProcessPoolExecutor(jobs) as pool:
            yield from progress.track(pool.map(fight, todo), total=len(todo), description="Battles")


def fight(task: Task) -> Report:
    """One battle to its end, or to its first fault."""
    bout = Bout(_kept_open(task.rulebook), task.scenario, task.options, list(task.players), task.seed)
    game, met = bout.game, set[Thing]()
    for one in bout.players:
        one.lawful = isinstance(one, RandomPlayer)  # whoever thinks may err, and is checked
    inventory = game.book.encounters

    drawn = Random(f"promises {task.seed}")

    def look_over(game: Game[Any, Any]) -> bool:
        if drawn.random() < PROVED:
            _prove_promises(game.fork(), drawn)
        if inventory is not None and game.told:
            met.update(inventory.met(game.setting, game.checkpoint, [told.event for told in game.told[-1]]))
        return _look_over(game)

    try:
        decisions = game.play(bout.players, until=look_over)
    except Exception as error:
        return Report(0, False, Fault(_describe(error), len(game.steps), bout.command, _record(bout)))
    if task.number % REPLAYED:
        return Report(decisions, False, met=frozenset(met))
    complaint = replayed_elsewhere(_record(bout), hash_seed=task.number + 1)
    fault = Fault(complaint, len(game.steps), bout.command, _record(bout)) if complaint else None
    return Report(decisions, True, fault, frozenset(met))


@cache
def _kept_open(name: str) -> Book[Any, Any]:
    """Reading the data files takes as long as a battle."""
    return rulebook(name)


def _look_over(game: Game[Any, Any]) -> bool:
    if flaws := game.book.flaws(game.setting, game.checkpoint):
        raise Flawed("; ".join(flaws))
    return False


def _prove_promises(game: Game[Any, Any], chance: Random) -> None:
    """At the next questions some answers of chance: what is promised of them comes out the same die by die."""
    for _ in range(QUESTIONS):
        questions = game.pending()
        if len(questions) != 1:
            return
        question = questions[0]
        answer = question.sample(chance)
        if question.refuse(answer) is not None:
            return
        if wrong := disproved(game, question.side, answer, MOST_RUNS):
            raise Flawed(f"{question.what}: {wrong}")
        game.answer(answer, question.side)


def _describe(error: Exception) -> str:
    if isinstance(error, Flawed):
        return str(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


def _record(bout: Bout) -> Record:
    return record(bout.game, tuple(bout.names))


def replayed_elsewhere(made: Record, hash_seed: int) -> str:
    """Run a record in a fresh process that orders its sets otherwise; what it complains of, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.json"
        save_record(made, path)
        done = subprocess.run(
            [sys.executable, "-m", "warhost.cli", "replay", str(path), "--verify"],
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
            capture_output=True,
            text=True,
            check=False,
        )
    return "" if done.returncode == 0 else f"replayed in a fresh process: {done.stderr.strip()}"


def keep(fault: Fault, out: Path) -> None:
    path = out / f"{fault.made.rulebook}-{fault.made.seed}.json"
    save_record(fault.made, path)
    click.echo(f"fault after step {fault.step} of seed {fault.made.seed}: {fault.what}", err=True)
    click.echo(f"  what led to it:  {program()} replay {path} --explain", err=True)
    click.echo(f"  the fault again: {fault.command}", err=True)
