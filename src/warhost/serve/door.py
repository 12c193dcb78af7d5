"""The door: a connection that does not come to the point is closed, and so is one at whose other end nobody reads;
and nobody has more of them than his share."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Limits, household
from .sharing import Relay

AGAIN = 0.05  # seconds until a connection that could not be handed on is tried again
MOST_LINE = 8 * 1024  # bytes of a request's first line
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # of a request: its head, or its body, has not come in full
LEAST_READ = 16 * 1024  # bytes that somebody reads while he is waited for


class Heeded:
    """A connection that is broken off when nobody reads at its other end. To close it would not do: that waits
    until all has gone out which was written."""

    loop: asyncio.AbstractEventLoop
    transport: Any
    patience: float
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)  # type: ignore[misc]
        transport.set_write_buffer_limits(0)  # so that we hear of whatever does not go out at once

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._listen()

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self._heard()

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        super().connection_lost(exc)  # type: ignore[misc]

    def _listen(self) -> None:
        self._heard()
        self._unread = self.loop.call_later(self.patience, self._look, self.transport.get_write_buffer_size())

    def _look(self, before: int) -> None:
        if self.transport.get_protocol() is not self:  # a request has become a socket, which listens for itself
            return
        if self.transport.get_write_buffer_size() > before - LEAST_READ:
            self.transport.abort()
        else:
            self._listen()

    def _heard(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


def wire(limits: Limits) -> type[WebSocketsSansIOProtocol]:
    """What uvicorn makes of a connection that becomes a socket."""

    class Wire(Heeded, WebSocketsSansIOProtocol):
        patience = limits.patience

    return Wire


def door(
    limits: Limits, proxies: tuple[str, ...] = (), relay: Relay | None = None, inner: int = 0
) -> type[H11Protocol]:
    """What uvicorn makes of every connection. Those of a proxy stand for many visitors.

    With a `relay` there are several processes, and whoever wants a game of another is handed on to it; at the port
    `inner` they themselves ask each other.
    """

    class Door(Heeded, H11Protocol):
        patience = limits.patience
        _hurry: asyncio.TimerHandle | None = None
        handed = b""  # what was read of a connection before it was handed on to here
        _begun = b""  # the beginning of a first line

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if self._crowded():
                transport.abort()
                return
            self._wait_for_request()
            if self.handed:  # before anything else is read of it
                self._take(self.handed)

        def _crowded(self) -> bool:
            if self._among_us():
                return False
            if len(self.connections) > limits.connections:
                return True
            address = self.client[0] if self.client else ""
            if address in proxies:
                return False
            clients, whose = [getattr(one, "client", None) for one in self.connections], household(address)
            return sum(1 for client in clients if client and household(client[0]) == whose) > limits.address

        def _among_us(self) -> bool:
            return bool(inner) and self.server is not None and self.server[1] == inner

        def data_received(self, data: bytes) -> None:
            if relay is not None and self._begins() and not self._among_us():
                data, self._begun = self._begun + data, b""
                if b"\n" not in data and len(data) < MOST_LINE:
                    self._begun = data
                    self._wait_for_request()
                    return
                place = relay.wanted_at(data)
                if place is not None:
                    self._hand_on(relay, place, data)
                    return
            self._take(data)

        def _begins(self) -> bool:
            """Whether nothing has been read of the next request, and all that was said before has gone out: what
            still waits would be lost with our hold of the connection."""
            at_rest = self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
            return at_rest and not self.transport.get_write_buffer_size()

        def _hand_on(self, relay: Relay, place: int, said: bytes) -> None:
            """The socket itself goes; what is closed here is only our hold of it."""
            if relay.hand_on(place, self.transport.get_extra_info("socket").fileno(), said):
                self._rest()
                self.transport.abort()
                return
            self._begun = said
            self.transport.pause_reading()
            self.loop.call_later(AGAIN, self._try_again)

        def _try_again(self) -> None:
            if not self.transport.is_closing():
                self.transport.resume_reading()
                self.data_received(b"")

        def _take(self, data: bytes) -> None:
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
