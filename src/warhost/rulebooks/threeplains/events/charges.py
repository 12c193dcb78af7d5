"""Charges, flight and pursuit."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names, count

from ..figure import INCH
from ..state import NOBODY, Number, Point, Stood
from ..wording import HARDLY, flank, length, place

ANSWERS = {"stand": "will stand", "fall back": "is ordered to fall back"}


class ChargeNamed(Event, frozen=True):
    """A charge was ordered, or runs on from an earlier turn."""

    shows: ClassVar[Shows] = Shows(who="piece", at="target")

    piece: Number
    target: Number
    running: bool = False

    def say(self, names: Names) -> str:
        order = "runs on with the charge at" if self.running else "is ordered to charge"
        return f"{names.does(self.piece, order)} {names.piece(self.target)}."


class Answered(Event, frozen=True):
    """How a piece is ordered to meet the charges on it: "stand" or "fall back"."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    answer: str

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, ANSWERS.get(self.answer, self.answer))}."


class ChargeHalted(Event, frozen=True):
    """A charge is over before it reached anybody; `why` in words."""

    shows: ClassVar[Shows] = Shows(who="piece", at="target", stands="stands")

    piece: Number
    target: Number
    why: str
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        at = f" at {names.piece(self.target)}" if self.target != NOBODY else ""
        return f"{names.does(self.piece, 'breaks')} off the charge{at}: {names.reason(self.why, self.piece)}."


class ChargeAimed(Event, frozen=True):
    """A charge makes for another point of the struck side than the nearest: its left, middle or right."""

    shows: ClassVar[Shows] = Shows(who="piece", at="target")

    piece: Number
    target: Number
    side: str
    part: str

    def say(self, names: Names) -> str:
        target = names.piece(self.target)
        return f"{names.does(self.piece, 'makes')} for the {self.part} of the {flank(self.side)} of {target}."


class ChargeRedirected(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece", at="target")

    piece: Number
    target: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'charges')} {names.piece(self.target)} instead."


class Charged(Event, frozen=True):
    """A charge move: how far the middle front came this turn, to where, and whether it reached the target.

    Where a charge strikes home it still has to square up.
    """

    shows: ClassVar[Shows] = Shows(
        "charge", who="piece", at="target", way="way", facing="facing", success="reached"
    )

    piece: Number
    target: Number
    side: str
    distance: int
    reached: bool
    at: tuple[int, int]
    way: tuple[Point, ...] = ()
    facing: int | None = None

    def say(self, names: Names) -> str:
        who, target = self.piece, names.piece(self.target)
        hardly = self.distance < HARDLY
        if self.reached:
            how = "is upon" if hardly else f"charges {length(self.distance)} at"
            return f"{names.does(who, how)} the {flank(self.side)} of {target}!"
        if hardly:
            return f"{names.does(who, 'charges')} {target}, but {names.verb(who, 'comes')} no nearer."
        run = f"charges {length(self.distance)} towards {target}"
        return f"{names.does(who, run)} and {names.verb(who, 'is')} not there yet."

    def outcome(self) -> Outcome:
        return Outcome("gets there this turn", self.piece, self.reached, measured=True)


class Narrowed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece")

    piece: Number
    files: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'narrows')} to a front of {count(self.files, 'file')}."


class RanInto(Event, frozen=True):
    """A charge or pursuit hit a piece that was not its target."""

    shows: ClassVar[Shows] = Shows("blow", who="piece", at="hit")

    piece: Number
    hit: Number
    side: str

    def say(self, names: Names) -> str:
        hit = f"the {flank(self.side)} of {names.piece(self.hit)}"
        return f"{names.does(self.piece, 'runs')} into {hit} instead."


class MarchedOver(Event, frozen=True):
    """A march over that did not pass the victim: they fight."""

    shows: ClassVar[Shows] = Shows("blow", who="piece", at="victim", stands="stands")

    piece: Number
    victim: Number
    side: str
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        where = f"the {flank(self.side)} of {names.piece(self.victim)}"
        return f"{names.does(self.piece, 'is')} stopped at {where}: they fight."


class Trodden(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("blow", who="piece", at="victim")

    piece: Number
    victim: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'marches')} over {names.piece(self.victim)}."


class CounterCharged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece", at="target")

    piece: Number
    target: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'counter-charges')} {names.piece(self.target)}!"


class FellBack(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="piece", way="way", facing="facing")

    piece: Number
    distance: int
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    way: tuple[Point, ...] = ()
    facing: int | None = None
    scale: ClassVar[int] = INCH

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'falls')} back {length(self.distance)} to {place(self.at)}."


class NoFallBack(Event, frozen=True):
    """A piece that was ordered to fall back stays where it is."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    why: str

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'does')} not fall back: {names.reason(self.why, self.piece)}."


class Fled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="piece", way="way", facing="facing")

    piece: Number
    distance: int
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    way: tuple[Point, ...] = ()
    facing: int | None = None
    scale: ClassVar[int] = INCH

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'flees')} {length(self.distance)} to {place(self.at)}."


class Scattered(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("fall", who="piece", number="points")

    piece: Number
    points: int

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'scatters')}: {count(self.points, 'life point')} lost."


class Rallied(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'rallies')}."


class LeftBoard(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("vanish", who="piece", way="at")

    piece: Number
    at: tuple[int, int]

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'runs')} over the edge of the table at {place(self.at)}."


class CameBack(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", who="piece", way="at", facing="facing")

    piece: Number
    at: tuple[int, int]
    facing: int | None = None

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'comes')} back to the table at {place(self.at)}."


class Held(Event, frozen=True):
    """It did not pursue."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'holds')} firm."


class Pursued(Event, frozen=True):
    """How far a pursuit went, and whether it caught its quarry, or that was `gone` before."""

    shows: ClassVar[Shows] = Shows("pursue", who="piece", at="quarry", way="way", facing="facing", success="caught")

    piece: Number
    quarry: Number
    distance: int
    caught: bool
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    gone: bool = False
    way: tuple[Point, ...] = ()
    facing: int | None = None
    scale: ClassVar[int] = INCH

    def say(self, names: Names) -> str:
        quarry = names.piece(self.quarry)
        end = "and " + names.verb(self.piece, "catches") + " up" if self.caught else "without catching up"
        if self.gone:
            end = f"but {quarry} {names.verb(self.quarry, 'is')} gone already"
        elif not self.caught and self.distance < HARDLY:
            return f"{names.does(self.piece, 'has')} no way free to pursue {quarry}."
        return f"{names.does(self.piece, 'pursues')} {quarry} for {length(self.distance)} {end}."

    def outcome(self) -> Outcome:
        return Outcome("catches them", self.piece, self.caught, measured=True)


class WipedOut(Event, frozen=True):
    """A piece freed by its enemy's death has some movement free."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    movement: int
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'has')} nobody left to fight and may move {length(self.movement)}."
