"""Orders put together at a keyboard, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.engine.question import Answer, Question, Refusal
from warhost.engine.saying import Spoken, goes_on, parts_of, spoken

from ..measures import INCH, inches
from ..moving.moves import Move
from ..opening.deployment import Deploy

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
        from .ghosts import imagined

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
        return ["pivot", angle % 36000]
    signed = -angle if "left" in said.ways else angle
    if question.start.single:
        return ["pivot", (question.start.stance.facing + signed) % 36000]
    return ["wheel", signed]


def _leg(said: Spoken) -> list[Any]:
    far = inches(said.numbers[0] if said.numbers else 1)
    way = said.ways[0]
    if way == "forward":
        return ["go", far]
    return ["back", far] if way == "back" else ["side", far if way == "right" else -far]


class PlaceDraft:
    """Where a unit is set up: at 30 12 facing 0 files 5."""

    sayings = (("at 30 12 facing 0 files 5", "the middle of its front in inches, degrees, models wide"),)
    words = ("at", "facing", "files")

    def __init__(self, question: Deploy):
        self.question = question
        self.order: dict[str, Any] = dict(question.offers[0]) if question.offers else {}
        self.wanted: Answer = None

    @property
    def answer(self) -> Answer:
        return self.order

    def resume(self, answer: Answer) -> None:
        self.order = dict(answer)

    def take(self, words: list[str]) -> str | Refusal | None:
        wanted, at = dict(self.order), 0
        while at < len(words):
            key, numbers = words[at], list[float]()
            at += 1
            while at < len(words) and words[at].replace(".", "").replace("-", "").isdigit():
                numbers.append(float(words[at]))
                at += 1
            if key == "at" and len(numbers) == 2:
                wanted["at"] = [inches(one) for one in numbers]
            elif key == "facing" and len(numbers) == 1:
                wanted["facing"] = round(numbers[0] * 100) % 36000
            elif key == "files" and len(numbers) == 1:
                wanted["files"] = int(numbers[0])
            else:
                return None
        self.wanted = wanted
        verdict = self.question.check(wanted)
        if isinstance(verdict, Refusal):
            return verdict
        self.order = wanted
        return "It may stand there."

    def state(self) -> Any:
        from .ghosts import imagined

        return imagined(self.question.fight.state, self.question, self.order)


def draft(question: Question) -> MoveDraft | PlaceDraft | None:
    if isinstance(question, Move):
        return MoveDraft(question)
    return PlaceDraft(question) if isinstance(question, Deploy) else None
