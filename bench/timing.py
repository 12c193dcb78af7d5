"""How long something takes: processor time, since the machine may be busy with other things."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time


def best(measure: Callable[[], float], runs: int) -> float:
    return min(measure() for _ in range(runs))


def timed(work: Callable[[], object], times: int = 1) -> float:
    """Seconds for one call."""
    begun = process_time()
    for _ in range(times):
        work()
    return (process_time() - begun) / times
