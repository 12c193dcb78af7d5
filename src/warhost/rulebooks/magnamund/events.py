"""What can happen in a battle of Magnamund. Pieces and units are named by their ids, squares are (x, y).

Every sentence can stand alone; those of one deed (a shot, its die, its victim) also read well in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names, listed

Square = tuple[int, int]

COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}
NEVER_FAILS = ("secret parry", "lightning attack")
HUNDRED = 100


def at(square: Square) -> str:
    return f"({square[0]},{square[1]})"


def wound(severity: str, location: str) -> str:
    kind = "wound" if severity == "wound" else f"{severity} wound"
    return f"a {kind} to the {location}"


def chance_words(chance: int) -> str:
    """What the die must show; every full hundred hits without one."""
    sure, rest = divmod(max(chance, 0), HUNDRED)
    certain = "a sure hit" if sure == 1 else f"{sure} sure hits"
    if not rest:
        return certain if sure else "no chance to hit"
    needs = f"needs {rest} or less"
    return f"{certain}, and {needs} for one more" if sure else needs


class Incident(Event, frozen=True):
    """Whatever has happened: how squares and chances are written in its sentence."""

    kinds: ClassVar[Mapping[str, Callable[[Any], str]]] = {"at": at, "chance": chance_words}


class Deed(Incident, frozen=True):
    """Something a piece does, or that befalls it."""

    shows = Shows(who="piece")

    piece: str


class SidesChosen(Event, frozen=True):
    player: int
    side: int

    def say(self, names: Names) -> str:
        return f"player {self.player + 1} takes {names.side(self.side)}, player {2 - self.player} the other side."


class SkillsChosen(Deed, frozen=True):
    skills: tuple[str, ...]

    def say(self, names: Names) -> str:
        skills = listed([skill.replace("_", " ") for skill in self.skills]) if self.skills else "nothing"
        return f"{names.piece(self.piece)} has learnt {skills}."


class Placed(Event, frozen=True):
    shows = Shows("appear", stands="squares", facing="facing")

    group: str
    squares: dict[str, Square]
    facing: str
    hidden: bool = False
    whole: bool = True  # all pieces of the group, none of them elsewhere

    def say(self, names: Names) -> str:
        squares, pieces = list(self.squares.values()), names.pieces(self.squares)
        facing = f"facing {COMPASS[self.facing]}" + (", out of sight" if self.hidden else "")
        if self.whole and len(squares) == 1:
            return f"{pieces} takes up position on {at(squares[0])}, {facing}."
        (west, east), (south, north) = [(min(line), max(line)) for line in zip(*squares, strict=True)]
        who = names.piece(self.group) if self.whole else pieces
        return f"{who} form up between {at((west, south))} and {at((east, north))}, {facing}."


class LeaderNamed(Event, frozen=True):
    shows = Shows("change", who="piece")
    says = "{piece} leads {side:side}."

    side: int
    piece: str


class TurnBegan(Event, frozen=True):
    shows = Shows("turn")
    says = "turn {turn}: initiative for {red:side}."

    turn: int
    red: int


class PhaseBegan(Event, frozen=True):
    shows = Shows("phase")
    says = "{phase}: {side:side}."

    phase: str
    side: int


class Fired(Incident, frozen=True):
    """A shot, or several as one; `because` explains a single one, `shares` what each adds to a total."""

    shows = Shows("shot", who="shooters", at="target")
    says = "{shooters} {shoots} at {target}, {distance:square}: {chance:chance}."

    shooters: tuple[str, ...]
    target: str
    weapon: str
    chance: int
    distance: int
    shares: tuple[int, ...] = ()
    because: tuple[Step, ...] = ()


class Attacked(Incident, frozen=True):
    shows = Shows("blow", who="attackers", at="targets")
    says = "{attackers} {attacks} {targets}: {chance:chance}."

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    chance: int
    shares: tuple[int, ...] = ()
    because: tuple[Step, ...] = ()


class Missed(Event, frozen=True):
    """A shot or a blow came to nothing."""

    shows = Shows("blow", at="target")

    target: str

    def say(self, names: Names) -> str | None:
        """The die has said it already, unless no die was thrown because the blow was parried."""
        return f"{names.piece(self.target)} parries." if self.rule == "mag.skill.secret_parry" else None


class Slain(Deed, frozen=True):
    shows = Shows("fall", who="piece", by="by", way="square")

    by: str | None
    square: Square

    def say(self, names: Names) -> str:
        victim = names.piece(self.piece)
        return f"{names.piece(self.by)} slays {victim}." if self.by is not None else f"{victim} dies."


class Wounded(Deed, frozen=True):
    shows = Shows("hurt", who="piece", by="by")

    location: str
    severity: str
    by: str | None = None

    def say(self, names: Names) -> str:
        by = f" by {names.piece(self.by)}" if self.by is not None else ""
        return f"{names.piece(self.piece)} is given {wound(self.severity, self.location)}{by}."


class WoundIgnored(Deed, frozen=True):
    location: str
    severity: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} shrugs off {wound(self.severity, self.location)}."


class Healed(Deed, frozen=True):
    shows = Shows("heal", who="piece")

    location: str
    severity: str
    becomes: str

    def say(self, names: Names) -> str:
        kind = "plain" if self.becomes == "wound" else self.becomes
        better = f"becomes a {kind} one" if self.becomes else "is gone"
        old = wound(self.severity, self.location).partition(" ")[2]
        return f"{names.piece(self.piece)} is healed: the {old} {better}."


class Moved(Deed, frozen=True):
    """A piece went along these squares, its old one first, and faces so now."""

    shows = Shows("move", who="piece", way="path", facing="facing")

    path: tuple[Square, ...]
    facing: str
    cost: int

    def say(self, names: Names) -> str:
        who, facing = names.piece(self.piece), COMPASS[self.facing]
        if len(self.path) == 1:
            return f"{who} turns {facing} on {at(self.path[0])}."
        return f"{who} moves to {at(self.path[-1])}, facing {facing}."


class Charged(Deed, frozen=True):
    shows = Shows("charge", who="piece", at="enemies")
    says = "{piece} charges {enemies}!"

    enemies: tuple[str, ...]


class Halted(Deed, frozen=True):
    """A move ended because an enemy is next to the piece."""

    shows = Shows(who="piece", at="enemies")
    says = "{piece} meets {enemies} and stops."

    enemies: tuple[str, ...]


class Revealed(Deed, frozen=True):
    shows = Shows("appear", who="piece", way="square", facing="facing")
    says = "{piece} comes out of hiding on {square:at}."

    square: Square
    facing: str


class LeftBoard(Deed, frozen=True):
    """Over the edge: `safe` by an exit of the encounter, otherwise in flight or blindly, and lost."""

    shows = Shows("vanish", who="piece", way="square")
    says = "{piece} {safe:leaves the board safely|runs over the edge of the board and is lost} at {square:at}."

    square: Square
    safe: bool

    def lost(self) -> bool:
        return not self.safe


class Drowned(Deed, frozen=True):
    shows = Shows("fall", who="piece", way="square")
    says = "{piece} drowns at {square:at}."

    square: Square


class PowerTried(Deed, frozen=True):
    shows = Shows("spell", who="piece", at="target", success="success")

    power: str
    target: str | None
    success: bool

    def say(self, names: Names) -> str:
        on = f" on {names.piece(self.target)}" if self.target is not None and names.id(self.target) else ""
        outcome = "" if self.power in NEVER_FAILS else ", and it works" if self.success else ", in vain"
        return f"{names.piece(self.piece)} uses {self.power}{on}{outcome}."

    def outcome(self) -> Outcome:
        return Outcome(f"{self.power} works", self.piece, self.success)


class Hypnotised(Deed, frozen=True):
    """From this turn to that the piece obeys another side; an empty span means it is its own again."""

    shows = Shows("change", who="piece")

    side: int
    first: int
    last: int

    def say(self, names: Names) -> str:
        who, master = names.piece(self.piece), names.side(self.side)
        if self.last == 0:
            return f"{who} awakes, and fights for {master} again."
        until = "in this turn" if self.first == self.last else f"from turn {self.first} to turn {self.last}"
        return f"{who} is hypnotised, and obeys {master} {until}."


class MoraleTested(Event, frozen=True):
    """`value` and its reasons are left out where they would give a hidden friend away."""

    shows = Shows("check", who="unit")

    unit: str
    faces: tuple[int, ...]
    value: int | None
    result: str  # carry on, retire, rout
    because: tuple[Step, ...]

    def say(self, names: Names) -> str:
        thrown = " + ".join(str(face) for face in self.faces)
        makes = f", which makes {self.value}" if self.value is not None else ""
        return f"{names.piece(self.unit)} test morale: throw {thrown}{makes}: they {self.result}."

    def outcome(self) -> Outcome:
        return Outcome("carries on", self.unit, self.result == "carry on")


class MoraleReckoned(Event, frozen=True):
    """What its own player alone may know of a test: the sum and its reasons."""

    shows = Shows(who="unit")
    says = "with all that counts, {unit} come to {value}, which the enemy is not told."

    unit: str
    value: int
    because: tuple[Step, ...]


class Spared(Event, frozen=True):
    """A unit does not test because its hero made an example of one of its own."""

    shows = Shows("fall", who="victim", at="unit", by="hero")
    says = "{hero} cuts down {victim} as a warning, and {unit} carry on."

    unit: str
    hero: str
    victim: str


class FleesFrom(Event, frozen=True):
    shows = Shows("change", who="unit", at="threat")

    unit: str
    direction: str
    threat: tuple[str, ...]

    def say(self, names: Names) -> str:
        how = "are routed and flee" if self.rule == "mag.morale.rout" else "retreat"
        away = f", away from {names.pieces(self.threat)}" if self.threat else ""
        return f"{names.piece(self.unit)} {how} to the {COMPASS[self.direction]}{away}."


class Ended(Event, frozen=True):
    shows = Shows("end")

    winner: int | None
    why: str

    def say(self, names: Names) -> str:
        outcome = "a draw" if self.winner is None else f"victory for {names.side(self.winner)}"
        return f"{outcome}: {self.why}."
