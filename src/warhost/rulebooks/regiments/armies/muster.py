"""The army lists as those see them who muster armies: bills, breaches, cards, and armies of chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from warhost.engine.sheet import Card, Sheet, Term
from warhost.roster.bill import Bill, Breach
from warhost.roster.roster import Fault, Roster

from ..library import DATA, Library, load_library
from ..records import Entry, Profile
from . import lawful
from .army import Choice, choices
from .levy import Levy

COLUMNS = ("", "M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")


class RegimentsLists:
    """[reg.army.men] [reg.army.elf] [reg.army.orc] [reg.army.und]"""

    id = "regiments"
    title = "Regiments"

    def __init__(self, extra: Path | None = None):
        self.extra = extra
        self.rosters = DATA / "rosters"

    @property
    def library(self) -> Library:
        return load_library(self.extra)

    def armies(self) -> Mapping[str, str]:
        return {army.id: army.title for army in self.library.armies.values()}

    def faults(self, roster: Roster) -> list[Fault]:
        return list(lawful.faults(self.library, roster))

    def bill(self, roster: Roster) -> Bill:
        return lawful.bill(self.library, roster)

    def breaches(self, roster: Roster) -> list[Breach]:
        return lawful.breaches(self.library, roster)

    def breaches_together(self, rosters: Sequence[Roster]) -> list[Breach]:
        """Allies keep the shares each for himself."""
        return []

    def sheet(self, roster: Roster) -> Sheet:
        army = self.library.armies[roster.army]
        lines = choices(army, roster)
        cards = tuple(_card(line) for line in lines)
        spent = sum(line.points for line in lines)
        subtitle = f"{army.title}, {spent} of {roster.points} points"
        return Sheet(
            roster.name, subtitle, COLUMNS, cards, self._terms([line.entry for line in lines]), roster.story
        )

    def army_sheet(self, army: str) -> Sheet:
        found = self.library.armies[army]
        cards = tuple(_entry_card(entry) for entry in found.entry)
        return Sheet(found.title, "army list", COLUMNS, cards, self._terms(found.entry), found.story)

    def _terms(self, entries: Sequence[Entry]) -> tuple[Term, ...]:
        rules = dict.fromkeys(rule for entry in entries for rule in (*entry.rules, *entry.mount_rules))
        catalogue = self.library.rules
        return tuple(Term(catalogue.get(rule).title, catalogue.get(rule).text) for rule in rules)

    def raise_army(self, army: str, points: int, seed: str) -> Roster:
        """A lawful army of chance, the same for the same seed."""
        return Levy(self.library.armies[army], points, _numbers(f"{army} {points} {seed}")).roster()


def _numbers(seed: str) -> list[int]:
    """A long row of numbers that follow from the seed alone."""
    found: list[int] = []
    for block in range(64):
        found += list(blake2b(f"{seed} {block}".encode(), digest_size=64).digest())
    return found


def _card(line: Choice) -> Card:
    bought = (*(option.id for option in line.options), *line.command)
    return Card(
        id=line.id, title=line.wanted.name or line.entry.title, detail=_detail(line.entry, line.models),
        points=line.points, rows=_rows(line.entry), gear=bought, remarks=_remarks(line.entry),
        boxes=(line.entry.profile.w,) * (line.models if line.entry.profile.w > 1 else 0),
    )  # fmt: skip


def _entry_card(entry: Entry) -> Card:
    options = tuple(f"{option.id}, {option.points} points" for option in entry.option)
    least, most = entry.size
    size = f"{least} to {most} models" if most and most > least else f"{least} or more" if not most else ""
    remarks = (*_remarks(entry), *((f"Options: {'; '.join(options)}.",) if options else ()))
    return Card(
        id=entry.id, title=entry.title, detail=f"{_detail(entry, 1)}{', ' + size if size else ''}",
        points=entry.points, rows=_rows(entry), remarks=remarks,
    )  # fmt: skip


def _detail(entry: Entry, models: int) -> str:
    count = f"{models} models, " if models > 1 else ""
    return f"{count}{entry.slot}, {'character' if entry.character else entry.troop}"


def _remarks(entry: Entry) -> tuple[str, ...]:
    gear = ", ".join(name.replace("_", " ") for name in entry.gear)
    return (f"Equipment: {gear}.",)


def _rows(entry: Entry) -> tuple[tuple[str, ...], ...]:
    rows = [(entry.title, entry.profile), (entry.champion_title or "Champion", entry.champion)]
    rows += [(entry.mount_title or "Mount", entry.mount), ("Handler", entry.handler)]
    return tuple((title, *_figures(profile)) for title, profile in rows if profile is not None)


def _figures(profile: Profile) -> tuple[str, ...]:
    return tuple(str(getattr(profile, name)) for name in ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld"))
