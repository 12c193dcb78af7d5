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
    shows: ClassVar[Shows] = Shows(who="piece")

    piece: str
    skills: tuple[str, ...]


class Placed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", stands="squares", facing="facing")

    group: str
    squares: dict[str, Square]
    facing: str
    hidden: bool = False


class LeaderNamed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    side: int
    piece: str


class TurnBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("turn")

    turn: int
    red: int


class PhaseBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("phase")

    phase: str
    side: int


class Fired(Event, frozen=True):
    """A shot, or several as one; `because` explains a single one, `shares` what each adds to a total."""

    shows: ClassVar[Shows] = Shows("shot", who="shooters", at="target")

    shooters: tuple[str, ...]
    target: str
    weapon: str
    chance: int
    distance: int
    shares: tuple[int, ...] = ()
    because: tuple[Step, ...] = ()


class Attacked(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("blow", who="attackers", at="targets")

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
    shows: ClassVar[Shows] = Shows("fall", who="piece", by="by", way="square")

    piece: str
    by: str | None
    square: Square


class Wounded(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("hurt", who="piece", by="by")

    piece: str
    location: str
    severity: str
    by: str | None = None


class WoundIgnored(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece")

    piece: str
    location: str
    severity: str


class Healed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("heal", who="piece")

    piece: str
    location: str
    severity: str
    becomes: str


class Moved(Event, frozen=True):
    """A piece went along these squares, its old one first, and faces so now."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: str
    path: tuple[Square, ...]
    facing: str
    cost: int


class Charged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece", at="enemies")

    piece: str
    enemies: tuple[str, ...]


class Halted(Event, frozen=True):
    """A move ended because an enemy is next to the piece."""

    shows: ClassVar[Shows] = Shows(who="piece", at="enemies")

    piece: str
    enemies: tuple[str, ...]


class Revealed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", who="piece", way="square", facing="facing")

    piece: str
    square: Square
    facing: str


class LeftBoard(Event, frozen=True):
    """Over the edge: `safe` by an exit of the encounter, otherwise in flight or blindly, and lost."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece", way="square")

    piece: str
    square: Square
    safe: bool


class Drowned(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("fall", who="piece", way="square")

    piece: str
    square: Square


class PowerTried(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("spell", who="piece", at="target", success="success")

    piece: str
    power: str
    target: str | None
    success: bool

    def outcome(self) -> Outcome:
        return Outcome(f"{self.power} works", self.piece, self.success)


class Hypnotised(Event, frozen=True):
    """From this turn to that the piece obeys another side; an empty span means it is its own again."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: str
    side: int
    first: int
    last: int


class MoraleTested(Event, frozen=True):
    """`value` and its reasons are left out where they would give a hidden friend away."""

    shows: ClassVar[Shows] = Shows("check", who="unit")

    unit: str
    faces: tuple[int, ...]
    value: int | None
    result: str  # carry on, retire, rout
    because: tuple[Step, ...]

    def outcome(self) -> Outcome:
        return Outcome("carries on", self.unit, self.result == "carry on")


class MoraleReckoned(Event, frozen=True):
    """What its own player alone may know of a test: the sum and its reasons."""

    shows: ClassVar[Shows] = Shows(who="unit")

    unit: str
    value: int
    because: tuple[Step, ...]


class Spared(Event, frozen=True):
    """A unit does not test because its hero made an example of one of its own."""

    shows: ClassVar[Shows] = Shows(who="unit", by="hero")

    unit: str
    hero: str
    victim: str


class FleesFrom(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit", at="threat")

    unit: str
    direction: str
    threat: tuple[str, ...]


class Ended(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("end")

    winner: int | None
    why: str
