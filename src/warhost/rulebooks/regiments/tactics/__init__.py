"""What a sensible player would answer, a file for each kind of question.

Chances come from the dice the rules would throw, and worth from the blows they would strike (`clash.py`); what is
left is taste: who advances, who waits, whom to shoot at, which spell to try.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Question

from ..setting import Fight, Setting
from ..state import State
from . import charging, duelling, marching, opening, shooting, spellcraft

Thought = Callable[[Fight, Question], Answer]

THOUGHTS: Mapping[str, Thought] = {
    "place": opening.place,
    "join": opening.join,
    "first turn": opening.begin,
    "ambush": opening.ambush,
    "deploy": opening.next_unit,
    "charge": charging.charge,
    "charge target": charging.target,
    "reaction": charging.reaction,
    "redirect": charging.redirect,
    "rush": charging.rush,
    "move": marching.who,
    "move order": marching.order,
    "facing": marching.face,
    "shooter": shooting.who,
    "target": shooting.target,
    "aim point": shooting.aim,
    "way to shoot": shooting.way,
    "cast": spellcraft.cast,
    "spell target": spellcraft.target,
    "power dice": spellcraft.dice,
    "dispel": spellcraft.dispel,
    "challenge": duelling.challenge,
    "accept": duelling.accept,
    "pursue": duelling.pursue,
    "overrun": duelling.overrun,
    "blows": duelling.blows,
    "weapon": duelling.weapon,
    "make way": duelling.make_way,
    "breathe at": duelling.breathe,
}


def consider(setting: Setting, known: State, question: Question) -> Iterator[Answer]:
    """The usual answer or the first that is offered, then what a thought makes of it."""
    offered = question.suggest(1)[0]
    usual = question.usual if question.usual is not None else offered
    yield usual if question.refuse(usual) is None else offered
    thought = THOUGHTS.get(question.what)
    if thought is not None:
        fight: Fight = Battle(setting, known, Scripted())
        answer = thought(fight, question)
        if answer is not None and question.refuse(answer) is None:
            yield answer
