"""Several processes of one server on one machine: each holds the games whose ids fall to its share.

They share the listener, so that anybody may come to any of them. Whoever asks for a game of another is handed on
with his connection: his socket itself goes to that process, so that nothing said on it passes through two of them.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any, NamedTuple

from .holding import Elsewhere

MOST_SAID = 128 * 1024  # bytes that are handed on with a connection: what has been read of its first request
Handed = Callable[[socket.socket, bytes], None]


class Share(NamedTuple):
    """Which of the processes this is, and where each of them is reached by the others."""

    own: int
    addresses: tuple[str, ...]

    @property
    def others(self) -> list[str]:
        return [address for place, address in enumerate(self.addresses) if place != self.own]

    def holder(self, unit: str) -> int:
        """Always the same for the same number of processes, so that nobody has to ask."""
        digest = hashlib.blake2b(unit.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % len(self.addresses)


class Among(NamedTuple):
    """What one of the processes needs: its share, and its turn to write."""

    share: Share
    turn: AbstractContextManager[Any]


class Shares:
    """What this process holds: a `Holding`."""

    def __init__(self, share: Share):
        self._share = share

    async def take(self, unit: str) -> None:
        holder = self._share.holder(unit)
        if holder != self._share.own:
            raise Elsewhere(self._share.addresses[holder])

    def release(self, unit: str) -> None:
        return

    async def close(self) -> None:
        return


class Relay:
    """Hands connections on to the process that holds the game they ask for, and takes those that it is handed.

    Each process reads one end of a pair of sockets, to whose other end all of them write. Both outlive it: whoever
    was handed to a process that has just died is served by the next in its place.
    """

    def __init__(self, share: Share, pairs: Sequence[tuple[socket.socket, socket.socket]], prefix: str = ""):
        self._share, self._inbox = share, pairs[share.own][0]
        self._outboxes = [outbox for _, outbox in pairs]
        path = re.escape(prefix.encode())
        self._game = re.compile(rb"[A-Z]+ (?:%b)?/api/(?:games|campaigns)/([A-Za-z0-9_-]{1,40})[/? ]" % path)

    def wanted_at(self, said: bytes) -> int | None:
        """The other process that holds the game for which a request asks, by its first line."""
        found = self._game.match(said)
        holder = self._share.holder(found[1].decode()) if found else self._share.own
        return None if holder == self._share.own or len(said) > MOST_SAID else holder

    def hand_on(self, place: int, connection: int, said: bytes) -> bool:
        """Whether it could be: the other may have too many waiting already."""
        try:
            socket.send_fds(self._outboxes[place], [said], [connection])
        except (BlockingIOError, InterruptedError, OSError):
            return False
        return True

    def open(self, handed: Handed) -> None:
        asyncio.get_running_loop().add_reader(self._inbox, self._receive, handed)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._inbox)

    def _receive(self, handed: Handed) -> None:
        with suppress(BlockingIOError, InterruptedError):
            said, connections, _, _ = socket.recv_fds(self._inbox, MOST_SAID, 1)
            for connection in connections:
                try:
                    handed(socket.socket(fileno=connection), said)
                except OSError:  # whoever it was has gone
                    os.close(connection)


def pairs(count: int) -> list[tuple[socket.socket, socket.socket]]:
    """For each process an inbox, and what all of them write to it by."""
    made = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
    for both in made:
        for one in both:
            one.setblocking(False)
        both[1].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * MOST_SAID)
    return made
