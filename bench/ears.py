"""Sockets that cost next to nothing, so that those who play by the hundred leave the machine to the server.

They speak no more of the WebSocket protocol than a server of Warhost does: text, pings and an end, never in parts.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from os import urandom

TEXT, END, PING, PONG = 1, 8, 9, 10
NO_MASK = bytes(4)  # a client must mask what it sends; nobody says that the mask must change anything
Hear = Callable[[bytes], None]


class Ears(asyncio.Protocol):
    """One socket. What is said is handed to `hear`; who has no use for it does not even look at it."""

    def __init__(self, hear: Hear | None) -> None:
        self._hear, self._heard, self._let_in = hear, bytearray(), False
        self._passing = 0  # bytes of a message that nobody looks at
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if not self.gone.done():
            self.gone.set_result(None)

    def ask(self, host: str, path: str) -> None:
        """The handshake."""
        key = b64encode(urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: Upgrade", "Upgrade: websocket"]
        lines += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", ""]
        self.transport.write("\r\n".join(lines).encode())

    def say(self, words: bytes, kind: int = TEXT) -> None:
        size = len(words)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        self.transport.write(bytes([0x80 | kind]) + length + NO_MASK + words)

    def data_received(self, data: bytes) -> None:
        if self._passing >= len(data):
            self._passing -= len(data)
            return
        self._heard += data[self._passing :]
        self._passing = 0
        if self._let_in or self._welcomed():
            self._take()

    def _welcomed(self) -> bool:
        end = self._heard.find(b"\r\n\r\n")
        if end < 0:
            return False
        self._let_in = self._heard.startswith(b"HTTP/1.1 101")
        del self._heard[: end + 4]
        if not self._let_in:
            self.transport.close()
        return self._let_in

    def _take(self) -> None:
        """All that has come whole, and of what nobody listens to also a part."""
        heard, at = self._heard, 0
        while len(heard) - at >= 10 or (len(heard) - at >= 2 and heard[at + 1] < 126):
            kind, size, begins = heard[at] & 15, heard[at + 1], at + 2
            if size >= 126:
                begins += 2 if size == 126 else 8
                size = int.from_bytes(heard[at + 2 : begins])
            unheard = kind == TEXT and self._hear is None
            if begins + size > len(heard) and not unheard:
                break
            at = begins + size
            if not unheard:
                self._heed(kind, bytes(heard[begins:at]))
        self._passing = max(0, at - len(heard))
        del heard[:at]

    def _heed(self, kind: int, words: bytes) -> None:
        if kind == TEXT and self._hear is not None:
            self._hear(words)
        elif kind == PING:
            self.say(words, PONG)
        elif kind == END:
            self.transport.close()


async def ears(host: str, path: str, address: str, hear: Hear | None = None) -> Ears:
    """A socket at a path of a server, from an address of this machine."""
    name, _, port = host.partition(":")
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(lambda: Ears(hear), name, int(port), local_addr=(address, 0))
    made.ask(host, path)
    return made
