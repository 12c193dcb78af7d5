"""Close combat."""

from __future__ import annotations

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names

from .deeds import Deed


class CombatBegan(Event, frozen=True):
    shows = Shows("note", who="ours", at="theirs")
    says = "{ours} {fights} {theirs}"

    ours: tuple[str, ...]
    theirs: tuple[str, ...]


class Challenged(Deed, frozen=True):
    shows = Shows("note", who="unit", at="foe")

    foe: str = ""
    refused: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        if self.refused:
            return f"nobody takes up the challenge of {who}"
        return f"{who} {who.does('fights')} a challenge against {names.piece(self.foe)}"


class CombatResult(Event, frozen=True):
    shows = Shows("note", who="units")

    units: tuple[str, ...]
    totals: tuple[int, int]
    winner: int | None
    first: tuple[Step, ...] = ()  # how the total of each side came about
    second: tuple[Step, ...] = ()
    alone: bool = False  # the other side has nobody left

    def say(self, names: Names) -> str:
        first, second = self.totals
        told = f"{first} to {second}"
        if self.winner is None:
            return f"the combat is a draw, {told}"
        ahead = self.totals[self.winner] - self.totals[1 - self.winner]
        why = ", for no enemy is left" if self.alone and ahead <= 0 else "" if ahead else ", by its musician"
        return f"{names.side(self.winner)} wins the combat, {told}{why}"


class Broke(Deed, frozen=True):
    shows = Shows("change", who="unit")
    says = "{unit} {breaks}"


class Captured(Deed, frozen=True):
    shows = Shows("note", who="by", at="unit")
    says = "{by} {captures} the standard of {unit}"

    by: str
