"""Charges, flight and pursuit."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Outcome
from warhost.engine.field.compass import Angle
from warhost.engine.field.length import Length
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names

from ..figure import INCH
from ..state import NOBODY, Number, Point, Stood
from ..wording import HARDLY, flank, length
from .deeds import Aimed, Deed

ANSWERS = {"stand": "will stand", "fall back": "is ordered to fall back"}


class ChargeNamed(Aimed, frozen=True):
    """A charge was ordered, or runs on from an earlier turn."""

    running: bool = False

    def say(self, names: Names) -> str:
        order = "runs on with the charge at" if self.running else "is ordered to charge"
        return f"{names.does(self.piece, order)} {names.piece(self.target)}."


class Answered(Deed, frozen=True):
    """How a piece is ordered to meet the charges on it: "stand" or "fall back"."""

    answer: str

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, ANSWERS.get(self.answer, self.answer))}."


class ChargeHalted(Aimed, frozen=True):
    """A charge is over before it reached anybody; `why` in words."""

    shows = Shows(who="piece", at="target", stands="stands")

    why: str
    stands: tuple[Stood, ...] = ()

    def say(self, names: Names) -> str:
        at = f" at {names.piece(self.target)}" if self.target != NOBODY else ""
        return f"{names.does(self.piece, 'breaks')} off the charge{at}: {names.reason(self.why, self.piece)}."


class ChargeAimed(Aimed, frozen=True):
    """A charge makes for another point of the struck side than the nearest: its left, middle or right."""

    says = "{piece} {makes} for the {part} of the {side:flank} of {target}."

    side: str
    part: str


class ChargeRedirected(Aimed, frozen=True):
    says = "{piece} {charges} {target} instead."


class Charged(Aimed, frozen=True):
    """A charge move: how far the middle front came this turn, to where, and whether it reached the target.

    Where a charge strikes home it still has to square up.
    """

    shows = Shows("charge", who="piece", at="target", way="way", facing="facing", success="reached")

    side: str
    distance: Length
    reached: bool
    at: tuple[int, int]
    way: tuple[Point, ...] = ()
    facing: Angle | None = None

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


class Narrowed(Deed, frozen=True):
    shows = Shows("form", who="piece")
    says = "{piece} {narrows} to a front of {files:file}."

    files: int


class RanInto(Deed, frozen=True):
    """A charge or pursuit hit a piece that was not its target."""

    shows = Shows("blow", who="piece", at="hit")
    says = "{piece} {runs} into the {side:flank} of {hit} instead."

    hit: Number
    side: str


class MarchedOver(Deed, frozen=True):
    """A march over that did not pass the victim: they fight."""

    shows = Shows("blow", who="piece", at="victim", stands="stands")
    says = "{piece} {is} stopped at the {side:flank} of {victim}: they fight."

    victim: Number
    side: str
    stands: tuple[Stood, ...] = ()


class Trodden(Deed, frozen=True):
    shows = Shows("blow", who="piece", at="victim")
    says = "{piece} {marches} over {victim}."

    victim: Number


class CounterCharged(Aimed, frozen=True):
    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'counter-charges')} {names.piece(self.target)}!"


class FellBack(Deed, frozen=True):
    shows = Shows("flee", who="piece", way="way", facing="facing")
    says = "{piece} {falls} back {distance:length} to {at:place}."

    distance: Length
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    way: tuple[Point, ...] = ()
    facing: Angle | None = None
    scale: ClassVar[int] = INCH


class NoFallBack(Deed, frozen=True):
    """A piece that was ordered to fall back stays where it is."""

    says = "{piece} {does} not fall back: {why:reason}."

    why: str


class Fled(Deed, frozen=True):
    shows = Shows("flee", who="piece", way="way", facing="facing")
    says = "{piece} {flees} {distance:length} to {at:place}."

    distance: Length
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    way: tuple[Point, ...] = ()
    facing: Angle | None = None
    scale: ClassVar[int] = INCH


class Scattered(Deed, frozen=True):
    shows = Shows("fall", who="piece", number="points")
    says = "{piece} {scatters}: {points:life point} lost."

    points: int


class Rallied(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} {rallies}."


class LeftBoard(Deed, frozen=True):
    shows = Shows("vanish", who="piece", way="at")
    says = "{piece} {runs} over the edge of the table at {at:place}."

    at: tuple[int, int]


class CameBack(Deed, frozen=True):
    shows = Shows("appear", who="piece", way="at", facing="facing")
    says = "{piece} {comes} back to the table at {at:place}."

    at: tuple[int, int]
    facing: Angle | None = None


class Held(Deed, frozen=True):
    """It did not pursue."""

    says = "{piece} {holds} firm."


class Pursued(Deed, frozen=True):
    """How far a pursuit went, and whether it caught its quarry, or that was `gone` before."""

    shows = Shows("pursue", who="piece", at="quarry", way="way", facing="facing", success="caught")

    quarry: Number
    distance: Length
    caught: bool
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    gone: bool = False
    way: tuple[Point, ...] = ()
    facing: Angle | None = None
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


class WipedOut(Deed, frozen=True):
    """A piece freed by its enemy's death has some movement free."""

    says = "{piece} {has} nobody left to fight and may move {movement:length}."

    movement: Length
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH
