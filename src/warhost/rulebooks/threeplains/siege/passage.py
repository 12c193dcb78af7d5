"""Ways from one floor to another: up and down fortress ladders, through towers and walls with doors.

[tp.siege.levels] [tp.siege.move.passage]
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from warhost.engine.field.shapes import contains

from ..bodies import body, on_table
from ..figure import inches
from ..land.ground import terrace
from ..scenario.points import Passage
from ..scenario.points import passages as offered
from ..setting import Fight
from .drawing import KINDS
from .outcome import behind
from .places import COURTYARD, OUTSIDE, Places, Way, model_of, places_of, spot_on, top
from .works import DEFENDERS

WORKS, LEVELS = frozenset(KINDS.values()), "tp.siege.levels"


def fallen(fight: Fight) -> frozenset[int]:
    """The models of the fortress that do not stand any more.  [tp.siege.destroyed_structure]"""
    standing = {feature.name.partition("/")[0] for feature in fight.state.terrain if feature.kind in WORKS}
    layout = places_of(fight.setting.mission.plan).layout
    return frozenset(one.number for one in layout.works if one.title not in standing)


@offered(LEVELS)
def passages(fight: Fight, number: int) -> list[Passage]:
    """The ways that a piece could take from the floor on which it stands, each once."""
    places = places_of(fight.setting.mission.plan)
    shut = _shut(fight, number)
    return [found for start in starts(fight, number) for found in _through(places, start, shut)]


def starts(fight: Fight, number: int) -> list[str]:
    """The places of the floor on which it stands: all tops of a walk, one roof, the ground on one side.

    [tp.siege.levels]
    """
    own, layout = body(fight, number), places_of(fight.setting.mission.plan).layout
    floor = terrace(fight, own) if fight.state.pieces[number].aloft else None
    if floor is None:
        return [COURTYARD if behind(layout, own.bases[0].centre) else OUTSIDE]
    names = {ground.feature.name.partition("/")[0] for ground in floor.grounds}
    return [top(one.number) for one in layout.works if one.title in names]


def _shut(fight: Fight, number: int) -> frozenset[int]:
    """The models through which this piece cannot go: those that have fallen and, for Besiegers, those whose bolted
    doors somebody still holds.  [tp.siege.bolted_door]"""
    down = fallen(fight)
    if fight.state.pieces[number].side == DEFENDERS:
        return down
    layout = places_of(fight.setting.mission.plan).layout
    held = [base.centre for other in on_table(fight, DEFENDERS) for base in body(fight, other).bases]
    return down | {
        one.number for one in layout.works if one.work.entered
        and any(contains(shape, point) for shape in one.shapes for point in held)
    }  # fmt: skip


def _through(places: Places, start: str, shut: frozenset[int]) -> Iterator[Passage]:
    """Everywhere that one comes to from this place without a halt but inside, the cheapest first.

    Every model that is gone through is paid for.  [tp.siege.levels] [tp.siege.move.passage]
    """
    left: list[tuple[float, int, str, tuple[Way, ...]]] = [(0, 0, start, ())]
    seen, pushed = set[str](), 0
    while left:
        spent, _, place, path = heappop(left)
        if place in seen:
            continue
        seen.add(place)
        if path and not place.startswith("inside"):
            yield _passage(places, start, place, path, spent)
            continue
        for way in places.ways_from(place):
            goal = way.other(place)
            if way.kind not in ("walk", "arch") and not {model_of(place), model_of(goal)} & shut:
                pushed += 1
                heappush(left, (spent + way.cost + places.passage(goal), pushed, goal, (*path, way)))


def _passage(places: Places, start: str, goal: str, path: tuple[Way, ...], cost: float) -> Passage:
    one = places.layout.at(model_of(goal))
    ends = spot_on(places.layout, path[0], start), spot_on(places.layout, path[-1], goal)
    return Passage(goal, one.title if one else f"the {goal}", *ends, inches(cost), one is not None)
