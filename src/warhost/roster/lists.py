"""What a rulebook with army lists offers to those who muster armies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from warhost.engine.book import Unknown
from warhost.engine.data import nearest
from warhost.engine.sheet import Sheet

from .bill import Bill, Breach
from .roster import Fault, Roster, read_roster, roster_faults

READY = "ready"
"""Named instead of a roster: the force that a scenario brings for that side."""


class Lists(Protocol):
    """The army lists of a rulebook. All but `faults` want a roster without faults."""

    id: str  # of the rulebook
    title: str
    rosters: Path  # the folder of rosters that are ready to play

    def armies(self) -> Mapping[str, str]:
        """The ids of the army lists, and their titles."""
        ...

    def faults(self, roster: Roster) -> list[Fault]:
        """Names that stand for nothing, by the keys they were found at."""
        ...

    def bill(self, roster: Roster) -> Bill: ...
    def breaches(self, roster: Roster) -> list[Breach]: ...

    def breaches_together(self, rosters: Sequence[Roster]) -> list[Breach]:
        """What allies on one side must keep together."""
        ...

    def sheet(self, roster: Roster) -> Sheet: ...
    def army_sheet(self, army: str) -> Sheet: ...

    def raise_army(self, army: str, points: int, seed: str) -> Roster:
        """A lawful army of chance, the same for the same seed."""
        ...


def find_roster(lists: Lists, name: str) -> tuple[Path, Roster]:
    """The roster at a path, or the ready one of this name."""
    ready = ready_rosters(lists)
    path = Path(name)
    if name in ready and not path.exists():
        path = ready[name]
    elif not path.exists():
        there = ", ".join(ready)
        raise Unknown(f"no file and no ready roster is called {name!r}{nearest(name, ready)}; there are: {there}")
    return path, read_roster(path)


def ready_rosters(lists: Lists) -> dict[str, Path]:
    return {path.stem: path for path in sorted(lists.rosters.glob("*.toml"))}


def all_faults(lists: Lists, roster: Roster) -> list[Fault]:
    """Whatever keeps a roster from being understood."""
    if roster.rulebook != lists.id:
        return [("rulebook", f"expected {lists.id}, got {roster.rulebook}")]
    return [*roster_faults(roster), *lists.faults(roster)]
