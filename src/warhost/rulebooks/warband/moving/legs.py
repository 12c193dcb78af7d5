"""Going: leg by leg, with the tests that climbs, jumps and leaps ask for, and whoever is spotted on the way."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.field.levels.footing import DEEP
from warhost.engine.field.levels.links import Leg, climbs_from
from warhost.engine.field.levels.parts import Spot

from ..lookout import WITHIN
from ..magic.lasting import graceful
from ..setting import Fight
from ..specials import second_grip, softer_fall, sure_footed
from ..trials import initiative_test
from .falling import fall, free_place, set_down
from .hiding import pass_by

PER_TEST = 2_000  # a jump is tested for every full 2 inches


def tread(fight: Fight, number: int, legs: Sequence[Leg], rule: str = "") -> bool:
    """Go these legs one after the other; False if a test ended it. All tests fall in the order of the path.

    [war.move.model]
    """
    for leg in legs:
        before = fight.state.warriors[number].spot
        if not safely(fight, number, leg, rule):
            return False
        set_down(fight, number, leg.end)
        pass_by(fight, number, before)
    return True


def safely(fight: Fight, number: int, leg: Leg, rule: str = "") -> bool:
    """Whether he comes to the end of a leg; if not, he is where the failure leaves him."""
    if leg.kind == "climb":
        return climbed(fight, number, leg, rule or "war.climb.test")
    if leg.kind == "jump" or (leg.kind == "leap" and leg.rise <= -PER_TEST):
        return jumped(fight, number, leg, rule or "war.jump.down")
    return True


def climbed(fight: Fight, number: int, leg: Leg, rule: str) -> bool:
    """One test for the whole climb. Who fails to get up stays at the foot; who fails to get down falls all the way.

    [war.climb.test] [war.charge.climb] [war.item.rope] [war.char.i]
    """
    traits = fight.setting.fighters[number].traits_and_items
    if sure_footed.any(traits) or graceful(fight, number):
        return True
    passed = initiative_test(fight, number, rule, "climbing", on_the_way=True)
    if not passed and second_grip.any(traits):
        passed = initiative_test(fight, number, "war.item.rope", "climbing, with the rope", on_the_way=True)
    if not passed and leg.rise < 0:
        down, z = _below(fight, number, leg), fight.state.warriors[number].z
        fall(fight, number, down, z, counted=softer_fall.fold(traits, z - down[2]), on_the_way=True)
    elif not passed:
        foot = fight.state.warriors[number].spot
        set_down(fight, number, free_place(fight, number, foot))  # somebody may stand there
    return passed


def _below(fight: Fight, number: int, leg: Leg) -> Spot:
    """Who misses the window he wanted to climb down to comes down at the foot of the wall.  [war.fall.damage]"""
    town, gait = fight.setting.town(fight.state), fight.setting.fighters[number].gait
    climbs = climbs_from(town.site, town.ways.rims, gait, fight.state.warriors[number].spot)
    x, y, _ = leg.end
    return min(
        (one.end for one in climbs), key=lambda end: (end[2], abs(end[0] - x) + abs(end[1] - y)), default=leg.end
    )


def jumped(fight: Fight, number: int, leg: Leg, rule: str) -> bool:
    """A test for every full 2 inches of the drop; one failure and he falls; deep water breaks any fall.

    [war.jump.down] [war.charge.jump] [war.terrain.difficult]
    """
    if into_water(fight, leg):
        fall(fight, number, leg.end, fight.state.warriors[number].z, on_the_way=True)
        return False
    if graceful(fight, number):
        return True
    for _ in range(int((-leg.rise + WITHIN) // PER_TEST)):
        if not initiative_test(fight, number, rule, "jumping", on_the_way=True):
            fall(fight, number, leg.end, fight.state.warriors[number].z, on_the_way=True)
            return False
    return True


def into_water(fight: Fight, leg: Leg) -> bool:
    """Whether a jump ends in deep water: he comes out on the nearest bank, and that is all he does."""
    x, y, z = leg.end
    site = fight.setting.town(fight.state).site
    return leg.kind == "jump" and z == 0 and bool(site.parts.areas) and site.ground_at(x, y) == DEEP


def way(start: Spot, legs: Sequence[Leg]) -> tuple[tuple[int, int], ...]:
    """The points of a way, the first where it began."""
    return (start[:2], *(leg.end[:2] for leg in legs))
