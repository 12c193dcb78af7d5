"""What changes in a battle of Three Plains: pieces, contacts, the ground, and where the turn stands.

Everything inside a piece is a number, a string or a tuple of such, but for the record of its turn, so that a copy
of the state is a shallow copy of each piece and of that. Lengths are thousandths of an inch, angles hundredths of a
degree (0 faces the far long edge of the player with the lower zone, 9000 the right short edge).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Literal, NewType, cast

import msgspec

from warhost.engine.bounds import Count
from warhost.engine.copies import copies
from warhost.engine.field.compass import NORTH, Angle
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.tally import Step

Number = NewType("Number", int)
"""Which piece: its place in the list of all pieces of the battle."""
Player = NewType("Player", int)
"""Which of the two armies, and who leads it."""
Clock = NewType("Clock", int)
"""Which turn of a player, counted over both of them; 0 before the battle."""

BOTH = Player(0), Player(1)
NEITHER = Player(-1)  # has won
NOBODY = Number(-1)
NEVER = Clock(-1)
NO_CHARGE = Length(-1)  # how far whoever has not charged has come
UNTURNED = Length(-1)  # how far whoever has not turned has gone since
HUNTS = 1  # the row of the reaction chart by which a beast hunts its own side
LOYAL = 6  # the row of the reaction chart by which a beast stays in its owner's hand
VERMIN = 7  # what was never in anybody's hand

Point = tuple[int, int]
Stood = tuple[Number, Point, Angle]
"""A piece, where the middle of its front is, and how it faces."""
Fate = Literal[
    "waiting", "standing", "within", "hidden", "slain", "away", "underfoot", "caged", "escaped", "coming",
    "stopped", "offered",
]  # fmt: skip
"""Not deployed yet; on the table; a character inside a group; a halfwit hidden in one; gone for good; off the
board and coming back; under the feet of one who is marching over it; in an item of its host that may let it out;
off the board for good, and alive; still on the way to the battle; off the board while time stands still for it; not
there unless it is bought while its side sets up."""

Side = Literal["front", "left", "right", "rear"]
"""The sides of a piece. [tp.move.zones]"""

Phase = Literal[
    "sides", "bonus terrain", "magic", "deployment", "halfwits", "scouts", "first turn",  # before the battle
    "start", "declaring", "charges", "moves", "counter charges",  # the movement phase
    "shooting", "combat", "stress",
]  # fmt: skip


def opponent(side: Player) -> Player:
    return Player(1 - side)


class ThisTurn(msgspec.Struct, gc=False):
    """What a piece has done and met in the turn that is played, be it its owner's or the enemy's."""

    spent: Length = NOTHING  # movement used
    dash: Length = NOTHING  # inches added by a dash, in thousandths
    free: Length = NOTHING  # movement it was given, while it moves with that instead of its own [tp.move.wipeout]
    dashed: bool = False
    surge: Length = NOTHING  # inches that a mob has rolled for this turn, in thousandths
    acted: bool = False  # its move of this phase is over
    barred: bool = False  # may not move for the rest of the turn
    shot: bool = False  # has had its shot
    landed: bool = False  # its move was one through the air, and ended on the ground
    straight: int = NEVER  # the heading of its move this turn, if that was one straight line [tp.weapon.javelin]
    charge_turn: Length = NOTHING  # how far it has come this turn
    charge_ended: bool = False  # halted: no other charge this turn
    redirected: bool = False
    answer: Literal["", "stand", "fall back"] = ""  # how it meets a charge
    struck_defensively: bool = False
    held_and_shot: bool = False
    manoeuvred: bool = False  # tried to reorganise this turn
    sharp: bool = False  # turned by more than 45 degrees this turn
    nudged: bool = False
    stretched: Length = NOTHING  # how far its sides had to move out to take their own shape [tp.move.unit.stretch]
    since_turn: Length = UNTURNED  # how far it has gone straight since its last turn [tp.weapon.pike.turning]


class Piece(msgspec.Struct, gc=False):
    """A gaming piece: a unit or another group of models all alike, or a character.

    A character is a piece of its own even inside a group: `host` is the group, and its fate is "within".
    [tp.piece.categories] [tp.piece.unit] [tp.piece.character] [tp.character.join.as_one]
    """

    name: str
    side: Player
    figure: int  # what its models are: setting.figures
    entry: int  # what was paid for it: setting.entries; parts of a split group share it
    models: Count  # ordinary models; 1 for a character
    command: bool = False
    fate: Fate = "waiting"

    scouts: Literal["", "held back", "concealed"] = ""  # until the end of the deployment; until it is spotted

    # where it stands: the middle of its front edge
    x: int = 0
    y: int = 0
    facing: Angle = NORTH
    files: Count = 1  # its own front
    narrow: int = 0  # the front it stands in while it has no room for its own; 0 otherwise
    bend: tuple[int, ...] = ()  # a split column: how many ranks lie along the new leg, and the facing of the rest
    wedge: Count = 0  # the points of a wedge; its files are those of the oblong that holds it
    places: tuple[Point, ...] = ()  # a loose group: the middle of each base, the leading model first
    ring: Number = NOBODY  # the piece it has engulfed
    airborne: bool = False
    aloft: bool = False  # on the works of a fortress: its models stand on tops, not under an arch
    inside: int = 0  # the wall or tower in which it is, off the table, by its number in the fortress; 0 for none

    # who is with it
    host: Number = NOBODY  # a character's group
    leaders: tuple[Number, ...] = ()  # a group's characters in the order of their places, hidden ones left out
    backing: tuple[Number, ...] = ()  # units that reinforce it, from front to back; they are "within" it
    post: int = NOBODY  # a character in a group in combat: the base it has taken; NOBODY for its usual place

    torches: int = 0  # models with a torch in one hand, the hindmost ones
    alight: bool = False  # these burn
    switched: Clock = NEVER  # the clock of the turn in which it changed places at the turrets
    climbing: Length = NOTHING  # what it has paid for a way up that it has not gone yet
    climbs: str = ""  # where that way leads; whoever is inside works pays for all ways out of them
    stacked: bool = False  # on a ladder of a fortress: its models stand on top of each other beside it
    group: Number = NOBODY  # of parts of one group that are in different places of a fortress: what they share

    # its life
    hurt: int = 0  # life points lost by the one model that is wounded
    lost: int = 0  # life points lost this turn [tp.check.bs.kills]
    fallen: tuple[
        Number, ...
    ] = ()  # characters and backing units that died in it this turn: their loss weighs on it
    tired: int = 0  # exhaustion counters
    rested: int = 0  # combat phases it has rested through

    turn: ThisTurn = msgspec.field(default_factory=ThisTurn)

    # its moves, shots and charges beyond one turn
    aimed: Clock = NEVER  # the clock of the turn in which it last named a target, or shot no more
    stirred: Clock = NEVER  # the clock of the turn in which it last moved or turned
    charge_target: Number = NOBODY  # a charge declared or still running
    charge_run: Length = NOTHING  # how far that charge has come, earlier turns included
    charge_struck: Length = NOTHING  # how far the last charge came in the turn in which it struck home
    fell_back: Clock = NEVER  # the clock of the enemy turn in which it fell back
    charged: Clock = NEVER  # the clock of the turn in which an enemy last ran at it in a charge
    held_fire: tuple[int, ...] = ()  # the clock of a turn, and the enemies it let come near in it
    held_back: Clock = NEVER  # the clock at which it was kept from lapping on to other enemies

    # what its last own turn leaves behind
    last_moved: Length = NOTHING  # movement used in it
    last_shot: bool = False
    last_dashed: bool = False

    # lasting states
    flimsy_until: Clock = Clock(0)  # flimsy ranks before this clock [tp.combat.flimsy]
    flip_due: Length = NOTHING  # what is left to pay of an unfinished flip
    reform_due: int = 0  # the front it is trying to take
    wedge_due: int = 0  # the points of the wedge it is trying to form
    fleeing: bool = False
    flights: int = 0  # flee moves made
    flight_heading: Angle = NORTH
    flight_run: Length = NOTHING  # how far its last flee move went
    fled_from: tuple[Number, ...] = ()  # the enemies it broke away from in it
    charge_fights: Clock = NEVER  # the clock of the turn in which its charge fights its first round
    countered: Clock = NEVER  # the clock of the enemy turn in which it was asked for a counter charge
    braved: int = NEVER  # the highest fear it has passed a bravery check against
    rallied: Clock = NEVER  # the clock when it last rallied
    away_until: Clock = Clock(0)  # off the board: the clock at which it acts again
    pikes_dropped: bool = False
    unbreakable: bool = False  # ringed, and it passed the check
    held_until: Clock = Clock(0)  # pursued, held or came back: it may turn but not move before this clock

    # what traits do to it
    frenzy: Literal["", "raging", "spent"] = ""  # not yet, since it charged, never again
    poison: tuple[int, ...] = ()  # the level of each marker on it
    bled: bool = False  # has lost a life point in this battle
    tormentor: Number = NOBODY  # the enemy it cannot help charging

    # beasts
    masters: Number = NOBODY  # of a pack: those who herd it; they are "within" it
    herd: Number = NOBODY  # of masters who have been left behind: the pack that they follow
    tired_together: int = 0  # the counters of a pack when it left its masters behind
    wild: int = 0  # the row of the reaction chart, or VERMIN; 0 as long as somebody holds it
    goal: tuple[int, ...] = ()  # where its master fell, or the direction in which it runs home
    raved: Clock = NEVER  # the clock of the combat phase in which it last struck at itself
    breaths: int = 0  # how often it has breathed fire
    breathed: Clock = NEVER  # the clock of the turn in which it last was asked to

    # war machines
    silent_until: Clock = Clock(0)  # wound up, or jammed: it cannot shoot before this clock
    crooked: int = 0  # how badly its sights are bent

    # magic
    spells: tuple[str, ...] = ()  # a wizard's
    tried: tuple[str, ...] = ()  # of these, those it has tried to cast since they last came back
    swapped: tuple[str, ...] = ()  # ... and those it has given up for a die
    reads: int = 0  # how many of these it may try or give up in a turn; 0 for all of them
    mana: int = 0  # magic dice laid by for later spells
    warded: int = 0  # ether dice laid by until its next turn
    vigour: int = 0  # life points beyond those of its profile
    lent: int = NEVER  # how many of these its items give; NEVER before that has been reckoned
    used: tuple[str, ...] = ()  # items used up for good
    drawn: tuple[str, ...] = ()  # items used since its own turn began, which come back with its next
    shown: tuple[str, ...] = ()  # items that the enemy has come to know of

    def twin(self, **changes: Any) -> Piece:
        """Another piece like it, but for these, that goes through the turn on its own from now on."""
        return msgspec.structs.replace(self, turn=copy(self.turn), **changes)

    def charges(self, target: Number) -> None:
        """It sets out against this one; what it has run at another is behind it.  [tp.move.charge]"""
        self.charge_target, self.charge_run, self.turn.charge_turn = target, NOTHING, NOTHING

    def charges_no_more(self) -> None:
        self.charge_target, self.charge_run = NOBODY, NOTHING

    @property
    def point(self) -> Point:
        return (self.x, self.y)

    @property
    def standing(self) -> bool:
        return self.fate == "standing"

    @property
    def lone(self) -> bool:
        """Of one model, whoever stands with it."""
        return self.models == 1

    @property
    def underway(self) -> bool:
        """Inside works or on a ladder: it goes on, or comes out, before anything else.  [tp.siege.levels]"""
        return self.stacked or self.inside > 0

    @property
    def at_large(self) -> bool:
        """A beast that hunts its own side is nobody's friend, on whichever side it counts for the moment.

        [tp.beast.reaction.1]
        """
        return self.wild == HUNTS

    @property
    def lawless(self) -> bool:
        """A wild beast, or another creature, that nobody commands.  [tp.beast.wild]"""
        return 0 < self.wild != LOYAL


class Contact(msgspec.Struct, frozen=True, array_like=True):
    """Two pieces in close combat. `a` came to `b`; each side on which they fight stays until somebody turns.

    [tp.combat.combat] [tp.move.charge.lands]
    """

    a: Number
    b: Number
    a_side: Side
    b_side: Side
    charge: Length = NO_CHARGE  # how far `a` charged to get here this turn
    counter: Length = NO_CHARGE  # how far `b` had come in a charge of its own, if it was under way
    rounds: int = 0  # rounds of combat fought
    clock: Clock = Clock(0)  # when they met
    waiting: bool = False  # met too late to fight in this turn [tp.move.unintentional.late]
    lapped: bool = False  # only by lapping round [tp.move.squareup.lapstress]
    run: Length = NO_CHARGE  # how far that charge came in all, its earlier turns included [tp.weapon.lance]
    brought: int = NEVER  # attacks brought into a flank or rear when the round began [tp.combat.flankrear]
    came: int | None = None  # where the middle front of `a` came to the side, from its middle [tp.move.charge.mass]
    across: str = ""  # the rule by which they fight without standing against each other [tp.siege.breach]

    def foe(self, piece: Number) -> Number:
        return self.b if piece == self.a else self.a

    def side_of(self, piece: Number) -> Side:
        """The side on which this piece is fought in this contact."""
        return self.a_side if piece == self.a else self.b_side


class Feature(msgspec.Struct, frozen=True, array_like=True):
    """A piece of terrain on this table; its outline is convex."""

    name: str
    kind: str
    points: tuple[Point, ...]
    damage: int = 0  # life points its structure has lost

    @property
    def title(self) -> str:
        """What players call it: of what was cut in parts, each goes by the name of the whole."""
        return self.name.partition("/")[0]


class Effect(msgspec.Struct, frozen=True, array_like=True):
    """A spell or an item at work on a piece, whatever becomes of whoever cast it.  [tp.magic.dead]"""

    source: str  # the rule of the spell or item
    caster: Number
    target: Number  # a piece, a character in one too; NOBODY for what a player has
    side: Player  # the caster's
    ends: Clock  # the clock of the turn at whose start it ends; NEVER for one that ends otherwise or not at all
    number: int = 1  # how strong it is, where that was rolled; how much of it is left
    foe: Number = NOBODY  # the enemy that it is about
    single: bool = False  # on one model of a group alone


class Stopped(msgspec.Struct, frozen=True, array_like=True):
    """Two enemies for whom time stands still, each with all on the same base: what they were, and whom they fought.

    [tp.item.enchanted.hourglass_of_time]
    """

    carrier: Number
    victim: Number
    back: Clock  # the clock of the turn at whose start they come back
    groups: tuple[Number, Number]  # the pieces on the table that they were, or stood in
    ranks: tuple[int, int]  # ... and as which of its characters; NEVER for who stood alone
    contacts: tuple[Contact, ...]  # of those pieces
    stood: tuple[Stood, ...]  # those contacts' pieces on the table when they had gone


class Pools(msgspec.Struct, frozen=True, array_like=True):
    """The dice of a piece with their reasons, as they were when the battle stress phase began."""

    piece: Number
    soldiering: tuple[Step, ...]
    stress: tuple[Step, ...]


class Score(msgspec.Struct, frozen=True, array_like=True):
    """The end: who won (NEITHER in a draw), the points of both, and why."""

    winner: Player
    points: tuple[int, int]
    why: str
    rule: str = "tp.setup.victory.winner"


class Implement(msgspec.Struct, frozen=True, array_like=True):
    """A piece of siege equipment in somebody's hands, or dropped. What has been set up is terrain.

    [tp.siege.equip.drop]
    """

    kind: str
    bearer: Number = NOBODY
    at: Point = (0, 0)  # where it lies, if nobody carries it
    damage: int = 0
    sought: Number = NOBODY  # who has said this turn that he goes for it
    laid: str = ""  # the terrain that it still is, if it has been set up and somebody goes for it

    @property
    def dropped(self) -> bool:
        return self.bearer == NOBODY and not self.laid


class Progress(msgspec.Struct, frozen=True):
    """How a scenario stands, apart from the pieces; in a pitched battle nothing of it ever changes.

    [tp.scenario.precedence]
    """

    done: tuple[str, ...] = ()  # the rules of the scenario that have done what they do once
    march: int = NEVER  # the heading in which a column marches
    escaped: tuple[tuple[Number, Angle], ...] = ()  # pieces that have left the table for good, and over which edge
    forfeit: tuple[Number, ...] = ()  # those among them who are lost all the same, as it has turned out
    winded: tuple[Number, ...] = ()  # pieces whose greater stamina is gone
    tread: tuple[int, ...] = (NOBODY, 0, 0, 0)  # who goes on dangerous ground, in which turn and move, and how far
    goal: str = ""  # what those are after who may choose it
    dark: bool = False  # it is night
    target: Number = NOBODY  # the piece that somebody is after
    artifact: Point | None = None  # where the thing lies that somebody is after
    carrier: Number = NOBODY  # who has it
    dropped: bool = False  # it has been, once
    edge: int = NEVER  # how those face who come over the edge that was named for them
    paid: int = 0  # siege points that have been spent
    train: tuple[Implement, ...] = ()  # siege equipment
    readied: Clock = NEVER  # the clock of the turn in which nothing more is dropped or gone for
    pourers: tuple[tuple[int, int], ...] = ()  # the clock of a turn, and the models that have poured oil in it
    loosed: tuple[tuple[str, Clock], ...] = ()  # arrow-loops that have shot, and the clock of that turn
    foremost: tuple[int, ...] = ()  # the clock of a turn, and who was named to fight where few have room
    idle: Clock = NEVER  # the clock of the turn in which nothing more is poured or thrown down
    swung: tuple[int, ...] = ()  # the clock of a turn, and the pieces whose rams have hit in its combat phase
    gates: tuple[int, ...] = ()  # the clock of a turn, and the gates that were asked about in it
    asked: tuple[Clock, str] = (
        Clock(0),
        "",
    )  # the clock and the phase in which nobody wants to do more with his torches


class State(msgspec.Struct):
    clock: Clock  # player turns begun; 0 before the battle
    phase: Phase
    active: Player  # whose turn it is
    first: Player  # who took the first turn
    zones: tuple[int, int]  # the deployment zone of each side: 0 below, 1 above
    pieces: list[Piece]
    contacts: list[Contact]
    terrain: tuple[Feature, ...]
    todo: tuple[Number, ...] = ()  # pieces still to be dealt with in this phase, where its rules say who
    fought: tuple[Number, ...] = ()  # who has fought this phase, combat by combat, with all who are in those pieces
    striking: tuple[Number, ...] = ()  # whose blows are being exchanged, with all who are in those pieces
    counted: tuple[Pools, ...] = ()  # the stress phase: the break checks that are still to be taken
    poised: tuple[Pools, ...] = ()  # and the deviancy dice of whoever may have to hold, or to fall back
    losers: tuple[tuple[Number, ...], ...] = ()  # of each combat of this stress phase still to be dealt with
    reckoned: bool = False  # the dice of this stress phase have been counted
    mourning: tuple[Number, ...] = ()  # pieces that have still to check for their general's death
    generals_fell: tuple[bool, bool] = (False, False)  # in a turn whose checks for it have not been taken
    freed: tuple[
        Number, ...
    ] = ()  # whose last enemy in a combat has been killed, and who have not moved for that yet
    torn: tuple[Contact, ...] = ()  # fights across something that somebody has left for good: is the gap closed?
    unruly: tuple[Number, ...] = ()  # beasts that have lost rider or masters, and have not yet shown what they do
    deployed: tuple[int, int] = (0, 0)  # how many pieces each side has placed
    on_line: tuple[int, int] = (0, 0)  # which of its last four stand on the line, a bit each
    effects: tuple[Effect, ...] = ()  # spells and items at work
    stopped: tuple[Stopped, ...] = ()  # who has been taken out of time
    casts: int = 0  # spells of whose turn it is that have been cast in it
    quiet: bool = False  # whose turn it is has nothing to cast until something happens
    hushed: bool = False  # ... and nothing more in this phase
    opened: tuple[Clock, str] = (
        Clock(0),
        "",
    )  # ... and the phase in which he was asked for magic that nobody has seen
    heeded: tuple[Clock, str] = (
        Clock(0),
        "",
    )  # the clock and the phase in which the other player wants to use no item
    score: Score | None = None
    progress: Progress = Progress()

    def advance(self, **changes: Any) -> None:
        """Something of the scenario has changed."""
        self.progress = msgspec.structs.replace(self.progress, **changes)

    def numbers(self) -> Sequence[Number]:
        """Of all pieces, whatever has become of them."""
        return cast(Sequence[Number], range(len(self.pieces)))

    def numbered(self) -> Iterable[tuple[Number, Piece]]:
        return cast(Iterable[tuple[Number, Piece]], enumerate(self.pieces))

    def clock_in(self, turns: int) -> Clock:
        """What the clock shows so many turns of either player later."""
        return Clock(self.clock + turns)

    @property
    def turn(self) -> int:
        """The game turn: 1 to 8. [tp.setup.turns]"""
        return (self.clock + 1) // 2

    def copy(self) -> State:
        twin = copy(self)
        twin.pieces = copies(self.pieces)
        for piece, turn in zip(twin.pieces, copies([piece.turn for piece in self.pieces]), strict=True):
            piece.turn = turn
        twin.contacts = self.contacts[:]
        return twin
