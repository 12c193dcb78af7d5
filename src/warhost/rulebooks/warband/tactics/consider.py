"""What a sensible player would answer: each kind of question has its own few thoughts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from warhost.engine.question import Answer, Choose, ChooseSome, Question

from ..charging.declaring import DONE
from ..flaws import looking
from ..moving.movement import Move
from ..scenarios.opening import Deploy
from ..setting import Fight, Setting
from ..state import State
from .charges import charger, mark, way
from .ground import march, mover
from .missiles import choose_shooter, choose_target


def consider(setting: Setting, known: State, question: Question) -> Iterator[Answer]:
    fight = looking(setting, known)
    thought = THOUGHTS.get(question.what)
    answer = thought(fight, question) if thought is not None else None
    if answer is None or question.refuse(answer) is not None:
        answer = question.usual if question.usual is not None else question.suggest(1)[0]
    yield answer


def _everybody(fight: Fight, question: Question) -> Answer:
    return list(question.options) if isinstance(question, ChooseSome) else None


def _first(fight: Fight, question: Question) -> Answer:
    return question.options[0] if isinstance(question, Choose) else None


def _use(fight: Fight, question: Question) -> Answer:
    """What helps is used."""
    if isinstance(question, Choose):
        return next((one for one in question.options if one != question.usual), question.options[0])
    return None


def _deploy(fight: Fight, question: Question) -> Answer:
    return "rest" if isinstance(question, Deploy) else None


def _intercept(fight: Fight, question: Question) -> Answer:
    """Who is hurt most by a charge is shielded by whoever is there; the strongest steps in."""
    if not isinstance(question, Choose):
        return None
    able = [option for option in question.options if option in fight.setting.number]
    if not able:
        return question.usual
    best = max(able, key=lambda id: _worth(fight, id))
    charger_worth = _worth(fight, question.about)
    return best if _worth(fight, best) >= charger_worth else question.usual


def _worth(fight: Fight, id: str) -> int:
    profile = fight.setting.fighters[fight.setting.number[id]].profile
    return profile.ws + profile.s + profile.t + 2 * profile.a + 2 * profile.w


def _weapons(fight: Fight, question: Question) -> Answer:
    """Two weapons strike more often than one."""
    if not isinstance(question, Choose):
        return None
    pairs = [option for option in question.options if "+" in option]
    return pairs[0] if pairs else question.options[0]


def _weakest(fight: Fight, question: Question) -> Answer:
    if not isinstance(question, Choose):
        return None
    return min(question.options, key=lambda id: (_worth(fight, id), id))


def _move(fight: Fight, question: Question) -> Answer:
    return march(fight, question) if isinstance(question, Move) else None


THOUGHTS: Mapping[str, Callable[[Fight, Question], Answer]] = {
    "charge": charger,
    "charge at": mark,
    "way": way,
    "move": mover,
    "order": _move,
    "hide": _everybody,
    "shoot": choose_shooter,
    "shoot at": choose_target,
    "cast at": choose_target,
    "with": _first,
    "volley": _use,
    "second look": _use,
    "helper": _use,
    "deploy": _deploy,
    "intercept": _intercept,
    "weapons": _weapons,
    "strike at": _weakest,
    "herbs": _use,
    "charm": _use,
    "lift": _use,
    "point blank": _first,
}
"""By what is asked; whatever is not here does the usual thing."""

__all__ = ["DONE", "consider"]
