"""Orders in everyday words: '4 forward', 'left 30 4', 'pivot left 30', 'front 6'; as acts or as places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.engine.field.compass import HALF_TURN, Angle, ahead, bearing, veered
from warhost.engine.saying import ABOUT, TURNS, WAYS, Spoken, Unclear, led, spoken, turned

from ..figure import inches
from ..kinds import skirmishing
from ..moving.course import Course
from ..moving.orders import Move

FRONTS = ("front", "wide")
OWN_ORDER = "a shift sideways or back is an order of its own: nothing goes before or after it"


def everyday(words: Sequence[str]) -> bool:
    """Whether they speak of ways, turns or fronts."""
    said = spoken(words)
    told = said.verb in (*TURNS, *ABOUT, *FRONTS)
    return told or words[0] in WAYS or (not said.verb and bool(said.ways))


def counted(said: Spoken) -> int:
    if len(said.numbers) != 1:
        raise Unclear("write it like this: front 6")
    return int(said.numbers[0])


def turning_act(question: Move) -> str:
    """What a piece does that turns: single models and skirmishers face anywhere, groups swing round."""
    free = question.start.single or skirmishing(question.fight, question.number)
    return "face" if free else "pivot"


def act_of(question: Move, course: Course, acts: Sequence[Sequence[Any]], words: Sequence[str]) -> list[Any]:
    """The act that words stand for where a piece has come to."""
    said, stance = spoken(words), course.stance
    if said.verb in (*TURNS, *ABOUT):
        by = turned(said)
        if by == HALF_TURN and not course.single:
            return ["flip"]
        return [turning_act(question), veered(stance.facing, by)]
    if said.verb in FRONTS:
        return ["form" if stance.places else "reform", counted(said)]
    if any(act[0] == "reorganise" for act in acts):
        raise Unclear(OWN_ORDER)
    if len(said.numbers) == 2 and not said.verb:
        angle, far = said.numbers
        way = veered(stance.facing, turned(said._replace(numbers=(angle,))))
        return ["go", *ahead(stance.front, way, inches(far))]
    point, straight = led(said, stance.front, stance.facing), said.ways == ("forward",)
    if course.single or straight:
        return ["go", *point]
    if any(act[0] in ("go", "pivot", "face") for act in acts):
        raise Unclear(OWN_ORDER)
    return ["reorganise", *point]


# --- what already lies somewhere -----------------------------------------------------------------------------


def spot_told(spot: Sequence[int], words: Sequence[str]) -> list[int]:
    """A place [x, y, facing, files], moved as it looks, turned, or wider."""
    said, (x, y, facing, files) = spoken(words), spot
    way = bearing(facing)
    if said.verb in (*TURNS, *ABOUT):
        return [x, y, veered(way, turned(said)), files]
    if said.verb in FRONTS:
        return [x, y, facing, counted(said)]
    return [*led(said, (x, y), way), facing, files]


def act_told(act: Sequence[Any], facing: Angle, words: Sequence[str]) -> list[Any] | None:
    """A group that parts or meets, or models that stand singly, put elsewhere; nothing for any other act."""
    if act[0] == "split":
        return ["split", act[1] | {"go": spot_told(act[1]["go"], words)}]
    if act[0] == "remerge":
        return [*act[:2], *spot_told(act[2:6], words)]
    if act[0] == "places":
        return ["places", [list(led(spoken(words), (x, y), facing)) for x, y in act[1]]]
    return None


def order_told(order: dict[str, Any], words: Sequence[str], place: str, turn: str) -> dict[str, Any]:
    """An order that says where something lies, changed: the place and the turn by the names it has for them."""
    said, (x, y) = spoken(words), order.get(place, (0, 0))
    if words[0] == "to":
        if len(said.numbers) != 2:
            raise Unclear("write it like this: to 30 12")
        return order | {place: [inches(part) for part in said.numbers]}
    facing, files = bearing(order.get(turn, 0)), order.get("files", 1)
    u, v, round_, wide = spot_told((x, y, facing if turn == "facing" else 0, files), words)
    if said.verb in FRONTS:
        return {key: value for key, value in order.items() if key != "wedge"} | {"files": wide}
    if said.verb:
        return order | {turn: round_ if turn == "facing" else veered(facing, round_)}
    return order | {place: [u, v]}
