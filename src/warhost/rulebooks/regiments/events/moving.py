"""Moves, charges and flight."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.view import Point
from warhost.engine.words import Names, count

from ..measures import said


class Moved(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("move", who="unit", way="way", facing="facing")

    unit: str
    way: tuple[Point, ...]
    facing: int
    how: str
    cost: int = 0

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        length = f" {said(self.cost)}" if self.cost else ""
        return f"{who} {who.does(self.how)}{length}"


class Reformed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="unit", way="at", facing="facing")

    unit: str
    at: Point
    facing: int
    files: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('reforms')}, {count(self.files, 'model')} wide"


class ChargeDeclared(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="unit", at="target")

    unit: str
    target: str
    struck: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('declares')} a charge at the {self.struck} of {names.piece(self.target)}"


class Reacted(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="unit", at="by")

    unit: str
    by: str
    reaction: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        deeds = {"hold": "holds", "stand and shoot": "stands and shoots", "flee": "flees"}
        verb, _, rest = deeds[self.reaction].partition(" ")
        return f"{who} {who.does(verb)}{' and ' + who.does('shoots') if rest else ''}"


class Charged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("charge", who="unit", at="target", way="way", facing="facing")

    unit: str
    target: str
    way: tuple[Point, ...]
    facing: int
    struck: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('charges')} home into the {self.struck} of {names.piece(self.target)}"

    def outcome(self) -> Outcome:
        caught = self.rule == "reg.charge.fleeing"
        return Outcome("catches those who flee" if caught else "reaches its target", self.unit, True)


class ChargeFailed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("charge", who="unit", at="target", way="way", facing="facing")

    unit: str
    target: str
    way: tuple[Point, ...]
    facing: int
    reach: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('fails')} to reach {names.piece(self.target)}"

    def outcome(self) -> Outcome:
        return Outcome("reaches its target", self.unit, False)


class Fled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="unit", way="way", facing="facing")

    unit: str
    way: tuple[Point, ...]
    facing: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('flees')}"


class OffTable(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("vanish", who="unit")

    unit: str
    safe: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('leaves')} the table{'' if self.safe else ' for good'}"

    def lost(self) -> bool:
        return not self.safe


class Arrived(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", who="unit", way="at", facing="facing")

    unit: str
    at: Point
    facing: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('comes')} on to the table"


class Pursued(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("pursue", who="unit", way="way", facing="facing")

    unit: str
    way: tuple[Point, ...]
    facing: int
    overrun: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('overruns' if self.overrun else 'pursues')}"
