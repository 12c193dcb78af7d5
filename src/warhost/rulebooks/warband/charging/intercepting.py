"""Stepping into the way of a charge.  [war.intercept.basic]"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from warhost.engine.field.levels.bulk import SAME_LEVEL
from warhost.engine.field.levels.footing import walk
from warhost.engine.field.levels.links import Leg
from warhost.engine.field.levels.parts import Point, Spot
from warhost.engine.question import Choose

from ..burdens import holds_chest
from ..events import Changed, Intercepted
from ..lookout import apart_at, enemies, engaged, within
from ..magic.lasting import held_fast
from ..moving.falling import set_down
from ..moving.hiding import pass_by
from ..nerve.heart import dares, frightens
from ..setting import Fight
from ..specials import unstoppable
from ..state import Charge
from .room import free_to_stand

ZONE, WALK, STEP = 2_000, 2_000, 1_000
TOUCH = 3
SHIFTS = (0, *(side * far for far in range(250, WALK + 1, 250) for side in (1, -1)))
LET = "let him pass"


class Stand(NamedTuple):
    """Where an interceptor would stand, where the charger stops at him, and after which leg of the way."""

    spot: Spot
    stop: Spot
    leg: int
    length: float  # of the charge up to there


def intercept(fight: Fight, charge: Charge, legs: Sequence[Leg], limit: float) -> tuple[int, Stand] | None:
    """One enemy takes the charge on himself, if anybody can and wants to; the player next in turn decides first.

    [war.intercept.one] [war.multi.fight]
    """
    number = charge.charger
    if unstoppable.any(fight.setting.fighters[number].traits):
        return None
    order = fight.state.order or tuple(range(len(fight.setting.companies)))
    at = order.index(fight.state.warriors[number].side)
    for side in order[at + 1 :] + order[:at]:
        found = _of_side(fight, charge, legs, limit, side)
        if found is not None:
            return found
    return None


def _of_side(
    fight: Fight, charge: Charge, legs: Sequence[Leg], limit: float, side: int
) -> tuple[int, Stand] | None:
    """With fear involved each tries in turn until one passes.  [war.intercept.fear]"""
    able = {
        fight.setting.fighters[one].id: (one, stand)
        for one, stand in interceptors(fight, charge, legs, limit, side)
    }
    charger = fight.setting.fighters[charge.charger].id
    while able:
        text = "Who steps into the way of {who}?"
        chosen = fight.ask(
            Choose(
                side,
                "intercept",
                [LET, *able],
                "war.intercept.basic",
                charger,
                text=text,
                meanings={LET: "nobody"},
                usual=LET,
            )
        )
        if chosen == LET:
            return None
        one, stand = able.pop(chosen)
        if not frightens(fight, one, charge.charger) or dares(
            fight, one, charge.charger, "intercepting what he fears"
        ):
            return one, stand
        fight.tell(Changed("war.intercept.fear", chosen, "stays"))
    return None


def interceptors(
    fight: Fight, charge: Charge, legs: Sequence[Leg], limit: float, side: int
) -> list[tuple[int, Stand]]:
    """Those within 2 inches of the path on their own level, not beyond the target.  [war.intercept.zone]"""
    found = []
    for one in enemies(fight, fight.state.warriors[charge.charger].side):
        warrior = fight.state.warriors[one]
        if warrior.side != side or one == charge.target or not _may(fight, one):
            continue
        stand = standing_in(fight, charge, one, legs, limit)
        if stand is not None:
            found.append((one, stand))
    return found


def _may(fight: Fight, number: int) -> bool:
    """[war.intercept.basic] [war.turn.states] [war.spell.stone]"""
    warrior = fight.state.warriors[number]
    if (
        not warrior.steady
        or warrior.hidden
        or warrior.intercepted
        or warrior.stupid
        or warrior.squabbling
        or warrior.fell
    ):
        return False
    return not held_fast(fight, number) and not holds_chest(fight, number) and not engaged(fight, number)


def standing_in(fight: Fight, charge: Charge, one: int, legs: Sequence[Leg], limit: float) -> Stand | None:
    """The place on the path he steps to: the nearest point of the line to him, touched by his base."""
    start, spent = fight.state.warriors[charge.charger].spot, 0.0
    warrior, radius = fight.state.warriors[one], fight.setting.fighters[one].radius
    best: tuple[float, Stand] | None = None
    for number, leg in enumerate(legs):
        if leg.kind == "walk" and min(abs(start[2] - warrior.z), abs(leg.end[2] - warrior.z)) <= STEP:
            t, gap = _off_line(start, leg.end, warrior.x, warrior.y)
            beyond = number == len(legs) - 1 and t >= 1 - 1e-9
            if within(gap - radius, ZONE) and not beyond:
                stand = _stand(fight, charge, one, start, leg, t, legs)
                if stand is not None and stand.length <= limit and (best is None or gap < best[0]):
                    best = gap, stand
        spent += leg.cost
        start = leg.end
    return best[1] if best else None


def _off_line(a: Spot, b: Spot, x: int, y: int) -> tuple[float, float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    squared = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((x - a[0]) * dx + (y - a[1]) * dy) / squared)) if squared else 0.0
    return t, hypot(a[0] + t * dx - x, a[1] + t * dy - y)


def _stand(
    fight: Fight, charge: Charge, one: int, start: Spot, leg: Leg, t: float, legs: Sequence[Leg]
) -> Stand | None:
    """He walks towards the line until his base touches it, at most 2 inches; the charger stops in contact. If he
    cannot stand there, a little farther along the line.
    """
    warrior, radius = fight.state.warriors[one], fight.setting.fighters[one].radius
    dx, dy = leg.end[0] - start[0], leg.end[1] - start[1]
    length = hypot(dx, dy)
    px, py = start[0] + t * dx, start[1] + t * dy
    off = hypot(px - warrior.x, py - warrior.y)
    part = max(0.0, off - radius) / off if off else 0.0
    x, y = warrior.x + (px - warrior.x) * part, warrior.y + (py - warrior.y) * part
    for shift in SHIFTS:
        if 0 <= t * length + shift <= length:
            along = shift / length if length else 0.0
            place = round(x + along * dx), round(y + along * dy)
            if (found := _stand_at(fight, charge, one, place, legs)) is not None:
                return found
    return None


def _stand_at(fight: Fight, charge: Charge, one: int, place: Point, legs: Sequence[Leg]) -> Stand | None:
    warrior, fighters = fight.state.warriors[one], fight.setting.fighters
    gait = replace(fighters[one].gait, window=False)
    found = walk(fight.setting.town(fight.state).site, gait, warrior.spot, *place)
    if found.stopped or found.length > WALK + 1 or not free_to_stand(fight, one, found.end):
        return None
    if _touches_others(fight, one, found.end, charge.charger):
        return None
    return _met(fight, charge, one, found.end, legs)


def _touches_others(fight: Fight, one: int, place: Spot, charger: int) -> bool:
    """He keeps out of contact with anyone but the charger."""
    return any(
        foe != charger and apart_at(fight, one, place, foe) <= TOUCH
        for foe in enemies(fight, fight.state.warriors[one].side)
    )


def _met(fight: Fight, charge: Charge, one: int, place: Spot, legs: Sequence[Leg]) -> Stand | None:
    """Where on his way the charger first touches him."""
    start, spent = fight.state.warriors[charge.charger].spot, 0.0
    for number, leg in enumerate(legs):
        if _in_his_place(fight, charge.charger, start, one, place):
            return None
        if leg.kind == "walk" and min(abs(start[2] - place[2]), abs(leg.end[2] - place[2])) <= STEP:
            stop = _stop(fight, charge, one, place, start, leg)
            if stop is not None:
                if not free_to_stand(fight, charge.charger, stop, one):
                    return None
                return Stand(place, stop, number, spent + hypot(stop[0] - start[0], stop[1] - start[1]))
        spent += leg.cost
        start = leg.end
    return None


def _in_his_place(fight: Fight, charger: int, spot: Spot, one: int, place: Spot) -> bool:
    """Whether the charger would set off from, land or come up where the interceptor stands."""
    reach = fight.setting.fighters[one].radius + fight.setting.fighters[charger].radius - TOUCH
    return abs(spot[2] - place[2]) < SAME_LEVEL and hypot(spot[0] - place[0], spot[1] - place[1]) < reach


def _stop(fight: Fight, charge: Charge, one: int, place: Spot, start: Spot, leg: Leg) -> Spot | None:
    """Where on this leg that is."""
    reach = fight.setting.fighters[one].radius + fight.setting.fighters[charge.charger].radius
    dx, dy, fx, fy = leg.end[0] - start[0], leg.end[1] - start[1], start[0] - place[0], start[1] - place[1]
    a, b, c = dx * dx + dy * dy, fx * dx + fy * dy, fx * fx + fy * fy - reach * reach
    inside = b * b - a * c
    if a == 0 or inside < 0:
        return None
    t = (-b - inside**0.5) / a
    if not -TOUCH <= t * a**0.5 <= a**0.5:
        return None
    x, y = round(start[0] + max(0.0, t) * dx), round(start[1] + max(0.0, t) * dy)
    found = walk(fight.setting.town(fight.state).site, fight.setting.fighters[charge.charger].gait, start, x, y)
    return None if found.stopped else found.end


def step_in(fight: Fight, charge: Charge, one: int, stand: Stand) -> None:
    warrior = fight.state.warriors[one]
    before = warrior.spot
    set_down(fight, one, stand.spot)
    warrior.intercepted = True
    pass_by(fight, one, before)
    names = fight.setting.fighters[one].id, fight.setting.fighters[charge.charger].id
    fight.tell(Intercepted("war.intercept.basic", *names, (before[:2], stand.spot[:2])))
