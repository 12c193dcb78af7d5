"""How a computer player thinks about each question of this game.

`consider` yields ever better lawful answers, the first at once. It knows only what its side may know: the state
it is given, and what the question itself says; it never looks at the referee's battle behind the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.engine.question import Answer, Question

from ..orders import March
from ..setting import Setting
from ..state import State
from . import firing, marching, nerve, preparing, striking
from .mind import Mind

Thought = Callable[[Mind, Question], Iterator[Answer]]

THOUGHTS: dict[str, Thought] = {
    **preparing.THOUGHTS, **firing.THOUGHTS, **marching.THOUGHTS, **striking.THOUGHTS, **nerve.THOUGHTS,
}  # fmt: skip


def consider(setting: Setting, known: State, question: Question) -> Iterator[Answer]:
    """Lawful answers to a question, each better than the one before."""
    answer = _first(question)
    yield answer
    think = THOUGHTS.get(question.what)
    if think is None:
        return
    for better in think(Mind(setting, known, question.side), question):
        if better is not None and better != answer and question.refuse(better) is None:
            answer = better
        yield answer


def _first(question: Question) -> Answer:
    """Something lawful without thinking: to stand still where that may be, else what is suggested first."""
    return question.hold() if isinstance(question, March) else question.suggest(1)[0]
