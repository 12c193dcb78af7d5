"""Who sees whom, and through what.  [reg.core.los] [reg.core.arcs] [reg.shoot.cover] [reg.terrain.forest]

Lines run from both ends and the middle of a model's front edge to the corners and the centre of each base of the
target. Most lines on a table pass nothing at all, so what could be in the way is looked for first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle, Point, distance, to_frame
from warhost.engine.field.shapes import Shape, clip, contains, overlap, polygon

from ..bodies import STANCE, body, front_files
from ..measures import inches
from ..nature import has, kind, present, rules
from ..records import Cover
from ..setting import Fight, Ground
from ..state import Feature
from .barriers import rests_across, stands_behind

LARGE, WHIRL = "reg.sr.largetarget", "reg.army.orc.whirlers"
LARGE_HEIGHT = 3
GARRISON_HEIGHT = 2
DEEP_WOOD = inches(6)
ALL_ROUND = "reg.army.men.wain"


class Screen(NamedTuple):
    """Something that may lie in a line of sight."""

    shape: Shape
    height: int  # of a unit or a hill
    wall: bool  # blocks whatever the heights
    wood: bool
    cover: Cover


def height(fight: Fight, number: int) -> int:
    """[reg.core.los]"""
    if fight.state.units[number].fate == "garrison":
        return GARRISON_HEIGHT
    own = kind(fight, number).troop.height
    if LARGE in rules(fight, number):
        own = max(own, LARGE_HEIGHT)
    return own + on_hill(fight, number)


def on_hill(fight: Fight, number: int) -> bool:
    """Whether most of its models stand on a hill."""
    hills = fight.setting.land(fight.state.terrain).hills
    return bool(hills) and mostly_on(body(fight, number), hills)


def mostly_on(one: Body, grounds: Sequence[Ground]) -> bool:
    near = [ground.shape for ground in grounds if overlap(ground.shape, one.block)]
    if not near:
        return False
    bases = one.bases
    return 2 * sum(any(contains(shape, base.centre) for shape in near) for base in bases) > len(bases)


# --- arcs ----------------------------------------------------------------------------------------------------


def in_front_arc(base: Shape, facing: Angle, point: Point) -> bool:
    """Whether a point lies ahead between the lines that run out at 45 degrees from the front corners."""
    left, right = base.points[0], base.points[1]
    middle = (left[0] + right[0]) // 2, (left[1] + right[1]) // 2
    x, y = to_frame(point, middle, facing)
    half = distance(left, right) // 2
    return y >= -2 and abs(x) <= half + y + 2


def marks(base: Shape) -> tuple[Point, ...]:
    return (*base.points, base.centre)


def eyes(base: Shape) -> tuple[Point, Point, Point]:
    left, right = base.points[0], base.points[1]
    return ((left[0] + right[0]) // 2, (left[1] + right[1]) // 2), left, right


# --- what is in the way --------------------------------------------------------------------------------------


def screens(fight: Fight, one: int, other: int) -> list[Screen]:
    """All that might lie between two units: whatever reaches into the ground that both together take up."""
    here, there = body(fight, one), body(fight, other)
    span = _span(here, there)
    if span is None:
        return []
    found = []
    for number in present(fight):
        if number in (one, other) or has(fight, number, WHIRL):
            continue
        block = body(fight, number).block
        if overlap(block, span):
            found.append(Screen(block, height(fight, number), False, False, "hard"))
    return found + _grounds(fight, one, other, span)


def _grounds(fight: Fight, one: int, other: int, span: Shape) -> list[Screen]:
    found = []
    inside = [fight.state.units[number].building for number in (one, other)]
    for at, ground in enumerate(fight.setting.land(fight.state.terrain).grounds):
        kind_of = ground.kind
        if (
            at in inside
            or not (kind_of.blocks or kind_of.height or kind_of.cover)
            or not overlap(ground.shape, span)
        ):
            continue
        if kind_of.height and any(mostly_on(body(fight, number), [ground]) for number in (one, other)):
            continue
        if kind_of.barrier and _shelters_nobody(body(fight, one), body(fight, other), ground):
            continue
        wood = kind_of.id == "forest"
        cover: Cover = kind_of.cover or ("hard" if kind_of.height else "")
        found.append(Screen(ground.shape, kind_of.height, kind_of.blocks, wood, cover))
    return found


def _shelters_nobody(shooters: Body, target: Body, barrier: Ground) -> bool:
    """Whoever is lined up at a barrier shoots over it, and whoever rests across one has no cover from it; but who
    is lined up behind it himself is covered.  [reg.terrain.obstacle]
    """
    if stands_behind(target, barrier):
        return False
    return stands_behind(shooters, barrier) or any(rests_across(one, barrier) for one in (shooters, target))


def _span(here: Body, there: Body) -> Shape | None:
    """A convex outline round both."""
    points = sorted({*here.block.points, *there.block.points})
    hull = hull_of(points)
    return polygon(hull) if len(hull) > 2 else None


def hull_of(points: list[Point]) -> list[Point]:
    """The corners of the convex outline of sorted points."""

    def half(row: list[Point]) -> list[Point]:
        kept: list[Point] = []
        for point in row:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return half(points) + half(points[::-1])


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


# --- lines ---------------------------------------------------------------------------------------------------


def clear(a: Point, b: Point, between: Sequence[Screen], own: int, target: int) -> bool:
    """Whether nothing blocks a line between two ends of these heights."""
    woods = 0.0
    for screen in between:
        part = clip(a, b, screen.shape)
        if part is None:
            continue
        if screen.wall:
            return False
        if screen.wood:
            woods += (part[1] - part[0]) * distance(a, b)
        elif screen.height and screen.height >= own and screen.height >= target:
            return False
    return woods <= DEEP_WOOD + 1


def obscured(a: Point, b: Point, between: Sequence[Screen], own: int, target: int) -> Cover:
    """What a line runs through that gives cover: hard before soft.  [reg.shoot.cover]"""
    found: Cover = ""
    for screen in between:
        if not screen.cover or clip(a, b, screen.shape) is None:
            continue
        if screen.cover == "hard":
            if screen.wall or not screen.height or screen.height >= max(own, target) - 1:
                return "hard"
        else:
            found = "soft"
    return found


# --- seeing --------------------------------------------------------------------------------------------------


class Look:
    """One unit looks at another. What may be in the way is found once for all its models."""

    __slots__ = ("_covers", "_seen", "all_round", "between", "heights", "here", "sheltered", "there")

    def __init__(self, fight: Fight, one: int, other: int):
        self.here, self.there = body(fight, one), body(fight, other)
        self.between = screens(fight, one, other)
        self.heights = height(fight, one), height(fight, other)
        unit = fight.state.units[one]
        self.all_round = unit.fate == "garrison" or ALL_ROUND in rules(fight, one)
        self.sheltered = fight.state.units[other].fate == "garrison"
        self._seen: dict[Shape, bool] = {}
        self._covers: dict[Shape, Cover] = {}

    def sees(self, base: Shape) -> bool:
        """Whether the model on this base sees any part of the target, worked out once.  [reg.core.los]"""
        found = self._seen.get(base)
        if found is None:
            found = self._seen[base] = self._sees(base)
        return found

    def _sees(self, base: Shape) -> bool:
        return any(self.sees_model(base, target) for target in self.there.bases)

    def sees_model(self, base: Shape, target: Shape) -> bool:
        """Whether the model on a base sees any part of one model of the target."""
        return any(
            (self.all_round or in_front_arc(base, self.here.facing, point))
            and (not self.between or self._line(base, point))
            for point in marks(target)
        )

    def _line(self, base: Shape, point: Point) -> bool:
        return any(clear(eye, point, self.between, *self.heights) for eye in eyes(base))

    def cover_from(self, base: Shape) -> Cover:
        """The cover of the target from a model on this base, worked out once."""
        found = self._covers.get(base)
        if found is None:
            found = self._covers[base] = self._cover(base)
        return found

    def _cover(self, base: Shape) -> Cover:
        """If to more than half of the models every line is obscured, the target is in cover; hard if most of those
        are obscured by something hard."""
        if self.sheltered:
            return "hard"
        if not self.between:
            return ""
        kinds = [self._hidden(base, target) for target in self.there.bases]
        covered = [found for found in kinds if found]
        if 2 * len(covered) <= len(kinds):
            return ""
        return "hard" if 2 * sum(found == "hard" for found in covered) > len(covered) else "soft"

    def _hidden(self, base: Shape, target: Shape) -> Cover:
        """Whether every line from one base to another is obscured, and by what at least."""
        found: Cover = "hard"
        for eye in eyes(base):
            for point in marks(target):
                through = obscured(eye, point, self.between, *self.heights)
                if not through:
                    return ""
                found = "soft" if through == "soft" else found
        return found


class Sights:
    """What was seen on a table, for as long as nobody on it moves."""

    __slots__ = ("ends", "looks", "seen", "terrain", "touched", "ways")

    def __init__(self, terrain: tuple[Feature, ...]):
        self.terrain = terrain
        self.looks: dict[tuple[int, int], Look] = {}
        self.seen: dict[tuple[int, int], bool] = {}
        self.ways: dict[tuple[object, ...], bool] = {}  # whether a charge finds a way
        self.ends: dict[tuple[object, ...], list[Any]] = {}  # the best ends of a charge
        self.touched: dict[tuple[object, ...], list[tuple[int, ...]]] = {}  # whom else its best ways touch


def sights(fight: Fight) -> Sights:
    """Of the tables of late: whoever looks ahead comes back to the same ones again and again."""
    state, known = fight.state, fight.setting.sights
    table = tuple([(number, STANCE(state.units[number])) for number in present(fight)])
    found: Sights | None = known.get(table)
    if found is None or found.terrain != state.terrain:
        found = known.keep(table, Sights(state.terrain))
    return found


def looking(fight: Fight, one: int, other: int) -> Look:
    """How one unit looks at another, worked out once."""
    known = sights(fight).looks
    found = known.get((one, other))
    if found is None:
        found = known[one, other] = Look(fight, one, other)
    return found


def unit_sees(fight: Fight, one: int, other: int) -> bool:
    """Whether at least one model of a unit sees another unit: of ranks, those in the first."""
    known = sights(fight).seen
    found = known.get((one, other))
    if found is None:
        found = known[one, other] = _unit_sees(fight, one, other)
    return found


def _unit_sees(fight: Fight, one: int, other: int) -> bool:
    look = looking(fight, one, other)
    here = look.here
    if not look.between and (look.all_round or _plainly_ahead(here, look.there)):
        return True
    files = front_files(fight, one)
    return any(look.sees(base) for base in (*here.bases[:files], *here.bases[here.models :]))


def _plainly_ahead(here: Body, there: Body) -> bool:
    return any(in_front_arc(here.block, here.facing, point) for point in there.block.points)


def seen_enemies(fight: Fight, number: int) -> list[int]:
    side = fight.state.units[number].side
    return [other for other in present(fight, 1 - side) if unit_sees(fight, number, other)]
