"""Who speaks for Three Plains to people, and where each of his words is written."""

from __future__ import annotations

from typing import Any

from warhost.engine.manner import Manner
from warhost.engine.question import Answer, Question, Refusal
from warhost.engine.sheet import Sheet
from warhost.engine.spokesman import Draft, Place, Spokesman
from warhost.engine.view import Square

from .. import asking
from ..setting import Setting
from ..state import Player, State
from . import field_sheet, ghosts, measuring, terms
from .drafts import MoveDraft
from .manners import MANNERS, USUAL
from .names import Names
from .tips import TIPS


class ThreePlainsSpokesman(Spokesman[State, Setting]):
    """As a player of Three Plains would put it."""

    manners = MANNERS
    tips = TIPS
    sayings = MoveDraft.sayings

    def names(self, setting: Setting, state: State | None = None) -> Names:
        return Names(setting, () if state is None else state.pieces)

    def briefing(self, setting: Setting) -> list[str]:
        return terms.briefing(setting)

    def closing(self, setting: Setting, state: State) -> list[str]:
        return terms.closing(setting, state)

    def label(self, setting: Setting, known: State, question: Question, answer: Answer) -> str:
        return asking.label(setting, known, question, answer)

    def advised(self, setting: Setting, known: State, question: Question, answer: Answer) -> str:
        return asking.advised(setting, known, question, answer)

    def reasons(self, setting: Setting, known: State, question: Question, answer: Answer) -> list[str]:
        return asking.reasons(setting, known, question, answer)

    def may_measure(self, setting: Setting) -> bool:
        """Nobody measures before he has given his order, unless that was agreed on.  [tp.setup.commands]"""
        return setting.options.get("measuring") == "open"

    def worded(self, setting: Setting, refusal: Refusal) -> Refusal:
        return Refusal(refusal.rule, asking.worded(setting, refusal.why))

    def manner(self, question: Question) -> Manner:
        return MANNERS.get(question.what, USUAL)

    def draft(self, setting: Setting, known: State, question: Question) -> Draft | None:
        return asking.draft(question)

    def order_data(self, setting: Setting, known: State, question: Question) -> Any:
        return ghosts.order_data(setting, known, question)

    def imagined(self, setting: Setting, known: State, question: Question, answer: Answer) -> State | None:
        return ghosts.imagined(setting, known, question, answer)

    def preview(self, setting: Setting, known: State, question: Question, answer: Answer) -> Any:
        return ghosts.preview(setting, known, question, answer)

    def look(
        self, setting: Setting, known: State, what: str, origin: Place, to: Place | None
    ) -> dict[str, Any] | Refusal | None:
        return measuring.look(setting, known, what, origin, to)

    def reach(self, setting: Setting, known: State, name: str) -> list[Square] | str | None:
        return asking.reach(setting, known, name)

    def sheet(self, setting: Setting, known: State, side: int, viewer: int | None) -> Sheet | None:
        return field_sheet.sheet(setting, known, Player(side), viewer)
