"""What can happen in a battle of Warband. Warriors are named by their ids; places are (x, y) in thousandths of an
inch.
"""

from __future__ import annotations

from typing import ClassVar

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


class TownLaid(Event, frozen=True):
    title: str
    shows: ClassVar[Shows] = Shows("phase")

    def say(self, names: Names) -> str:
        return f"the battle is fought at: {self.title}"


class EdgeTaken(Event, frozen=True):
    side: int
    edge: str
    shows: ClassVar[Shows] = Shows("phase")

    def say(self, names: Names) -> str:
        return f"{names.side(self.side)} {names.side(self.side).does('takes')} the {self.edge}"


class SetUp(Event, frozen=True):
    who: tuple[str, ...]
    side: int
    stands: dict[str, tuple[int, int]]
    shows: ClassVar[Shows] = Shows("appear", who="who", stands="stands")

    def say(self, names: Names) -> str:
        return (
            f"{names.pieces(self.who)} {names.pieces(self.who).does('is')} set up"
            if len(self.who) < 4
            else (f"{names.side(self.side)} {names.side(self.side).does('sets up')} {len(self.who)} warriors")
        )


class SpellLearned(Event, frozen=True):
    who: str
    spell: str
    shows: ClassVar[Shows] = Shows("change", who="who")

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} knows {self.spell}"


class Ready(Event, frozen=True):
    """Something that was settled before the first turn."""

    who: str
    what: str
    shows: ClassVar[Shows] = Shows("change", who="who")

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} {self.what}"


class TurnBegan(Event, frozen=True):
    round: int
    side: int
    shows: ClassVar[Shows] = Shows("turn")

    def say(self, names: Names) -> str:
        return f"round {self.round}: the turn of {names.side(self.side)}"


class PhaseBegan(Event, frozen=True):
    phase: str
    side: int
    shows: ClassVar[Shows] = Shows("phase")


class Tested(Event, frozen=True):
    """A test on a characteristic, or on Leadership with its total; one `on_the_way` is told by how the way ends."""

    who: str
    what: str
    why: str
    passed: bool
    total: int = 0
    value: int = 0
    on_the_way: bool = False
    shows: ClassVar[Shows] = Shows("check", who="who", success="passed")

    def say(self, names: Names) -> str:
        name = names.piece(self.who)
        thrown = f" with {self.total} against {self.value}" if self.total else ""
        did = name.does("passes") if self.passed else name.does("fails")
        return f"{name} {did} the {self.what} test{thrown} ({self.why})"

    def outcome(self) -> Outcome | None:
        return None if self.on_the_way else Outcome(f"passes the test ({self.why})", self.who, self.passed)


class Squabbled(Event, frozen=True):
    who: tuple[str, ...]
    shows: ClassVar[Shows] = Shows("change", who="who")

    def say(self, names: Names) -> str:
        return f"{names.pieces(self.who)} squabble and do nothing this turn"


class Changed(Event, frozen=True):
    """Somebody is not as he was: stands up, is knocked down, stunned, hides, is spotted, flees, rallies."""

    who: str
    to: str
    place: Point | None = None
    shows: ClassVar[Shows] = Shows("change", who="who")
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


class Moved(Event, frozen=True):
    """Along a way, its first point the old place; `how` is walk, run, climb, jump, leap, crawl, flee …

    Who was `stopped` by a test has not come where he wanted to go.
    """

    who: str
    how: str
    way: tuple[Point, ...]
    z: int
    spent: int = 0
    stopped: bool = False
    shows: ClassVar[Shows] = Shows("move", who="who", way="way")

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
        length = f" {far(self.spent)}" if self.spent else ""
        return f"{name} {name.does(verb.get(self.how, self.how))}{length}{high(self.z)}"

    def outcome(self) -> Outcome | None:
        return Outcome(ARRIVES, self.who, not self.stopped) if self.how in ("walk", "run", "crawl") else None

    def forfeit(self) -> tuple[Ref, str] | None:
        return (self.who, "stays at the foot") if self.stopped else None


class Fell(Event, frozen=True):
    """Over an edge, or from where his own way led him; a hit of this Strength follows, none if it is 0."""

    who: str
    drop: int
    way: tuple[Point, ...]
    strength: int = 0
    on_the_way: bool = False
    shows: ClassVar[Shows] = Shows("move", who="who", way="way")

    def say(self, names: Names) -> str:
        name = names.piece(self.who)
        if not self.drop:
            return f"{name} {name.does('falls')} into the water"
        return f"{name} {name.does('falls')} {far(self.drop)}"

    def outcome(self) -> Outcome:
        return Outcome(ARRIVES if self.on_the_way else "does not fall", self.who, False)

    def forfeit(self) -> tuple[Ref, str]:
        if not self.drop:
            return self.who, "falls into the water"
        hit = f", a hit of Strength {self.strength}" if self.strength else ""
        return self.who, f"falls {far(self.drop)}{hit}"


HOW_THEY_COME = {
    "foot": "", "climb": ", climbing", "jump": ", jumping down", "leap": ", leaping the gap",
    "over": ", climbing over what stands between",
}  # fmt: skip


class Declared(Event, frozen=True):
    who: str
    target: str
    how: str
    shows: ClassVar[Shows] = Shows("note", who="who", at="target")

    def say(self, names: Names) -> str:
        by = HOW_THEY_COME[self.how]
        return f"{names.piece(self.who)} declares a charge at {names.piece(self.target)}{by}"


class Charged(Event, frozen=True):
    who: str
    targets: tuple[str, ...]
    way: tuple[Point, ...]
    length: int
    dived: bool = False
    shows: ClassVar[Shows] = Shows("charge", who="who", at="targets", way="way")

    def say(self, names: Names) -> str:
        how = "dives down upon" if self.dived else "charges"
        return f"{names.piece(self.who)} {how} {names.pieces(self.targets)} over {far(self.length)}"

    def outcome(self) -> Outcome:
        return Outcome("the charge comes home", self.who, True)


class ChargeFailed(Event, frozen=True):
    who: str
    why: str
    way: tuple[Point, ...]
    shows: ClassVar[Shows] = Shows("move", who="who", way="way")

    def say(self, names: Names) -> str:
        return f"the charge of {names.piece(self.who)} fails: {self.why}"

    def outcome(self) -> Outcome:
        return Outcome("the charge comes home", self.who, False)

    def forfeit(self) -> tuple[Ref, str]:
        """[war.charge.failed]"""
        return self.who, "stops half way" if len(self.way) > 1 else "stays where he is"


class Intercepted(Event, frozen=True):
    who: str
    charger: str
    way: tuple[Point, ...]
    shows: ClassVar[Shows] = Shows("move", who="who", at="charger", way="way")

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} steps into the way of {names.piece(self.charger)}"


class Shot(Event, frozen=True):
    who: str
    target: str
    weapon: str
    need: int
    because: tuple[Step, ...] = ()
    shows: ClassVar[Shows] = Shows("shot", who="who", at="target")

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} shoots at {names.piece(self.target)} ({self.weapon}, needs {self.need}+)"


class OutOfRange(Event, frozen=True):
    """A shot that is lost, where nothing is measured before the target is named."""

    who: str
    target: str
    range: int
    shows: ClassVar[Shows] = Shows("shot", who="who", at="target")

    def say(self, names: Names) -> str:
        who, target = names.piece(self.who), names.piece(self.target)
        return f"{who} shoots in vain: {target} is farther than {self.range} inches"


class Struck(Event, frozen=True):
    """Blows at one enemy: how many dice, what they need, how many hit."""

    who: str
    target: str
    weapon: str
    dice: int
    need: int
    hits: int
    because: tuple[Step, ...] = ()
    shows: ClassVar[Shows] = Shows("blow", who="who", at="target", number="hits")

    def say(self, names: Names) -> str:
        needs = f", needs {self.need}+" if self.need else ""
        blows = f"{self.weapon}{needs}): {self.hits} of {self.dice} hit"
        return f"{names.piece(self.who)} strikes at {names.piece(self.target)} ({blows}"

    def outcome(self) -> Outcome:
        return Outcome("a blow lands", self.who, self.hits > 0)


class Missed(Event, frozen=True):
    who: str
    target: str
    why: str = "misses"
    shows: ClassVar[Shows] = Shows("shot", who="who", at="target")

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} {self.why}"

    def outcome(self) -> Outcome:
        return Outcome("hits", self.who, False)


class Parried(Event, frozen=True):
    who: str
    by: str
    success: bool
    shows: ClassVar[Shows] = Shows("blow", who="by", at="who", success="success")

    def say(self, names: Names) -> str:
        did = "parries" if self.success else "fails to parry"
        return f"{names.piece(self.who)} {did} a blow of {names.piece(self.by)}"


class CriticalHit(Event, frozen=True):
    who: str
    target: str
    what: str
    shows: ClassVar[Shows] = Shows("hurt", at="target")

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} lands a critical wound on {names.piece(self.target)}: {self.what}"


class Wounded(Event, frozen=True):
    """Wounds that were neither saved nor ignored."""

    who: str
    number: int
    left: int
    by: str = ""
    shows: ClassVar[Shows] = Shows("hurt", who="who", number="number")

    def say(self, names: Names) -> str:
        return (
            f"{names.piece(self.who)} takes {self.number} wound{'s' if self.number > 1 else ''}, {self.left} left"
        )

    def outcome(self) -> Outcome:
        return Outcome("is wounded", self.who, True, ill=True)


class Saved(Event, frozen=True):
    who: str
    what: str
    shows: ClassVar[Shows] = Shows("note", who="who")

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} is saved by {self.what}"

    def outcome(self) -> Outcome:
        return Outcome("is wounded", self.who, False, ill=True)


class TakenOut(Event, frozen=True):
    who: str
    by: str = ""
    place: Point | None = None
    shows: ClassVar[Shows] = Shows("fall", who="who")

    def say(self, names: Names) -> str:
        by = f" by {names.piece(self.by)}" if self.by else ""
        return f"{names.piece(self.who)} is taken out of action{by}"

    def outcome(self) -> Outcome:
        return Outcome("is taken out of action", self.who, True, ill=True)


class LeftTable(Event, frozen=True):
    who: str
    why: str
    shows: ClassVar[Shows] = Shows("vanish", who="who")

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} {self.why}"


class Cast(Event, frozen=True):
    who: str
    spell: str
    target: str
    success: bool
    total: int
    need: int
    shows: ClassVar[Shows] = Shows("spell", who="who", at="target", success="success")

    def say(self, names: Names) -> str:
        how = "casts" if self.success else "fails to cast"
        at = f"{names.piece(self.target)} ({self.total} of {self.need})"
        return f"{names.piece(self.who)} {how} {self.spell} at {at}"

    def outcome(self) -> Outcome:
        return Outcome("the spell works", self.who, self.success)


class SpellEnded(Event, frozen=True):
    who: str
    spell: str
    shows: ClassVar[Shows] = Shows("change", who="who")

    def say(self, names: Names) -> str:
        return f"{self.spell} on {names.piece(self.who)} is over"


class PrizeMoved(Event, frozen=True):
    """A marker was placed, picked up, dropped, handed on or carried off."""

    what: str
    who: str
    place: Point
    shows: ClassVar[Shows] = Shows("note", who="who", way="place")

    def say(self, names: Names) -> str:
        return f"{names.piece(self.who)} {self.what}" if self.who else self.what


class Scored(Event, frozen=True):
    side: int
    points: int
    shows: ClassVar[Shows] = Shows("phase")

    def say(self, names: Names) -> str:
        side = names.side(self.side)
        return f"{side} {side.does('holds')} the top of the belfry: {self.points} points"


class Routed(Event, frozen=True):
    side: int
    why: str
    shows: ClassVar[Shows] = Shows("phase")

    def say(self, names: Names) -> str:
        side, (verb, *rest) = names.side(self.side), self.why.split(" ")
        return " ".join([str(side), side.does(verb), *rest])


class Ended(Event, frozen=True):
    why: str
    winner: int
    shows: ClassVar[Shows] = Shows("end")

    def say(self, names: Names) -> str:
        if self.winner < 0:
            return self.why
        side = names.side(self.winner)
        return f"{side} {side.does('wins')}: {self.why}"
