"""Fortresses for tests, written as a player writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.rulebooks.threeplains.armies.lists import load_armies
from warhost.rulebooks.threeplains.library import table_of
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.fortress import Fortress, find_fortress, raise_fortress
from warhost.rulebooks.threeplains.siege.plan import FortressEntry
from warhost.rulebooks.threeplains.siege.rules import fortified

from .scenarios import mission
from .scene import Placed, scene

ARMIES = load_armies()
TOWER = "tower: door to left, door to right, door to courtyard"
STRAIGHT = ("wall", "wall: ladder", TOWER, "wall", "gate: ladder", "wall", TOWER, "wall", "wall")
BENT = (
    "wall", "wall: ladder", "bend outwards", "wall", "bend inwards", "gate: ladder", "bend inwards", "wall",
    "bend outwards", "wall", "wall",
)  # fmt: skip


def fortress(plan: Sequence[str], besiegers: int = 1000, army: str = "herlanceia", **rest: object) -> Fortress:
    entry = FortressEntry(id="test", title="Test", army=army, besiegers=besiegers, plan="\n".join(plan), **rest)  # type: ignore[arg-type]
    return raise_fortress(entry, ARMIES, "test.toml")


def broken(plan: Sequence[str], besiegers: int = 1000, army: str = "herlanceia", **rest: object) -> list[str]:
    """The rules that a fortress breaks."""
    return [breach.rule for breach in fortress(plan, besiegers, army, **rest).breaches]


def twin_towers() -> Fortress:
    return find_fortress("twin_towers", ARMIES)


def changed(plan: Sequence[str], at: int, line: str) -> list[str]:
    """The plan with another model at this number, counted from 1."""
    return [*plan[: at - 1], line, *plan[at:]]


def siege(*pieces: Placed, plan: Sequence[str] = (), **more: Any) -> Fight:
    """A moment of the ready siege, or of one with another plan: side 0 are the Besiegers, side 1 the Defenders."""
    found = mission("siege", army="herlanceia")
    found = fortified(found, fortress(plan).entry) if plan else found
    table = table_of(found, 1000)
    return scene(*pieces, mission=found, terrain=table.features, **more)
