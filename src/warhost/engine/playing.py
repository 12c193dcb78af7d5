"""What a table needs to play an event: the same few things for every game.

An event declares which of its own fields say what; nobody outside a rulebook has to know the event itself:

    class Moved(Event, frozen=True):
        shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    """The names of the fields of an event that say who, at whom, along which way; nothing where it has none.

    Several fields that name pieces are written one after the other: "piece part".
    """

    deed: Deed = "note"
    who: str = ""
    at: str = ""
    by: str = ""  # whose doing it is, where that is somebody else
    way: str = ""  # points from the first to the last; one alone is where it comes to stand
    facing: str = ""
    stands: str = ""  # where each of several comes to stand: by piece its point, or rows of piece, point and facing
    number: str = ""  # how many of them: models that fell, points that were lost
    laid: str = ""  # outlines on the ground
    success: str = ""  # whether it came off

    @property
    def everybody(self) -> list[str]:
        """The fields that name pieces."""
        return f"{self.who} {self.at} {self.by}".split()

    @property
    def fields(self) -> list[str]:
        """All fields it speaks of."""
        return " ".join(self[1:]).split()


class Stand(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a piece comes to stand, and how it faces if that is said."""

    at: Point
    facing: int | str | None = None


class Play(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as a table plays it. Pieces are named by their ids, points as in the view."""

    deed: Deed
    who: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    way: tuple[Point, ...] = ()
    facing: int | str | None = None
    stands: dict[str, Stand] = {}
    number: int | None = None
    laid: tuple[Outline, ...] = ()
    success: bool | None = None

    @property
    def everybody(self) -> list[str]:
        """All it speaks of, each once."""
        return list(dict.fromkeys((*self.who, *self.at, *self.by)))


def played(event: Event, names: Names) -> Play:
    shows = event.shows
    way, laid = _field(event, shows.way), _field(event, shows.laid)
    facing, stands = _field(event, shows.facing), _field(event, shows.stands)
    standing = {} if stands is None else dict(_stands(stands, facing, names))
    return Play(
        shows.deed,
        _ids(event, shows.who, names) or tuple(standing),
        _ids(event, shows.at, names),
        _ids(event, shows.by, names),
        () if way is None else way if not way or isinstance(way[0], tuple) else (way,),
        facing,
        standing,
        _field(event, shows.number),
        () if laid is None else laid,
        _field(event, shows.success),
    )


def _field(event: Event, name: str) -> Any:
    return getattr(event, name) if name else None


def _ids(event: Event, fields: str, names: Names) -> tuple[str, ...]:
    """Those who are anybody: a field may also say that nobody did it."""
    found: list[Ref] = []
    for field in fields.split():
        refs = getattr(event, field)
        found += refs if isinstance(refs, tuple) else () if refs is None else (refs,)
    return tuple(id for ref in found if (id := names.id(ref)))


def _stands(stands: Any, facing: int | str | None, names: Names) -> Iterator[tuple[str, Stand]]:
    if isinstance(stands, Mapping):
        stands = [(ref, point, facing) for ref, point in stands.items()]
    for ref, point, faces in stands:
        yield names.id(ref), Stand(point, faces)
