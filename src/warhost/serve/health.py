"""For whoever runs the server: whether it lives, whether it can work, and what it has to do."""

from __future__ import annotations

import asyncio
from collections import Counter
from time import monotonic
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from .errors import Wrong
from .lobby import Lobby
from .passing import PASSED, asked_of
from .replies import Health
from .storage import NotStored

TEXT = "text/plain; version=0.0.4; charset=utf-8"
UP = "warhost_up_seconds"
_BEGUN = monotonic()


async def alive(lobby: Lobby, request: Request) -> Any:
    """It answers: nothing more is asked of anything."""
    return Health("alive")


async def ready(lobby: Lobby, request: Request) -> Any:
    """It can read its games, and its rulebooks are open."""
    try:
        await lobby.workers.study(lobby.storage.listed, 1)
    except NotStored:
        raise Wrong(503, "the games cannot be read") from None
    await lobby.offers()
    return Health("ready")


async def metrics(lobby: Lobby, request: Request) -> Response:
    """In the usual text format: https://prometheus.io/docs/instrumenting/exposition_formats.

    Several processes are one server: whichever is asked asks the others, and tells the sum.
    """
    storage, counted = lobby.storage, await _of_others(lobby, request)
    figures = (
        ("warhost_games_open", "gauge", "Games in memory", len(lobby.open_games)),
        ("warhost_guests", "gauge", "Players and watchers at all tables", sum(lobby.open_games.values())),
        ("warhost_rows_written_total", "counter", "Answers and what else is in the log of games", storage.appended),
        ("warhost_writes_failed_total", "counter", "What could not be written to disk", storage.failed),
        ("warhost_writes_waiting", "gauge", "What waits for the disk", storage.waiting),
        ("warhost_computer_faults_total", "counter", "Questions computer players failed at", lobby.faults.count),
    )
    up = _told(UP, "gauge", "How long the server has been running", round(monotonic() - _BEGUN, 1))
    told = [_told(name, kind, what, value + counted[name]) for name, kind, what, value in figures]
    return PlainTextResponse("".join((up, *told)), media_type=TEXT)


def _told(name: str, kind: str, what: str, value: float) -> str:
    return f"# HELP {name} {what}.\n# TYPE {name} {kind}\n{name} {value}\n"


async def _of_others(lobby: Lobby, request: Request) -> Counter[str]:
    """What the other processes of this server count, those left out that are just being begun again."""
    counted = Counter[str]()
    others = lobby.share.others if lobby.share and PASSED not in request.headers else []
    for told in await asyncio.gather(*(asked_of(request, address) for address in others)):
        lines = [line.split() for line in told.decode().splitlines() if line and not line.startswith(("#", UP))]
        counted.update({name: int(value) for name, value in lines})
    return counted
