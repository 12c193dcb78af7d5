"""The way up a tower, from its foot to its top floor: to the next flight of stairs, and up it."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.levels.links import Leg
from warhost.engine.field.levels.parts import Rect, Spot
from warhost.engine.question import Answer

from ..moving.movement import Move
from ..setting import Fight

FAR = 30_000
SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)  # of a stretch, for somebody may stand at its end
UP: tuple[list[list[object]], ...] = ([["up"]], [["halfway"]], [])


def upstairs(fight: Fight, question: Move, tower: Rect) -> Answer:
    """As far as he comes in this move towards the head of the next flight; nothing if he finds none."""
    town, warrior = fight.setting.town(fight.state), fight.state.warriors[question.number]
    flights = [one for one in town.site.parts.stairs if _within(tower, one.foot)]
    if any(one.landing == warrior.spot for one in flights):
        return [["up"]]
    foot = next((one.foot for one in flights if one.foot[2] == warrior.z), None)
    if foot is None:
        return None
    gait, far = fight.setting.fighters[question.number].gait, max(question.walks, question.runs)
    route = town.ways.to(gait, warrior.spot, foot, FAR)
    if route is None:
        return None
    orders: list[Answer] = [[*_acts(route.legs), *up] for up in UP] if route.length <= far else []
    orders += reversed(list(_stretches(warrior.spot, route.legs, far)))
    return next((order for order in orders if question.refuse(order) is None), None)


def _within(tower: Rect, spot: Spot) -> bool:
    west, south, east, north = tower
    return west <= spot[0] <= east and south <= spot[1] <= north


def _acts(legs: tuple[Leg, ...]) -> list[list[object]]:
    return [["go", leg.end[0], leg.end[1]] for leg in legs if leg.cost]


def _stretches(start: Spot, legs: tuple[Leg, ...], far: float) -> Iterator[Answer]:
    """The orders that lead farther and farther along a way, as far as this."""
    at = start
    for number, leg in enumerate(legs):
        part = min(1.0, far / leg.cost) if leg.cost else 0.0
        for share in reversed(SHARES) if part else ():
            x, y = (round(at[axis] + share * part * (leg.end[axis] - at[axis])) for axis in (0, 1))
            yield [*_acts(legs[:number]), ["go", x, y]]
        at, far = leg.end, far - leg.cost
        if far <= 0:
            return
