"""What a rulebook says to people beyond its questions and events: at the terminal, on the page, to any client.

Everything has a working default, so a rulebook says only what it knows better. `known` is always the state as the
side in question knows it: nothing said here can give away more than that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from .battle import State
from .manner import Manner
from .question import Answer, Order, Question, Refusal
from .sheet import Sheet
from .view import Square
from .words import Names, sentence
from .written import WrittenDraft

Place = str | list[int]
"""A piece by its id, or a square or point as [x, y]."""

LOOKS = ("distance", "sight", "reach", "arc", "outlook")
"""What may be looked for."""
SEEN = frozenset((
    "text", "why", "rule", "distance", "line", "seen", "models", "cover", "blocks", "shots", "outline", "squares",
    "arcs", "others",
))  # fmt: skip
"""What may be said of it; lengths are thousandths of the table's unit, or squares."""

S = TypeVar("S", bound=State)
T = TypeVar("T")


class Draft(Protocol):
    """An order in the making, put together from typed words, at a terminal or on a page."""

    @property
    def sayings(self) -> Sequence[tuple[str, str]]:
        """Examples of what can be typed, and what each means."""

    @property
    def words(self) -> Sequence[str]:
        """Words with which a line may begin; they name nobody."""

    @property
    def answer(self) -> Answer: ...
    @property
    def wanted(self) -> Answer:
        """The order that the last words asked for, lawful or not; None if they were not clear."""

    def resume(self, answer: Answer) -> None:
        """Go on with an order that was begun elsewhere."""

    def take(self, words: list[str]) -> str | Refusal | None:
        """What the words made of it, why they may not be, or nothing if they are none of its own."""

    def state(self) -> Any: ...


class Spokesman(Generic[S, T]):
    manners: ClassVar[Mapping[str, Manner]] = {}
    tips: ClassVar[Mapping[str, str]] = {}  # what a question is about, where its manner does not say it
    """By `what` is asked: how it is put."""
    counsels: ClassVar[Mapping[str, str]] = {}
    """Advice by `what` is asked, or by that and the answer ('pursue: restrain'): {it} is the answer, {does} the
    same where it is a deed in the middle of the sentence, {who} the piece it is about."""
    sayings: ClassVar[Sequence[tuple[str, str]]] = ()
    """Its usual orders in words and what they mean, for whoever wants help before he is asked for one."""

    # --- words ---------------------------------------------------------------------------------------------

    def names(self, setting: T, state: S | None = None) -> Names:
        """What players call things; without a state only what was there when the battle began has a name."""
        return Names()

    def briefing(self, setting: T) -> list[str]:
        """What is at stake, for both sides to hear before the battle."""
        return []

    def closing(self, setting: T, state: S) -> list[str]:
        """How it ended."""
        return []

    def label(self, setting: T, known: S, question: Question, answer: Answer) -> str:
        """An answer in a few words."""
        return question.label(answer, self.names(setting, known))

    def advised(self, setting: T, known: S, question: Question, answer: Answer) -> str:
        """An answer as a piece of advice, in a sentence."""
        counsel = self.counsels.get(f"{question.what}: {answer}") or self.counsels.get(question.what, "{it}")
        it = self.label(setting, known, question, answer)
        who = self.names(setting, known).piece(question.about) if question.about else ""
        return f"{sentence(counsel.format(it=it, does=it[:1].lower() + it[1:], who=who))}."

    def reasons(self, setting: T, known: S, question: Question, answer: Answer) -> list[str]:
        """Where the numbers of an offered answer come from."""
        return []

    def meant(self, setting: T, question: Question, answer: Answer) -> str:
        """The rule of what an answer names, a spell or the like: whoever does not know it reads it there."""
        return answer if isinstance(answer, str) else ""

    def may_measure(self, setting: T) -> bool:
        """Whether players measure before they give an order; otherwise no promise may tell a distance."""
        return True

    def worded(self, setting: T, refusal: Refusal) -> Refusal:
        """A refusal in which everything is called as players call it."""
        return refusal.worded(self.names(setting))

    def manner(self, question: Question) -> Manner:
        """How a question is put to a person."""
        return self.manners.get(question.what, Manner())

    # --- orders in the making ------------------------------------------------------------------------------

    def draft(self, setting: T, known: S, question: Question) -> Draft | None:
        """For questions that are not answered from a list; an order without words of its own can be written."""
        if not isinstance(question, Order):
            return None

        def shown(order: Answer) -> S:
            there = self.imagined(setting, known, question, order)
            return known if there is None else there

        return WrittenDraft(question, self.names(setting, known), shown)

    def order_data(self, setting: T, known: S, question: Question) -> Any:
        """What a page needs to let a person put an order together: a table whose `form` says who makes it.

        Forms that every page knows are `march`, `place`, `point` and `facing` on a table, `path` and `squares` on a
        board; others are those of the rulebook's own page.
        """
        return None

    def imagined(self, setting: T, known: S, question: Question, answer: Answer) -> S | None:
        """The table after an order, lawful or not; nothing for what moves no piece."""
        return None

    def preview(self, setting: T, known: S, question: Question, answer: Answer) -> Any:
        """The blocks or outlines an order would lead to, as far as it can be understood, lawful or not."""
        return None

    # --- looking -------------------------------------------------------------------------------------------

    def look(
        self, setting: T, known: S, what: str, origin: Place, to: Place | None
    ) -> dict[str, Any] | Refusal | None:
        """A distance, a line of sight, a reach, an arc, or all that is in sight; nothing for any other wish."""
        return None

    def reach(self, setting: T, known: S, name: str) -> list[Square] | str | None:
        """Where a piece could come to; nothing if no such piece is in sight."""
        return None

    def sheet(self, setting: T, known: S, side: int, viewer: int | None) -> Sheet | None:
        """The army sheet of a side as the viewer may know it."""
        return None
