"""A chronicle: one file that only grows, for whatever goes on over many games.

Every line is an entry: what kind it is, what it says, and a hash over it and all entries before it. So nothing is
lost or counted twice when a program is stopped between two of them: what was written is there, what was not is done
again. A last line that was never finished is cut off; a line that somebody has altered is found out and named.

    chronicle = Chronicle.begun(path, "founded", {"players": 4})
    chronicle.add("battle", {"winner": 2})
    Chronicle.opened(path).entries

A game kept in one (`Chronicled`) is on disk answer by answer: stopped anywhere and opened again, it goes on alike.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from .book import Book
from .data import DataError
from .game import Game
from .question import Answer, Refusal, Refused
from .rulebook import rulebook
from .unreadable import explained, not_json

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
        rest = raw[len(whole) :]
        last = cls._unended(path, rest, entries) if rest else None
        entries += [last] if last is not None else []
        if not entries:
            raise DataError(str(path), "", "expected a chronicle with at least one entry")
        if rest:
            with path.open("r+b") as file:
                if last is None:
                    file.truncate(len(whole))
                else:
                    file.seek(len(raw))
                    file.write(b"\n")
        return cls(path, entries)

    @classmethod
    def _unended(cls, path: Path, line: bytes, entries: list[Entry]) -> Entry | None:
        """A last line without its end: whole all the same if only an editor has taken the end away."""
        try:
            return cls._checked(path, len(entries), line, entries[-1].hash if entries else FIRST)
        except DataError:
            return None

    @staticmethod
    def _checked(path: Path, number: int, line: bytes, before: str) -> Entry:
        where = f"line {number + 1}"
        try:
            entry = msgspec.json.decode(line, type=Entry)
        except msgspec.ValidationError as error:
            raise DataError(str(path), where, f"expected an entry of a chronicle ({explained(error)})") from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise DataError(str(path), where, f"expected an entry of a chronicle ({not_json(error)})") from None
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


# --- a game kept in a chronicle -----------------------------------------------------------------------------------


class Founding(msgspec.Struct, frozen=True):
    """What a kept game began with, and who answers for each side: the name of a computer player, or a person."""

    rulebook: str
    setup: dict[str, Any]
    seed: str
    players: tuple[str, ...]


class Given(msgspec.Struct, frozen=True):
    side: int
    answer: Answer
    after: int = 0  # how many steps were over, for whoever reads the file


class Chronicled(Game[Any, Any]):
    """A game whose answers are on disk before anybody hears of them. What is written stands: nothing is undone."""

    def __init__(self, chronicle: Chronicle, founding: Founding, book: Book[Any, Any] | None = None):
        super().__init__(book or rulebook(founding.rulebook), founding.setup, founding.seed)
        self.chronicle, self.players = chronicle, founding.players
        self._reading = False

    @classmethod
    def begun(cls, path: Path, founding: Founding, book: Book[Any, Any] | None = None) -> Chronicled:
        return cls(Chronicle.begun(path, "founded", founding), founding, book)

    @classmethod
    def opened(cls, path: Path, book: Book[Any, Any] | None = None) -> Chronicled:
        """All answers given again; one that the rules do not bear is named by its line.

        `book` is for whoever has read the rulebook already.
        """
        chronicle = Chronicle.opened(path)
        game = cls._founded(chronicle, book)
        game._reading = True
        for entry in chronicle.entries[1:]:
            given = game._read(entry, "answer", Given)
            try:
                game.answer(given.answer, given.side)
                game.pending()
            except Exception as error:
                why = str(error) if isinstance(error, Refused) else f"the rules cannot go on from it ({error})"
                raise DataError(str(path), f"line {entry.number + 1}", why) from None
        game._reading = False
        return game

    @classmethod
    def _founded(cls, chronicle: Chronicle, book: Book[Any, Any] | None) -> Chronicled:
        first = chronicle.entries[0]
        try:
            if first.kind != "founded":
                raise ValueError(f"expected a founding, got {first.kind!r:.40}")
            game = cls(chronicle, msgspec.convert(first.data, Founding), book)
            sides = len(game.book.sides(game.setting))
            if len(game.players) != sides:
                raise ValueError(f"players: expected {sides}, got {len(game.players)}")
            return game
        except (ValueError, LookupError, TypeError) as error:
            raise DataError(str(chronicle.path), "line 1", f"no game begins so ({error})") from None

    def _read(self, entry: Entry, kind: str, made: type[Given]) -> Given:
        try:
            if entry.kind != kind:
                raise ValueError(f"expected an answer, got {entry.kind!r:.40}")
            return msgspec.convert(entry.data, made)
        except ValueError as error:
            raise DataError(str(self.chronicle.path), f"line {entry.number + 1}", str(error)) from None

    def answer(self, reply: Answer, side: int | None = None, at: int | None = None) -> None:
        asked = next((one for one in self.pending() if side is None or one.side == side), None)
        after = len(self.steps)
        super().answer(reply, side, at)
        if not self._reading:
            assert asked is not None
            self.chronicle.add("answer", Given(asked.side, reply, after))

    def undone(self, side: int | None = None) -> Game[Any, Any]:
        raise Refused(Refusal("", "what is written in a chronicle stands"))
