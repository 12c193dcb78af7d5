"""What happens between battles of a campaign, in sentences."""

from __future__ import annotations

from typing import ClassVar

from .event import Event
from .playing import Shows
from .words import Names


class Befell(Event, frozen=True):
    """Something befell somebody, a group, or all of a player's own."""

    band: str
    who: str
    what: str
    shows: ClassVar[Shows] = Shows("note")

    def say(self, names: Names) -> str:
        return f"{self.band}: {self.who} {self.what}" if self.who else f"{self.band} {self.what}"


class Seen(Event, frozen=True):
    """Something that was seen, in a sentence."""

    text: str
    shows: ClassVar[Shows] = Shows("note")

    def say(self, names: Names) -> str:
        return self.text
