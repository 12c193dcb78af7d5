"""Who speaks for Regiments to people."""

from __future__ import annotations

from typing import Any

from warhost.engine.question import Answer, Question
from warhost.engine.spokesman import Draft, Spokesman
from warhost.engine.words import Names

from ..setting import Setting
from ..state import State
from . import ghosts, measuring, sheets
from .counsels import COUNSELS
from .drafts import SAYINGS, draft
from .manners import MANNERS
from .names import RegimentsNames
from .tips import TIPS


class RegimentsSpokesman(Spokesman[State, Setting]):
    """As a player of Regiments would put it."""

    manners = MANNERS
    tips = TIPS
    counsels = COUNSELS
    sayings = SAYINGS

    def names(self, setting: Setting, state: State | None = None) -> Names:
        return RegimentsNames(setting)

    def briefing(self, setting: Setting) -> list[str]:
        scenario = setting.scenario
        armies = " against ".join(f"{army.name} ({army.points} points)" for army in setting.armies)
        goal = [f"Goal: {scenario.goal}"] if scenario.goal else []
        return [f"{scenario.title}: {scenario.story}", *goal, f"{armies}."]

    def closing(self, setting: Setting, state: State) -> list[str]:
        return [f"{state.score.why[:1].upper()}{state.score.why[1:]}."] if state.score is not None else []

    def meant(self, setting: Setting, question: Question, answer: Answer) -> str:
        """Spells are cast by 'wizard/title', and learnt by their rule."""
        title = str(answer).partition("/")[2].partition("/")[0]
        named = [spell.rule for spell in setting.library.spells.values() if spell.title == title]
        return named[0] if named else super().meant(setting, question, answer)

    def draft(self, setting: Setting, known: State, question: Question) -> Draft | None:
        return draft(question)

    def order_data(self, setting: Setting, known: State, question: Question) -> Any:
        return ghosts.order_data(question, self.names(setting, known))

    def imagined(self, setting: Setting, known: State, question: Question, answer: Answer) -> State | None:
        return ghosts.imagined(known, question, answer)

    preview = staticmethod(ghosts.preview)
    look = staticmethod(measuring.look)
    sheet = staticmethod(sheets.sheet)
