"""Who asks for much waits for himself: what is worked out for visitors is done in turn, for one address after the
other, however much each has asked for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from .errors import Wrong
from .labour import Labour

T = TypeVar("T")
MANY = "you have asked for much that is still being worked out; wait a moment"
asking: ContextVar[str] = ContextVar("asking", default="")
"""The address for which something is done: of whoever asks, or has opened the game that goes on by itself."""


class InTurn:
    """Labour of so many at a time. Of one address no more than so `many` wait for it, where there is a limit."""

    def __init__(self, labour: Labour, count: int, many: int | None = None):
        self._labour, self._free, self._many = labour, count, many
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # the next address first

    async def do(self, work: Callable[..., T], *args: Any, seconds: float = 0.0) -> T:
        await self._turn(asking.get())
        try:
            return await self._labour.do(work, *args, seconds=seconds)
        finally:
            self._next()

    async def close(self) -> None:
        """Whoever still waits does so in vain."""
        for turn in [turn for row in self._waiting.values() for turn in row]:
            turn.cancel()
        await self._labour.close()

    async def _turn(self, who: str) -> None:
        if self._free:
            self._free -= 1
            return
        if self._many is not None and len(self._waiting.get(who, ())) >= self._many:
            raise Wrong(429, MANY)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._gone(who, turn)
            raise

    def _gone(self, who: str, turn: asyncio.Future[None]) -> None:
        """Somebody waits no longer; if his turn has just come, it is the next one's."""
        if not turn.cancelled():
            self._next()
        elif turn in (row := self._waiting.get(who, deque())):
            row.remove(turn)
            if not row:
                del self._waiting[who]

    def _next(self) -> None:
        """Whoever has had his turn goes to the end of the row. Not all who were called off have gone yet."""
        while self._waiting:
            who = next(iter(self._waiting))
            row = self._waiting.pop(who)
            turn = row.popleft()
            if row:
                self._waiting[who] = row
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
