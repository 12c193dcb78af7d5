"""Whoever drags a piece or wants a hint waits for no computer that thinks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from warhost.serve.workers import Workers

THINKERS = 2


@pytest.mark.parametrize("kind", ["judge", "glance", "study", "advise", "refer"])
def test_people_do_not_wait_for_computers(kind: str) -> None:
    enough = threading.Event()

    async def try_it() -> str:
        workers = Workers(THINKERS)
        busy = [asyncio.create_task(workers.think(enough.wait, 10)) for _ in range(3 * THINKERS)]
        try:
            work: Callable[..., str] = lambda: "done"  # noqa: E731
            return await asyncio.wait_for(getattr(workers, kind)(work), 5)
        finally:
            enough.set()
            await asyncio.gather(*busy)
            workers.close()

    assert asyncio.run(try_it()) == "done"
