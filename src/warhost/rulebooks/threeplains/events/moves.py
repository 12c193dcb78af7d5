"""Movement and the ground."""

from __future__ import annotations

from warhost.engine.event import Event
from warhost.engine.field.compass import Angle
from warhost.engine.field.length import Length
from warhost.engine.playing import Shows
from warhost.engine.words import Names, count, listed

from ..state import NOBODY, Number, Stood
from ..wording import HARDLY, degrees, length, place
from .deeds import Deed

TRIED = {
    "reorganise": ("shifts without turning", "fails to shift and may not move this turn"),
    "reform": ("takes a new front", "fails to take a new front and must try again"),
    "flip": ("has turned about", "is still busy turning about"),
    "split": ("splits", "fails to split"),
    "divide": ("divides", "fails to divide"),
    "wedge": ("forms a wedge", "fails to form a wedge and must try again"),
    "leave the wedge": ("leaves the wedge", "fails to leave the wedge"),
}


class Moved(Deed, frozen=True):
    """A piece went this way, from where its middle front was to where it is."""

    shows = Shows("move", who="piece", way="path", facing="facing")

    path: tuple[tuple[int, int], ...]
    facing: Angle
    cost: Length
    airborne: bool = False

    def say(self, names: Names) -> str:
        facing = degrees(self.facing)
        (x, y), *others = self.path
        if all(abs(a - x) < HARDLY and abs(b - y) < HARDLY for a, b in others):
            return f"{names.does(self.piece, 'turns')} to face {facing}."
        goes = names.does(self.piece, "flies" if self.airborne else "moves")
        return f"{goes} {length(self.cost)} to {place(self.path[-1])}, facing {facing}."


class Turned(Deed, frozen=True):
    """A piece was turned on the spot, free of cost: where its middle front is now, and how it faces."""

    shows = Shows("face", who="piece", way="at", facing="facing")
    says = "{piece} {is} turned to face {facing:degrees}."

    at: tuple[int, int]
    facing: Angle


class Climbed(Deed, frozen=True):
    """A piece has gone by a ladder or through doors to another floor of a fortress, or off it."""

    shows = Shows("move", who="piece", way="path", facing="facing")
    says = "{piece} {goes} by ladders and doors {up:on to|down to} {goal}: {cost:length}."

    goal: str
    cost: Length
    path: tuple[tuple[int, int], ...]
    facing: Angle
    up: bool


class ClimbedDown(Deed, frozen=True):
    """A piece in flight has come down from the works of a fortress by a ladder or a door."""

    shows = Shows("move", who="piece", way="path", facing="facing")
    says = "{piece} {hurries} down from the works: {cost:length} of the flight."

    cost: Length
    path: tuple[tuple[int, int], ...]
    facing: Angle


class Jumped(Deed, frozen=True):
    """A piece in flight, boxed in on the works, jumps down."""

    says = "{piece} {finds} no way down and {jumps} off the works."


class Dashed(Deed, frozen=True):
    says = "{piece} {dashes}: {added:length} more."

    added: int


class Surged(Deed, frozen=True):
    """A mob has rolled how much farther it goes this turn."""

    says = "{piece} {surges} on: {added:length} more this turn."

    added: int


class Wedged(Deed, frozen=True):
    """A unit has formed a wedge of so many points."""

    shows = Shows("form", who="piece", stands="stands")

    points: int
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        points = f" of {count(self.points, 'point')}" if self.points > 1 else ""
        return f"{names.does(self.piece, 'forms')} a wedge{points}."


class Unwedged(Deed, frozen=True):
    """A wedge has become an ordinary unit of so many files."""

    shows = Shows("form", who="piece", stands="stands")
    says = "{piece} {gives} up the wedge: {files:file} wide now."

    files: int
    stands: tuple[Stood, ...] = ()


class Manoeuvred(Deed, frozen=True):
    """A manoeuvre that needed a check, or one of which something is left to do: what, and whether it is done."""

    shows = Shows("form", who="piece", stands="stands", success="done")

    what: str
    done: bool
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        done, not_done = TRIED.get(self.what, (f"manages to {self.what}", f"does not manage to {self.what}"))
        return f"{names.does(self.piece, done if self.done else not_done)}."


class Stretched(Deed, frozen=True):
    """It moved beyond its breaking point: flimsy ranks until its next turn."""

    shows = Shows("change", who="piece")
    says = (
        "{piece} {has} flimsy ranks until {its} next turn: {moved:length} moved, with a breaking point at "
        "{limit:length}."
    )

    moved: int
    limit: int


class PikesDropped(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} {throws} the pikes away."


class Joined(Deed, frozen=True):
    shows = Shows("form", who="piece group", stands="stands")
    says = "{piece} {joins} {group}."

    group: Number
    stands: tuple[Stood, ...] = ()


class Left(Deed, frozen=True):
    shows = Shows("form", who="piece group", stands="stands")
    says = "{piece} {leaves} {group}."

    group: Number
    stands: tuple[Stood, ...] = ()


class SteppedUp(Deed, frozen=True):
    """A character took the place of a fighting model."""

    shows = Shows("form", who="group", by="piece")
    says = "{piece} {steps} up into the fighting of {group}."

    group: Number
    base: int


class Revealed(Deed, frozen=True):
    """A hidden halfwit shows itself, or is found out where it has no room to come out."""

    shows = Shows("form", who="piece group", stands="stands")

    group: Number
    comes_out: bool = True
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        if not self.comes_out:
            found = f"{names.does(self.piece, 'is')} found among {names.piece(self.group)}"
            return f"{found}, with no room to come out."
        return f"{names.does(self.piece, 'comes')} out of hiding in {names.piece(self.group)}."


class Split(Deed, frozen=True):
    shows = Shows("form", who="piece part", stands="stands")
    says = "{piece} {splits}: {models:model goes its/models go their} own way as {part}."

    part: int
    models: int
    stands: tuple[Stood, ...] = ()


class Remerged(Deed, frozen=True):
    shows = Shows("form", who="piece part", stands="stands")
    says = "{piece} and {part} are one again."

    part: int
    stands: tuple[Stood, ...] = ()


class Reinforced(Deed, frozen=True):
    shows = Shows("form", who="piece by", stands="stands")
    says = "{piece} {reinforces} {by} from behind."

    by: Number
    stands: tuple[Stood, ...] = ()


class Panicked(Deed, frozen=True):
    """A reinforced unit lost its head and is gone."""

    shows = Shows("vanish", who="piece", by="by", stands="stands")
    says = "{piece} {panics} in front of {by} and {is} gone."

    by: Number
    stands: tuple[Stood, ...] = ()


class Divided(Deed, frozen=True):
    shows = Shows("form", who="piece parts", stands="stands")
    says = "{piece} {divides} into {parts}."

    parts: tuple[int, ...]
    stands: tuple[Stood, ...] = ()


class TookOff(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} {takes} off."


class Landed(Deed, frozen=True):
    shows = Shows("change", who="piece", at="on", stands="stands")

    on: int = -1
    stands: tuple[Stood, ...] = ()
    aloft: bool = False  # on the works of a fortress

    def say(self, names: Names) -> str:
        where = f" on {names.piece(self.on)}" if self.on != NOBODY else " on the works" if self.aloft else ""
        return f"{names.does(self.piece, 'lands')}{where}."


class Crashed(Deed, frozen=True):
    """A slain flyer came down on these bases of pieces."""

    shows = Shows("fall", who="piece")

    below: tuple[tuple[int, int], ...]

    def say(self, names: Names) -> str:
        below = [f"{count(hits, 'model')} of {names.piece(number)}" for number, hits in self.below]
        return f"{names.does(self.piece, 'falls')} out of the sky{f' onto {listed(below)}' if below else ''}."


class Battered(Event, frozen=True):
    """A structure has lost life points; so many are left."""

    shows = Shows("hurt", by="by", number="points")

    feature: str
    by: Number
    points: int
    left: int

    def say(self, names: Names) -> str:
        by = f" to {names.piece(self.by)}" if self.by != NOBODY else ""
        return f"{names.title(self.feature)} loses {count(self.points, 'life point')}{by}; {self.left} left."


class Collapsed(Event, frozen=True):
    """A structure has come down; what kind of ground it left."""

    shows = Shows("lay")
    says = "{feature:title} comes down; {becomes:thing} is left."

    feature: str
    becomes: str


class RamSwung(Deed, frozen=True):
    """A ram, or whatever its bearers have, hits something that is built."""

    shows = Shows("blow", by="piece")
    says = "{piece} {strikes} at {feature:title}."

    feature: str


class GateMoved(Event, frozen=True):
    """A gate has been opened, or closed."""

    shows = Shows("lay")
    says = "{feature:title} {opened:swings open|is closed}."

    feature: str
    opened: bool


class Flattened(Deed, frozen=True):
    """A group has gone through a hedge or a fence, and that part of it is gone."""

    shows = Shows("lay", by="piece")
    says = "{piece} {tramples} a gap into {feature:title}."

    feature: str
