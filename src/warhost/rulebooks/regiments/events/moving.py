"""Moves, charges and flight."""

from __future__ import annotations

from warhost.engine.event import Outcome
from warhost.engine.field.compass import Angle
from warhost.engine.playing import Shows
from warhost.engine.view import Point
from warhost.engine.words import Names

from ..measures import said
from .deeds import Aimed, Deed


class Moved(Deed, frozen=True):
    shows = Shows("move", who="unit", way="way", facing="facing")

    way: tuple[Point, ...]
    facing: Angle
    how: str
    cost: int = 0

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        length = f" {said(self.cost)}" if self.cost else ""
        return f"{who} {who.does(self.how)}{length}"


class Reformed(Deed, frozen=True):
    shows = Shows("form", who="unit", way="at", facing="facing")
    says = "{unit} {reforms}, {files:model} wide"

    at: Point
    facing: Angle
    files: int


class ChargeDeclared(Aimed, frozen=True):
    says = "{unit} {declares} a charge at the {struck} of {target}"

    struck: str


class Reacted(Deed, frozen=True):
    shows = Shows("note", who="unit", at="by")

    by: str
    reaction: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        deeds = {"hold": "holds", "stand and shoot": "stands and shoots", "flee": "flees"}
        verb, _, rest = deeds[self.reaction].partition(" ")
        return f"{who} {who.does(verb)}{' and ' + who.does('shoots') if rest else ''}"


class Charged(Aimed, frozen=True):
    shows = Shows("charge", who="unit", at="target", way="way", facing="facing")
    says = "{unit} {charges} home into the {struck} of {target}"

    way: tuple[Point, ...]
    facing: Angle
    struck: str

    def outcome(self) -> Outcome:
        caught = self.rule == "reg.charge.fleeing"
        return Outcome("catches those who flee" if caught else "reaches its target", self.unit, True)


class ChargeFailed(Aimed, frozen=True):
    shows = Shows("charge", who="unit", at="target", way="way", facing="facing")
    says = "{unit} {fails} to reach {target}"

    way: tuple[Point, ...]
    facing: Angle
    reach: int

    def outcome(self) -> Outcome:
        return Outcome("reaches its target", self.unit, False)


class Fled(Deed, frozen=True):
    shows = Shows("flee", who="unit", way="way", facing="facing")
    says = "{unit} {flees}"

    way: tuple[Point, ...]
    facing: Angle


class OffTable(Deed, frozen=True):
    shows = Shows("vanish", who="unit")
    says = "{unit} {leaves} the table{safe:| for good}"

    safe: bool = False

    def lost(self) -> bool:
        return not self.safe


class Arrived(Deed, frozen=True):
    shows = Shows("appear", who="unit", way="at", facing="facing")
    says = "{unit} {comes} on to the table"

    at: Point
    facing: Angle


class Pursued(Deed, frozen=True):
    shows = Shows("pursue", who="unit", way="way", facing="facing")

    way: tuple[Point, ...]
    facing: Angle
    overrun: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('overruns' if self.overrun else 'pursues')}"
