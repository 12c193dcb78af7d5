"""Orders as one would say them: the acts of a move, a place for a piece, a feature of terrain."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from warhost.engine.field.compass import HALF_TURN, Angle, bearing, distance, heading, turn
from warhost.engine.order import Malformed
from warhost.engine.question import Answer, Refusal
from warhost.engine.words import count, listed, spans

from ..charging.facing import Facing
from ..magic.pools import Pool
from ..moving.course import Course
from ..moving.orders import Move, acts_of
from ..opening.deployment import Deploy
from ..opening.setup import Limits
from ..setting import Fight
from ..siege.works import equipment
from ..wording import degrees, length, place, tenths
from .spell_words import source_words

STAY = "stay where it is"
STRAIGHT = 100  # hundredths of a degree that nobody would call a turn

PLAIN = {
    "flip": "turn about", "fly": "take off", "land": "land", "dash": "dash: D3 inches more",
    "drop": "throw the pikes away", "divide": "divide into its units", "leave": "leave the table for good",
}  # fmt: skip
NAMING = {
    "over": "march over {}", "land": "land on {}", "join": "join {}", "reinforce": "reinforce {}",
    "remerge": "merge with {}", "climb": "go by ladders and doors to {}", "assault": "strike at {}",
    "storm": "storm {}", "enter": "go {} and stay there", "force": "fight over the doorway for {}",
    "ladder": "charge by a ladder to {}",
}  # fmt: skip


def move_words(question: Move, order: Sequence[Any]) -> str:
    """'go 5.0 inches ahead to (36.0, 20.0), 5.0 inches of movement', act by act."""
    if not order:
        return STAY
    said, course = [], question.start.afresh()
    for act in order:
        said.append(_act_words(course, act))
        if not done(course, act) or course.short:
            break
    return f"{', then '.join(said)}{_stopping(question, order)}{_price(question, order)}"


def done(course: Course, act: Sequence[Any]) -> bool:
    """Let the planned piece do it, if it can."""
    return why_not_done(course, act) is None


def why_not_done(course: Course, act: Sequence[Any]) -> Refusal | None:
    try:
        return acts_of(course)[act[0]](course, list(act[1:]))
    except Malformed as wrong:
        return Refusal("tp.move.p2p", f"{act[0]}: {wrong}")


def _stopping(question: Move, order: Sequence[Any]) -> str:
    """Where it stands when its movement ends on the way."""
    verdict = question.check(order)
    if isinstance(verdict, Refusal) or "short" not in verdict:
        return ""
    return f", stopping {length(verdict['short'])} short of it at {place((verdict['x'], verdict['y']))}"


def _price(question: Move, order: Sequence[Any]) -> str:
    verdict = question.check(order)
    if isinstance(verdict, Refusal) or not verdict.get("cost"):
        return ""
    flimsy = "; flimsy ranks afterwards" if verdict.get("flimsy") else ""
    return f" ({length(verdict['cost'])} of movement{flimsy})"


def _act_words(course: Course, act: Sequence[Any]) -> str:
    name, *args = act
    if name == "go":
        return _leg_words(course, (args[0], args[1])) + (" with a narrowed front" if args[2:] else "")
    if name in ("pivot", "face"):
        return f"{'pivot' if name == 'pivot' else 'turn'} to face {degrees(bearing(args[0]))}"
    if name == "reorganise":
        return f"shift without turning to {place((args[0], args[1]))}"
    if name == "reform":
        return f"take a front of {args[0]}"
    if name == "wedge":
        return f"form a wedge of {count(args[0], 'point')}"
    if name == "form":
        return f"draw up in ranks of {args[0]}"
    if name == "places":
        return "take the places given model by model"
    if name == "fight":
        return f"step into the fighting in place of model {args[0] + 1}"
    if name == "set":
        return f"set up {count(len(args[1]), equipment()[args[0]].title)}"
    if name == "split":
        return f"split: {count(args[0]['models'], 'model goes its', 'models go their')} own way"
    if args and name in NAMING:
        names = args if name == "over" else args[:1]
        return NAMING[name].format(", ".join(str(one) for one in names)) + _so_many(name, args)
    return PLAIN.get(name, str(name))


def _so_many(name: str, args: Sequence[Any]) -> str:
    """How many of a piece go, if not all."""
    fewer = args[5:] if name == "climb" else args[1:] if name == "enter" else ()
    return f" with {count(fewer[0], 'model')} of it" if fewer else ""


def _leg_words(course: Course, end: tuple[int, int]) -> str:
    start, facing = course.stance[:2]
    return f"go {length(distance(start, end))} {bearing_words(facing, heading(start, end))} to {place(end)}"


def bearing_words(facing: Angle, way: Angle) -> str:
    """'ahead', '30 degrees to the right'."""
    angle = turn(facing, way)
    if abs(angle) <= STRAIGHT:
        return "ahead"
    if abs(angle) >= HALF_TURN - STRAIGHT:
        return "back"
    return f"{degrees(abs(angle))} to the {'right' if angle > 0 else 'left'}"


def deploy_words(question: Deploy, order: Mapping[str, Any]) -> str:
    body = question.body(dict(order))
    wide = f", {body.files} wide" if body.models > 1 else ""
    if points := order.get("wedge"):
        wide = f", in a wedge of {count(points, 'point')}"
    return f"front at {place(body.front)}, facing {degrees(body.facing)}{wide}"


def facing_words(question: Facing, facing: Angle) -> str:
    """'towards orcs (90 degrees)', or the angle alone."""
    named = next((words for words, offered in question.offers() if offered == facing), "")
    return f"{named} ({degrees(facing)})" if named else f"face {degrees(facing)}"


def feature_words(order: Mapping[str, Any], limits: Limits) -> str:
    if not order:
        return "nothing"
    kind = str(order["kind"])
    size = order.get("size") or limits[kind]
    turned = f", turned by {degrees(order['turn'])}" if order.get("turn") else ""
    return f"{kind} at {place(tuple(order['middle']))}, {tenths(size[0])} by {tenths(size[1])} inches{turned}"


def targets_words(answer: Mapping[str, str], nothing: str) -> str:
    """'guard at orcs, riders models 2 to 4 and Ostrel at goblins'."""
    by_target: dict[str, list[str]] = {}
    for who, target in answer.items():
        by_target.setdefault(target, []).append(who)
    return ", ".join(f"{listed(_together(those))} at {target}" for target, those in by_target.items()) or nothing


def _together(actors: Sequence[str]) -> list[str]:
    """Models of one group in one word: 'guard models 4 to 6'."""
    models: dict[str, list[int]] = {}
    for actor in actors:
        found = re.fullmatch(r"(.*) model (\d+)", actor)
        models.setdefault(found[1] if found else actor, []).extend([int(found[2])] if found else [])
    return [f"{who} model{'s' * (len(some) > 1)} {spans(some)}" if some else who for who, some in models.items()]


def place_words(answer: Answer) -> str:
    """Where a spell is cast."""
    turned = f", turned by {degrees(answer['turn'])}" if answer.get("turn") else ""
    return f"at {place((answer['at'][0], answer['at'][1]))}{turned}"


def pool_words(fight: Fight, question: Pool, answer: Answer) -> str:
    """What is given for more dice, and how likely they are enough."""
    chance = f"{round(100 * question.chance(question.dice(answer)))}%"
    given = ", ".join(source_words(fight, source) for source in question.chosen(answer)) or "nothing more"
    if any(source.kind == "stopper" for source in question.chosen(answer)):
        return f"{given}: no roll is needed"
    dice = count(question.dice(answer), "die", "dice")
    return f"{given}: {dice} more, {chance}" if answer else f"{given}: {chance}"
