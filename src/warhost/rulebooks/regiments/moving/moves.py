"""The remaining moves: one unit after the other, each by an order.

[reg.move.remaining] [reg.move.sequence] [reg.reform.swift] [reg.turn.status]
"""

from __future__ import annotations

from typing import Any

from warhost.engine.field.compass import (
    HALF_TURN,
    Angle,
    ahead,
    bearing,
    heading,
    opposite,
    turn,
    turn_words,
    veered,
)
from warhost.engine.question import Answer, Chance, Choose, Order, Refusal
from warhost.engine.words import Names

from ..bodies import body, centre, range_between, set_stance
from ..events import Moved
from ..land.hazards import How, cross
from ..measures import INCH, said
from ..nature import all_have, enemies, engaged, has, kind, named, present, ridden
from ..nerve import panic
from ..nerve.leadership import ld_test
from ..setting import Fight
from ..special import points
from ..state import NOBODY
from .buildings import move_in, open_buildings
from .course import Course, plan
from .exits import leave_by_edge
from .hemmed import hemmed_in
from .joining import hosts, join, leave
from .leaving import ways_out
from .marching import may_march_now
from .reforms import carry_out as reform
from .speed import flies
from .ways import Obstacles, edge_gap

RULE = "reg.move.remaining"
DONE = "done"
RANDOM, SKIRMISH = "reg.sr.randommove", "reg.sr.skirmishers"
GUARDS = "guards the fallen"


def move_one(fight: Fight) -> bool:
    """One unit moves; False when no more do."""
    side = fight.state.active
    ready = movers(fight, side)
    if not ready:
        return False
    options = [*(named(fight, one) for one in ready), DONE]
    question = Choose(
        side, "move", options, RULE, why_not=lambda name: why_not(fight, name),
        text="Which unit moves next?", meanings={DONE: "No more moves"}, usual=DONE,
    )  # fmt: skip
    choice = fight.ask(question)
    if choice == DONE:
        fight.state.passed = tuple(range(len(fight.state.units)))
        return True
    order_one(fight, fight.setting.number[choice])
    panic.settle(fight)
    return True


def movers(fight: Fight, side: int) -> list[int]:
    passed = fight.state.passed
    return [
        number
        for number, unit in enumerate(fight.state.units)
        if unit.side == side and number not in passed and cannot_move(fight, number) is None
    ]


def cannot_move(fight: Fight, number: int) -> Refusal | None:
    unit, who = fight.state.units[number], (named(fight, number),)
    host = unit.host if unit.fate == "within" else number
    if not unit.alive:
        return Refusal(RULE, "{who} {is} not there to be moved", who)
    if ridden(fight, number):
        both = (*who, named(fight, host))
        return Refusal("reg.troop.monster.ridden", "{who} {rides} {1} and {moves} with it", both)
    if unit.acted:
        return Refusal(RULE, "{who} {has} moved already", who)
    if engaged(fight, host):
        return Refusal("reg.core.engaged", "{who} {is} engaged", who)
    other = fight.state.units[host]
    if other.fleeing:
        return Refusal("reg.flee.limits", "{who} {is} fleeing", who)
    if unit.squabbles or not fight.setting.statuses[other.did].moves:
        return Refusal("reg.turn.status", "{who} {has} done something else this turn", who)
    if has(fight, number, RANDOM):
        return Refusal(RANDOM, "{who} {moves} by chance alone", who)
    if has(fight, number, GUARDS):
        return Refusal("reg.troop.monster.reaction", "{who} never {moves} again", who)
    if unit.fate == "within" and other.building == NOBODY and hemmed_in(fight, number):
        both = (*who, named(fight, host))
        return Refusal("reg.move.apart", "{who} {finds} no place within reach outside {1}", both)
    return None


def why_not(fight: Fight, name: str) -> Refusal | None:
    number = fight.setting.number.get(name, NOBODY)
    if number == NOBODY or fight.state.units[number].side != fight.state.active:
        return None
    return cannot_move(fight, number)


def order_one(fight: Fight, number: int) -> None:
    """An order is asked for and carried out; a march that fails its test is asked for again, as a normal move."""
    unit = fight.state.units[number]
    question = Move(fight, number)
    course = question.course(fight.ask(question))
    if course.marches and not may_march_now(fight, number):
        unit.slowed = True
        return  # its owner is asked again, for what is left to it
    carry_out(fight, number, course)


def open_ranks(fight: Fight) -> None:
    """Skirmishers who had closed up open again in their next remaining moves.  [reg.sr.skirmishers]"""
    for number in present(fight, fight.state.active):
        unit = fight.state.units[number]
        if unit.fate != "standing" or unit.loose or engaged(fight, number) or not all_have(fight, number, SKIRMISH):
            continue
        obstacles = Obstacles(fight, number)
        unit.loose = True
        block = body(fight, number).block
        if obstacles.hit(block) is not None or edge_gap(fight, block) < 0:
            unit.loose = False


def carry_out(fight: Fight, number: int, course: Course) -> None:
    unit = fight.state.units[number]
    unit.acted = True
    if course.reform == "normal":
        _reform(fight, number, course)
        return
    if not course.stops and course.joins == NOBODY and course.enters == NOBODY:
        return
    was_within = unit.fate == "within"
    if was_within:
        leave(fight, number)
        unit.acted = True
    if unit.fate == "garrison":
        unit.fate, unit.building = "standing", NOBODY
    unit.did = "march" if course.marches else "swift reform" if unit.drilled else "normal move"
    if course.inside != NOBODY:
        unit.did = "reform"  # it does no more this turn
    if kind(fight, number).machine and not course.spent:
        unit.did = "stood still"  # it may turn and fire all the same [reg.troop.warmachine]
    unit.drilled = False
    set_stance(unit, course.stance)
    _tell(fight, number, course)
    how: How = "fly" if course.flying else "march" if course.marches else "walk"
    cross(fight, number, course.poses, how)
    if unit.alive:
        points.moved.each(("reg.lore.ember.cinderwall",), fight, number)
    if course.joins != NOBODY and unit.alive:
        join(fight, number, course.joins, course.post)
        fight.state.units[course.joins].acted = True  # it makes no further move in this phase
    if course.enters != NOBODY and unit.alive:
        move_in(fight, number, course.enters)
    leave_by_edge(fight, number)


def _tell(fight: Fight, number: int, course: Course) -> None:
    way = (course.before.front, *(stop.stance.front for stop in course.stops))
    how = "flies" if course.flying else "marches" if course.marches else "moves"
    gone = course.spent // 2 if course.kind in ("back", "side") else course.spent
    fight.tell(Moved(RULE, named(fight, number), way, course.stance.facing, how, gone))


def _reform(fight: Fight, number: int, course: Course) -> None:
    """A musician lets a unit that passes a test move on after its reform.  [reg.reform.swift]"""
    unit = fight.state.units[number]
    swift = unit.musician
    reform(fight, number, course.stance)
    unit.did = "reform"
    points.moved.each(("reg.lore.ember.cinderwall",), fight, number)
    if swift and ld_test(fight, number, "swift reform", "reg.reform.swift"):
        unit.did, unit.acted, unit.drilled = "stood still", False, True
        question = Move(fight, number)
        course = question.course(fight.ask(question))
        unit.did = "swift reform"
        if course.stops:
            carry_out(fight, number, course)
        unit.acted = True


# --- the order -----------------------------------------------------------------------------------------------


class Move(Order):
    """A unit's move: a list of acts."""

    __slots__ = ("fight", "number", "start")
    form = (
        'a list of acts, [] to stay: ["go", length] or ["go", x, y], ["wheel", angle], ["pivot", facing], '
        '["back", length], ["side", length], ["reform", files, facing], ["fly"], ["join", unit, place], '
        '["garrison", name], ["leave", x, y, facing]'
    )

    def __init__(self, fight: Fight, number: int, limit: int | None = None):
        unit = fight.state.units[number]
        super().__init__(unit.side, "move order", RULE, unit.name, "Where {does} {who} go?", [])
        self.fight, self.number = fight, number
        self.start = Course(fight, number, limit)

    def course(self, order: Answer) -> Course:
        made = self.planned(order)
        assert isinstance(made, Course)
        return made

    def planned(self, order: Answer) -> Course | Refusal:
        made = plan(self.start, order)
        assert isinstance(made, Course | Refusal)
        return made

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        made = self.planned(order)
        if isinstance(made, Refusal):
            return made
        cost = {"cost": made.spent, "left": max(0, made.left), "march": int(made.marches)}
        return cost | ({"wheel": made.wheeled} if made.wheeled else {})

    def suggest(self, most: int = 12) -> list[Answer]:
        offers: list[Answer] = [[], *self.ideas()]
        return [offer for offer in offers if not isinstance(self.check(offer), Refusal)][:most]

    def ideas(self) -> list[Answer]:
        """Orders worth a thought: ahead, towards the nearest enemy, about; in or out of a building."""
        if self.start.inside != NOBODY:
            return [*ways_out(self.start)]
        pace, found = self.start.pace, list[Answer]()
        if kind(self.fight, self.number).machine and (goal := self._goal()) is not None:
            found.append([["pivot", heading(centre(self.start.here), goal)]])
        wings = [["fly"]] if flies(self.fight, self.number) and self.start.limit is None else []
        goal = self._goal()
        for length in (2 * pace, pace, pace // 2):
            if goal is not None:
                found.append([*wings, ["go", *self._towards(goal, length)]])
            found.append([*wings, ["go", length]])
        if not self.start.single and self.start.limit is None:
            found.append([["reform", self.start.here.files, opposite(self.start.stance.facing)]])
        if self.start.limit is None:
            found += [[["garrison", name]] for name in open_buildings(self.fight, self.number, pace)]
        found += [[["back", pace // 2]], [["side", pace // 2]], [["side", -(pace // 2)]]]
        if kind(self.fight, self.number).character and self.start.limit is None:
            found += [[["join", named(self.fight, host)]] for host in hosts(self.fight, self.number)[:3]]
        return found

    def _goal(self) -> tuple[int, int] | None:
        foes = enemies(self.fight, self.number)
        if not foes:
            return None
        nearest = min(foes, key=lambda foe: (range_between(self.fight, self.number, foe), foe))
        return centre(body(self.fight, nearest))

    def _towards(self, goal: tuple[int, int], length: int) -> tuple[int, int]:
        """So far towards a point that a wheel for it can be paid."""
        front = self.start.stance.front
        way = heading(front, goal)
        aside = abs(turn(self.start.stance.facing, way))
        width = 0 if self.start.single else self.start.here.width
        cost = width * aside * 355 // (HALF_TURN * 113)
        return ahead(front, way, max(0, length - cost - 200))

    def sample(self, chance: Chance) -> Answer:
        """Ahead by chance, wheeling by chance, now and then something else."""
        pace, dice = self.start.pace, chance.random()
        if pace <= 0 or dice < 0.15:
            return []
        if self.start.inside != NOBODY:
            offers = self.suggest()
            return offers[chance.randrange(len(offers))]
        tries: list[Answer] = []
        far = 1 + chance.randrange(2 * pace if self.start.no_march is None else pace)
        if dice < 0.5:
            tries.append([["go", far]])
        elif dice < 0.8:
            angle = chance.randrange(9000) - 4500
            first = (
                ["pivot", veered(self.start.stance.facing, angle)]
                if self.start.single
                else ["wheel", angle or 1]
            )
            tries.append([first, ["go", far // 3]])
        else:
            ideas = self.ideas()
            tries.append(ideas[chance.randrange(len(ideas))])
        tries += [[["go", far // 2]], [["go", far // 6]]]
        return next((order for order in tries if not isinstance(self.check(order), Refusal)), [])

    def label(self, answer: Answer, names: Names) -> str:
        return order_words(answer, names, self.start.stance.facing)


def order_words(order: Answer, names: Names, facing: Angle | None) -> str:
    """An order in a few words, for who faces so."""
    words = []
    for act in order:
        words.append(_act_words(act, names, facing))
        facing = _faced(act, facing)
    return ", ".join(words) or "stay"


def _faced(act: list[Any], facing: Angle | None) -> Angle | None:
    """Where somebody faces after an act; who goes to a point looks whichever way that is."""
    name, *args = act
    if name in ("pivot", "face"):
        return bearing(int(args[0]))
    if facing is None or (name == "go" and len(args) == 2):
        return None
    return veered(facing, args[0]) if name == "wheel" else facing


def _act_words(act: list[Any], names: Names, facing: Angle | None) -> str:
    name, *args = act
    if name == "go" and len(args) == 2:
        return f"go to ({args[0] / INCH:.1f}, {args[1] / INCH:.1f})"
    if name in ("go", "back", "side"):
        ways = {"go": "ahead", "back": "back", "side": "to the right" if args[0] > 0 else "to the left"}
        return f"go {said(abs(args[0]))} {ways[name]}"
    if name == "wheel":
        return f"wheel {round(abs(args[0]) / 100)} degrees to the {'right' if args[0] > 0 else 'left'}"
    if name in ("pivot", "face"):
        return "turn" if facing is None else f"turn {turn_words(facing, args[0])}"
    if name in ("reform", "form"):
        return f"reform {args[0]} wide"
    if name == "join":
        return f"join {names.piece(args[0])}"
    return "fly" if name == "fly" else f"{name} {' '.join(map(str, args))}".strip()
