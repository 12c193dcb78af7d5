"""Movement and the ground."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.words import Names, count, listed, mention

from ..state import NOBODY, Number, Stood
from ..wording import HARDLY, degrees, length, place

TRIED = {
    "reorganise": ("shifts without turning", "fails to shift and may not move this turn"),
    "reform": ("takes a new front", "fails to take a new front and must try again"),
    "flip": ("has turned about", "is still busy turning about"),
    "split": ("splits", "fails to split"),
    "divide": ("divides", "fails to divide"),
    "wedge": ("forms a wedge", "fails to form a wedge and must try again"),
    "leave the wedge": ("leaves the wedge", "fails to leave the wedge"),
}


class Moved(Event, frozen=True):
    """A piece went this way, from where its middle front was to where it is."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: Number
    path: tuple[tuple[int, int], ...]
    facing: int
    cost: int
    airborne: bool = False

    def say(self, names: Names) -> str:
        facing = degrees(self.facing)
        (x, y), *others = self.path
        if all(abs(a - x) < HARDLY and abs(b - y) < HARDLY for a, b in others):
            return f"{names.does(self.piece, 'turns')} to face {facing}."
        goes = names.does(self.piece, "flies" if self.airborne else "moves")
        return f"{goes} {length(self.cost)} to {place(self.path[-1])}, facing {facing}."


class Turned(Event, frozen=True):
    """A piece was turned on the spot, free of cost: where its middle front is now, and how it faces."""

    shows: ClassVar[Shows] = Shows("face", who="piece", way="at", facing="facing")

    piece: Number
    at: tuple[int, int]
    facing: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'is')} turned to face {degrees(self.facing)}."


class Climbed(Event, frozen=True):
    """A piece has gone by a ladder or through doors to another floor of a fortress, or off it."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: Number
    goal: str
    cost: int
    path: tuple[tuple[int, int], ...]
    facing: int
    up: bool

    def say(self, names: Names) -> str:
        goes = names.does(self.piece, "goes")
        return f"{goes} by ladders and doors {'on to' if self.up else 'down to'} {self.goal}: {length(self.cost)}."


class ClimbedDown(Event, frozen=True):
    """A piece in flight has come down from the works of a fortress by a ladder or a door."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: Number
    cost: int
    path: tuple[tuple[int, int], ...]
    facing: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'hurries')} down from the works: {length(self.cost)} of the flight."


class Jumped(Event, frozen=True):
    """A piece in flight, boxed in on the works, jumps down."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'finds')} no way down and {names.verb(self.piece, 'jumps')} off the works."


class Dashed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    added: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'dashes')}: {length(self.added)} more."


class Surged(Event, frozen=True):
    """A mob has rolled how much farther it goes this turn."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    added: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'surges')} on: {length(self.added)} more this turn."


class Wedged(Event, frozen=True):
    """A unit has formed a wedge of so many points."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stands")

    piece: Number
    points: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        points = f" of {count(self.points, 'point')}" if self.points > 1 else ""
        return f"{names.does(self.piece, 'forms')} a wedge{points}."


class Unwedged(Event, frozen=True):
    """A wedge has become an ordinary unit of so many files."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stands")

    piece: Number
    files: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'gives')} up the wedge: {count(self.files, 'file')} wide now."


class Manoeuvred(Event, frozen=True):
    """A manoeuvre that needed a check, or one of which something is left to do: what, and whether it is done."""

    shows: ClassVar[Shows] = Shows("form", who="piece", stands="stands", success="done")

    piece: Number
    what: str
    done: bool
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        done, not_done = TRIED.get(self.what, (f"manages to {self.what}", f"does not manage to {self.what}"))
        return f"{names.does(self.piece, done if self.done else not_done)}."


class Stretched(Event, frozen=True):
    """It moved beyond its breaking point: flimsy ranks until its next turn."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    moved: int
    limit: int

    def say(self, names: Names) -> str:
        breaking = f"{length(self.moved)} moved, with a breaking point at {length(self.limit)}"
        return f"{names.does(self.piece, 'has')} flimsy ranks until {names.its(self.piece)} next turn: {breaking}."


class PikesDropped(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'throws')} the pikes away."


class Joined(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece group", stands="stands")

    piece: Number
    group: Number
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'joins')} {names.piece(self.group)}."


class Left(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece group", stands="stands")

    piece: Number
    group: Number
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'leaves')} {names.piece(self.group)}."


class SteppedUp(Event, frozen=True):
    """A character took the place of a fighting model."""

    shows: ClassVar[Shows] = Shows("form", who="group", by="piece")

    piece: Number
    group: Number
    base: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'steps')} up into the fighting of {names.piece(self.group)}."


class Revealed(Event, frozen=True):
    """A hidden halfwit shows itself, or is found out where it has no room to come out."""

    shows: ClassVar[Shows] = Shows("form", who="piece group", stands="stands")

    piece: Number
    group: Number
    comes_out: bool = True
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        if not self.comes_out:
            found = f"{names.does(self.piece, 'is')} found among {names.piece(self.group)}"
            return f"{found}, with no room to come out."
        return f"{names.does(self.piece, 'comes')} out of hiding in {names.piece(self.group)}."


class Split(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece part", stands="stands")

    piece: Number
    part: int
    models: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        models = count(self.models, "model goes its", "models go their")
        return f"{names.does(self.piece, 'splits')}: {models} own way as {names.piece(self.part)}."


class Remerged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece part", stands="stands")

    piece: Number
    part: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} and {names.piece(self.part)} are one again."


class Reinforced(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece by", stands="stands")

    piece: Number
    by: Number
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'reinforces')} {names.piece(self.by)} from behind."


class Panicked(Event, frozen=True):
    """A reinforced unit lost its head and is gone."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece", by="by", stands="stands")

    piece: Number
    by: Number
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        lost = names.does(self.piece, "panics")
        return f"{lost} in front of {names.piece(self.by)} and {names.verb(self.piece, 'is')} gone."


class Divided(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece parts", stands="stands")

    piece: Number
    parts: tuple[int, ...]
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'divides')} into {names.pieces(self.parts)}."


class TookOff(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'takes')} off."


class Landed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece", at="on", stands="stands")

    piece: Number
    on: int = -1
    stands: tuple[Stood, ...] = ()
    aloft: bool = False  # on the works of a fortress

    def say(self, names: Names) -> str:
        where = f" on {names.piece(self.on)}" if self.on != NOBODY else " on the works" if self.aloft else ""
        return f"{names.does(self.piece, 'lands')}{where}."


class Crashed(Event, frozen=True):
    """A slain flyer came down on these bases of pieces."""

    shows: ClassVar[Shows] = Shows("fall", who="piece")

    piece: Number
    below: tuple[tuple[int, int], ...]

    def say(self, names: Names) -> str:
        below = [f"{count(hits, 'model')} of {names.piece(number)}" for number, hits in self.below]
        return f"{names.does(self.piece, 'falls')} out of the sky{f' onto {listed(below)}' if below else ''}."


class Battered(Event, frozen=True):
    """A structure has lost life points; so many are left."""

    shows: ClassVar[Shows] = Shows("hurt", by="by", number="points")

    feature: str
    by: Number
    points: int
    left: int

    def say(self, names: Names) -> str:
        by = f" to {names.piece(self.by)}" if self.by != NOBODY else ""
        return f"{mention(self.feature)} loses {count(self.points, 'life point')}{by}; {self.left} left."


class Collapsed(Event, frozen=True):
    """A structure has come down; what kind of ground it left."""

    shows: ClassVar[Shows] = Shows("lay")

    feature: str
    becomes: str

    def say(self, names: Names) -> str:
        return f"{mention(self.feature)} comes down; {names.thing(self.becomes)} is left."


class RamSwung(Event, frozen=True):
    """A ram, or whatever its bearers have, hits something that is built."""

    shows: ClassVar[Shows] = Shows("blow", by="piece")

    piece: Number
    feature: str

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'strikes')} at {mention(self.feature)}."


class GateMoved(Event, frozen=True):
    """A gate has been opened, or closed."""

    shows: ClassVar[Shows] = Shows("lay")

    feature: str
    opened: bool

    def say(self, names: Names) -> str:
        return f"{mention(self.feature)} {'swings open' if self.opened else 'is closed'}."


class Flattened(Event, frozen=True):
    """A group has gone through a hedge or a fence, and that part of it is gone."""

    shows: ClassVar[Shows] = Shows("lay", by="piece")

    piece: Number
    feature: str

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'tramples')} a gap into {mention(self.feature)}."
