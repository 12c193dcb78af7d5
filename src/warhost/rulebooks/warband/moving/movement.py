"""The movement phase: those who must, then those who may, then who hides.  [war.turn.move]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.engine.field.compass import FULL_TURN, NORTH, Angle, Point, ahead, bearing, rays
from warhost.engine.field.levels.links import steps_from
from warhost.engine.field.levels.parts import Spot
from warhost.engine.field.levels.rims import foot_of, top_of
from warhost.engine.field.levels.site import Gait, Site
from warhost.engine.field.stance import Stance
from warhost.engine.lazily import Lazily
from warhost.engine.question import Answer, Chance, Choose, ChooseSome, Order, Refusal

from ..events import Moved
from ..lookout import all_pinned, of_side
from ..magic.lasting import held_fast
from ..nerve.flight import flee_on, wander
from ..scenarios.prizes import after_move, before_move
from ..setting import Fight
from ..state import NOBODY
from .course import Course, allowance, course, running
from .fitness import may_move, unfit
from .hiding import hide, in_view, look_round, spot, still_hidden, unfit_to_hide
from .legs import tread, way

DONE = "done"
CRAWL = 2_000
TRIES = 4
BEARINGS = 36  # corners of what he could reach
TO_THE_EYE = 150


def move_one(fight: Fight) -> bool:
    """One warrior moves; False when all have, or nobody wants to any more."""
    if _compelled(fight):
        return True
    bound = all_pinned(fight, fight.state.active)
    movers = {
        fight.setting.fighters[number].id: number
        for number in of_side(fight, fight.state.active)
        if number not in bound and unfit(fight, number) is None
    }
    if movers:
        text = "Who moves next?"
        chosen = fight.ask(
            Choose(
                fight.state.active,
                "move",
                [*movers, DONE],
                "war.turn.move",
                text=text,
                meanings={DONE: "nobody else moves"},
                usual=DONE,
                why_not=lambda id: _why_not(fight, id),
            )
        )
        if chosen != DONE:
            _move(fight, movers[chosen])
            return True
        for number in movers.values():
            fight.state.warriors[number].acted = True
    if not fight.state.hiding:
        fight.state.hiding = True
        _hide(fight)
        return True
    return False


def _why_not(fight: Fight, id: str) -> Refusal | None:
    number = fight.setting.number.get(id)
    return None if number is None else may_move(fight, number)


def _compelled(fight: Fight) -> bool:
    """Who flees or has lost his wits goes first."""
    for number in of_side(fight, fight.state.active):
        warrior = fight.state.warriors[number]
        if warrior.acted or warrior.posture != "up" or held_fast(fight, number):
            continue
        if warrior.fleeing:
            warrior.acted = warrior.moved = True
            flee_on(fight, number)
            look_round(fight)
            return True
        if warrior.stupid:
            warrior.acted = True
            wander(fight, number)
            look_round(fight)
            return True
    return False


def _move(fight: Fight, number: int) -> None:
    helper = before_move(fight, number)
    warrior = fight.state.warriors[number]
    question = Move(fight, number, helper)
    plan = question.planned(fight.ask(question))
    assert isinstance(plan, Course)
    warrior.acted = True
    if not plan.legs:
        after_move(fight, number)
        return
    start, how = warrior.spot, "crawl" if plan.crawl else "run" if plan.ran else "walk"
    warrior.moved, warrior.ran = True, plan.ran
    if plan.ran:
        spot(fight, number, "war.run.basic")
    rule = "war.injury.down" if plan.crawl else "war.run.basic" if plan.ran else "war.move.normal"
    if tread(fight, number, plan.legs):
        fight.tell(
            Moved(rule, fight.setting.fighters[number].id, how, way(start, plan.legs), warrior.z, round(plan.spent))
        )
        still_hidden(fight, number)
        if question.company is not None:
            _go_along(fight, helper, question.company)
    elif not warrior.fell:
        fight.tell(
            Moved(
                rule,
                fight.setting.fighters[number].id,
                how,
                _gone(plan, start, warrior.spot),
                warrior.z,
                stopped=True,
            )
        )
    look_round(fight)
    after_move(fight, number)


def _gone(plan: Course, start: Spot, end: Spot) -> tuple[Point, ...]:
    """As much of the way as he came."""
    ends = [leg.end for leg in plan.legs]
    return way(start, plan.legs[: ends.index(end) + 1]) if end in ends else (start[:2], end[:2])


def _alongside(fight: Fight, number: int, helper: int, plan: Course) -> Course | Refusal:
    """Who helps with the chest goes the same way beside the carrier, and may not go farther than he can."""
    own, beside = fight.state.warriors[number], fight.state.warriors[helper]
    dx, dy = beside.x - own.x, beside.y - own.y
    acts = [["go", leg.end[0] + dx, leg.end[1] + dy] for leg in plan.legs]
    found = course(fight, helper, acts, allowance(fight, helper), 0, ignoring=(number,))
    if isinstance(found, Refusal):
        pair = fight.setting.fighters[number].id, fight.setting.fighters[helper].id
        return Refusal("war.scen.box", f"{{1}} cannot go along with {{who}}: {found.plain}", pair)
    return found


def _go_along(fight: Fight, helper: int, plan: Course) -> None:
    warrior, start = fight.state.warriors[helper], fight.state.warriors[helper].spot
    warrior.acted = warrior.moved = True
    if tread(fight, helper, plan.legs):
        path = way(start, plan.legs)
        id = fight.setting.fighters[helper].id
        fight.tell(Moved("war.scen.box", id, "walk", path, warrior.z, round(plan.spent)))
        still_hidden(fight, helper)


def _hide(fight: Fight) -> None:
    """When all have moved it is said who hides.  [war.turn.move] [war.hide.basic]"""
    names = {
        fight.setting.fighters[number].id: number
        for number in of_side(fight, fight.state.active)
        if not fight.state.warriors[number].hidden and unfit_to_hide(fight, number) is None
    }
    if not any(in_view(fight, number) is None for number in names.values()):
        return
    question = Hiders(
        fight.state.active,
        "hide",
        Lazily(lambda: [id for id, number in names.items() if in_view(fight, number) is None]),
        "war.hide.basic",
        0,
        len(names),
        text="Which warriors hide?",
    )
    question.fit, question.seen = list(names), lambda id: in_view(fight, names[id]) is not None
    for id in fight.ask(question):
        hide(fight, names[id])


class Hiders(ChooseSome):
    """Chance looks only at those it draws."""

    __slots__ = ("fit", "seen")
    fit: list[str]
    seen: Callable[[str], bool]

    def sample(self, chance: Chance) -> Answer:
        drawn = [id for id in self.fit if chance.random() < 0.5]
        return [id for id in drawn if not self.seen(id)]


class Move(Order):
    """The order for one warrior's move: acts such as ["go", x, y], ["up"], ["climb", z], ["jump"], ["leap", x,
    y].
    """

    form = 'acts such as [["go", 12000, 9500], ["climb", 3000]] in thousandths of an inch; [] to stay'

    def __init__(self, fight: Fight, number: int, helper: int = NOBODY):
        fighter = fight.setting.fighters[number]
        super().__init__(fighter.side, "order", "war.move.normal", fighter.id, "Where does {who} go?", [])
        self.fight, self.number, self.helper = fight, number, helper
        self.crawl = fight.state.warriors[number].posture == "down"
        self.walks = CRAWL if self.crawl else allowance(fight, number, helper)
        self.runs = 0 if self.crawl else running(fight, number)
        self._looked: tuple[Answer, Course | Refusal] | None = None
        self.company: Course | None = None  # how his helper goes along, of the order looked at last

    def planned(self, order: Answer) -> Course | Refusal:
        """How he would go; an order is looked at before it is given, and then carried out."""
        if self._looked is None or self._looked[0] != order:
            self._looked = order, self._plan(order)
        return self._looked[1]

    def _plan(self, order: Answer) -> Course | Refusal:
        plan = course(self.fight, self.number, order, self.walks, self.runs, self.crawl)
        self.company = None
        if self.helper == NOBODY or isinstance(plan, Refusal) or not plan.legs:
            return plan
        beside = _alongside(self.fight, self.number, self.helper, plan)
        if isinstance(beside, Refusal):
            return beside
        self.company = beside
        return plan

    def wanted(self, order: Answer) -> Stance:
        """Where he would stand; if it may not be, where the last leg of it leads."""
        plan, warrior = self.planned(order), self.fight.state.warriors[self.number]
        if isinstance(plan, Course):
            x, y, _ = plan.spot
            return Stance((x, y), NORTH, 1)
        legs = [(act[1], act[2]) for act in order if act[0] == "go"]
        return Stance(legs[-1] if legs else (warrior.x, warrior.y), NORTH, 1)

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        plan = self.planned(order)
        if isinstance(plan, Refusal):
            return plan
        spent = round(plan.spent)
        return {"cost": spent, "left": max(0, max(self.walks, self.runs) - spent)}

    def outline(self) -> dict[str, list[Point]]:
        """How far he could walk straight, all round."""
        return {self.about: self.round_about(self.walks)}

    def round_about(self, most: int) -> list[Point]:
        """As far as he comes in each direction, this far at most."""
        warrior = self.fight.state.warriors[self.number]
        here = warrior.x, warrior.y

        def reached(way: Angle) -> Point:
            far = _farthest(most, lambda far: self.refuse([["go", *ahead(here, way, far)]]) is None)
            return ahead(here, way, far)

        return [reached(way) for way in rays(BEARINGS)]

    def suggest(self, most: int = 12) -> list[Answer]:
        """To stay, whatever leads to another level, and the four winds."""
        orders: list[Answer] = [[], *self.special()]
        warrior = self.fight.state.warriors[self.number]
        for far in (self.runs, self.walks) if self.runs > self.walks else (self.walks,):
            orders += [[["go", *ahead((warrior.x, warrior.y), way, far)]] for way in rays(8)]
        found: list[Answer] = []
        for order in orders:
            if len(found) < most and self.refuse(order) is None:
                found.append(order)
        return found

    def special(self) -> Iterator[Answer]:
        """Moves by stairs, ladders, walls and gaps that begin within reach."""
        if self.crawl:
            return
        fight, fighter = self.fight, self.fight.setting.fighters[self.number]
        spot, town = fight.state.warriors[self.number].spot, fight.setting.town(fight.state)
        site, gait = town.site, fighter.gait
        if any(leg.rise > 0 for leg in steps_from(site, gait, spot)):
            yield [["up"]]
            yield [["halfway"]]
        if any(leg.rise < 0 for leg in steps_from(site, gait, spot)):
            yield [["down"]]
        ends = [stairs.foot for stairs in site.parts.stairs] + [stairs.head for stairs in site.parts.stairs]
        ends += [(*ladder.at, z) for ladder in site.parts.ladders for z in (ladder.bottom, ladder.top)]
        for x, y, z in ends:
            if z == spot[2] and 0 < (x - spot[0]) ** 2 + (y - spot[1]) ** 2 <= self.walks**2:
                yield [["go", x, y], ["up"] if _rises(site, gait, (x, y, z)) else ["down"]]
        for rim in town.ways.rims.near(spot[0], spot[1], self.walks):
            along = min(max(rim.along(spot[0], spot[1]), rim.low), rim.high)
            if rim.water:
                continue
            if rim.z == spot[2] and (top := top_of(rim, gait, along)) is not None:
                go = [["go", *top[:2]]] if top != spot else []
                yield [*go, ["jump"]]
                yield [*go, ["climb", foot_of(site, rim, gait, along)[2]]]
                for other in town.ways.rims.near(*rim.at(along), gait.widest):
                    if other.out == -rim.out and other.upright == rim.upright and other.z <= rim.z + 1_000:
                        yield [*go, ["leap", *other.nearest(*rim.at(along))]]
            elif rim.z > spot[2]:
                foot = foot_of(site, rim, gait, along)
                if foot[2] == spot[2]:
                    yield [*([["go", *foot[:2]]] if foot != spot else []), ["climb", rim.z]]

    def sample(self, chance: Chance) -> Answer:
        warrior, luck = self.fight.state.warriors[self.number], chance.random()
        if luck < 0.1:
            special = list(self.special())
            if special:
                order = special[chance.randrange(len(special))]
                if self.refuse(order) is None:
                    return order
        far = max(self.walks, self.runs)
        for _ in range(TRIES):
            way = bearing(chance.randrange(FULL_TURN))
            point = ahead((warrior.x, warrior.y), way, 1 + chance.randrange(far))
            if self.refuse([["go", *point]]) is None:
                return [["go", *point]]
        return []


def _farthest(most: int, lawful: Callable[[int], bool]) -> int:
    """The whole of it, or as near to what stops him as it matters to the eye."""
    if lawful(most):
        return most
    least = 0
    while most - least > TO_THE_EYE:
        middle = (least + most) // 2
        least, most = (middle, most) if lawful(middle) else (least, middle)
    return least


def _rises(site: Site, gait: Gait, spot: tuple[int, int, int]) -> bool:
    return any(leg.rise > 0 for leg in steps_from(site, gait, spot))
