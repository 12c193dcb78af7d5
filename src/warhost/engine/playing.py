"""What a table needs to play an event: the same few things for every game.

An event declares which of its own fields say what; nobody outside a rulebook has to know the event itself:

    class Moved(Event, frozen=True):
        shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from .view import Outline, Point
from .words import Names, Ref

if TYPE_CHECKING:
    from .event import Event

Deed = Literal[
    "note",  # nothing moves
    "turn", "phase", "end",  # a banner
    "dice",  # they fall
    "check",  # a test is passed or failed
    "appear", "vanish",  # on the table, off it
    "move", "charge", "flee", "pursue",  # along a way
    "face", "form",  # on the spot: another facing, another shape
    "shot", "blow", "spell",  # from somebody at somebody
    "lay",  # a template, a mark, a stretch of ground
    "hurt", "fall", "heal",  # what it does to them
    "change",  # somebody is not as he was: frightened, exhausted, enchanted
]  # fmt: skip


class Shows(NamedTuple):
    """The names of the fields of an event that say who, at whom, along which way; nothing where it has none."""

    deed: Deed = "note"
    who: str = ""
    at: str = ""
    way: str = ""  # points from the first to the last; one alone is where it comes to stand
    facing: str = ""
    number: str = ""  # how many of them: models that fell, points that were lost
    laid: str = ""  # outlines on the ground
    success: str = ""  # whether it came off


class Play(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as a table plays it. Pieces are named by their ids, points as in the view."""

    deed: Deed
    who: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    way: tuple[Point, ...] = ()
    facing: int | str | None = None
    number: int | None = None
    laid: tuple[Outline, ...] = ()
    success: bool | None = None


def played(event: Event, names: Names) -> Play:
    shows = event.shows
    way, laid = _field(event, shows.way), _field(event, shows.laid)
    return Play(
        shows.deed,
        _ids(_field(event, shows.who), names),
        _ids(_field(event, shows.at), names),
        () if way is None else way if way and isinstance(way[0], tuple) else (way,),
        _field(event, shows.facing),
        _field(event, shows.number),
        () if laid is None else laid,
        _field(event, shows.success),
    )


def _field(event: Event, name: str) -> Any:
    return getattr(event, name) if name else None


def _ids(refs: Ref | tuple[Ref, ...] | None, names: Names) -> tuple[str, ...]:
    """Those who are anybody: a field may also say that nobody did it."""
    several = refs if isinstance(refs, tuple) else () if refs is None else (refs,)
    return tuple(id for ref in several if (id := names.id(ref)))
