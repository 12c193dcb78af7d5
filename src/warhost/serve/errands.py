"""What is begun is finished, though whoever asked for it has gone away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from warhost.engine.question import Refused

from .errors import Wrong
from .holding import Elsewhere
from .storage import NotStored

T = TypeVar("T")
MOST = 1000  # under way at once: whoever asks and drops cannot pile up more
FORESEEN = (Refused, Wrong, NotStored, Elsewhere)
log = logging.getLogger(__name__)


class Errands:
    """Work in tasks of its own. Whoever is cancelled while he waits for it stops waiting; the work goes on."""

    def __init__(self, what: str):
        self._what = what
        self._under_way: set[asyncio.Task[Any]] = set()

    @property
    def busy(self) -> bool:
        return bool(self._under_way)

    async def finish(self, work: Callable[..., Coroutine[Any, Any, T]], *args: Any) -> T:
        if len(self._under_way) >= MOST:
            raise Wrong(503, "too much is asked for at once; try again in a moment")
        task = asyncio.create_task(work(*args))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            await asyncio.wait([task])  # unlike awaiting the task itself, this does not cancel it
        except asyncio.CancelledError:
            task.add_done_callback(self._unheard)
            raise
        return task.result()

    def _unheard(self, task: asyncio.Task[Any]) -> None:
        """Nobody waits for it any more, so what went wrong must be said here."""
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, FORESEEN):
            log.error("%s: what was begun could not be finished", self._what, exc_info=error)

    async def settle(self, seconds: float) -> None:
        """Wait until all that was begun is done, or so long."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)
