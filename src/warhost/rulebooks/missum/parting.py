"""A melee is over for somebody, and whoever is left of it stands on the table again."""

from __future__ import annotations

from .bodies import body, opponents
from .events import Moved
from .setting import Fight


def part(fight: Fight, number: int) -> None:
    """It fights nobody any more. Whom lining up with it had pushed over the edge comes back from there."""
    left = opponents(fight, number)
    fight.state.melees = [melee for melee in fight.state.melees if number not in (melee.a, melee.b)]
    for other in left:
        if not opponents(fight, other):
            _come_back(fight, other)


def _come_back(fight: Fight, number: int) -> None:
    """Straight in from the edge, without another turn.  [mis.move.contact-broken]"""
    piece, setting = fight.state.pieces[number], fight.setting
    west, east, south, north = body(fight, number).box
    across = max(0, -west) - max(0, east - setting.width)
    up = max(0, -south) - max(0, north - setting.depth)
    if piece.bend or not (across or up):
        return
    start = piece.x, piece.y
    piece.x, piece.y = piece.x + across, piece.y + up
    way = (start, (piece.x, piece.y))
    fight.tell(Moved("mis.move.contact-broken", number, way, piece.facing, max(abs(across), abs(up))))
