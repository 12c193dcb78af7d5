"""What a sensible player would answer, a file for each kind of question.

`consider` yields ever better lawful answers, the first at once. It knows only what its side may know: the state
it is
given, never the referee's battle behind the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Question

from ..moving.orders import March
from ..setting import Fight, Setting
from ..state import State
from . import marching, shooting, sorcery, striking

Thought = Callable[[Fight, Question], Iterator[Answer]]


def _plainly(answer: Answer) -> Thought:
    def think(fight: Fight, question: Question) -> Iterator[Answer]:
        yield answer

    return think


THOUGHTS: dict[str, Thought] = {
    "draw up": _plainly({}), "role": _plainly("countermove"), "transfer": _plainly("none"),
    "evade": _plainly("evade"),
    "last stand": _plainly("test"), "option": _plainly("concentrated"),
    **marching.THOUGHTS, **shooting.THOUGHTS, **sorcery.THOUGHTS, **striking.THOUGHTS,
}  # fmt: skip


def consider(setting: Setting, known: State, question: Question) -> Iterator[Answer]:
    """Lawful answers to a question, each better than the one before."""
    answer = [] if isinstance(question, March) and question.refuse([]) is None else question.suggest(1)[0]
    yield answer
    think = THOUGHTS.get(question.what)
    if think is None:
        return
    fight: Fight = Battle(setting, known, Scripted())
    for better in think(fight, question):
        if better != answer and question.refuse(better) is None:
            answer = better
        yield answer
