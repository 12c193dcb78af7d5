"""What is said to a client that asks for something it cannot have."""

from __future__ import annotations

import msgspec


class Wrong(Exception):
    """A request that is refused: the status of the reply, why, and by which rule if one forbids it.

    `faults` are all things that are wrong, where there may be several; `why` is the first of them.
    """

    def __init__(self, status: int, why: str, rule: str = "", faults: list[str] | None = None):
        super().__init__(why)
        self.status, self.why, self.rule, self.faults = status, why, rule, faults or []


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    rule: str
    why: str
    faults: list[str] = []


class ErrorBody(msgspec.Struct, frozen=True):
    """The body of every reply that is not a success."""

    error: Fault


def body_of(wrong: Wrong) -> bytes:
    return msgspec.json.encode(ErrorBody(Fault(wrong.rule, wrong.why, wrong.faults)))
