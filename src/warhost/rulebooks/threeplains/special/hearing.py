"""What is told of one piece, and stirs what others carry anywhere on the field."""

from __future__ import annotations

from warhost.engine.event import Event

from ..magic.bearing import nature
from ..setting import Fight
from . import specials


def heard(fight: Fight, event: Event) -> None:
    """It is told, and whoever is still there hears of it."""
    fight.tell(event)
    reaches_all(fight, event)


def reaches_all(fight: Fight, event: Event) -> None:
    """It has been told, and all that it brought about has happened: whoever is still there hears of it."""
    if not specials.hears.heeds(fight.setting.items):
        return
    for number, piece in fight.state.numbered():
        if piece.fate in ("standing", "within"):
            specials.hears.each(nature(fight, number), fight, number, event)
