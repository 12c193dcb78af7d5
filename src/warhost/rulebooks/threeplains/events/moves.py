"""Movement and the ground."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows

from ..state import Number, Stood


class Moved(Event, frozen=True):
    """A piece went this way, from where its middle front was to where it is."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: Number
    path: tuple[tuple[int, int], ...]
    facing: int
    cost: int
    airborne: bool = False


class Turned(Event, frozen=True):
    """A piece was turned on the spot, free of cost: where its middle front is now, and how it faces."""

    shows: ClassVar[Shows] = Shows("face", who="piece", way="at", facing="facing")

    piece: Number
    at: tuple[int, int]
    facing: int


class Climbed(Event, frozen=True):
    """A piece has gone by a ladder or through doors to another floor of a fortress, or off it."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: Number
    goal: str
    cost: int
    path: tuple[tuple[int, int], ...]
    facing: int
    up: bool


class ClimbedDown(Event, frozen=True):
    """A piece in flight has come down from the works of a fortress by a ladder or a door."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: Number
    cost: int
    path: tuple[tuple[int, int], ...]
    facing: int


class Jumped(Event, frozen=True):
    """A piece in flight, boxed in on the works, jumps down."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number


class Dashed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    added: int


class Surged(Event, frozen=True):
    """A mob has rolled how much farther it goes this turn."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    added: int


class Wedged(Event, frozen=True):
    """A unit has formed a wedge of so many points."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stands")

    piece: Number
    points: int
    stands: tuple[Stood, ...] = ()


class Unwedged(Event, frozen=True):
    """A wedge has become an ordinary unit of so many files."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stands")

    piece: Number
    files: int
    stands: tuple[Stood, ...] = ()


class Manoeuvred(Event, frozen=True):
    """A manoeuvre that needed a check, or one of which something is left to do: what, and whether it is done."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stands", success="done")

    piece: Number
    what: str
    done: bool
    stands: tuple[Stood, ...] = ()


class Stretched(Event, frozen=True):
    """It moved beyond its breaking point: flimsy ranks until its next turn."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    moved: int
    limit: int


class PikesDropped(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number


class Joined(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece group", stands="stands")

    piece: Number
    group: Number
    stands: tuple[Stood, ...] = ()


class Left(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece group", stands="stands")

    piece: Number
    group: Number
    stands: tuple[Stood, ...] = ()


class SteppedUp(Event, frozen=True):
    """A character took the place of a fighting model."""

    shows: ClassVar[Shows] = Shows("form", who="group", by="piece")

    piece: Number
    group: Number
    base: int


class Revealed(Event, frozen=True):
    """A hidden halfwit shows itself, or is found out where it has no room to come out."""

    shows: ClassVar[Shows] = Shows("form", who="piece group", stands="stands")

    piece: Number
    group: Number
    comes_out: bool = True
    stands: tuple[Stood, ...] = ()


class Split(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece part", stands="stands")

    piece: Number
    part: int
    models: int
    stands: tuple[Stood, ...] = ()


class Remerged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece part", stands="stands")

    piece: Number
    part: int
    stands: tuple[Stood, ...] = ()


class Reinforced(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece by", stands="stands")

    piece: Number
    by: Number
    stands: tuple[Stood, ...] = ()


class Panicked(Event, frozen=True):
    """A reinforced unit lost its head and is gone."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece", by="by", stands="stands")

    piece: Number
    by: Number
    stands: tuple[Stood, ...] = ()


class Divided(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece parts", stands="stands")

    piece: Number
    parts: tuple[int, ...]
    stands: tuple[Stood, ...] = ()


class TookOff(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number


class Landed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece", at="on", stands="stands")

    piece: Number
    on: int = -1
    stands: tuple[Stood, ...] = ()
    aloft: bool = False  # on the works of a fortress


class Crashed(Event, frozen=True):
    """A slain flyer came down on these bases of pieces."""

    shows: ClassVar[Shows] = Shows("fall", who="piece")

    piece: Number
    below: tuple[tuple[int, int], ...]


class Battered(Event, frozen=True):
    """A structure has lost life points; so many are left."""

    shows: ClassVar[Shows] = Shows("hurt", by="by", number="points")

    feature: str
    by: Number
    points: int
    left: int


class Collapsed(Event, frozen=True):
    """A structure has come down; what kind of ground it left."""

    shows: ClassVar[Shows] = Shows("lay")

    feature: str
    becomes: str


class RamSwung(Event, frozen=True):
    """A ram, or whatever its bearers have, hits something that is built."""

    shows: ClassVar[Shows] = Shows("blow", by="piece")

    piece: Number
    feature: str


class GateMoved(Event, frozen=True):
    """A gate has been opened, or closed."""

    shows: ClassVar[Shows] = Shows("lay")

    feature: str
    opened: bool


class Flattened(Event, frozen=True):
    """A group has gone through a hedge or a fence, and that part of it is gone."""

    shows: ClassVar[Shows] = Shows("lay", by="piece")

    piece: Number
    feature: str
