"""Falling: over an edge, off a wall, short of a leap; and where somebody comes down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.engine.field.compass import ahead, rays
from warhost.engine.field.levels.footing import DEEP, room, walk
from warhost.engine.field.levels.parts import Spot
from warhost.engine.field.levels.rims import Rim, bank, landing

from ..events import Changed, Fell
from ..fighting.blow import Hit, Source
from ..fighting.wounds import laid_low, suffer
from ..lookout import those_there, within
from ..magic.lasting import graceful
from ..setting import Fight
from ..state import NOBODY
from ..trials import initiative_test

LEAST_FALL = 2_000
EDGE = 1_000
RINGS = 60  # how many tenths of an inch round a place somebody looks for room


def next_side(fight: Fight, side: int) -> int:
    """Who throws for what happens to somebody by itself: the active player, or the next one in his own turn."""
    state = fight.state
    if side != state.active:
        return state.active
    order = state.order or tuple(range(len(fight.setting.companies)))
    return order[(order.index(side) + 1) % len(order)]


@laid_low.told
def over_the_edge(fight: Fight, number: int, source: Source) -> None:
    """Who goes down near an open edge may go over it.  [war.fall.edge] [war.fall.edge.rail] [war.terrain.bridge]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    town = fight.setting.town(fight.state)
    near = [
        rim
        for rim in town.ways.rims.of(warrior.spot, fighter.radius + EDGE + 2)
        if not rim.railed and within(rim.gap(warrior.x, warrior.y) - fighter.radius, EDGE)
    ]
    if not near or _charmed_feet(fight, number):
        return
    if initiative_test(fight, number, "war.fall.edge", "near the edge"):
        return
    rim = _nearest(fight, number, near)
    down = landing(town.site, rim, fighter.gait, warrior.x, warrior.y)
    fall(fight, number, down, warrior.z, source)


def _charmed_feet(fight: Fight, number: int) -> bool:
    return graceful(fight, number)


def _nearest(fight: Fight, number: int, near: Sequence[Rim]) -> Rim:
    """Of two that are equally near, as on a walkway, a die decides."""
    warrior = fight.state.warriors[number]
    gaps = [rim.gap(warrior.x, warrior.y) for rim in near]
    best = [rim for rim, gap in zip(near, gaps, strict=True) if gap <= min(gaps) + 1]
    if len(best) == 1:
        return best[0]
    face = fight.die(6, "over which side", "war.terrain.bridge", next_side(fight, warrior.side), (3,))
    ordered = sorted(best, key=lambda rim: (rim.out, rim.upright))
    return ordered[0] if face <= 3 else ordered[-1]


def fall(
    fight: Fight,
    number: int,
    down: Spot,
    height: int,
    source: Source | None = None,
    counted: int | None = None,
    on_the_way: bool = False,
) -> None:
    """He comes down there and takes a hit of as many Strength as inches, and so does whoever stands there.

    [war.fall.damage] [war.fall.min] [war.fall.rest]
    """
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    start = warrior.x, warrior.y
    drop = height - down[2]
    site = fight.setting.town(fight.state).site
    if down[2] == 0 and site.parts.areas and site.ground_at(down[0], down[1]) == DEEP:
        _splash(fight, number, down, on_the_way)
        return
    struck = beneath(fight, number, down)
    place = down if struck is None and not room(site, fighter.gait, down) else free_place(fight, number, down)
    set_down(fight, number, place)
    warrior.fell = warrior.moved = warrior.acted = True
    warrior.hidden = warrior.cloaked = False
    strength, way = _strength(drop if counted is None else counted), (start, (warrior.x, warrior.y))
    charging = fight.state.phase == "charge"
    fight.tell(Fell("war.fall.damage", fighter.id, drop, way, strength, on_the_way, charging))
    _bruise(fight, number, strength, source)
    if struck is not None:
        _bruise(fight, struck, _strength(drop), source)


def _strength(drop: int) -> int:
    """As many as full inches, 10 at most; none for a short fall.  [war.fall.damage] [war.fall.min]"""
    return min(10, drop // 1_000) if drop >= LEAST_FALL else 0


def _bruise(fight: Fight, number: int, strength: int, source: Source | None) -> None:
    if not strength or not fight.state.warriors[number].there:
        return
    by = source.by if source is not None else NOBODY
    thrower = next_side(fight, fight.state.warriors[number].side)
    hit = Hit(strength)
    suffer(fight, number, [hit], Source(by, "fall", "war.fall.damage", critical=False, thrower=thrower))


def _splash(fight: Fight, number: int, down: Spot, on_the_way: bool) -> None:
    """Deep water breaks the fall; he crawls out on the nearest bank.  [war.terrain.difficult]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    start = warrior.x, warrior.y
    dry = bank(fight.setting.town(fight.state).site, fighter.gait, down[0], down[1])
    set_down(fight, number, free_place(fight, number, dry))
    warrior.fell = warrior.moved = warrior.acted = True
    warrior.hidden = warrior.cloaked = False
    way = start, (warrior.x, warrior.y)
    charging = fight.state.phase == "charge"
    fight.tell(Fell("war.terrain.difficult", fighter.id, 0, way, on_the_way=on_the_way, charging=charging))
    fight.tell(Changed("war.terrain.difficult", fighter.id, "unharmed"))


def beneath(fight: Fight, number: int, spot: Spot) -> int | None:
    """Who is in the place where somebody would come to stand."""
    x, y, z = spot
    radius = fight.setting.fighters[number].radius
    for other in those_there(fight):
        if other != number:
            one = fight.state.warriors[other]
            reach = radius + fight.setting.fighters[other].radius - 3
            if abs(one.z - z) < 1_500 and (one.x - x) ** 2 + (one.y - y) ** 2 < reach * reach:
                return other
    return None


def free_place(fight: Fight, number: int, wanted: Spot) -> Spot:
    """The nearest place to this one, at the same height and on this side of walls, where he has room."""
    if _free(fight, number, wanted):
        return wanted
    site, gait = fight.setting.town(fight.state).site, fight.setting.fighters[number].gait
    beyond: Spot | None = None
    for place in _round_about(wanted):
        if _free(fight, number, place):
            if not walk(site, gait, wanted, *place[:2]).stopped:
                return place
            beyond = beyond or place
    return beyond or wanted


def _free(fight: Fight, number: int, place: Spot) -> bool:
    site, gait = fight.setting.town(fight.state).site, fight.setting.fighters[number].gait
    return not room(site, gait, place) and beneath(fight, number, place) is None


def _round_about(wanted: Spot) -> Iterator[Spot]:
    x, y, z = wanted
    for ring in range(1, RINGS):
        for way in rays(8 + 4 * ring):
            yield (*ahead((x, y), way, 100 * ring), z)


def set_down(fight: Fight, number: int, spot: Spot) -> None:
    warrior = fight.state.warriors[number]
    warrior.x, warrior.y, warrior.z = spot
