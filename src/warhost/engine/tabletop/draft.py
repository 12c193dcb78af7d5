"""A march put together from typed words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from warhost.engine.field.compass import ahead, of_degrees, veered
from warhost.engine.field.stance import Stance
from warhost.engine.question import Answer, Refusal
from warhost.engine.saying import ABOUT, TURNS, UNIT, WAY_WORDS, WAYS, Unclear, led, parts_of, spoken, turned
from warhost.engine.words import Names

TO = "to"


class Marching(Protocol):
    """A question about where somebody goes, in acts of which `go` is one."""

    def refuse(self, answer: Answer) -> Refusal | None: ...
    def label(self, answer: Answer, names: Names) -> str: ...
    def wanted(self, order: Answer) -> Stance:
        """Where an order would leave him if everything were lawful."""


class MarchDraft:
    """A march act by act: what may not be done is not taken."""

    sayings = (
        ("4 forward", "straight ahead; several acts in one line: 3 forward, right 30 4"),
        ("left 30 4", "4 on, 30 degrees to the left"),
        ("to 30.5 22", "to a point: from the left and up the table"),
        ("turn left 30", "or face 90: 0 is the far edge, 90 right"),
        ("back, stay", "forget the last act; forget all of them"),
    )
    words = (*WAY_WORDS, *TURNS, TO)

    def __init__(self, question: Marching, names: Names, imagined: Callable[[Answer], Any]):
        self.question, self.names, self._imagined = question, names, imagined
        self.acts: list[list[Any]] = []
        self.wanted: Answer = None

    @property
    def answer(self) -> Answer:
        return [list(act) for act in self.acts]

    def resume(self, answer: Answer) -> None:
        self.acts = [list(act) for act in answer]

    def take(self, words: list[str]) -> str | Refusal | None:
        self.wanted = None
        if words in (["stay"], ["back"]):
            self.acts = self.acts[:-1] if words == ["back"] else []
            return self._standing()
        parts = parts_of(words)
        if not parts or not all(_meant(part) for part in parts):
            return None
        try:
            return self._add(parts)
        except Unclear as unclear:
            return Refusal("", str(unclear))

    def _add(self, parts: list[list[str]]) -> str | Refusal:
        acts = self.answer
        for part in parts:
            acts = [*acts, _act(self.question.wanted(acts), part)]
        self.wanted = acts
        if refusal := self.question.refuse(acts):
            return refusal
        self.acts = acts
        return self._standing()

    def _standing(self) -> str:
        self.wanted = self.answer
        return f"Draft: {self.question.label(self.acts, self.names)}. `go` gives the order, `drop` forgets it."

    def state(self) -> Any:
        return self._imagined(self.acts)


def _meant(part: list[str]) -> bool:
    """Whether it speaks of a way, a turn or a point."""
    said = spoken(part)
    return part[0] == TO or said.verb in (*TURNS, *ABOUT) or part[0] in WAYS or (not said.verb and bool(said.ways))


def _act(stand: Stance, part: list[str]) -> list[Any]:
    said = spoken(part)
    if part[0] == TO:
        if len(said.numbers) != 2:
            raise Unclear("write it like this: to 30 12")
        return ["go", *(round(number * UNIT) for number in said.numbers)]
    if said.verb == "face" and not said.ways and len(said.numbers) == 1:
        return ["face", of_degrees(said.numbers[0])]
    if said.verb in (*TURNS, *ABOUT):
        return ["face", veered(stand.facing, turned(said))]
    if len(said.numbers) == 2:
        angle, far = said.numbers
        way = veered(stand.facing, turned(said._replace(numbers=(angle,))))
        return ["go", *ahead(stand.front, way, round(far * UNIT))]
    return ["go", *led(said, stand.front, stand.facing)]
