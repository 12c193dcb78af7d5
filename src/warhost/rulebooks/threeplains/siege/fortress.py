"""A fortress read, laid out, priced and checked.  [tp.siege.plan] [tp.siege.lists]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

from msgspec import Struct

from warhost.engine.book import Unknown
from warhost.engine.data import DataError, nearest, one_of
from warhost.roster.bill import Bill, Breach

from ..armies.lists import DATA, Armies
from ..armies.profiles import ArmyList
from .account import fortress_bill
from .lawful import fortress_breaches
from .layout import Layout, lay
from .places import Places
from .plan import FortressEntry, models_of, read_fortress

FOLDER = DATA / "fortresses"


class Fortress(Struct, frozen=True, dict=True):
    """A fortress with all that follows from its plan."""

    entry: FortressEntry
    army: ArmyList
    layout: Layout

    @cached_property
    def bill(self) -> Bill:
        return fortress_bill(self.entry, self.layout, self.army)

    @cached_property
    def breaches(self) -> list[Breach]:
        return fortress_breaches(self.entry, self.layout, self.bill, self.army)

    @cached_property
    def places(self) -> Places:
        return Places(self.layout)


def raise_fortress(entry: FortressEntry, armies: Armies, file: str) -> Fortress:
    """The fortress of an entry; a DataError says what cannot be understood."""
    if entry.army not in armies.lists:
        expected = f"expected {one_of(armies.lists)}, got {entry.army}{nearest(entry.army, armies.lists)}"
        raise DataError(file, "army", expected)
    return Fortress(entry, armies.lists[entry.army], lay(models_of(entry, file)))


def find_fortress(wanted: str, armies: Armies, extra: Path | None = None) -> Fortress:
    """A ready fortress by its name, or one from a file."""
    known = ready_fortresses(extra)
    path = known.get(wanted, Path(wanted))
    if wanted not in known and path.suffix != ".toml" and not path.exists():
        raise Unknown(f"no fortress is called {wanted!r}{nearest(wanted, known)}; there are: {', '.join(known)}")
    return raise_fortress(read_fortress(path), armies, path.name)


def ready_fortresses(extra: Path | None = None) -> dict[str, Path]:
    """Those that come with the game, and those of a player's own folder, by the names of their files."""
    return {path.stem: path for folder in _folders(extra) for path in sorted(folder.glob("*.toml"))}


def fortress_against(besiegers: int, army: str) -> FortressEntry:
    """The ready fortress of a list against so many points, or the nearest to it: of that size, or of that list.

    [tp.siege.plan.wall]
    """
    return min(_ready(), key=lambda one: (abs(one.besiegers - besiegers), one.army != army))


def sizes_ready() -> list[str]:
    return sorted({str(one.besiegers) for one in _ready()})


@cache
def _ready() -> tuple[FortressEntry, ...]:
    return tuple(read_fortress(path) for path in ready_fortresses().values())


def fortress_faults(armies: Armies, extra: Path | None) -> Iterator[DataError]:
    """What is wrong with the fortresses of the game and of a player's own folder, breaches too."""
    for folder in _folders(extra):
        for path in sorted(folder.glob("*.toml")):
            try:
                fortress = raise_fortress(read_fortress(path, folder), armies, path.name)
            except DataError as fault:
                yield fault
                continue
            for breach in fortress.breaches:
                yield DataError(
                    f"fortresses/{path.name}", breach.where, f"{breach.why} [{breach.rule}]; {breach.mend}"
                )


def _folders(extra: Path | None) -> list[Path]:
    return [FOLDER, *([extra / "fortresses"] if extra else [])]
