"""Who comes to a table, and by which right he sits there."""

from __future__ import annotations

import hashlib
import hmac
from typing import Protocol

from .storage import GameEntry
from .telling import Mark


class Guest(Protocol):
    """Somebody at the table: the seat he holds (none for a watcher), and how far he has heard the story.

    Until he has been greeted he has no mark, and is told nothing else; of the log he is spared what he `brought`.
    """

    seat: int | None
    mark: Mark | None
    brought: str  # the `mark` of a state that he has heard on an earlier line, if he says so

    def send(self, message: bytes) -> None: ...

    def dismiss(self) -> None:
        """Ask him to come back: the game is no longer here."""
        ...


def token_hash(token: str) -> str:
    return hashlib.sha256(b"warhost seat\0" + token.encode()).hexdigest()


def seat_held(entry: GameEntry, token: str) -> int | None:
    """The seat that a token stands for, if it does."""
    shown = token_hash(token)
    held = [side for side, seat in enumerate(entry.seats) if seat.hash and hmac.compare_digest(seat.hash, shown)]
    return held[0] if held else None
