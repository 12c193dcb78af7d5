"""What can happen in a battle of Magnamund. Pieces and units are named by their ids, squares are (x, y)."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step

Square = tuple[int, int]


class SidesChosen(Event, frozen=True):
    player: int
    side: int


class SkillsChosen(Event, frozen=True):
    piece: str
    skills: tuple[str, ...]


class Placed(Event, frozen=True):
    group: str
    squares: dict[str, Square]
    facing: str
    hidden: bool = False


class LeaderNamed(Event, frozen=True):
    side: int
    piece: str


class TurnBegan(Event, frozen=True):
    turn: int
    red: int


class PhaseBegan(Event, frozen=True):
    phase: str
    side: int


class Fired(Event, frozen=True):
    """A shot, or several as one; `because` explains a single one, `shares` what each adds to a total."""

    shooters: tuple[str, ...]
    target: str
    weapon: str
    chance: int
    distance: int
    shares: tuple[int, ...] = ()
    because: tuple[Step, ...] = ()


class Attacked(Event, frozen=True):
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    chance: int
    shares: tuple[int, ...] = ()
    because: tuple[Step, ...] = ()


class Missed(Event, frozen=True):
    """A shot or a blow came to nothing."""

    shows: ClassVar[Shows] = Shows("blow", at="target")

    target: str


class Slain(Event, frozen=True):
    piece: str
    by: str | None
    square: Square


class Wounded(Event, frozen=True):
    piece: str
    location: str
    severity: str
    by: str | None = None


class WoundIgnored(Event, frozen=True):
    piece: str
    location: str
    severity: str


class Healed(Event, frozen=True):
    piece: str
    location: str
    severity: str
    becomes: str


class Moved(Event, frozen=True):
    """A piece went along these squares, its old one first, and faces so now."""

    piece: str
    path: tuple[Square, ...]
    facing: str
    cost: int


class Charged(Event, frozen=True):
    piece: str
    enemies: tuple[str, ...]


class Halted(Event, frozen=True):
    """A move ended because an enemy is next to the piece."""

    piece: str
    enemies: tuple[str, ...]


class Revealed(Event, frozen=True):
    piece: str
    square: Square
    facing: str


class LeftBoard(Event, frozen=True):
    """Over the edge: `safe` by an exit of the encounter, otherwise in flight or blindly, and lost."""

    piece: str
    square: Square
    safe: bool


class Drowned(Event, frozen=True):
    piece: str
    square: Square


class PowerTried(Event, frozen=True):
    piece: str
    power: str
    target: str | None
    success: bool

    def outcome(self) -> Outcome:
        return Outcome(f"{self.power} works", self.piece, self.success)


class Hypnotised(Event, frozen=True):
    """From this turn to that the piece obeys another side; an empty span means it is its own again."""

    piece: str
    side: int
    first: int
    last: int


class MoraleTested(Event, frozen=True):
    """`value` and its reasons are left out where they would give a hidden friend away."""

    unit: str
    faces: tuple[int, ...]
    value: int | None
    result: str  # carry on, retire, rout
    because: tuple[Step, ...]

    def outcome(self) -> Outcome:
        return Outcome("carries on", self.unit, self.result == "carry on")


class MoraleReckoned(Event, frozen=True):
    """What its own player alone may know of a test: the sum and its reasons."""

    unit: str
    value: int
    because: tuple[Step, ...]


class Spared(Event, frozen=True):
    """A unit does not test because its hero made an example of one of its own."""

    unit: str
    hero: str
    victim: str


class FleesFrom(Event, frozen=True):
    unit: str
    direction: str
    threat: tuple[str, ...]


class Ended(Event, frozen=True):
    winner: int | None
    why: str
