"""Who may come in: requests that name this server, from its own pages, of a bearable size; with strict headers."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from warhost.engine.bounds import whole_number

from .errors import Wrong, body_of
from .limits import household
from .turns import asking

HERE = ("localhost", "127.0.0.1", "::1")
ANYWHERE = "*"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def _address(said: str) -> SplitResult | None:
    """An address in its parts; nothing if it is none, such as `//[`."""
    try:
        return urlsplit(said)
    except ValueError:
        return None


def _path(scope: Scope) -> str:
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


class Gate:
    """Turns away what a foreign page or a foreign name sends, before anything else looks at it."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], most: int, larger: dict[str, int] | None = None):
        self.app, self.most, self._larger = app, most, larger or {}
        self.hosts = {*HERE, *hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self._look_over(Headers(scope=scope), self._larger.get(_path(scope), self.most))
        except Wrong as wrong:
            await self._turn_away(scope, wrong, send)
            return
        asking.set(household(scope["client"][0]) if scope.get("client") else "")
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        await self._answer(scope, receive, send)

    def _look_over(self, headers: Headers, most: int) -> None:
        host = headers.get("host", "")
        named = _address(f"//{host}")
        if named is None or (ANYWHERE not in self.hosts and named.hostname not in self.hosts):
            raise Wrong(421, "this server is not called so")
        origin = headers.get("origin")
        page = _address(origin or "")
        if origin is not None and (page is None or page.netloc != host):
            raise Wrong(403, "only pages of this server may ask that")
        length = whole_number(headers.get("content-length", "0"), 0, most)
        if length is None or "chunked" in headers.get("transfer-encoding", "").lower():
            raise Wrong(413, f"a request has at most {most} bytes, and says how many")

    async def _turn_away(self, scope: Scope, wrong: Wrong, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": wrong.why})
            return
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": wrong.status, "headers": headers})
        await send({"type": "http.response.body", "body": body_of(wrong)})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if _path(scope).startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_guarded)
