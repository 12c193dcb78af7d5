"""Games on disk. A game is its setup, its seed and the answers so far; what was accepted is never lost.

Nothing is ever taken out of the log: an answer that is taken back stays, followed by the note that it was. One
thread writes; what comes while it waits for the disk goes into its next transaction. What was handed to it is
written, whoever has stopped waiting for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext
from queue import SimpleQueue
from threading import Thread
from typing import Any, Literal

import msgspec
import sqlalchemy as sql

from warhost.engine.book import Result

from .clock import Clock, Ticking
from .exchanging import ExchangeKeeping
from .seatkeeping import Handover, SeatKeeping, handed_over
from .tables import GAMES, LOG, META, STANDINGS, Bound, bound, given

Kind = Literal["answer", "chance", "standing", "aide", "undo", "claim", "unreadable"]
"""An `aide` is the computer that sets up for a player."""
CAMPAIGN = "campaign "
"""What the source of a battle begins with that belongs to a campaign; the id of the campaign follows."""
log = logging.getLogger(__name__)


class SeatEntry(msgspec.Struct, frozen=True):
    """Who sits at a side: a person known by the hash of a secret, or a computer."""

    hash: str = ""
    level: str = ""
    seconds: float = 1.0

    @property
    def computer(self) -> bool:
        return bool(self.level)


class GameEntry(msgspec.Struct, frozen=True):
    """All that a game begins with. `start` is a state to begin from, where it is not the setup's own."""

    id: str
    title: str
    rulebook: str
    setup: dict[str, Any]
    seed: str
    seats: tuple[SeatEntry, ...]
    made: float
    listed: bool = True
    start: Any = None
    source: str = ""  # the game and the step this one was forked from, or the campaign it belongs to
    clock: Clock | None = None
    record: Any = None  # a record from a file, which is only looked at

    @property
    def campaign(self) -> str:
        """The id of the campaign whose battle it is."""
        return self.source.removeprefix(CAMPAIGN) if self.source.startswith(CAMPAIGN) else ""

    @property
    def who(self) -> list[str]:
        """Who sits where, in a word each."""
        return [seat.level if seat.computer else "person" for seat in self.seats]


# Made here, since threads must not meet a struct for the first time at once.
_ENTRIES = msgspec.json.Decoder(GameEntry)


class Row(msgspec.Struct, frozen=True):
    """One thing that happened: an answer of a side, or how many answers were kept when it took some back.

    `chance` is an answer that was drawn for a computer that failed to think of one, `standing` one that a player
    gave in advance; a `claim` is of the win, when the time of the other side is up. `unreadable` is never written,
    but found where the database was damaged.
    """

    number: int
    kind: Kind
    side: int
    what: Any
    at: float


class UndoWish(msgspec.Struct, frozen=True):
    """A side would like to take back its last answer, and these have not yet said whether it may."""

    side: int
    waits_for: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True):
    """How far a game has come and who must answer, for lists; it follows from the answers. Only a wish to take one
    back does not: it is kept here, since whoever is asked may come days later.

    Games of earlier versions do not say who must answer. `seen`, `since` and `clocks` have for each seat, and at
    last for watchers, whose answers are awaited as far as it may know, since when that is so, and the clock as it
    was then: nobody learns by them what others are asked in secret.
    """

    turn: int
    over: bool
    at: float
    waiting: tuple[int, ...] | None = None
    phase: str = ""
    sides: tuple[str, ...] = ()
    result: Result | None = None
    seen: tuple[tuple[int, ...], ...] = ()
    since: tuple[float, ...] = ()
    clocks: tuple[Ticking, ...] = ()
    clock: Ticking | None = None
    undo: UndoWish | None = None

    def clock_of(self, seat: int | None) -> Ticking | None:
        return self.clocks[-1 if seat is None else seat] if self.clocks else None


class _More(msgspec.Struct, frozen=True):
    """What a standing has beyond its columns."""

    phase: str = ""
    sides: tuple[str, ...] = ()
    result: Result | None = None
    seen: tuple[tuple[int, ...], ...] = ()
    since: tuple[float, ...] = ()
    clocks: tuple[Ticking, ...] = ()
    clock: Ticking | None = None
    undo: UndoWish | None = None


_MORE = msgspec.json.Decoder(_More)


_STOOD = ("turn", "over", "at", "waiting", "more")
_LAST = sql.select(sql.func.coalesce(sql.func.max(LOG.c.number), -1)).where(LOG.c.game == given(LOG.c.game))
_FOLLOWS = _LAST.scalar_subquery() == given(LOG.c.number) - 1
# Put together once: to build them anew for every answer took more time than all else that is done with one.
_APPEND = sql.insert(LOG).from_select(
    [column.name for column in LOG.c], sql.select(*(given(column) for column in LOG.c)).where(_FOLLOWS)
)
_STANDS = {name: given(STANDINGS.c[name]) for name in _STOOD}
_FIRST_STANDING = sql.insert(STANDINGS).values(game=given(STANDINGS.c.game), **_STANDS)
_NEXT_STANDING = sql.update(STANDINGS).where(STANDINGS.c.game == given(STANDINGS.c.game)).values(**_STANDS)


class _Write(msgspec.Struct, frozen=True):
    statements: list[Any]
    about: str
    done: Future[None]
    once: bool  # it may be there already: then it is no fault that it cannot be written


class NotStored(Exception):
    """Something could not be written, or not be read: a full disk, a locked or lost database."""


class Storage:
    """The games of one database, by its URL. Several processes write to one file in `turn`."""

    def __init__(self, url: str, turn: AbstractContextManager[Any] | None = None):
        self.url, self._turn = url, turn or nullcontext()
        # A server of its own may have been restarted; and what was answered is no business of the error log.
        self._engine = sql.create_engine(url, pool_pre_ping=True, hide_parameters=True)
        if self._engine.dialect.name == "sqlite":
            sql.event.listen(self._engine, "connect", _careful)
        with self._engine.begin() as connection:
            if self._engine.dialect.name == "postgresql":  # several servers may begin at once
                connection.execute(sql.select(sql.func.pg_advisory_xact_lock(0)))
            META.create_all(connection)
        self._catch_up()
        self.seats = SeatKeeping(self._write, self._reading)
        self.exchanges = ExchangeKeeping(self._write, self._reading)
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._closed = False
        self.appended = self.failed = 0  # since the start, for whoever runs the server
        self._writer = Thread(target=self._write_on, name="storage", daemon=True)
        self._writer.start()

    def _catch_up(self) -> None:
        """A database of an earlier version gets the columns it lacks."""
        there = {column["name"] for column in sql.inspect(self._engine).get_columns(STANDINGS.name)}
        for column in (STANDINGS.c.waiting, STANDINGS.c.more):
            if column.name not in there:
                kind = column.type.compile(self._engine.dialect)
                self._commit([sql.text(f"ALTER TABLE standings ADD COLUMN {column.name} {kind}")])

    def close(self) -> None:
        self._closed = True
        self._queue.put(None)
        self._writer.join()
        self._engine.dispose()

    @property
    def waiting(self) -> int:
        """How much waits for the disk."""
        return self._queue.qsize()

    # --- writing -------------------------------------------------------------------------------------------

    async def add_game(self, entry: GameEntry) -> None:
        """Of two who begin the same game at once, the second is told that it is not stored."""
        body = msgspec.json.encode(entry)
        added = sql.insert(GAMES).values(id=entry.id, body=body, listed=entry.listed, made=entry.made)
        await self._write(added, about=f"game {entry.id}", once=True)

    async def append(self, game: str, row: Row, standing: Standing, handover: Handover | None = None) -> None:
        """Returns when the row is on disk. It is written only after the one before it: a log has no gaps."""
        added = {**msgspec.structs.asdict(row), "game": game, "what": msgspec.json.encode(row.what)}
        stands = {"game": game, **_columns(standing)}
        calls = handed_over(game, handover) if handover else []
        standings = _NEXT_STANDING if row.number else _FIRST_STANDING
        await self._write(bound(_APPEND, **added), bound(standings, **stands), *calls, about=f"game {game}")
        self.appended += 1

    async def stand(self, game: str, standing: Standing) -> None:
        """How a game stands, though nothing was added to its log."""
        await self._write(bound(_NEXT_STANDING, game=game, **_columns(standing)), about=f"game {game}")

    async def _write(self, *statements: Any, about: str = "", once: bool = False) -> None:
        if self._closed:
            raise NotStored("the server is being stopped")
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()  # from here on nobody can call it off
        self._queue.put(_Write(list(statements), about, done, once))
        await asyncio.wrap_future(done)

    def _write_on(self) -> None:
        """A writer that fails is said, and begins anew: nobody ever waits for one that is gone."""
        while True:
            try:
                self._write_until_closed()
            except BaseException:
                log.critical("the writer of games failed; it begins anew", exc_info=True)
            else:
                return

    def _write_until_closed(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = [first], False
            while not self._queue.empty() and not last:
                more = self._queue.get()
                last = more is None
                batch += [more] if more is not None else []
            try:
                self._write_batch(batch)
            finally:
                for write in batch:
                    if not write.done.done():
                        write.done.set_exception(NotStored("the writer failed"))
            if last:
                break

    def _write_batch(self, batch: list[_Write]) -> None:
        """All in one transaction; if one of them fails, each in its own, so that the others are kept."""
        try:
            self._commit([statement for write in batch for statement in write.statements])
        except Exception as error:  # whoever waits must hear of it, whatever it was
            if len(batch) == 1:
                if not (batch[0].once and isinstance(error, sql.exc.IntegrityError)):
                    log.exception("%s could not be written", batch[0].about or "something")
                    self.failed += 1
                batch[0].done.set_exception(NotStored(str(error)))
                return
            for write in batch:
                self._write_batch([write])
            return
        for write in batch:
            write.done.set_result(None)

    def _commit(self, statements: Sequence[Any]) -> None:
        with self._turn, self._engine.begin() as connection:
            for one in statements:
                statement, values = one if isinstance(one, Bound) else (one, None)
                if connection.execute(statement, values).rowcount == 0 and statement.is_insert:
                    raise NotStored("the row before this one is not there, or one after it is")

    # --- reading -------------------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[sql.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except sql.exc.SQLAlchemyError as error:
            raise NotStored(str(error)) from error

    def game(self, id: str) -> GameEntry | None:
        with self._reading() as connection:
            found = connection.execute(sql.select(GAMES.c.body).where(GAMES.c.id == id)).scalar()
        return None if found is None else _ENTRIES.decode(found)

    def rows(self, game: str) -> list[Row]:
        wanted = sql.select(LOG).where(LOG.c.game == game).order_by(LOG.c.number)
        with self._reading() as connection:
            found = connection.execute(wanted).all()
        return [_read_row(row) for row in found]

    def listed(self, most: int) -> list[tuple[GameEntry, Standing | None]]:
        """The newest games that may be watched by anybody."""
        return self._standing(lambda found: found.where(GAMES.c.listed).order_by(GAMES.c.made.desc()).limit(most))

    def named(self, ids: Sequence[str]) -> list[tuple[GameEntry, Standing | None]]:
        """Those of these games that there are, the newest first."""
        return self._standing(lambda found: found.where(GAMES.c.id.in_(ids)).order_by(GAMES.c.made.desc()))

    def _standing(self, chosen: Callable[[Any], Any]) -> list[tuple[GameEntry, Standing | None]]:
        wanted = sql.select(GAMES.c.id, GAMES.c.body, STANDINGS).outerjoin(
            STANDINGS, GAMES.c.id == STANDINGS.c.game
        )
        with self._reading() as connection:
            found = connection.execute(chosen(wanted)).all()
        return [line for row in found if (line := _read_line(row)) is not None]


def _read_row(row: Any) -> Row:
    try:
        kind: Kind = msgspec.convert(row.kind, Kind)
        return Row(row.number, kind, row.side, msgspec.json.decode(row.what), row.at)
    except (msgspec.DecodeError, msgspec.ValidationError, TypeError):
        return Row(row.number, "unreadable", 0, None, 0.0)


def _read_line(row: Any) -> tuple[GameEntry, Standing | None] | None:
    """A game for the list; one that is damaged is left out and keeps no other from being seen."""
    try:
        return _ENTRIES.decode(row.body), _read_standing(row)
    except (msgspec.DecodeError, TypeError):
        log.error("game %s: what it began with cannot be read", row.id)
        return None


def _read_standing(row: Any) -> Standing | None:
    if row.turn is None:
        return None
    written = [] if row.waiting is None else [side for side in row.waiting.split(",") if side]
    known = row.waiting is not None and all(side.isdecimal() for side in written)
    more = msgspec.structs.asdict(_read_more(row.more))
    return Standing(row.turn, row.over, row.at, tuple(map(int, written)) if known else None, **more)


def _read_more(written: bytes | None) -> _More:
    try:
        return _MORE.decode(written) if written else _More()
    except msgspec.DecodeError:
        return _More()


def _columns(standing: Standing) -> dict[str, Any]:
    waiting = None if standing.waiting is None else ",".join(map(str, standing.waiting))
    more = _More(*(getattr(standing, name) for name in _More.__struct_fields__))
    return {
        "turn": standing.turn, "over": standing.over, "at": standing.at, "waiting": waiting,
        "more": msgspec.json.encode(more),
    }  # fmt: skip


def _careful(connection: Any, record: Any) -> None:
    """A power cut loses nothing that was accepted; readers never wait for the writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
