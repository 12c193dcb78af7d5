"""Several processes of one server, one for each core: whichever dies is begun again, and all end with the first."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

from warhost.serve.folder import Turn
from warhost.serve.sharing import Among, Relay, Share, pairs

HERE = "127.0.0.1"
BRIEF, PAUSE = 5.0, 1.0  # seconds: who lived no longer than so is begun again after a pause
log = logging.getLogger(__name__)


class Place(NamedTuple):
    """What one of the processes needs to work among the others."""

    among: Among
    relay: Relay
    inner: socket.socket  # where the others ask it
    first: bool  # the first of all, begun for the first time
    lifeline: int  # can be read to its end when the process that began all of them has gone

    def hold_on(self) -> None:
        """To the life of the one who began us: whoever is begun after it finds nobody at the database."""
        asyncio.get_running_loop().add_reader(self.lifeline, os._exit, 1)


class Cores:
    """Begins them, and sees to it that they live. It has no threads and no loop, so that it can fork."""

    def __init__(self, count: int, folder: Path, prefix: str, work: Callable[[Place], None]):
        self._work, self._folder, self._prefix = work, folder, prefix
        self._inner = [_inner() for _ in range(count)]
        self._pairs = pairs(count)
        self._addresses = tuple(f"http://{HERE}:{one.getsockname()[1]}" for one in self._inner)
        self._lifeline, self._grip = os.pipe()
        self._living: dict[int, tuple[int, float]] = {}  # by the id of the process: its place, and since when
        self._stopping = False

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        for place in range(len(self._inner)):
            self._begin(place, first=place == 0)
        while self._living:
            self._mourn()

    def _mourn(self) -> None:
        """Wait until one of them ends; whoever was not to end is begun again."""
        process, status = os.wait()
        if process not in self._living:
            return
        place, since = self._living.pop(process)
        if self._stopping:
            return
        log.error("process %d of the server has ended (%d); it is begun again", place + 1, status)
        if time.monotonic() - since < BRIEF:
            time.sleep(PAUSE)
        self._begin(place)

    def _stop(self, number: int, frame: object) -> None:
        self._stopping = True
        for process in self._living:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)

    def _begin(self, place: int, first: bool = False) -> None:
        """Nobody is begun who would not be told to stop."""
        signals = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        if not self._stopping:
            process = os.fork()
            if process == 0:
                self._live(place, first)
            self._living[process] = place, time.monotonic()
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)

    def _live(self, place: int, first: bool) -> NoReturn:
        code = 1
        try:
            os.close(self._grip)
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
            share = Share(place, self._addresses)
            relay = Relay(share, self._pairs, self._prefix)
            among = Among(share, Turn(self._folder))
            self._work(Place(among, relay, self._inner[place], first, self._lifeline))
            code = 0
        except BaseException:
            log.critical("process %d of the server failed", place + 1, exc_info=True)
        finally:
            os._exit(code)


def _inner() -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.bind((HERE, 0))
    made.listen()
    return made
