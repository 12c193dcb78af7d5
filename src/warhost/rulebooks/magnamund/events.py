"""What can happen in a battle of Magnamund. Pieces and units are named by their ids, squares are (x, y).

Every sentence can stand alone; those of one deed (a shot, its die, its victim) also read well in a row.
"""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.words import Names, count, listed

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


class SidesChosen(Event, frozen=True):
    player: int
    side: int

    def say(self, names: Names) -> str:
        return f"player {self.player + 1} takes {names.side(self.side)}, player {2 - self.player} the other side."


class SkillsChosen(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece")

    piece: str
    skills: tuple[str, ...]

    def say(self, names: Names) -> str:
        skills = listed([skill.replace("_", " ") for skill in self.skills]) if self.skills else "nothing"
        return f"{names.piece(self.piece)} has learnt {skills}."


class Placed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", stands="squares", facing="facing")

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
    shows: ClassVar[Shows] = Shows("change", who="piece")

    side: int
    piece: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} leads {names.side(self.side)}."


class TurnBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("turn")

    turn: int
    red: int

    def say(self, names: Names) -> str:
        return f"turn {self.turn}: initiative for {names.side(self.red)}."


class PhaseBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("phase")

    phase: str
    side: int

    def say(self, names: Names) -> str:
        return f"{self.phase}: {names.side(self.side)}."


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

    def say(self, names: Names) -> str:
        who, away = names.pieces(self.shooters), count(self.distance, "square")
        return f"{who} {who.does('shoots')} at {names.piece(self.target)}, {away}: {chance_words(self.chance)}."


class Attacked(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("blow", who="attackers", at="targets")

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    chance: int
    shares: tuple[int, ...] = ()
    because: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        who, targets = names.pieces(self.attackers), names.pieces(self.targets)
        return f"{who} {who.does('attacks')} {targets}: {chance_words(self.chance)}."


class Missed(Event, frozen=True):
    """A shot or a blow came to nothing."""

    shows: ClassVar[Shows] = Shows("blow", at="target")

    target: str

    def say(self, names: Names) -> str | None:
        """The die has said it already, unless no die was thrown because the blow was parried."""
        return f"{names.piece(self.target)} parries." if self.rule == "mag.skill.secret_parry" else None


class Slain(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("fall", who="piece", by="by", way="square")

    piece: str
    by: str | None
    square: Square

    def say(self, names: Names) -> str:
        victim = names.piece(self.piece)
        return f"{names.piece(self.by)} slays {victim}." if self.by is not None else f"{victim} dies."


class Wounded(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("hurt", who="piece", by="by")

    piece: str
    location: str
    severity: str
    by: str | None = None

    def say(self, names: Names) -> str:
        by = f" by {names.piece(self.by)}" if self.by is not None else ""
        return f"{names.piece(self.piece)} is given {wound(self.severity, self.location)}{by}."


class WoundIgnored(Event, frozen=True):
    shows: ClassVar[Shows] = Shows(who="piece")

    piece: str
    location: str
    severity: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} shrugs off {wound(self.severity, self.location)}."


class Healed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("heal", who="piece")

    piece: str
    location: str
    severity: str
    becomes: str

    def say(self, names: Names) -> str:
        kind = "plain" if self.becomes == "wound" else self.becomes
        better = f"becomes a {kind} one" if self.becomes else "is gone"
        old = wound(self.severity, self.location).partition(" ")[2]
        return f"{names.piece(self.piece)} is healed: the {old} {better}."


class Moved(Event, frozen=True):
    """A piece went along these squares, its old one first, and faces so now."""

    shows: ClassVar[Shows] = Shows("move", who="piece", way="path", facing="facing")

    piece: str
    path: tuple[Square, ...]
    facing: str
    cost: int

    def say(self, names: Names) -> str:
        who, facing = names.piece(self.piece), COMPASS[self.facing]
        if len(self.path) == 1:
            return f"{who} turns {facing} on {at(self.path[0])}."
        return f"{who} moves to {at(self.path[-1])}, facing {facing}."


class Charged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("charge", who="piece", at="enemies")

    piece: str
    enemies: tuple[str, ...]

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} charges {names.pieces(self.enemies)}!"


class Halted(Event, frozen=True):
    """A move ended because an enemy is next to the piece."""

    shows: ClassVar[Shows] = Shows(who="piece", at="enemies")

    piece: str
    enemies: tuple[str, ...]

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} meets {names.pieces(self.enemies)} and stops."


class Revealed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", who="piece", way="square", facing="facing")

    piece: str
    square: Square
    facing: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} comes out of hiding on {at(self.square)}."


class LeftBoard(Event, frozen=True):
    """Over the edge: `safe` by an exit of the encounter, otherwise in flight or blindly, and lost."""

    shows: ClassVar[Shows] = Shows("vanish", who="piece", way="square")

    piece: str
    square: Square
    safe: bool

    def say(self, names: Names) -> str:
        how = "leaves the board safely" if self.safe else "runs over the edge of the board and is lost"
        return f"{names.piece(self.piece)} {how} at {at(self.square)}."

    def lost(self) -> bool:
        return not self.safe


class Drowned(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("fall", who="piece", way="square")

    piece: str
    square: Square

    def say(self, names: Names) -> str:
        return f"{names.piece(self.piece)} drowns at {at(self.square)}."


class PowerTried(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("spell", who="piece", at="target", success="success")

    piece: str
    power: str
    target: str | None
    success: bool

    def say(self, names: Names) -> str:
        on = f" on {names.piece(self.target)}" if self.target is not None and names.id(self.target) else ""
        outcome = "" if self.power in NEVER_FAILS else ", and it works" if self.success else ", in vain"
        return f"{names.piece(self.piece)} uses {self.power}{on}{outcome}."

    def outcome(self) -> Outcome:
        return Outcome(f"{self.power} works", self.piece, self.success)


class Hypnotised(Event, frozen=True):
    """From this turn to that the piece obeys another side; an empty span means it is its own again."""

    shows: ClassVar[Shows] = Shows("change", who="piece")

    piece: str
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

    shows: ClassVar[Shows] = Shows("check", who="unit")

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

    shows: ClassVar[Shows] = Shows(who="unit")

    unit: str
    value: int
    because: tuple[Step, ...]

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"with all that counts, {who} come to {self.value}, which the enemy is not told."


class Spared(Event, frozen=True):
    """A unit does not test because its hero made an example of one of its own."""

    shows: ClassVar[Shows] = Shows("fall", who="victim", at="unit", by="hero")

    unit: str
    hero: str
    victim: str

    def say(self, names: Names) -> str:
        hero, victim = names.piece(self.hero), names.piece(self.victim)
        return f"{hero} cuts down {victim} as a warning, and {names.piece(self.unit)} carry on."


class FleesFrom(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit", at="threat")

    unit: str
    direction: str
    threat: tuple[str, ...]

    def say(self, names: Names) -> str:
        how = "are routed and flee" if self.rule == "mag.morale.rout" else "retreat"
        away = f", away from {names.pieces(self.threat)}" if self.threat else ""
        return f"{names.piece(self.unit)} {how} to the {COMPASS[self.direction]}{away}."


class Ended(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("end")

    winner: int | None
    why: str

    def say(self, names: Names) -> str:
        outcome = "a draw" if self.winner is None else f"victory for {names.side(self.winner)}"
        return f"{outcome}: {self.why}."
