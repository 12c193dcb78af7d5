"""`warhost campaign`: heroes, bands or armies over many games, kept in one file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from warhost.draw.annals import lines, page, party_lines
from warhost.engine.book import Unknown
from warhost.engine.campaign import Account, Campaign
from warhost.engine.chronicle import Chronicled, Founding
from warhost.engine.player import Player
from warhost.engine.question import Order
from warhost.engine.record import RecordError
from warhost.engine.rulebook import campaign_of, installed, rulebook
from warhost.players.roster import PLAYERS, player
from warhost.roster.page import sheet_page

from .battle import read_option
from .campaigning import STRONGEST, Enough, Field, Sitting, Watch, looked_into
from .common import program
from .play import converse
from .table import PERSON, Table

PATH = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
EXAMPLES = """\b
Examples:
  warhost campaign new city.jsonl                       four computers, four rounds of battles
  warhost campaign new city.jsonl --players person,tactician --army lantern_500 --army ash_500
  warhost campaign next city.jsonl                      the next battle, and what comes after it
  warhost campaign verify city.jsonl                    did its battles end as it says?
  warhost campaign new city.jsonl --option battles=20 --play --html report.html
  warhost campaign new island.jsonl --rulebook threeplains --play --html report.html

Everything is kept in FILE, which only grows: a campaign can be stopped anywhere and taken up again.
"""


@click.group(epilog=EXAMPLES, short_help="Keep armies over many games.")
def campaign() -> None:
    """Found a campaign, fight its battles, settle what comes after each, look at it."""


@campaign.command(short_help="Found a campaign.")
@click.argument("file", type=PATH)
@click.option("--rulebook", "book", metavar="ID", help="Whose campaign.  [default: that for most players]")
@click.option("--army", "armies", multiple=True, metavar="ROSTER", help="For each player a ready roster or a file.")
@click.option("--players", default="tactician", show_default=True,
              help=f"{', '.join(PLAYERS)} or {PERSON}, with commas between; one word for all.")  # fmt: skip
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Such as battles=8.")
@click.option("--seed", default="1", show_default=True, help="The same seed and answers, the same campaign.")
@click.option("--title", default="")
@click.option("--play", "at_once", is_flag=True, help="Let computers play it to its end at once.")
@click.option("--html", type=PATH, help="With --play: write the report with its plots there.")
def new(
    file: Path, book: str | None, armies: tuple[str, ...], players: str, options: tuple[str, ...], seed: str,
    title: str, at_once: bool, html: Path | None,
) -> None:  # fmt: skip
    """Found a campaign."""
    kind = _offered(book)
    chosen = armies or tuple(kind.starting)
    setup = kind.found(chosen, dict(read_option(option) for option in options), title)
    game = Chronicled.begun(file, Founding(kind.id, setup, seed, _players(players, len(chosen))))
    _show(lines(_account(game)))
    if at_once:
        _go_on(game, None)
        _report(game, html)


def _offered(book: str | None) -> Campaign[Any, Any]:
    if book is not None:
        return campaign_of(rulebook(book))
    found = [one for name in sorted(installed()) if (one := rulebook(name).campaign) is not None]
    if not found:
        raise Unknown("no rulebook here has campaigns")
    return max(found, key=lambda one: len(one.starting))


def _players(said: str, number: int) -> tuple[str, ...]:
    names = [name.strip() for name in said.split(",")]
    names = names * number if len(names) == 1 else names
    if len(names) != number:
        raise click.UsageError(f"--players: expected {number} names, got {len(names)}")
    for name in names:
        if name not in (*PLAYERS, PERSON):
            raise click.UsageError(f"--players: expected {', '.join(PLAYERS)} or {PERSON}, got {name!r:.40}")
    return tuple(names)


@campaign.command("next", short_help="Fight the next battle, and settle what comes after it.")
@click.argument("file", type=PATH)
@click.option("--battles", default=1, show_default=True, help="So many battles.")
def next_(file: Path, battles: int) -> None:
    """Fight the next battle: computers at once, people here. Then what comes after it is settled step by step."""
    game = _opened(file)
    _go_on(game, battles)
    _show(lines(_account(game)))


@campaign.command(short_help="Fight all battles that are left.")
@click.argument("file", type=PATH)
@click.option("--html", type=PATH, help="Write the report with its plots there.")
def play(file: Path, html: Path | None) -> None:
    """Fight on to the end, and report."""
    game = _opened(file)
    _go_on(game, None)
    _report(game, html)


@campaign.command(short_help="See how it stands.")
@click.argument("file", type=PATH)
@click.option("--all", "in_full", is_flag=True, help="With everybody and his story.")
def show(file: Path, in_full: bool) -> None:
    """Standings, battles, and what is asked next. How its battles ended is taken as it is written."""
    game = _opened(file)
    account = _account(game)
    _show(lines(account))
    for party in account.parties if in_full else ():
        _show(party_lines(party))
    for question in game.pending():
        click.echo(f"Next: {question.asked(game.book.spokesman.names(game.setting, game.state))}")
    if any(one.stands == "fought" for one in account.pairings):
        click.echo(f"As it is written; whether its battles ended so: {program()} campaign verify {file}")


@campaign.command(short_help="Print the sheets of all players.")
@click.argument("file", type=PATH)
@click.argument("folder", type=FOLDER)
def sheets(file: Path, folder: Path) -> None:
    """Write a sheet to print for every player into FOLDER."""
    game = _opened(file)
    folder.mkdir(parents=True, exist_ok=True)
    for side in range(len(_account(game).parties)):
        sheet = game.book.spokesman.sheet(game.setting, game.state, side, side)
        if sheet is None:
            raise Unknown(f"{game.book.title} has no sheets")
        path = folder / f"{side + 1}.html"
        path.write_text(sheet_page(sheet), "utf8")
        click.echo(f"{sheet.title}: {path}")


@campaign.command(short_help="Report, with plots.")
@click.argument("file", type=PATH)
@click.option("--html", type=PATH, help="Write it as a page with plots.")
def report(file: Path, html: Path | None) -> None:
    """What became of everybody."""
    _report(_opened(file), html)


@campaign.command(short_help="See whether its battles ended as it says.")
@click.argument("file", type=PATH)
def verify(file: Path) -> None:
    """Fight all battles of computers again, read those of people off their records, and compare. Another version of
    this program may fight otherwise."""
    game = _opened(file)
    fought = [one.number for one in _account(game).pairings if one.stands == "fought"]
    found = looked_into(game, _kind(game), 1, _progress(len(fought)))
    for number in sorted({*fought} - {*found}):
        click.echo(f"battle {number}: people fought it, and its record is not beside the file")
    click.echo(f"{len(found)} of {len(fought)} battles ended as it says.")


# --- going on -----------------------------------------------------------------------------------------------------


def _opened(file: Path) -> Chronicled:
    """With the last battle as its record says, if people fought it. A record of other rules says nothing."""
    game = Chronicled.opened(file)
    fought = sum(one.stands == "fought" for one in _account(game).pairings)
    try:
        looked_into(game, _kind(game), fought, None)
    except RecordError as wrong:
        click.echo(f"Battle {fought} cannot be looked into: {wrong}", err=True)
    return game


def _account(game: Chronicled) -> Account:
    game.pending()
    account: Account = _kind(game).account(game.setting, game.checkpoint)
    return account


def _kind(game: Chronicled) -> Campaign[Any, Any]:
    if not isinstance(game.book, Campaign):
        raise Unknown(f"{game.chronicle.path}: expected a campaign, got a game of {game.book.title}")
    return game.book


def _show(told: Iterable[str]) -> None:
    for line in told:
        click.echo(line)


def _report(game: Chronicled, html: Path | None) -> None:
    account = _account(game)
    _show(lines(account))
    if html is not None:
        html.parent.mkdir(parents=True, exist_ok=True)
        html.write_text(page(account), "utf8")
        click.echo(f"The report is in {html}.")


class CampaignTable(Table):
    """What is settled between battles by people at this keyboard; every answer is in the chronicle already."""

    def leave(self) -> str:
        self.done = True
        assert isinstance(self.game, Chronicled)
        path = self.game.chronicle.path
        return f"All is kept in {path}. Go on with: {program()} campaign next {path}"

    def _answered(self, line: str, words: list[str]) -> str:
        """What is asked for as a text, such as a roster, may be named by its file."""
        if isinstance(self.question, Order) and line.endswith(".toml") and Path(line).is_file():
            return self._submit(Path(line).read_text("utf8", errors="replace"))
        return super()._answered(line, words)


def _go_on(game: Chronicled, battles: int | None) -> None:
    """Computers answer at once, people at this keyboard; after so many battles it is enough."""
    kind = _kind(game)
    people = [side for side, name in enumerate(game.players) if name == PERSON]
    field = Field(game, kind, battles, _progress(len(_account(game).pairings)), _fought_here)
    computers: dict[int, Player] = {
        **{side: Sitting(game, side, name) for side, name in enumerate(game.players) if name != PERSON},
        kind.field(game.setting): field,
    }
    try:
        if people:
            converse(CampaignTable(game, computers, adviser=player(STRONGEST, f"{game.seed}/adviser")))
        else:
            game.advance(computers)
    except Enough as stopped:
        if str(stopped):
            click.echo(str(stopped))


def _progress(battles: int) -> Watch:
    return lambda number, words: click.echo(f"battle {number} of {battles}: {words}", err=True)


def _fought_here(table: Table) -> bool:
    """Whether the people at this keyboard fought their battle to its end."""
    converse(table)
    return table.game.result is not None
