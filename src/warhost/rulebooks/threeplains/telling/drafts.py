"""Orders put together at a keyboard, word by word: moves, places, a feature of terrain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.drafting import READY, SaidDraft
from warhost.engine.field.compass import aside, of_degrees, veered
from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Refusal
from warhost.engine.saying import TURNS, WAY_WORDS, Unclear, parts_of, spoken, turned

from ..bodies import loose, set_places, single
from ..charging.facing import Facing
from ..figure import inches
from ..land.spot import Spot
from ..magic.places import Place
from ..moving.course import Course
from ..moving.manoeuvres import in_ranks
from ..moving.orders import Move
from ..moving.stride import take
from ..opening.deployment import Deploy
from ..opening.setup import PlaceFeature
from ..setting import Fight
from ..state import Feature, State
from ..wording import degrees, length, place
from .everyday import FRONTS, act_of, act_told, everyday, order_told
from .names import Names
from .order_words import deploy_words, facing_words, feature_words, move_words, place_words, why_not_done

NARROW = "narrow"


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

    sayings = (
        ("4 forward", "inches straight ahead; several acts in one line: 3 forward, right 30 4"),
        ("left 30 4", "4 inches on, 30 degrees to the left; a group turns that way"),
        ("left 3, back 2", "shift without turning: for groups an order of its own, with a check"),
        ("to 30.5 22", "to a point: inches from the left and up the table"),
        ("pivot left 30", "or wheel, turn: degrees about the middle of the front"),
        ("face 90", "how a single model looks in the end: 0 is the far edge, 90 right"),
        ("flip, dash, pikes", "turn about; D3 inches more; throw the pikes away"),
        ("front 6", "so many models wide; narrow narrows the front on its way"),
        ("wedge 1", "form a wedge of so many points; front 6 leaves it"),
        ("over orcs", "march over them; also fly, land, land orcs, join guard, fight 3, reinforce guard, divide"),
        ("split 8 at 30 12 facing 0 files 4", "8 models go there, the rest stays"),
        ("merge guard/2 at 30 12 facing 0 files 6", "with another part of the unit"),
        ("climb top 4 at 19 15 facing 0 files 6", "by ladders and doors to another floor of a fortress"),
        ("enter inside 3", "into a wall or tower, to stay there; force inside 3 fights over its doorway"),
        ("enter inside 3 models 4", "only so many of it; climb top 4 … models 4 too"),
        ("ladder courtyard", "a charge up or down a ladder at those at its other end"),
        ("assault wooden gate of gate 5", "one blow at a door or a gate it touches, for some of its movement"),
        ("back, stay", "forget the last act; forget all of them"),
    )

    def __init__(self, question: Move):
        self.question = question
        self.acts: list[list[Any]] = []
        self.wanted: Answer = None

    @property
    def words(self) -> tuple[str, ...]:
        return (*WAY_WORDS, *TURNS, *SPOKEN, *FRONTS, NARROW)

    @property
    def answer(self) -> Answer:
        return [list(act) for act in self.acts]

    def resume(self, answer: Answer) -> None:
        self.acts = [list(act) for act in answer]

    def take(self, words: list[str]) -> str | Refusal | None:
        self.wanted = None
        if words == ["stay"]:
            self.acts = self.wanted = []
            return "Draft: stay. `go` twice gives the order."
        if words == ["back"]:
            self.acts = self.acts[:-1]
            return self._standing()
        parts = parts_of(words)
        if not parts or not (parts[0][0] in (*SPOKEN, NARROW) or everyday(parts[0])):
            return None
        try:
            return self._add([part for part in parts if part != [NARROW]], narrow=[NARROW] in parts)
        except Unclear as unclear:
            return Refusal("", str(unclear))

    def _add(self, parts: list[list[str]], narrow: bool) -> str | Refusal:
        """Nothing is taken if one of the acts cannot be done where the one before has led."""
        acts = [_narrowed(act) if narrow else act for act in self.acts]
        course = self._course(acts)
        for words in parts:
            if acts and (told := act_told(acts[-1], course.stance.facing, words)):
                acts = [*acts[:-1], told]
                continue
            act = self._act(course, acts, words)
            self.wanted = acts = [*acts, _narrowed(act) if narrow else act]
            if refusal := why_not_done(course, acts[-1]):
                return refusal
        self.acts = acts
        return self._standing()

    def _act(self, course: Course, acts: list[list[Any]], words: list[str]) -> list[Any]:
        if words[0] in SPOKEN and (words[0] != "face" or not spoken(words).ways):
            return SPOKEN[words[0]](course, words[1:])
        if everyday(words):
            return act_of(self.question, course, acts, words)
        raise Unclear(f"{' '.join(words)!r} is no act; ? lists them")

    def _course(self, acts: list[list[Any]]) -> Course:
        if isinstance(planned := self.question.plan(acts), Course) and planned.short:
            return planned.afresh()
        course = self.question.start.afresh()
        for act in acts:
            why_not_done(course, act)
        return course

    def _standing(self) -> str:
        """Where the piece would stand, what that costs, and what is still wrong."""
        self.wanted = self.answer
        verdict, course = self.question.check(self.acts), self._course(self.acts)
        where = f"front at {place(course.stance.front)}, facing {degrees(course.stance.facing)}"
        lines = [f"Draft: {move_words(self.question, self.acts)}.", f"Then: {where}; {length(course.left)} left."]
        if isinstance(verdict, Refusal):
            fight = self.question.fight
            why = Names(fight.setting, fight.state.pieces).reason(verdict.why, self.question.number)
            return "\n".join([*lines, f"Not lawful yet: {why} [{verdict.rule}]"])
        return "\n".join([*lines, READY])

    def state(self) -> State:
        course, state = self._course(self.acts), self.question.fight.state.copy()
        piece, stance = state.pieces[self.question.number], course.stance
        if piece.standing:
            (piece.x, piece.y), piece.facing, piece.places = stance.front, stance.facing, stance.places
            piece.narrow = stance.files if stance.files != piece.files else 0
            piece.bend, piece.airborne = course.bend, course.airborne
        return state


Spoken = Callable[[Course, list[str]], list[Any]]


def _narrowed(act: list[Any]) -> list[Any]:
    return [*act, NARROW] if act[0] == "go" and NARROW not in act else act


def _to(course: Course, words: list[str]) -> list[Any]:
    narrow = words[2:] == [NARROW]
    x, y = numbers(words[:2] if narrow else words, "to 30.5 22", 2, 2)
    return ["go", inches(x), inches(y), *([NARROW] if narrow else [])]


def _face(course: Course, words: list[str]) -> list[Any]:
    (angle,) = numbers(words, "face 90", 1, 1)
    return ["face", of_degrees(angle)]


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
    return [inches(x), inches(y), of_degrees(facing), int(files)]


def _split(course: Course, words: list[str]) -> list[Any]:
    (models,) = numbers(words[:1], "split 8 at 30 12 facing 0 files 4", 1, 1)
    said = clauses(words[1:], ("at", "facing", "files", "with", "command"))
    (x, y), facing, files = course.stance[:3]
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


def _climb(course: Course, words: list[str]) -> list[Any]:
    if "at" not in words[1:]:
        raise Unclear("expected: climb top 4 at 30 12 facing 0 files 6")
    where = words.index("at")
    said = clauses(words[where:], ("at", "facing", "files", "models"))
    return ["climb", " ".join(words[:where]), *_spot(said, course), *_so_many(said)]


def _so_many(said: dict[str, list[str]]) -> list[int]:
    """How many of a piece go, if not all."""
    return [int(numbers(said["models"], "models 4", 1, 1)[0])] if "models" in said else []


def _enter(course: Course, words: list[str]) -> list[Any]:
    where = words.index("models") if "models" in words else len(words)
    return ["enter", " ".join(words[:where]), *_so_many(clauses(words[where:], ("models",)))]


def _placed(act: str) -> Spoken:
    """An act that names a place or a thing in one or more words."""
    return lambda course, words: [act, " ".join(words)]


def _set(course: Course, words: list[str]) -> list[Any]:
    if len(words) < 3 or words[1] != "at":
        raise Unclear("expected: set siege_ladder at 30 15 31.5 15")
    found = numbers(words[2:], "set siege_ladder at 30 15 31.5 15", 2, 8)
    return ["set", words[0], [[inches(x), inches(y)] for x, y in zip(found[::2], found[1::2], strict=False)]]


SPOKEN: dict[str, Spoken] = {
    "to": _to, "face": _face, "aside": _aside,
    "reform": _counted("reform"), "form": _counted("form"), "wedge": _counted("wedge"), "fight": _model,
    "split": _split, "merge": _merge, "climb": _climb, "assault": _placed("assault"), "set": _set,
    "storm": _placed("storm"), "enter": _enter, "force": _placed("force"), "ladder": _placed("ladder"),
    "flip": _named("flip"), "dash": _named("dash"), "pikes": _named("drop"), "fly": _named("fly"),
    "land": _named("land"), "over": _named("over"), "join": _named("join"), "reinforce": _named("reinforce"),
    "divide": _named("divide"), "leave": _named("leave"),
}  # fmt: skip
"""What may be typed besides ways, turns and fronts, and the act it stands for where the piece has come to."""


# --- places --------------------------------------------------------------------------------------------------


def placed(order: dict[str, Any], words: list[str], place: str, turn: str) -> dict[str, Any] | None:
    """An order that says where something lies, after everyday words, part by part; nothing if they are none."""
    parts = parts_of(words)
    if not parts or not (parts[0][0] == "to" or everyday(parts[0])):
        return None
    for part in parts:
        if not (part[0] == "to" or everyday(part)):
            raise Unclear(f"{' '.join(part)!r} is not understood there; ? lists what is")
        order = order_told(order, part, place, turn)
    return order


class DeployDraft(SaidDraft[Deploy]):
    """A place in the own zone; it begins with the first offer and is changed from there."""

    sayings = (
        ("at 30 12 facing 0 files 5", "the middle of its front, where it looks, how wide it stands"),
        ("wedge 1", "in a wedge of so many points"),
        ("left 3, back 2", "moved as it looks, in inches; to 30 12 to a point"),
        ("pivot left 30, front 6", "turned by so many degrees; so many models wide"),
        ("shift 2 0", "2 inches to the right (left and back are negative)"),
    )
    words = (*WAY_WORDS, *TURNS, *FRONTS, "to", "at", "facing", "files", "wedge", "shift")

    def __init__(self, question: Deploy):
        offers = question.suggest(1)
        super().__init__(question, dict(offers[0]) if offers else {})

    def worded(self, order: Answer, costs: dict[str, int]) -> str:
        return deploy_words(self.question, order)

    def told(self, words: list[str]) -> dict[str, Any] | None:
        if words[0] in ("at", "facing", "files", "wedge", "shift"):
            changed = self._shifted(words[1:]) if words[0] == "shift" else self._said(words)
            order: dict[str, Any] = self.answer | changed
            for shape, other in (("files", "wedge"), ("wedge", "files")):
                if shape in words:
                    order.pop(other, None)
            return order
        return placed(self.answer, words, "at", "facing")

    def _said(self, words: list[str]) -> dict[str, Any]:
        said, found = clauses(words, ("at", "facing", "files", "wedge")), dict[str, Any]()
        if "at" in said:
            found["at"] = [inches(part) for part in numbers(said["at"], "at 30 12", 2, 2)]
        if "facing" in said:
            found["facing"] = of_degrees(numbers(said["facing"], "facing 0", 1, 1)[0])
        if "files" in said:
            found["files"] = int(numbers(said["files"], "files 5", 1, 1)[0])
        if "wedge" in said:
            found["wedge"] = int(numbers(said["wedge"], "wedge 1", 1, 1)[0])
        return found

    def _shifted(self, words: list[str]) -> dict[str, Any]:
        right, on = numbers(words, "shift 2 0", 2, 2)
        if "at" not in self.answer:
            raise Unclear("there is no place yet to be shifted: at 30 12")
        x, y = self.answer["at"]
        return {"at": [x + inches(right), y + inches(on)]}

    def state(self, known: State | None = None) -> State:
        """The battle with the piece in its place, or what a player knows of it."""
        number, state = self.question.number, (known or self.question.fight.state).copy()
        if "at" in self.answer:
            fight: Fight = Battle(self.question.fight.setting, state, Scripted())
            piece, body = state.pieces[number], self.question.body(self.answer)
            piece.fate, (piece.x, piece.y), piece.facing = "standing", body.front, body.facing
            piece.files, piece.wedge, piece.aloft = body.files, self.answer.get("wedge", 0), self.question.up(body)
            if loose(fight, number) and not single(fight, number):
                places = in_ranks(fight, number, body.front, body.facing, body.files)
                set_places(fight, number, places, body.facing)
        return state


class FacingDraft(SaidDraft[Facing]):
    """How a piece is turned on the spot."""

    sayings = (
        ("face 90", "0 is the far edge, 90 the right one"),
        ("right 30, left 30", "turned by so many degrees from how it stands"),
    )
    words = (*TURNS, "left", "right")

    def __init__(self, question: Facing):
        super().__init__(question, question.now)

    def resume(self, answer: Answer) -> None:
        """How it is turned follows from how it stands, not from the draft."""

    def worded(self, order: Answer, costs: dict[str, int]) -> str:
        return facing_words(self.question, order)

    def told(self, words: list[str]) -> int | None:
        if words[0] not in self.words:
            return None
        if words[0] == "face" and not spoken(words).ways:
            (angle,) = numbers(words[1:], "face 30", 1, 1)
            return of_degrees(angle)
        return veered(self.question.now, turned(spoken(words)))

    def state(self, known: State | None = None) -> State:
        """The battle with the piece turned, or what a player knows of it."""
        state, number = (known or self.question.fight.state).copy(), self.question.number
        if self.answer != self.question.now:
            fight: Fight = Battle(self.question.fight.setting, state, Scripted())
            take(fight, number, self.question.stand(self.answer))
        return state


class FeatureDraft(SaidDraft[PlaceFeature]):
    """The extra feature of terrain."""

    sayings = (
        ("hill at 30 8", "its kind and its middle; also wood at 30 8, shallow water at 30 8"),
        ("hill at 30 8 size 10 6 turn 20", "smaller, and turned by so many degrees"),
        ("left 3, turn right 20", "moved and turned from where it lies"),
    )
    words = (*WAY_WORDS, *TURNS, "to")

    def __init__(self, question: PlaceFeature):
        super().__init__(question, {})

    def worded(self, order: Answer, costs: dict[str, int]) -> str:
        return feature_words(order, self.question.limits)

    def told(self, words: list[str]) -> dict[str, Any] | None:
        kind = next((kind for kind in self.question.limits if words[: len(kind.split())] == kind.split()), None)
        if kind is not None:
            return {"kind": kind, **self._said(words[len(kind.split()) :])}
        return placed(self.answer, words, "middle", "turn") if self.answer else None

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
        if self.answer and isinstance(made := self.question.feature(self.answer), Feature):
            state.terrain = (*state.terrain, made)
        return state


class PlaceDraft(SaidDraft[Place | Spot]):
    """Where a spell is cast, or a stone is to come down."""

    sayings = (
        ("at 30 12", "the place, in inches from the near left corner"),
        ("at 30 12 turn 45", "turned by so many degrees, for what is laid there"),
        ("left 3, forward 2", "moved by so many inches; forward is away from the near edge"),
    )
    words = (*WAY_WORDS, *TURNS, "to", "at")

    def __init__(self, question: Place | Spot):
        super().__init__(question, question.suggest(1)[0])

    def worded(self, order: Answer, costs: dict[str, int]) -> str:
        return place_words(order)

    def told(self, words: list[str]) -> dict[str, Any] | None:
        return self._at(words[1:]) if words[0] == "at" else placed(self.answer, words, "at", "turn")

    def _at(self, words: list[str]) -> dict[str, Any]:
        x, y = numbers(words[:2], "at 30 12", 2, 2)
        turn = numbers(words[3:], "at 30 12 turn 45", 1, 1) if words[2:3] == ["turn"] else []
        return {"at": [inches(x), inches(y)], **({"turn": round(turn[0] * 100)} if turn else {})}

    def state(self) -> State:
        return self.question.fight.state.copy()
