"""Who speaks for Three Plains to people, and where each of his words is written."""

from __future__ import annotations

from warhost.engine.manner import Manner
from warhost.engine.question import Question, Refusal
from warhost.engine.sheet import Sheet
from warhost.engine.spokesman import Draft, Spokesman

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

    briefing = staticmethod(terms.briefing)
    closing = staticmethod(terms.closing)
    label = staticmethod(asking.label)
    advised = staticmethod(asking.advised)
    reasons = staticmethod(asking.reasons)

    def may_measure(self, setting: Setting) -> bool:
        """Nobody measures before he has given his order, unless that was agreed on.  [tp.setup.commands]"""
        return setting.options.get("measuring") == "open"

    def worded(self, setting: Setting, refusal: Refusal) -> Refusal:
        return Refusal(refusal.rule, asking.worded(setting, refusal.why))

    def manner(self, question: Question) -> Manner:
        return MANNERS.get(question.what, USUAL)

    def draft(self, setting: Setting, known: State, question: Question) -> Draft | None:
        return asking.draft(question)

    order_data = staticmethod(ghosts.order_data)
    imagined = staticmethod(ghosts.imagined)
    preview = staticmethod(ghosts.preview)
    look = staticmethod(measuring.look)
    reach = staticmethod(asking.reach)

    def sheet(self, setting: Setting, known: State, side: int, viewer: int | None) -> Sheet | None:
        return field_sheet.sheet(setting, known, Player(side), viewer)
