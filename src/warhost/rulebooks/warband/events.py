"""What can happen in a battle of Warband. Warriors are named by their ids; places are (x, y) in thousandths of an
inch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names, Ref

Point = tuple[int, int]
ARRIVES = "gets there"


def high(z: int) -> str:
    """' at 3 inches' for who is not on the ground."""
    return f", {far(z)} up" if z else ""


def far(length: float) -> str:
    """
    >>> far(2000), far(1000), far(2550)
    ('2 inches', '1 inch', '2.5 inches')
    """
    text = f"{length / 1000:.1f}".removesuffix(".0")
    return f"{text} inch" if text == "1" else f"{text} inches"


class Incident(Event, frozen=True):
    """Whatever has happened: how lengths are written in its sentence."""

    kinds: ClassVar[Mapping[str, Callable[[Any], str]]] = {"far": far}


class Deed(Incident, frozen=True):
    """Something a warrior does, or that befalls him."""

    shows = Shows(who="who")

    who: str


class Aimed(Deed, frozen=True):
    """Something a warrior does at another."""

    shows = Shows(who="who", at="target")

    target: str


class TownLaid(Event, frozen=True):
    shows = Shows("phase")
    says = "the battle is fought at: {title}"

    title: str


class EdgeTaken(Event, frozen=True):
    shows = Shows("phase")
    says = "{side:side} {takes} the {edge}"

    side: int
    edge: str


class SetUp(Event, frozen=True):
    shows = Shows("appear", who="who", stands="stands")

    who: tuple[str, ...]
    side: int
    stands: dict[str, tuple[int, int]]

    def say(self, names: Names) -> str:
        return (
            f"{names.pieces(self.who)} {names.pieces(self.who).does('is')} set up"
            if len(self.who) < 4
            else (f"{names.side(self.side)} {names.side(self.side).does('sets up')} {len(self.who)} warriors")
        )


class SpellLearned(Deed, frozen=True):
    shows = Shows("change", who="who")
    says = "{who} knows {spell}"

    spell: str


class Ready(Deed, frozen=True):
    """Something that was settled before the first turn."""

    shows = Shows("change", who="who")
    says = "{who} {what}"

    what: str


class TurnBegan(Event, frozen=True):
    shows = Shows("turn")
    says = "round {round}: the turn of {side:side}"

    round: int
    side: int


class PhaseBegan(Event, frozen=True):
    shows = Shows("phase")

    phase: str
    side: int


class Tested(Deed, frozen=True):
    """A test on a characteristic, or on Leadership with its total; one `on_the_way` is told by how the way ends."""

    shows = Shows("check", who="who", success="passed")

    what: str
    why: str
    passed: bool
    total: int = 0
    value: int = 0
    on_the_way: bool = False

    def say(self, names: Names) -> str:
        name = names.piece(self.who)
        thrown = f" with {self.total} against {self.value}" if self.total else ""
        did = name.does("passes") if self.passed else name.does("fails")
        return f"{name} {did} the {self.what} test{thrown} ({self.why})"

    def outcome(self) -> Outcome | None:
        return None if self.on_the_way else Outcome(f"passes the test ({self.why})", self.who, self.passed)


class Squabbled(Event, frozen=True):
    shows = Shows("change", who="who")
    says = "{who} squabble and do nothing this turn"

    who: tuple[str, ...]


class Changed(Deed, frozen=True):
    """Somebody is not as he was: stands up, is knocked down, stunned, hides, is spotted, flees, rallies."""

    shows = Shows("change", who="who")

    to: str
    place: Point | None = None
    words: ClassVar[dict[str, str]] = {
        "up": "gets up",
        "down": "is knocked down",
        "stunned": "is stunned",
        "coming round": "comes round, but lies there",
        "held down": "cannot rise",
        "hidden": "hides",
        "spotted": "is spotted",
        "fleeing": "flees",
        "rallied": "rallies",
        "frantic": "calms down",
        "healed": "is healed",
        "unharmed": "is unharmed",
        "stays": "does not dare",
        "immune": "takes no notice",
    }

    def say(self, names: Names) -> str:
        name = names.piece(self.who)
        return f"{name} {self.words[self.to]}"

    def outcome(self) -> Outcome | None:
        return Outcome("rallies", self.who, True) if self.to == "rallied" else None

    def breaks(self) -> bool:
        return self.to == "fleeing"


class Moved(Deed, frozen=True):
    """Along a way, its first point the old place; `how` is walk, run, climb, jump, leap, crawl, flee …

    Who was `stopped` by a test has not come where he wanted to go.
    """

    shows = Shows("move", who="who", way="way")

    how: str
    way: tuple[Point, ...]
    z: int
    spent: int = 0
    stopped: bool = False

    def say(self, names: Names) -> str:
        name = names.piece(self.who)
        verb = {
            "walk": "moves",
            "run": "runs",
            "crawl": "crawls",
            "flee": "flees",
            "wander": "wanders about",
            "aside": "makes room",
        }
        foot = f"{name.does('stays')} at the foot"
        if self.stopped and not self.spent:
            return f"{name} {foot}"
        length = f" {far(self.spent)}" if self.spent else ""
        said = f"{name} {name.does(verb.get(self.how, self.how))}{length}{high(self.z)}"
        return f"{said} and {foot}" if self.stopped else said

    def outcome(self) -> Outcome | None:
        return Outcome(ARRIVES, self.who, not self.stopped) if self.how in ("walk", "run", "crawl") else None

    def forfeit(self) -> tuple[Ref, str] | None:
        return (self.who, "stays at the foot") if self.stopped else None


class Fell(Deed, frozen=True):
    """Over an edge, or from where his own way led him; a hit of this Strength follows, none if it is 0. The way of
    whoever falls in a charge may not be measured beforehand."""

    shows = Shows("move", who="who", way="way")

    drop: int
    way: tuple[Point, ...]
    strength: int = 0
    on_the_way: bool = False
    charging: bool = False

    def say(self, names: Names) -> str:
        name = names.piece(self.who)
        if not self.drop:
            return f"{name} {name.does('falls')} into the water"
        return f"{name} {name.does('falls')} {far(self.drop)}"

    def outcome(self) -> Outcome:
        what = ARRIVES if self.on_the_way else "does not fall"
        return Outcome(what, self.who, False, measured=self.charging)

    def forfeit(self) -> tuple[Ref, str]:
        if not self.drop:
            return self.who, "falls into the water"
        hit = f", a hit of Strength {self.strength}" if self.strength else ""
        return self.who, f"falls {far(self.drop)}{hit}"


HOW_THEY_COME = {
    "foot": "", "climb": ", climbing", "jump": ", jumping down", "leap": ", leaping the gap",
    "over": ", climbing over what stands between",
}  # fmt: skip


class Declared(Aimed, frozen=True):
    how: str

    def say(self, names: Names) -> str:
        by = HOW_THEY_COME[self.how]
        return f"{names.piece(self.who)} declares a charge at {names.piece(self.target)}{by}"


class Charged(Deed, frozen=True):
    shows = Shows("charge", who="who", at="targets", way="way")
    says = "{who} {dived:dives down upon|charges} {targets} over {length:far}"

    targets: tuple[str, ...]
    way: tuple[Point, ...]
    length: int
    dived: bool = False

    def outcome(self) -> Outcome:
        return Outcome("the charge comes home", self.who, True, measured=True)


class ChargeFailed(Deed, frozen=True):
    shows = Shows("move", who="who", way="way")
    says = "the charge of {who} fails: {why}"

    why: str
    way: tuple[Point, ...]

    def outcome(self) -> Outcome:
        return Outcome("the charge comes home", self.who, False, measured=True)

    def forfeit(self) -> tuple[Ref, str]:
        """[war.charge.failed]"""
        return self.who, "stops half way" if len(self.way) > 1 else "stays where he is"


class Intercepted(Deed, frozen=True):
    shows = Shows("move", who="who", at="charger", way="way")
    says = "{who} steps into the way of {charger}"

    charger: str
    way: tuple[Point, ...]


class Shot(Aimed, frozen=True):
    shows = Shows("shot", who="who", at="target")
    says = "{who} shoots at {target} ({weapon}, needs {need}+)"

    weapon: str
    need: int
    because: tuple[Step, ...] = ()


class OutOfRange(Aimed, frozen=True):
    """A shot that is lost, where nothing is measured before the target is named."""

    shows = Shows("shot", who="who", at="target")
    says = "{who} shoots in vain: {target} is farther than {range} inches"

    range: int


class Struck(Aimed, frozen=True):
    """Blows at one enemy: how many dice, what they need, how many hit."""

    shows = Shows("blow", who="who", at="target", number="hits")

    weapon: str
    dice: int
    need: int
    hits: int
    because: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        needs = f", needs {self.need}+" if self.need else ""
        blows = f"{self.weapon}{needs}): {self.hits} of {self.dice} hit"
        return f"{names.piece(self.who)} strikes at {names.piece(self.target)} ({blows}"

    def outcome(self) -> Outcome:
        return Outcome("a blow lands", self.who, self.hits > 0)


class Missed(Aimed, frozen=True):
    shows = Shows("shot", who="who", at="target")
    says = "{who} {why}"

    why: str = "misses"

    def outcome(self) -> Outcome:
        return Outcome("hits", self.who, False)


class Parried(Deed, frozen=True):
    shows = Shows("blow", who="by", at="who", success="success")
    says = "{who} {success:parries|fails to parry} a blow of {by}"

    by: str
    success: bool


class CriticalHit(Aimed, frozen=True):
    shows = Shows("hurt", at="target")

    what: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} lands a critical wound on {names.piece(self.target)}: {self.what}"


class Wounded(Deed, frozen=True):
    """Wounds that were neither saved nor ignored."""

    shows = Shows("hurt", who="who", number="number")
    says = "{who} takes {number:wound}, {left} left"

    number: int
    left: int
    by: str = ""

    def outcome(self) -> Outcome:
        return Outcome("is wounded", self.who, True, ill=True)


class Saved(Deed, frozen=True):
    says = "{who} is saved by {what}"

    what: str

    def outcome(self) -> Outcome:
        return Outcome("is wounded", self.who, False, ill=True)


class TakenOut(Deed, frozen=True):
    shows = Shows("fall", who="who")

    by: str = ""
    place: Point | None = None

    def say(self, names: Names) -> str:
        by = f" by {names.piece(self.by)}" if self.by else ""
        return f"{names.piece(self.who)} is taken out of action{by}"

    def outcome(self) -> Outcome:
        return Outcome("is taken out of action", self.who, True, ill=True)


class LeftTable(Deed, frozen=True):
    shows = Shows("vanish", who="who")
    says = "{who} {why}"

    why: str


class Cast(Deed, frozen=True):
    shows = Shows("spell", who="who", at="target", success="success")
    says = "{who} {success:casts|fails to cast} {spell} at {target} ({total} of {need})"

    spell: str
    target: str
    success: bool
    total: int
    need: int

    def outcome(self) -> Outcome:
        return Outcome("the spell works", self.who, self.success)


class SpellEnded(Deed, frozen=True):
    shows = Shows("change", who="who")
    says = "{spell} on {who} is over"

    spell: str


class PrizeMoved(Event, frozen=True):
    """A marker was placed, picked up, dropped, handed on or carried off."""

    shows = Shows("note", who="who", way="place")

    what: str
    who: str
    place: Point

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} {self.what}" if self.who else self.what


class Scored(Event, frozen=True):
    shows = Shows("phase")
    says = "{side:side} {holds} the top of the belfry: score {points}"

    side: int
    points: int


class Routed(Event, frozen=True):
    shows = Shows("phase")

    side: int
    why: str

    def say(self, names: Names) -> str:
        side, (verb, *rest) = names.side(self.side), self.why.split(" ")
        return " ".join([str(side), side.does(verb), *rest])


class Ended(Event, frozen=True):
    shows = Shows("end")

    why: str
    winner: int

    def say(self, names: Names) -> str:
        if self.winner < 0:
            return self.why
        side = names.side(self.winner)
        return f"{side} {side.does('wins')}: {self.why}"
