"""What can happen in a battle of Regiments, each with its sentence. Units go by their ids."""

from __future__ import annotations

from typing import ClassVar

from warhost.engine.event import Event, Outcome
from warhost.engine.playing import Shows
from warhost.engine.tally import Step
from warhost.engine.view import Outline, Point
from warhost.engine.words import Names, count, listed

from .measures import INCH, said

# --- before the battle ---------------------------------------------------------------------------------------


def _some(kind: str) -> str:
    """A piece of ground with its article."""
    if kind.endswith("s"):
        return kind
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


class TerrainLaid(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("lay", laid="outlines")

    kind: str
    outlines: tuple[Outline, ...]

    def say(self, names: Names) -> str:
        return f"{_some(self.kind)} {'are' if self.kind.endswith('s') else 'is'} laid out"


class LeftOut(Event, frozen=True):
    kind: str

    def say(self, names: Names) -> str:
        return f"there is no room for {_some(self.kind)}"


class SpellsLearned(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str
    spells: tuple[str, ...]

    def say(self, names: Names) -> str:
        known = listed(self.spells) if self.spells else "no spells"
        return f"{names.piece(self.unit)} {names.piece(self.unit).does('knows')} {known}"


class EdgeTaken(Event, frozen=True):
    side: int
    near: bool

    def say(self, names: Names) -> str:
        return f"{names.side(self.side)} takes the {'near' if self.near else 'far'} edge"


class Deployed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", who="unit", way="at", facing="facing")

    unit: str
    at: Point
    facing: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('is')} set up"


class HeldBack(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="units")

    units: tuple[str, ...]

    def say(self, names: Names) -> str:
        return f"{names.pieces(self.units)} will come from ambush"


class Joined(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit", at="host")

    unit: str
    host: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('joins')} {names.piece(self.host)}"


class LeftUnit(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit", at="host")

    unit: str
    host: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('leaves')} {names.piece(self.host)}"


class FirstTurn(Event, frozen=True):
    side: int

    def say(self, names: Names) -> str:
        return f"{names.side(self.side)} has the first turn"


# --- the turn ------------------------------------------------------------------------------------------------


class TurnBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("turn")

    turn: int
    side: int

    def say(self, names: Names) -> str:
        return f"turn {self.turn} of {names.side(self.side)} begins"


class PhaseBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("phase")

    phase: str
    side: int

    def say(self, names: Names) -> str:
        return f"{names.side(self.side)}: {self.phase}"


class Tested(Event, frozen=True):
    """A Leadership or characteristic test."""

    __test__: ClassVar[bool] = False  # of nerve, not one that pytest should collect
    shows: ClassVar[Shows] = Shows("check", who="unit", success="passed")

    unit: str
    what: str
    value: int
    score: int
    passed: bool
    because: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        who, verb = names.piece(self.unit), "passes" if self.passed else "fails"
        return f"{who} {who.does(verb)} the {self.what} test: {self.score} against {self.value}"

    def outcome(self) -> Outcome:
        return Outcome(f"passes the {self.what} test", self.unit, self.passed)


class Noted(Event, frozen=True):
    """Something that is said of a unit and moves nothing."""

    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str
    what: str  # with the verb as it follows 'it'

    def say(self, names: Names) -> str:
        who, (verb, *rest) = names.piece(self.unit), self.what.split(" ")
        agreed = [who.does(word) if word in ("it", "its") else word for word in rest]
        return " ".join([who, who.does(verb), *agreed])


# --- moving --------------------------------------------------------------------------------------------------


class Moved(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("move", who="unit", way="way", facing="facing")

    unit: str
    way: tuple[Point, ...]
    facing: int
    how: str
    cost: int = 0

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        length = f" {said(self.cost)}" if self.cost else ""
        return f"{who} {who.does(self.how)}{length}"


class Reformed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("form", who="unit", way="at", facing="facing")

    unit: str
    at: Point
    facing: int
    files: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('reforms')}, {count(self.files, 'model')} wide"


class ChargeDeclared(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="unit", at="target")

    unit: str
    target: str
    struck: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('declares')} a charge at the {self.struck} of {names.piece(self.target)}"


class Reacted(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="unit", at="by")

    unit: str
    by: str
    reaction: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        deeds = {"hold": "holds", "stand and shoot": "stands and shoots", "flee": "flees"}
        verb, _, rest = deeds[self.reaction].partition(" ")
        return f"{who} {who.does(verb)}{' and ' + who.does('shoots') if rest else ''}"


class Charged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("charge", who="unit", at="target", way="way", facing="facing")

    unit: str
    target: str
    way: tuple[Point, ...]
    facing: int
    struck: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('charges')} home into the {self.struck} of {names.piece(self.target)}"

    def outcome(self) -> Outcome:
        return Outcome("reaches its target", self.unit, True)


class ChargeFailed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("charge", who="unit", at="target", way="way", facing="facing")

    unit: str
    target: str
    way: tuple[Point, ...]
    facing: int
    reach: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('fails')} to reach {names.piece(self.target)}"

    def outcome(self) -> Outcome:
        return Outcome("reaches its target", self.unit, False)


class Fled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="unit", way="way", facing="facing")

    unit: str
    way: tuple[Point, ...]
    facing: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('flees')}"


class OffTable(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("vanish", who="unit")

    unit: str
    safe: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('leaves')} the table{'' if self.safe else ' for good'}"


class Arrived(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("appear", who="unit", way="at", facing="facing")

    unit: str
    at: Point
    facing: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('comes')} on to the table"


class Pursued(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("pursue", who="unit", way="way", facing="facing")

    unit: str
    way: tuple[Point, ...]
    facing: int
    overrun: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('overruns' if self.overrun else 'pursues')}"


# --- harm ----------------------------------------------------------------------------------------------------


class Shot(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("shot", who="unit", at="target", number="shots")

    unit: str
    target: str
    weapon: str
    shots: int
    need: int
    because: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        needs = f", {self.need}+ to hit" if self.need else ""
        times = f", {count(self.shots, 'shot')}" if self.shots else ""
        return f"{who} {who.does('shoots')} at {names.piece(self.target)} with {self.weapon}{times}{needs}"


class Struck(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("blow", who="unit", at="target", number="attacks")

    unit: str
    target: str
    who: str  # of the unit: its riders, its champion, its horses
    attacks: int
    hits: int
    wounds: int
    unsaved: int
    need: int = 0
    because: tuple[Step, ...] = ()
    at_champion: bool = False

    def say(self, names: Names) -> str:
        unit, target = names.piece(self.unit), f"{names.piece(self.target)}{' (champion)' * self.at_champion}"
        by = f"{unit} ({self.who})" if self.who else str(unit)
        wounds = f"{count(self.wounds, 'wound')}, {self.unsaved} unsaved" if self.wounds else "no wounds"
        return f"{by} against {target}: {count(self.hits, 'hit')} of {self.attacks}, {wounds}"


class Laid(Event, frozen=True):
    """A template comes down."""

    shows: ClassVar[Shows] = Shows("lay", who="unit", laid="outlines")

    unit: str
    outlines: tuple[Outline, ...]
    what: str

    def say(self, names: Names) -> str:
        points = self.outlines[-1]
        x, y = (round(sum(point[axis] for point in points) / len(points) / INCH, 1) for axis in (0, 1))
        return f"{self.what} of {names.piece(self.unit)} comes down at ({x:g}, {y:g})"


class Lost(Event, frozen=True):
    """Models fell, or wounds were taken."""

    shows: ClassVar[Shows] = Shows("fall", who="unit", number="models")

    unit: str
    models: int
    wounds: int
    left: int

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        if self.models and self.left:
            return f"{who} {who.does('loses')} {count(self.models, 'model')}, {self.left} left"
        if self.models:
            return f"{who} {who.does('loses')} the last of {who.does('its')} models"
        return f"{who} {who.does('suffers')} {count(self.wounds, 'wound')}"


class Healed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("heal", who="unit", number="amount")

    unit: str
    amount: int
    models: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        back = count(self.amount, "model") if self.models else count(self.amount, "wound")
        return f"{who} {who.does('regains')} {back}"


class Destroyed(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("vanish", who="unit")

    unit: str
    why: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('is')} {self.why}"


# --- close combat --------------------------------------------------------------------------------------------


class CombatBegan(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="ours", at="theirs")

    ours: tuple[str, ...]
    theirs: tuple[str, ...]

    def say(self, names: Names) -> str:
        ours = names.pieces(self.ours)
        return f"{ours} {ours.does('fights')} {names.pieces(self.theirs)}"


class Challenged(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="unit", at="foe")

    unit: str
    foe: str = ""
    refused: bool = False

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        if self.refused:
            return f"nobody takes up the challenge of {who}"
        return f"{who} {who.does('fights')} a challenge against {names.piece(self.foe)}"


class CombatResult(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="units")

    units: tuple[str, ...]
    totals: tuple[int, int]
    winner: int | None
    first: tuple[Step, ...] = ()  # how the total of each side came about
    second: tuple[Step, ...] = ()

    def say(self, names: Names) -> str:
        first, second = self.totals
        told = f"{first} to {second}"
        if self.winner is None:
            return f"the combat is a draw, {told}"
        margin = abs(first - second)
        return f"{names.side(self.winner)} wins the combat, {told}{'' if margin else ', by its musician'}"


class Broke(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('breaks')}"


class Captured(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("note", who="by", at="unit")

    unit: str
    by: str

    def say(self, names: Names) -> str:
        by = names.piece(self.by)
        return f"{by} {by.does('captures')} the standard of {names.piece(self.unit)}"


# --- magic ---------------------------------------------------------------------------------------------------


class Winds(Event, frozen=True):
    power: int
    dispel: int

    def say(self, names: Names) -> str:
        return f"the winds of magic bring {self.power} power and {self.dispel} dispel dice"


class Channelled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        return f"{who} {who.does('channels')} a die"


class Cast(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("spell", who="unit", at="targets", success="success")

    unit: str
    spell: str
    targets: tuple[str, ...]
    total: int
    value: int
    success: bool
    irresistible: bool = False
    weak: bool = False  # its dice came to 2 or less

    def say(self, names: Names) -> str:
        who = names.piece(self.unit)
        at = f" on {names.pieces(self.targets)}" if self.targets else ""
        if not self.success:
            told = "dice of 2 or less always fail" if self.weak else f"{self.total} of {self.value}"
            return f"{who} {who.does('fails')} to cast {self.spell}: {told}"
        force = " with irresistible force" if self.irresistible else f" with {self.total}"
        return f"{who} {who.does('casts')} {self.spell}{at}{force}"

    def outcome(self) -> Outcome:
        return Outcome("casts the spell", self.unit, self.success)


class Dispelled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("check", success="success")

    side: int
    spell: str
    total: int
    value: int
    success: bool
    weak: bool = False  # its dice came to 3 or less

    def say(self, names: Names) -> str:
        who = names.side(self.side)
        if self.success:
            return f"{who} dispels {self.spell} with {self.total}"
        if self.weak:
            return f"{who} does not dispel {self.spell}: dice of 3 or less always fail"
        return f"{who} does not dispel {self.spell}: {self.total} of {self.value}"

    def outcome(self) -> Outcome:
        return Outcome("dispels the spell", "", self.success)


class SpellEnded(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str
    spell: str

    def say(self, names: Names) -> str | None:
        return f"{self.spell} ends"


class Miscast(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("change", who="unit")

    unit: str
    result: str

    def say(self, names: Names) -> str:
        return f"{names.piece(self.unit)} {names.piece(self.unit).does('miscasts')}: {self.result}"


# --- the end -------------------------------------------------------------------------------------------------


class Ended(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("end")

    winner: int | None
    why: str

    def say(self, names: Names) -> str:
        return self.why
