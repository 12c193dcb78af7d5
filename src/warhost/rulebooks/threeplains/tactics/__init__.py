"""How a computer player thinks about each question of this game.

`consider` yields ever better lawful answers, the first at once. It knows only what its side may know: the state
it is given, and what the question itself says of its own orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.engine.question import Answer, Assign, Choose, Question

from ..moving.orders import Move
from ..setting import Setting
from ..state import Player, State
from . import aftermath, beasts, charging, gunnery, marching, preparing, sieges, spellcraft, torches, volleys
from .mind import Mind

Thought = Callable[[Mind, Question], Iterator[Answer]]

THOUGHTS: dict[str, Thought] = {
    **preparing.THOUGHTS, **charging.THOUGHTS, **marching.THOUGHTS, **volleys.THOUGHTS, **aftermath.THOUGHTS,
    **beasts.THOUGHTS, **gunnery.THOUGHTS, **spellcraft.THOUGHTS, **torches.THOUGHTS,
    **sieges.THOUGHTS,
}  # fmt: skip


def _at_once(question: Question) -> Answer:
    """Some lawful answer: most often that nobody does anything."""
    if isinstance(question, Move):
        return []
    if isinstance(question, Choose) and question.usual is not None:
        return question.usual
    if isinstance(question, Assign) and question.none_allowed:
        return {}
    return question.suggest(1)[0]


def consider(setting: Setting, known: State, question: Question) -> Iterator[Answer]:
    """Lawful answers to a question, each better than the one before."""
    answer = _at_once(question)
    yield answer
    think = marching.order if isinstance(question, Move) else THOUGHTS.get(question.what)
    if think is None:
        return
    mind = Mind(setting, known, Player(question.side))
    spells = list(spellcraft.tempting(mind, question))
    for better in spells or think(mind, spellcraft.without_spells(question)):
        if better != answer and question.refuse(better) is None:
            answer = better
            yield answer
