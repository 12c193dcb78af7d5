"""What is said to a client that asks for something it cannot have."""

from __future__ import annotations

import msgspec


class Wrong(Exception):
    """A request that is refused: the status of the reply, why, and by which rule if one forbids it."""

    def __init__(self, status: int, why: str, rule: str = ""):
        super().__init__(why)
        self.status, self.why, self.rule = status, why, rule


class Fault(msgspec.Struct, frozen=True):
    rule: str
    why: str


class ErrorBody(msgspec.Struct, frozen=True):
    """The body of every reply that is not a success."""

    error: Fault


def body_of(wrong: Wrong) -> bytes:
    return msgspec.json.encode(ErrorBody(Fault(wrong.rule, wrong.why)))
