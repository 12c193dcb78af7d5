"""What happened: facts with the rule that made them, each with its sentence and with what a table needs to play it.

The log, the pictures, the page and the statistics all read events. A rulebook adds its own kinds; these few
belong to every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

import msgspec

from .playing import Shows
from .sentences import worded
from .tally import Step
from .words import Names, Ref


class Outcome(NamedTuple):
    """What may come off, as in 'passes its check', for whom, and whether it did.

    How likely something `measured` is tells a distance, so nobody hears of it who may not measure yet. What is
    `ill` is good for the enemies of whom it is about.
    """

    what: str
    about: Ref
    success: bool
    measured: bool = False
    ill: bool = False


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """`shows` says which of its fields a table needs to play it; nothing moves for one that is only noted.

    `says` is its sentence, where a template can say it; `kinds` are what a rulebook writes in a way of its own.
    """

    shows: ClassVar[Shows] = Shows()
    says: ClassVar[str] = ""
    kinds: ClassVar[Mapping[str, Callable[[Any], str]]] = {}

    rule: str

    def say(self, names: Names) -> str | None:
        """What happened, in one sentence; None where another event of the same deed says it better."""
        return worded(self, names) if self.says else None

    def outcome(self) -> Outcome | None:
        """Whether something that dice decide came off, if this event says so."""
        return None

    def breaks(self) -> bool:
        """Whether those it is about take to flight, though they may not run yet."""
        return self.shows.deed == "flee"

    def lost(self) -> bool:
        """Whether those it is about are lost to their side as a whole, though nobody is seen to fall."""
        return False

    def forfeit(self) -> tuple[Ref, str] | None:
        """Who pays for a failure and what, in a few words such as 'falls 3 inches', if this event says so."""
        return None


class Rolled(Event, frozen=True):
    """Dice fell. `need` is the number they were held against, so much or more if `over`, otherwise so much or less;
    `because` is how it came about."""

    shows: ClassVar[Shows] = Shows("dice")

    side: int
    purpose: str
    sides: int
    faces: tuple[int, ...]
    need: int | None = None
    because: tuple[Step, ...] = ()
    over: bool = False

    def say(self, names: Names) -> str | None:
        return names.thrown(self)

    @property
    def plain(self) -> Rolled:
        """As a throw like any other: by this tales are compared, whatever is told besides."""
        rolled = self.rule, self.side, self.purpose, self.sides, self.faces, self.need, self.because, self.over
        return Rolled(*rolled)


class Rerolled(Rolled, frozen=True, kw_only=True):
    """Dice that were thrown again: they take the place of those at the places `again` of the throw that was told
    so many throws `back`, each in its order."""

    again: tuple[int, ...]
    back: int


class Handled(Rolled, frozen=True, kw_only=True):
    """Dice on which a player's hand was before they counted: so the last of them lay, 0 for one not touched."""

    was: tuple[int, ...]


class Decided(Event, frozen=True):
    """A side chose something that is not plain from what follows."""

    side: int
    what: str
    choice: str

    def say(self, names: Names) -> str:
        return f"{names.player(self.side)}: {self.what}: {self.choice}."


class Told(msgspec.Struct, frozen=True):
    """An event and who may know of it: one side, or everybody."""

    event: Event
    audience: int | None = None

    def heard_by(self, side: int | None) -> bool:
        return self.audience is None or self.audience == side
