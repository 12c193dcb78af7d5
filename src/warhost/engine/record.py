"""A save, a replay and a bug report are one small JSON file: setup, seed, answers, and a hash after every step."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from .book import Book, Unknown
from .bounds import read_json
from .data import DataError
from .dice import commitment
from .game import Game, Step
from .question import Answer, Refused
from .rulebook import rulebook
from .unreadable import explained, not_json

FORMAT = "warhost-record"
VERSION = 1
NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError, DataError)
"""What rules raise that meet a setup, a state or an answer that no battle could have led to."""


class RecordError(ValueError):
    """A record that cannot be used; the message says where it fails and what was expected."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    rulebook: str
    rules: str  # the rulebook's version
    setup: dict[str, Any]
    seed: str
    commitment: str
    players: tuple[str, ...]
    steps: tuple[Step, ...]
    open: tuple[Answer, ...] = ()  # answers of a step under way
    manual: bool = False
    start: Any = None  # a state to begin from, where it is not the setup's own
    checksum: str = ""
    early: dict[int, Answer] = {}  # by side: answers to a question that others have not answered yet


def record(game: Game[Any, Any], players: tuple[str, ...] = ()) -> Record:
    made = Record(
        FORMAT, VERSION, game.book.id, game.book.version, dict(game.setup), game.seed, commitment(game.seed),
        players, tuple(game.steps), tuple(game.known), game.manual,
        msgspec.to_builtins(game.start) if game.start is not None else None, early=dict(game.early),
    )  # fmt: skip
    return msgspec.structs.replace(made, checksum=_checksum(made))


def save(made: Record, path: Path) -> None:
    """Write the whole file or nothing: a cut-off save never takes the place of a good one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.part")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
    draft.replace(path)


def load(path: Path) -> Record:
    try:
        plain = read_json(path)
    except OSError as error:
        raise RecordError(
            f"{path}: cannot be read ({error.strerror}); expected a record made with --save"
        ) from None
    except ValueError as error:
        raise RecordError(f"{path}: not a whole record; {not_json(error)}") from None
    try:
        return understood(plain)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def understood(plain: Any) -> Record:
    """A record from what was read of it."""
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise RecordError(f'not a record of Warhost; expected an object with "format": "{FORMAT}"')
    if plain.get("version") != VERSION:
        raise RecordError(
            f"version: {plain.get('version')!r} is not understood; this program reads version {VERSION}"
        )
    try:
        made = msgspec.convert(plain, Record, str_keys=True)
    except msgspec.ValidationError as error:
        raise RecordError(explained(error)) from None
    if made.checksum != _checksum_of(plain):
        raise RecordError("checksum: the file was altered after it was saved")
    return made


def reopen(
    made: Record, *, to: int | None = None, verify: bool = True, book: Book[Any, Any] | None = None
) -> Game[Any, Any]:
    """Run a record again, as far as asked, comparing every hash; the game goes on where it ended.

    `book` is for a record that was made with data files of the players' own.
    """
    if made.commitment != commitment(made.seed):
        raise RecordError("seed: it is not the one that was committed to when the game began")
    book = book or _rulebook_of(made)
    if to is not None and not 0 <= to <= len(made.steps):
        raise RecordError(f"step {to} is not in the record; it has steps 0 to {len(made.steps)}")
    game = _begun(made, book)
    for number, step in enumerate(made.steps[:to]):
        _run_step(game, number, step, made.rules if verify else None)
    if to is None and (made.open or made.early):
        game.known = list(made.open)
        try:
            game.pending()
            for side, answer in made.early.items():
                game.answer(answer, side)
        except Refused as refused:
            raise RecordError(f"open answers: {refused}") from None
        except NONSENSE as error:
            raise RecordError(f"open answers: {_unplayable(error)}") from None
    return game


def _begun(made: Record, book: Book[Any, Any]) -> Game[Any, Any]:
    try:
        setting = book.setting(made.setup)
    except NONSENSE as error:
        raise RecordError(f"setup: {_unplayable(error)}") from None
    try:
        start = book.restore(setting, made.start) if made.start is not None else None
        return Game(book, made.setup, made.seed, start=start, manual=made.manual, setting=setting)
    except NONSENSE as error:
        raise RecordError(f"start: {_unplayable(error)}") from None


def _unplayable(error: Exception) -> str:
    """For a record that somebody wrote or changed by hand."""
    return f"expected what a battle of this game has there{_because(error)}"


def _because(error: Exception) -> str:
    if isinstance(error, msgspec.ValidationError):
        return f" ({explained(error)})"
    if isinstance(error, KeyError):
        return f" ({' '.join(map(str, error.args))} is missing, or unknown)"
    return f" ({error})" if isinstance(error, ValueError | DataError) else ""


def _run_step(game: Game[Any, Any], number: int, step: Step, rules: str | None) -> None:
    """Run it by its answers; `rules` is the version it was made with, if it is to be verified.

    With other rules the state may have another shape, but the battle must tell the same.
    """
    try:
        done = game.run_step(step.answers)
    except (Refused, EOFError) as error:
        raise RecordError(f"step {number}: {error}{_versions(game, rules)}") from None
    except NONSENSE as error:
        raise RecordError(f"step {number}: {_unplayable(error)}{_versions(game, rules)}") from None
    if rules is None:
        return
    if step.tale and done.tale != step.tale:
        now = f"it tells something else than was recorded, namely: {_told(game)}"
        raise RecordError(f"step {number}: {now}{_versions(game, rules)}")
    if done.hash != step.hash and (not step.tale or rules == game.book.version):
        raise RecordError(
            f"step {number}: the state differs from the recorded one (hash {done.hash}, expected {step.hash}); "
            f"the record was made with other data or another version of the rules"
        )


def _told(game: Game[Any, Any]) -> str:
    """The last step in words."""
    book, said = game.book, []
    for told in game.told[-1]:
        said.append(book.narrate(game.setting, game.checkpoint, told.event) or type(told.event).__name__)
    return " ".join(said) or "nothing"


def _versions(game: Game[Any, Any], rules: str | None) -> str:
    if rules in (None, game.book.version):
        return ""
    return f"; it was made with version {rules} of the rules, these are version {game.book.version}"


def _rulebook_of(made: Record) -> Book[Any, Any]:
    try:
        return rulebook(made.rulebook)
    except Unknown as error:
        raise RecordError(str(error)) from None


def _checksum(made: Record) -> str:
    return _checksum_of(msgspec.json.decode(msgspec.json.encode(made)))


def _checksum_of(plain: dict[str, Any]) -> str:
    """Of what is written, not of what is read from it: older records lack some of that."""
    bare = {**plain, "checksum": ""}
    return hashlib.blake2b(msgspec.json.encode(bare, order="sorted"), digest_size=16).hexdigest()
