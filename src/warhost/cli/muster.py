"""`warhost muster`: whether an army is lawful, what it costs, and armies of chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from warhost.engine.book import Unknown
from warhost.engine.data import DataError, nearest
from warhost.engine.rulebook import installed
from warhost.engine.sheet import Sheet
from warhost.roster.bill import Bill, Breach, Measure
from warhost.roster.book import lists_of
from warhost.roster.lists import Lists, all_faults, find_roster, ready_rosters
from warhost.roster.page import sheet_page
from warhost.roster.roster import MOST_POINTS, Roster, roster_text

from .common import console, count, data_option, echo_json, open_rulebook, seed_option, write

UNLAWFUL, UNREADABLE = 1, 2
FILE = click.Path(dir_okay=False, path_type=Path)
SIZE = click.IntRange(1, MOST_POINTS)
EXAMPLES = """\b
Examples:
  warhost muster threeplains --list                     rosters that are ready to play
  warhost muster threeplains --army orcs                an army list
  warhost muster threeplains orcs_1000                  a ready roster, priced and checked
  warhost muster threeplains mine.toml --print mine.html
  warhost muster threeplains mine.toml --ally hers.toml
  warhost muster threeplains --random --army orcs --points 1000 --out mine.toml

\b
It exits with 0 if the army is lawful, 1 if it is not, 2 if the roster cannot be read.
"""


@click.command(epilog=EXAMPLES, short_help="Price, check, print and raise armies.")
@click.argument("rulebook")
@click.argument("roster", required=False)
@click.option("--list", "show_ready", is_flag=True, help="The rosters that are ready to play.")
@click.option("--army", metavar="ID", help="The army list to show, or to raise an army from.")
@click.option("--random", "by_chance", is_flag=True, help="Raise a lawful army of chance.")
@click.option("--points", type=SIZE, default=1000, show_default=True, help="The size of it.")
@seed_option
@click.option("--out", type=FILE, metavar="FILE", help="Write the roster of it.")
@click.option("--ally", "allies", multiple=True, metavar="ROSTER", help="Whoever shares the points of the side.")
@click.option("--print", "page", type=FILE, metavar="FILE.html", help="Write an army sheet for the table.")
@data_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def muster(
    ctx: click.Context, rulebook: str, roster: str | None, show_ready: bool, army: str | None, by_chance: bool,
    points: int, seed: int, out: Path | None, allies: tuple[str, ...], page: Path | None, data: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Price and check the army in ROSTER, a file or the name of a ready one, by the lists of RULEBOOK."""
    lists = army_lists(rulebook, data)
    if army is not None and army not in lists.armies():
        known = lists.armies()
        raise Unknown(f"no army list is called {army!r}{nearest(army, known)}; there are: {', '.join(known)}")
    if show_ready:
        show_rosters(lists, as_json)
    elif by_chance:
        if army is None:
            raise click.UsageError(f"which army? Add --army with one of: {', '.join(lists.armies())}", ctx)
        raised = lists.raise_army(army, points, str(seed))
        if out is not None:
            out.write_text(roster_text(raised), "utf8")
        ctx.exit(report(lists, raised, [], page, as_json, seed))
    elif roster is not None:
        ctx.exit(check(lists, roster, allies, page, as_json))
    elif army is not None:
        show_list(lists.army_sheet(army), page, as_json)
    else:
        raise click.UsageError("which roster? Name a file or a ready one, or see --list, --army and --random", ctx)


def army_lists(rulebook: str, data: Path | None = None) -> Lists:
    lists = lists_of(open_rulebook(rulebook, data))
    if lists is None:
        having = [name for name in sorted(installed()) if lists_of(open_rulebook(name)) is not None]
        raise Unknown(f"the rulebook {rulebook!r} has no army lists; these have: {', '.join(having)}")
    return lists


# --- one army -----------------------------------------------------------------------------------------------


def check(lists: Lists, name: str, allies: tuple[str, ...], page: Path | None, as_json: bool) -> int:
    """Read, then report; every fault that keeps a roster from being understood is told."""
    rosters = []
    faults: list[DataError] = []
    for each in (name, *allies):
        path, roster = find_roster(lists, each)
        faults += [DataError(path.name, key, expected) for key, expected in all_faults(lists, roster)]
        rosters.append(roster)
    for fault in faults:
        click.echo(f"warhost: {fault}", err=True)
    return UNREADABLE if faults else report(lists, rosters[0], rosters[1:], page, as_json)


def report(
    lists: Lists, roster: Roster, allies: list[Roster], page: Path | None, as_json: bool, seed: int | None = None
) -> int:
    bill, breaches = lists.bill(roster), lists.breaches(roster)
    if allies:
        breaches = [*breaches, *lists.breaches_together([roster, *allies])]
    if page is not None:
        page.write_text(sheet_page(lists.sheet(roster)), "utf8")
    if as_json:
        told: dict[str, Any] = {"roster": roster, "lawful": not breaches, "points": bill.points, "bill": bill}
        echo_json({**told, "breaches": breaches, "seed": seed})
    else:
        out = console()
        out.print(f"[bold]{escape(roster.name)}[/]  {lists.armies()[roster.army]}", soft_wrap=True)
        print_bill(out, bill)
        print_verdict(out, breaches)
        if seed is not None:
            out.print(f"[dim]seed {seed}[/]")
    return UNLAWFUL if breaches else 0


def print_bill(out: Console, bill: Bill) -> None:
    names = list(dict.fromkeys(name for line in bill.lines for name in line.shares))
    rows = [("id", "models", "points", *names, "")]
    for line in bill.lines:
        shares = [f"{line.shares[name]:g}" if line.shares.get(name) else "" for name in names]
        said = f"{line.title}: {line.detail}" if line.detail else line.title
        rows.append((line.id, str(line.models), str(line.points), *shares, said))
    widths = [max(len(row[column]) for row in rows) for column in range(len(names) + 3)]
    for id, *numbers, said in rows:
        aligned = "  ".join(f"{cell:>{width}}" for cell, width in zip(numbers, widths[1:], strict=True))
        out.print(escape(f"{id:<{widths[0]}}  {aligned}  {said}".rstrip()), soft_wrap=True)
    for measure in bill.measures:
        out.print(f"{measure.name}: {measure.spent:g}{_limits(measure)}", style="" if measure.kept else "bold red")


def _limits(measure: Measure) -> str:
    least = f", at least {measure.least:g}" if measure.least is not None else ""
    return least + (f", at most {measure.most:g}" if measure.most is not None else "")


def print_verdict(out: Console, breaches: list[Breach]) -> None:
    for breach in breaches:
        write(out, f"[bold red]not lawful:[/] {escape(str(breach))}")
    out.print(f"Not lawful: {count(len(breaches), 'thing')} to mend." if breaches else "Lawful.")


# --- lists --------------------------------------------------------------------------------------------------


def show_rosters(lists: Lists, as_json: bool) -> None:
    found = {id: find_roster(lists, str(path))[1] for id, path in ready_rosters(lists).items()}
    if as_json:
        echo_json([{"id": id, "name": r.name, "army": r.army, "points": r.points} for id, r in found.items()])
        return
    out = console()
    table = Table("roster", "army", "points", "name", box=None, pad_edge=False)
    for id, roster in sorted(found.items(), key=lambda one: (one[1].army, one[1].points)):
        table.add_row(id, roster.army, str(roster.points), escape(roster.name))
    out.print(table)


def show_list(sheet: Sheet, page: Path | None, as_json: bool) -> None:
    if page is not None:
        page.write_text(sheet_page(sheet), "utf8")
    if as_json:
        echo_json(msgspec.to_builtins(sheet))
        return
    out = console()
    out.print(f"[bold underline]{escape(sheet.title)}[/] ({escape(sheet.subtitle)})", soft_wrap=True)
    write(out, escape(sheet.text))
    for card in sheet.cards:
        cost = f"{card.points} points" + (f", {card.shares}" if card.shares else "")
        out.print(f"\n[bold]{card.id}[/]  {escape(card.title)}: {escape(card.detail)}; {cost}", soft_wrap=True)
        for row in card.rows:
            named = zip(sheet.columns[1:], row[1:], strict=True)
            numbers = "  ".join(f"{name} {cell}" for name, cell in named if cell)
            out.print(f"  {escape(row[0])}: {numbers}", soft_wrap=True)
        write(out, escape(", ".join(card.gear)), 2)
        for remark in card.remarks:
            write(out, f"[dim]{escape(remark)}[/]", 2)
