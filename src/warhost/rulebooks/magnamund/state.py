"""What changes in a battle of Magnamund: pieces, units, and where the turn stands.

Everything inside a piece or a unit is a number, a string or a tuple of such, so that a copy of the state is a
shallow copy of each: tens of microseconds for an army.
"""

from __future__ import annotations

from copy import copy
from typing import Literal

import msgspec

from warhost.engine.copies import copies

NOWHERE = -1
NOBODY = -1

Fate = Literal["waiting", "fighting", "hidden", "slain", "fled", "left"]
Phase = Literal[
    "sides", "skills", "placing", "leaders", "initiative", "first firing", "movement", "second firing",
    "combat", "morale",
]  # fmt: skip


class Wound(msgspec.Struct, frozen=True, array_like=True):
    location: str
    severity: str


class Trance(msgspec.Struct, frozen=True, array_like=True):
    """A hypnotised piece: whose it will be, and the first and last turn in which it is."""

    master: int
    first: int
    last: int  # 0 until the die is thrown


class Piece(msgspec.Struct, gc=False):
    """A playing piece, as far as it changes. It faces one of the four edges of its square, never a corner.

    [mag.piece.facing] [mag.move.facing_edges]
    """

    side: int  # the force that commands it now
    square: int = NOWHERE  # its front square
    facing: int = 0
    fate: Fate = "waiting"
    weapons: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    ready: bool = False  # its skills have been chosen
    moved: bool = False  # it has left its square this turn
    acted: bool = False  # its move of this turn has been made
    paid: int = 0  # Movement Points spent in it, while a surprise leaves it unfinished
    fired: int = 0  # shots this turn
    busy: bool = False  # it shot or used a power in this firing phase
    spent: bool = False  # it healed: no shot for the rest of the turn
    struck: bool = False  # it has made its attack this turn
    foe: int = NOBODY  # whom it attacked
    rested: bool = False  # its player wants no attack of it this turn
    charged: tuple[int, ...] = ()  # the enemies it charged this turn
    parrying: bool = False
    wary: bool = False  # it has been asked whether it parries this turn
    lightning: bool = False  # it has made its second attack this turn
    wounds: tuple[Wound, ...] = ()
    hardened: bool = False  # Hard as Nails has cancelled its one wound
    stunned: tuple[int, ...] = ()  # the turn in which each wound that stuns keeps it from acting
    trance: Trance | None = None
    uses: tuple[tuple[str, int], ...] = ()  # powers with a limited number of uses

    @property
    def fighting(self) -> bool:
        return self.fate == "fighting"

    @property
    def present(self) -> bool:
        """On the board, or hidden on it."""
        return self.fate == "fighting" or self.fate == "hidden"

    def used(self, power: str) -> int:
        return next((times for name, times in self.uses if name == power), 0)

    def use(self, power: str) -> None:
        others = tuple((name, times) for name, times in self.uses if name != power)
        self.uses = (*others, (power, self.used(power) + 1))


class Unit(msgspec.Struct, gc=False):
    """A unit's turn: what it suffered and did, for morale."""

    strength: int = 0  # at the start of this turn
    acted: bool = False
    tested: bool = False
    flank_attackers: tuple[int, ...] = ()
    rear_attackers: tuple[int, ...] = ()
    monsters: tuple[int, ...] = ()  # that it fought
    killers: tuple[int, ...] = ()  # the enemy pieces that killed, one entry for each of its dead
    killed: int = 0  # in combat, for 'more than it lost'
    lost: int = 0
    friends_routed: bool = False
    steady: tuple[int, ...] = ()  # heroes whose aura it has withstood, for the whole battle
    brutalised: bool = False  # once for the whole battle
    whole: bool = False  # known to hang together: nothing but its own marches has happened to it since


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """The end: who won (-1 for a draw), why, and by which rule."""

    winner: int
    why: str
    rule: str


class State(msgspec.Struct):
    turn: int
    phase: Phase
    half: int  # 0: red acts, 1: blue acts
    red: int  # the force with the initiative
    commanders: tuple[int, int]  # the player of each force
    placing: tuple[int, ...]  # forces still to be placed, in order
    leaders: tuple[int, int]
    leaders_slain: tuple[bool, bool]  # this turn
    animals: tuple[tuple[int, int], ...]  # Kai Lord and the animal he may move this turn
    sensed: bool  # Sixth Sense has been asked for in this half
    pieces: list[Piece]
    units: list[Unit]
    occupied: list[int]  # the piece on each square
    outcome: Outcome | None = None

    @property
    def active(self) -> int:
        """The force whose half of the phase it is."""
        return self.red if self.half == 0 else 1 - self.red

    def copy(self) -> State:
        twin = copy(self)
        twin.pieces = copies(self.pieces)
        twin.units = copies(self.units)
        twin.occupied = self.occupied[:]
        return twin
