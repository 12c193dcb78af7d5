"""A warrior's move as it is planned: acts that become legs, paid for from one allowance, without touching the
table.

[war.move.normal] [war.move.model] [war.char.m]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import Any

from warhost.engine.field.levels.bulk import SAME_LEVEL
from warhost.engine.field.levels.footing import room, walk
from warhost.engine.field.levels.links import Leg, climbs_from, jumps_from, leap, steps_from
from warhost.engine.field.levels.parts import Spot
from warhost.engine.order import Malformed, numbers
from warhost.engine.question import Refusal

from ..burdens import RULES, burden, carried, holds_chest, laden
from ..lookout import WITHIN, apart, enemies, sees, those_there, within
from ..magic.lasting import graceful
from ..setting import Fight
from ..specials import run_factor
from ..state import NOBODY
from .keeping_off import bulks, too_near
from .legs import into_water

MOST_ACTS = 40
WIDEST = 2_100  # nobody's base touches another's from so far
LEG_RULES = {
    "walk": "war.move.model",
    "stairs": "war.terrain.stairs",
    "ladder": "war.terrain.stairs",
    "climb": "war.climb.basic",
    "jump": "war.jump.down",
    "leap": "war.jump.gap",
}
STOPPED = {
    "wall": "a wall is in the way",
    "edge": "the floor ends on the way",
    "water": "deep water may not be entered",
    "table": "nobody leaves the table of his own will",
    "air": "that would end in the air",
    "higher": "that is more than an inch higher",
}
STOP_RULES = {
    "wall": "war.move.model",
    "edge": "war.move.model",
    "water": "war.terrain.difficult",
    "table": "war.move.normal",
    "air": "war.move.model",
    "higher": "war.move.model",
}


class Course:
    """The plan of one move."""

    def __init__(
        self,
        fight: Fight,
        number: int,
        allowance: int,
        running: int,
        crawl: bool = False,
        ignoring: tuple[int, ...] = (),
    ):
        self.fight, self.number, self.crawl, self.ignoring = fight, number, crawl, ignoring
        self.chest = holds_chest(fight, number)
        self.warrior, self.fighter = fight.state.warriors[number], fight.setting.fighters[number]
        self.town = fight.setting.town(fight.state)
        self.spot: Spot = self.warrior.spot
        self.walks, self.runs = allowance, max(allowance, running)
        self.spent, self.climbed = 0.0, 0
        self.legs: list[Leg] = []

    @property
    def ran(self) -> bool:
        return self.spent > self.walks + WITHIN

    def refusal(self, rule: str, why: str) -> Refusal:
        return Refusal(rule, why, (self.fighter.id,))

    def add(self, leg: Leg) -> Refusal | None:
        """Pay for a leg; a climb is no part of a run, and the chest is only carried on the level."""
        if self.chest and leg.kind != "walk":
            return self.refusal("war.scen.box", "the chest goes neither up nor down nor over a gap with {who}")
        if self._in_water:
            return self.refusal("war.terrain.difficult", "{who} has jumped into deep water, and that ends his move")
        if leg.kind != "walk" and (refusal := self._alights(leg)):
            return refusal
        self.spent += leg.cost
        if self.spent > self.runs + WITHIN:
            return self._too_far(leg)
        self.climbed += abs(leg.rise) if leg.kind == "climb" else 0
        if self.climbed > self.walks + WITHIN:
            return self.refusal("war.climb.basic", "{who} may not climb higher than his Movement in one move")
        self.legs.append(leg)
        self.spot = leg.end
        if self.ran and any(leg.kind in ("climb", "ladder") for leg in self.legs):
            return self.refusal("war.climb.basic", "climbing is no part of a run: {who} goes too far for that")
        return None

    @property
    def _in_water(self) -> bool:
        return bool(self.legs) and into_water(self.fight, self.legs[-1])

    def _alights(self, leg: Leg) -> Refusal | None:
        """Where a leg to another level ends no enemy is within an inch, and a jump lands on nobody.

        [war.move.apart] [war.jump.down]
        """
        if (near := too_near(self.fight, self.number, leg.end, leg.end)) is not None:
            return self._comes_near(near)
        below = leg.kind == "jump" and [
            other
            for other in those_there(self.fight)
            if other != self.number and overlaps(self.fight, self.number, leg.end, other)
        ]
        if below:
            pair = self.fighter.id, self.fight.setting.fighters[below[0]].id
            return Refusal("war.jump.down", "{who} cannot jump down onto {1}", pair)
        return None

    def _comes_near(self, foe: int) -> Refusal:
        pair = self.fighter.id, self.fight.setting.fighters[foe].id
        return Refusal("war.move.apart", "{who} may not come within an inch of {1} without charging", pair)

    def _too_far(self, leg: Leg) -> Refusal:
        """Said with the rule that keeps him from running, if one does."""
        far = f"that takes {{who}} {self.spent / 1000:.2f} inches, and {self.runs / 1000:g} is all"
        if self.runs > self.walks:
            return self.refusal("war.run.basic", far)
        if self.crawl:
            return self.refusal("war.injury.down", far)
        why = None if self.spent > 2 * self.walks else may_not_run(self.fight, self.number)
        if why is None:
            return self.refusal(LEG_RULES[leg.kind], far)
        return Refusal(why.rule, f"{far}: {why.why}", why.who)

    # --- acts ----------------------------------------------------------------------------------------------

    def go(self, args: list[Any]) -> Refusal | None:
        x, y = numbers(args, "x", "y")
        found = walk(self.town.site, self.fighter.gait, self.spot, x, y)
        if found.stopped:
            return self.refusal(STOP_RULES[found.stopped], f"{{who}} cannot go there: {STOPPED[found.stopped]}")
        if (near := too_near(self.fight, self.number, self.spot, found.end)) is not None:
            return self._comes_near(near)
        if self._on_walkway(found.end):
            return self.refusal("war.terrain.bridge", "two warriors do not pass each other on a walkway")
        return self.add(Leg("walk", found.end, found.cost))

    def _on_walkway(self, end: Spot) -> bool:
        """Whether somebody on a walkway is in the way."""
        for other in those_there(self.fight):
            one = self.fight.state.warriors[other]
            if (
                other == self.number
                or other in self.ignoring
                or one.posture != "up"
                or abs(one.z - end[2]) > 500
                or not one.z
            ):
                continue
            surface = self.town.site.surface_of(one.spot)
            if surface is not None and surface.kind == "walkway" and _passes(self.spot, end, one.x, one.y):
                return True
        return False

    def up(self, args: list[Any]) -> Refusal | None:
        numbers(args)
        return self._steps(lambda leg: leg.rise > 0, whole=True)

    def down(self, args: list[Any]) -> Refusal | None:
        numbers(args)
        return self._steps(lambda leg: leg.rise < 0, whole=True)

    def halfway(self, args: list[Any]) -> Refusal | None:
        """On to the landing of the stairs.  [war.terrain.stairs]"""
        numbers(args)
        return self._steps(
            lambda leg: leg.kind == "stairs" and self.town.site.footing(*leg.end, 0) is None, whole=False
        )

    def _steps(self, wanted: Callable[[Leg], bool], whole: bool) -> Refusal | None:
        found = [leg for leg in steps_from(self.town.site, self.fighter.gait, self.spot) if wanted(leg)]
        if self.crawl or not found:
            return self.refusal(
                "war.terrain.stairs", "no stairs and no ladder that {who} may use lead that way from here"
            )
        return self.add(max(found, key=lambda leg: abs(leg.rise)) if whole else found[0])

    def climb(self, args: list[Any]) -> Refusal | None:
        """Up or down a wall to this height.  [war.climb.basic]"""
        (z,) = numbers(args, "height")
        if not self.fighter.gait.climb or self.crawl:
            return self.refusal("war.climb.basic", "{who} does not climb")
        found = [
            leg
            for leg in climbs_from(self.town.site, self.town.ways.rims, self.fighter.gait, self.spot)
            if leg.end[2] == z
        ]
        if not found:
            return self.refusal(
                "war.climb.basic", f"{{who}} finds nothing here to climb to a height of {z / 1000:g} inches"
            )
        return self.add(found[0])

    def jump(self, args: list[Any]) -> Refusal | None:
        """[war.jump.down] [war.charge.jump.max]"""
        numbers(args)
        if not self.fighter.gait.jump or self.crawl:
            return self.refusal("war.jump.down", "{who} does not jump down")
        found = jumps_from(self.town.site, self.town.ways.rims, self.fighter.gait, self.spot)
        if not found:
            deepest = self.fighter.gait.deepest // 1000
            return self.refusal(
                "war.charge.jump.max",
                f"there is no edge here over which {{who}} could jump, {deepest} inches at most",
            )
        return self.add(found[0])

    def leap(self, args: list[Any]) -> Refusal | None:
        """[war.jump.gap] [war.jump.gap.run]"""
        x, y = numbers(args, "x", "y")
        gait = self.fighter.gait
        if not gait.leap or self.crawl:
            return self.refusal("war.jump.gap", "{who} does not leap")
        found = leap(self.town.site, self.town.ways.rims, gait, self.spot, (x, y))
        if isinstance(found, str):
            why = {"edge": "{who} does not stand at an edge", "air": "there is nothing to land on"}.get(
                found, STOPPED.get(found, "")
            )
            return self.refusal("war.move.model" if found == "higher" else "war.jump.gap", why)
        if found.gap > gait.widest + WITHIN:
            return self.refusal(
                "war.jump.gap", f"the gap is {found.gap / 1000:.1f} inches wide, more than {{who}} leaps"
            )
        return self.add(found)

    def to(self, args: list[Any]) -> Refusal | None:
        """By the shortest way on foot, by stairs and ladders."""
        x, y, z = numbers(args, "x", "y", "height")
        left = self.runs - self.spent
        site, gait = self.town.site, self.fighter.gait
        if why := room(site, gait, (x, y, z)):
            return self.refusal(STOP_RULES[why], f"{{who}} cannot stand there: {STOPPED[why]}")
        found = self.town.ways.to(gait, self.spot, (x, y, z), left + 1, bulks=bulks(self.fight, self.number))
        if found is None:
            return self.refusal("war.move.normal", "no way on foot leads {who} there in one move")
        for leg in found.legs:
            if leg.kind == "walk" and hypot(leg.end[0] - self.spot[0], leg.end[1] - self.spot[1]) < 1:
                continue
            if refusal := self.add(leg):
                return refusal
        return None

    # --- the end -------------------------------------------------------------------------------------------

    def ended(self) -> Refusal | None:
        """Whether he may stop where the move ends.  [war.move.model] [war.terrain.bridge]"""
        site, spot = self.town.site, self.spot
        landing = any(spot == stairs.landing for stairs in site.parts.stairs)
        if not landing and not self._in_water and (why := room(site, self.fighter.gait, spot)):
            return self.refusal(STOP_RULES[why], f"{{who}} cannot stop there: {STOPPED[why]}")
        on_walkway = (surface := site.surface_of(spot)) is not None and surface.kind == "walkway"
        x, y, _ = spot
        for other, one in enumerate(self.fight.state.warriors):
            near = -WIDEST < one.x - x < WIDEST and -WIDEST < one.y - y < WIDEST
            if one.fate != "there" or not (near or on_walkway) or other == self.number or other in self.ignoring:
                continue
            if near and overlaps(self.fight, self.number, spot, other):
                return Refusal(
                    "war.move.model",
                    "{who} may not stop in the place of {1}",
                    (self.fighter.id, self.fight.setting.fighters[other].id),
                )
            if on_walkway and one.z == spot[2] and site.surface_of(one.spot) == surface:
                return self.refusal(
                    "war.terrain.bridge", "only one warrior at a time may end his move on a walkway"
                )
        return None


def overlaps(fight: Fight, number: int, spot: Spot, other: int) -> bool:
    one, fighters = fight.state.warriors[other], fight.setting.fighters
    if abs(one.z - spot[2]) >= SAME_LEVEL:
        return False
    reach = fighters[number].radius + fighters[other].radius - 3
    return (one.x - spot[0]) ** 2 + (one.y - spot[1]) ** 2 < reach * reach


def _passes(a: Spot, b: Spot, x: int, y: int) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    squared = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((x - a[0]) * dx + (y - a[1]) * dy) / squared)) if squared else 0.0
    near = hypot(a[0] + t * dx - x, a[1] + t * dy - y)
    return near < 900 and t > 0


ACTS: Mapping[str, Callable[[Course, list[Any]], Refusal | None]] = {
    "go": Course.go,
    "up": Course.up,
    "down": Course.down,
    "halfway": Course.halfway,
    "climb": Course.climb,
    "jump": Course.jump,
    "leap": Course.leap,
    "to": Course.to,
}


def course(
    fight: Fight,
    number: int,
    order: Any,
    allowance: int,
    running: int,
    crawl: bool = False,
    ignoring: tuple[int, ...] = (),
) -> Course | Refusal:
    """The whole order, act by act; what is not lawful about it."""
    rule = "war.move.normal"
    if not isinstance(order, list | tuple) or len(order) > MOST_ACTS:
        return Refusal(rule, f"a move is a list of acts, {MOST_ACTS} at most; [] to stay")
    plan = Course(fight, number, allowance, running, crawl, ignoring)
    for act in order:
        if not isinstance(act, list | tuple) or not act or not isinstance(act[0], str) or act[0] not in ACTS:
            return Refusal(rule, f"{act!r:.80} is no act; there are: {', '.join(ACTS)}")
        try:
            refusal = ACTS[act[0]](plan, list(act[1:]))
        except Malformed as wrong:
            return Refusal(rule, f"{act[0]}: {wrong}")
        if refusal:
            return refusal
    if order and (refusal := plan.ended()):
        return refusal
    return plan


# --- how far --------------------------------------------------------------------------------------------------


def allowance(fight: Fight, number: int, helper: int = NOBODY) -> int:
    """His Movement; half of it for who carries the chest alone.  [war.scen.box]"""
    return burden(fight, number, fight.setting.fighters[number].move, helper)


def running(fight: Fight, number: int) -> int:
    """How far he may run now; 0 if he may not.  [war.run.basic] [war.turn.states]"""
    return 0 if may_not_run(fight, number) else _twice(fight, number)


def _twice(fight: Fight, number: int) -> int:
    fighter = fight.setting.fighters[number]
    return fighter.move * run_factor.fold(fighter.traits, 2)


def may_not_run(fight: Fight, number: int) -> Refusal | None:
    """Not with an enemy in sight within 8 inches, not after standing up, not with a prize.

    [war.run.enemy] [war.turn.recovery.stand] [war.scen.hunt] [war.spell.grace]
    """
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    who = (fighter.id,)
    if not run_factor.fold(fighter.traits, 2):
        return Refusal("war.run.basic", "{who} cannot run", who)
    if warrior.stood:
        return Refusal("war.turn.recovery.stand", "{who} has only just stood up", who)
    if laden(fight, number):
        prize = fight.state.prizes[carried(fight, number)].kind
        return Refusal(RULES[prize], f"{{who}} carries the {prize} and cannot run", who)
    if graceful(fight, number):
        return None
    near = enemy_in_sight(fight, number)
    if near is not None:
        foe = fight.setting.fighters[near].id
        return Refusal("war.run.enemy", "{who} may not run with {1} in sight within 8 inches", (fighter.id, foe))
    return None


def enemy_in_sight(fight: Fight, number: int) -> int | None:
    """A steady enemy he sees within 8 inches."""
    for foe in enemies(fight, fight.state.warriors[number].side):
        one = fight.state.warriors[foe]
        if one.steady and not one.hidden and within(apart(fight, number, foe), 8_000) and sees(fight, number, foe):
            return foe
    return None
