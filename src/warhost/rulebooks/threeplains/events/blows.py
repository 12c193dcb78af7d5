"""Shooting, hits and combat."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.view import Outline

from ..state import Number, Stood


class NoShot(Event, frozen=True):
    """A target was named that cannot be shot at; the shot of this turn is lost."""

    shows: ClassVar[Shows] = Shows(who="piece", at="target")

    piece: Number
    target: Number
    why: str


class Shot(Event, frozen=True):
    """A volley: so many shots that need so much, and the hits they scored."""

    shows: ClassVar[Shows] = Shows("shot", who="piece", at="target", number="hits")

    piece: Number
    target: Number
    weapon: str
    shots: int
    need: int
    hits: int
    because: tuple[Step, ...]


class ShotAtWorks(Event, frozen=True):
    """A volley at something that is built."""

    shows: ClassVar[Shows] = Shows("shot", who="piece", number="hits")

    piece: Number
    feature: str
    weapon: str
    shots: int
    need: int
    hits: int
    because: tuple[Step, ...]


class StoneHurled(Event, frozen=True):
    """A stone thrown at something that is built, and whether it hit."""

    shows: ClassVar[Shows] = Shows("shot", who="piece")

    piece: Number
    feature: str
    hit: bool


class LoopShot(Event, frozen=True):
    """A shot out of an arrow-loop; it needs nothing if the target turned out to be out of range."""

    shows: ClassVar[Shows] = Shows("shot", at="target")

    feature: str
    target: Number
    need: int
    hit: bool
    because: tuple[Step, ...] = ()
    flaming: bool = False


class LoopShotAtWorks(Event, frozen=True):
    """A shot out of an arrow-loop at something that is built; it needs nothing if it turned out to be too far."""

    shows: ClassVar[Shows] = Shows("shot")

    feature: str
    mark: str
    need: int
    hit: bool
    because: tuple[Step, ...] = ()
    flaming: bool = False


class Spiked(Event, frozen=True):
    """A large flyer is too near to a dragon spike."""

    shows: ClassVar[Shows] = Shows("hurt", who="piece", number="hits")

    piece: Number
    feature: str
    hits: int


class OilPoured(Event, frozen=True):
    """Boiling oil comes down: poured by a piece, or spilt."""

    shows: ClassVar[Shows] = Shows("lay", by="piece", number="hits")

    piece: Number
    feature: str
    hits: int


class Caught(Event, frozen=True):
    """So many missile hits on a piece strike what it carries."""

    shows: ClassVar[Shows] = Shows(who="piece")

    piece: Number
    thing: str
    hits: int


class FendedOff(Event, frozen=True):
    """Of so many hits on a piece that needed no roll so many strike it behind what it holds."""

    shows: ClassVar[Shows] = Shows(who="piece", by="by")

    piece: Number
    by: Number
    hits: int
    left: int


class Dispersed(Event, frozen=True):
    """Hits are divided among several pieces or parts of one."""

    shares: tuple[tuple[int, int], ...]


class Damaged(Event, frozen=True):
    """Damage dice have been thrown: against which save, how many faces from the top were dodged, what was lost.

    `horde` tells that no single die could harm the target.
    """

    shows: ClassVar[Shows] = Shows("hurt", who="piece", by="by", number="points")

    piece: Number
    by: Number
    hits: int
    save: int
    dodged: int
    points: int
    horde: bool
    because: tuple[Step, ...]
    void: int = 0  # hits that do not count, for what the target is


class LostOutright(Event, frozen=True):
    """Life points were taken that no save could keep, by somebody's hand."""

    shows: ClassVar[Shows] = Shows("hurt", who="piece", by="by", number="points")

    piece: Number
    by: Number
    points: int


class Fell(Event, frozen=True):
    """Models of a group are gone; so many are left."""

    shows: ClassVar[Shows] = Shows("fall", who="piece", number="models", stands="stands")

    piece: Number
    models: int
    left: int
    stands: tuple[Stood, ...] = ()


class Slain(Event, frozen=True):
    """A piece is gone with so many models, which it still had; those it stood with stand so now."""

    shows: ClassVar[Shows] = Shows("fall", who="piece", number="models", stands="stands")

    piece: Number
    models: int = 1
    stands: tuple[Stood, ...] = ()


class LeftBehind(Event, frozen=True):
    """A character whose group is gone stands alone."""

    shows: ClassVar[Shows] = Shows("appear", who="piece", by="group", way="at", facing="facing")

    piece: Number
    group: Number
    at: tuple[int, int]
    facing: int | None = None


class ShotOutOfTurn(Event, frozen=True):
    """A piece holds and shoots, or strikes defensively, or fails the check for it."""

    shows: ClassVar[Shows] = Shows("check", who="piece", at="target", success="passed")

    piece: Number
    target: Number
    passed: bool


class TemplateLaid(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("lay", laid="outlines")

    title: str
    at: tuple[int, int]
    turn: int
    hits: tuple[tuple[int, int], ...]
    outlines: tuple[Outline, ...] = ()


class CombatBegan(Event, frozen=True):
    """A round of a combat of these pieces begins."""

    shows: ClassVar[Shows] = Shows(who="pieces")

    pieces: tuple[Number, ...]


class Struck(Event, frozen=True):
    """Blows were dealt; how many of them hit. `part` is what struck: the model itself, its steed, team or sting."""

    shows: ClassVar[Shows] = Shows("blow", who="piece", at="target", number="hits")

    piece: Number
    target: Number
    blows: int
    hits: int
    part: str = "self"
