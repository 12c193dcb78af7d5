"""`warhost check-data`: whether data files are sound, and the schemas that help writing them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from warhost.engine.rulebook import Rulebook, installed

from .common import count, open_rulebook

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
EXAMPLES = """\b
Examples:
  warhost check-data                        what comes with the games
  warhost check-data my-army                your own folder, on top of a game's
  warhost check-data --schemas schemas      JSON Schemas, for editors that check while you type
"""


@click.command(epilog=EXAMPLES, short_help="Check data files.")
@click.argument("folder", metavar="[DIR]", required=False, type=FOLDER)
@click.option("--rulebook", metavar="ID", help="Whose data it is.  [default: all that are installed]")
@click.option("--schemas", type=click.Path(file_okay=False, path_type=Path), metavar="OUT", help="Write schemas.")
@click.pass_context
def check_data(ctx: click.Context, folder: Path | None, rulebook: str | None, schemas: Path | None) -> None:
    """List every fault of the data files of the games, or of your own folder DIR; none is good."""
    books = [open_rulebook(name) for name in ([rulebook] if rulebook else sorted(installed()))]
    if folder is not None and len(books) > 1:
        raise click.UsageError(f"whose data is it? Add --rulebook with one of: {', '.join(b.id for b in books)}")
    if schemas is not None:
        write_schemas(books, schemas)
    faults = [fault for book in books for fault in book.check_data(folder)]
    for fault in faults:
        click.echo(fault)
    if faults:
        click.echo(f"warhost: {count(len(faults), 'fault')} to mend before it can be played", err=True)
        ctx.exit(1)
    files = sum(len(data_files(folder or book.code / "data")) for book in books)
    click.echo(f"{count(files, 'file')} {'is' if files == 1 else 'are'} sound.")


def data_files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in (".toml", ".json")]


def write_schemas(books: list[Rulebook[Any, Any]], out: Path) -> None:
    for book in books:
        (out / book.id).mkdir(parents=True, exist_ok=True)
        for kind, schema in book.schemas().items():
            text = msgspec.json.format(msgspec.json.encode(schema), indent=2)
            (out / book.id / f"{kind}.schema.json").write_bytes(text + b"\n")
        click.echo(f"{count(len(book.schemas()), 'schema')} of {book.id} in {out / book.id}.")
