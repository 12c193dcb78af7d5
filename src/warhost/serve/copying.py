"""A sound copy of all games of a folder, made while the server runs; and back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from .folder import DATABASE
from .tables import GAMES, LOG

ONE_FILE = "PRAGMA journal_mode=DELETE"


class NoCopy(Exception):
    """Why no copy could be made, and what to do about it."""


def back_up(folder: Path, copy: Path) -> int:
    """All games as they are at this moment, in one file. Gives how many there are.

    The copy appears under its name only when it is whole and sound.
    """
    source = folder / DATABASE
    if not source.exists():
        raise NoCopy(f"there are no games in {folder}. The folder of the server: --data-dir DIR")
    if copy.exists():
        raise NoCopy(f"{copy} is there already; nothing is written over")
    draft = copy.with_name(copy.name + ".part")
    try:
        _copied(source, draft)
        count = sound(draft)
        draft.rename(copy)
    except (OSError, sqlite3.Error) as error:
        raise NoCopy(f"{copy} could not be written ({error})") from None
    finally:
        draft.unlink(missing_ok=True)
    return count


def put_back(copy: Path, folder: Path) -> tuple[int, Path | None]:
    """Put a copy into a folder that no server holds. What was there is kept under another name, which is given back
    with the number of games."""
    count, place, kept = sound(copy), folder / DATABASE, None
    draft = place.with_name(place.name + ".part")
    try:
        _copied(copy, draft)
        if place.exists():
            _settle(place)
            kept = place.with_name(f"{place.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
            place.rename(kept)
        draft.rename(place)
    except (OSError, sqlite3.Error) as error:
        raise NoCopy(f"the games could not be put back ({error})") from None
    finally:
        draft.unlink(missing_ok=True)
    return count, kept


def sound(file: Path) -> int:
    """How many games a file holds. It is refused if it is damaged, or no database of games at all."""
    if not file.exists():
        raise NoCopy(f"there is no file {file}")
    try:
        with _opened(file) as database:
            said = database.execute("PRAGMA integrity_check").fetchone()[0]
            if said != "ok":
                raise NoCopy(f"{file} is damaged: {said:.200}")
            database.execute(f"SELECT 1 FROM {LOG.name} LIMIT 1")
            return int(database.execute(f"SELECT count(*) FROM {GAMES.name}").fetchone()[0])
    except sqlite3.Error as error:
        raise NoCopy(f"{file} holds no games of a server ({error})") from None


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file.absolute().as_uri() + "?mode=ro", uri=True)) as database:
        yield database


def _copied(source: Path, copy: Path) -> None:
    copy.unlink(missing_ok=True)
    copy.touch(0o600)  # it holds the seeds of dice that are still to fall
    with _opened(source) as games, closing(sqlite3.connect(copy)) as written:
        games.backup(written)
        written.execute(ONE_FILE)


def _settle(file: Path) -> None:
    """Bring what stands beside a database into it, so that it is whole in one file."""
    with closing(sqlite3.connect(file)) as database:
        database.execute(ONE_FILE)
