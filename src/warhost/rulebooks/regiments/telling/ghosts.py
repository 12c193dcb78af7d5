"""Orders in the making, for pages: how a unit would stand, and what it could be told."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.engine.artillery import Teardrop, round_outline
from warhost.engine.field.compass import bearing
from warhost.engine.field.stance import Stance
from warhost.engine.question import Answer, Question, Refusal
from warhost.engine.words import Names

from ..bodies import body, ranked_models, set_stance
from ..fighting.blows import Allocation, called
from ..magic.vortices import Direction
from ..measures import inches
from ..moving.compulsory import Arrive
from ..moving.course import ACTS, Course
from ..moving.joining import hosts
from ..moving.moves import Move
from ..moving.reforms import Reform, widths
from ..moving.speed import flies
from ..nature import kind
from ..opening.deployment import Deploy, home_facing, zone_outline
from ..opening.terrain import PlaceTerrain
from ..setting import Setting
from ..shooting.breath import Breathe
from ..shooting.machines import Aim
from ..special.turns import Face
from ..state import NOBODY, State
from .view import view


def imagined(known: State, question: Question, answer: Answer) -> State | None:
    """The table after an order, lawful or not; nothing for what moves no unit."""
    stand = _stand(question, answer)
    if stand is None:
        return None
    number = getattr(question, "number", NOBODY)
    state = known.copy()
    unit = state.units[number]
    if unit.host != NOBODY:
        host = state.units[unit.host]
        host.leaders = tuple(one for one in host.leaders if one != number)
    unit.fate, unit.host, unit.building = "standing", NOBODY, NOBODY
    set_stance(unit, stand)
    return state


def _stand(question: Question, answer: Answer) -> Stance | None:
    if isinstance(question, Move):
        return _furthest(question.start, answer).stance if isinstance(answer, list | tuple) else None
    if isinstance(question, Deploy | Arrive):
        return question.stand(answer) if isinstance(answer, dict) and "at" in answer else None
    if isinstance(question, Reform):
        stand = question.stand(answer)
        return None if isinstance(stand, Refusal) else stand
    return None


def _furthest(start: Course, order: Answer) -> Course:
    """The acts that can be made, one after the other; those after the first that cannot are left out."""
    course = start.afresh()
    for act in order:
        trial = course.afresh()
        trial.stops = list(course.stops)
        if not isinstance(act, list | tuple) or not act or act[0] not in ACTS:
            break
        if ACTS[act[0]](trial, list(act[1:])) is not None:
            break
        course = trial
    return course


def preview(setting: Setting, known: State, question: Question, answer: Answer) -> Any:
    """The blocks or outlines an order would lead to, as far as it can be understood, lawful or not."""
    if (state := imagined(known, question, answer)) is not None:
        found = [block for block in view(setting, state, question.side).blocks if block.id == question.about]
        short = isinstance(question, Move) and isinstance(question.check(answer), Refusal)
        return {"blocks": msgspec.to_builtins(found)} | ({"short": True} if short else {})
    outlines = _outlines(question, answer)
    return {"outlines": outlines} if outlines else None


def _outlines(question: Question, answer: Answer) -> list[Any]:
    if isinstance(question, PlaceTerrain) and isinstance(answer, dict) and "at" in answer:
        return [question.feature(answer).points]
    if isinstance(question, Aim) and isinstance(answer, dict) and "at" in answer:
        return [round_outline((answer["at"][0], answer["at"][1]), inches(1.5))]
    if isinstance(question, Breathe) and type(answer) is int:
        return [Teardrop().outline(body(question.fight, question.number).front, bearing(answer))]
    return []


# --- what it could be told ------------------------------------------------------------------------------------


def order_data(question: Question, names: Names) -> Any:
    """What a page needs to let a person put an order together."""
    if isinstance(question, Move):
        return _move_data(question)
    if isinstance(question, Deploy):
        return _deploy_data(question)
    if isinstance(question, Arrive):
        files = question.fight.state.units[question.number].files
        return {"form": "place", "piece": question.about, "files": [files, files], "scouts": True}
    if isinstance(question, Aim | PlaceTerrain):
        return {"form": "point", "turns": isinstance(question, PlaceTerrain)}
    if isinstance(question, Breathe | Direction | Face):
        return {"form": "facing"}
    if isinstance(question, Reform):
        return _reform_data(question)
    if isinstance(question, Allocation):
        titles = {name: called(name, names) for name in question.capacity}
        return {"form": "shares", "most": question.capacity, "total": question.total, "titles": titles}
    return None


def _reform_data(question: Reform) -> dict[str, Any]:
    unit = question.fight.state.units[question.number]
    pose = {"front": unit.point, "facing": unit.facing, "files": unit.files}
    return {
        "form": "reform",
        "piece": question.about,
        "files": list(widths(question.fight, question.number)),
        "pose": pose,
    }


def _move_data(question: Move) -> dict[str, Any]:
    course, fight = question.start, question.fight
    acts = ["go", "pivot" if course.single else "wheel", "back", "side"]
    if not course.single and not course.within:
        acts += ["reform", "reorganise"]
    if flies(fight, question.number):
        acts.append("fly")
    return {
        "form": "ranked march",
        "piece": question.about,
        "allowance": course.pace,
        "left": course.left,
        "march": course.no_march is None,
        "pose": {"front": course.stance.front, "facing": course.stance.facing, "files": course.stance.files},
        "models": len(course.here.bases),
        "width": course.here.width,
        "files": list(widths(fight, question.number)),
        "single": course.single,
        "reforms_freely": course.free,
        "acts": acts,
        "hosts": _hosts(question),
    }


def _hosts(question: Move) -> list[str]:
    if not kind(question.fight, question.number).character:
        return []
    return [question.fight.state.units[host].name for host in hosts(question.fight, question.number)]


def _deploy_data(question: Deploy) -> dict[str, Any]:
    fight, unit = question.fight, question.fight.state.units[question.number]
    return {
        "form": "place",
        "piece": question.about,
        "models": ranked_models(fight, question.number),
        "files": list(widths(fight, question.number)),
        "pose": {"facing": home_facing(fight, unit.side), "files": unit.files},
        "zone": zone_outline(fight, unit.side),
        "scouts": question.scouting,
    }
