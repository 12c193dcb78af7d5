"""What happened: facts with the rule that made them, never prose.

The log, the pictures, the page and the statistics all read events. A rulebook adds its own kinds; these few
belong to every game.
"""

from __future__ import annotations

import msgspec

from .tally import Step


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    rule: str


class Rolled(Event, frozen=True):
    """Dice fell. `need` is the number they were held against, `because` how it came about."""

    side: int
    purpose: str
    sides: int
    faces: tuple[int, ...]
    need: int | None = None
    because: tuple[Step, ...] = ()


class Decided(Event, frozen=True):
    """A side chose something that is not plain from what follows."""

    side: int
    what: str
    choice: str


class Told(msgspec.Struct, frozen=True):
    """An event and who may know of it: one side, or everybody."""

    event: Event
    audience: int | None = None

    def heard_by(self, side: int | None) -> bool:
        return self.audience is None or self.audience == side
