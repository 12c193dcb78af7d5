"""What can happen in a battle of Missúm!, each with its sentence. Pieces are named by their numbers."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.view import Outline
from warhost.engine.words import Names, count, phrased, sentence

from .state import NOBODY, Point

SIDE_WORDS = {
    "front": "in front",
    "left": "in the left flank",
    "right": "in the right flank",
    "rear": "in the rear",
}


def toll(hundredths: int) -> str:
    """Casualties as the chart gives them, in words: it has whole ones, and the chance of one more.

    >>> toll(900), toll(140), toll(40)
    ('9 casualties', '1 casualty and 40 % for one more', '40 % for a casualty')
    """
    whole, part = divmod(hundredths, 100)
    if not whole and part:
        return f"{part} % for a casualty"
    said = count(whole, "casualty", "casualties")
    return f"{said} and {part} % for one more" if part else said


class TurnBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("turn")

    turn: int
    mover: int

    def say(self, names: Names) -> str:
        return f"turn {self.turn}: {names.side(self.mover)} moves, {names.side(1 - self.mover)} countermoves."


class StepBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("phase")

    step: int
    title: str

    def say(self, names: Names) -> str:
        return f"step {self.step}: {self.title}."


class Noted(Event, frozen=True):
    """Something that is plain from its words."""

    words: str
    who: tuple[int, ...] = ()

    def say(self, names: Names) -> str:
        said = phrased(self.words, self.who, names)
        return said if said.endswith((".", "!")) else f"{said}."


class Duel(Event, frozen=True):
    """Champions of both sides meet before the battle."""

    shows: ClassVar[Shows] = Shows("dice")

    number: int
    rolls: tuple[int, int]

    def say(self, names: Names) -> str:
        first, second = self.rolls
        if first == second:
            return f"duel {self.number}: both champions win, {first} each."
        winner, score = 0 if first > second else 1, f"{max(self.rolls)} against {min(self.rolls)}"
        return f"duel {self.number}: the champion of {names.side(winner)} wins, {score}."


class Placed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", who="piece", way="at", facing="facing")

    piece: int
    at: Point
    facing: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('stands')} at {self.at[0] // 1000}, {self.at[1] // 1000}."


class Laid(Event, frozen=True):
    """A piece of terrain, a platform."""

    shows: ClassVar[Shows] = Shows("lay", laid="outlines")

    what: str
    outlines: tuple[Outline, ...]

    def say(self, names: Names) -> str:
        return f"{self.what}."


class Moved(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("move", who="piece", way="way", facing="facing")

    piece: int
    way: tuple[Point, ...]
    facing: int
    distance: int
    how: str = "moves"

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        far = f" {self.distance / 1000:.0f} mm" if self.distance >= 500 else ""
        return f"{name} {name.does(self.how)}{far}."


class Charged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('charges')}!"


class Turned(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("face", who="piece", way="at", facing="facing")

    piece: int
    at: Point
    facing: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('turns')} to face {self.facing / 100:.0f} degrees."


class Formed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="piece", way="at", facing="facing")

    piece: int
    at: Point
    facing: int
    what: str

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('forms')} {self.what}."


class Flew(Event, frozen=True):
    """Higher or lower than before."""

    shows: ClassVar[Shows] = Shows("form", who="piece", way="at", facing="facing")

    piece: int
    at: Point
    facing: int
    before: int
    height: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        if not self.height:
            return f"{name} {name.does('lands')}."
        verb = "climbs" if self.height > self.before else "dives"
        return f"{name} {name.does(verb)} to {self.height // 1000} mm."


class Stopped(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="piece")

    piece: int
    why: str

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('stops')}: {self.why}."


class Contacted(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("charge", who="piece", at="target", way="at", facing="facing")

    piece: int
    target: int
    side: str
    at: Point
    facing: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('comes')} into contact with {names.piece(self.target)} {SIDE_WORDS[self.side]}."


class Retired(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="piece", way="way", facing="facing")

    piece: int
    way: tuple[Point, ...]
    facing: int
    before: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('falls')} back before {names.piece(self.before)}."


class Disorganized(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('is')} disorganized."


class Ordered(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('is')} in good order again."


class Attacked(Event, frozen=True):
    """A missile attack or a round of strikes: so many figures, the odds, and why."""

    shows: ClassVar[Shows] = Shows("shot", who="piece", at="target", number="figures")

    piece: int
    target: int
    figures: int
    difference: int
    chance: int  # hundredths of casualties
    weapon: str
    because: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('shoots')} at {names.piece(self.target)} {self.with_what}."

    @property
    def with_what(self) -> str:
        """'with 10 figures: short sword, +6 on the chart, 9 casualties'"""
        odds = f"{self.difference:+d} on the chart, {toll(self.chance)}"
        return f"with {count(self.figures, 'figure')}: {self.weapon}, {odds}"


class Struck(Attacked, frozen=True):
    shows: ClassVar[Shows] = Shows("blow", who="piece", at="target", number="figures")

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('strikes')} {names.piece(self.target)} {self.with_what}."


class Lost(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("fall", who="piece", number="figures")

    piece: int
    figures: int
    left: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('loses')} {count(self.figures, 'figure')}, {self.left} left."

    def outcome(self) -> Outcome:
        return Outcome("loses figures", self.piece, True)


class Unharmed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="piece")

    piece: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('loses')} nobody."

    def outcome(self) -> Outcome:
        return Outcome("loses figures", self.piece, False)


class NerveTested(Event, frozen=True):
    """A test of morale."""

    shows: ClassVar[Shows] = Shows("check", who="piece", success="passed")

    piece: int
    what: str
    passed: bool

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('passes' if self.passed else 'fails')} the test of {self.what}."

    def outcome(self) -> Outcome:
        return Outcome(f"passes the test of {self.what}", self.piece, self.passed)


class Routed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: int
    why: str

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('routs')}: {self.why}."

    def breaks(self) -> bool:
        return True


class Fled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="piece", way="way", facing="facing")

    piece: int
    way: tuple[Point, ...]
    facing: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('flees')}."


class Gone(Event, frozen=True):
    """Off the table: dissolved, surrendered, destroyed, or over its edge."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece")

    piece: int
    how: str
    by: int = NOBODY

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        to = f" to {names.piece(self.by)}" if self.by != NOBODY and self.how == "surrenders" else ""
        verb, _, rest = self.how.partition(" ")
        return f"{name} {name.does(verb)}{f' {rest}' if rest else ''}{to}."

    def lost(self) -> bool:
        return True


class LeaderLost(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("vanish", who="piece")

    piece: int
    how: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} is lost: {self.how}."

    def lost(self) -> bool:
        return True


class Points(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="pieces")

    pieces: tuple[int, ...]
    points: int
    why: str

    def say(self, names: Names) -> str:
        name = names.pieces(self.pieces)
        gained = "gains" if self.points > 0 else "loses"
        return f"{name} {name.does(gained)} {count(abs(self.points), 'morale point')}: {self.why}."


class Armed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: int
    weapon: str

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('takes')} up the {self.weapon}."


class SpellTold(Event, frozen=True):
    """The type of a spell, then its place, then its strength: as much as is known at that moment."""

    shows: ClassVar[Shows] = Shows("lay", who="team", laid="outlines")

    team: int
    title: str
    at: Point | None = None
    strength: int = 0
    outlines: tuple[Outline, ...] = ()

    def say(self, names: Names) -> str:
        name = names.piece(self.team)
        where = f" at ({self.at[0] // 1000}, {self.at[1] // 1000})" if self.at else ""
        strong = f", strength {'I' * self.strength}" if self.strength else ""
        verb = "casts" if self.strength else "lays" if self.at else "prepares"
        return f"{name} {name.does(verb)} the {self.title}{where}{strong}."


class SpellMet(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("check", who="team", success="through")

    team: int
    title: str
    against: str
    through: bool

    def say(self, names: Names) -> str:
        came = "breaks through" if self.through else "is stopped by"
        return f"the {self.title} of {names.piece(self.team)} {came} {self.against}."

    def outcome(self) -> Outcome:
        return Outcome(f"breaks through {self.against}", self.team, self.through)


class Saves(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("dice", who="piece")

    piece: int
    title: str
    saved: int
    failed: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('saves')} {self.saved} of {self.saved + self.failed} against the {self.title}."

    def outcome(self) -> Outcome:
        return Outcome(f"falls under the {self.title}", self.piece, self.failed > 0, ill=True)


class Favoured(Saves, frozen=True, tag="Saves"):
    """A spell of friends: whoever saves is helped. It is kept as other saves are."""

    def outcome(self) -> Outcome:
        return Outcome(f"is helped by the {self.title}", self.piece, self.saved > 0)


class Enchanted(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("spell", at="piece")

    piece: int
    title: str
    what: str

    def say(self, names: Names) -> str:
        return sentence(f"the {self.title} lies on {names.piece(self.piece)}: {self.what}.")


class Ended(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("end")

    winner: int
    why: str

    def say(self, names: Names) -> str:
        won = "nobody possesses the field" if self.winner < 0 else f"{names.side(self.winner)} possesses the field"
        return f"{won}: {self.why}."
