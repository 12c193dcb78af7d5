"""Who speaks for Battle for Magnamund to people, and where each of his words is written."""

from __future__ import annotations

from warhost.engine.question import Question
from warhost.engine.spokesman import Draft, Spokesman

from . import asking, field_sheet, ghosts, measuring, terms
from .drafts import MarchDraft
from .manners import MANNERS
from .names import Names
from .setting import Setting
from .state import State
from .tips import TIPS


class MagnamundSpokesman(Spokesman[State, Setting]):
    """As a player of Magnamund would put it."""

    manners = MANNERS
    tips = TIPS
    sayings = MarchDraft.sayings

    def names(self, setting: Setting, state: State | None = None) -> Names:
        return Names(setting)

    briefing = staticmethod(terms.briefing)
    closing = staticmethod(terms.closing)
    label = staticmethod(asking.label)
    advised = staticmethod(asking.advised)
    reasons = staticmethod(asking.reasons)

    def draft(self, setting: Setting, known: State, question: Question) -> Draft | None:
        return asking.draft(question)

    order_data = staticmethod(ghosts.order_data)
    imagined = staticmethod(ghosts.imagined)
    preview = staticmethod(ghosts.preview)
    look = staticmethod(measuring.look)
    reach = staticmethod(measuring.reach)
    sheet = staticmethod(field_sheet.sheet)
