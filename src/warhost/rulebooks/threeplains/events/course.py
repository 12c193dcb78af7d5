"""The turn, and what comes before and after the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names, count

from ..state import NEITHER, Number, Player, opponent
from ..wording import degrees, place

ZONES = ("near", "far")

EDGES: Mapping[int, str] = {0: "far", 9000: "right", 18000: "near", 27000: "left"}
"""The edges of the table by their headings."""


class TurnBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("turn")

    turn: int
    side: Player

    def say(self, names: Names) -> str:
        return f"turn {self.turn}: {names.side(self.side)}."


class PhaseBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("phase")

    phase: str
    side: Player

    def say(self, names: Names) -> str:
        return f"{self.phase}: {names.side(self.side)}."


class RolledOff(Event, frozen=True):
    winner: Player
    about: str

    def say(self, names: Names) -> str:
        return f"the roll-off for {self.about} goes to {names.side(self.winner)}."


class GeneralsRolled(Event, frozen=True):
    winner: Player
    about: str
    passes: tuple[int, int]

    def say(self, names: Names) -> str:
        won, lost = self.passes[self.winner], self.passes[opponent(self.winner)]
        rolls = f"the roll for the {self.about}, {_passes(won)} to {lost}"
        return f"the general of {names.side(self.winner)} wins {rolls}."


class SidesChosen(Event, frozen=True):
    side: Player
    zones: tuple[int, int]

    def say(self, names: Names) -> str:
        return f"the {ZONES[self.zones[self.side]]} side of the table goes to {names.side(self.side)}."


class TileLaid(Event, frozen=True):
    """A terrain tile, the middle of its sector, and how it lies there."""

    shows: ClassVar[Shows] = Shows("lay")

    tile: str
    at: tuple[int, int]
    turned: int

    def say(self, names: Names) -> str:
        return f"a terrain tile at {place(self.at)}: {self.tile}."


class BonusTerrain(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("lay")

    side: Player
    kind: str

    def say(self, names: Names) -> str:
        return f"bonus terrain in the zone of {names.side(self.side)}: {self.kind}."


class FirstToPlace(Event, frozen=True):
    side: Player

    def say(self, names: Names) -> str:
        return f"first to place: {names.side(self.side)}."


class Deployed(Event, frozen=True):
    """A piece is set up, in a wedge of so many points or in ranks; scouts may lie concealed."""

    shows: ClassVar[Shows] = Shows("appear", who="piece", way="at", facing="facing")

    piece: Number
    at: tuple[int, int]
    facing: int
    wedge: int = 0
    concealed: bool = False
    aloft: bool = False  # on the works of a fortress

    def say(self, names: Names) -> str:
        where = f"{'on the works ' if self.aloft else ''}at {place(self.at)}, facing {degrees(self.facing)}"
        shape = f", in a wedge of {count(self.wedge, 'point')}" if self.wedge else ""
        hidden = ", concealed" if self.concealed else ""
        return f"{names.does(self.piece, 'takes')} up position {where}{shape}{hidden}."


class Bought(Event, frozen=True):
    """Siege equipment for a piece that has been set up, or the piece itself if no thing is named: what it cost in
    siege points, and how many are left."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    thing: str
    price: int
    left: int

    def say(self, names: Names) -> str:
        price = count(self.price, "siege point")
        if not self.thing:
            return f"{names.does(self.piece, 'is')} bought for {price}; {self.left} left."
        return f"{names.does(self.piece, 'carries')} siege equipment: {self.thing}, for {price}; {self.left} left."


class PutDown(Event, frozen=True):
    """Siege equipment is left on the ground."""

    shows: ClassVar[Shows] = Shows("lay", who="piece")

    piece: Number
    thing: str
    at: tuple[int, int]

    def say(self, names: Names) -> str:
        where = f"({self.at[0] / 1000:.1f}, {self.at[1] / 1000:.1f})"
        return f"the {self.thing} of {names.piece(self.piece)} is left at {where}."


class TookUp(Event, frozen=True):
    """Siege equipment that lay on the ground is in somebody's hands."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    thing: str

    def say(self, names: Names) -> str:
        return f"the {self.thing} is taken up by {names.piece(self.piece)}."


class HeldBack(Event, frozen=True):
    """Scouts are kept for the end of the deployment."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'is')} out scouting and {names.verb(self.piece, 'comes')} later."


class ScoutsRolled(Event, frozen=True):
    """Scouts of both sides have rolled for the order in which they are placed."""

    shows: ClassVar[Shows] = Shows(who="order")

    order: tuple[int, ...]

    def say(self, names: Names) -> str:
        return f"Scouts of both armies are out; the first to be placed: {names.pieces(self.order)}."


class Spotted(Event, frozen=True):
    """Scouts who lay concealed have shot, cast or moved."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'is')} concealed no more."


class LeftAtHome(Event, frozen=True):
    """There is no room for a piece anywhere in its half of the table."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'finds')} no room and {names.verb(self.piece, 'misses')} the battle."


class Hidden(Event, frozen=True):
    """A halfwit has slipped into a group; only its owner hears of it."""

    shows: ClassVar[Shows] = Shows(who="piece", at="group")

    piece: Number
    group: Number

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'hides')} in {names.piece(self.group)}."


class FirstTurn(Event, frozen=True):
    side: Player

    def say(self, names: Names) -> str:
        return f"the first turn goes to {names.side(self.side)}."


class Ended(Event, frozen=True):
    """The battle is over: the winner (-1 for a draw), the victory points of both, and the margin of a draw."""

    shows: ClassVar[Shows] = Shows("end")

    winner: Player
    points: tuple[int, int]
    margin: int
    first: tuple[Step, ...] = ()  # how the points of each side came about
    second: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        if self.winner == NEITHER:
            points = f"{self.points[0]} victory points to {self.points[1]}"
            return f"a draw: {points}, within the margin of {self.margin}."
        won, lost = self.points[self.winner], self.points[opponent(self.winner)]
        return f"victory for {names.side(self.winner)}: {won} victory points to {lost}."


class ScenarioEnded(Event, frozen=True):
    """A scenario is decided: the winner (-1 for a draw), and why."""

    shows: ClassVar[Shows] = Shows("end")

    winner: Player
    why: str

    def say(self, names: Names) -> str:
        return f"a draw: {self.why}." if self.winner < 0 else f"victory for {names.side(self.winner)}: {self.why}."


class MarchChosen(Event, frozen=True):
    """Which way a column marches."""

    side: Player
    way: str

    def say(self, names: Names) -> str:
        return f"the column of {names.side(self.side)} marches to the {self.way}."


class Surprised(Event, frozen=True):
    """A piece has been taken by surprise."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {'are' if who.many else 'is'} taken by surprise: no move, no shot and no spell for now."


class Recovered(Event, frozen=True):
    """All of a side have come to themselves."""

    side: Player

    def say(self, names: Names) -> str:
        return f"the surprise of {names.side(self.side)} is over."


class Escaped(Event, frozen=True):
    """A piece has left the table for good, over the edge of this heading."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece", way="at")

    piece: Number
    at: tuple[int, int]
    edge: int

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        edge = EDGES.get(self.edge, "nearest")
        return f"{who} {'leave' if who.many else 'leaves'} the table over the {edge} edge."


class FlanksChosen(Event, frozen=True):
    """What lies beside the pass."""

    shows: ClassVar[Shows] = Shows("lay")

    side: Player
    flanks: str

    def say(self, names: Names) -> str:
        return f"beside the pass of {names.side(self.side)} there are {self.flanks}."


class TrapSprung(Event, frozen=True):
    """A piece has set off a trap."""

    shows: ClassVar[Shows] = Shows("hurt", who="piece")

    piece: Number
    hits: int

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {'set' if who.many else 'sets'} off a trap: {self.hits} hit{'s' if self.hits > 1 else ''}."


class TargetNamed(Event, frozen=True):
    """Whom the raiders have come for."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        return f"the raiders have come for {names.piece(self.piece)}."


class RaidAgreed(Event, frozen=True):
    """What a raid is about, and whether it is fought by night."""

    goal: str
    night: bool

    def say(self, names: Names) -> str:
        wanted = "to carry off the artifact" if self.goal == "artifact" else "to kill one man"
        return f"the raiders come {'by night' if self.night else 'by day'}, {wanted}."


Handling = Literal["light torches", "put torches out", "throw a torch away", "throw all torches away"]
HANDLED: Mapping[Handling, str] = {
    "light torches": "the torches of {who} are lit",
    "put torches out": "the torches of {who} are put out",
    "throw a torch away": "a torch of {who} is thrown away; {left} left",
    "throw all torches away": "all torches of {who} are thrown away",
}


class TorchesHandled(Event, frozen=True):
    """Torches of a piece are lit or put out, or some are thrown away; how many are left in its hands."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number
    deed: Handling
    left: int

    def say(self, names: Names) -> str:
        return f"{HANDLED[self.deed].format(who=names.piece(self.piece), left=self.left)}."


class ArtifactLaid(Event, frozen=True):
    """Where the thing lies that raiders have come for."""

    shows: ClassVar[Shows] = Shows("lay")

    at: tuple[int, int]

    def say(self, names: Names) -> str:
        return f"the artifact has been laid out in the camp at ({self.at[0] / 1000:.1f}, {self.at[1] / 1000:.1f})."


class ArtifactTaken(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: Number

    def say(self, names: Names) -> str:
        who = names.piece(self.piece)
        return f"{who} {'have' if who.many else 'has'} the artifact."


class ArtifactDropped(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("lay", who="piece")

    piece: Number
    at: tuple[int, int]

    def say(self, names: Names) -> str:
        where = f"({self.at[0] / 1000:.1f}, {self.at[1] / 1000:.1f})"
        return f"the artifact of {names.piece(self.piece)} is dropped at {where}."


class HelpRolled(Event, frozen=True):
    """Whether reinforcements have come."""

    side: Player
    came: bool

    def say(self, names: Names) -> str:
        return f"the reinforcements of {names.side(self.side)} {'are there' if self.came else 'have not come yet'}."


def _passes(amount: int) -> str:
    return count(amount, "pass", "passes")
