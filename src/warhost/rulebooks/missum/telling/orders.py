"""Orders in the making: in words, on the page, and how the table would look."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from warhost.engine.field.compass import HALF_TURN, RIGHT_ANGLE, Angle, Point, ahead, bearing, veered
from warhost.engine.order import planned
from warhost.engine.question import Answer, Question, Refusal
from warhost.engine.saying import ABOUT, TURNS, WAY_WORDS, parts_of, spoken

from ..library import MM
from ..magic.places import SpellPlace
from ..moving.acts import ACTS
from ..moving.allowance import charge_bonus, may_charge
from ..moving.course import Course
from ..moving.orders import March
from ..opening.drawing_up import DrawUp
from ..opening.terrain_rolls import PlaceFeature
from ..opening.zones import LINE_DEPTH, SCREEN_DEPTH, placed, zone
from ..setting import Setting
from ..shooting.volley import AimAt
from ..state import State
from .names import MissumNames

SAYINGS = (
    ("forward 75", "go straight on, in millimetres"),
    ("left 40", "drift forward to the left"),
    ("wheel right 20", "wheel by so many degrees"),
    ("turn left", "change facing by a quarter; turn about by half"),
    ("charge 150", "declare the charge and go straight on"),
    ("form 12", "so many files"),
    ("defend", "a defensive formation; reform leaves it"),
    ("climb 100", "fly at this height"),
)
QUARTER = {"left": -RIGHT_ANGLE, "right": RIGHT_ANGLE}


class MarchDraft:
    """An order put together from words."""

    sayings: Sequence[tuple[str, str]] = SAYINGS
    words: Sequence[str] = (
        *WAY_WORDS, *TURNS, *ABOUT, "charge", "form", "defend", "reform", "climb", "stay", "go",
        "spread", "swing",
    )  # fmt: skip

    def __init__(self, question: March):
        self.question = question
        self.answer: Answer = []
        self.wanted: Answer = None

    def resume(self, answer: Answer) -> None:
        self.answer = list(answer)

    def take(self, words: list[str]) -> str | Refusal | None:
        acts = list(self.answer) if words[:1] == ["then"] else []
        for part in parts_of(words):
            made = self._act(part, acts)
            if made is None:
                return None
            acts += made
        self.wanted = acts
        if refusal := self.question.refuse(acts):
            return refusal
        self.answer = acts
        return self.question.label(acts, _names(self.question))

    def _act(self, words: list[str], acts: list[Any]) -> list[Any] | None:
        said = spoken(words)
        number = said.numbers[0] if said.numbers else None
        course = self._course(acts)
        front, facing = course.piece.stance.front, course.piece.facing
        if said.verb == "stay":
            return []
        if said.verb in ("form", "climb", "spread") and number is not None:
            word = {"climb": "height"}.get(said.verb, said.verb)
            return [[word, int(number) if word == "form" else round(number * MM)]]
        if said.verb in ("defend", "reform"):
            return [["square", int(said.verb == "defend")]]
        if said.verb == "swing" and said.ways:
            return [["swing", said.ways[0]]]
        if said.about:
            return [["turn", HALF_TURN]]
        if said.verb in ("turn", "face") and said.ways and number is None:
            return [["turn", QUARTER[said.ways[0]]]] if said.ways[0] in QUARTER else None
        if said.verb in TURNS and number is not None:
            sign = -1 if "left" in said.ways else 1
            return [["face", veered(facing, sign * round(number * 100))]]
        return _leg(said.verb, said.ways, number, front, facing, course)

    def _course(self, acts: list[Any]) -> Course:
        found = planned(self.question.start, acts, ACTS, "mis.turn.activation")
        return found if isinstance(found, Course) else self.question.start

    def state(self) -> Any:
        return imagined(self.question.fight.setting, self.question.fight.state, self.question, self.answer)


def _leg(
    verb: str, ways: tuple[str, ...], number: float | None, front: Point, facing: Angle, course: Course
) -> list[Any] | None:
    """'forward 75', 'left 40', 'charge 150'."""
    turns = {"forward": 0, "left": -4500, "right": 4500, "back": HALF_TURN}
    if verb not in ("", "go", "charge", "move", "march", "advance"):
        return None
    if not ways and verb != "charge":
        return None
    far = number if number is not None else (course.left / MM + (75 if verb == "charge" else 0))
    by = turns[ways[0]] if ways and verb != "charge" else 0
    if course.loose and ways and ways[0] in ("left", "right"):
        by *= 2
    leg = ["go", *ahead(front, veered(facing, by), round(far * MM))]
    return [["charge"], leg] if verb == "charge" else [leg]


def _names(question: March | AimAt) -> MissumNames:
    return MissumNames(question.fight.setting)


# --- for pages -----------------------------------------------------------------------------------------------


def order_data(setting: Setting, known: State, question: Question) -> Any:
    """What a page needs to let a person put an order together."""
    if isinstance(question, March):
        return _march_data(question)
    if isinstance(question, SpellPlace):
        single = question.cast.type == 1  # each figure for itself, or an Arm that covers ground
        return {"form": "spell", "turns": question.turns, "line": single, "half": not single}
    if isinstance(question, PlaceFeature):
        return {"form": "point", "turns": False}
    if isinstance(question, DrawUp):
        zones = [zone(setting, question.side, LINE_DEPTH), zone(setting, question.side, SCREEN_DEPTH)]
        return {"form": "drawing up", "places": question.standard, "zones": zones}
    return _aim_data(question) if isinstance(question, AimAt) else None


def _aim_data(question: AimAt) -> dict[str, Any]:
    names = _names(question)
    return {
        "form": "shares",
        "most": question.capacity,
        "titles": {name: str(names.piece(name)) for name in question.capacity},
        "ticks": {"team": "In pairs: one loads, one shoots"} if question.teams else {},
    }


def _march_data(question: March) -> dict[str, Any]:
    course = question.start
    stance = course.stance
    acts = ["go", "face", "form"] + [
        act for act in ("turn", "charge", "square", "height", "swing") if _may(question, act)
    ]
    return {
        "form": "legion",
        "piece": question.about,
        "left": course.left,
        "allowance": course.whole,
        "pose": {"front": stance.front, "facing": stance.facing, "files": stance.files},
        "models": max(1, course.piece.figures),
        "files": [1, max(1, course.piece.figures)],
        "single": course.loose,
        "height": course.piece.height,
        "bonus": charge_bonus(question.fight),
        "square": course.piece.square,
        "acts": acts,
    }


def _may(question: March, act: str) -> bool:
    tries: dict[str, list[Any]] = {
        "turn": ["turn", HALF_TURN], "square": ["square", int(not question.start.piece.square)],
        "height": ["height", question.start.piece.height], "swing": ["swing", "left"],
    }  # fmt: skip
    if act == "charge":
        return may_charge(question.fight, question.number, question.start.piece) is None
    if act == "swing":
        return any(question.refuse([["swing", side]]) is None for side in ("left", "right"))
    return question.refuse([tries[act]]) is None


def imagined(setting: Setting, known: State, question: Question, answer: Answer) -> State | None:
    """The table after an order, lawful as far as it goes."""
    if isinstance(question, March):
        return _moved(known, question, answer)
    if isinstance(question, DrawUp):
        found = question.whole(answer)
        if isinstance(found, Refusal):
            return None
        state = known.copy()
        for name, spot in found.items():
            number = setting.number[name]
            state.pieces[number] = placed(state.pieces[number], spot)
            state.pieces[number].fate = "standing"
        return state
    return None


def aims(question: Question, answer: Answer) -> list[str] | None:
    """At whom an order to shoot is given."""
    return [name for name in answer if name in question.capacity] if isinstance(question, AimAt) else None


def stopped(question: Question, answer: Answer) -> str:
    """What ends a lawful move before it is where it was sent."""
    found = question.plan(answer) if isinstance(question, March) else None
    return found.why if isinstance(found, Course) else ""


def _moved(known: State, question: March, order: Answer) -> State | None:
    """Where the acts that can be done lead; beyond that where the hand is."""
    course: Course | None = None
    acts = list(order) if isinstance(order, list | tuple) else []
    for length in range(len(acts), -1, -1):
        found = planned(question.start, acts[:length], ACTS, "mis.turn.activation")
        if isinstance(found, Course):
            course = found
            break
    if course is None:
        return None
    state = known.copy()
    piece = copy(course.piece)
    for act in acts[length:]:
        if act[:1] == ["go"] and len(act) == 3 and all(type(v) is int for v in act[1:]):
            piece.x, piece.y = act[1], act[2]
        elif act[:1] == ["face"] and len(act) == 2 and type(act[1]) is int:
            piece.facing = bearing(act[1])
    state.pieces[question.number] = piece
    return state


def outlines(question: Question, answer: Answer) -> list[tuple[Point, ...]] | None:
    """What a spell or a feature would cover."""
    if isinstance(question, SpellPlace) and question.refuse(answer) is None:
        return list(question.outlines(question.placed(answer)))
    return None
