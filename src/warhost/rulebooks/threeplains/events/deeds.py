"""What most events are: something that a piece does, or that befalls it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows

from ..state import Number
from ..wording import degrees, flank, length, place


class Incident(Event, frozen=True):
    """Whatever has happened: how lengths, places and sides of a piece are written in its sentence."""

    kinds: ClassVar[Mapping[str, Callable[[Any], str]]] = {
        "length": length, "place": place, "degrees": degrees, "flank": flank,
    }  # fmt: skip


class Deed(Incident, frozen=True):
    """It is about a piece."""

    shows = Shows(who="piece")

    piece: Number


class Aimed(Deed, frozen=True):
    """A piece at another."""

    shows = Shows(who="piece", at="target")

    target: Number


class Meeting(Deed, frozen=True):
    """A piece and an enemy whom it meets."""

    shows = Shows(who="piece", at="foe")

    foe: Number
