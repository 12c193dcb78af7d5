"""For whoever runs the server: whether it lives, whether it can work, and what it has to do."""

from __future__ import annotations

from time import monotonic
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from .errors import Wrong
from .lobby import Lobby
from .replies import Health
from .storage import NotStored

TEXT = "text/plain; version=0.0.4; charset=utf-8"
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
    """In the usual text format: https://prometheus.io/docs/instrumenting/exposition_formats."""
    storage = lobby.storage
    figures = (
        ("warhost_up_seconds", "gauge", "How long the server has been running", round(monotonic() - _BEGUN, 1)),
        ("warhost_games_open", "gauge", "Games in memory", len(lobby.open_games)),
        ("warhost_guests", "gauge", "Players and watchers at all tables", sum(lobby.open_games.values())),
        ("warhost_rows_written_total", "counter", "Answers and what else is in the log of games", storage.appended),
        ("warhost_writes_failed_total", "counter", "What could not be written to disk", storage.failed),
        ("warhost_writes_waiting", "gauge", "What waits for the disk", storage.waiting),
        ("warhost_computer_faults_total", "counter", "Questions computer players failed at", lobby.faults.count),
    )
    told = [f"# HELP {name} {what}.\n# TYPE {name} {kind}\n{name} {value}\n" for name, kind, what, value in figures]
    return PlainTextResponse("".join(told), media_type=TEXT)
