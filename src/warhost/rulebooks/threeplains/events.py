"""What can happen in a battle of Three Plains: facts with their rules; narrate.py has a sentence for each.

Pieces are named by their numbers in the state.
"""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.tally import Step

from .figure import INCH

# --- the turn ------------------------------------------------------------------------------------------------


class TurnBegan(Event, frozen=True):
    turn: int
    side: int


class PhaseBegan(Event, frozen=True):
    phase: str
    side: int


# --- checks --------------------------------------------------------------------------------------------------


class Checked(Event, frozen=True):
    """A check was taken: the passes of both pools, and how each pool came about."""

    piece: int
    kind: str
    good: int
    bad: int
    passed: bool
    soldiering: tuple[Step, ...]
    stress: tuple[Step, ...]


class Mourned(Event, frozen=True):
    """The general has fallen, and his army is about to learn what that means."""

    side: int


# --- movement ------------------------------------------------------------------------------------------------


class Moved(Event, frozen=True):
    """A piece went this way, from where its middle front was to where it is."""

    piece: int
    path: tuple[tuple[int, int], ...]
    facing: int
    cost: int
    airborne: bool = False


class Dashed(Event, frozen=True):
    piece: int
    added: int


class Manoeuvred(Event, frozen=True):
    """A manoeuvre that needed a check, or one of which something is left to do: what, and whether it is done."""

    piece: int
    what: str
    done: bool


class Stretched(Event, frozen=True):
    """It moved beyond its breaking point: flimsy ranks until its next turn."""

    piece: int
    moved: int
    limit: int


class PikesDropped(Event, frozen=True):
    piece: int


class Joined(Event, frozen=True):
    piece: int
    group: int


class Left(Event, frozen=True):
    piece: int
    group: int


class SteppedUp(Event, frozen=True):
    """A character took the place of a fighting model."""

    piece: int
    group: int
    base: int


class Revealed(Event, frozen=True):
    """A hidden halfwit shows itself."""

    piece: int
    group: int


class Split(Event, frozen=True):
    piece: int
    part: int
    models: int


class Remerged(Event, frozen=True):
    piece: int
    part: int


class Reinforced(Event, frozen=True):
    piece: int
    by: int


class Panicked(Event, frozen=True):
    """A reinforced unit lost its head and is gone."""

    piece: int
    by: int


class Divided(Event, frozen=True):
    piece: int
    parts: tuple[int, ...]


class TookOff(Event, frozen=True):
    piece: int


class Landed(Event, frozen=True):
    piece: int
    on: int = -1


class Crashed(Event, frozen=True):
    """A slain flyer came down on these bases of pieces."""

    piece: int
    below: tuple[tuple[int, int], ...]


# --- the ground ----------------------------------------------------------------------------------------------


class Battered(Event, frozen=True):
    """A structure has lost life points; so many are left."""

    feature: str
    by: int
    points: int
    left: int


class Collapsed(Event, frozen=True):
    """A structure has come down; what kind of ground it left."""

    feature: str
    becomes: str


class Flattened(Event, frozen=True):
    """A group has gone through a hedge or a fence, and that part of it is gone."""

    piece: int
    feature: str


# --- charges, flight and pursuit -----------------------------------------------------------------------------


class ChargeNamed(Event, frozen=True):
    """A charge was ordered, or runs on from an earlier turn."""

    piece: int
    target: int
    running: bool = False


class Answered(Event, frozen=True):
    """How a piece is ordered to meet the charges on it: "stand" or "fall back"."""

    piece: int
    answer: str


class ChargeHalted(Event, frozen=True):
    """A charge is over before it reached anybody; `why` in words."""

    piece: int
    target: int
    why: str


class ChargeRedirected(Event, frozen=True):
    piece: int
    target: int


class Charged(Event, frozen=True):
    """A charge move: how far the middle front came this turn and whether it reached the target."""

    piece: int
    target: int
    side: str
    distance: int
    reached: bool
    at: tuple[int, int]


class Narrowed(Event, frozen=True):
    piece: int
    files: int


class RanInto(Event, frozen=True):
    """A charge or pursuit hit a piece that was not its target."""

    piece: int
    hit: int
    side: str


class MarchedOver(Event, frozen=True):
    """A march over that did not pass the victim: they fight."""

    piece: int
    victim: int
    side: str


class Trodden(Event, frozen=True):
    piece: int
    victim: int


class CounterCharged(Event, frozen=True):
    piece: int
    target: int


class FellBack(Event, frozen=True):
    piece: int
    distance: int
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH


class NoFallBack(Event, frozen=True):
    """A piece that was ordered to fall back stays where it is."""

    piece: int
    why: str


class Fled(Event, frozen=True):
    piece: int
    distance: int
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH


class Scattered(Event, frozen=True):
    piece: int
    points: int


class Rallied(Event, frozen=True):
    piece: int


class LeftBoard(Event, frozen=True):
    piece: int
    at: tuple[int, int]


class CameBack(Event, frozen=True):
    piece: int
    at: tuple[int, int]


class Held(Event, frozen=True):
    """It did not pursue."""

    piece: int


class Pursued(Event, frozen=True):
    piece: int
    quarry: int
    distance: int
    caught: bool
    at: tuple[int, int]
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH


class WipedOut(Event, frozen=True):
    """A piece freed by its enemy's death has some movement free."""

    piece: int
    movement: int
    because: tuple[Step, ...] = ()
    scale: ClassVar[int] = INCH


# --- contact -------------------------------------------------------------------------------------------------


class SquaredUp(Event, frozen=True):
    """A piece lies flush against this side of an enemy."""

    piece: int
    foe: int
    side: str
    at: tuple[int, int]
    facing: int


class ClosedUp(Event, frozen=True):
    """A piece in combat slid along to bring more of its models to blows."""

    piece: int
    at: tuple[int, int]


class Widened(Event, frozen=True):
    """A piece that stood narrow has found room for more files."""

    piece: int
    files: int


class TurnedToFace(Event, frozen=True):
    piece: int
    foe: int
    at: tuple[int, int]
    facing: int


class LappedRound(Event, frozen=True):
    """A loose group has so many models against an enemy now."""

    piece: int
    foe: int
    models: int


class LostTouch(Event, frozen=True):
    """Two pieces in combat do not touch any more."""

    piece: int
    foe: int


class Engulfed(Event, frozen=True):
    """Enemies stand all the way round a piece."""

    piece: int
    by: tuple[int, ...]


class RingBroken(Event, frozen=True):
    piece: int


class FormedAgain(Event, frozen=True):
    """A unit has taken up its formation after engulfing an enemy."""

    piece: int
    at: tuple[int, int]
    facing: int


# --- shooting and hits ---------------------------------------------------------------------------------------


class NoShot(Event, frozen=True):
    """A target was named that cannot be shot at; the shot of this turn is lost."""

    piece: int
    target: int
    why: str


class Shot(Event, frozen=True):
    """A volley: so many shots that need so much, and the hits they scored."""

    piece: int
    target: int
    weapon: str
    shots: int
    need: int
    hits: int
    because: tuple[Step, ...]


class Dispersed(Event, frozen=True):
    """Hits are divided among several pieces or parts of one."""

    shares: tuple[tuple[int, int], ...]


class Damaged(Event, frozen=True):
    """Damage dice have been thrown: against which save, how many faces from the top were dodged, what was lost.

    `horde` tells that no single die could harm the target.
    """

    piece: int
    by: int
    hits: int
    save: int
    dodged: int
    points: int
    horde: bool
    because: tuple[Step, ...]


class Fell(Event, frozen=True):
    """Models of a group are gone; so many are left."""

    piece: int
    models: int
    left: int


class Slain(Event, frozen=True):
    piece: int


class LeftBehind(Event, frozen=True):
    """A character whose group is gone stands alone."""

    piece: int
    group: int
    at: tuple[int, int]


class ShotOutOfTurn(Event, frozen=True):
    """A piece holds and shoots, or strikes defensively, or fails the check for it."""

    piece: int
    target: int
    passed: bool


class TemplateLaid(Event, frozen=True):
    title: str
    at: tuple[int, int]
    turn: int
    hits: tuple[tuple[int, int], ...]


# --- combat --------------------------------------------------------------------------------------------------


class CombatBegan(Event, frozen=True):
    """A round of a combat of these pieces begins."""

    pieces: tuple[int, ...]


class Struck(Event, frozen=True):
    """Blows were dealt; how many of them hit."""

    piece: int
    target: int
    blows: int
    hits: int


# --- battle stress -------------------------------------------------------------------------------------------


class CombatReckoned(Event, frozen=True):
    """Who has lost a combat (-1 for a draw), the stress of both sides, and how it came about."""

    pieces: tuple[int, ...]
    stress: tuple[int, int]
    loser: int
    first: tuple[Step, ...]
    second: tuple[Step, ...]


class Tired(Event, frozen=True):
    piece: int
    counters: int
    total: int


class Rested(Event, frozen=True):
    piece: int


# --- traits --------------------------------------------------------------------------------------------------


class Enraged(Event, frozen=True):
    """A charge has brought a frenzy on."""

    piece: int


class Calmed(Event, frozen=True):
    """A frenzy is over for good."""

    piece: int


class Tormented(Event, frozen=True):
    """A piece cannot help charging this enemy."""

    piece: int
    by: int


class Poisoned(Event, frozen=True):
    """Markers were put on a piece; how many it has now."""

    piece: int
    level: int
    markers: int
    total: int


class PoisonWorked(Event, frozen=True):
    """The life points that the markers of a piece took, and how many markers are left."""

    piece: int
    points: int
    left: int


class Regenerated(Event, frozen=True):
    piece: int
    points: int


# --- before and after ----------------------------------------------------------------------------------------


class RolledOff(Event, frozen=True):
    winner: int
    about: str


class GeneralsRolled(Event, frozen=True):
    winner: int
    about: str
    passes: tuple[int, int]


class SidesChosen(Event, frozen=True):
    side: int
    zones: tuple[int, int]


class BonusTerrain(Event, frozen=True):
    side: int
    kind: str


class FirstToPlace(Event, frozen=True):
    side: int


class Deployed(Event, frozen=True):
    piece: int
    at: tuple[int, int]
    facing: int


class LeftAtHome(Event, frozen=True):
    """There is no room for a piece anywhere in its half of the table."""

    piece: int


class Hidden(Event, frozen=True):
    """A halfwit has slipped into a group; only its owner hears of it."""

    piece: int
    group: int


class FirstTurn(Event, frozen=True):
    side: int


class Ended(Event, frozen=True):
    """The battle is over: the winner (-1 for a draw), the victory points of both, and the margin of a draw."""

    winner: int
    points: tuple[int, int]
    margin: int
    first: tuple[Step, ...] = ()  # how the points of each side came about
    second: tuple[Step, ...] = ()
