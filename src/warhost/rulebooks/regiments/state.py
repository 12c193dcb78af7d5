"""What changes in a battle of Regiments: units, contacts, the ground, pools of dice, and where the turn stands.

Everything inside a unit is a number, a string or a tuple of such, so that a copy of the state is a shallow copy of
each unit. Lengths are thousandths of an inch, angles hundredths of a degree: 0 looks away from the edge y = 0, 9000
along it to the right.
"""

from __future__ import annotations

from copy import copy
from typing import Literal

import msgspec

from warhost.engine.bounds import Count
from warhost.engine.copies import copies
from warhost.engine.effects import Lasting
from warhost.engine.field.compass import NORTH, Angle

NOBODY = -1
NEVER = -1

Point = tuple[int, int]
Fate = Literal["waiting", "standing", "within", "garrison", "reserve", "destroyed", "fled", "left"]
"""Not deployed; on the table; a character in a unit; in a building; an ambusher to come; gone; off the table in
flight; taken off by its own side."""
Side = Literal["front", "right", "rear", "left"]
Phase = Literal[
    "terrain", "spells", "edges", "ambush", "deployment", "scouts", "vanguard", "first turn",  # before the battle
    "start", "charges", "chargers", "compulsory", "moves", "magic", "shooting", "combat",
]  # fmt: skip


class Unit(msgspec.Struct, gc=False):
    """A unit of models all alike, or a character: he is a unit of his own even inside another, his `host`.

    [reg.core.unit] [reg.char.join]
    """

    name: str
    side: int
    figure: int  # what its models are: setting.kinds
    entry: int  # what was paid for it: setting.entries
    models: Count  # champion, standard bearer and musician among them; 1 for whatever stands alone
    champion: bool = False
    standard: bool = False
    musician: bool = False
    fate: Fate = "waiting"

    # where it stands: the middle of its front edge
    x: int = 0
    y: int = 0
    facing: Angle = NORTH
    files: Count = 1
    loose: bool = False  # skirmishers with gaps between them
    host: int = NOBODY  # a character's unit, a rider's monster
    leaders: tuple[int, ...] = ()  # those who have joined it, in the order in which they came
    post: int = NOBODY  # a character's place in the front rank; NOBODY for the usual one
    posts: tuple[tuple[int, int], ...] = ()  # places asked for its champion, standard bearer and musician
    building: int = NOBODY  # the ground it garrisons: state.terrain

    # its life
    hurt: int = 0  # wounds noted on the rank and file, or on its one model
    champion_hurt: int = 0
    handlers: int = 0
    phase_models: int = 0  # when this phase began
    panicked: bool = False  # has tested for panic in this phase
    scorched: bool = False  # suffered an unsaved flaming wound in this phase
    gained: tuple[str, ...] = ()  # special rules it has come to have
    lost: tuple[str, ...] = ()  # and those it has lost

    # this turn
    did: str = "stood still"  # a line of the status table [reg.turn.status]
    charge: int = NOBODY  # the enemy it has declared a charge at
    struck: str = ""  # the side of it that it charges
    also: tuple[int, ...] = ()  # enemies whom it cannot but charge too
    declared: bool = False  # its one charge of the turn
    redirected: bool = False
    reach: int = NEVER  # the distance it has rolled for that charge
    leap: int = 0  # the highest single die of it
    from_high: bool = False  # as it was declared, it stood on higher ground than its target
    stood: bool = False  # has stood and shot
    shot: bool = False
    acted: bool = False  # is done with the present step
    barred: bool = False  # no charge in its first turn: it came forward before the battle
    squabbles: bool = False
    slowed: bool = False  # failed its test to march: a normal move is all that is left to it
    drilled: bool = False  # made a swift reform, and may still make a normal move
    steps: int = 0  # how far it has come in this movement phase, for what burns those who move
    burned: bool = False  # has been burned for a move of this phase

    # flight
    fleeing: bool = False
    fled_at: int = NEVER  # the clock of the turn in which it began to
    by_choice: bool = False  # it fled from a charge because its owner wanted it to

    # close combat
    charged_at: int = NEVER  # the clock of the turn in which it charged home
    rounds: int = 0  # of the combat it is in
    weapon: str = ""  # the one it fights this combat with
    afraid: bool = False  # failed its fear test of this round
    held: bool = False  # lost a round and held: its break test is over
    fallen: bool = False  # fell over in this round: it does not stomp
    back: bool = False  # refused a challenge: out of this round
    fought: int = NEVER  # the clock of the last combat phase in which it fought
    broke: bool = False  # failed its break test in this combat
    flag: bool = False  # ... and its standard lies there to be taken

    # magic
    level: int = 0
    spells: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()  # in this magic phase
    spent: bool = False  # casts no more in it
    faltered: bool = False  # a dispel of his has failed in it

    # special rules and machines
    breathed: bool = False
    silent: int = NEVER  # the clock of the last turn in which it cannot shoot
    reaction: bool = False  # a monster that has lost its rider or handlers in this phase
    orphan: bool = False  # ... and does without the General from now on

    @property
    def point(self) -> Point:
        return (self.x, self.y)

    @property
    def present(self) -> bool:
        """On the table by itself, in a building too."""
        return self.fate == "standing" or self.fate == "garrison"

    @property
    def alive(self) -> bool:
        return self.fate in ("standing", "garrison", "within")


class Contact(msgspec.Struct, frozen=True, array_like=True):
    """Two units in close combat: `a` came to `b`, and each is fought on one of its sides."""

    a: int
    b: int
    a_side: Side
    b_side: Side
    clock: int  # when they met
    barrier: bool = False  # across a wall: nothing for the charge [reg.terrain.obstacle]
    high: bool = False  # `a` charged down from higher ground
    assault: bool = False  # of a building

    def foe(self, unit: int) -> int:
        return self.b if unit == self.a else self.a

    def side_of(self, unit: int) -> Side:
        return self.a_side if unit == self.a else self.b_side


class Feature(msgspec.Struct, frozen=True, array_like=True):
    """A piece of terrain; its outline is convex."""

    name: str
    kind: str
    points: tuple[Point, ...]
    ford: tuple[Point, ...] = ()


class Effect(Lasting, frozen=True, array_like=True):
    """A spell at work on a unit, until the clock of the caster's next turn comes to its magic phase."""

    caster: int
    strength: int = 1


class Vortex(msgspec.Struct, frozen=True, array_like=True):
    """A template that remains in play."""

    spell: str
    caster: int
    at: Point
    age: int = 0  # the clock of the turn in which it was conjured


class Score(msgspec.Struct, frozen=True, array_like=True):
    """The end: who won (NOBODY for a draw), the points of both, by which rule and why."""

    winner: int
    points: tuple[int, int]
    rule: str
    why: str


class Fighter(msgspec.Struct, frozen=True, array_like=True):
    """Somebody who fights by himself: a character, or the champion of a unit."""

    unit: int
    champion: bool = False


class Duel(msgspec.Struct, frozen=True, array_like=True):
    """A challenge that is being fought.  [reg.char.challenge]"""

    a: Fighter
    b: Fighter

    def foe(self, one: Fighter) -> Fighter:
        return self.b if one == self.a else self.a


class State(msgspec.Struct):
    clock: int  # player turns begun; 0 before the battle
    phase: Phase
    active: int
    first: int  # who has the first turn
    near: int  # the side that holds the edge y = 0
    units: list[Unit]
    contacts: list[Contact] = []
    terrain: tuple[Feature, ...] = ()
    effects: tuple[Effect, ...] = ()
    duels: tuple[Duel, ...] = ()
    vortices: tuple[Vortex, ...] = ()
    todo: tuple[int, ...] = ()  # units still to be dealt with in this step
    placed: tuple[int, int] = (0, 0)  # placements made in the deployment
    finished: int = NOBODY  # the side that was first done with it
    passed: tuple[int, ...] = ()  # units that will do nothing more in this step
    coming: tuple[int, ...] = ()  # ambushers who come on this turn
    scouts_out: tuple[int, ...] = ()
    pools: tuple[int, int] = (0, 0)  # power dice of whose turn it is, dispel dice of the other
    winds: bool = False  # they have been rolled for in this phase
    undone: tuple[tuple[int, str, int], ...] = ()  # dispel attempts made: side, spell, bearer
    chased: tuple[tuple[int, ...], ...] = ()  # units that have broken, each with those it fought
    done: tuple[int, int] = (0, 0)  # wounds that something done instead of blows cost the foe, and its own side
    shaken: tuple[tuple[int, str, int], ...] = ()  # who has still to test for panic, by which rule, because of whom
    trophies: tuple[int, int] = (0, 0)  # standards that each side has taken
    banners: tuple[int, int] = (0, 0)  # unit standards that each side has lost for good
    exits: tuple[int, int] = (0, 0)  # points for units that each side has led off the table
    mourned: tuple[bool, bool] = (False, False)  # the dead have heard that their General fell
    score: Score | None = None

    @property
    def turn(self) -> int:
        """The game turn: both players have one in each.  [reg.turn.sequence]"""
        return (self.clock + 1) // 2

    def copy(self) -> State:
        twin = copy(self)
        twin.units = copies(self.units)
        twin.contacts = self.contacts[:]
        return twin
