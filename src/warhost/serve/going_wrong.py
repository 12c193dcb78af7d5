"""Whatever goes wrong with a request, as the reply to it."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route

from warhost.engine.data import one_of

from .errors import Wrong, body_of
from .match import NOT_WRITTEN
from .storage import NotStored

NOTHING_HERE = "there is nothing at this address; /api/openapi.json has all there are"


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, Wrong)
    return Response(body_of(error), error.status, media_type="application/json")


async def _not_stored(request: Request, error: Exception) -> Response:
    return Response(body_of(Wrong(507, NOT_WRITTEN)), 507, media_type="application/json")


async def _not_served(request: Request, error: Exception) -> Response:
    """No such address, or not to be asked so: told like everything else that is wrong."""
    assert isinstance(error, HTTPException)
    ways = _ways(request)
    if ways and request.method not in ways:
        why = f"expected {one_of(ways)}, got {request.method:.40}"
        return Response(body_of(Wrong(405, why)), 405, {"Allow": ", ".join(ways)}, "application/json")
    why = NOTHING_HERE if error.status_code == 404 else error.detail
    return Response(body_of(Wrong(error.status_code, why)), error.status_code, error.headers, "application/json")


def _ways(request: Request) -> list[str]:
    """How the address may be asked: one route alone does not know of the others that lead to it."""
    routes = [one for one in request.app.routes if isinstance(one, Route)]
    return sorted(
        {way for one in routes if one.matches(request.scope)[0] is not Match.NONE for way in one.methods or ()}
    )


async def _gone(request: Request, error: Exception) -> Response:
    """Whoever asked has gone before he had said all; nobody hears this."""
    return Response(status_code=400)


HANDLERS = {Wrong: _wrong, NotStored: _not_stored, HTTPException: _not_served, ClientDisconnect: _gone}
