"""Where a campaign stands: who is named in it, the battles so far, the route, and what is left to settle."""

from __future__ import annotations

from copy import copy
from typing import TypeAlias

import msgspec

from warhost.engine.battle import Battle
from warhost.roster.roster import Roster

from ..armies.muster import ThreePlainsLists
from .plan import Node, Plan

BETWEEN = "tp.campaign.between_battles"


class Person(msgspec.Struct):
    """A leading or special character of a side: he goes from battle to battle.  [tp.campaign.between_battles]"""

    id: str
    side: int
    profile: str
    name: str
    leading: bool = False
    special: bool = False
    alive: bool = True
    skills: tuple[str, ...] = ()
    story: tuple[str, ...] = ()

    def copy(self) -> Person:
        return copy(self)


class Fate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of somebody in a battle, and what he was in it."""

    person: str
    slain: bool
    rating: int  # with all that he has learnt
    shoots: bool
    points: int  # what he is worth, whatever he costs


class Happened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a campaign needs to know of a battle. Sides are those of the campaign."""

    node: str
    winner: int  # NOBODY for a draw
    why: str = ""
    fates: tuple[Fate, ...] = ()


class Due(msgspec.Struct, frozen=True):
    """A battle that is opened: which side has which part of its scenario, and the rosters written so far."""

    node: str
    sides: tuple[int, int] = (0, 1)  # for each part of the scenario
    rosters: tuple[tuple[Roster, ...], tuple[Roster, ...]] = ((), ())  # of each side of the campaign
    resting: tuple[str, ...] = ()  # people whom the scenario keeps out of it


class War(msgspec.Struct):
    """All that changes in a campaign."""

    stage: str = "story"
    people: list[Person] = []
    fought: tuple[Happened, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()  # the players of each battle, A's first
    roles: tuple[tuple[int, int], ...] = ()  # the sides of each battle by the parts of its scenario
    route: int = 0
    due: Due | None = None
    todo: tuple[str, ...] = ()  # who is still to be gone through in this stage
    results: tuple[str, str] = ("", "")  # of the war, for A and for B
    why: str = ""

    def copy(self) -> War:
        twin = copy(self)
        twin.people = [person.copy() for person in self.people]
        return twin

    @property
    def number(self) -> int:
        """Of the battle that is next or goes on, from 1."""
        return len(self.fought) + 1

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(one.winner for one in self.fought)

    @property
    def happened(self) -> Happened:
        """The last battle."""
        return self.fought[-1]

    def person(self, id: str) -> Person:
        return next(one for one in self.people if one.id == id)

    def living(self, side: int) -> list[Person]:
        return [one for one in self.people if one.side == side and one.alive]

    def go_to(self, stage: str, *todo: str) -> None:
        self.stage, self.todo = stage, todo


class Terms:
    """What was agreed before the campaign, and the army lists."""

    def __init__(
        self, lists: ThreePlainsLists, title: str, plan: Plan, armies: tuple[str, str], players: int, measuring: str
    ):
        self.lists, self.title, self.plan, self.armies = lists, title, plan, armies
        self.players, self.measuring = players, measuring

    @property
    def nodes(self) -> dict[str, Node]:
        return {one.node: one for one in self.plan.battle}

    def side_of(self, player: int) -> int:
        """Players sit down on the two sides in turn.  [tp.campaign.between_battles]"""
        return player % 2

    def commander(self, side: int, number: int) -> int:
        """The player who leads a side in that battle: those of one side take turns.  [tp.army.players]"""
        own = [player for player in range(self.players) if self.side_of(player) == side]
        return own[(number - 1) % len(own)]

    def named(self, side: int) -> str:
        """What a side is called."""
        titles = [self.lists.armies()[army] for army in self.armies]
        return titles[side] if titles[0] != titles[1] else f"{titles[side]} ({'AB'[side]})"

    def player_name(self, player: int) -> str:
        """By the side, and by the number among those who share it."""
        side, turn = self.side_of(player), player // 2
        shared = self.commander(side, 1) != self.commander(side, 2)
        return f"{self.named(side)}, player {turn + 1}" if shared else self.named(side)


After: TypeAlias = Battle[War, Terms]

