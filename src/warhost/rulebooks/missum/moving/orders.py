"""What a body may be ordered to do in a movement step, judged as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.engine.field.body import apart
from warhost.engine.field.compass import (
    FULL_TURN,
    HALF_TURN,
    RIGHT_ANGLE,
    Angle,
    ahead,
    bearing,
    opposite,
    to_frame,
    turn_words,
    veered,
)
from warhost.engine.field.stance import arc
from warhost.engine.order import planned
from warhost.engine.question import Answer, Chance, Order, Refusal
from warhost.engine.words import Names

from ..bodies import body, foes, legions, touching, troop
from ..command import leads, may_be_with
from ..fighting.wheeling import swings
from ..library import MM
from ..morale.stands import keeps_place
from ..setting import Fight
from ..state import NOBODY
from .acts import ACTS
from .allowance import charge_bonus, is_last_step, may_charge
from .course import PIKE_DRIFT, Course, slope_free
from .fanatics import advances, goal_now, nearer, owes, reachable, turns_back

TRIES = 6
LEAST = 3 * MM
EXPOSED = 100 * MM
TURNS = {"face": "turn", "turn": "turn", "corner": "go round the corner"}


class March(Order):
    """The order for one body: a list of acts."""

    __slots__ = ("_judged", "fight", "number", "start")
    form = 'a list of acts, such as [["go", x, y], ["face", 9000], ["charge"]]; [] to stay'

    def __init__(self, fight: Fight, number: int):
        piece = fight.state.pieces[number]
        kind = troop(fight, number)
        super().__init__(piece.side, "march", "mis.turn.sequence", kind.id, "Where {does} {who} go?", [])
        self.fight, self.number = fight, number
        self.deferred = kind.legion  # whoever is reached is fought with at the end of the turn
        self.start = Course(fight, number)

    def plan(self, order: Answer) -> Course | Refusal:
        found = planned(self.start, order, ACTS, "mis.turn.activation")
        if isinstance(found, Refusal):
            return found
        return _as_a_whole(found) or found

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        found = self.plan(order)
        if isinstance(found, Refusal):
            return found
        return {"cost": found.spent, "left": found.left, "short": found.short}

    def label(self, answer: Answer, names: Names) -> str:
        return order_words(answer, self.start.piece.facing)

    def suggest(self, most: int = 12) -> list[Answer]:
        found = []
        for idea in ideas(self.fight, self.number, self.start):
            if self.refuse(idea) is None:
                found.append(idea)
                if len(found) == most:
                    break
        return found

    def sample(self, chance: Chance) -> Answer:
        """Something lawful by chance: a leg somewhere ahead, a wheel, a turn, or nothing."""
        for _ in range(TRIES):
            idea = _random(self.fight, self.number, self.start, chance)
            if self.refuse(idea) is None:
                return idea
        return self.suggest(1)[0]


def order_words(order: Sequence[Sequence[Any]], facing: Angle) -> str:
    """An order in a few words, for who faces so."""
    words = []
    for act in order:
        there = _faced(act, facing)
        words.append(_act_words(act, turn_words(facing, there)))
        facing = there
    return "; ".join(words) or "stay"


def _faced(act: Sequence[Any], facing: Angle) -> Angle:
    name, *args = act
    if name == "face":
        return bearing(int(args[0]))
    return veered(facing, int(args[0])) if name in TURNS else facing


def _act_words(act: Sequence[Any], way: str) -> str:
    name, *args = act
    if name == "go":
        return f"go to ({args[0] // MM}, {args[1] // MM})"
    if name in TURNS:
        return f"{TURNS[name]} {way}"
    if name == "form":
        return f"form {args[0]} files"
    if name == "height":
        return f"fly at {args[0] // MM} mm"
    return " ".join(str(part) for part in act)


# --- what must be true of the whole --------------------------------------------------------------------------


def _as_a_whole(course: Course) -> Refusal | None:
    if course.declared and not any(leg.length for leg in course.legs):
        return course.refuse("mis.charge.once", "{who} {charges} with a move, or not at all")
    if course.declared and not slope_free(course):
        return course.refuse("mis.chart.terrain", "the ground on the way does not let {who} charge")
    if course.piece.stands and course.legs and not keeps_place(course.fight, course.began_in, course.body):
        return course.refuse("mis.stand.effect", "{who} {makes} a last stand and {leaves} no ground")
    if course.kind.fanatic:
        return _fanatic(course)
    if course.kind.kind == "dritlan":
        return _dritlan(course)
    if leads(course.fight, course.number):
        return _kerdu(course)
    return None


def _dritlan(course: Course) -> Refusal | None:
    """He leaves his legion only to join another one.  [mis.command.dritlan-attached] [mis.add.command-move]"""
    fight, there = course.fight, course.body
    if not course.legs:
        return None
    if _before_the_front(course):
        return course.refuse("mis.add.command-move", "{who} cannot stand before a legion that is near the enemy")
    his = [n for n in legions(fight, course.piece.side) if may_be_with(fight, course.number, n)]
    if not his or any(apart(there, body(fight, n)) < MM for n in his):
        return None
    here = body(fight, course.number)
    others = [n for n in his if not touching(fight, course.number, n)]
    if any(apart(there, body(fight, n)) < apart(here, body(fight, n)) for n in others):
        return None
    return course.refuse(
        "mis.command.dritlan-attached", "{who} {leaves} his legion only to join another of his own"
    )


def _before_the_front(course: Course) -> bool:
    """Whether he would stand in front of a friendly legion that is within 100 mm of an enemy."""
    fight, there = course.fight, course.body
    for number in legions(fight, course.piece.side):
        line = body(fight, number)
        across, along = to_frame(there.middle, line.front, line.facing)
        before = along > 0 and abs(across) < (line.width + there.width) // 2 and apart(there, line) < EXPOSED
        if before and any(apart(line, body(fight, foe)) <= EXPOSED for foe in foes(fight, course.piece.side)):
            return True
    return False


def _kerdu(course: Course) -> Refusal | None:
    """[mis.command.kerdu-post]"""
    fight, there = course.fight, course.body
    if not course.legs:
        return None
    for number in legions(fight, course.piece.side):
        if apart(there, body(fight, number)) < MM and not may_be_with(fight, course.number, number):
            return Refusal("mis.command.kerdu-post", "{who} {joins} no legion of a dritlán", (course.number,))
    return None


def _fanatic(course: Course) -> Refusal | None:
    """[mis.fanatic.advance] [mis.fanatic.facing]"""
    fight, number, piece = course.fight, course.number, course.piece
    goal = goal_now(fight, number)
    if goal == NOBODY or piece.stands or course.contact != NOBODY:
        return None
    if turns_back(course, goal):
        return course.refuse("mis.fanatic.facing", "{who} {turns} no back on the enemy")
    if piece.halted == fight.state.turn or not (course.legs or is_last_step(fight, number)):
        return None
    due = owes(fight, number, piece)
    if piece.came < due:
        why = f"{{who}} must advance at least {due / MM:.0f} mm in this turn"
        return course.refuse("mis.fanatic.advance", why)
    if (due or course.legs) and not nearer(course) and reachable(fight, number):
        return Refusal("mis.fanatic.advance", "{who} must come nearer to {1}", (number, goal))
    return None


# --- ideas ---------------------------------------------------------------------------------------------------


def ideas(fight: Fight, number: int, start: Course) -> list[Answer]:
    """Orders worth a thought: stay, go on, half way, wheel towards the enemy, turn, charge."""
    piece, kind = start.piece, start.kind
    front, facing, left = piece.stance.front, piece.facing, start.left
    found: list[Answer] = [[]]
    if kind.fanatic:
        found = [*advances(fight, number, start), []]
    on = [["go", *ahead(front, facing, left - 100)], ["go", *ahead(front, facing, left // 2)]]
    if left > LEAST:
        found += [[act] for act in on]
    found += _swings(fight, number)
    if may_charge(fight, number, piece) is None:
        found.append([["charge"], ["go", *ahead(front, facing, left + charge_bonus(fight) - 100)]])
    if start.loose:
        sides = veered(facing, RIGHT_ANGLE), veered(facing, -RIGHT_ANGLE), opposite(facing)
        found += [[["go", *ahead(front, way, left // 2)]] for way in sides if left > LEAST]
        found += [[["go", *ahead(front, opposite(facing), left - 100)]]] if left > LEAST else []
    else:
        slant = PIKE_DRIFT if kind.pikes else 4500
        drifts = veered(facing, slant), veered(facing, -slant)
        found += [[["go", *ahead(front, way, left - 200)]] for way in drifts if left > LEAST]
        found += [[["face", veered(facing, by)]] for by in (1000, -1000)]
        found += [[["turn", by]] for by in (RIGHT_ANGLE, -RIGHT_ANGLE, HALF_TURN)]
    if kind.fly:
        found += [[["height", max(0, piece.height - 50 * MM)]], [["height", min(600 * MM, piece.height + 25 * MM)]]]
    if kind.kind == "battery":
        found += [[["face", veered(facing, by)]] for by in (1000, -1000)] + [[["unload"]]]
    return found


def _swings(fight: Fight, number: int) -> list[Answer]:
    return [[["swing", side]] for side in swings(fight, number)]


def _random(fight: Fight, number: int, start: Course, chance: Chance) -> Answer:
    piece, kind = start.piece, start.kind
    front, facing, left = piece.stance.front, piece.facing, start.left
    pick = chance.random()
    if piece.wing or (fight.state.melees and not left):
        return []
    if pick < 0.08 or left < LEAST:
        return []
    length = LEAST + chance.randrange(max(1, left - LEAST))
    if start.loose:
        anywhere = pick < 0.5
        way = bearing(chance.randrange(FULL_TURN)) if anywhere else veered(facing, chance.randrange(9000) - 4500)
        found: list[Any] = [["go", *ahead(front, way, length)]]
        if kind.fly and pick > 0.8:
            return [["height", chance.randrange(6) * 25 * MM]]
        return found
    if kind.kind == "battery":
        return [["face", veered(facing, chance.randrange(3000) - 1500)]] if pick < 0.5 else []
    if pick < 0.2:
        return [["turn", (RIGHT_ANGLE, -RIGHT_ANGLE, HALF_TURN)[chance.randrange(3)]]]
    if pick < 0.35:
        width = body(fight, number).width
        most = min(4500, left * HALF_TURN // max(1, arc(width, HALF_TURN)))
        return [["face", veered(facing, chance.randrange(2 * most + 1) - most)]]
    if pick < 0.4:
        return [["form", 1 + chance.randrange(min(20, max(1, piece.figures)))]]
    if pick < 0.55 and may_charge(fight, number, piece) is None:
        return [["charge"], ["go", *ahead(front, facing, length + charge_bonus(fight))]]
    slant = PIKE_DRIFT if kind.pikes else 4500
    aslant = chance.randrange(2 * slant + 1) - slant if pick < 0.7 else 0
    return [["go", *ahead(front, veered(facing, aslant), length)]]
