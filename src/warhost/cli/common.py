"""What several commands share: rulebooks with a player's own data, seeds, consoles, JSON."""

from __future__ import annotations

import secrets
import shutil
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.padding import Padding

from warhost.engine.book import Book
from warhost.engine.bounds import whole_number
from warhost.engine.rulebook import rulebook

LARGEST_SEED = 10**40 - 1


def _read_seed(ctx: click.Context, param: click.Parameter, value: str | None) -> int:
    """A whole number as it was given, or one that is short enough to be typed again."""
    if value is None:
        return secrets.randbelow(1_000_000)
    seed = whole_number(value, 0, LARGEST_SEED)
    if seed is None:
        why = f"expected a whole number such as 7, got {value!r:.60}"
        raise click.BadParameter(why, ctx, param)
    return seed


seed_option = click.option(
    "--seed", callback=_read_seed, metavar="N", help="The same seed fights the same battle.  [default: any]"
)
data_option = click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of your own data, such as encounters, heroes or boards.",
)


def open_rulebook(name: str, data: Path | None = None) -> Book[Any, Any]:
    """The rulebook of this name, with the player's own folder on top of its data."""
    return rulebook(name, data)


def program() -> str:
    """How this command is called from here: by its name, or where it stands if no path leads to it."""
    if shutil.which("warhost"):
        return "warhost"
    called = Path(sys.argv[0])
    return str(called) if called.name == "warhost" and not called.is_absolute() else "warhost"


def console() -> Console:
    return Console(highlight=False)


def write(out: Console, text: Any, indent: int = 0) -> None:
    """A paragraph: wrapped on a screen, one line in a file or a pipe."""
    if out.is_terminal:
        out.print(Padding(text, (0, 0, 0, indent), expand=False) if indent else text)
    else:
        out.print(" " * indent, text, sep="", soft_wrap=True)


def echo_json(value: Any) -> None:
    click.echo(msgspec.json.encode(value).decode())


def count(number: int, thing: str) -> str:
    """'1 file', '3 files'."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
