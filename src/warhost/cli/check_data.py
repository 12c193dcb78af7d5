"""`warhost check-data`: whether data files are sound, and the schemas that help writing them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from warhost.engine.book import Book
from warhost.engine.data import DataError
from warhost.engine.rulebook import installed
from warhost.roster.book import lists_of
from warhost.roster.lists import Lists, all_faults
from warhost.roster.roster import read_roster

from .common import count, open_rulebook

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
LOOKED_AT = 4000  # bytes of a file: a roster names its rulebook at its head
NAMED = re.compile(rb'^rulebook\s*=\s*"(\w+)"', re.MULTILINE)
EXAMPLES = """\b
Examples:
  warhost check-data                        what comes with the games
  warhost check-data my-army                your own folder, on top of the data of the game it is made for
  warhost check-data --schemas schemas      JSON Schemas, for editors that check while you type
"""


@click.command(epilog=EXAMPLES, short_help="Check data files.")
@click.argument("folder", metavar="[DIR]", required=False, type=FOLDER)
@click.option("--rulebook", metavar="ID", help="Whose data it is.  [default: all; of DIR, as it is laid out]")
@click.option("--schemas", type=click.Path(file_okay=False, path_type=Path), metavar="OUT", help="Write schemas.")
@click.pass_context
def check_data(ctx: click.Context, folder: Path | None, rulebook: str | None, schemas: Path | None) -> None:
    """List every fault of the data files of the games, or of your own folder DIR; none is good."""
    books = [open_rulebook(name) for name in ([rulebook] if rulebook else sorted(installed()))]
    if folder is not None:
        books = laid_out_like(books, folder)
    if schemas is not None:
        write_schemas(books, schemas)
    faults = [fault for book in books for fault in (*book.check_data(folder), *roster_faults(book, folder))]
    for fault in faults:
        click.echo(fault)
    if faults:
        click.echo(f"warhost: {count(len(faults), 'fault')} to mend before it can be played", err=True)
        ctx.exit(1)
    files = sum(len(data_files(folder or book.code / "data")) for book in books)
    click.echo(f"{count(files, 'file')} {'is' if files == 1 else 'are'} sound.")


def laid_out_like(books: list[Book[Any, Any]], folder: Path) -> list[Book[Any, Any]]:
    """The one rulebook that its files name, or else whose own data has the most folders of the same names; whoever
    names a rulebook need not care."""
    if len(books) == 1:
        return books
    named = _named_in(folder)
    inside = {path.name for path in folder.iterdir() if path.is_dir()}
    alike = {book.id: sum((book.code / "data" / name).is_dir() for name in inside) for book in books}
    most = max(alike.values())
    found = [book for book in books if (book.id in named if named else most and alike[book.id] == most)]
    if len(found) != 1:
        raise click.UsageError(f"whose data is it? Add --rulebook with one of: {', '.join(b.id for b in books)}")
    return found


def _named_in(folder: Path) -> set[str]:
    """The rulebooks that its rosters say they are for; what cannot be read says nothing here."""
    texts = [path.read_bytes()[:LOOKED_AT] for path in sorted(folder.glob("rosters/*.toml"))]
    return {found[1].decode() for text in texts for found in NAMED.finditer(text)}


def roster_faults(book: Book[Any, Any], folder: Path | None) -> Iterator[str]:
    """What is wrong with rosters/ of a folder, or with those that come with the game; a line each."""
    lists = lists_of(book if folder is None else open_rulebook(book.id, folder))
    if lists is None or not _readable(lists):
        return
    for path in sorted(((folder or book.code / "data") / "rosters").glob("*.toml")):
        try:
            roster = read_roster(path)
        except DataError as fault:
            yield f"rosters/{path.name}: {fault.key}: {fault.expected}"
            continue
        if faults := all_faults(lists, roster):
            yield from (f"rosters/{path.name}: {key}: {expected}" for key, expected in faults)
        else:
            broken = lists.breaches(roster)
            yield from (f"rosters/{path.name}: {found.where}: {found.why} [{found.rule}]" for found in broken)


def _readable(lists: Lists) -> bool:
    """Whether the army lists can be used at all; if not, their own faults have been told."""
    try:
        return bool(lists.armies())
    except DataError:
        return False


def data_files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.suffix in (".toml", ".json")]


def write_schemas(books: list[Book[Any, Any]], out: Path) -> None:
    for book in books:
        (out / book.id).mkdir(parents=True, exist_ok=True)
        for kind, schema in book.schemas().items():
            text = msgspec.json.format(msgspec.json.encode(schema), indent=2)
            (out / book.id / f"{kind}.schema.json").write_bytes(text + b"\n")
        click.echo(f"{count(len(book.schemas()), 'schema')} of {book.id} in {out / book.id}.")
