"""What most events are: something that a unit does, or that befalls it."""

from __future__ import annotations

from warhost.engine.event import Event
from warhost.engine.playing import Shows


class Deed(Event, frozen=True):
    """It is about a unit."""

    shows = Shows(who="unit")

    unit: str


class Aimed(Deed, frozen=True):
    """A unit at another."""

    shows = Shows(who="unit", at="target")

    target: str
