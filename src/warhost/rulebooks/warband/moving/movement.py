"""The movement phase: those who must, then those who may, then who hides.  [war.turn.move]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.engine.field.compass import FULL_TURN, ahead
from warhost.engine.field.levels.links import steps_from
from warhost.engine.field.levels.rims import foot_of, top_of
from warhost.engine.field.levels.site import Gait, Site
from warhost.engine.field.stance import Stance
from warhost.engine.lazily import Lazily
from warhost.engine.question import Answer, Chance, Choose, ChooseSome, Order, Refusal

from ..events import Moved
from ..lookout import all_pinned, of_side
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
        if warrior.acted or warrior.posture != "up":
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
        gone = [leg for leg in plan.legs if leg.end == warrior.spot] or plan.legs[:0]
        fight.tell(
            Moved(
                rule,
                fight.setting.fighters[number].id,
                how,
                way(start, gone) if gone else (start[:2], (warrior.x, warrior.y)),
                warrior.z,
            )
        )
    look_round(fight)
    after_move(fight, number)


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
        self.company: Course | None = None  # how his helper goes along, of the order looked at last

    def planned(self, order: Answer) -> Course | Refusal:
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
            return Stance((x, y), 0, 1)
        legs = [(act[1], act[2]) for act in order if act[0] == "go"]
        return Stance(legs[-1] if legs else (warrior.x, warrior.y), 0, 1)

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        plan = self.planned(order)
        return plan if isinstance(plan, Refusal) else {self.about: round(plan.spent)}

    def outline(self) -> dict[str, list[tuple[int, int]]]:
        """How far he could walk straight, all round."""
        warrior, found = self.fight.state.warriors[self.number], list[tuple[int, int]]()
        for step in range(24):
            for part in (4, 3, 2, 1, 0):
                point = ahead((warrior.x, warrior.y), FULL_TURN * step // 24, self.walks * part // 4)
                if part == 0 or self.refuse([["go", *point]]) is None:
                    found.append(point)
                    break
        return {self.about: found}

    def suggest(self, most: int = 12) -> list[Answer]:
        """To stay, whatever leads to another level, and the four winds."""
        orders: list[Answer] = [[], *self.special()]
        warrior = self.fight.state.warriors[self.number]
        for far in (self.runs, self.walks) if self.runs > self.walks else (self.walks,):
            orders += [[["go", *ahead((warrior.x, warrior.y), turn, far)]] for turn in range(0, FULL_TURN, 4500)]
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
            point = ahead((warrior.x, warrior.y), chance.randrange(FULL_TURN), 1 + chance.randrange(far))
            if self.refuse([["go", *point]]) is None:
                return [["go", *point]]
        return []


def _rises(site: Site, gait: Gait, spot: tuple[int, int, int]) -> bool:
    return any(leg.rise > 0 for leg in steps_from(site, gait, spot))
