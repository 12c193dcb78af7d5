"""The places of a fortress and the ways between them: how one gets in, up, through and over.

Places are the ground outside, the courtyard, the arch under each gate, and of every wall or tower its inside and
its top. The tops of neighbouring walls, bends and gates form one walk; a tower parts it.  [tp.siege.levels]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from warhost.engine.field.compass import Point, ahead

from ..figure import inches
from .layout import Laid, Layout, Line, lay
from .plan import Fixture, models_in
from .works import fittings, works

OUTSIDE, COURTYARD = "outside", "courtyard"
FOOT = inches(0.5)  # how far behind the wall one is down on the ground
Kind = Literal["walk", "door", "stair", "part", "ladder", "arch"]
"""Along the walk; through a door; between an inside and the top above it; from a bend into its wall; up or down a
fortress ladder; under a gate."""


def top(number: int) -> str:
    return f"top {number}"


def inside(number: int) -> str:
    return f"inside {number}"


def indoors(place: str) -> bool:
    """Whether a place is the inside of a wall or tower."""
    return place.startswith("inside")


def arch(number: int) -> str:
    return f"arch {number}"


def model_of(place: str) -> int:
    """The number of the model that a place belongs to; 0 for the ground."""
    return int(place.rpartition(" ")[2]) if " " in place else 0


class Way(Struct, frozen=True):
    """A way between two places; what it costs itself, in inches. Walks are measured, insides cost by themselves."""

    a: str
    b: str
    kind: Kind
    cost: float = 0
    model: int = 0  # that bears the door, the ladder or the gate
    fixture: int = -1  # which of its fixtures that is

    def other(self, place: str) -> str:
        return self.b if place == self.a else self.a


class Places(Struct, frozen=True, dict=True):
    """The graph of a fortress as it was built."""

    layout: Layout

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        return tuple(way for one in self.layout.works for way in self._ways_of(one))

    @cached_property
    def _at(self) -> dict[str, list[Way]]:
        found: dict[str, list[Way]] = {}
        for way in self.ways:
            for place in (way.a, way.b):
                found.setdefault(place, []).append(way)
        return found

    def ways_from(self, place: str) -> list[Way]:
        return self._at.get(place, [])

    def enterable(self, number: int) -> bool:
        """Whether a model has an inside: a tower has one always, a wall only where a door leads into it, and a 45
        degree bend together with its wall.  [tp.siege.wall] [tp.siege.plan.access]"""
        one = self.layout.at(number)
        if one is None or not one.work.entered:
            return False
        if one.work.corner:
            return True
        return any(
            member.model.count("door")
            or any(
                door_leads(self.layout, beside, fixture) == inside(member.number)
                for beside in (member.number - 1, member.number + 1)
                for fixture in _doors(self.layout, beside)
            )
            for member in family(self.layout, number)
        )

    def passage(self, place: str) -> float:
        """What it costs to go through a place, whichever two of its exits are used."""
        one = self.layout.at(model_of(place))
        return one.work.passage if one and place.startswith("inside") else 0

    def cheapest(
        self, start: str, goal: str, may: Callable[[Way], bool] = lambda _: True
    ) -> tuple[float, tuple[Way, ...]] | None:
        """The ways from one place to another that cost least, walks not counted, over those that are open."""
        heap: list[tuple[float, int, str, tuple[Way, ...]]] = [(0, 0, start, ())]
        seen, pushed = set[str](), 0
        while heap:
            spent, _, place, path = heappop(heap)
            if place == goal:
                return spent, path
            if place in seen:
                continue
            seen.add(place)
            leaving = spent + (self.passage(place) if path else 0)
            for way in self.ways_from(place):
                if may(way) and way.other(place) not in seen:
                    pushed += 1
                    heappush(heap, (leaving + way.cost, pushed, way.other(place), (*path, way)))
        return None

    def reached(self, start: str = COURTYARD) -> set[str]:
        """All places that one comes to with every door open."""
        found, left = {start}, [start]
        while left:
            place = left.pop()
            new = [way.other(place) for way in self.ways_from(place) if way.other(place) not in found]
            found.update(new)
            left += new
        return found

    def all(self) -> list[str]:
        """Everything that can be stood on or in."""
        tops = [top(one.number) for one in self.layout.works]
        insides = [inside(one.number) for one in self.layout.works if self.enterable(one.number)]
        arches = [arch(one.number) for one in self.layout.works if one.work.gate]
        return [OUTSIDE, COURTYARD, *arches, *tops, *insides]

    # --- the ways of one model -----------------------------------------------------------------------------

    def _ways_of(self, one: Laid) -> Iterator[Way]:
        number = one.number
        after = self.layout.at(number + 1)
        if after and one.work.walk and after.work.walk:
            yield Way(top(number), top(number + 1), "walk")
        if self.enterable(number):
            yield Way(inside(number), top(number), "stair")
        if one.work.part and self.enterable(number) and (mother := mother_of(self.layout, number)):
            yield Way(inside(number), inside(mother), "part")
        if one.work.gate:
            yield Way(OUTSIDE, arch(number), "arch", model=number)
            yield Way(arch(number), COURTYARD, "arch", model=number)
        for place, fixture in enumerate(one.model.fixtures):
            if fixture.kind == "ladder" and one.work.ladders:
                cost = fittings()["ladder"].passage
                yield Way(COURTYARD, top(number), "ladder", cost, number, place)
            elif fixture in _doors(self.layout, number) and (leads := door_leads(self.layout, number, fixture)):
                yield Way(inside(number), leads, "door", fittings()["door"].passage, number, place)


def spot_on(layout: Layout, way: Way, place: str) -> Point:
    """Where one is at this end of a way: at a joint, at a door, at the head or at the foot of a ladder."""
    if way.kind in ("walk", "part"):
        return layout.laid[min(model_of(way.a), model_of(way.b)) - 1].end
    one = layout.laid[(way.model or model_of(way.a)) - 1]
    if way.kind == "stair":
        return one.shapes[0].centre
    fixture, which = one.model.fixtures[way.fixture], one.model.among_its_like(way.fixture)
    if way.kind == "ladder":
        _, spot, away = one.spots("ladder")[which]
        return ahead(spot, away, FOOT) if place == COURTYARD else spot
    if fixture.to in ("courtyard", "outside"):
        return one.doors(fixture.to)[which][1]
    return one.start if fixture.to in ("left", "left inside") else one.end


def along(face: Line, part: float) -> Point:
    """A point of a face, so much of its length along; the legs of a face that bends are equally long."""
    legs = list(pairwise(face)) or [(face[0], face[0])]
    leg = min(int(part * len(legs)), len(legs) - 1)
    ((ax, ay), (bx, by)), here = legs[leg], part * len(legs) - leg
    return round(ax + (bx - ax) * here), round(ay + (by - ay) * here)


@lru_cache(maxsize=8)
def places_of(plan: str) -> Places:
    """Of the fortress of a battle."""
    return Places(lay(models_in(plan, "plan")))


def _doors(layout: Layout, number: int) -> list[Fixture]:
    one = layout.at(number)
    if one is None or not one.work.entered:
        return []
    return [fixture for fixture in one.model.fixtures if fixture.kind == "door"]


def door_leads(layout: Layout, number: int, door: Fixture) -> str | None:
    """The place behind a door in the inside of a model; None if there is only air.

    A tower's door to its neighbour opens on the walk, or into another tower; the inside of a wall lies below the
    walk and opens into the inside beside it.  [tp.siege.levels] [tp.siege.bolted_door]
    """
    one = layout.at(number)
    assert one is not None and door.to is not None
    if door.to == "courtyard":
        return COURTYARD if len(one.inner) > 1 else None
    if door.to == "outside":
        return OUTSIDE if len(one.outer) > 1 else None
    side, _, below = door.to.partition(" ")
    beside = layout.at(number + (1 if side == "right" else -1))
    if beside is None:
        return None
    if one.work.corner and beside.work.walk and not below:
        return top(beside.number)
    return inside(beside.number) if beside.work.entered else None


def mother_of(layout: Layout, number: int) -> int:
    """The wall that a 45 degree bend extends: the one before it, or else the one after it; 0 if there is none.

    A wall has only one such bend.  [tp.siege.wall_45]
    """
    one = layout.at(number)
    if one is None or not one.work.part:
        return 0
    taken = {mother_of(layout, before) for before in range(1, number)}
    for beside in (number - 1, number + 1):
        other = layout.at(beside)
        if other and other.work.id in MOTHERS and beside not in taken:
            return beside
    return 0


def family(layout: Layout, number: int) -> list[Laid]:
    """A wall and the 45 degree bend that shares its doors and life points, whichever of them is asked for."""
    mother = mother_of(layout, number) or number
    return [one for one in layout.works if (mother_of(layout, one.number) or one.number) == mother]


MOTHERS = tuple(work.id for work in works().values() if work.entered and not work.part and not work.corner)
"""Straight walls and right-angled bends."""
