"""How much one visitor may ask of the server: of each of its processes, where it has several (`--cores`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic

import msgspec

HOUR = 3600.0
NETWORK = 64  # bits of an address of IPv6 that name a network: the smallest that anybody is given


class Limits(msgspec.Struct, frozen=True):
    message: int = 64 * 1024  # bytes of one message or request
    record: int = 4 * 1024 * 1024  # bytes of a record from a file: a long battle has half a million
    rate: float = 60.0  # messages a second of one socket: a dragged unit is checked once a frame
    burst: int = 240
    sockets: int = 200  # of one game
    looks: float = 20.0  # a second, of all watchers of one game together
    comings: float = 20.0  # sockets a second of one address: to greet somebody costs as much as an answer
    comings_at_once: int = 1_000
    connections: int = 4_000  # of one process of the server
    address: int = 300  # connections of one address: a school may share one
    patience: float = 20.0  # seconds in which a request must have come in full
    asks: float = 5.0  # dear requests a second of one address: rosters, sheets, odds
    asks_at_once: int = 100
    asks_waiting: int = 40  # of one address, that wait until they can be worked out: advice, too
    games: int = 120  # that one address may begin in an hour
    backlog: int = 200  # messages that wait for a slow reader before it is let go
    unread: int = 2 * 1024 * 1024  # bytes of them, likewise
    loaded: int = 300  # games in memory; those nobody looks at make room
    apart: bool = False  # whether computer players and dear work have processes of their own, with limits
    thinkers: int = 2  # computer players that think at the same time
    thought_seconds: float = 30.0  # that a computer player may overrun its time before it is stopped
    asked_seconds: float = 15.0  # for whatever is worked out for a visitor: armies, situations, advice
    asked_memory: int = 1024  # megabytes for it


@lru_cache(10_000)
def household(address: str) -> str:
    """Whom an address stands for. Who has one of IPv6 has as many as he likes, so those of one network are one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((int(found), NETWORK), strict=False))


class Bucket:
    """Fills with so many permits a second up to a brim; every deed takes one."""

    def __init__(self, rate: float, brim: int, clock: Callable[[], float] = monotonic):
        self._rate, self._brim, self._clock = rate, brim, clock
        self._left, self._at = float(brim), clock()

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self._brim, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        return self._left + (self._clock() - self._at) * self._rate >= self._brim


class Visitors:
    """What every address has had of something that there is not enough of for everybody."""

    def __init__(self, rate: float, brim: int):
        self._rate, self._brim = rate, brim
        self._buckets: dict[str, Bucket] = {}

    def may(self, address: str) -> bool:
        self._buckets = {who: bucket for who, bucket in self._buckets.items() if not bucket.full}
        return self._buckets.setdefault(address, Bucket(self._rate, self._brim)).take()
