"""Clear routes into the fortress: paths from outside, over or through the works, to the ground behind them.

Each model is tried once as a way in: an open or broken gate, the rubble of a fallen model, or a model with a siege
ladder or a siege tower at its outer face. From there a path runs over tops, through doors or under the arch to a
way down. It is clear if no Defender who bars it is within 3 inches of it, measured on the plan.  [tp.siege.route]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import Shape, line_gap, overlap

from ..bodies import measured
from ..figure import inches
from .layout import Laid
from .places import COURTYARD, Places, Way, along, model_of, spot_on, top

NEAR = inches(3)
LANES = tuple(0.49 * step / 24 for step in range(-24, 25))
"""Where lines through an arch or over rubble are tried, in parts of its width: an eighth of an inch apart."""


class Scaled(Struct, frozen=True):
    """A siege ladder or a siege tower that stands at the outer face of a model."""

    model: int
    at: Point


class Condition(Struct, frozen=True):
    """How the works are by now; models and fixtures by their numbers. Grappling hooks are not among what scales.

    [tp.siege.grappling_hooks] [tp.siege.destroyed_structure] [tp.siege.gate_open]
    """

    fallen: frozenset[int] = frozenset()
    open_gates: frozenset[int] = frozenset()  # opened, or broken
    broken: frozenset[tuple[int, int]] = frozenset()  # doors and fortress ladders that are destroyed
    scaled: tuple[Scaled, ...] = ()


class Warder(Struct, frozen=True):
    """A defending piece that bars routes: its bases, and the models of the fortress in which some of it are.

    War machines, archers of arrow-loops, and whoever flees or flies are none.
    """

    bases: tuple[Shape, ...] = ()
    within: tuple[int, ...] = ()


Leg = tuple[Point, Point]
Path = tuple[Leg, ...]


class Routes:
    """The routes into a fortress in its present condition, with its Defenders where they are."""

    def __init__(self, places: Places, condition: Condition, warders: Sequence[Warder]):
        self.places, self.layout, self.condition = places, places.layout, condition
        bases = [base for warder in warders for base in warder.bases]
        within = {model for warder in warders for model in warder.within}
        filled = [shape for model in within for shape in self.layout.laid[model - 1].shapes]
        self._bars = [*bases, *filled]
        self._held = within | {
            one.number for one in self.layout.works if any(overlap(base, s) for base in bases for s in one.shapes)
        }

    def clear(self) -> dict[int, Path]:
        """The clear paths from each model that gives any, all their legs together: so many routes there are."""
        found = ((one.number, self._from(one)) for one in self.layout.works)
        return {number: path for number, path in found if path}

    def _from(self, one: Laid) -> Path:
        """All clear paths that begin at this model; nothing if there is none."""
        if one.number in self.condition.fallen:
            return self._across(one, 1)
        open_gate = one.work.gate and one.number in self.condition.open_gates
        through = self._across(one, one.work.opening / one.work.length) if open_gate else ()
        ladders = [scaled.at for scaled in self.condition.scaled if scaled.model == one.number and one.work.scaled]
        return (*through, *(leg for at in ladders for leg in self._over(one, at)))

    def _across(self, one: Laid, part: float) -> Path:
        """Straight through, on the ground: under the middle part of an arch, or over all of the rubble."""
        lanes = (0.5 + lane * part for lane in LANES)
        legs = ((along(one.outer, lane), along(one.inner, lane)) for lane in lanes)
        return tuple(leg for leg in legs if self._passable(leg))

    def _over(self, one: Laid, start: Point) -> Path:
        """Over the top to every way down that is free."""
        left: list[tuple[str, Point, Path]] = [(top(one.number), start, ())]
        seen, found = {(top(one.number), start)}, list[Leg]()
        while left:
            place, at, path = left.pop(0)
            for goal, end in self._onward(place):
                leg = (at, end)
                if (goal, end) in seen or not self._passable(leg):
                    continue
                seen.add((goal, end))
                if goal == COURTYARD:
                    found += (*path, leg)
                else:
                    left.append((goal, end, (*path, leg)))
        return tuple(found)

    def _onward(self, place: str) -> Iterator[tuple[str, Point]]:
        """The places that one comes to from here, and where that is."""
        for way in self.places.ways_from(place):
            goal = way.other(place)
            gone = {model_of(place), model_of(goal)} & self.condition.fallen
            if not gone and way.kind != "arch" and self._open(way):
                yield goal, spot_on(self.layout, way, goal)

    def _open(self, way: Way) -> bool:
        """A ladder that stands; a door that is destroyed, or whose structure no Defender is on or in any more."""
        destroyed = (way.model, way.fixture) in self.condition.broken
        if way.kind == "ladder":
            return not destroyed
        return way.kind != "door" or destroyed or way.model not in self._held

    def _passable(self, leg: Leg) -> bool:
        return not any(measured(line_gap(*leg, shape)) <= NEAR for shape in self._bars)


def guarded(path: Path, bases: Sequence[Shape]) -> bool:
    """Whether somebody stands within 3 inches of a route.  [tp.siege.victory]"""
    return any(measured(line_gap(*leg, base)) <= NEAR for leg in path for base in bases)
