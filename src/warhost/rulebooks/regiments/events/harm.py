"""Shots, blows and what they do."""

from __future__ import annotations

from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.view import Outline
from warhost.engine.words import Names, count

from ..measures import INCH
from .deeds import Aimed, Deed


class Shot(Aimed, frozen=True):
    shows = Shows("shot", who="unit", at="target", number="shots")

    weapon: str
    shots: int
    need: int
    because: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        needs = f", {self.need}+ to hit" if self.need else ""
        times = f", {count(self.shots, 'shot')}" if self.shots else ""
        return f"{who} {who.does('shoots')} at {names.piece(self.target)} with {self.weapon}{times}{needs}"


class Struck(Aimed, frozen=True):
    shows = Shows("blow", who="unit", at="target", number="attacks")

    who: str  # of the unit: its riders, its champion, its horses
    attacks: int
    hits: int
    wounds: int
    unsaved: int
    need: int = 0
    because: tuple[Step, ...] = ()
    at_champion: bool = False

    def say(self, names: Names) -> str:
        unit, target = names.piece(self.unit), f"{names.piece(self.target)}{' (champion)' * self.at_champion}"
        by = f"{unit} ({self.who})" if self.who else str(unit)
        wounds = f"{count(self.wounds, 'wound')}, {self.unsaved} unsaved" if self.wounds else "no wounds"
        return f"{by} against {target}: {count(self.hits, 'hit')} of {self.attacks}, {wounds}"


class Laid(Deed, frozen=True):
    """A template comes down."""

    shows = Shows("lay", who="unit", laid="outlines")

    outlines: tuple[Outline, ...]
    what: str

    def say(self, names: Names) -> str:
        points = self.outlines[-1]
        x, y = (round(sum(point[axis] for point in points) / len(points) / INCH, 1) for axis in (0, 1))
        return f"{self.what} of {names.piece(self.unit)} comes down at ({x:g}, {y:g})"


class Lost(Deed, frozen=True):
    """Models fell, or wounds were taken."""

    shows = Shows("fall", who="unit", number="models")

    models: int
    wounds: int
    left: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        if self.models and self.left:
            return f"{who} {who.does('loses')} {count(self.models, 'model')}, {self.left} left"
        if self.models:
            return f"{who} {who.does('loses')} the last of {who.does('its')} models"
        return f"{who} {who.does('suffers')} {count(self.wounds, 'wound')}"


class Healed(Deed, frozen=True):
    shows = Shows("heal", who="unit", number="amount")

    amount: int
    models: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        back = count(self.amount, "model") if self.models else count(self.amount, "wound")
        return f"{who} {who.does('regains')} {back}"


class Destroyed(Deed, frozen=True):
    shows = Shows("vanish", who="unit")
    says = "{unit} {is} {why}"

    why: str

    def lost(self) -> bool:
        return True
