"""Which of several servers on one database holds which game: each is held by one of them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Protocol, TypeVar

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import insert

from .storage import GameEntry, NotStored
from .tables import HOLDERS

T = TypeVar("T")
PULSE = 1.0  # seconds between two looks whether the database still knows us
WATCHFUL = {"tcp_keepalives_idle": 5, "tcp_keepalives_interval": 2, "tcp_keepalives_count": 3}
"""So that the database misses a machine that has lost its power within some ten seconds."""
log = logging.getLogger(__name__)


class Elsewhere(Exception):
    """Another server holds it, to be reached at this address; none if it has not said so yet."""

    def __init__(self, address: str):
        super().__init__(f"held by {address or 'another server'}")
        self.address = address


class Holding(Protocol):
    async def take(self, unit: str) -> None:
        """Hold it from now on; raises Elsewhere if another server does."""
        ...

    def release(self, unit: str) -> None: ...

    async def close(self) -> None: ...


def unit_of(entry: GameEntry) -> str:
    """What is held as a whole: a game, or a campaign with all its battles."""
    return entry.campaign or entry.id


class Alone:
    """There is one server for this database."""

    async def take(self, unit: str) -> None:
        return

    def release(self, unit: str) -> None:
        return

    async def close(self) -> None:
        return


class Fellows:
    """Several servers on one PostgreSQL. What a server holds it has locked in a session of its own: when it dies
    its session ends, and with it the locks; whoever is asked for the game next takes it."""

    def __init__(self, url: str, address: str, lost: Callable[[], None]):
        self.address, self._lost = address, lost
        self._engine = sql.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sql.pool.NullPool)
        self._session: sql.Connection | None = None
        self._held = set[str]()
        self._thread = ThreadPoolExecutor(1, "holding")
        self._pulse = asyncio.create_task(self._beat())

    async def take(self, unit: str) -> None:
        if unit in self._held:
            return
        holder = await self._in_turn(self._locked, unit)
        if holder is not None:
            raise Elsewhere("" if holder == self.address else holder)
        self._held.add(unit)

    def release(self, unit: str) -> None:
        """It is no longer ours from this moment on, whenever the database hears of it."""
        if unit in self._held:
            self._held.discard(unit)
            self._thread.submit(self._unlocked, unit)

    async def close(self) -> None:
        self._pulse.cancel()
        await self._in_turn(self._part)
        self._thread.shutdown(wait=False)

    async def _in_turn(self, work: Callable[..., T], *args: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    async def _beat(self) -> None:
        """Without its session a server holds nothing any more, and must know it."""
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self._in_turn(self._looked)
            except NotStored:
                if self._held:
                    log.warning("the database has let go of all games here; whoever comes next takes them")
                self._held.clear()
                self._lost()

    # --- in the thread of the session ----------------------------------------------------------------------

    def _locked(self, unit: str) -> str | None:
        """Nothing if it is ours, or who holds it."""
        with self._connected() as session:
            if session.scalar(sql.select(sql.func.pg_try_advisory_lock(_key(unit)))):
                ours = insert(HOLDERS).values(unit=unit, address=self.address)
                session.execute(ours.on_conflict_do_update(index_elements=["unit"], set_={"address": self.address}))
                return None
            return session.scalar(sql.select(HOLDERS.c.address).where(HOLDERS.c.unit == unit)) or ""

    def _unlocked(self, unit: str) -> None:
        with suppress(NotStored), self._connected() as session:
            session.execute(sql.select(sql.func.pg_advisory_unlock(_key(unit))))

    def _looked(self) -> None:
        with self._connected() as session:
            session.execute(sql.text("select 1"))

    def _part(self) -> None:
        if self._session is not None:
            self._session.close()
        self._engine.dispose()

    @contextmanager
    def _connected(self) -> Iterator[sql.Connection]:
        try:
            if self._session is None:
                self._session = self._engine.connect()
                for name, value in WATCHFUL.items():
                    self._session.execute(sql.text(f"set {name} = {value}"))
            yield self._session
        except sql.exc.SQLAlchemyError as error:
            if self._session is not None:
                self._session.invalidate()
            self._session = None
            raise NotStored(str(error)) from error


def _key(unit: str) -> int:
    return int.from_bytes(hashlib.blake2b(unit.encode(), digest_size=8).digest(), "big", signed=True)
