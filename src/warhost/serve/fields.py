"""The field of a scenario before anybody has come to it, for whoever chooses one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response

from warhost.draw.svg import svg
from warhost.engine.book import Book

if TYPE_CHECKING:
    from .lobby import Lobby

KEPT = {"Cache-Control": "max-age=3600"}


def sets_up(book: Book[Any, Any]) -> bool:
    """Whether players set up their sides before the first turn."""
    return book.setting_up(book.begin(book.setting(book.setup(None, {}))))


@lru_cache(maxsize=64)  # whoever looks through the fields asks again and again
def _drawn(book: Book[Any, Any], scenario: str) -> str | None:
    """A picture of it, where the ground is known before the battle begins."""
    setting = book.setting(book.setup(scenario, {}))
    view = book.view(setting, book.begin(setting), None)
    return svg(view) if view.board or (view.table and view.table.features) else None


async def picture(lobby: Lobby, request: Request) -> Response:
    book = await lobby.workers.study(lobby.book, request.path_params["book"])
    drawn = await lobby.workers.study(_drawn, book, request.path_params["scenario"])
    if drawn is None:
        return Response(status_code=204, headers=KEPT)
    return Response(drawn, media_type="image/svg+xml", headers=KEPT)
