"""What happens between battles."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.words import Names


class Befell(Event, frozen=True):
    """Something befell a warrior, a group, or a whole warband."""

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
