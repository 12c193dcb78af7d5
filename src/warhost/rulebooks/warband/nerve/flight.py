"""Running away, and going astray."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from heapq import heapify, heappop, heappush
from math import hypot

from warhost.engine.dice import Throw
from warhost.engine.field.compass import ahead, rays
from warhost.engine.field.levels.bulk import Bulk
from warhost.engine.field.levels.footing import room, walk
from warhost.engine.field.levels.links import Leg
from warhost.engine.field.levels.parts import Spot
from warhost.engine.field.levels.route import PLAIN, Route, Ways
from warhost.engine.field.levels.site import HAIR, Gait

from ..burdens import let_go
from ..events import Changed, LeftTable, Moved
from ..fighting.arms import choose_weapons
from ..fighting.blow import Source
from ..fighting.strikes import blow_of, hit_of
from ..fighting.wounds import out_of_action, suffer
from ..library import Weapon
from ..lookout import enemies, engaged, standing_foes
from ..magic.lasting import held_fast
from ..moving.falling import beneath, set_down
from ..moving.hiding import look_round, pass_by
from ..moving.keeping_off import bulks, too_near
from ..setting import Fight
from ..specials import ignores_panic

GRID, BLOCK = 500, 2_000
FAR = 40_000


def break_and_flee(fight: Fight, number: int, rule: str) -> None:
    """Every standing enemy in contact has one sure hit at him; if he still stands he runs.  [war.panic.test]"""
    warrior = fight.state.warriors[number]
    fighters = fight.setting.fighters
    foes = sorted(standing_foes(fight, number), key=lambda foe: (-fighters[foe].profile.i, foe))
    for foe in foes:
        if not warrior.there:
            return
        if fight.state.warriors[foe].stupid:
            continue
        choose_weapons(fight, foe)
        weapon = fight.setting.library.weapon(fight.state.warriors[foe].main)
        _free_hit(fight, foe, number, weapon)
    if warrior.standing:
        take_flight(fight, number, rule)


def _free_hit(fight: Fight, foe: int, number: int, weapon: Weapon) -> None:
    """One sure hit, also at who lies already.  [war.injury.down] [war.injury.stunned]"""
    if fight.state.warriors[number].posture == "stunned":
        out_of_action(fight, number, foe, "war.injury.stunned")
        return
    hit = hit_of(fight, blow_of(fight, foe, number, weapon))
    suffer(fight, number, [hit], Source(foe, "blow", "war.wound.chart", thrower=fight.setting.fighters[foe].side))


def take_flight(fight: Fight, number: int, rule: str = "war.flee.move") -> None:
    """He runs 2D6 at once, to where he is farthest from the nearest enemy.  [war.flee.move]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    if ignores_panic.any(fighter.traits):
        fight.tell(Changed("war.psych.immune", fighter.id, "immune"))
        return
    let_go(fight, number, "flees")
    if held_fast(fight, number):
        warrior.fleeing, warrior.hidden, warrior.cloaked = True, False, False
        fight.tell(Changed("war.spell.stone", fighter.id, "fleeing"))
        return
    far = 1_000 * fight.total(Throw(2, 6, "flight", rule, warrior.side))
    warrior.fleeing, warrior.hidden, warrior.cloaked = True, False, False
    fight.tell(Changed(rule, fighter.id, "fleeing"))
    place = refuge(fight, number, far)
    _go(fight, number, (warrior.spot, place))
    look_round(fight)


def _go(fight: Fight, number: int, stops: tuple[Spot, ...]) -> None:
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    for stop in stops[1:]:
        before = warrior.spot
        set_down(fight, number, stop)
        warrior.moved = True
        pass_by(fight, number, before)
    fight.tell(Moved("war.flee.move", fighter.id, "flee", tuple(stop[:2] for stop in stops), warrior.z))
    if at_edge(fight, number):
        leave(fight, number)


def at_edge(fight: Fight, number: int) -> bool:
    warrior, r = fight.state.warriors[number], fight.setting.fighters[number].radius + 3
    site = fight.setting.town(fight.state).site
    return min(warrior.x, warrior.y, site.width - warrior.x, site.depth - warrior.y) <= r


def leave(fight: Fight, number: int) -> None:
    warrior = fight.state.warriors[number]
    warrior.fate, warrior.hidden, warrior.fleeing = "fled", False, False
    fight.tell(LeftTable("war.flee.move", fight.setting.fighters[number].id, "flees off the table"))


def refuge(fight: Fight, number: int, far: float) -> Spot:
    """Of the points of a half-inch grid that he can reach on foot, the one farthest from the nearest enemy; of
    equals
    the nearest, then the most northerly, then the most easterly.  [war.flee.move]
    """
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    town, gait = fight.setting.town(fight.state), fighter.gait
    hunters = [
        (fight.state.warriors[foe].spot, fighter.radius + fight.setting.fighters[foe].radius)
        for foe in enemies(fight, warrior.side)
        if fight.state.warriors[foe].posture == "up"
    ]
    reach = _Reach(town.ways, gait, warrior.spot, far, bulks(fight, number))
    levels = _levels(fight, number, far)

    def safety(x: float, y: float, z: int) -> float:
        """From base to base.  [war.terrain.measure]"""
        return min(
            (hypot(max(0.0, hypot(x - fx, y - fy) - reach), z - fz) for (fx, fy, fz), reach in hunters), default=0.0
        )

    heap = [(-safety(*middle) - BLOCK, 0.0, 0, 0, middle, True) for middle in _blocks(fight, number, far, levels)]
    heapify(heap)
    while heap:
        _, _, _, _, place, block = heappop(heap)
        if block:
            for x, y, z in _points(place):
                if (x - warrior.x) ** 2 + (y - warrior.y) ** 2 <= far * far:
                    off = hypot(x - warrior.x, y - warrior.y)
                    heappush(heap, (-round(safety(x, y, z)), round(off), -y, -x, (x, y, z), False))
        elif not room(town.site, gait, place) and beneath(fight, number, place) is None and reach.comes_to(place):
            return place
    return warrior.spot


class _Reach:
    """Which places he can come to on foot: straight, or from where such ways turn, which are looked for once."""

    def __init__(self, ways: Ways, gait: Gait, start: Spot, far: float, around: list[Bulk]):
        self.ways, self.gait, self.start, self.far, self.around = ways, gait, start, far, around

    @cached_property
    def turns(self) -> dict[Spot, float]:
        return self.ways.within(self.gait, self.start, self.far, self.around)

    def comes_to(self, place: Spot) -> bool:
        return self._straight(self.start, 0.0, place) or any(
            self._straight(turn, spent, place) for turn, spent in self.turns.items()
        )

    def _straight(self, turn: Spot, spent: float, place: Spot) -> bool:
        if spent + hypot(turn[0] - place[0], turn[1] - place[1]) > self.far + HAIR:
            return False
        cost = self.ways.stretch(self.gait, turn, place, self.around)
        return cost is not None and spent + cost <= self.far + HAIR


def _levels(fight: Fight, number: int, far: float) -> tuple[int, ...]:
    """The heights he could come to: his own, and those that stairs and ladders near him lead to."""
    warrior, site = fight.state.warriors[number], fight.setting.town(fight.state).site
    links = [(stairs.foot, stairs.head) for stairs in site.parts.stairs]
    links += [((*ladder.at, ladder.bottom), (*ladder.at, ladder.top)) for ladder in site.parts.ladders]
    near = [ends for ends in links if hypot(ends[0][0] - warrior.x, ends[0][1] - warrior.y) <= far]
    return tuple(dict.fromkeys([warrior.z, *(end[2] for ends in near for end in ends)]))


def _blocks(fight: Fight, number: int, far: float, levels: tuple[int, ...]) -> Iterator[Spot]:
    """Squares of sixteen points each, by their middles; the far ones are not even looked into."""
    warrior = fight.state.warriors[number]
    site = fight.setting.town(fight.state).site
    low_x, low_y = int(max(0, warrior.x - far)) // BLOCK, int(max(0, warrior.y - far)) // BLOCK
    high_x, high_y = int(min(site.width, warrior.x + far)) // BLOCK, int(min(site.depth, warrior.y + far)) // BLOCK
    for z in levels:
        rects = [surface.rect for surface in site.raised if surface.z == z] or [site.ground.rect]
        for column in range(low_x, high_x + 1):
            for row in range(low_y, high_y + 1):
                west, south = column * BLOCK, row * BLOCK
                if any(
                    r[0] <= west + BLOCK and r[2] >= west and r[1] <= south + BLOCK and r[3] >= south for r in rects
                ):
                    yield west + BLOCK // 2, south + BLOCK // 2, z


def _points(middle: Spot) -> Iterator[Spot]:
    west, south = middle[0] - BLOCK // 2, middle[1] - BLOCK // 2
    for column in range(BLOCK // GRID):
        for row in range(BLOCK // GRID):
            yield west + column * GRID, south + row * GRID, middle[2]


# --- on and on ------------------------------------------------------------------------------------------------


def flee_on(fight: Fight, number: int) -> None:
    """By the shortest way on foot towards the nearest table edge.  [war.flee.move]"""
    warrior = fight.state.warriors[number]
    far = 1_000.0 * fight.total(Throw(2, 6, "flight", "war.flee.move", warrior.side))
    found = _way_off(fight, number)
    if found is None:
        return
    if found.length <= far + 1:
        _go(fight, number, (warrior.spot, *(leg.end for leg in found.legs)))
        return
    _go(fight, number, (warrior.spot, *_as_far(fight, number, found, far)))


def _way_off(fight: Fight, number: int) -> Route | None:
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    town, gait = fight.setting.town(fight.state), fighter.gait
    around = bulks(fight, number)
    width, depth, r = town.site.width, town.site.depth, fighter.radius

    def finish(place: Spot) -> Iterator[Leg]:
        x, y, _ = place
        for px, py in ((r, y), (width - r, y), (x, r), (x, depth - r)):
            cost = town.ways.stretch(gait, place, (px, py, 0))
            if cost is not None:
                yield Leg("walk", (px, py, 0), cost)

    def hope(place: Spot) -> float:
        x, y, _ = place
        return float(max(0, min(x, y, width - x, depth - y) - r))

    return town.ways.find(gait, warrior.spot, finish, warrior.spot[:2], FAR, PLAIN, around, hope=hope)


def _as_far(fight: Fight, number: int, route: Route, far: float) -> tuple[Spot, ...]:
    """The stops of a way as far as it can be gone, the last a place where he can stand."""
    site, gait = fight.setting.town(fight.state).site, fight.setting.fighters[number].gait
    gone, at, stops = 0.0, fight.state.warriors[number].spot, list[Spot]()
    for leg in route.legs:
        if gone + leg.cost <= far + 1:
            gone, at = gone + leg.cost, leg.end
            stops.append(leg.end)
            continue
        if leg.kind == "walk" and leg.cost:
            part = (far - gone) / leg.cost
            while part > 0:
                x, y = round(at[0] + part * (leg.end[0] - at[0])), round(at[1] + part * (leg.end[1] - at[1]))
                found = walk(site, gait, at, x, y)
                if (
                    not found.stopped
                    and not room(site, gait, found.end)
                    and beneath(fight, number, found.end) is None
                ):
                    return (*stops, found.end)
                part -= 0.05
        break
    while stops and (room(site, gait, stops[-1]) or beneath(fight, number, stops[-1]) is not None):
        stops.pop()
    return tuple(stops)


def wander(fight: Fight, number: int) -> None:
    """Half his Movement in a direction that a die decides, as far as nothing stops him.  [war.psych.stupidity]"""
    if engaged(fight, number):
        return
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    face = fight.die(6, "which way he wanders", "war.psych.stupidity", warrior.side)
    site = fight.setting.town(fight.state).site
    for far in range(fighter.move // 2, 0, -50):
        x, y = ahead((warrior.x, warrior.y), rays(6)[face - 1], far)
        found = walk(site, fighter.gait, warrior.spot, x, y)
        free = (
            not found.stopped
            and not room(site, fighter.gait, found.end)
            and beneath(fight, number, found.end) is None
        )
        if free and too_near(fight, number, warrior.spot, found.end) is None:
            before = warrior.spot
            set_down(fight, number, found.end)
            warrior.moved = True
            pass_by(fight, number, before)
            fight.tell(Moved("war.psych.stupidity", fighter.id, "wander", (before[:2], (x, y)), warrior.z, far))
            return
