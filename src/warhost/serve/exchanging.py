"""Games whose armies are still being written, on disk. A list that was handed in is never written over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager

import sqlalchemy as sql

from .tables import EXCHANGES, LISTS


class ExchangeKeeping:
    def __init__(
        self, write: Callable[..., Awaitable[None]], reading: Callable[[], AbstractContextManager[sql.Connection]]
    ):
        self._write, self._reading = write, reading

    def body(self, id: str) -> bytes | None:
        """What was agreed on."""
        with self._reading() as connection:
            found: bytes | None = connection.execute(
                sql.select(EXCHANGES.c.body).where(EXCHANGES.c.id == id)
            ).scalar()
        return found

    def lists(self, id: str) -> dict[int, str]:
        """The rosters that were handed in, by their sides."""
        with self._reading() as connection:
            found = connection.execute(sql.select(LISTS).where(LISTS.c.exchange == id)).all()
        return {row.side: row.roster for row in found}

    async def add(self, id: str, body: bytes) -> None:
        await self._write(sql.insert(EXCHANGES).values(id=id, body=body))

    async def fix(self, id: str, side: int, roster: str) -> None:
        """Fails if that side has handed in one before."""
        await self._write(sql.insert(LISTS).values(exchange=id, side=side, roster=roster))
