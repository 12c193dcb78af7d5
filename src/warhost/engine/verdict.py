"""What a referee can say of a moment without anybody having moved: who may do what, and why not."""

from __future__ import annotations

import msgspec

from .question import Refusal
from .tally import Step
from .words import count

Place = tuple[int | float, int | float]
"""A square, or a point of a table."""


class Verdict(msgspec.Struct, frozen=True):
    """Whether a piece may do something now: with what chance and for which reasons, or why it may not."""

    who: str
    deed: str  # as in 'may shoot', 'may strike', 'may move'
    target: str = ""
    chance: int | None = None
    because: tuple[Step, ...] = ()
    note: str = ""  # circumstances a player wants to see: the weapon, the range
    must: bool = False  # not a right but a duty, such as a test of morale
    refusal: Refusal | None = None

    @property
    def lawful(self) -> bool:
        return self.refusal is None


class Fact(msgspec.Struct, frozen=True):
    """How one piece stands: what became of it, where it is, what hurts."""

    fate: str
    at: Place | None
    facing: str  # or how high it stands, where that is what matters
    wounds: tuple[str, ...] = ()
    strength: int | None = None  # models left, where one piece is many
    life: int | None = None  # life points left, all models together
    turned: str = "facing"  # the word before `facing`

    @property
    def posed(self) -> str:
        return f"{self.turned} {self.facing}".strip()


def changes(before: dict[str, Fact], after: dict[str, Fact]) -> tuple[str, ...]:
    """What became of the pieces in between, a few words for each that is not as it was."""
    return tuple(
        words
        for name, fact in after.items()
        for words in (_changed(name, before[name], fact) if name in before else _came(name, fact))
    )


def _came(name: str, fact: Fact) -> list[str]:
    """Of a piece that has come into being: a part of another, or what somebody has called."""
    if fact.at is None:
        return [f"{name} is new, {fact.fate}"]
    strength = "" if fact.strength is None else f", {count(fact.strength, 'model')}"
    return [f"{name} is new at ({fact.at[0]:g}, {fact.at[1]:g}), {fact.posed}{strength}"]


def _changed(name: str, before: Fact, after: Fact) -> list[str]:
    found = [f"{name} wounded: {wound}" for wound in after.wounds[len(before.wounds) :]]
    if after.fate != "slain":
        found += _losses(name, before, after)
    if after.fate != before.fate:
        found.append(f"{name} {after.fate}")
    elif after.at != before.at and after.at is not None:
        found.append(f"{name} at ({after.at[0]:g}, {after.at[1]:g}), {after.posed}")
    elif after.facing != before.facing:
        found.append(f"{name} {after.posed}")
    return found


def _losses(name: str, before: Fact, after: Fact) -> list[str]:
    """Models that are gone or have come back; or life points, if as many models stand."""
    for thing, had, has in (("model", before.strength, after.strength), ("life point", before.life, after.life)):
        if had is not None and has is not None and has != had:
            return [f"{name} {'lost' if has < had else 'gained'} {count(abs(had - has), thing)}"]
    return []
