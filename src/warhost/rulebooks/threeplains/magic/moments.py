"""When magic is cast: between any two deeds of one's own turn until the battle stress phase.

Where a player says who acts next, the spells that he could cast stand among the answers; where nobody is left to
act, or the next deed follows of itself, he is asked for spells alone: once in a phase, unless he wants to be asked
again before the next deed.  [tp.magic.timing]
"""

from __future__ import annotations

from warhost.engine.question import Choose

from ..setting import Fight
from ..state import Phase
from .casting import act, castable, promises, why_not_cast

NOTHING_MORE, LATER = "nothing more", "later"
BEFORE: tuple[Phase, ...] = ("declaring", "charges", "counter charges", "combat")
"""Phases whose deeds follow of themselves: magic comes before each."""


def magic_first(fight: Fight) -> bool:
    """Before a deed that nobody is asked about."""
    return fight.state.phase in BEFORE and offer(fight, LATER)


def offer(fight: Fight, *more: str) -> bool:
    """Ask for a spell; True if one was cast. Whoever wants none is not asked again in this phase; whoever may want
    one later is when something has happened."""
    state = fight.state
    if state.quiet or state.hushed:
        return False
    known = castable(fight)
    if not known:
        return False
    question = Choose(
        state.active, "magic", [*known, *more, NOTHING_MORE], "tp.magic.timing",
        why_not=lambda answer: why_not_cast(fight, answer), odds=promises(fight, known),
    )  # fmt: skip
    answer = fight.ask(question)
    if answer in (LATER, NOTHING_MORE):
        state.quiet, state.hushed = True, answer == NOTHING_MORE
        return False
    act(fight, known, answer)
    return True
