"""Posting to an address that a player has named, without being led anywhere else.

A name is looked up once, and the connection goes to an address that was found then: only to such as lie in the open
net, unless the operator allows others. Nothing is followed, and of the reply only its status is read.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from urllib.parse import SplitResult, urlsplit

SECONDS = 5.0  # to connect, and for each read
PATIENCE = 3  # times as long for all of it
LONGEST = 500
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # addresses of another kind of net, wherever they lead


class NotSent(Exception):
    """A notice did not go out; the message says why."""


def why_not(url: str) -> str:
    """What is wrong with an address, as it is written."""
    parts = _parts(url)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return "expected an address such as https://example.org/hook"
    if parts.username or parts.password or len(url) > LONGEST:
        return f"expected an address without a password, of at most {LONGEST} characters"
    return ""


def _parts(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        return parts if parts.port is None or parts.port > 0 else None
    except ValueError:
        return None


def place_of(url: str, private: bool) -> tuple[str, int]:
    """Where to connect to. With `private`, also to this machine and to those beside it."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotSent("its name is not known") from None
    hosts = [str(info[4][0]) for info in found]
    if not private and not all(_open(host) for host in hosts):
        raise NotSent("it does not lie in the open net")
    return hosts[0], port


def _open(host: str) -> bool:
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address in TRANSLATED:
            return False
        address = address.ipv4_mapped or address.sixtofour or address
    return address.is_global and not address.is_multicast and not address.is_reserved


def post(url: str, body: bytes, private: bool = False, seconds: float = SECONDS) -> None:
    """Send it, or say why it could not be sent."""
    if wrong := why_not(url):
        raise NotSent(wrong)
    parts, place = urlsplit(url), place_of(url, private)
    try:
        with socket.create_connection(place, seconds) as line, _in_time(line, seconds * PATIENCE):
            status = _sent(line, parts, body)
    except (OSError, http.client.HTTPException) as error:
        raise NotSent(f"it could not be reached ({type(error).__name__})") from None
    if not 200 <= status < 300:
        raise NotSent(f"it answered {status}")


@contextmanager
def _in_time(line: socket.socket, seconds: float) -> Iterator[None]:
    """Whoever answers byte by byte is not listened to for ever."""

    def end() -> None:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _sent(line: socket.socket, parts: SplitResult, body: bytes) -> int:
    way = http.client.HTTPConnection(parts.netloc)
    way.sock = line
    if parts.scheme == "https":
        way.sock = ssl.create_default_context().wrap_socket(line, server_hostname=parts.hostname)
    path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    way.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "warhost"})
    return way.getresponse().status
