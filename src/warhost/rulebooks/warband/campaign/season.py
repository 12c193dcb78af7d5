"""Where a campaign stands: the warbands, the battles so far, and how far the last one is settled."""

from __future__ import annotations

from copy import copy
from typing import TypeAlias

import msgspec

from warhost.engine.battle import Battle

from ..library import Library
from .happened import Happened, Use
from .ledger import Ledger

AFTERWARDS = (
    "injuries", "captives", "experience", "search", "shards", "sell", "look", "buy", "leader", "anew", "update",
)  # fmt: skip
"""What each warband goes through after a battle; trade is in three parts: sell, look for rare things, buy.
[war.camp.sequence] [war.camp.trade]"""


class Due(msgspec.Struct, frozen=True):
    """A battle that is to be fought: what, and by which warbands."""

    scenario: str
    players: tuple[int, ...]
    absent: tuple[int, ...] = ()  # who should have come and cannot
    used: tuple[Use, ...] = ()


class Mark(msgspec.Struct, frozen=True):
    """A warband after a battle, for those who look back."""

    rating: int
    crowns: int
    dead: int


class Season(msgspec.Struct):
    """All that changes in a campaign."""

    ledgers: list[Ledger]
    fought: tuple[Happened, ...] = ()
    stage: str = "founding"
    due: Due | None = None
    place: int = 0  # in the ranking of the last battle: whose sequence it is
    begun: bool = False
    todo: tuple[str, ...] = ()  # who is still to be gone through in this step
    shards: int = 0
    pool: int = -1  # experience of new men that is to be had; -1 before it is rolled
    haggled: bool = False
    looked: tuple[str, ...] = ()  # heroes who have looked for something rare
    deals: int = 0
    marks: tuple[tuple[Mark, ...], ...] = ()

    def copy(self) -> Season:
        twin = copy(self)
        twin.ledgers = [ledger.copy() for ledger in self.ledgers]
        return twin

    @property
    def happened(self) -> Happened:
        """The last battle."""
        return self.fought[-1]

    @property
    def side(self) -> int:
        """The side of the last battle whose sequence it is, in the order of the ranking.  [war.multi.after]"""
        return self.happened.ranking[self.place]

    @property
    def player(self) -> int:
        return self.happened.players[self.side]

    @property
    def ledger(self) -> Ledger:
        return self.ledgers[self.player]

    @property
    def won(self) -> bool:
        """Whether it is the winner's sequence; nobody has won a draw or a shared first place."""
        return self.happened.winner == self.side

    def to_come(self, player: int) -> bool:
        """Whether a player's sequence after this battle is still to come."""
        later = self.happened.ranking[self.place + 1 :]
        return any(self.happened.players[side] == player for side in later)

    def go_to(self, stage: str) -> None:
        self.stage, self.todo, self.begun = stage, (), False

    def next_player(self) -> None:
        self.place += 1
        self.shards, self.pool, self.haggled, self.looked, self.deals = 0, -1, False, (), 0


class Terms:
    """What was agreed before the campaign, and the data."""

    def __init__(
        self, library: Library, title: str, battles: int, together: bool, ledgers: tuple[Ledger, ...],
        rosters: dict[str, Ledger],
    ):  # fmt: skip
        self.library, self.title, self.battles, self.together, self.ledgers = (
            library, title, battles, together, ledgers,
        )  # fmt: skip
        self.rosters = rosters  # warbands that may be founded anew  [war.camp.disband]


After: TypeAlias = Battle[Season, Terms]


def mark(season: Season) -> tuple[Mark, ...]:
    return tuple(Mark(one.rating, one.treasury, one.dead) for one in season.ledgers)
