"""Carrying out a charge, step by step.  [war.charge.resolve] [war.charge.example]"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from warhost.engine.field.levels.footing import room, walk
from warhost.engine.field.levels.links import Leg
from warhost.engine.field.levels.parts import Spot
from warhost.engine.field.levels.route import Route
from warhost.engine.question import Choose

from ..events import Charged, ChargeFailed
from ..fighting.wounds import out_of_action
from ..lookout import WITHIN, apart, apart_at, enemies, foes, sees, within
from ..moving.falling import beneath, fall, set_down
from ..moving.hiding import look_round, pass_by
from ..moving.keeping_off import too_near
from ..moving.legs import safely, way
from ..nerve.heart import dares, frightens, withstands
from ..setting import Fight
from ..state import Charge
from ..trials import initiative_test
from .declaring import choose_way, may_target, targets
from .intercepting import intercept, step_in
from .room import free_to_stand, make_room, touched_at
from .way import charge_distance, way_to, wide_leap

DIVE, DEEP_ENOUGH = 2_000, 2_000
TOGETHER = 1_000
FAR_AWAY = 4_000
NONE = "nobody"


def resolve_one(fight: Fight) -> bool:
    """The next charge, in the order the active player likes; False when there are none left."""
    charges = fight.state.charges
    if not charges:
        return False
    chosen = charges[0]
    if len(charges) > 1:
        names = {fight.setting.fighters[charge.charger].id: charge for charge in charges}
        answer = fight.ask(
            Choose(
                fight.state.active,
                "charger",
                list(names),
                "war.charge.resolve",
                text="Whose charge is carried out next?",
            )
        )
        chosen = names[answer]
    fight.state.charges = tuple(charge for charge in charges if charge is not chosen)
    resolve(fight, chosen)
    look_round(fight)
    return True


def resolve(fight: Fight, charge: Charge) -> None:
    warrior = fight.state.warriors[charge.charger]
    if not warrior.steady or foes(fight, charge.charger):
        return
    anew = _still_there(fight, charge)
    if anew is None:
        _fail(fight, charge, "the enemy is gone", None, stays=True)
        return
    charge = anew
    if not dares(fight, charge.charger, charge.target, "charging what he fears"):
        _fail(fight, charge, "he does not dare", None, stays=True)
        return
    shunned = _shunned(fight, charge)
    if charge.unseen and not initiative_test(
        fight, charge.charger, "war.charge.unseen", "charging an unseen enemy"
    ):
        _fail(fight, charge, "he cannot find the enemy", _half_way(fight, charge))
        return
    route = _measured(fight, charge, shunned)
    if route is None:
        return
    _run(fight, charge, route, shunned)


def _shunned(fight: Fight, charge: Charge) -> tuple[int, ...]:
    """Whom he would touch besides his target and does not dare to: he goes where he keeps clear of them.

    [war.charge.multi]
    """
    number, shunned = charge.charger, tuple[int, ...]()
    around = 2 * fight.setting.fighters[number].radius + TOGETHER
    feared = [
        foe
        for foe in enemies(fight, fight.state.warriors[number].side)
        if foe != charge.target
        and frightens(fight, number, foe)
        and within(apart(fight, charge.target, foe), around)
    ]
    while feared:
        route = way_to(fight, charge, charge_distance(fight, number), shunned)
        met = touched_at(fight, number, route.end) if route is not None else []
        tried = [foe for foe in feared if foe in met]
        if not tried:
            break
        feared = [foe for foe in feared if foe not in tried]
        shunned += tuple(foe for foe in tried if not dares(fight, number, foe, "charging what he fears"))
    return shunned


def _still_there(fight: Fight, charge: Charge) -> Charge | None:
    """Whose target is gone may take another enemy whom he sees within reach.  [war.charge.resolve]"""
    one = fight.state.warriors[charge.target]
    if one.there and not one.hidden and one.side != fight.state.warriors[charge.charger].side:
        return charge
    far = charge_distance(fight, charge.charger)
    others = {
        fight.setting.fighters[foe].id: foe
        for foe in targets(fight, charge.charger)
        if within(apart(fight, charge.charger, foe), far) and sees(fight, charge.charger, foe)
    }
    if not others:
        return None
    fighter = fight.setting.fighters[charge.charger]
    chosen = fight.ask(
        Choose(
            fighter.side,
            "another target",
            [NONE, *others],
            "war.charge.resolve",
            fighter.id,
            text="Its target is gone. Whom does {who} charge instead?",
            meanings={NONE: "nobody"},
            usual=NONE,
        )
    )
    if chosen == NONE:
        return None
    return Charge(charge.charger, others[chosen], *choose_way(fight, charge.charger, others[chosen]))


def _measured(fight: Fight, charge: Charge, shunned: Sequence[int]) -> Route | None:
    """Step 3: too long, no such way, no room: the charge has failed."""
    far = charge_distance(fight, charge.charger)
    found = way_to(fight, charge, far, shunned)
    if found is None and within(apart(fight, charge.charger, charge.target), far):
        found = make_room(fight, charge.charger, charge.target, lambda: way_to(fight, charge, far, shunned))
    if found is not None:
        return found
    gap = wide_leap(fight, charge, far)
    if gap is not None:
        return gap
    _fail(fight, charge, "the way is too long, or there is none", _half_way(fight, charge))
    return None


# --- running --------------------------------------------------------------------------------------------------


def _run(fight: Fight, charge: Charge, route: Route, shunned: Sequence[int]) -> None:
    """Steps 4 to 7: tests in the order of the path, interception, contact, fear."""
    number = charge.charger
    start = fight.state.warriors[number].spot
    landed: Spot | None = None
    drop = 0
    for leg in route.legs:
        if leg.kind == "leap" and leg.gap > fight.setting.fighters[number].gait.widest + WITHIN:
            _short_leap(fight, charge, leg)
            return
        if not _tested(fight, charge, leg):
            return
        if leg.kind == "jump" or (leg.kind == "leap" and leg.rise < 0):
            landed, drop = leg.end, -leg.rise
        set_down(fight, number, leg.end)
    set_down(fight, number, start)
    legs, target = _intercepted(fight, charge, route)
    for leg in legs:
        before = fight.state.warriors[number].spot
        set_down(fight, number, leg.end)
        pass_by(fight, number, before)
    dived = (
        landed is not None
        and drop >= DEEP_ENOUGH
        and any(leg.end == landed for leg in legs)
        and _near(fight, landed, number, target)
    )
    _arrive(fight, number, target, start, legs, dived, shunned)


def _near(fight: Fight, landed: Spot, number: int, target: int) -> bool:
    """Within 2 inches of the place where he came down.  [war.charge.dive]"""
    return within(apart_at(fight, number, landed, target), DIVE)


def _tested(fight: Fight, charge: Charge, leg: Leg) -> bool:
    """[war.charge.climb] [war.charge.jump]"""
    number = charge.charger
    rule = "war.charge.climb" if leg.kind == "climb" else "war.charge.jump"
    if safely(fight, number, leg, rule):
        return True
    warrior = fight.state.warriors[number]
    warrior.failed = warrior.moved = warrior.acted = True
    why = "he falls" if warrior.fell else "he does not get up the wall"
    fight.tell(ChargeFailed("war.charge.failed", fight.setting.fighters[number].id, why, ((warrior.x, warrior.y),)))
    return False


def _short_leap(fight: Fight, charge: Charge, leg: Leg) -> None:
    """The gap proves too wide: he falls where his leap ends.  [war.jump.gap.far]"""
    number = charge.charger
    warrior, widest = fight.state.warriors[number], fight.setting.fighters[number].gait.widest
    part = widest / leg.gap
    x, y = round(warrior.x + part * (leg.end[0] - warrior.x)), round(warrior.y + part * (leg.end[1] - warrior.y))
    below = fight.setting.town(fight.state).site.below(x, y, warrior.z)
    warrior.failed = True
    fall(fight, number, (x, y, below.z), warrior.z)
    fight.tell(
        ChargeFailed(
            "war.jump.gap.far", fight.setting.fighters[number].id, "the gap is too wide", ((warrior.x, warrior.y),)
        )
    )


def _intercepted(fight: Fight, charge: Charge, route: Route) -> tuple[Sequence[Leg], int]:
    """The way as far as it is gone, and whom it ends at."""
    legs = [leg for leg in route.legs if leg.kind != "walk" or leg.cost > 0] or list(route.legs)
    found = intercept(fight, charge, legs, charge_distance(fight, charge.charger))
    if found is None:
        return legs, charge.target
    one, stand = found
    step_in(fight, charge, one, stand)
    before = legs[stand.leg - 1].end if stand.leg else fight.state.warriors[charge.charger].spot
    last = Leg("walk", stand.stop, hypot(stand.stop[0] - before[0], stand.stop[1] - before[1]))
    return [*legs[: stand.leg], last], one


def _arrive(
    fight: Fight, number: int, target: int, start: Spot, legs: Sequence[Leg], dived: bool, shunned: Sequence[int]
) -> None:
    warrior, fighters = fight.state.warriors[number], fight.setting.fighters
    warrior.charged = warrior.moved = warrior.acted = True
    length = round(sum(leg.cost for leg in legs))
    if fight.state.warriors[target].fleeing:
        fight.tell(Charged("war.flee.move", fighters[number].id, (fighters[target].id,), way(start, legs), length))
        out_of_action(fight, target, number, "war.flee.move")
        return
    _slide(fight, number, target, start, shunned)
    warrior.reached = tuple(foes(fight, number))
    warrior.dived = dived
    ids = tuple(fighters[foe].id for foe in warrior.reached) or (fighters[target].id,)
    rule = "war.charge.dive" if dived else "war.charge.resolve"
    fight.tell(Charged(rule, fighters[number].id, ids, way(start, legs), length, dived))
    for foe in warrior.reached:
        withstands(fight, foe, number)


# --- several enemies ------------------------------------------------------------------------------------------


def _slide(fight: Fight, number: int, target: int, start: Spot, shunned: Sequence[int]) -> None:
    """Round the target until he touches others too who stand within an inch of him, none of them behind him; and
    nobody whom he has not dared to touch.

    [war.charge.multi]
    """
    touched = foes(fight, number)
    wanted = [foe for foe in _beside(fight, number, target, start) if foe not in (*touched, *shunned)]
    for foe in wanted:
        place = _touching_both(fight, number, target, foe)
        if place is None or not _asked(fight, number, foe):
            continue
        met = [one for one in touched_at(fight, number, place) if one not in touched]
        if set(met) & set(shunned) or not all(dares(fight, number, one, "charging what he fears") for one in met):
            continue
        set_down(fight, number, place)
        return


def _beside(fight: Fight, number: int, target: int, start: Spot) -> list[int]:
    foe = fight.state.warriors[target]
    far = hypot(foe.x - start[0], foe.y - start[1])
    found = []
    for other, one in enumerate(fight.state.warriors):
        near = (
            other not in (target, number)
            and one.there
            and one.side != fight.state.warriors[number].side
            and not one.fleeing
        )
        if near and within(apart(fight, target, other), TOGETHER) and may_target(fight, number, other):
            along = ((one.x - start[0]) * (foe.x - start[0]) + (one.y - start[1]) * (foe.y - start[1])) / (
                far or 1.0
            )
            if along <= far + 1:
                found.append(other)
    return found


def _touching_both(fight: Fight, number: int, target: int, other: int) -> Spot | None:
    """The nearer of the two places at which his base touches both."""
    warriors, fighters = fight.state.warriors, fight.setting.fighters
    warrior, a, b = warriors[number], warriors[target], warriors[other]
    first, second = (fighters[number].radius + fighters[foe].radius for foe in (target, other))
    dx, dy = b.x - a.x, b.y - a.y
    far = hypot(dx, dy)
    if not abs(first - second) < far <= first + second:
        return None
    along = (first * first - second * second + far * far) / (2 * far)
    aside = max(0.0, first * first - along * along) ** 0.5
    site, before = fight.setting.town(fight.state).site, warrior.spot
    found: list[tuple[float, Spot]] = []
    for turn in (1, -1):
        x = round(a.x + (along * dx - turn * aside * dy) / far)
        y = round(a.y + (along * dy + turn * aside * dx) / far)
        z = site.footing(x, y, a.z)
        if z is None or not free_to_stand(fight, number, (x, y, z), target, other):
            continue
        if {target, other} <= set(touched_at(fight, number, (x, y, z))):
            found.append((hypot(x - before[0], y - before[1]), (x, y, z)))
    return min(found)[1] if found else None


def _asked(fight: Fight, number: int, foe: int) -> bool:
    fighter = fight.setting.fighters[number]
    text = f"Does {{who}} engage {fight.setting.fighters[foe].title} too?"
    question = Choose(
        fighter.side,
        "engage too",
        ["no", "yes"],
        "war.charge.multi",
        fighter.id,
        text=text,
        meanings={"no": "only the target", "yes": "both"},
        usual="no",
    )
    return bool(fight.ask(question) == "yes")


# --- failing --------------------------------------------------------------------------------------------------


def _fail(fight: Fight, charge: Charge, why: str, half: Sequence[Spot] | None, stays: bool = False) -> None:
    """He goes half the way, and neither moves, shoots nor hides any more this turn.

    [war.charge.failed] [war.charge.failed.shoot]
    """
    number = charge.charger
    warrior = fight.state.warriors[number]
    start = warrior.spot
    warrior.failed = warrior.acted = True
    for stop in half or ():
        before = warrior.spot
        set_down(fight, number, stop)
        warrior.moved = True
        pass_by(fight, number, before)
    points = (start[:2], *(stop[:2] for stop in half or ()))
    rule = "war.psych.fear" if stays and why == "he does not dare" else "war.charge.failed"
    fight.tell(ChargeFailed(rule, fight.setting.fighters[number].id, why, points))


def _half_way(fight: Fight, charge: Charge) -> list[Spot]:
    """Half the length of his path, not more than his charge distance, an inch short of enemies; where there is
    no way,
    half the straight line on his own level.
    """
    number, far = charge.charger, charge_distance(fight, charge.charger)
    foe, own = fight.state.warriors[charge.target], fight.state.warriors[number]
    straight = hypot(foe.x - own.x, foe.y - own.y)
    if straight > 2 * far + FAR_AWAY:  # half of any way there is more than he can run
        return _straight_half(fight, charge, far)
    route = way_to(fight, charge, max(2 * far, 1.25 * straight + abs(foe.z - own.z) + 3_000))
    if route is None:
        return _straight_half(fight, charge, far)
    half, gone, stops = min(route.length / 2, far), 0.0, list[Spot]()
    at = fight.state.warriors[number].spot
    for leg in route.legs:
        if leg.kind != "walk" and (leg.kind in ("climb", "jump", "leap") or gone + leg.cost > half + 1):
            break
        if gone + leg.cost > half + 1:
            part = (half - gone) / leg.cost if leg.cost else 0.0
            stop = _last_place(fight, number, at, leg.end, part)
            if stop is not None:
                return [*stops, stop]
            break
        gone, at = gone + leg.cost, leg.end
        stops.append(at)
    while stops and not _may_stop(
        fight, number, stops[-2] if len(stops) > 1 else fight.state.warriors[number].spot, stops[-1]
    ):
        stops.pop()
    return stops


def _straight_half(fight: Fight, charge: Charge, far: int) -> list[Spot]:
    warrior, foe = fight.state.warriors[charge.charger], fight.state.warriors[charge.target]
    reach = fight.setting.fighters[charge.charger].radius + fight.setting.fighters[charge.target].radius
    length = hypot(foe.x - warrior.x, foe.y - warrior.y)
    part = min(max(0.0, length - reach) / 2, far) / (length or 1.0)
    stop = _last_place(fight, charge.charger, warrior.spot, (foe.x, foe.y, warrior.z), part)
    return [] if stop is None else [stop]


def _last_place(fight: Fight, number: int, start: Spot, end: Spot, part: float) -> Spot | None:
    """As far along a stretch as he can stand, an inch off enemies."""
    site, gait = fight.setting.town(fight.state).site, fight.setting.fighters[number].gait
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    while part > 0:
        x, y = round(start[0] + part * (end[0] - start[0])), round(start[1] + part * (end[1] - start[1]))
        found = walk(site, gait, start, x, y)
        if not found.stopped and _may_stop(fight, number, start, found.end):
            return found.end
        part -= 50 / length
    return None


def _may_stop(fight: Fight, number: int, start: Spot, spot: Spot) -> bool:
    site, gait = fight.setting.town(fight.state).site, fight.setting.fighters[number].gait
    return (
        not room(site, gait, spot)
        and beneath(fight, number, spot) is None
        and too_near(fight, number, start, spot) is None
    )
