"""What changes in a battle of Warband: warriors, prizes on the table, and where the turn stands.

Everything inside a warrior is a number, a string or a tuple of such, so that a copy of the state is a shallow
copy of
each.
"""

from __future__ import annotations

from copy import copy
from typing import Literal

import msgspec

from warhost.engine.copies import copies
from warhost.engine.effects import Lasting

from .towns import TownPlan

NOBODY = -1
Fate = Literal["waiting", "there", "out", "fled", "left", "gone", "away"]
"""Not yet set up, on the table, out of action, fled off it, left with a prize, gone with his warband, at home."""
Posture = Literal["up", "down", "stunned"]
Way = Literal["foot", "climb", "jump", "leap", "over"]


class Warrior(msgspec.Struct, gc=False):
    """A warrior, as far as he changes."""

    side: int
    wounds: int
    x: int = 0
    y: int = 0
    z: int = 0
    fate: Fate = "waiting"
    posture: Posture = "up"
    fleeing: bool = False
    hidden: bool = False
    frenzied: bool = False
    moved: bool = False  # this turn, of his own will or not
    ran: bool = False
    charged: bool = False
    failed: bool = False  # his charge
    stood: bool = False  # up
    rallied: bool = False
    fell: bool = False
    acted: bool = False  # his move of this turn is over
    shot: bool = False
    cast: bool = False
    held: bool = False  # he wants no more of this phase
    intercepted: bool = False
    crawled: bool = False
    stupid: bool = False  # until his next recovery phase
    squabbling: bool = False  # until his next turn
    dived: bool = False  # into the combat that goes on
    reached: tuple[int, ...] = ()  # enemies his charge of this turn came to
    feared: tuple[int, ...] = ()  # enemies against whom he needs sixes this round
    braved: tuple[int, ...] = ()  # enemies whose fear he has tested for this turn
    rounds: int = 0  # he has fought since he was last free
    met: tuple[int, ...] = ()  # enemies with whom he has fought a round of this combat
    main: str = ""  # weapons of this combat
    second: str = ""
    firing: bool = False  # pistols drawn in this combat
    parried: bool = False  # this phase
    critical: bool = False  # he caused one this phase
    laid: tuple[int, ...] = ()  # enemies he laid low this phase: he may not finish them off in it
    reload: tuple[int, ...] = ()  # for each fired barrel the first of his own turns in which it may fire again
    used: tuple[str, ...] = ()  # once a battle
    cloaked: bool = False
    lifted: bool = False  # tried to lift the chest this turn
    spells: tuple[tuple[str, int], ...] = ()
    by: int = NOBODY  # who put him out of action
    kills: tuple[int, ...] = ()

    @property
    def there(self) -> bool:
        return self.fate == "there"

    @property
    def standing(self) -> bool:
        """On the table and on his feet, though perhaps in flight."""
        return self.fate == "there" and self.posture == "up"

    @property
    def steady(self) -> bool:
        return self.fate == "there" and self.posture == "up" and not self.fleeing

    @property
    def spot(self) -> tuple[int, int, int]:
        return self.x, self.y, self.z


class Enchanted(Lasting, frozen=True, array_like=True):
    """A spell at work: `ends` is the number of the turn at whose shooting phase, or at whose end, it is over."""

    caster: int = NOBODY


class Charge(msgspec.Struct, frozen=True, array_like=True):
    """A charge that was declared: who, at whom, by which way, and where it leaves an edge if that was said."""

    charger: int
    target: int
    way: Way = "foot"
    at: tuple[int, int] | None = None
    unseen: bool = False


class Prize(msgspec.Struct, frozen=True, array_like=True):
    """A shard or the chest: where it lies, or who carries it, or which side has taken it off."""

    kind: Literal["shard", "chest"]
    x: int
    y: int
    holder: int = NOBODY
    taken: int = NOBODY


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """The end: who won (-1 for nobody), why, by which rule, and the sides from the first to the last."""

    winner: int
    why: str
    rule: str
    ranking: tuple[int, ...] = ()


class State(msgspec.Struct):
    phase: str
    warriors: list[Warrior]
    order: tuple[int, ...] = ()  # of turns
    turn: int = 0  # turns that have begun, of all players together
    round: int = 0
    opens: bool = True  # the next turn to begin is the first of its round
    active: int = 0
    plan: TownPlan | None = None
    edges: tuple[str, ...] = ()  # of each side, once it has one
    placing: tuple[int, ...] = ()  # sides still to set up
    attacker: int = NOBODY
    points: tuple[tuple[int, int], ...] = ()  # round which the defender of a break-through stands
    prizes: tuple[Prize, ...] = ()
    loose: int = 0  # shard markers still to be placed
    scores: tuple[int, ...] = ()
    charges: tuple[Charge, ...] = ()
    declaring: bool = True
    fought: tuple[int, ...] = ()  # warriors whose combat of this phase is over
    shaken: tuple[int, ...] = ()  # still to test for being alone
    hiding: bool = False  # this turn's hiding has been asked for
    effects: tuple[Enchanted, ...] = ()
    beaten: tuple[int, ...] = ()  # sides that are out, in the order they went
    late: tuple[int, ...] = ()  # and the turn in which each did
    outcome: Outcome | None = None

    def copy(self) -> State:
        twin = copy(self)
        twin.warriors = copies(self.warriors)
        return twin
