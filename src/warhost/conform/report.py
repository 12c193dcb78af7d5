"""What came of a trial."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from warhost.engine.book import Book

from .suite import CHECKS
from .trial import Check, Trial


class Finding(NamedTuple):
    check: Check
    faults: list[str]


class Conformance(NamedTuple):
    findings: list[Finding]

    @property
    def faults(self) -> list[str]:
        return [f"{found.check.title}: {fault}" for found in self.findings for fault in found.faults]


def conform(
    book: Book[Any, Any],
    checks: Iterable[Check] = CHECKS,
    trial: Trial | None = None,
    heard: Callable[[Finding], None] = lambda finding: None,
) -> Conformance:
    """Put a rulebook through these checks; each is told of as soon as it is done."""
    trial, found = trial or Trial(book), list[Finding]()
    for check in checks:
        found.append(Finding(check, check.faults(trial)))
        heard(found[-1])
    return Conformance(found)
