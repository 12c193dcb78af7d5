"""Orders put together at a keyboard, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.engine.drafting import SaidDraft
from warhost.engine.field.compass import bearing, of_degrees, veered
from warhost.engine.question import Answer, Order, Question, Refusal
from warhost.engine.saying import NUMBER, Spoken, goes_on, parts_of, spoken
from warhost.engine.words import Names

from ..fighting.blows import Allocation
from ..magic.vortices import Direction
from ..measures import INCH, inches
from ..moving.compulsory import Arrive
from ..moving.moves import Move
from ..moving.reforms import Reform
from ..opening.deployment import Deploy
from ..opening.terrain import PlaceTerrain
from ..shooting.breath import Breathe
from ..shooting.machines import Aim
from ..special.turns import Face
from .ghosts import imagined

SAYINGS: Sequence[tuple[str, str]] = (
    ("4 forward", "inches straight ahead; several acts in one line: wheel right 30, 3 forward"),
    ("wheel left 30", "degrees about a front corner; the way of the outer corner is paid"),
    ("to 30.5 22", "wheel towards a point and go there: inches from the left and up the table"),
    ("2 back, 2 left", "without turning, at half pace"),
    ("face 90", "how a lone model looks: 0 is away from the near edge, 90 right"),
    ("reform 6", "so many models wide; reform 6 180 faces it so"),
    ("fly, 12 forward", "in the air, for those who have wings"),
    ("join spears", "a character joins a unit; garrison building 1 enters a building"),
)
VERBS = ("wheel", "to", "face", "turn", "pivot", "reform", "front", "fly", "join", "garrison", "stay")


class MoveDraft:
    """A move, act by act."""

    sayings = SAYINGS
    words = ("forward", "back", "left", "right", *VERBS)

    def __init__(self, question: Move):
        self.question = question
        self.order: list[Any] = []
        self.wanted: Answer = None

    @property
    def answer(self) -> Answer:
        return self.order

    def resume(self, answer: Answer) -> None:
        self.order = list(answer)

    def take(self, words: list[str]) -> str | Refusal | None:
        if not words:
            return None
        acts = [] if not goes_on(words) else list(self.order)
        for part in parts_of(words):
            act = act_of(part, self.question)
            if act is None:
                return None
            acts += [act] if act else []
        self.wanted = acts
        verdict = self.question.check(acts)
        if isinstance(verdict, Refusal):
            return verdict
        self.order = acts
        return f"{verdict['cost'] / INCH:.1f} inches{', a march' if verdict['march'] else ''}."

    def state(self) -> Any:
        return imagined(self.question.fight.state, self.question, self.order)


def act_of(part: list[str], question: Move) -> list[Any] | None:
    """One act in words; an empty one to stay, None if the words are none of ours."""
    said = spoken(part)
    if said.verb in ("join", "garrison"):
        return [said.verb, " ".join(part[1:])]
    if said.verb == "stay":
        return []
    if said.verb == "fly":
        return ["fly"]
    if said.verb in ("to", "go") or part[0] == "to":
        return ["go", *(inches(one) for one in said.numbers[:2])] if len(said.numbers) >= 2 else None
    if said.verb in ("reform", "front") and said.numbers:
        facing = [round(said.numbers[1] * 100)] if len(said.numbers) > 1 else []
        return ["reform", int(said.numbers[0]), *facing]
    if said.verb in ("wheel", "turn", "pivot", "face") and said.numbers:
        return _turn(said, question)
    return _leg(said) if not said.verb and said.ways else None


def _turn(said: Spoken, question: Move) -> list[Any]:
    angle = round(said.numbers[0] * 100)
    if said.verb == "face" and not said.ways:
        return ["pivot", bearing(angle)]
    signed = -angle if "left" in said.ways else angle
    if question.start.single:
        return ["pivot", veered(question.start.stance.facing, signed)]
    return ["wheel", signed]


def _leg(said: Spoken) -> list[Any]:
    far = inches(said.numbers[0] if said.numbers else 1)
    way = said.ways[0]
    if way == "forward":
        return ["go", far]
    return ["back", far] if way == "back" else ["side", far if way == "right" else -far]


class _Draft(SaidDraft[Order]):
    """An order that is said in one line; each kind reads its own words."""

    def __init__(self, question: Order):
        super().__init__(question, question.suggest(1)[0])

    def worded(self, order: Answer, costs: dict[str, int]) -> str:
        return self.question.label(order, Names())

    def state(self) -> Any:
        return imagined(self.question.fight.state, self.question, self.answer)  # type: ignore[attr-defined]


class PlaceDraft(_Draft):
    """Where something stands or lies, how it faces, how wide it is."""

    sayings = (("at 30 12 facing 0 files 5", "the middle of its front in inches, degrees, models wide"),)
    words = ("at", "facing", "files")

    def told(self, words: list[str]) -> Answer:
        wanted = dict(self.answer) if isinstance(self.answer, dict) else {}
        for key, numbers in clauses(words):
            if key == "at" and len(numbers) == 2:
                wanted["at"] = [inches(one) for one in numbers]
            elif key == "facing" and len(numbers) == 1:
                wanted["facing"] = of_degrees(numbers[0])
            elif key == "files" and len(numbers) == 1:
                wanted["files"] = int(numbers[0])
            else:
                return None
        return wanted


class FacingDraft(_Draft):
    """A direction."""

    sayings = (("facing 90", "degrees: 0 is away from the near edge, 90 to the right"),)
    words = ("facing", "face")

    def told(self, words: list[str]) -> Answer:
        found = [numbers for key, numbers in clauses(words) if key in self.words and len(numbers) == 1]
        return of_degrees(found[0][0]) if len(found) == 1 else None

    def state(self) -> Any:
        return None


class PointDraft(_Draft):
    """A point of the table."""

    sayings = (("at 30 12", "inches from the left and up the table"),)
    words = ("at",)

    def told(self, words: list[str]) -> Answer:
        found = [numbers for key, numbers in clauses(words) if key == "at" and len(numbers) == 2]
        return {"at": [inches(one) for one in found[0]]} if len(found) == 1 else None

    def state(self) -> Any:
        return None


class SharesDraft(_Draft):
    """Blows shared out: 4 at orcs, 1 at orcs champion."""

    sayings = (("4 at orcs, 1 at orcs champion", "how many blows are struck at whom"),)
    words = ("at",)

    def told(self, words: list[str]) -> Answer:
        wanted: dict[str, int] = {}
        for part in " ".join(words).split(","):
            number, *rest = part.split()
            if not number.isdigit() or not rest:
                return None
            wanted[" ".join(rest[1:] if rest[0] == "at" else rest)] = int(number)
        return wanted

    def state(self) -> Any:
        return None


def clauses(words: list[str]) -> list[tuple[str, list[float]]]:
    """'at 30 12 facing 0' as pairs of a key and its numbers."""
    found: list[tuple[str, list[float]]] = []
    for word in words:
        if found and NUMBER.fullmatch(word):
            found[-1][1].append(float(word))
        else:
            found.append((word, []))
    return found


def draft(question: Question) -> MoveDraft | _Draft | None:
    """Who puts together an order of this kind from words."""
    if isinstance(question, Move):
        return MoveDraft(question)
    if isinstance(question, Deploy | Arrive | PlaceTerrain | Reform):
        return PlaceDraft(question)
    if isinstance(question, Breathe | Direction | Face):
        return FacingDraft(question)
    if isinstance(question, Aim):
        return PointDraft(question)
    return SharesDraft(question) if isinstance(question, Allocation) else None
