"""Orders in the making, for pages: how a piece would stand, and what it could be told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.field.compass import bearing, heading
from warhost.engine.field.stance import Stance
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Question, Refusal

from ..bodies import set_aloft, set_inside, strength
from ..charging.facing import Facing
from ..land.spot import Spot
from ..magic.places import Place
from ..moving.climbing import lined_up
from ..moving.course import Course
from ..moving.flying import flight
from ..moving.manoeuvres import least_front
from ..moving.orders import Move
from ..moving.parts import leading
from ..moving.reading import read_spot
from ..moving.stride import take
from ..moving.wedges import may_wedge, most_points, wedge_files, why_not_wedged
from ..opening.deployment import Deploy, fronts
from ..opening.scouting import Scout
from ..opening.setup import PlaceFeature, zone_of_side
from ..setting import Fight, Setting
from ..state import NOBODY, Piece, Player, State
from .drafts import DeployDraft, FacingDraft
from .everyday import turning_act
from .order_words import why_not_done
from .overlays import would_lie
from .view import view

AT_ONCE = ("flip", "dash", "drop", "fly", "land", "divide", "leave")  # acts that need no more words


# --- how it would look ---------------------------------------------------------------------------------------


def imagined(setting: Setting, known: State, question: Question, answer: Answer) -> State | None:
    """The table as a player knows it after an order, lawful or not; nothing for what moves no piece."""
    if isinstance(question, Move):
        return _moved(question, known, answer)
    if isinstance(question, Deploy):
        draft = DeployDraft(question)
        draft.resume(answer)
        return draft.state(known)
    if isinstance(question, Facing):
        turning = FacingDraft(question)
        turning.answer = answer
        return turning.state(known)
    return None


def preview(setting: Setting, known: State, question: Question, answer: Answer) -> Any:
    """The blocks or outlines an order would lead to, as far as it can be understood, lawful or not."""
    if (state := imagined(setting, known, question, answer)) is not None:
        found = [block for block in view(setting, state, question.side).blocks if block.id == question.about]
        short = isinstance(question, Move) and _wanted(question, answer).short > 0
        return {"blocks": msgspec.to_builtins(found)} | ({"short": True} if short else {})
    if isinstance(question, PlaceFeature):
        made = question.feature(answer) if answer else None
        return {"outlines": [] if made is None or isinstance(made, Refusal) else [made.points]}
    outlines = would_lie(setting, known, question, answer)
    return {"outlines": outlines} if outlines else None


def _moved(question: Move, known: State, order: Sequence[Any]) -> State:
    course, state = _wanted(question, order), known.copy()
    piece, stance = state.pieces[question.number], course.stance
    piece.fate, piece.host = "standing", NOBODY
    (piece.x, piece.y), piece.facing, piece.places = stance.front, stance.facing, stance.places
    piece.narrow = 0 if stance.files == piece.files else stance.files
    piece.bend, piece.airborne = course.bend, course.airborne
    piece.turn.spent += course.spent
    _reshape(question, piece, order[-1] if order else [""])
    _climb(question, state, order)
    return state


def _climb(question: Move, state: State, order: Sequence[Any]) -> None:
    """On another floor of a fortress, if it comes there in this turn.  [tp.siege.levels]"""
    planned = question.plan(order)
    if not order or order[-1][0] != "climb" or isinstance(planned, Refusal) or not planned.goes_on:
        return
    twin: Fight = Battle(question.fight.setting, state, Scripted())
    _, goal, *spot = order[-1]
    set_inside(twin, question.number, 0)
    set_aloft(twin, question.number, goal.startswith("top"))
    arrives = state.pieces[question.number]
    arrives.leaders = leading(arrives, planned.arriving)
    arrives.models = planned.arriving - len(arrives.leaders)
    arrives.stacked = False
    take(twin, question.number, lined_up(twin, question.number, read_spot(spot[:4])))


def _reshape(question: Move, piece: Piece, act: Sequence[Any]) -> None:
    """A wedge formed or left by the last act, if its check is passed."""
    if act[0] == "wedge" and why_not_wedged(question.fight, question.number, int(act[1])) is None:
        piece.wedge, piece.narrow = int(act[1]), 0
        piece.files = wedge_files(question.fight, question.number, piece.wedge)
    elif act[0] == "reform" and piece.wedge:
        piece.wedge, piece.files, piece.narrow = 0, max(1, int(act[1])), 0


def _wanted(question: Move, order: Sequence[Any]) -> Course:
    """The lawful part of an order, and beyond that where the player would like to have the piece; one whose
    movement ends on the way, where it stops."""
    if isinstance(planned := question.plan(order), Course) and planned.short:
        return planned
    lawful = _followed(question.start.afresh(), order)
    course = question.start.afresh()
    _followed(course, order[:lawful])
    for act in order[lawful:]:
        _imagine(course, act)
    return course


def _followed(course: Course, order: Sequence[Any]) -> int:
    """How many acts can be done. The first that cannot leaves the course useless."""
    for place, act in enumerate(order):
        stops = len(course.stops)
        if why_not_done(course, act) is not None:
            return place
        if len(course.stops) == stops:
            _imagine(course, act)
    return len(order)


def _imagine(course: Course, act: Sequence[Any]) -> None:
    if act[0] in IMAGINED:
        course.stance, course.bend = IMAGINED[act[0]](course, act[1:]), ()


def _gone(course: Course, args: Sequence[Any]) -> Stance:
    stance = _shifted(course, args)
    if not course.formed or stance.front == course.stance.front:
        return stance
    return stance._replace(facing=heading(course.stance.front, stance.front))


def _shifted(course: Course, args: Sequence[Any]) -> Stance:
    here, there = course.stance.front, (int(args[0]), int(args[1]))
    dx, dy = there[0] - here[0], there[1] - here[1]
    return course.stance._replace(front=there, places=tuple((x + dx, y + dy) for x, y in course.stance.places))


def _turned(course: Course, args: Sequence[Any]) -> Stance:
    return course.stance._replace(facing=bearing(int(args[0])))


def _widened(course: Course, args: Sequence[Any]) -> Stance:
    return course.stance._replace(files=max(1, min(int(args[0]), course.models)))


IMAGINED: dict[str, Callable[[Course, Sequence[Any]], Stance]] = {
    "go": _gone, "reorganise": _shifted, "pivot": _turned, "face": _turned, "reform": _widened,
}  # fmt: skip
"""Where an act would leave a piece that is not there yet: because dice come first, or because it may not."""


# --- what it could be told -----------------------------------------------------------------------------------


def order_data(setting: Setting, known: State, question: Question) -> Any:
    """What a page needs to let a person put an order together."""
    if isinstance(question, Move):
        return _move_data(question)
    if isinstance(question, Deploy):
        return _deploy_data(question)
    if isinstance(question, PlaceFeature):
        zone = zone_of_side(setting, known, Player(question.side)).outline.points
        kinds = {kind: list(most) for kind, most in question.limits.items()}
        return {"form": "feature", "kinds": kinds, "zone": zone}
    if isinstance(question, Place | Spot):
        return {"form": "point", "turns": isinstance(question, Place) and question.turns}
    if isinstance(question, Facing):
        return {"form": "facing"}
    return None


def _move_data(question: Move) -> dict[str, Any]:
    fight, course = question.fight, question.start
    stance, loosely = course.stance, bool(course.stance.places)
    shapes = [] if course.single else ["form" if loosely else "reform", "reorganise", "split"]
    shapes = [shape for shape in shapes if shape != "reorganise" or not course.wheels]
    points = most_points(fight, question.number) if may_wedge(fight, question.number) is None else 0
    shapes += ["wedge"] if points else []
    at_once = [act for act in AT_ONCE if question.refuse([[act]]) is None]
    told = ["go", turning_act(question), *shapes, *at_once]
    if course.piece.underway:  # its ways are suggested
        told = []
    return {
        "form": "regiment",
        "piece": question.about,
        "allowance": course.all,
        "left": course.left,
        "pose": {"front": stance.front, "facing": stance.facing, "files": stance.files},
        "models": course.models,
        "files": [1 if course.single else least_front(fight, question.number), course.models],
        "single": course.single,
        "points": points,
        "wedge": course.piece.wedge,
        "flight": flight(fight, question.number) if "fly" in at_once else 0,
        "acts": told,
    }


def _deploy_data(question: Deploy) -> dict[str, Any]:
    fight, allowed = question.fight, fronts(question.fight, question.number)
    usual = question.body({"at": [0, 0]})
    points = most_points(fight, question.number) if may_wedge(fight, question.number) is None else 0
    return {
        "form": "regiment place",
        "piece": question.about,
        "models": strength(fight, question.number),
        "files": [allowed[0], allowed[-1]],
        "points": points,
        "pose": {"facing": usual.facing, "files": usual.files},
        "zone": zone_of_side(fight.setting, fight.state, Player(question.side)).outline.points,
        "scouts": isinstance(question, Scout),
    }
