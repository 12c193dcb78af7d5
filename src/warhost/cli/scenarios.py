"""`warhost scenarios`: what can be played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console

from warhost.engine.book import Book
from warhost.engine.rulebook import installed
from warhost.roster.book import lists_of
from warhost.roster.lists import Lists, ready_rosters

from .common import console, data_option, echo_json, open_rulebook, program, write

EXAMPLES = """\b
Examples:
  warhost scenarios
  warhost scenarios magnamund --data my-encounters
  warhost scenarios threeplains             boards, and how to choose armies
"""


@click.command(epilog=EXAMPLES, short_help="List what can be played.")
@click.argument("rulebook", required=False)
@click.option("--json", "as_json", is_flag=True, help="A list of rulebooks with their scenarios and options.")
@data_option
def scenarios(rulebook: str | None, as_json: bool, data: Path | None) -> None:
    """List the scenarios and optional rules of RULEBOOK, or of all that are installed."""
    books = [open_rulebook(name, data) for name in ([rulebook] if rulebook else sorted(installed()))]
    if as_json:
        echo_json([
            {"id": book.id, "title": book.title, "scenarios": msgspec.to_builtins(book.scenarios()),
             "options": options_of(book)}
            for book in books
        ])  # fmt: skip
        return
    out = console()
    for book in books:
        describe(out, book)


def options_of(book: Book[Any, Any]) -> dict[str, tuple[str, ...]]:
    """The optional rules of a rulebook and what each may be, the usual way first."""
    return dict(book.options)


def describe(out: Console, book: Book[Any, Any]) -> None:
    out.print(f"[bold underline]{book.title}[/] ({book.id})")
    lists = lists_of(book)
    for scenario in book.scenarios():
        sides = f": {' against '.join(scenario.sides)}" if lists is None else ""
        out.print(f"\n  [bold]{scenario.id}[/]  {scenario.title}{sides}", soft_wrap=True)
        write(out, " ".join(scenario.story.split()), 4)
    if lists is not None:
        describe_armies(out, lists)
    options = {name: values for name, values in options_of(book).items() if values}
    if options:
        out.print("\n  Optional rules, for --option NAME=VALUE (the first value is the usual one):")
        for name, values in options.items():
            out.print(f"    {name}: {', '.join(values)}")
    out.print(f"\n  Watch one: {program()} battle {book.id} --scenario {book.scenarios()[0].id}\n", soft_wrap=True)


def describe_armies(out: Console, lists: Lists) -> None:
    """Who can fight there: the players bring their armies along."""
    ready, army = ready_rosters(lists), next(iter(lists.armies()))
    out.print("\n  Armies, with --army ROSTER for each side; both of the same points:")
    write(out, f"ready: {', '.join(ready)}", 4)
    write(out, f"by chance: {army}:500:7, a list, points and a seed; the lists: {', '.join(lists.armies())}", 4)
    write(out, f"your own: a file; see {program()} muster {lists.id}", 4)
