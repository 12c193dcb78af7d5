"""The way of a charge: the shortest of its kind, to where the bases touch.  [war.charge.resolve]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from warhost.engine.field.compass import FULL_TURN, ahead, heading, rays, veered
from warhost.engine.field.levels.bulk import in_the_way
from warhost.engine.field.levels.footing import walk
from warhost.engine.field.levels.links import Leg
from warhost.engine.field.levels.parts import Spot
from warhost.engine.field.levels.rims import foot_of, top_of
from warhost.engine.field.levels.route import PLAIN, Route

from ..lookout import those_there
from ..moving.keeping_off import bulks, lying_below
from ..setting import Fight
from ..specials import charge_factor
from ..state import Charge
from .room import free_to_stand, touched_at

KINDS = {
    "foot": PLAIN, "climb": PLAIN | {"climb"}, "jump": PLAIN | {"jump"}, "leap": PLAIN | {"leap"},
    "over": PLAIN | {"climb", "jump"},
}  # fmt: skip
RING, BETWEEN = 16, 7
STEP = 1_000


def charge_distance(fight: Fight, number: int) -> int:
    """Twice his Movement.  [war.charge.double] [war.band.unquiet.bonehound]"""
    fighter = fight.setting.fighters[number]
    return fighter.move * charge_factor.fold(fighter.traits, 2)


def way_to(fight: Fight, charge: Charge, limit: float, shunned: Sequence[int] = ()) -> Route | None:
    """The shortest way of the kind he named to a free place at the target's base, out of contact with these."""
    number, goal = charge.charger, charge.target
    kinds = _kinds(fight, charge)
    if kinds is None or _out_of_reach(fight, charge, goal):
        return None
    fighter, town = fight.setting.fighters[number], fight.setting.town(fight.state)
    start, foe = fight.state.warriors[number].spot, fight.state.warriors[goal]
    around = bulks(fight, number, 0)
    finish = _Finish(fight, number, goal, shunned)
    if charge.at is not None:
        return _over_point(fight, charge, finish, limit)
    return town.ways.find(
        fighter.gait,
        start,
        finish,
        (foe.x, foe.y),
        limit,
        kinds,
        around,
        highest=fighter.move,
        arrival=finish.arrival,
        below=lying_below(fight, number) if "jump" in kinds else (),
    )


def wide_leap(fight: Fight, charge: Charge, limit: float) -> Route | None:
    """A leap over a gap that nobody could leap, for who named one and finds no other.  [war.jump.gap.far]"""
    fighter, town = fight.setting.fighters[charge.charger], fight.setting.town(fight.state)
    if charge.way != "leap" or not fighter.gait.leap:
        return None
    start, foe = fight.state.warriors[charge.charger].spot, fight.state.warriors[charge.target]
    finish, around = (
        _Finish(fight, charge.charger, charge.target),
        bulks(fight, charge.charger, 0),
    )
    return town.ways.find(
        fighter.gait, start, finish, (foe.x, foe.y), limit, KINDS["leap"], around, wide=True, arrival=finish.arrival
    )


def _kinds(fight: Fight, charge: Charge) -> frozenset[str] | None:
    """The legs he may use on the way he named; None if he may not go such a way at all."""
    gait = fight.setting.fighters[charge.charger].gait
    open_to_him = {
        "foot": True, "climb": gait.climb, "jump": gait.jump, "leap": gait.leap, "over": gait.climb and gait.jump,
    }  # fmt: skip
    return frozenset(KINDS[charge.way]) if open_to_him[charge.way] else None


def _out_of_reach(fight: Fight, charge: Charge, goal: int) -> bool:
    """Who uses neither stairs nor ladders never comes to another level on foot."""
    gait = fight.setting.fighters[charge.charger].gait
    rise = abs(fight.state.warriors[goal].z - fight.state.warriors[charge.charger].z)
    return charge.way == "foot" and not gait.stairs and not gait.ladder and rise > 2 * gait.step


def _over_point(fight: Fight, charge: Charge, finish: _Finish, limit: float) -> Route | None:
    """By the edge at the place he named: to it, over it, and on."""
    assert charge.at is not None
    fighter, town = fight.setting.fighters[charge.charger], fight.setting.town(fight.state)
    start, foe = fight.state.warriors[charge.charger].spot, fight.state.warriors[charge.target]
    gait, x, y = fighter.gait, *charge.at
    around = bulks(fight, charge.charger, 0)
    best: Route | None = None
    for rim in town.ways.rims.near(x, y, 600):
        along = rim.along(x, y)
        top = top_of(rim, gait, along)
        if top is None or rim.water:
            continue
        foot = foot_of(town.site, rim, gait, along)
        drop = rim.z - foot[2]
        ends = (foot, top) if charge.way == "climb" and start[2] < rim.z else (top, foot)
        taken = [*around, *lying_below(fight, charge.charger)] if charge.way == "jump" else around
        if any(body.holds(ends[1]) for body in taken):
            continue
        first = Route((), 0.0) if ends[0] == start else town.ways.to(gait, start, ends[0], limit, bulks=around)
        if first is None or drop <= gait.step or (charge.way == "jump" and drop > gait.deepest):
            continue
        over = (
            Leg("climb", ends[1], drop, ends[1][2] - ends[0][2])
            if charge.way == "climb"
            else Leg("jump", foot, 0.0, -drop)
        )
        spent = first.length + over.cost
        rest = town.ways.find(
            gait, ends[1], finish, (foe.x, foe.y), max(0.0, limit - spent), PLAIN, around, arrival=finish.arrival
        )
        if rest is not None and (best is None or spent + rest.length < best.length):
            best = Route((*first.legs, over, *rest.legs), spent + rest.length)
    return best


class _Finish:
    """How a charge may end from a place: straight at the target, or beside those who are there already."""

    def __init__(self, fight: Fight, number: int, target: int, shunned: Sequence[int] = ()):
        self.fight, self.number, self.target, self.shunned = fight, number, target, shunned
        self.town, self.gait = fight.setting.town(fight.state), fight.setting.fighters[number].gait
        self.foe = fight.state.warriors[target]
        self.reach = fight.setting.fighters[number].radius + fight.setting.fighters[target].radius
        self._ring: list[Spot] | None = None
        self.around = bulks(fight, number, 0)

    def __call__(self, place: Spot) -> Iterator[Leg]:
        dx, dy = self.foe.x - place[0], self.foe.y - place[1]
        far = hypot(dx, dy)
        if abs(place[2] - self.foe.z) > 3 * STEP:
            return
        straight = self._straight(place, dx, dy, far)
        if straight is not None:
            yield straight
            if not any(in_the_way(bulk, place, straight.end) for bulk in self.around):
                return
        found = [leg for spot in self.ring if (leg := self._to(place, spot)) is not None]
        yield from found
        if found:
            yield from self._finer(place, min(found, key=lambda leg: leg.cost))

    def _to(self, place: Spot, spot: Spot) -> Leg | None:
        cost = self.town.ways.stretch(self.gait, place, spot)
        return None if cost is None else Leg("walk", spot, cost)

    def _finer(self, place: Spot, leg: Leg) -> Iterator[Leg]:
        """Between the best of the places round the target and its neighbours there may be a better one."""
        middle = self.foe.x, self.foe.y
        best = heading(middle, leg.end[:2])
        for step in range(-BETWEEN, BETWEEN + 1):
            way = veered(best, FULL_TURN * step // (RING * (BETWEEN + 1)))
            spot = self._free(*ahead(middle, way, self.reach))
            if spot is not None and (finer := self._to(place, spot)) is not None:
                yield finer

    def _free(self, x: int, y: int) -> Spot | None:
        """A place at the target's base, if he can stand there."""
        z = self.town.site.footing(x, y, self.foe.z)
        return (x, y, z) if z is not None and self._may_stand((x, y, z)) else None

    def _may_stand(self, spot: Spot) -> bool:
        if not free_to_stand(self.fight, self.number, spot, self.target):
            return False
        return not self.shunned or not set(self.shunned) & set(touched_at(self.fight, self.number, spot))

    def _straight(self, place: Spot, dx: float, dy: float, far: float) -> Leg | None:
        if far < self.reach - 3:
            return None  # he would have touched him before
        if far <= self.reach + 2:
            here = place if self._may_stand(place) else None
            return Leg("walk", place, 0.0) if here is not None and abs(place[2] - self.foe.z) <= STEP else None
        part = (far - self.reach) / far
        x, y = round(place[0] + part * dx), round(place[1] + part * dy)
        found = walk(self.town.site, self.gait, place, x, y)
        if found.stopped or abs(found.end[2] - self.foe.z) > STEP or not self._may_stand(found.end):
            return None
        return Leg("walk", found.end, found.cost)

    @property
    def arrival(self) -> float:
        """As far as this from the target's middle he may come to stand."""
        ends = [hypot(end[0] - self.foe.x, end[1] - self.foe.y) for end in self._landings()]
        return max([self.reach + 3, *ends])

    @property
    def ring(self) -> list[Spot]:
        """Free places round the target."""
        if self._ring is None:
            middle = self.foe.x, self.foe.y
            round_him = [ahead(middle, way, self.reach) for way in rays(RING)]
            found = [self._free(x, y) for x, y in [*round_him, *self._beside()]]
            self._ring = [spot for spot in found if spot is not None] + self._landings()
        return self._ring

    def _beside(self) -> Iterator[tuple[int, int]]:
        """The places at which he touches the target and somebody else who stands by him."""
        radius, fighters = self.fight.setting.fighters[self.number].radius, self.fight.setting.fighters
        for other in those_there(self.fight):
            one = self.fight.state.warriors[other]
            dx, dy = one.x - self.foe.x, one.y - self.foe.y
            far, other_reach = hypot(dx, dy), radius + fighters[other].radius
            if other in (self.number, self.target) or not 0 < far < self.reach + other_reach:
                continue
            along = (self.reach**2 - other_reach**2 + far * far) / (2 * far)
            aside = max(0.0, self.reach**2 - along * along) ** 0.5
            for turn in (1, -1):
                yield (
                    round(self.foe.x + (along * dx - turn * aside * dy) / far),
                    round(self.foe.y + (along * dy + turn * aside * dx) / far),
                )

    def _landings(self) -> list[Spot]:
        """Who stands on a landing is reached from the foot and the head of his flight.  [war.terrain.stairs]"""
        flights = [stairs for stairs in self.town.site.parts.stairs if stairs.landing == self.foe.spot]
        ends = [end for stairs in flights for end in (stairs.foot, stairs.head)]
        return [end for end in ends if self._may_stand(end)]
