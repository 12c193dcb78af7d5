"""`warhost fortress`: fortresses of Three Plains priced in siege points, checked and drawn."""

from __future__ import annotations

from pathlib import Path

import click
from rich.markup import escape

from warhost.cli.common import console, data_option, echo_json, write
from warhost.cli.muster import UNLAWFUL, print_bill, print_verdict
from warhost.draw.svg import svg
from warhost.draw.text import board_text
from warhost.roster.bill import Breach

from ..armies.lists import load_armies
from ..armies.muster import ThreePlainsLists
from .account import left_over
from .drawing import fortress_view
from .fortress import Fortress, find_fortress, ready_fortresses
from .garrison import find_garrison, garrison_breaches
from .train import Train, find_train, train_bill, train_breaches
from .works import defenders_points

FILE = click.Path(dir_okay=False, path_type=Path)
EXAMPLES = """\b
Examples:
  warhost fortress                          fortresses that are ready
  warhost fortress twin_towers              a ready one, priced, checked and drawn
  warhost fortress mine.toml --svg mine.svg
  warhost fortress twin_towers --garrison ready
  warhost fortress --train black_tide       what besiegers buy, priced and checked

\b
It exits with 0 if fortress and train are lawful, 1 if they are not, 2 if a file cannot be read.
"""


@click.command(epilog=EXAMPLES, short_help="Price, check and draw fortresses of Three Plains.")
@click.argument("fortress", required=False)
@click.option("--garrison", metavar="ROSTER", help="Who holds it: a file, the name of a roster, or 'ready'.")
@click.option("--train", metavar="NAME", help="A siege train: a file, or the name of a ready one.")
@click.option("--svg", "picture", type=FILE, metavar="FILE.svg", help="Write a picture of it.")
@data_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def fortress(
    ctx: click.Context, fortress: str | None, garrison: str | None, train: str | None, picture: Path | None,
    data: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Price and check FORTRESS, a file or the name of a ready one; without it, list those that are ready."""
    if garrison is not None and fortress is None:
        raise click.UsageError("--garrison: which fortress does it hold?", ctx)
    if fortress is None and train is None:
        _list(data, as_json)
        return
    breaches = list[Breach]()
    if fortress is not None:
        found = find_fortress(fortress, load_armies(data), data)
        if picture is not None:
            picture.write_text(svg(fortress_view(found)), "utf8")
        (_tell if as_json else _show)(found)
        breaches += found.breaches
        if garrison is not None:
            breaches += _show_garrison(found, garrison, ThreePlainsLists(data), as_json)
    if train is not None:
        breaches += _show_train(find_train(train, ThreePlainsLists(data), data), as_json)
    ctx.exit(UNLAWFUL if breaches else 0)


def _show_garrison(found: Fortress, wanted: str, lists: ThreePlainsLists, as_json: bool) -> list[Breach]:
    roster = find_garrison(wanted, found, lists)
    bill, breaches = lists.bill(roster), garrison_breaches(found, roster, lists)
    if as_json:
        echo_json({"garrison": roster, "lawful": not breaches, "points": bill.points, "bill": bill,
                   "breaches": breaches})  # fmt: skip
        return breaches
    out = console()
    out.print(f"[bold]{escape(roster.name)}[/]  {escape(lists.armies()[roster.army])}", soft_wrap=True)
    print_bill(out, bill)
    print_verdict(out, breaches)
    return breaches


def _show_train(train: Train, as_json: bool) -> list[Breach]:
    bill, breaches = train_bill(train), train_breaches(train)
    if as_json:
        echo_json({"train": train.entry, "lawful": not breaches, "siege_points": bill.points, "bill": bill,
                   "breaches": breaches})  # fmt: skip
        return breaches
    out = console()
    out.print(f"[bold]{escape(train.entry.title)}[/]  {escape(train.roster.name)}", soft_wrap=True)
    print_bill(out, bill)
    print_verdict(out, breaches)
    return breaches


def _list(data: Path | None, as_json: bool) -> None:
    armies = load_armies(data)
    ready = {name: find_fortress(name, armies, data) for name in ready_fortresses(data)}
    if as_json:
        echo_json([{"id": name, "title": one.entry.title, "besiegers": one.entry.besiegers,
                    "siege_points": one.bill.points} for name, one in ready.items()])  # fmt: skip
        return
    for name, one in ready.items():
        size = f"against {one.entry.besiegers} points, {one.bill.points} siege points"
        click.echo(f"{name}  {one.entry.title}: {size}")


def _tell(found: Fortress) -> None:
    echo_json({
        "fortress": found.entry, "lawful": not found.breaches, "siege_points": found.bill.points,
        "bill": found.bill, "breaches": found.breaches, "left_over": left_over(found.bill),
        "length": found.layout.length, "width": found.layout.width, "depth": found.layout.depth,
        "places": found.places.all(), "ways": found.places.ways,
    })  # fmt: skip


def _show(found: Fortress) -> None:
    out, entry = console(), found.entry
    out.print(f"[bold]{escape(entry.title)}[/]  {escape(found.army.title)}", soft_wrap=True)
    write(out, escape(" ".join(entry.story.split())))
    out.print(board_text(fortress_view(found), colour=True))
    print_bill(out, found.bill)
    own = defenders_points(entry.besiegers)
    gained = left_over(found.bill)
    out.print(f"Besiegers {entry.besiegers} points, Defenders {own} and {gained} from left-over siege points.")
    print_verdict(out, found.breaches)
