"""A request for a game that another server holds is passed on to it, and its answer back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import TypeVar
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection as Asked
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from .errors import Wrong
from .holding import Elsewhere

T = TypeVar("T")
PASSED = "x-warhost-passed"
PAUSES = (0.1, 0.3, 0.6, 1.0, 2.0, 3.0)  # seconds: a server that has died is missed within a few of them
PATIENCE = 60.0  # seconds for an answer
COME_BACK, ABNORMAL = 1013, 1006
OK = 200
OWN = {"connection", "keep-alive", "transfer-encoding", "upgrade", "content-length", "server", "date"}
"""Headers of the connection and not of what is said on it."""
GONE = "the server that held this game has gone; look whether it was done, and try again"
NOBODY = "the game is on its way to another server; come back in a moment"


class Unreachable(Exception):
    """Whoever holds it does not answer; nothing was asked of him."""


async def wherever(
    asked: Asked, here: Callable[[], Awaitable[T]], there: Callable[[str], Awaitable[T]]
) -> T:
    """Here, or at the server that holds the game; if that one has just gone, by whoever takes it over.

    What has been passed on once is not passed on again: then the game is on its way somewhere else.
    """
    for pause in PAUSES:
        try:
            return await here()
        except Elsewhere as holder:
            if PASSED in asked.headers:
                break
            with suppress(Unreachable):
                return await there(holder.address)
        await asyncio.sleep(pause)
    raise Wrong(503, NOBODY)


async def passed_on(request: Request, address: str) -> Response:
    path = _path(request)
    target = f"{path}?{request.url.query}" if request.url.query else path
    headers = {name: value for name, value in request.headers.items() if name not in OWN}
    headers |= _signed(request)
    return await asyncio.to_thread(_answered, address, request.method, target, headers, await request.body())


async def asked_of(request: Request, address: str) -> bytes:
    """What another says to the same request; nothing if it cannot now."""
    headers = {"host": request.headers["host"], **_signed(request)}
    with suppress(Unreachable, Wrong):
        told = await asyncio.to_thread(_answered, address, request.method, _path(request), headers, b"")
        return bytes(told.body) if told.status_code == OK else b""
    return b""


def _path(asked: Asked) -> str:
    """As a proxy would ask for it: without the path under which it has the servers."""
    return asked.url.path.removeprefix(asked.scope.get("root_path", ""))


def _signed(asked: Asked) -> dict[str, str]:
    """That it was passed on, and for whom."""
    return {PASSED: "1", "x-forwarded-for": asked.client.host if asked.client else ""}


def _answered(address: str, method: str, target: str, headers: dict[str, str], body: bytes) -> Response:
    place = urlsplit(address)
    there = HTTPConnection(place.hostname or "", place.port or 80, timeout=PATIENCE)
    try:
        there.connect()
    except OSError as error:
        raise Unreachable from error
    try:
        there.request(method, target, body, headers)
        answer = there.getresponse()
        said = {name: value for name, value in answer.getheaders() if name.lower() not in OWN}
        return Response(answer.read(), answer.status, said)
    except (OSError, HTTPException):
        raise Wrong(503, GONE) from None
    finally:
        there.close()


async def pass_socket(socket: WebSocket, address: str) -> None:
    """All that either says to the other, until one of them goes."""
    place, query = urlsplit(address), socket.url.query
    uri = f"ws://{socket.headers['host']}{_path(socket)}?{query}"
    origin = Origin(socket.headers["origin"]) if "origin" in socket.headers else None
    try:
        there = await connect(
            uri, host=place.hostname, port=place.port or 80, origin=origin, additional_headers=_signed(socket),
            compression=None, max_size=None, proxy=None,
        )  # fmt: skip
    except (OSError, WebSocketException, TimeoutError) as error:
        raise Unreachable from error
    async with there:
        ways = [asyncio.create_task(_outward(socket, there)), asyncio.create_task(_homeward(socket, there))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _outward(socket: WebSocket, there: ClientConnection) -> None:
    with suppress(ConnectionClosed, WebSocketDisconnect):
        while (message := await socket.receive())["type"] == "websocket.receive":
            said = message.get("text")
            await there.send(said if said is not None else message.get("bytes") or b"")


async def _homeward(socket: WebSocket, there: ClientConnection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the visitor has gone
        with suppress(ConnectionClosed):
            async for said in there:
                await (socket.send_text(said) if isinstance(said, str) else socket.send_bytes(said))
        code, why = there.close_code, there.close_reason
        await (socket.close(COME_BACK, NOBODY) if code in (None, ABNORMAL) else socket.close(code, why))
