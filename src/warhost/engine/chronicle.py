"""A chronicle: one file that only grows, for whatever goes on over many games.

Every line is an entry: what kind it is, what it says, and a hash over it and all entries before it. So nothing is
lost or counted twice when a program is stopped between two of them: what was written is there, what was not is done
again. A last line that was never finished is cut off; a line that somebody has altered is found out and named.

    chronicle = Chronicle.begun(path, "founded", {"players": 4})
    chronicle.add("battle", {"winner": 2})
    Chronicle.opened(path).entries
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from .data import DataError

FIRST = "0" * 16


class Entry(msgspec.Struct, frozen=True):
    """One line: its number from 0, its kind, what it says, and the hash of all up to it."""

    number: int
    kind: str
    data: Any
    hash: str


def _hash(before: str, number: int, kind: str, data: Any) -> str:
    made = msgspec.json.encode([before, number, kind, data], order="deterministic")
    return blake2b(made, digest_size=8).hexdigest()


class Chronicle:
    def __init__(self, path: Path, entries: list[Entry]):
        self.path, self.entries = path, entries

    @classmethod
    def begun(cls, path: Path, kind: str, data: Any) -> Chronicle:
        """A new file; one that is there already is not touched."""
        if path.exists():
            raise DataError(str(path), "", "expected a name that is not taken; this file is there already")
        path.parent.mkdir(parents=True, exist_ok=True)
        chronicle = cls(path, [])
        chronicle.add(kind, data)
        return chronicle

    @classmethod
    def opened(cls, path: Path) -> Chronicle:
        """Everything that was written, looked over line by line."""
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise DataError(str(path), "", f"expected a chronicle that can be read ({error.strerror})") from None
        whole = raw[: raw.rfind(b"\n") + 1]
        entries: list[Entry] = []
        for number, line in enumerate(whole.splitlines()):
            entries.append(cls._checked(path, number, line, entries[-1].hash if entries else FIRST))
        if not entries:
            raise DataError(str(path), "", "expected a chronicle with at least one entry")
        if len(whole) < len(raw):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        return cls(path, entries)

    @staticmethod
    def _checked(path: Path, number: int, line: bytes, before: str) -> Entry:
        where = f"line {number + 1}"
        try:
            entry = msgspec.json.decode(line, type=Entry)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise DataError(str(path), where, f"expected an entry of a chronicle ({error})") from None
        if entry.number != number or entry.hash != _hash(before, number, entry.kind, entry.data):
            raise DataError(str(path), where, "this entry, or one before it, is not as it was written")
        return entry

    def add(self, kind: str, data: Any) -> Entry:
        """On disk before anybody hears of it."""
        plain = msgspec.json.decode(msgspec.json.encode(data))
        number, before = len(self.entries), self.entries[-1].hash if self.entries else FIRST
        entry = Entry(number, kind, plain, _hash(before, number, kind, plain))
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(entry) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.entries.append(entry)
        return entry
