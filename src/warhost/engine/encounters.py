"""What there is in a game, and what of it has come into play: nothing is trusted that was never tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from .event import Event

Thing = tuple[str, str]
"""A kind of thing and its name: ("weapon", "pike")."""


class Encounters(Protocol):
    """Offered by rulebooks that keep an inventory."""

    def things(self) -> Mapping[str, Sequence[str]]:
        """All that may come into play, by kind."""

    def met(self, setting: Any, state: Any, events: Sequence[Event]) -> Iterator[Thing]:
        """What these events of one step have brought into play."""

