"""Movement and the ground."""

from __future__ import annotations

from warhost.engine.event import Event


class Moved(Event, frozen=True):
    """A piece went this way, from where its middle front was to where it is."""

    piece: int
    path: tuple[tuple[int, int], ...]
    facing: int
    cost: int
    airborne: bool = False


class Turned(Event, frozen=True):
    """A piece was turned on the spot, free of cost: where its middle front is now, and how it faces."""

    piece: int
    at: tuple[int, int]
    facing: int


class Dashed(Event, frozen=True):
    piece: int
    added: int


class Surged(Event, frozen=True):
    """A mob has rolled how much farther it goes this turn."""

    piece: int
    added: int


class Wedged(Event, frozen=True):
    """A unit has formed a wedge of so many points."""

    piece: int
    points: int


class Unwedged(Event, frozen=True):
    """A wedge has become an ordinary unit of so many files."""

    piece: int
    files: int


class Manoeuvred(Event, frozen=True):
    """A manoeuvre that needed a check, or one of which something is left to do: what, and whether it is done."""

    piece: int
    what: str
    done: bool


class Stretched(Event, frozen=True):
    """It moved beyond its breaking point: flimsy ranks until its next turn."""

    piece: int
    moved: int
    limit: int


class PikesDropped(Event, frozen=True):
    piece: int


class Joined(Event, frozen=True):
    piece: int
    group: int


class Left(Event, frozen=True):
    piece: int
    group: int


class SteppedUp(Event, frozen=True):
    """A character took the place of a fighting model."""

    piece: int
    group: int
    base: int


class Revealed(Event, frozen=True):
    """A hidden halfwit shows itself, or is found out where it has no room to come out."""

    piece: int
    group: int
    comes_out: bool = True


class Split(Event, frozen=True):
    piece: int
    part: int
    models: int


class Remerged(Event, frozen=True):
    piece: int
    part: int


class Reinforced(Event, frozen=True):
    piece: int
    by: int


class Panicked(Event, frozen=True):
    """A reinforced unit lost its head and is gone."""

    piece: int
    by: int


class Divided(Event, frozen=True):
    piece: int
    parts: tuple[int, ...]


class TookOff(Event, frozen=True):
    piece: int


class Landed(Event, frozen=True):
    piece: int
    on: int = -1


class Crashed(Event, frozen=True):
    """A slain flyer came down on these bases of pieces."""

    piece: int
    below: tuple[tuple[int, int], ...]


class Battered(Event, frozen=True):
    """A structure has lost life points; so many are left."""

    feature: str
    by: int
    points: int
    left: int


class Collapsed(Event, frozen=True):
    """A structure has come down; what kind of ground it left."""

    feature: str
    becomes: str


class Flattened(Event, frozen=True):
    """A group has gone through a hedge or a fence, and that part of it is gone."""

    piece: int
    feature: str
