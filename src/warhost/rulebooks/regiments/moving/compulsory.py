"""Compulsory moves: rallying or fleeing on, then whatever moves by itself; and ambushers who come on.

[reg.move.compulsory] [reg.rally.test] [reg.rally.quarter] [reg.flee.limits] [reg.sr.fastcav] [reg.sr.ambushers]
"""

from __future__ import annotations

from typing import Any

from warhost.engine.dice import Throw
from warhost.engine.field.compass import EAST, NORTH, SOUTH, WEST, bearing, heading
from warhost.engine.field.stance import Stance
from warhost.engine.question import Answer, Refusal
from warhost.engine.tally import Tally

from ..bodies import body, centre, pose, range_between, set_stance
from ..choosing import next_of
from ..events import Arrived, Noted
from ..library import band
from ..measures import INCH, TIE
from ..nature import all_have, enemies, engaged, has, kind, nature, present
from ..nerve import panic
from ..nerve.leadership import HIGHEST, ld_test, leadership
from ..opening.terrain import Placing, placed_badly
from ..setting import Fight
from ..special import points
from .chargers import turned_with_room
from .flight import flee_on
from .front_rank import rearrange
from .moves import Move, carry_out
from .reforms import free_reform
from .ways import Obstacles, edge_gap

RALLY, QUARTER, AMBUSH = "reg.rally.test", "reg.rally.quarter", "reg.sr.ambushers"
DOUBLE_ONE = 2
FAST, GUARDS, REACTION = "reg.sr.fastcav", "guards the fallen", "reg.troop.monster.reaction"


def move_one(fight: Fight) -> bool:
    """One compulsory move; False when all are made. Fleeing units come first."""
    side = fight.state.active
    testing = to_rally(fight, side)
    if testing:
        number = next_of(fight, side, testing, "next to rally", RALLY, "Which fleeing unit tests next?")
        rally_or_flee(fight, number)
        panic.settle(fight)
        return True
    driven = [n for n in present(fight, side) if not fight.state.units[n].acted and _is_driven(fight, n)]
    if not driven:
        return False
    number = next_of(fight, side, driven, "next to move", "reg.move.compulsory", "Which of them moves next?")
    fight.state.units[number].acted = True
    if has(fight, number, GUARDS):
        _face_nearest(fight, number)
    else:
        points.compulsory.each(nature(fight, number), fight, number)
        panic.settle(fight)
    return True


def _is_driven(fight: Fight, number: int) -> bool:
    """Whether a unit that does not flee moves by itself."""
    if has(fight, number, GUARDS):
        return not engaged(fight, number)
    return not fight.state.units[number].fleeing and points.compulsory.heeds(nature(fight, number))


def _face_nearest(fight: Fight, number: int) -> None:
    """A beast that guards its fallen master turns to the nearest enemy.  [reg.troop.monster.reaction]"""
    foes = enemies(fight, number)
    if not foes:
        return
    here = body(fight, number)
    foe = min(foes, key=lambda one: (range_between(fight, number, one), one))
    facing = heading(centre(here), centre(body(fight, foe)))
    set_stance(fight.state.units[number], turned_with_room(fight, number, facing))


# --- rallying --------------------------------------------------------------------------------------------------


def to_rally(fight: Fight, side: int) -> list[int]:
    """Whoever flees, but not those who began to do so this very turn."""
    units = fight.state.units
    fleeing = [n for n in present(fight, side) if units[n].fleeing and not units[n].acted]
    return [n for n in fleeing if units[n].fled_at != fight.state.clock]


def rally_or_flee(fight: Fight, number: int) -> None:
    unit = fight.state.units[number]
    unit.acted = True
    if not rallies(fight, number):
        flee_on(fight, number)
        return
    unit.fleeing, unit.did = False, "rallied"
    fight.tell(Noted(RALLY, unit.name, "rallies"))
    free_reform(fight, number, RALLY)
    if unit.by_choice and unit.fled_at == fight.state.clock - 1 and all_have(fight, number, FAST):
        unit.did, unit.acted, unit.declared = "stood still", False, True  # it may still move and shoot
    unit.by_choice = False


def rallies(fight: Fight, number: int) -> bool:
    rule, value = rally_value(fight, number)
    return ld_test(fight, number, "rally", rule, 0, value)


def rally_value(fight: Fight, number: int) -> tuple[str, Tally]:
    """A musician helps; a remnant of less than a quarter rallies only on a double 1."""
    unit = fight.state.units[number]
    if 4 * unit.models < fight.setting.entries[unit.entry].models:
        return QUARTER, Tally(DOUBLE_ONE, QUARTER, "a remnant")
    value = leadership(fight, number)
    if unit.musician and value.total < HIGHEST:
        value.add(1, "reg.cmd.musician", "musician")
    return RALLY, value


# --- ambushers -------------------------------------------------------------------------------------------------


def roll_ambushers(fight: Fight) -> None:
    """From the second turn on, on 3+; only their owner knows of it.  [reg.sr.ambushers]"""
    side = fight.state.active
    if fight.state.turn < 2:
        return
    coming = []
    for number, unit in enumerate(fight.state.units):
        if unit.side == side and unit.fate == "reserve":
            throw = Throw(1, 6, "ambushers come", AMBUSH, side, (2,), need=3, over=True)
            if fight.oracle.throw(throw)[0] >= 3:
                coming.append(number)
    fight.state.coming = tuple(coming)


def arrive_one(fight: Fight) -> bool:
    """One unit of ambushers comes on; False when all have, or none can."""
    while fight.state.coming:
        number, *rest = fight.state.coming
        fight.state.coming = tuple(rest)
        unit = fight.state.units[number]
        question = Arrive(fight, number)
        if unit.fate != "reserve" or not question.offers:
            continue
        set_stance(unit, question.stand(fight.ask(question.in_secret())))
        unit.fate = "standing"
        fight.tell(Arrived(AMBUSH, unit.name, unit.point, unit.facing))
        rearrange(fight, number)
        unit.slowed = True
        move = Move(fight, number)
        course = move.course(fight.ask(move))
        if course.stops:
            carry_out(fight, number, course)
        unit.acted, unit.did, unit.declared = True, "normal move", True
        return True
    return False


class Arrive(Placing):
    """Where ambushers come on: {"at": [x, y], "facing": 0}; their rear touches a table edge."""

    __slots__ = ("fight", "number")
    form = 'a table such as {"at": [36000, 3000], "facing": 0}: the middle of the front, the rear at a table edge'

    def __init__(self, fight: Fight, number: int):
        unit = fight.state.units[number]
        super().__init__(unit.side, "arrive", AMBUSH, unit.name, "Where {does} {who} come on?")
        self.fight, self.number = fight, number
        self.offers = [one for one in self._ideas() if not isinstance(self.check(one), Refusal)]

    def _ideas(self) -> list[dict[str, Any]]:
        deep = pose(self.fight, self.number, Stance((0, 0), NORTH, self.fight.state.units[self.number].files)).depth
        found: list[dict[str, Any]] = []
        width, depth = self.fight.setting.width, self.fight.setting.depth
        for x in range(4, width // INCH - 3, 4):
            found.append({"at": [x * INCH, deep], "facing": NORTH})
            found.append({"at": [x * INCH, depth - deep], "facing": SOUTH})
        for y in range(4, depth // INCH - 3, 4):
            found.append({"at": [deep, y * INCH], "facing": EAST})
            found.append({"at": [width - deep, y * INCH], "facing": WEST})
        return found

    def stand(self, order: Answer) -> Stance:
        at, facing = order["at"], bearing(order.get("facing", NORTH))
        return Stance((at[0], at[1]), facing, self.fight.state.units[self.number].files)

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if refusal := placed_badly(order, self.form, AMBUSH):
            return refusal
        there = pose(self.fight, self.number, self.stand(order))
        if edge_gap(self.fight, there.block) < -TIE or not _rear_at_edge(self.fight, there.block.points):
            return Refusal(AMBUSH, "its rear must touch a table edge")
        if Obstacles(self.fight, self.number).hit(there.block) is not None:
            return Refusal("reg.move.apart", "it would stand within an inch of something")
        return {"cost": 0}


def _rear_at_edge(fight: Fight, points_of: tuple[tuple[int, int], ...]) -> bool:
    back = points_of[2], points_of[3]
    return any(
        all(abs(point[axis] - edge) <= 5 for point in back)
        for axis, edges in ((0, (0, fight.setting.width)), (1, (0, fight.setting.depth)))
        for edge in edges
    )


# --- beasts without masters ------------------------------------------------------------------------------------


def beasts_react(fight: Fight) -> None:
    """At the end of a phase: a monster that has lost its rider or handlers tests on its own Leadership.

    [reg.troop.monster.reaction]
    """
    for number, unit in enumerate(fight.state.units):
        if not unit.reaction:
            continue
        unit.reaction, unit.orphan = False, True
        if not unit.alive or has(fight, number, "reg.sr.unbreakable"):
            continue
        value = Tally(kind(fight, number).profile.ld, REACTION, "its own Leadership")
        if not ld_test(fight, number, "monster reaction", REACTION, 0, value):
            face = fight.die(6, "monster reaction", REACTION, unit.side)
            line = band(fight.setting.library.tables.chart["reaction"], face)
            unit.gained = (*unit.gained, *line.gives)
            fight.tell(Noted(REACTION, unit.name, f"reacts: {line.title}"))
