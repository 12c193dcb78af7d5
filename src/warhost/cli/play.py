"""`warhost play`: a person against the computer, or two at one keyboard."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from warhost.engine.book import Unknown
from warhost.engine.game import Game
from warhost.engine.player import Player
from warhost.engine.record import RecordError, load, reopen
from warhost.players.roster import PLAYERS, player

from .armies import army_option, setup_of, with_armies
from .battle import read_option
from .common import data_option, open_rulebook, seed_option
from .table import NEW_PAGE, PERSON, Table

STRONGEST = "tactician"
FRESH_LINE = "\r\033[K"
EXAMPLES = """\b
Examples:
  warhost play magnamund
  warhost play magnamund --scenario forest_road --side darklords --against random
  warhost play magnamund --hot-seat --manual-dice
  warhost play threeplains
  warhost play threeplains --scenario village --army mine.toml --army orcs_1000
  warhost play --resume warhost-magnamund.json

The battle is saved after every answer, by default as warhost-RULEBOOK.json in this folder. At the prompt
type ? for help.
"""


@click.command(epilog=EXAMPLES, short_help="Play a battle yourself.")
@click.argument("rulebook", required=False)
@click.option("--scenario", metavar="ID", help="Which one; see `warhost scenarios`.  [default: the first]")
@click.option("--side", metavar="NAME", help="The side you command.  [default: the first]")
@click.option("--against", type=click.Choice(list(PLAYERS)), help=f"Your opponent.  [default: {STRONGEST}]")
@army_option
@seed_option
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Where the battle is kept.")
@click.option("--no-save", is_flag=True, help="Keep nothing.")
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), help="Go on with a battle kept there.")
@click.option("--manual-dice", is_flag=True, help="You throw real dice and type them in.")
@click.option("--hot-seat", is_flag=True, help="Two people at one keyboard.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Play an optional rule.")
@click.option("--terminal", is_flag=True, help="Here and not in the browser: the usual way; see `warhost serve`.")
@data_option
def play(
    rulebook: str | None, scenario: str | None, side: str | None, against: str | None,
    armies: tuple[str, ...], seed: int, save: Path | None, no_save: bool, resume: Path | None,
    manual_dice: bool, hot_seat: bool, options: tuple[str, ...], terminal: bool, data: Path | None,
) -> None:  # fmt: skip
    """Play a battle of RULEBOOK at this terminal, against the computer or a friend beside you."""
    seats: tuple[str, ...] = ()
    if resume is not None:
        game, seats = _resumed(resume, rulebook)
    elif rulebook is not None:
        book = open_rulebook(rulebook, data)
        chosen = with_armies(book, dict(read_option(option) for option in options), armies, scenario)
        game = Game(book, setup_of(book, scenario, chosen), str(seed), manual=manual_dice)
    else:
        raise click.UsageError("name a rulebook, or a battle to --resume")
    if PERSON not in seats or side or against or hot_seat:
        seats = _seats(game, side, against, hot_seat)
    file = None if no_save else _file(game.book.id, save, resume)
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    adviser = player(STRONGEST, f"{game.seed}/adviser")
    converse(
        Table(game, _computers(game, seats), file=file, adviser=adviser, colour=colour, thinking=_sign_of_life)
    )


# --- laying the table ---------------------------------------------------------------------------------------


def _resumed(file: Path, name: str | None) -> tuple[Game[Any, Any], tuple[str, ...]]:
    kept = load(file)
    if name not in (None, kept.rulebook):
        raise RecordError(f"{file}: a battle of {kept.rulebook}, not of {name}")
    return reopen(kept), kept.players


def _seats(game: Game[Any, Any], side: str | None, against: str | None, hot_seat: bool) -> tuple[str, ...]:
    """Who sits where: the word for a person, or the name of a computer player."""
    sides = game.book.sides(game.setting)
    if hot_seat:
        return (PERSON,) * len(sides)
    if side is not None and side not in sides:
        raise Unknown(f"no side is called {side!r}; there are: {', '.join(sides)}")
    mine = sides.index(side) if side is not None else 0
    return tuple(PERSON if seat == mine else against or STRONGEST for seat in range(len(sides)))


def _computers(game: Game[Any, Any], seats: tuple[str, ...]) -> dict[int, Player]:
    return {seat: player(name, f"{game.seed}/{seat}") for seat, name in enumerate(seats) if name != PERSON}


def _file(book: str, save: Path | None, resume: Path | None) -> Path:
    """A new battle never takes the place of an old one unless its file is named; other files it never touches."""
    if save is not None:
        if save.exists() and not _is_record(save):
            raise click.UsageError(f"--save: {save} is there and is no battle; name another file")
        return save
    if resume is not None:
        return resume
    number, file = 1, Path(f"warhost-{book}.json")
    while file.exists():
        number += 1
        file = Path(f"warhost-{book}-{number}.json")
    return file


def _is_record(file: Path) -> bool:
    try:
        load(file)
    except RecordError:
        return False
    return True


# --- talking ------------------------------------------------------------------------------------------------


def converse(table: Table) -> None:
    """Lines in, text out, until the battle or the input ends."""
    try:
        _show(table.open())
        while not table.done:
            click.echo(table.prompt, nl=False)
            line = sys.stdin.readline()
            if not line:
                click.echo()
                break
            if not sys.stdin.isatty():  # so that a transcript shows what was answered
                click.echo(line.rstrip("\n"))
            _show(table.read(line))
    except KeyboardInterrupt:
        click.echo()
    if not table.done:
        _show(table.leave())


def _sign_of_life() -> None:
    if sys.stdout.isatty():
        click.echo(f"{FRESH_LINE}The other side thinks ...", nl=False)


def _show(text: str) -> None:
    """A form feed clears the screen, or at least draws a line where there is none to clear."""
    *_, page = text.rpartition(NEW_PAGE)
    if sys.stdout.isatty():
        click.echo(FRESH_LINE, nl=False)
    if NEW_PAGE in text:
        click.clear()
        click.echo("=" * 80)
    click.echo(page)
