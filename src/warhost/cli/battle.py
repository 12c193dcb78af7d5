"""`warhost battle`: computers fight each other, and it is told."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.status import Status

from warhost.engine.book import Book
from warhost.engine.game import Game
from warhost.engine.player import Player
from warhost.engine.record import record
from warhost.engine.record import save as save_record
from warhost.players.roster import player

from .armies import army_option, setup_of, spelled, with_armies
from .common import console, count, data_option, echo_json, open_rulebook, program, seed_option, write
from .pictures import Pictures
from .telling import JsonTeller, ProseTeller, Teller


class Summary(msgspec.Struct, frozen=True):
    """How a battle went: the last line of `--json`. `winner` is the id of a side, or null for a draw."""

    rulebook: str
    scenario: str
    options: dict[str, str]
    seed: str
    players: tuple[str, ...]
    winner: str | None
    reason: str
    rule: str
    turns: int
    steps: int
    decisions: int
    hash: str


class Bout:
    """A battle that is ready to be fought: everything has been named rightly, nothing has happened yet."""

    def __init__(
        self, book: Book[Any, Any], scenario: str | None, options: Mapping[str, str], names: list[str],
        seed: str, data: Path | None = None,
    ):  # fmt: skip
        self.book, self.names, self.seed, self.options, self.data = book, names, seed, dict(options), data
        self.scenario = scenario or book.scenarios()[0].id
        self.game: Game[Any, Any] = Game(book, setup_of(book, self.scenario, options), seed)
        sides = len(book.sides(self.game.setting))
        if len(names) == 1:
            self.names = names = names * sides
        if len(names) != sides:
            wanted = f"expected one name, or {sides} with commas between"
            raise click.UsageError(f"--players: {wanted}, got {len(names)}")
        # No clock: on a slow machine, too, the same seed must fight the same battle.
        self.players: list[Player] = [player(n, f"{seed}/{seat}", math.inf) for seat, n in enumerate(names)]

    def fight(self, teller: Teller, pictures: Pictures | None) -> None:
        def told(game: Game[Any, Any]) -> bool:
            teller.hear(len(game.steps) - 1, game.told[-1], game.checkpoint)
            if pictures is not None:
                pictures.look(game.checkpoint)
            return False

        self.game.play(self.players, until=told)
        if pictures is not None:
            pictures.finish(self.game.checkpoint)

    def summary(self) -> Summary:
        game, result = self.game, self.game.result
        assert result is not None
        sides = self.book.sides(game.setting)
        return Summary(
            self.book.id, self.scenario, self.options, self.seed, tuple(self.names),
            None if result.winner is None else sides[result.winner], result.why, result.rule,
            self.book.turn(game.checkpoint), len(game.steps), sum(len(step.answers) for step in game.steps),
            game.hash,
        )  # fmt: skip

    @property
    def command(self) -> str:
        """What fights this battle again."""
        battle = [program(), "battle", self.book.id, "--scenario", self.scenario]
        drawn = ["--players", ",".join(self.names), "--seed", self.seed]
        data = ["--data", str(self.data)] if self.data else []
        return shlex.join([*battle, *drawn, *spelled(self.options), *data])


EXAMPLES = """\b
Examples:
  warhost battle magnamund --seed 7
  warhost battle magnamund --scenario forest_road --players tactician,random
  warhost battle magnamund --seed 7 --save game.json --svg pictures
  warhost battle magnamund --option "coherency=open order" --json
  warhost battle threeplains --army elves_500 --army orcs_500
  warhost battle threeplains --scenario village --army mine.toml --army orcs:1000:7

\b
An army is a ready roster (see: warhost muster threeplains --list), a file of your own, or one of chance
such as orcs:1000:7: list, points and seed.

With --json every line is an event with the number of its step; the last line is the outcome: rulebook,
scenario, options, seed, players, winner (a side's id, or null for a draw), reason, rule, turns, steps,
decisions, hash.
"""


@click.command(epilog=EXAMPLES, short_help="Let computers fight a battle.")
@click.argument("rulebook")
@click.option("--scenario", metavar="ID", help="Which one; see `warhost scenarios`.  [default: the first]")
@click.option("--players", default="tactician", show_default=True, help="Who commands: one name, or one a side.")
@army_option
@seed_option
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Write a record for `replay`.")
@click.option("--json", "as_json", is_flag=True, help="One event a line, the outcome last.")
@click.option("--svg", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="A picture a turn.")
@click.option("--explain", is_flag=True, help="Say why every number is what it is, and by which rule.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Play an optional rule.")
@data_option
def battle(
    rulebook: str, scenario: str | None, players: str, armies: tuple[str, ...], seed: int, save: Path | None,
    as_json: bool, svg: Path | None, explain: bool, options: tuple[str, ...], data: Path | None,
) -> None:  # fmt: skip
    """Let computers fight a battle of RULEBOOK, and tell it as it goes."""
    book = open_rulebook(rulebook, data)
    chosen = with_armies(book, dict(read_option(option) for option in options), armies, scenario)
    names = [name.strip() for name in players.split(",")]
    bout = Bout(book, scenario, chosen, names, str(seed), data)
    if save is not None:
        save.parent.mkdir(parents=True, exist_ok=True)
    pictures = Pictures(book, bout.game.setting, svg) if svg is not None else None
    out = console()
    teller: Teller = JsonTeller() if as_json else ProseTeller(out, book, bout.game.setting, explain=explain)
    if not as_json:
        announce(out, bout)
    try:
        with waiting(out):
            bout.fight(teller, pictures)
    finally:  # where a player or a rule fails, what led to it is kept
        if save is not None:
            save_record(record(bout.game, tuple(bout.names)), save)
    if as_json:
        echo_json(bout.summary())
    else:
        close(out, bout, save, pictures)


def read_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"--option: expected NAME=VALUE, got {text!r}")
    return name.strip(), value.strip()


def waiting(out: Console) -> Status | nullcontext[None]:
    """Something to look at while a long battle goes into a file."""
    if out.is_terminal or not sys.stderr.isatty():
        return nullcontext()
    return Console(stderr=True).status("The battle is being fought ...")


def announce(out: Console, bout: Bout) -> None:
    view = bout.book.view(bout.game.setting, bout.game.checkpoint, None)
    against = " against ".join(f"{side} ({name})" for side, name in zip(view.sides, bout.names, strict=True))
    out.print(f"[bold]{view.title}[/], {bout.book.title}, seed {bout.seed}", soft_wrap=True)
    write(out, f"{against}.")
    out.print()


def close(out: Console, bout: Bout, save: Path | None, pictures: Pictures | None) -> None:
    summary = bout.summary()
    view = bout.book.view(bout.game.setting, bout.game.checkpoint, None)
    out.print()
    for side, title in enumerate(view.sides):
        left = [f"{unit.title} {unit.strength} of {unit.started}" for unit in view.units if unit.side == side]
        alone = [p.title for p in view.pieces if p.side == side and p.unit not in {u.id for u in view.units}]
        write(out, f"[bold]{title}[/]: {', '.join([*left, *alone])}.")
    for line in bout.game.book.spokesman.closing(bout.game.setting, bout.game.checkpoint):
        write(out, line)
    titles = dict(zip(bout.book.sides(bout.game.setting), view.sides, strict=True))
    outcome = f"{titles[summary.winner]} won" if summary.winner else "Nobody won"
    write(
        out,
        f"[bold]{outcome}[/]: {summary.reason}. {count(summary.turns, 'turn')}, "
        f"{count(summary.decisions, 'decision')}, hash {summary.hash}.",
    )
    write(out, f"[dim]The same battle again: {bout.command}[/]")
    if save is not None:
        write(out, f"Saved in {save}; see it again with: {program()} replay {save}")
    if pictures is not None:
        write(out, f"{count(pictures.drawn, 'picture')} in {pictures.folder}.")
