"""`warhost backup`: all games of a server in one file."""

from __future__ import annotations

from pathlib import Path

import click

from warhost.serve.copying import NoCopy, back_up

from .serve import data_folder

FOLDER = click.option(
    "--data-dir", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Where the server keeps its games.  [default: your data folder]",
)  # fmt: skip
EXAMPLES = """\b
Examples:
  warhost backup games-monday.db
  warhost backup --data-dir /srv/warhost /backups/warhost.db

The server may run meanwhile. Games in PostgreSQL are copied with that database's own pg_dump.
"""


@click.command(epilog=EXAMPLES, short_help="Copy all games of a server into one file, while it runs.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@FOLDER
def backup(file: Path, data_dir: Path | None) -> None:
    """Make a sound copy of all games, also of a server that is running."""
    try:
        count = back_up(data_dir or data_folder(), file)
    except NoCopy as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{count} {'game is' if count == 1 else 'games are'} in {file}")
