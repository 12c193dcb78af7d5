"""Lawful armies of chance, for trying things out.  [reg.army.selection]"""

from __future__ import annotations

from collections import Counter

from warhost.roster.roster import Character, Group, Roster

from ..records import ArmyList, Entry, Option
from .lawful import FEWEST_UNITS, MOST, REPEATS

LARGEST = 30  # models of a unit of chance
TRIES = 400


class Levy:
    """Fills the parts of an army one after the other, within their shares."""

    def __init__(self, army: ArmyList, points: int, numbers: list[int]):
        self.army, self.points, self.numbers, self.at = army, points, numbers, 0
        self.groups: list[Group] = []
        self.characters: list[Character] = []
        self.spent: Counter[str] = Counter()

    def roster(self) -> Roster:
        self._leader()
        core = [entry for entry in self._entries("core") if not entry.per_core]
        least = -(-self.points // 4)
        for _ in range(TRIES):
            if self.spent["core"] >= least and len(self.groups) >= FEWEST_UNITS:
                break
            missing = max(least - self.spent["core"], 0) // max(1, FEWEST_UNITS - len(self.groups))
            self._unit(self._pick(core), missing)
        for _ in range(TRIES // 10):
            slot = ("core", "special", "rare", "special", "hero")[self._number(5)]
            if slot == "hero":
                self._character(slot)
            else:
                self._unit(self._pick(self._entries(slot)), 0)
        name = f"{self.army.title} of chance"
        return Roster(
            name=name, rulebook="regiments", army=self.army.id, points=self.points,
            group=tuple(self.groups), character=tuple(self.characters),
        )  # fmt: skip

    def _number(self, below: int) -> int:
        self.at = (self.at + 1) % len(self.numbers)
        return self.numbers[self.at] % below

    def _pick(self, entries: list[Entry]) -> Entry:
        return entries[self._number(len(entries))]

    def _entries(self, slot: str) -> list[Entry]:
        return [entry for entry in self.army.entry if entry.slot == slot]

    def _room(self, slot: str) -> int:
        """Points that may still be spent on a part of the army; a quarter is kept for the core."""
        left = self.points - sum(self.spent.values())
        if slot != "core":
            left -= max(0, -(-self.points // 4) - self.spent["core"])
        share = MOST.get(slot)
        return left if share is None else min(left, self.points * share // 100 - self.spent[slot])

    def _leader(self) -> None:
        """The best that can be paid for, so that somebody can be General."""
        for slot in ("lord", "hero"):
            if not self.characters and (slot == "hero" or self._number(2)):
                self._character(slot)
        if not self.characters:
            self._character("hero")

    def _character(self, slot: str) -> None:
        payable = [entry for entry in self._entries(slot) if entry.points <= self._room(slot)]
        if not payable or len(self.characters) > self.points // 400 + 1:
            return
        entry = self._pick(payable)
        room = self._room(slot) - entry.points
        mount = self._mount(entry, room)
        options = self._options(entry, room - (mount.points if mount else 0), mount is not None)
        self.characters.append(
            Character(
                profile=entry.id, options=tuple(option.id for option in options), mount=mount.id if mount else ""
            )
        )
        self.spent[slot] = self._cost_so_far(slot)

    def _mount(self, entry: Entry, room: int) -> Option | None:
        payable = [option for option in entry.option if option.mount and option.points <= room]
        return payable[self._number(len(payable))] if payable and self._number(2) else None

    def _options(self, entry: Entry, room: int, mounted: bool) -> list[Option]:
        """What a character buys; the first is to be the General and carries no battle standard."""
        bought: list[Option] = []
        for option in entry.option:
            if option.mount or option.points > room or (option.mounted and not mounted) or self._number(3):
                continue
            if option.battle_standard and (not self.characters or self._has_standard()):
                continue
            if option.takes and any(other.takes for other in bought):
                continue  # one suit of armour
            room -= option.points
            bought.append(option)
        return bought

    def _has_standard(self) -> bool:
        return any(
            self.army.entries[one.profile].options[name].battle_standard
            for one in self.characters
            for name in one.options
        )

    def _cost_so_far(self, slot: str) -> int:
        total = 0
        for one in self.characters:
            entry = self.army.entries[one.profile]
            if entry.slot == slot:
                bought = [*one.options, *([one.mount] if one.mount else [])]
                total += entry.points + sum(entry.options[name].points for name in bought)
        return total

    def _unit(self, entry: Entry, wanted: int) -> None:
        """A unit worth about so much, or of any lawful size."""
        if (
            entry.per_core
            and (sum(one.profile == entry.id for one in self.groups) + 1) * entry.per_core > self._core()
        ):
            return
        if sum(one.profile == entry.id for one in self.groups) >= REPEATS.get(entry.slot, 99):
            return
        least, most = entry.size
        most = min(most or LARGEST, LARGEST, self._room(entry.slot) // entry.points)
        if most < least:
            return
        still = FEWEST_UNITS - len(self.groups)
        if still > 1:  # leave room for those that are still wanted
            most = max(least, min(most, self._room(entry.slot) // still // entry.points))
        models = least + self._number(most - least + 1)
        models = min(most, max(models, -(-wanted // entry.points)))
        room = self._room(entry.slot) - models * entry.points
        bought = []
        for name, cost in entry.command.items():
            if models > 1 and cost <= room and still < 2 and self._number(3):
                bought.append(name)
                room -= cost
        for option in entry.option:
            cost = option.points * (models if option.each else 1)
            able = "champion" in bought or not option.champion
            if cost <= room and still < 2 and able and not self._number(3):
                bought.append(option.id)
                room -= cost
        self.spent[entry.slot] = self.spent[entry.slot] + self._room(entry.slot) - room
        self.groups.append(Group(profile=entry.id, models=models, options=tuple(bought)))

    def _core(self) -> int:
        """Core units that let others be taken."""
        return sum(
            self.army.entries[one.profile].slot == "core" and not self.army.entries[one.profile].per_core
            for one in self.groups
        )
