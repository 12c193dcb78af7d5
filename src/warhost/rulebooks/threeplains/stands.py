"""What events show of the table: where pieces have come to stand, and places where nothing stands."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from warhost.engine.event import Event
from warhost.engine.field.shapes import Shape, disc

from .bodies import body
from .figure import inches
from .setting import Fight
from .state import Number, Point, Stood

MARKER = inches(0.5)


def stands(fight: Fight, *numbers: Number) -> tuple[Stood, ...]:
    """Those of them that are on the table, each with its front and facing."""
    there = [number for number in numbers if (piece := fight.state.pieces[number]).standing and not piece.inside]
    poses = [(number, body(fight, number)) for number in there]
    return tuple([(number, pose.front, pose.facing) for number, pose in poses])


def known_at_last(fight: Fight, event: Event, **fields: Any) -> None:
    """What only the end of a deed shows, put into the event that told of it when it began."""
    place = next(place for place, told in enumerate(fight.told) if told.event is event)
    fight.told[place] = structs.replace(fight.told[place], event=structs.replace(event, **fields))


def marker(at: Point, turn: int = 0) -> Shape:
    """What shows a place where nothing is laid."""
    return disc(at, MARKER)
