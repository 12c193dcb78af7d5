"""`warhost campaign`: warbands over many games, in one file.  [war.camp.linked]"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..rulebook import Warband
from .report import lines, page, sheet
from .season import BATTLES, Season, found

PATH = click.Path(dir_okay=False, path_type=Path)


@click.group(short_help="Keep warbands over many games.")
def campaign() -> None:
    """Found a campaign, let it go on, look at it. Everything is kept in FILE, which only grows."""


@campaign.command(short_help="Found a campaign.")
@click.argument("file", type=PATH)
@click.option(
    "--warband", "warbands", multiple=True, metavar="ROSTER", help="A ready roster or a file; two to four of them."
)
@click.option("--battles", default=BATTLES, show_default=True, help="How many rounds of battles.")
@click.option("--seed", default="1", show_default=True)
@click.option(
    "--players", default="tactician", show_default=True, help="Who answers, with commas between; one name for all."
)
@click.option("--title", default="A campaign in the ruined city", show_default=True)
def new(file: Path, warbands: tuple[str, ...], battles: int, seed: str, players: str, title: str) -> None:
    """Found a campaign of two to four warbands."""
    chosen = warbands or ("lantern_500", "unquiet_500", "gutter_500", "ash_500")
    names = [name.strip() for name in players.split(",")]
    names = names * len(chosen) if len(names) == 1 else names
    if len(names) != len(chosen):
        raise click.UsageError(f"--players: expected {len(chosen)} names, got {len(names)}")
    season = found(Warband(), file, chosen, battles, seed, names, title)
    click.echo(
        f"{title}: {len(season.ledgers)} warbands, {len(list(season.schedule))} battles to come, in {file}"
    )


@campaign.command(short_help="Let computers play it on.")
@click.argument("file", type=PATH)
@click.option("--battles", type=int, help="At most so many battles.  [default: all that are left]")
@click.option("--steps", type=int, help="At most so many entries, for stopping anywhere.")
def play(file: Path, battles: int | None, steps: int | None) -> None:
    """Let computers fight the battles that are left, and settle what comes after each."""
    season, wanted = Season.opened(Warband(), file), battles
    total = len(list(season.schedule))
    done = 0
    while not season.over and (steps is None or done < steps):
        if season.open is None:
            if wanted is not None:
                if not wanted:
                    break
                wanted -= 1
            click.echo(f"battle {len(season.battles) + 1} of {total} …", err=True)
        season.advance(computer())
        done += 1
    for line in lines(season):
        click.echo(line)


def computer() -> Callable[[str, str], Any]:
    """Players by name, without a clock: the same seed plays the same campaign."""
    from importlib import import_module

    made = import_module("warhost.players.roster").player
    return lambda name, seed: made(name, seed, float("inf"))


@campaign.command(short_help="See how it stands.")
@click.argument("file", type=PATH)
@click.option("--sheets", is_flag=True, help="With the sheet of every warband.")
@click.option("--html", type=PATH, help="Write a report with plots.")
def report(file: Path, sheets: bool, html: Path | None) -> None:
    """Standings, battles, and what became of everybody."""
    season = Season.opened(Warband(), file)
    for line in lines(season):
        click.echo(line)
    if sheets:
        for ledger in season.ledgers:
            for line in sheet(season, ledger):
                click.echo(line)
    if html is not None:
        html.parent.mkdir(parents=True, exist_ok=True)
        html.write_text(page(season), "utf8")
        click.echo(f"written to {html}")
