"""The turn, and what comes before and after the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from warhost.engine.event import Event
from warhost.engine.field.compass import EAST, NORTH, SOUTH, WEST, Angle
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names, count

from ..state import NEITHER, Number, Player, opponent
from ..wording import degrees, place
from .deeds import Deed, Incident

ZONES = ("near", "far")

EDGES: Mapping[Angle, str] = {NORTH: "far", EAST: "right", SOUTH: "near", WEST: "left"}
"""The edges of the table by their headings."""


class TurnBegan(Event, frozen=True):
    shows = Shows("turn")
    says = "turn {turn}: {side:side}."

    turn: int
    side: Player


class PhaseBegan(Event, frozen=True):
    shows = Shows("phase")
    says = "{phase}: {side:side}."

    phase: str
    side: Player


class RolledOff(Event, frozen=True):
    says = "the roll-off for {about} goes to {winner:side}."

    winner: Player
    about: str


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


class TileLaid(Incident, frozen=True):
    """A terrain tile, the middle of its sector, and how it lies there."""

    shows = Shows("lay")
    says = "a terrain tile at {at:place}: {tile}."

    tile: str
    at: tuple[int, int]
    turned: Angle


class BonusTerrain(Event, frozen=True):
    shows = Shows("lay")
    says = "bonus terrain in the zone of {side:side}: {kind}."

    side: Player
    kind: str


class FirstToPlace(Event, frozen=True):
    says = "first to place: {side:side}."

    side: Player


class Deployed(Deed, frozen=True):
    """A piece is set up, in a wedge of so many points or in ranks; scouts may lie concealed."""

    shows = Shows("appear", who="piece", way="at", facing="facing")

    at: tuple[int, int]
    facing: Angle
    wedge: int = 0
    concealed: bool = False
    aloft: bool = False  # on the works of a fortress

    def say(self, names: Names) -> str:
        where = f"{'on the works ' if self.aloft else ''}at {place(self.at)}, facing {degrees(self.facing)}"
        shape = f", in a wedge of {count(self.wedge, 'point')}" if self.wedge else ""
        hidden = ", concealed" if self.concealed else ""
        return f"{names.does(self.piece, 'takes')} up position {where}{shape}{hidden}."


class Bought(Deed, frozen=True):
    """Siege equipment for a piece that has been set up, or the piece itself if no thing is named: what it cost in
    siege points, and how many are left."""

    thing: str
    price: int
    left: int

    def say(self, names: Names) -> str:
        price = count(self.price, "siege point")
        if not self.thing:
            return f"{names.does(self.piece, 'is')} bought for {price}; {self.left} left."
        return f"{names.does(self.piece, 'carries')} siege equipment: {self.thing}, for {price}; {self.left} left."


class PutDown(Deed, frozen=True):
    """Siege equipment is left on the ground."""

    shows = Shows("lay", who="piece")
    says = "the {thing} of {piece} is left at {at:place}."

    thing: str
    at: tuple[int, int]


class TookUp(Deed, frozen=True):
    """Siege equipment that lay on the ground is in somebody's hands."""

    says = "the {thing} is taken up by {piece}."

    thing: str


class HeldBack(Deed, frozen=True):
    """Scouts are kept for the end of the deployment."""

    says = "{piece} {is} out scouting and {comes} later."


class ScoutsRolled(Event, frozen=True):
    """Scouts of both sides have rolled for the order in which they are placed."""

    shows = Shows(who="order")
    says = "Scouts of both armies are out; the first to be placed: {order}."

    order: tuple[int, ...]


class Spotted(Deed, frozen=True):
    """Scouts who lay concealed have shot, cast or moved."""

    shows = Shows("change", who="piece")
    says = "{piece} {is} concealed no more."


class LeftAtHome(Deed, frozen=True):
    """There is no room for a piece anywhere in its half of the table."""

    shows = Shows("vanish", who="piece")
    says = "{piece} {finds} no room and {misses} the battle."


class Hidden(Deed, frozen=True):
    """A halfwit has slipped into a group; only its owner hears of it."""

    shows = Shows(who="piece", at="group")
    says = "{piece} {hides} in {group}."

    group: Number


class FirstTurn(Event, frozen=True):
    says = "the first turn goes to {side:side}."

    side: Player


class Ended(Event, frozen=True):
    """The battle is over: the winner (-1 for a draw), the victory points of both, and the margin of a draw."""

    shows = Shows("end")

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

    shows = Shows("end")

    winner: Player
    why: str

    def say(self, names: Names) -> str:
        return f"a draw: {self.why}." if self.winner < 0 else f"victory for {names.side(self.winner)}: {self.why}."


class MarchChosen(Event, frozen=True):
    """Which way a column marches."""

    says = "the column of {side:side} marches to the {way}."

    side: Player
    way: str


class Surprised(Deed, frozen=True):
    """A piece has been taken by surprise."""

    shows = Shows("change", who="piece")
    says = "{piece} {is} taken by surprise: no move, no shot and no spell for now."


class Recovered(Event, frozen=True):
    """All of a side have come to themselves."""

    says = "the surprise of {side:side} is over."

    side: Player


class Escaped(Deed, frozen=True):
    """A piece has left the table for good, over the edge of this heading."""

    shows = Shows("vanish", who="piece", way="at")

    at: tuple[int, int]
    edge: Angle

    def say(self, names: Names) -> str:
        return f"{names.does(self.piece, 'leaves')} the table over the {EDGES.get(self.edge, 'nearest')} edge."


class FlanksChosen(Event, frozen=True):
    """What lies beside the pass."""

    shows = Shows("lay")
    says = "beside the pass of {side:side} there are {flanks}."

    side: Player
    flanks: str


class TrapSprung(Deed, frozen=True):
    """A piece has set off a trap."""

    shows = Shows("hurt", who="piece")
    says = "{piece} {sets} off a trap: {hits:hit}."

    hits: int


class TargetNamed(Deed, frozen=True):
    """Whom the raiders have come for."""

    says = "the raiders have come for {piece}."


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


class TorchesHandled(Deed, frozen=True):
    """Torches of a piece are lit or put out, or some are thrown away; how many are left in its hands."""

    shows = Shows("change", who="piece")

    deed: Handling
    left: int

    def say(self, names: Names) -> str:
        return f"{HANDLED[self.deed].format(who=names.piece(self.piece), left=self.left)}."


class ArtifactLaid(Incident, frozen=True):
    """Where the thing lies that raiders have come for."""

    shows = Shows("lay")
    says = "the artifact has been laid out in the camp at {at:place}."

    at: tuple[int, int]


class ArtifactTaken(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} {has} the artifact."


class ArtifactDropped(Deed, frozen=True):
    shows = Shows("lay", who="piece")
    says = "the artifact of {piece} is dropped at {at:place}."

    at: tuple[int, int]


class HelpRolled(Event, frozen=True):
    """Whether reinforcements have come."""

    says = "the reinforcements of {side:side} {came:are there|have not come yet}."

    side: Player
    came: bool


def _passes(amount: int) -> str:
    return count(amount, "pass", "passes")
