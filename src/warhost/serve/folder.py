"""The data folder of a server: held by one at a time, and nobody else's to read."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

DATABASE, LOCK = "warhost.db", "warhost.lock"
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
    try:
        _lock(lock)
    except OSError:
        lock.close()
        why = f"another server keeps its games in {folder}."
        raise NotHeld(f"{why} Stop it first, or give this one a folder of its own: --data-dir DIR") from None
    return lock


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
