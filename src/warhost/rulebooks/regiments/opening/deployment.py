"""Setting up: one unit after the other, machines together, characters last; then scouts and the vanguard.

[reg.deploy.order] [reg.deploy.table] [reg.sr.scouts] [reg.sr.vanguard] [reg.sr.ambushers] [reg.core.formation]
"""

from __future__ import annotations

from typing import Any

from warhost.engine.field.body import Body
from warhost.engine.field.compass import NORTH, SOUTH, Angle, Point, bearing
from warhost.engine.field.shapes import Shape, gap
from warhost.engine.field.stance import Stance
from warhost.engine.question import Answer, Chance, Choose, ChooseSome, Order, Refusal

from ..bodies import body, pose, set_stance
from ..events import Deployed, FirstTurn, HeldBack
from ..measures import INCH, TIE, inches
from ..moving.front_rank import arrange_all, rearrange
from ..moving.joining import block_with, hosts, join, places
from ..moving.moves import Move, carry_out
from ..moving.reforms import widths
from ..moving.ways import Obstacles, edge_gap
from ..nature import all_have, has, kind, named, present, rides
from ..setting import Fight
from ..state import NOBODY
from .rolloff import roll_off
from .terrain import placed_badly

ORDER, TABLE = "reg.deploy.order", "reg.deploy.table"
AMBUSH, SCOUTS, VANGUARD = "reg.sr.ambushers", "reg.sr.scouts", "reg.sr.vanguard"
FROM_ENEMY = inches(12)
ALONE = "alone"
USUAL = "usual"
TRIES = 24


# --- ambushers -------------------------------------------------------------------------------------------------


def hold_back(fight: Fight) -> None:
    """Each side says in secret who will come from ambush; both are asked, whoever they have."""
    questions = []
    for side in (0, 1):
        units = [named(fight, n) for n in _own(fight, side) if has(fight, n, AMBUSH)]
        text = "Which units are held back to come from ambush?"
        question = ChooseSome(side, "ambush", units, AMBUSH, 0, len(units), text=text)
        questions.append(question.window([], empty=not units))
    for side, answer in enumerate(fight.ask_all(questions)):
        for name in answer:
            fight.state.units[fight.setting.number[name]].fate = "reserve"
        if answer:
            fight.tell(HeldBack(AMBUSH, tuple(answer)), only=side)


def _own(fight: Fight, side: int) -> list[int]:
    return [n for n, unit in enumerate(fight.state.units) if unit.side == side and unit.fate == "waiting"]


# --- whose placement -------------------------------------------------------------------------------------------


def ordinary(fight: Fight, side: int) -> list[int]:
    """Units still to be placed one by one; scouts come later, and lone characters last."""
    return [
        n
        for n in _own(fight, side)
        if not kind(fight, n).character
        and not kind(fight, n).machine
        and not _scouts(fight, n)
        and not (rides(fight, n) and fight.state.units[n].leaders)
    ]


def machines(fight: Fight, side: int) -> list[int]:
    return [n for n in _own(fight, side) if kind(fight, n).machine]


def characters(fight: Fight, side: int) -> list[int]:
    """Characters by themselves, and monsters that carry one."""
    return [
        n
        for n in _own(fight, side)
        if kind(fight, n).character or (rides(fight, n) and fight.state.units[n].leaders)
    ]


def _scouts(fight: Fight, number: int) -> bool:
    return all_have(fight, number, SCOUTS)


def deploy_one(fight: Fight) -> bool:
    """The next placement; False when all is set up."""
    state = fight.state
    if state.finished == NOBODY and state.placed == (0, 0):
        state.active = 0 if fight.setting.scenario.defender else roll_off(fight, "who places first", ORDER)
    for _ in range(2):
        if _anything(fight, state.active):
            _place(fight, state.active)
            first, second = state.placed
            state.placed = (first + 1, second) if state.active == 0 else (first, second + 1)
            if not _anything(fight, state.active):
                arrange_all(fight, state.active)
                state.finished = state.active if state.finished == NOBODY else state.finished
            if not (fight.setting.scenario.defender and _anything(fight, 0)):
                state.active = 1 - state.active
            return True
        state.active = 1 - state.active
    return False


def _anything(fight: Fight, side: int) -> bool:
    return bool(ordinary(fight, side) or machines(fight, side) or characters(fight, side))


def _place(fight: Fight, side: int) -> None:
    units, engines = ordinary(fight, side), machines(fight, side)
    if not units and not engines:
        for number in characters(fight, side):
            _character(fight, number)
        return
    options = [named(fight, n) for n in (*units, *engines)]
    choice = options[0]
    if len(options) > 1:
        question = Choose(side, "deploy", options, ORDER, text="Which unit is placed next?", usual=choice)
        choice = fight.ask(question)
    number = fight.setting.number[choice]
    for one in engines if number in engines else [number]:
        set_up(fight, one)


def _character(fight: Fight, number: int) -> None:
    """He is placed inside a unit or by himself."""
    able = hosts(fight, number) if kind(fight, number).character else []
    side = fight.state.units[number].side
    able = [host for host in able if _in_zone(fight, side, block_with(fight, number, host))]
    if able:
        names = [named(fight, host) for host in able]
        question = Choose(
            fight.state.units[number].side, "join", [*names, ALONE], "reg.char.join", named(fight, number),
            text="Which unit {does} {who} join?", meanings={ALONE: "None: set up alone"}, usual=ALONE,
        )  # fmt: skip
        answer = fight.ask(question)
        if answer != ALONE:
            host = fight.setting.number[answer]
            join(fight, number, host, _post(fight, number, host))
            return
    set_up(fight, number)


def _post(fight: Fight, number: int, host: int) -> int:
    """Where in the front rank he stands: as his owner likes.  [reg.core.formation]"""
    free = places(fight, number, host)
    if len(free) < 2:
        return NOBODY
    question = Choose(
        fight.state.units[number].side, "post", [USUAL, *(str(place + 1) for place in free)], "reg.core.formation",
        named(fight, number), text="Where in the front rank {does} {who} stand, counted from the left?",
        meanings={USUAL: "The usual place"}, usual=USUAL,
    )  # fmt: skip
    answer = fight.ask(question)
    return NOBODY if answer == USUAL else int(answer) - 1


def set_up(fight: Fight, number: int, scouting: bool = False) -> None:
    question = Deploy(fight, number, scouting)
    unit = fight.state.units[number]
    if not question.room:
        unit.fate = "reserve"  # there is no room: it comes on when there is
        return
    stand = question.stand(fight.ask(question))
    set_stance(unit, stand)
    unit.fate = "standing"
    fight.tell(Deployed(ORDER, unit.name, stand.front, stand.facing))
    if scouting and not _in_zone(fight, unit.side, body(fight, number).block):
        fight.state.scouts_out = (*fight.state.scouts_out, number)
    if scouting:
        rearrange(fight, number)


# --- where -----------------------------------------------------------------------------------------------------


def zone(fight: Fight, side: int) -> tuple[int, int]:
    """From where to where along y a side sets up."""
    depths = fight.setting.scenario.zones
    near = fight.state.near == side
    deep = inches(depths[0 if near else 1])
    return (0, deep) if near else (fight.setting.depth - deep, fight.setting.depth)


def zone_outline(fight: Fight, side: int) -> tuple[Point, ...]:
    (low, high), wide = zone(fight, side), fight.setting.width
    return ((0, high), (wide, high), (wide, low), (0, low))


def _in_zone(fight: Fight, side: int, block: Shape) -> bool:
    low, high = zone(fight, side)
    return block.bottom >= low - TIE and block.top <= high + TIE


def home_facing(fight: Fight, side: int) -> Angle:
    return NORTH if fight.state.near == side else SOUTH


class Deploy(Order):
    """Where a unit is set up: {"at": [x, y], "facing": 0, "files": 5}; the point is the middle of its front."""

    __slots__ = ("_offers", "fight", "number", "obstacles", "scouting")
    form = 'a table such as {"at": [36000, 12000], "facing": 0, "files": 5}: the middle of its front'

    def __init__(self, fight: Fight, number: int, scouting: bool = False):
        unit = fight.state.units[number]
        super().__init__(unit.side, "place", SCOUTS if scouting else ORDER, unit.name, "Where {is} {who} set up?")
        self.fight, self.number, self.scouting = fight, number, scouting
        self.obstacles = Obstacles(fight, number)
        self._offers: list[dict[str, Any]] | None = None

    @property
    def offers(self) -> list[dict[str, Any]]:
        if self._offers is None:
            self._offers = self._found(TRIES)
        return self._offers

    @property
    def room(self) -> bool:
        """Whether there is any place at all."""
        return bool(self._offers or self._found(1))

    def stand(self, order: Answer) -> Stance:
        unit = self.fight.state.units[self.number]
        at, facing = order["at"], order.get("facing", home_facing(self.fight, unit.side))
        return Stance((at[0], at[1]), bearing(facing), order.get("files", unit.files))

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if refusal := placed_badly(order, self.form, self.rule):
            return refusal
        least, most = widths(self.fight, self.number)
        stand = self.stand(order)
        if not least <= stand.files <= most:
            return Refusal("reg.core.formation", f"it stands {least} to {most} models wide, not {stand.files}")
        return self._judge(pose(self.fight, self.number, stand)) or {"cost": 0}

    def _judge(self, there: Body) -> Refusal | None:
        side, block = self.fight.state.units[self.number].side, there.block
        if edge_gap(self.fight, block) < -TIE:
            return Refusal(TABLE, "it would stand over the edge of the table")
        if self.obstacles.hit(block) is not None:
            return Refusal("reg.move.apart", "it would stand within an inch of something")
        if _in_zone(self.fight, side, block):
            return None
        if not self.scouting:
            return Refusal(TABLE, "a unit is placed wholly inside its zone")
        for foe in present(self.fight, 1 - side):
            if gap(block, body(self.fight, foe).block) <= FROM_ENEMY + TIE:
                return Refusal(SCOUTS, "scouts keep more than 12 in away from {who}", (named(self.fight, foe),))
        return None

    def _found(self, most: int) -> list[dict[str, Any]]:
        """Places near the front of the zone, from the middle outwards."""
        side = self.fight.state.units[self.number].side
        low, high = zone(self.fight, side)
        near = self.fight.state.near == side
        facing = home_facing(self.fight, side)
        middle = self.fight.setting.width // 2 // INCH
        found: list[dict[str, Any]] = []
        deep = pose(
            self.fight, self.number, Stance((0, 0), facing, self.fight.state.units[self.number].files)
        ).depth
        for back in range(0, max(1, high - low - deep + 1), 1000):
            y = high - back if near else low + back
            for step in range(middle):
                for x in dict.fromkeys((middle + step, middle - step)):
                    offer = {"at": [x * INCH, y], "facing": facing}
                    if not isinstance(self.check(offer), Refusal):
                        found.append(offer)
                        if len(found) == most:
                            return found
        return found

    def suggest(self, most: int = 12) -> list[Answer]:
        return list(self.offers[:most])

    def sample(self, chance: Chance) -> Answer:
        side = self.fight.state.units[self.number].side
        low, high = zone(self.fight, side)
        for _ in range(6):
            at = [chance.randrange(self.fight.setting.width), low + chance.randrange(high - low)]
            offer = {"at": at, "facing": home_facing(self.fight, side)}
            if not isinstance(self.check(offer), Refusal):
                return offer
        return self.offers[chance.randrange(len(self.offers))]

    def label(self, answer: Answer, names: Any) -> str:
        return f"at ({answer['at'][0] / INCH:.1f}, {answer['at'][1] / INCH:.1f})"


# --- scouts and the vanguard -----------------------------------------------------------------------------------


def scout_one(fight: Fight) -> bool:
    """Scouts are placed after all others, one at a time; both sides roll off if both have some."""
    waiting = [[n for n in _own(fight, side) if _scouts(fight, n)] for side in (0, 1)]
    return _alternate(fight, waiting, "scouts", SCOUTS, lambda number: set_up(fight, number, scouting=True))


def vanguard_one(fight: Fight) -> bool:
    """A move of up to 12 in before the first turn, not coming within 12 in of an enemy."""
    waiting = [
        [n for n in present(fight, side) if all_have(fight, n, VANGUARD) and n not in fight.state.passed]
        for side in (0, 1)
    ]
    return _alternate(fight, waiting, "vanguard", VANGUARD, lambda number: _advance(fight, number))


def _alternate(fight: Fight, waiting: list[list[int]], what: str, rule: str, deed: Any) -> bool:
    state = fight.state
    if not waiting[0] and not waiting[1]:
        return False
    if waiting[0] and waiting[1]:
        if not state.todo:
            state.active = roll_off(fight, f"whose {what} come first", rule)
            state.todo = (1,)
    else:
        state.active = 0 if waiting[0] else 1
    able = waiting[state.active]
    number = able[0]
    if len(able) > 1:
        names = [named(fight, n) for n in able]
        question = Choose(
            state.active, what, names, rule, text=f"Whose turn is it among the {what}?", usual=names[0]
        )
        number = fight.setting.number[fight.ask(question)]
    deed(number)
    state.active = 1 - state.active
    return True


def _advance(fight: Fight, number: int) -> None:
    fight.state.passed = (*fight.state.passed, number)
    question = Move(fight, number, limit=FROM_ENEMY)
    course = question.course(fight.ask(question))
    if course.stops:
        carry_out(fight, number, course)
        unit = fight.state.units[number]
        unit.did, unit.acted, unit.barred = "stood still", False, True


# --- who begins ------------------------------------------------------------------------------------------------


def choose_first(fight: Fight) -> None:
    """The one who finished first adds 1; the higher chooses who has the first turn."""
    state = fight.state
    if fight.setting.scenario.defender:
        first = 1
    else:
        bonus = (int(state.finished == 0), int(state.finished == 1))
        winner = roll_off(fight, "who has the first turn", ORDER, bonus)
        question = Choose(
            winner, "first turn", ["me", "enemy"], ORDER, text="Who has the first turn?",
            meanings={"me": "I begin", "enemy": "The enemy begins"}, usual="me",
        )  # fmt: skip
        first = winner if fight.ask(question) == "me" else 1 - winner
    state.first = first
    _restrain(fight, first)
    fight.tell(FirstTurn(ORDER, first))


def _restrain(fight: Fight, first: int) -> None:
    """Scouts outside their zone and the vanguard may not charge in their first turn if their side goes first."""
    for number, unit in enumerate(fight.state.units):
        forward = unit.barred or number in fight.state.scouts_out
        unit.barred = forward and unit.side == first
