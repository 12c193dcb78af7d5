"""The data folder of a server: held by one at a time, and nobody else's to read."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import sleep
from typing import IO

DATABASE, LOCK, TURN = "warhost.db", "warhost.lock", "warhost.turn"
PAUSES = (0.05, 0.1, 0.2, 0.3)  # seconds
OWNER_ONLY = 0o077  # what is taken from everybody else


class NotHeld(Exception):
    """Why a server cannot keep its games there, and what to do about it."""


def hold(folder: Path) -> IO[str]:
    """Keep others out for as long as the file that is given back is open; the end of the process closes it, too."""
    os.umask(OWNER_ONLY)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("a+")
        for file in folder.glob(f"{DATABASE}*"):  # of a version that left them open to others
            file.chmod(0o600)
    except OSError as error:
        raise NotHeld(f"{folder} cannot be written to ({error.strerror}). Another folder: --data-dir DIR") from None
    if not _in_time(lock):
        lock.close()
        why = f"another server keeps its games in {folder}."
        raise NotHeld(f"{why} Stop it first, or give this one a folder of its own: --data-dir DIR")
    return lock


def _in_time(lock: IO[str]) -> bool:
    """The processes of a server that was killed end a moment after it."""
    for pause in (*PAUSES, None):
        try:
            _lock(lock)
        except OSError:
            if pause is None:
                return False
            sleep(pause)
        else:
            break
    return True


class Turn:
    """One process at a time writes to the database; whoever dies while it is his turn loses it.

    SQLite has a lock of its own, but who waits for that one sleeps and looks again, and may be passed over.
    """

    def __init__(self, folder: Path):
        self._file = (folder / TURN).open("a+")

    def __enter__(self) -> None:
        _lock(self._file, wait=True)

    def __exit__(self, *why: object) -> None:
        _unlock(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str], wait: bool = False) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)

    def _unlock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str], wait: bool = False) -> None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
