"""`warhost restore`: the games of a copy, back in their place."""

from __future__ import annotations

from pathlib import Path

import click

from warhost.serve.copying import NoCopy, put_back
from warhost.serve.folder import NotHeld, hold

from .backup import FOLDER
from .serve import data_folder

EXAMPLES = """\b
Examples:
  warhost restore games-monday.db
  warhost restore --data-dir /srv/warhost /backups/warhost.db

The server must be stopped. The games that were there before are kept beside, under another name.
"""


@click.command(epilog=EXAMPLES, short_help="Put a copy of all games back.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@FOLDER
def restore(file: Path, data_dir: Path | None) -> None:
    """Put the games of a copy in the place of those that are there."""
    folder = data_dir or data_folder()
    try:
        with hold(folder):
            count, kept = put_back(file, folder)
    except (NoCopy, NotHeld) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{count} games are back in {folder}" + (f"; those before are in {kept}" if kept else ""))
