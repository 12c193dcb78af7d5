"""What the server writes down for whoever runs it: with its time, and never more than one can read."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from time import monotonic

FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"
LINES, MINUTE = 20, 60.0


class Sparing(logging.Filter):
    """Of the same complaint so many lines a minute, then how many more there were: no visitor fills a disk."""

    def __init__(self, lines: int = LINES, clock: Callable[[], float] = monotonic):
        super().__init__()
        self._lines, self._clock = lines, clock
        self._since: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, about = self._clock(), f"{record.name}: {record.msg}"
        since, count = self._since.get(about, (now, 0))
        if now - since >= MINUTE:
            if count > self._lines:
                record.msg = f"{record.msg} (and {count - self._lines} times more in the minute before)"
            since, count = now, 0
        self._since = {**self._recent(now), about: (since, count + 1)}
        return count < self._lines

    def _recent(self, now: float) -> dict[str, tuple[float, int]]:
        if len(self._since) < 200:
            return self._since
        return {about: (since, count) for about, (since, count) in self._since.items() if now - since < MINUTE}


def write_down() -> None:
    """Everything goes to the standard error, from all parts of the server alike."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(FORM))
    handler.addFilter(Sparing())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
