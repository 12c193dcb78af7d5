"""Close combat."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names


class CombatBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="ours", at="theirs")

    ours: tuple[str, ...]
    theirs: tuple[str, ...]

    def say(self, names: Names) -> str:
        ours = names.pieces(self.ours)
        return f"{ours} {ours.does('fights')} {names.pieces(self.theirs)}"


class Challenged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="unit", at="foe")

    unit: str
    foe: str = ""
    refused: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        if self.refused:
            return f"nobody takes up the challenge of {who}"
        return f"{who} {who.does('fights')} a challenge against {names.piece(self.foe)}"


class CombatResult(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="units")

    units: tuple[str, ...]
    totals: tuple[int, int]
    winner: int | None
    first: tuple[Step, ...] = ()  # how the total of each side came about
    second: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        first, second = self.totals
        told = f"{first} to {second}"
        if self.winner is None:
            return f"the combat is a draw, {told}"
        margin = abs(first - second)
        return f"{names.side(self.winner)} wins the combat, {told}{'' if margin else ', by its musician'}"


class Broke(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('breaks')}"


class Captured(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="by", at="unit")

    unit: str
    by: str

    def say(self, names: Names) -> str:
        by = names.piece(self.by)
        return f"{by} {by.does('captures')} the standard of {names.piece(self.unit)}"
