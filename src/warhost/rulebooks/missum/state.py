"""What changes in a battle: bodies of troops, their melees, spells that last, and where the turn stands.

Everything inside a piece is a number, a string or a tuple of such, so that a copy of the state is a shallow copy
of each.
"""

from __future__ import annotations

from copy import copy
from typing import Literal

import msgspec

from warhost.engine.copies import copies
from warhost.engine.field.compass import NORTH, Angle
from warhost.engine.field.stance import Stance

NOBODY = -1
Point = tuple[int, int]
Corner = tuple[int, int, Angle]  # where a column turned, and the way it goes up to there
Fate = Literal["waiting", "standing", "routing", "fled", "surrendered", "destroyed", "left", "lost"]
Stage = Literal["forces", "terrain", "drawing up", "champions", "choice", "battle", "over"]
Edge = Literal["front", "right", "rear", "left"]


class Effect(msgspec.Struct, frozen=True, array_like=True):
    """A spell that lies on a legion to the end of a turn."""

    spell: str
    first: int
    last: int


class Piece(msgspec.Struct, gc=False):
    """A legion, a battery, a commander or a team of magic users, as far as it changes.

    [mis.army.legion-integrity] its figures are its own from the first turn to the last.
    """

    side: int
    figures: int
    files: int
    huitsan: int = 0
    x: int = 0  # the middle of the front edge
    y: int = 0
    facing: Angle = NORTH
    fate: Fate = "waiting"
    gap: int = 0  # between the bases of skirmishers
    height: int = 0  # of fliers, above the table
    square: bool = False  # a defensive formation: all four sides are front
    bend: tuple[Corner, ...] = ()  # a bent column: the corners behind its leaders, the newest first
    askew: int = 0  # half bases by which losses have moved the middle of the rear rank to the right
    wing: int = 0  # files swung into a flank: to the right if positive
    wing_in: int = 0  # how far they were drawn in from their corner to lie along that flank
    engines: int = 0  # of a battery
    hosts: tuple[int, ...] = ()  # of a commander: the legions he touches at once
    open_order: bool = False  # skirmishers of line status who act as skirmishers now
    host: int = NOBODY  # and the one of them he is with, as the enemy has said
    fresh: bool = False  # handed over from the reserve and not yet near its dritlán
    platform: int = NOBODY
    # weapons
    weapon: int = 0
    old_weapon: int = NOBODY  # in whose place it strikes in the turn of a change
    changed: int = 0  # the turn of the change
    # moving in this turn
    judged: int = 0  # the turn in which its distance to its commander was looked at
    bound: bool = False  # out of his reach in that turn
    acted: int = 0  # the step in which it acted last: turn * 10 + step
    spent: int = 0  # of the allowance of this turn
    owed: int = 0  # losses by terrain that are taken from the other half
    paid: tuple[int, ...] = ()  # grounds whose loss has been taken in this turn
    toll: tuple[int, ...] = ()  # the ground that is being crossed, and what has been paid for it
    turns: int = 0  # changes of facing in this turn
    halted: int = 0  # the turn in which it may move no more
    pending: tuple[str | int, ...] = ()  # a manoeuvre that takes both halves of the move
    came: int = 0  # how far it has come in this turn, for fanatics
    lost: int = 0  # what ground has taken off its allowance in this turn
    goal: int = NOBODY  # the enemy fanatics make for in this turn
    goal_gap: int = 0  # and how far off he was
    charged: int = 0  # the turn of its one charge
    bonus: bool = False  # of which the 75 mm are still to be used
    moved: int = 0  # the turn in which it last moved
    fought: int = 0  # the turn in which it was last in melee
    # shooting
    supply: int = 0
    ready: int = -1  # the missile phase from which on it is loaded; before the first of all at the start
    loads: int = 0  # shots until it must reload
    shots: tuple[int, ...] = ()  # the missile phases of this turn in which it shot
    aimed: tuple[int, ...] = ()  # its targets of this turn
    shot: int = 0  # the turn of its last missile attack
    stocking: int = 0  # quiet turns near the kérdu
    # morale
    points: int = 0  # morale points won and lost, lost figures apart
    tested: bool = False
    stands: bool = False  # in a last stand
    tried: bool = False
    disorganized: int = 0  # the turn in which it began; 0 in good order
    abode: int = 0  # further turns of it that magic brought
    routed: int = 0  # when it routed: turn * 10 + step
    flees: int = 0  # when a router runs
    foes: tuple[int, ...] = ()  # from whom
    stalled: bool = False
    routers: tuple[int, ...] = ()  # huitsányal of the enemy who may claim its rout
    last_hurt: tuple[int, ...] = ()  # huitsányal that hurt it last
    effects: tuple[Effect, ...] = ()
    from_right: bool = False  # where the next casualty is taken
    # magic users
    attack_spells: tuple[int, int, int] = (0, 0, 0)
    defense_spells: tuple[int, int, int] = (0, 0, 0)
    transferred: int = 0  # the strength of the spell that was shifted: to the defense figure, or back if negative
    attack_lost: bool = False
    defense_lost: bool = False
    barred: tuple[int, int] = (0, 0)  # the last turn in which each was disturbed
    still: int = 0  # turns in one place, for building a platform
    acid: tuple[int, ...] = ()  # spits that are left to each figure
    spat: tuple[int, ...] = ()  # and the turn of its last

    @property
    def present(self) -> bool:
        return self.fate == "standing" or self.fate == "routing"

    @property
    def stance(self) -> Stance:
        return Stance((self.x, self.y), self.facing, self.files, (), self.height)

    def stand(self, stance: Stance) -> None:
        (self.x, self.y), self.facing, self.files = stance.front, stance.facing, stance.files


class Melee(msgspec.Struct, gc=False):
    """Two bodies in contact: who came, which side of each is touched, and how many rounds were begun.

    [mis.melee.passes]
    """

    a: int  # who moved into contact
    b: int
    a_side: Edge
    b_side: Edge
    since: int  # the turn of the contact
    round: int = 1
    behind: int = NOBODY  # the obstacle that b defends
    counts: Edge = "front"  # as what b was hit


class Shot(msgspec.Struct, frozen=True, array_like=True):
    """A missile attack that has been named: who, at whom, with which figures."""

    shooter: int
    target: int
    figures: tuple[int, ...]
    team: bool = False
    eye: int = NOBODY
    acid: bool = False
    melee: bool = False


class Cast(msgspec.Struct, frozen=True, array_like=True):
    """A spell chosen by one figure of a team. Its strength is secret until all are shown; 0 is unknown."""

    team: int
    attack: bool
    type: int
    strength: int
    at: Point | None = None
    against: int = NOBODY  # which attack spell a defense spell is set against
    line: int = NOBODY  # the angle of a bolt or of a line
    along: bool = True


class Arm(msgspec.Struct, frozen=True, array_like=True):
    """An Arm of Karakán that is kept up.  [mis.spell.arm]"""

    team: int
    piece: int
    strength: int
    first: int
    line: int = 0  # its length; 0 for an area
    angle: int = 0  # to the facing of the piece
    ahead: int = 0
    aside: int = 0
    wide: int = 0  # of an area
    deep: int = 0


class Platform(msgspec.Struct, frozen=True, array_like=True):
    """[mis.setup.platform]"""

    side: int
    at: Point


class Eye(msgspec.Struct, frozen=True, array_like=True):
    """An ancient device, who bears it, and how often it can still be used.  [mis.device.eye]"""

    side: int
    strong: bool
    bearer: int
    charges: int = 4
    used: int = 0  # the turn of its last shot
    shot: int = 0  # the turn in which its bearer last shot another weapon


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """Something that moves morale points in the next record phase.  [mis.morale.points-record]"""

    kind: str
    side: int
    huitsan: int  # 0 stands for the whole army where the kind says so
    points: int
    piece: int = NOBODY


class Ground(msgspec.Struct, frozen=True, array_like=True):
    """A piece of terrain on the table, in thousandths of a millimetre."""

    kind: str
    at: Point
    size: int = 0
    square: bool = False
    to: Point = (0, 0)
    width: int = 0
    tiers: tuple[int, ...] = ()
    strip: bool = False


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    winner: int
    why: str
    rule: str


class State(msgspec.Struct):
    pieces: list[Piece]
    grounds: tuple[Ground, ...]
    stage: Stage = "forces"
    turn: int = 0
    step: int = 0
    mover: int = 0
    active: int = 0
    entered: bool = False  # the step has begun
    done: tuple[int, ...] = ()  # sides that want no more of this step
    clock: int = -1  # missile phases so far
    melees: list[Melee] = []
    shots: tuple[Shot, ...] = ()
    casts: tuple[Cast, ...] = ()
    resting: tuple[int, ...] = ()  # givers of spells, who cast nothing this turn
    arms: tuple[Arm, ...] = ()
    platforms: tuple[Platform, ...] = ()
    eyes: tuple[Eye, ...] = ()
    entries: tuple[Entry, ...] = ()
    routed: tuple[tuple[int, int], ...] = ()  # huitsányal that have routed, by side
    lines: tuple[tuple[int, ...], ...] = ((), ())  # huitsányal of each side from west to east, as drawn up
    vacant: tuple[tuple[int, int, int], ...] = ()  # side, huitsán, the turn in which its dritlán was lost
    kerdu_lost: tuple[int, int] = (0, 0)  # the turn, for each side
    victories: tuple[int, int] = (0, 0)  # of champions
    passed: int = 0  # which melee strikes have been made in this step
    asked: tuple[int, ...] = ()  # who has been asked in this step
    aims: tuple[tuple[int, int, int], ...] = ()  # in this round of melee: a body, a figure of it, whom it strikes
    rolled: tuple[int, int] = (0, 0)  # which square and which terrain chart comes next
    orders: tuple[int, int] = (0, 0)
    outcome: Outcome | None = None

    def copy(self) -> State:
        twin = copy(self)
        twin.pieces = copies(self.pieces)
        twin.melees = copies(self.melees)
        return twin

    @property
    def now(self) -> int:
        """The step of the battle as one number."""
        return self.turn * 10 + self.step
