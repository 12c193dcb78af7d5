"""When magic is cast: between any two deeds of one's own turn until the battle stress phase.

Where a player says who acts next, the spells that he could cast stand among the answers; where nobody is left to
act, or the next deed follows of itself, he is asked for spells alone: once in a phase, unless he wants to be asked
again before the next deed.  [tp.magic.timing]
"""

from __future__ import annotations

from warhost.engine.question import Choose

from ..setting import Fight
from ..state import Phase
from .bearing import unseen
from .carriers import may_carry
from .casting import act, castable, promises, why_not_cast

NOTHING_MORE, LATER = "nothing more", "later"
BEFORE: tuple[Phase, ...] = ("declaring", "charges", "counter charges", "combat")
"""Phases whose deeds follow of themselves: magic comes before each."""
MOVEMENT: tuple[Phase, ...] = ("declaring", "charges", "moves", "counter charges")


def magic_first(fight: Fight) -> bool:
    """Before a deed that nobody is asked about."""
    return fight.state.phase in BEFORE and offer(fight, LATER)


def offer(fight: Fight, *more: str) -> bool:
    """Ask for a spell; True if one was cast. Whoever wants none is not asked again in this phase; whoever may want
    one later is when something has happened.

    Whoever may carry magic that nobody has seen is asked once in a phase, be there anything to use or not and
    whatever he has said in the one before, and from then on in secret where nothing else could be cast.
    [tp.magic.items]
    """
    state, window = fight.state, _window_is_due(fight)
    if (state.quiet or state.hushed) and not window:
        return False
    known, passing = castable(fight), more[0] if more else NOTHING_MORE
    if not known and not window:
        return False
    text = "Do you cast a spell, or use an item?"
    question = Choose(
        state.active, "magic", [*known, *more, NOTHING_MORE] if known else [passing], "tp.magic.timing",
        why_not=lambda answer: why_not_cast(fight, answer), odds=promises(fight, known), usual=passing,
        text=text,
    )  # fmt: skip
    if window:
        state.opened = (state.clock, _told_phase(state.phase))
        question.window(passing, empty=not known)
    else:
        question.in_secret(all(unseen(fight, number, spell.rule) for number, spell in known.values()))
    answer = fight.ask(question)
    if answer in (LATER, NOTHING_MORE):
        state.quiet, state.hushed = True, answer == NOTHING_MORE and bool(known)
        return False
    act(fight, known, answer)
    return True


def _window_is_due(fight: Fight) -> bool:
    """Whether it is the first time in one of the phases that players speak of, if that is more than a name."""
    state = fight.state
    if not fight.setting.enchanted or state.phase not in (*MOVEMENT, "shooting", "combat"):
        return False
    if state.phase == "combat" and not state.contacts:
        return False
    return state.opened != (state.clock, _told_phase(state.phase)) and may_carry(fight, state.active)


def _told_phase(phase: Phase) -> Phase:
    return "declaring" if phase in MOVEMENT else phase
