"""The door: a connection that does not come to the point is closed, and nobody has more of them than his share."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import Limits

UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # of a request: its head, or its body, has not come in full


def door(limits: Limits, proxies: tuple[str, ...] = ()) -> type[H11Protocol]:
    """What uvicorn makes of every connection. Those of a proxy stand for many visitors."""

    class Door(H11Protocol):
        _hurry: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if self._crowded():
                transport.abort()
                return
            self._wait_for_request()

        def _crowded(self) -> bool:
            if len(self.connections) > limits.connections:
                return True
            address = self.client[0] if self.client else ""
            if address in proxies:
                return False
            clients = [getattr(one, "client", None) for one in self.connections]
            return sum(1 for client in clients if client and client[0] == address) > limits.address

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state in UNFINISHED and self.transport.get_protocol() is self:  # no socket yet
                self._wait_for_request()
            else:
                self._rest()

        def connection_lost(self, exc: Exception | None) -> None:
            self._rest()
            super().connection_lost(exc)

        def _wait_for_request(self) -> None:
            """From its first byte on; more bytes do not lengthen it."""
            if self._hurry is None:
                self._hurry = self.loop.call_later(limits.patience, self.transport.close)

        def _rest(self) -> None:
            if self._hurry is not None:
                self._hurry.cancel()
                self._hurry = None

    return Door
