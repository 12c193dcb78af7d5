"""What is said of figures, and how their marches are dragged, typed and measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from warhost.engine.battle import State
from warhost.engine.field.compass import Point, distance
from warhost.engine.question import Answer, Question, Refusal
from warhost.engine.spokesman import Draft, Place, Spokesman
from warhost.engine.words import Names

from .draft import MarchDraft
from .figure import Figure, between
from .march import March
from .names import FigureNames

if TYPE_CHECKING:
    from .book import FigureBook

S = TypeVar("S", bound=State)
T = TypeVar("T")

NOWHERE = Refusal("", "there is no such figure or point on the table")


class FigureSpokesman(Spokesman[S, T], Generic[S, T]):
    sayings = MarchDraft.sayings

    def __init__(self, book: FigureBook[S, T]):
        self.book = book

    def names(self, setting: T, state: S | None = None) -> Names:
        there = self.book.begin(setting) if state is None else state
        return FigureNames(self.book.figures(there), self.book.sides(setting))

    # --- orders in the making ------------------------------------------------------------------------------

    def draft(self, setting: T, known: S, question: Question) -> Draft | None:
        if not isinstance(question, March):
            return super().draft(setting, known, question)
        return MarchDraft(
            question, self.names(setting, known), lambda order: self.imagined(setting, known, question, order)
        )

    def order_data(self, setting: T, known: S, question: Question) -> Any:
        return question.data() if isinstance(question, March) else None

    def imagined(self, setting: T, known: S, question: Question, answer: Answer) -> S | None:
        if not isinstance(question, March):
            return None
        state, stand = known.copy(), question.wanted(answer)
        figure = self.book.figures(state)[question.about]
        figure.at, figure.facing = stand.front, stand.facing
        return state

    def preview(self, setting: T, known: S, question: Question, answer: Answer) -> Any:
        state = self.imagined(setting, known, question, answer)
        if state is None:
            return None
        blocks = self.book.view(setting, state, question.side).blocks
        return {"blocks": msgspec.to_builtins([block for block in blocks if block.id == question.about])}

    # --- looking -------------------------------------------------------------------------------------------

    def look(
        self, setting: T, known: S, what: str, origin: Place, to: Place | None
    ) -> dict[str, Any] | Refusal | None:
        here, there = self._place(known, origin), self._place(known, to)
        if what not in ("distance", "sight"):
            return None
        if here is None or there is None:
            return NOWHERE
        line = _point(here), _point(there)
        if what == "sight":
            seen = self.book.table(setting).sees(*line)
            return {"line": line, "seen": seen, "blocks": [], "text": "Seen." if seen else "Something hides it."}
        far: int = distance(*line)
        if isinstance(here, Figure) and isinstance(there, Figure):
            far = between(here, there)
        return {"line": line, "distance": far, "text": self.book.table(setting).measure.length(far)}

    def _place(self, known: S, said: Place | None) -> Figure | Point | None:
        """Somebody who stands on the table, or a point."""
        if isinstance(said, str):
            found = self.book.figures(known).get(said)
            return found if found is not None and found.standing else None
        return None if said is None or len(said) != 2 else (said[0], said[1])


def _point(place: Figure | Point) -> Point:
    return place.at if isinstance(place, Figure) else place
