"""Armies of chance: lawful, varied, nearly all points spent, and the same for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from warhost.engine.dice import DiceStream
from warhost.engine.question import Refusal, Refused
from warhost.roster.bill import Bill
from warhost.roster.roster import Character, Group, Roster

from ..items.shelf import ITEMS
from .allowance import bill
from .carrying import carrying
from .choices import MASTER, choices, groups_and_characters, mounts
from .lawful import breaches, kept_with, masters_needed
from .lists import Armies
from .profiles import Profile
from .terms import barred, terms_of

T = TypeVar("T")
TRIES = 60
GOOD, ENOUGH = 0.97, 0.9  # the share of the points to be spent
LARGEST = 3  # no group for more than a third of the points
DEAREST_ITEM = 10  # no magic item for more than a tenth of the points
ITEM_TRIES = 4
WEARABLE = ("weapon", "armour", "enchanted", "arcane")
DEAREST = 5  # heroes for a fifth of the points or less are asked first
POINTS_A_HERO = 350
WITH_OTHERS = ("character", "master", "mount")
"""What is no group of its own."""
UNLED = ("missile", "pack", "master", "chariot", "machine")


def levy(armies: Armies, army: str, points: int, seed: str) -> Roster:
    """A lawful army of the list; refused if the points are too few for one."""
    return levy_round(armies, bare(armies, army, points), seed)


def bare(armies: Armies, army: str, points: int) -> Roster:
    """A roster with nobody in it."""
    title = armies.lists[army].title
    return Roster(name=f"{title}, {points} points", rulebook="threeplains", army=army, points=points)


def levy_round(armies: Armies, begun: Roster, seed: str, spare: int = 0) -> Roster:
    """A lawful army round those whom a roster names already, for the scenario it is written for; `spare` points may
    be spent besides its limit."""
    best, most, points = None, 0, begun.points
    for attempt in range(TRIES):
        roster = _Levy(armies, begun, DiceStream(seed, attempt), spare).raised()
        spent = bill(roster, armies).points
        if spent > most and not breaches(roster, armies, spare):
            best, most = roster, spent
        if most >= GOOD * points:
            break
    if best is None or most < ENOUGH * points:
        why = f"no lawful army of {armies.lists[begun.army].title} was found for {points} points; try more"
        raise Refused(Refusal("tp.army.points", why))
    return best


class _Levy:
    """An army in the making. Whatever is added keeps all limits; only the blocks are still to be reached."""

    def __init__(self, armies: Armies, begun: Roster, dice: DiceStream, spare: int):
        self.armies, self.dice, self.spare = armies, dice, spare
        self.terms = terms_of(begun, armies)
        own = armies.lists[begun.army]
        self.heroes = [profile for profile in own.profile if profile.kind == "character"]
        self.troops = [profile for profile in own.profile if profile.kind not in WITH_OTHERS]
        self.mounts = [profile.id for profile in own.profile if profile.kind in ("mount", "chariot")]
        self.roster = begun

    def raised(self) -> Roster:
        born, others = ([h for h in self.heroes if ("general" in h.roles) is able] for able in (True, False))
        for able in (born, others):  # where nobody may come who was born to it, anybody may lead
            if not self.terms.leaderless and not any(one.role == "general" for one in self.roster.character):
                self._add_hero(able, role="general")
        core = [profile for profile in self.troops if profile.shapes.get("block")]
        while self._blocks_missing() and self._add_troops(core):
            pass
        for _ in range(self.roster.points // POINTS_A_HERO):
            self._add_hero([hero for hero in self.heroes if not self._count(hero)])
        while self._add_troops(self.troops):
            pass
        self._fill_up()
        self._appoint()
        return self.roster

    # --- adding pieces

    def _add_hero(self, among: Sequence[Profile], role: str = "") -> None:
        dear = self.roster.points // DEAREST
        for profile in sorted(self._shuffled(among), key=lambda hero: hero.points > dear):
            if self._accept_character(Character(profile=profile.id, role=role)):
                return

    def _accept_character(self, plain: Character) -> bool:
        profile = self.armies.lists[self.roster.army].find(plain.profile)
        dressed = plain
        ridden = [mount for mount in profile.rides if mount in self.mounts]
        if ridden and self._one_in(3):
            dressed = replace(dressed, mount=self._pick(ridden))
        elif profile.mounts and self._one_in(3):
            dressed = replace(dressed, mount=self._pick(mounts(profile, self.armies)).steed)
        if profile.options and self._one_in(2):
            dressed = replace(dressed, options=(self._pick(profile.options).id,))
        if profile.master and self._one_in(2):
            dressed = replace(dressed, options=(*dressed.options, MASTER))
        laden = [replace(dressed, items=(item,)) for item in self._some_items(WEARABLE)] if profile.items else []
        return any(
            self._accept(replace(self.roster, character=(*self.roster.character, character)))
            for character in (*laden, dressed, plain)
        )

    def _some_items(self, kinds: Sequence[str]) -> list[str]:
        """A few magic items that are cheap enough, for every other who may have them; who can use which shows."""
        cheap = self.roster.points // DEAREST_ITEM
        found = [item.id for item in ITEMS.values() if item.kind in kinds and item.points <= cheap]
        return [self._pick(found) for _ in range(ITEM_TRIES)] if found and self._one_in(2) else []

    def _add_troops(self, among: Sequence[Profile]) -> bool:
        """One group more, of what there is least of; False if nothing fits."""
        order = sorted(self._shuffled(among), key=self._count)
        return any(self._accept_group(profile) for profile in order)

    def _accept_group(self, profile: Profile) -> bool:
        if profile.kind == "pack":
            return self._accept_pack(profile)
        least, most = self._sizes(profile)
        most = max(least, min(most, self.roster.points // LARGEST // profile.points))
        size = least + self._below(most - least + 1)
        options = (self._pick(profile.options).id,) if profile.options and self._one_in(3) else ()
        command = profile.command is not None and not self._one_in(4)
        dressed = Group(profile=profile.id, models=size, options=options, command=command)
        plain = Group(profile=profile.id, models=least)
        magical = profile.command is not None and profile.command.magical and command
        banners = [replace(dressed, items=(item,)) for item in self._some_items(["command"])] if magical else []
        return any(
            self._accept(replace(self.roster, group=(*self.roster.group, group)))
            for group in (*banners, dressed, plain)
        )

    def _accept_pack(self, profile: Profile) -> bool:
        """Beasts with as many masters as they need.  [tp.list.beast_units]"""
        least, most = self._sizes(profile)
        often = self._count(profile)
        id = f"{profile.id}-{often + 1}" if often else profile.id
        for models in (least + self._below(most - least + 1), least):
            pack = Group(id=id, profile=profile.id, models=models)
            masters = Group(profile=profile.masters, models=masters_needed(profile, models), with_=id)
            if self._accept(replace(self.roster, group=(*self.roster.group, pack, masters))):
                return True
        return False

    def _sizes(self, profile: Profile) -> tuple[int, int]:
        """The fewest and the most models of a group, by its list and by the scenario."""
        least, most = profile.size
        limit = self.terms.most_models
        return (min(least, limit), min(most, limit)) if limit else (least, most)

    def _fill_up(self) -> None:
        """More warriors in the groups that are there."""
        growing = True
        while growing:
            growing = False
            for number in self._shuffled(range(len(self.roster.group))):
                group = self.roster.group[number]
                profile = self.armies.lists[self.roster.army].find(group.profile)
                if profile.kind in ("pack", "master"):
                    continue
                if group.models < self._sizes(profile)[1]:
                    growing |= self._change_group(number, replace(group, models=group.models + 1))

    def _change_group(self, number: int, group: Group) -> bool:
        groups = self.roster.group
        return self._accept(replace(self.roster, group=(*groups[:number], group, *groups[number + 1 :])))

    def _appoint(self) -> None:
        """Characters go to groups of their base size, each to the one with fewest leaders, large ones first."""
        groups, characters = groups_and_characters(choices(self.roster, self.armies))
        led = {group.id: 0 for group in groups}
        for number, leader in enumerate(characters):
            able = [
                group
                for group in groups
                if group.base == leader.base and group.profile.kind not in UNLED and not leader.ridden
            ]
            for host in sorted(able, key=lambda group: (led[group.id], -group.models)):
                if self._stands_with(number, host.id):
                    led[host.id] += 1
                    break

    def _stands_with(self, number: int, host: str) -> bool:
        """Whether that character goes to that group: some scenarios have groups so small that nobody may."""
        everybody = list(self.roster.character)
        everybody[number] = replace(everybody[number], with_=host)
        placed = replace(self.roster, character=tuple(everybody))
        if self._barred(placed):
            return False
        self.roster = placed
        return True

    # --- limits and chance

    def _accept(self, roster: Roster) -> bool:
        """Take the change if every upper limit is kept."""
        measures = [one for one in self._bill(roster).measures if one.most is not None]
        if not all(kept_with(measure, self.spare) for measure in measures):
            return False
        if any(True for _ in carrying(roster, choices(roster, self.armies), self.armies)) or self._barred(roster):
            return False
        self.roster = roster
        return True

    def _barred(self, roster: Roster) -> bool:
        """Whether the scenario forbids something of it."""
        found = barred.replies(self.terms.rules, roster, choices(roster, self.armies))
        return any(True for breaches in found for _ in breaches)

    def _bill(self, roster: Roster) -> Bill:
        return bill(roster, self.armies)

    def _blocks_missing(self) -> bool:
        return not all(measure.kept for measure in self._bill(self.roster).measures)

    def _count(self, profile: Profile) -> int:
        return [entry.profile for entry in (*self.roster.group, *self.roster.character)].count(profile.id)

    def _below(self, number: int) -> int:
        return self.dice.throw(1, number)[0] - 1

    def _one_in(self, number: int) -> bool:
        return self._below(number) == 0

    def _pick(self, among: Sequence[T]) -> T:
        return among[self._below(len(among))]

    def _shuffled(self, among: Sequence[T]) -> list[T]:
        left, order = list(among), []
        while left:
            order.append(left.pop(self._below(len(left))))
        return order
