"""What can happen in a battle of Missúm!, each with its sentence. Pieces are named by their numbers."""

from __future__ import annotations

from warhost.engine.event import Event, Outcome
from warhost.engine.field.compass import Angle
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.view import Outline
from warhost.engine.words import Names, count, phrased, sentence

from .library import tenths
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


class Deed(Event, frozen=True):
    """Something a piece does, or that befalls it."""

    shows = Shows(who="piece")

    piece: int


class TurnBegan(Event, frozen=True):
    shows = Shows("turn")

    turn: int
    mover: int

    def say(self, names: Names) -> str:
        return f"turn {self.turn}: {names.side(self.mover)} moves, {names.side(1 - self.mover)} countermoves."


class StepBegan(Event, frozen=True):
    shows = Shows("phase")
    says = "step {step}: {title}."

    step: int
    title: str


class Noted(Event, frozen=True):
    """Something that is plain from its words."""

    words: str
    who: tuple[int, ...] = ()

    def say(self, names: Names) -> str:
        said = phrased(self.words, self.who, names)
        return said if said.endswith((".", "!")) else f"{said}."


class Duel(Event, frozen=True):
    """Champions of both sides meet before the battle."""

    shows = Shows("dice")

    number: int
    rolls: tuple[int, int]

    def say(self, names: Names) -> str:
        first, second = self.rolls
        if first == second:
            return f"duel {self.number}: both champions win, {first} each."
        winner, score = 0 if first > second else 1, f"{max(self.rolls)} against {min(self.rolls)}"
        return f"duel {self.number}: the champion of {names.side(winner)} wins, {score}."


class Placed(Deed, frozen=True):
    shows = Shows("appear", who="piece", way="at", facing="facing")

    at: Point
    facing: Angle

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('stands')} at {self.at[0] // 1000}, {self.at[1] // 1000}."


class Laid(Event, frozen=True):
    """A piece of terrain, a platform."""

    shows = Shows("lay", laid="outlines")
    says = "{what}."

    what: str
    outlines: tuple[Outline, ...]


class Moved(Deed, frozen=True):
    shows = Shows("move", who="piece", way="way", facing="facing")

    way: tuple[Point, ...]
    facing: Angle
    distance: int
    how: str = "moves"

    def say(self, names: Names) -> str:
        far = f" {tenths(self.distance)} mm" if self.distance >= 500 else ""
        return f"{names.does(self.piece, self.how)}{far}."


class Charged(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} {charges}!"


class Turned(Deed, frozen=True):
    shows = Shows("face", who="piece", way="at", facing="facing")

    at: Point
    facing: Angle

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('turns')} to face {self.facing / 100:.0f} degrees."


class Formed(Deed, frozen=True):
    shows = Shows("form", who="piece", way="at", facing="facing")
    says = "{piece} {forms} {what}."

    at: Point
    facing: Angle
    what: str


class Flew(Deed, frozen=True):
    """Higher or lower than before."""

    shows = Shows("form", who="piece", way="at", facing="facing")

    at: Point
    facing: Angle
    before: int
    height: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        if not self.height:
            return f"{name} {name.does('lands')}."
        verb = "climbs" if self.height > self.before else "dives"
        return f"{name} {name.does(verb)} to {self.height // 1000} mm."


class Stopped(Deed, frozen=True):
    says = "{piece} {stops}: {why}."

    why: str


class Contacted(Deed, frozen=True):
    shows = Shows("charge", who="piece", at="target", way="at", facing="facing")

    target: int
    side: str
    at: Point
    facing: Angle

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('comes')} into contact with {names.piece(self.target)} {SIDE_WORDS[self.side]}."


class Retired(Deed, frozen=True):
    shows = Shows("flee", who="piece", way="way", facing="facing")

    way: tuple[Point, ...]
    facing: Angle
    before: int

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('falls')} back before {names.piece(self.before)}."


class Disorganized(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} {is} disorganized."


class Ordered(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} {is} in good order again."


class Attacked(Deed, frozen=True):
    """A missile attack or a round of strikes: so many figures, the odds, and why."""

    shows = Shows("shot", who="piece", at="target", number="figures")

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
    shows = Shows("blow", who="piece", at="target", number="figures")

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('strikes')} {names.piece(self.target)} {self.with_what}."


class Lost(Deed, frozen=True):
    shows = Shows("fall", who="piece", number="figures")
    says = "{piece} {loses} {figures:figure}, {left} left."

    figures: int
    left: int

    def outcome(self) -> Outcome:
        return Outcome("loses figures", self.piece, True)


class Unharmed(Deed, frozen=True):
    says = "{piece} {loses} nobody."

    def outcome(self) -> Outcome:
        return Outcome("loses figures", self.piece, False)


class NerveTested(Deed, frozen=True):
    """A test of morale."""

    shows = Shows("check", who="piece", success="passed")

    what: str
    passed: bool

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        return f"{name} {name.does('passes' if self.passed else 'fails')} the test of {self.what}."

    def outcome(self) -> Outcome:
        return Outcome(f"passes the test of {self.what}", self.piece, self.passed)


class Routed(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} {routs}: {why}."

    why: str

    def breaks(self) -> bool:
        return True


class Fled(Deed, frozen=True):
    shows = Shows("flee", who="piece", way="way", facing="facing")
    says = "{piece} {flees}."

    way: tuple[Point, ...]
    facing: Angle


class Gone(Deed, frozen=True):
    """Off the table: dissolved, surrendered, destroyed, or over its edge."""

    shows = Shows("vanish", who="piece")

    how: str
    by: int = NOBODY

    def say(self, names: Names) -> str:
        name = names.piece(self.piece)
        to = f" to {names.piece(self.by)}" if self.by != NOBODY and self.how == "surrenders" else ""
        verb, _, rest = self.how.partition(" ")
        return f"{name} {name.does(verb)}{f' {rest}' if rest else ''}{to}."

    def lost(self) -> bool:
        return True


class LeaderLost(Deed, frozen=True):
    shows = Shows("vanish", who="piece")
    says = "{piece} is lost: {how}."

    how: str

    def lost(self) -> bool:
        return True


class Points(Event, frozen=True):
    shows = Shows("change", who="pieces")

    pieces: tuple[int, ...]
    points: int
    why: str

    def say(self, names: Names) -> str:
        name = names.pieces(self.pieces)
        gained = "gains" if self.points > 0 else "loses"
        return f"{name} {name.does(gained)} {count(abs(self.points), 'morale point')}: {self.why}."


class Armed(Deed, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} {takes} up the {weapon}."

    weapon: str


class SpellTold(Event, frozen=True):
    """The type of a spell, then its place, then its strength: as much as is known at that moment."""

    shows = Shows("lay", who="team", laid="outlines")

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
    shows = Shows("check", who="team", success="through")
    says = "the {title} of {team} {through:breaks through|is stopped by} {against}."

    team: int
    title: str
    against: str
    through: bool

    def outcome(self) -> Outcome:
        return Outcome(f"breaks through {self.against}", self.team, self.through)


class Saves(Deed, frozen=True):
    shows = Shows("dice", who="piece")

    title: str
    saved: int
    failed: int

    def say(self, names: Names) -> str:
        of = self.saved + self.failed
        return f"{names.does(self.piece, 'saves')} {self.saved} of {of} against the {self.title}."

    def outcome(self) -> Outcome:
        return Outcome(f"falls under the {self.title}", self.piece, self.failed > 0, ill=True)


class Favoured(Saves, frozen=True, tag="Saves"):
    """A spell of friends: whoever saves is helped. It is kept as other saves are."""

    def outcome(self) -> Outcome:
        return Outcome(f"is helped by the {self.title}", self.piece, self.saved > 0)


class Enchanted(Deed, frozen=True):
    shows = Shows("spell", at="piece")

    title: str
    what: str

    def say(self, names: Names) -> str:
        return sentence(f"the {self.title} lies on {names.piece(self.piece)}: {self.what}.")


class Ended(Event, frozen=True):
    shows = Shows("end")

    winner: int
    why: str

    def say(self, names: Names) -> str:
        won = "nobody possesses the field" if self.winner < 0 else f"{names.side(self.winner)} possesses the field"
        return f"{won}: {self.why}."
