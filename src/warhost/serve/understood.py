"""What clients have written, read as what was expected of them; otherwise where it is another thing."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from warhost.engine.data import DataError, convert

T = TypeVar("T")
UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)


class NotUnderstood(Exception):
    """Why it cannot be read: the place in it, and what was expected there."""

    def __init__(self, why: object):
        super().__init__(f"not understood: {why}")


def understood(raw: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise NotUnderstood(_explained(raw, decoder.type) or error) from None
    except UNREADABLE as error:
        raise NotUnderstood(error) from None


def _explained(raw: bytes, kind: type[object]) -> str:
    """As data files are told of their faults; nothing if it is cut off behind the first of them."""
    try:
        convert(msgspec.json.decode(raw), kind, "")
    except DataError as error:
        return str(error)
    except UNREADABLE:
        pass
    return ""
