"""What the game says to people beyond its questions and events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from warhost.engine.manner import Manner
from warhost.engine.question import Answer, Question
from warhost.engine.spokesman import Draft, Spokesman
from warhost.engine.words import Names

from .counsels import COUNSELS
from .moving.orders import March
from .setting import Setting
from .state import State
from .telling import looking, orders
from .telling.names import MissumNames
from .telling.sheets import sheet
from .telling.view import view
from .tips import TIPS

MANNERS = {
    "move": Manner(
        "Choose who moves now; each body moves once in a step.", instant=True, verbs=("move",), last=("done",)
    ),
    "shoot": Manner(
        "Name all shots; they fall together when both sides have done.", instant=True, verbs=("shoot",)
    ),
    "march": Manner("Drag the legion, turn its front to wheel, or use the tools for turns and formations."),
    "aim": Manner("Choose the target; figures may be divided between two."),
    "transfer": Manner("Once in a battle a team may shift one spell between its figures.", reaction=True),
    "evade": Manner("Commanders and magic users may fall back or stand.", reaction=True),
    "weapon": Manner("The weapon decides who strikes first and how hard.", reaction=True),
    "draw up": Manner("Draw your army up in secret; the enemy sees it when both have finished."),
}


class MissumSpokesman(Spokesman[State, Setting]):
    manners: ClassVar[Mapping[str, Manner]] = MANNERS
    tips: ClassVar[Mapping[str, str]] = TIPS
    counsels: ClassVar[Mapping[str, str]] = COUNSELS
    sayings = orders.SAYINGS

    def names(self, setting: Setting, state: State | None = None) -> Names:
        return MissumNames(setting)

    def briefing(self, setting: Setting) -> list[str]:
        plan = setting.plan
        told = [
            f"{plan.title}, {plan.turns} turns: {setting.title(0)} in the south, {setting.title(1)} in the north."
        ]
        told.append(
            "Whoever possesses the field at the end wins: squares of 600 mm, those beyond the middle count twice."
        )
        told += [f"Whoever holds {crossing.title} has {crossing.points} point more." for crossing in plan.crossing]
        return told

    def closing(self, setting: Setting, state: State) -> list[str]:
        return [] if state.outcome is None else [f"{state.outcome.why[:1].upper()}{state.outcome.why[1:]}."]

    def draft(self, setting: Setting, known: State, question: Question) -> Draft | None:
        if isinstance(question, March):
            return orders.MarchDraft(question)
        return super().draft(setting, known, question)

    order_data = staticmethod(orders.order_data)
    imagined = staticmethod(orders.imagined)

    def preview(self, setting: Setting, known: State, question: Question, answer: Answer) -> Any:
        outlines = orders.outlines(question, answer)
        if outlines is not None:
            return {"outlines": outlines}
        aims = orders.aims(question, answer)
        if aims is not None:
            return {"aims": aims}
        state = self.imagined(setting, known, question, answer)
        if state is None:
            return None
        blocks = view(setting, state, question.side).blocks
        if question.about:
            blocks = tuple(block for block in blocks if block.id == question.about)
        stopped = orders.stopped(question, answer)
        return {"blocks": msgspec.to_builtins(blocks)} | ({"stopped": stopped} if stopped else {})

    look = staticmethod(looking.look)
    sheet = staticmethod(sheet)
