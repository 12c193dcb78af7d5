"""Orders put together at a keyboard, word by word: moves, places, a feature of terrain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.field.compass import FULL_TURN, ahead, aside
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Refusal

from ..bodies import loose, set_places, single
from ..charging.facing import Facing
from ..figure import inches
from ..magic.places import Place
from ..moving.course import Course
from ..moving.manoeuvres import in_ranks
from ..moving.orders import Move
from ..moving.stride import take
from ..opening.deployment import Deploy
from ..opening.setup import LIMITS, PlaceFeature
from ..setting import Fight
from ..state import Feature, State
from .names import degrees, length, place
from .order_words import deploy_words, facing_words, feature_words, move_words, place_words, why_not_done
from .sentences import Names

READY = "Lawful. `go` gives the order, `board` shows it, `drop` forgets it."


class Unclear(ValueError):
    """Words that are no order; the message says what would be one."""


def number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise Unclear(f"{word!r} is no number") from None


def numbers(words: Sequence[str], example: str, least: int, most: int) -> list[float]:
    if not least <= len(words) <= most:
        raise Unclear(f"write it like this: {example}")
    return [number(word) for word in words]


def clauses(words: Sequence[str], keys: Sequence[str]) -> dict[str, list[str]]:
    """'at 30 12 facing 0' as {'at': ['30', '12'], 'facing': ['0']}."""
    found: dict[str, list[str]] = {}
    for word in words:
        if word in keys:
            found[word] = []
        elif not found or word.isalpha():
            raise Unclear(f"{word!r} is not understood there; after {', '.join(keys)} stand numbers")
        else:
            found[list(found)[-1]].append(word)
    return found


# --- moves ---------------------------------------------------------------------------------------------------


class MoveDraft:
    """A move act by act; it may be unlawful on the way as long as it ends well."""

    help = (
        "  forward 5               straight ahead; several acts in one line: forward 3, right 30 4\n"
        "  right 30 4, left 30 4   4 inches in a direction 30 degrees to the right or left; a unit turns into it\n"
        "  to 30.5 22              straight to a point of the table\n"
        "  pivot 45, pivot -45     swing to the right or left about the middle of the front\n"
        "  face 90                 how a single model looks in the end: 0 is the far edge, 90 right\n"
        "  flip, dash, pikes       turn about; D3 inches more; throw the pikes away\n"
        "  reform 6, form 6        another front for a unit, for a loose group\n"
        "  wedge 1                 form a wedge of so many points; reform 6 leaves it\n"
        "  aside 2, aside -2       shift to the right or left without turning\n"
        "  over orcs, fly, land, land orcs, join guard, fight 3, reinforce guard, divide\n"
        "  split 8 at 30 12 facing 0 files 4      8 models go there, the rest stays\n"
        "  merge guard/2 at 30 12 facing 0 files 6\n"
        "  back, stay              forget the last act; forget all of them"
    )

    def __init__(self, question: Move):
        self.question = question
        self.acts: list[list[Any]] = []

    @property
    def answer(self) -> Answer:
        return [list(act) for act in self.acts]

    def take(self, words: list[str]) -> str | Refusal | None:
        if words == ["stay"]:
            self.acts = []
            return "Draft: stay. `go` twice gives the order."
        if words == ["back"]:
            self.acts = self.acts[:-1]
            return self._standing()
        if words[0] not in SPOKEN:
            return None
        try:
            return self._add(" ".join(words).split(","))
        except Unclear as unclear:
            return Refusal("", str(unclear))

    def _add(self, said: list[str]) -> str | Refusal:
        """Nothing is taken if one of the acts cannot be done where the one before has led."""
        course, acts = self._course(), list(self.acts)
        for part in said:
            words = part.split()
            if not words or words[0] not in SPOKEN:
                raise Unclear(f"{part.strip()!r} is no act; ? lists them")
            act = SPOKEN[words[0]](course, words[1:])
            if refusal := why_not_done(course, act):
                return refusal
            acts.append(act)
        self.acts = acts
        return self._standing()

    def _course(self) -> Course:
        if isinstance(planned := self.question.plan(self.acts), Course) and planned.short:
            return planned.afresh()
        course = self.question.start.afresh()
        for act in self.acts:
            why_not_done(course, act)
        return course

    def _standing(self) -> str:
        """Where the piece would stand, what that costs, and what is still wrong."""
        verdict, course = self.question.check(self.acts), self._course()
        where = f"front at {place(course.stance.front)}, facing {degrees(course.stance.facing)}"
        lines = [f"Draft: {move_words(self.question, self.acts)}.", f"Then: {where}; {length(course.left)} left."]
        if isinstance(verdict, Refusal):
            fight = self.question.fight
            why = Names(fight.setting, fight.state.pieces).words(verdict.why, self.question.number)
            return "\n".join([*lines, f"Not lawful yet: {why} [{verdict.rule}]"])
        return "\n".join([*lines, READY])

    def state(self) -> State:
        course, state = self._course(), self.question.fight.state.copy()
        piece, stance = state.pieces[self.question.number], course.stance
        if piece.standing:
            (piece.x, piece.y), piece.facing, piece.places = stance.front, stance.facing, stance.places
            piece.narrow = stance.files if stance.files != piece.files else 0
            piece.bend, piece.airborne = course.bend, course.airborne
        return state


Spoken = Callable[[Course, list[str]], list[Any]]


def _forward(course: Course, words: list[str]) -> list[Any]:
    (far,) = numbers(words, "forward 5", 1, 1)
    return ["go", *ahead(course.stance.front, course.stance.facing, inches(far))]


def _oblique(course: Course, words: list[str], side: int) -> list[Any]:
    angle, far = numbers(words, "right 30 4", 2, 2)
    way = course.stance.facing + side * round(angle * 100)
    return ["go", *ahead(course.stance.front, way, inches(far))]


def _to(course: Course, words: list[str]) -> list[Any]:
    narrow = words[2:] == ["narrow"]
    x, y = numbers(words[:2] if narrow else words, "to 30.5 22", 2, 2)
    return ["go", inches(x), inches(y), *(["narrow"] if narrow else [])]


def _pivot(course: Course, words: list[str]) -> list[Any]:
    (angle,) = numbers(words, "pivot 45", 1, 1)
    return ["pivot", (course.stance.facing + round(angle * 100)) % FULL_TURN]


def _face(course: Course, words: list[str]) -> list[Any]:
    (angle,) = numbers(words, "face 90", 1, 1)
    return ["face", round(angle * 100) % FULL_TURN]


def _aside(course: Course, words: list[str]) -> list[Any]:
    (far,) = numbers(words, "aside 2", 1, 1)
    return ["reorganise", *aside(course.stance.front, course.stance.facing, inches(far))]


def _counted(act: str) -> Spoken:
    def spoken(course: Course, words: list[str]) -> list[Any]:
        (amount,) = numbers(words, f"{act} 6", 1, 1)
        return [act, int(amount)]

    return spoken


def _model(course: Course, words: list[str]) -> list[Any]:
    (amount,) = numbers(words, "fight 3", 1, 1)
    return ["fight", int(amount) - 1]


def _named(act: str) -> Spoken:
    return lambda course, words: [act, *words]


def _spot(said: dict[str, list[str]], course: Course) -> list[int]:
    x, y = numbers(said.get("at", []), "at 30 12 facing 0 files 4", 2, 2)
    (facing,) = numbers(said.get("facing", [str(course.stance.facing / 100)]), "facing 0", 1, 1)
    (files,) = numbers(said.get("files", [str(course.stance.files)]), "files 4", 1, 1)
    return [inches(x), inches(y), round(facing * 100) % FULL_TURN, int(files)]


def _split(course: Course, words: list[str]) -> list[Any]:
    (models,) = numbers(words[:1], "split 8 at 30 12 facing 0 files 4", 1, 1)
    said = clauses(words[1:], ("at", "facing", "files", "with", "command"))
    (x, y), facing, files, _ = course.stance
    order: dict[str, Any] = {"models": int(models), "stay": [x, y, facing, files], "go": _spot(said, course)}
    if "with" in said:
        order["with"] = said["with"]
    if "command" in said:
        order["command"] = "go"
    return ["split", order]


def _merge(course: Course, words: list[str]) -> list[Any]:
    if not words:
        raise Unclear("expected: merge guard/2 at 30 12 facing 0 files 6")
    return ["remerge", words[0], *_spot(clauses(words[1:], ("at", "facing", "files")), course)]


SPOKEN: dict[str, Spoken] = {
    "forward": _forward, "to": _to, "pivot": _pivot, "wheel": _pivot, "face": _face, "aside": _aside,
    "right": lambda course, words: _oblique(course, words, 1),
    "left": lambda course, words: _oblique(course, words, -1),
    "reform": _counted("reform"), "form": _counted("form"), "wedge": _counted("wedge"), "fight": _model,
    "split": _split, "merge": _merge,
    "flip": _named("flip"), "dash": _named("dash"), "pikes": _named("drop"), "fly": _named("fly"),
    "land": _named("land"), "over": _named("over"), "join": _named("join"), "reinforce": _named("reinforce"),
    "divide": _named("divide"),
}  # fmt: skip
"""What may be typed, and the act it stands for where the piece has come to."""


# --- places --------------------------------------------------------------------------------------------------


class DeployDraft:
    """A place in the own zone; it begins with the first offer and is changed from there."""

    help = (
        "  at 30 12 facing 0 files 5   the middle of its front, where it looks, how wide it stands\n"
        "  wedge 1                     in a wedge of so many points\n"
        "  shift 2 0                   2 inches to the right (left and back are negative)"
    )

    def __init__(self, question: Deploy):
        self.question = question
        offers = question.suggest(1)
        self.order: dict[str, Any] = dict(offers[0]) if offers else {}

    @property
    def answer(self) -> Answer:
        return dict(self.order)

    def take(self, words: list[str]) -> str | Refusal | None:
        if words[0] not in ("at", "facing", "files", "wedge", "shift"):
            return None
        try:
            order = self.order | (self._shifted(words[1:]) if words[0] == "shift" else self._said(words))
        except Unclear as unclear:
            return Refusal("", str(unclear))
        for shape, other in (("files", "wedge"), ("wedge", "files")):
            if shape in words:
                order.pop(other, None)
        if isinstance(verdict := self.question.check(order), Refusal):
            return verdict
        self.order = order
        return f"Draft: {deploy_words(self.question, order)}.\n{READY}"

    def _said(self, words: list[str]) -> dict[str, Any]:
        said, found = clauses(words, ("at", "facing", "files", "wedge")), dict[str, Any]()
        if "at" in said:
            found["at"] = [inches(part) for part in numbers(said["at"], "at 30 12", 2, 2)]
        if "facing" in said:
            found["facing"] = round(numbers(said["facing"], "facing 0", 1, 1)[0] * 100) % FULL_TURN
        if "files" in said:
            found["files"] = int(numbers(said["files"], "files 5", 1, 1)[0])
        if "wedge" in said:
            found["wedge"] = int(numbers(said["wedge"], "wedge 1", 1, 1)[0])
        return found

    def _shifted(self, words: list[str]) -> dict[str, Any]:
        right, on = numbers(words, "shift 2 0", 2, 2)
        if "at" not in self.order:
            raise Unclear("there is no place yet to be shifted: at 30 12")
        x, y = self.order["at"]
        return {"at": [x + inches(right), y + inches(on)]}

    def state(self, known: State | None = None) -> State:
        """The battle with the piece in its place, or what a player knows of it."""
        number, state = self.question.number, (known or self.question.fight.state).copy()
        if "at" in self.order:
            fight: Fight = Battle(self.question.fight.setting, state, Scripted())
            piece, body = state.pieces[number], self.question.body(self.order)
            piece.fate, (piece.x, piece.y), piece.facing = "standing", body.front, body.facing
            piece.files, piece.wedge = body.files, self.order.get("wedge", 0)
            if loose(fight, number) and not single(fight, number):
                places = in_ranks(fight, number, body.front, body.facing, body.files)
                set_places(fight, number, places, body.facing)
        return state


class FacingDraft:
    """How a piece is turned on the spot."""

    help = (
        "  face 90             0 is the far edge, 90 the right one\n"
        "  right 30, left 30   turned by so many degrees from how it stands"
    )

    def __init__(self, question: Facing):
        self.question = question
        self.answer: Answer = question.now

    def take(self, words: list[str]) -> str | Refusal | None:
        if words[0] not in ("face", "right", "left"):
            return None
        try:
            (angle,) = numbers(words[1:], f"{words[0]} 30", 1, 1)
        except Unclear as unclear:
            return Refusal("", str(unclear))
        start, sign = (0, 1) if words[0] == "face" else (self.question.now, 1 if words[0] == "right" else -1)
        facing = (start + sign * round(angle * 100)) % FULL_TURN
        if isinstance(verdict := self.question.check(facing), Refusal):
            return verdict
        self.answer = facing
        return f"Draft: {facing_words(self.question, facing)}.\n{READY}"

    def state(self, known: State | None = None) -> State:
        """The battle with the piece turned, or what a player knows of it."""
        state, number = (known or self.question.fight.state).copy(), self.question.number
        if self.answer != self.question.now:
            fight: Fight = Battle(self.question.fight.setting, state, Scripted())
            take(fight, number, self.question.stand(self.answer))
        return state


class FeatureDraft:
    """The extra feature of terrain."""

    help = (
        "  hill at 30 8, wood at 30 8, shallow water at 30 8   its kind and its middle\n"
        "  hill at 30 8 size 10 6 turn 20                      smaller, and turned by so many degrees"
    )

    def __init__(self, question: PlaceFeature):
        self.question = question
        self.order: dict[str, Any] = {}

    @property
    def answer(self) -> Answer:
        return dict(self.order)

    def take(self, words: list[str]) -> str | Refusal | None:
        kind = next((kind for kind in LIMITS if words[: len(kind.split())] == kind.split()), None)
        if kind is None:
            return None
        try:
            order = {"kind": kind, **self._said(words[len(kind.split()) :])}
        except Unclear as unclear:
            return Refusal("", str(unclear))
        if isinstance(verdict := self.question.check(order), Refusal):
            return verdict
        self.order = order
        return f"Draft: {feature_words(order)}.\n{READY}"

    def _said(self, words: list[str]) -> dict[str, Any]:
        said = clauses(words, ("at", "size", "turn"))
        found: dict[str, Any] = {"middle": [inches(part) for part in numbers(said.get("at", []), "at 30 8", 2, 2)]}
        if "size" in said:
            found["size"] = [inches(part) for part in numbers(said["size"], "size 10 6", 2, 2)]
        if "turn" in said:
            found["turn"] = round(numbers(said["turn"], "turn 20", 1, 1)[0] * 100)
        return found

    def state(self) -> State:
        state = self.question.state.copy()
        if self.order and isinstance(made := self.question.feature(self.order), Feature):
            state.terrain = (*state.terrain, made)
        return state


class PlaceDraft:
    """Where a spell is cast."""

    help = (
        "  at 30 12            the place, in inches from the near left corner\n"
        "  at 30 12 turn 45    turned by so many degrees, for what is laid there"
    )

    def __init__(self, question: Place):
        self.question = question
        self.answer: Answer = question.suggest(1)[0]

    def take(self, words: list[str]) -> str | Refusal | None:
        if words[0] != "at":
            return None
        try:
            x, y = numbers(words[1:3], "at 30 12", 2, 2)
            turn = numbers(words[4:], "at 30 12 turn 45", 1, 1) if words[3:4] == ["turn"] else []
        except Unclear as unclear:
            return Refusal("", str(unclear))
        order = {"at": [inches(x), inches(y)], **({"turn": round(turn[0] * 100)} if turn else {})}
        if isinstance(verdict := self.question.check(order), Refusal):
            return verdict
        self.answer = order
        return f"Draft: {place_words(order)}.\n{READY}"

    def state(self) -> State:
        return self.question.fight.state.copy()
