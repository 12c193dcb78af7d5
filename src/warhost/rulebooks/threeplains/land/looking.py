"""One piece looking at another along straight lines, and all that may come between.  [tp.aware.los]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from warhost.engine.field.body import Body, apart, close_by
from warhost.engine.field.compass import Point, cosine, distance, sine
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import HAIR, Box, Shape, clip, contains, near
from warhost.engine.field.sight import Shadow, between, falling_on, hidden, screen, screened, shadow
from warhost.engine.field.terrain import meets

from ..bodies import measured
from ..figure import Figure, inches
from ..kinds import insignificant
from ..moving.groups import outermost
from ..setting import Fight, Ground
from ..special import qualities
from ..special.riding import mounted
from ..state import NOBODY, Number
from .ground import level_of, terrace
from .lie import GAP, Lie

WOOD_EDGE = inches(1)  # how deep one sees into a wood, and out of it
WOOD_NEAR = inches(2)  # how near pieces in a wood must be to be aware of each other
WOODSMEN_SEE = inches(2)  # how much farther woodsmen see

Screen = tuple[Point, Point]


class Eye:
    """A point to look from, and what is hidden from it."""

    __slots__ = ("blind", "gaps", "hills", "in_wood", "point", "shadows")

    def __init__(self, look: Look, point: Point):
        self.point = point
        self.in_wood = not look.viewer_flies and any(contains(wood.shape, point) for wood, _ in look.woods)
        self.blind = self.in_wood and not look.huddled and look.deep_in_wood((point,))
        self.shadows = [shadow(point, shape) for shape in between(point, look.other.box, look.hiding)]
        self.hills = [
            (hill.shape, shadow(point, hill.shape)) for hill in look.hills if not contains(hill.shape, point)
        ]
        self.gaps: list[Shadow] | None = None


class Look:
    """A viewer, a target, and the pieces, hills, walls and woods that may hide one from the other.

    The models of the two pieces themselves hide nothing. A hill hides nothing from those on it, and does not hide
    them. With `front` only what lies ahead of the front edge is looked at. A line from one place to another has
    nobody at its ends.
    """

    __slots__ = (
        "_eyes", "_points", "crowd", "fight", "front", "further", "gaps", "hiding", "hills", "huddled",
        "other", "own", "top", "viewer_flies", "walk", "woods",
    )  # fmt: skip

    def __init__(
        self, fight: Fight, lie: Lie, viewer: Number, target: Number, own: Body, other: Body,
        eyes: tuple[Point, ...], front: bool, above: int = 0,
    ):  # fmt: skip
        self.fight, self.own, self.other, self.front = fight, own, other, front
        self._points, self._eyes = eyes, list[Eye]()
        self.gaps: list[Screen] | None = None
        xs, ys = [x for x, _ in eyes], [y for _, y in eyes]
        left, right, bottom, top = other.box
        box = (
            min(left, *xs) - GAP, max(right, *xs) + GAP, min(bottom, *ys) - GAP, max(top, *ys) + GAP,
        )  # fmt: skip
        self._levels(viewer, target, above)
        self.walk = self._one_walk(viewer, target)
        big = target != NOBODY and unmissable(figure_of(fight, target))
        self.crowd = [] if big else list(self._pieces(lie, viewer, target, box))
        self.hiding = [part for there in self.crowd for part in there.parts]
        self._terrain(box, target != NOBODY and fight.state.pieces[outermost(fight, target)].airborne)
        self.further = sees_further(fight, viewer) if self.woods and viewer != NOBODY else NOTHING
        self.huddled = bool(self.woods) and measured(apart(own, other)) <= WOOD_NEAR + self.further

    def _levels(self, viewer: Number, target: Number, above: int) -> None:
        """The height of ground helps both ends of a line, the size of a beast only its own view.

        [tp.aware.los.levels] [tp.aware.highground] [tp.aware.largebeast] [tp.shoot.highground]
        """
        if viewer == NOBODY:
            self.viewer_flies, self.top = False, above
            return
        fight, place = self.fight, outermost(self.fight, viewer)
        self.viewer_flies = fight.state.pieces[place].airborne
        level = level_of(fight, place) + large(figure_of(fight, viewer))
        self.top = max(level, level_of(fight, outermost(fight, target)), above)

    def _one_walk(self, viewer: Number, target: Number) -> tuple[Ground, ...]:
        """The walls and gates on whose tops both stand: nothing of one walk hides who is on it from each other.

        [tp.aware.los.levels] [tp.siege.levels]
        """
        ends = [self.fight.state.pieces[outermost(self.fight, end)] for end in (viewer, target) if end != NOBODY]
        if not ends or not all(piece.aloft and not piece.airborne for piece in ends):
            return ()
        floor = terrace(self.fight, self.own)
        return floor.grounds if floor is not None and floor is terrace(self.fight, self.other) else ()

    def _pieces(self, lie: Lie, viewer: Number, target: Number, box: Box) -> Iterator[Body]:
        """The pieces between the two that hide; those in the air never do.  [tp.move.fly.noblock]"""
        fight, (left, right, bottom, top) = self.fight, box
        ends = [outermost(fight, end) for end in (viewer, target) if end != NOBODY]
        for number, there in lie.crowd:
            if number in ends:
                continue
            west, east, south, north = there.box
            if (
                west < right
                and east > left
                and south < top
                and north > bottom
                and self._hides(viewer, Number(number))
            ):
                yield there

    def _hides(self, viewer: Number, number: Number) -> bool:
        """Whether this piece is in the way of the viewer's lines, as far as kinds and heights say.

        [tp.unit.skirmish.transparent] [tp.aware.mounted] [tp.siege.gate_open]
        """
        fight = self.fight
        found = figure_of(fight, number)
        level = level_of(fight, number)
        if level + large(found) < self.top or insignificant(fight, number):
            return False
        if fight.state.pieces[number].aloft and level > self.top:  # the lines run under an arch, if at all
            return False
        if viewer == NOBODY or fight.state.pieces[number].side != fight.state.pieces[viewer].side:
            return True
        return not (found.skirmishes or self._overlooked(viewer, found, level))

    def _overlooked(self, viewer: Number, friend: Figure, level: int) -> bool:
        """A rider sees over friends on foot who are infantry or smaller than himself.  [tp.aware.mounted]"""
        own = figure_of(self.fight, viewer)
        if not mounted(self.fight, viewer) or own.category == "machine" or friend.mounted:
            return False
        smaller = friend.base[0] * friend.base[1] < own.base[0] * own.base[1]
        own_level = level_of(self.fight, outermost(self.fight, viewer))
        return level <= own_level and (friend.category == "infantry" or smaller)

    def _terrain(self, box: Box, target_flies: bool) -> None:
        """What hides from every eye, and what must be asked for each model that stands in or on it."""
        land = self.fight.setting.land(self.fight.state.terrain)
        self.hills = list[Ground]()
        self.woods = list[tuple[Ground, int]]()
        for ground, reach in land.screens:
            if reach >= self.top and meets(ground.shape, box) and ground not in self.walk:
                if ground.kind.height and self._holds(ground, target_flies):
                    self.hills.append(ground)
                else:
                    self.hiding.append(ground.shape)
        for ground, reach in land.woods:
            if meets(ground.shape, box):
                if self._holds(ground, target_flies):
                    self.woods.append((ground, reach))
                elif reach >= self.top:
                    self.hiding.append(ground.shape)

    def _holds(self, ground: Ground, target_flies: bool) -> bool:
        """Whether an eye or a base of the target may be in it; those in the air are in nothing."""
        if not target_flies and meets(ground.shape, self.other.box):
            return True
        return not self.viewer_flies and any(contains(ground.shape, eye) for eye in self._points)

    def eyes(self) -> Iterator[Eye]:
        """The eyes, each made ready when it is first needed."""
        for index, point in enumerate(self._points):
            if index == len(self._eyes):
                self._eyes.append(Eye(self, point))
            yield self._eyes[index]

    def any_base(self) -> bool:
        """Whether one model of the target is seen; a part of it lies ahead."""
        bases, clump = self.other.bases, self.other.clump
        return any(
            self._seen(eye, bases[index], shadows)
            for eye in self.eyes()
            if not eye.blind
            for index, shadows in clump.lit(eye.shadows)
        )

    def bases(self) -> list[int]:
        """The models of the target that are seen."""
        bases, clump = self.other.bases, self.other.clump
        seen = [False] * len(bases)
        for eye in self.eyes():
            for index, shadows in clump.lit(eye.shadows):
                if not seen[index] and self._seen(eye, bases[index], shadows):
                    seen[index] = True
            if all(seen):
                break
        return [index for index, found in enumerate(seen) if found]

    def base(self, index: int) -> bool:
        """Whether this model of the target is seen: one clear line will do."""
        base = self.other.bases[index]
        for eye in self.eyes():
            shadows = falling_on(base, eye.shadows)
            if shadows is not None and self._seen(eye, base, shadows):
                return True
        return False

    def _seen(self, eye: Eye, base: Shape, shadows: list[Shadow]) -> bool:
        """Whether a line from this eye to the middle or a corner of the base is clear."""
        if eye.blind or (self.woods and not self.huddled and self.deep_in_wood(base.points)):
            return False
        if eye.hills:
            shadows = shadows + [dark for hill, dark in eye.hills if not contains(hill, base.centre)]
        for point in self._ahead((base.centre, *base.points)):
            if (
                not hidden(point, shadows)
                and (not self.woods or self._through_woods(eye, base, point))
                and (not self.crowd or not hidden(point, self._gaps(eye)))
            ):
                return True
        return False

    def _ahead(self, points: tuple[Point, ...]) -> tuple[Point, ...]:
        """Those of the points that lie ahead of the front edge.  [tp.aware.primary]"""
        if not self.front:
            return points
        (fx, fy), s, c = self.own.front, sine(self.own.facing), cosine(self.own.facing)
        return tuple([(x, y) for x, y in points if (x - fx) * s + (y - fy) * c > HAIR])

    # --- woods -----------------------------------------------------------------------------------------------

    def deep_in_wood(self, points: tuple[Point, ...]) -> bool:
        """Whether all the points lie farther inside a wood than the viewer sees.  [tp.aware.woods.hidden]"""
        edge = WOOD_EDGE + self.further
        return any(
            all(nx * x + ny * y < out - edge - HAIR for nx, ny, out in wood.shape.edges for x, y in points)
            for wood, _ in self.woods
        )

    def _through_woods(self, eye: Eye, base: Shape, point: Point) -> bool:
        """A line may run through wood for the first inch from an eye in it, and for the last before a base in it.

        Two pieces in a wood within 2 inches of each other do not mind it. [tp.aware.woods.edge]
        [tp.aware.woods.hidden] [tp.terrain.woods]
        """
        inside = any(contains(wood.shape, base.centre) for wood, _ in self.woods)
        if inside and eye.in_wood and self.huddled:
            return True
        length, edge = distance(eye.point, point) or 1, WOOD_EDGE + self.further
        start = edge / length if eye.in_wood else 0.0
        end = 1.0
        if inside:
            own_ground = clip(eye.point, point, base)
            end = (own_ground[0] if own_ground else 1.0) - edge / length
        for wood, reach in self.woods:
            span = clip(eye.point, point, wood.shape) if start < end else None
            if span and span[1] > start + HAIR / length and span[0] < end - HAIR / length:
                over = reach < self.top and not (eye.in_wood or contains(wood.shape, base.centre))
                if not over:
                    return False
        return True

    # --- small gaps ------------------------------------------------------------------------------------------

    def _gaps(self, eye: Eye) -> list[Shadow]:
        """What is hidden because gaps of an inch or less cannot be looked through.  [tp.aware.gaps]"""
        if eye.gaps is None:
            if self.gaps is None:
                self.gaps = self._closed_gaps()
            eye.gaps = [dark for a, b in self.gaps if (dark := screened(eye.point, a, b)) is not None]
        return eye.gaps

    def _closed_gaps(self) -> list[Screen]:
        crowd = self.crowd
        return [
            closed
            for index, one in enumerate(crowd)
            for other in crowd[index:]
            if close_by(one, other, GAP)
            for closed in _closed(self.fight, one, other)
        ]


def _closed(fight: Fight, one: Body, other: Body) -> list[Screen]:
    """The shortest connections of bases of two bodies, or within one, that are an inch or less; kept, as they
    follow from where all stand."""
    kept = fight.setting.gaps
    found = kept.get((one, other))
    if found is None:
        pairs = combinations(one.parts, 2) if one is other else product(one.parts, other.parts)
        found = kept.keep((one, other), [screen(a, b) for a, b in pairs if near(a, b, GAP)])
    return found


def sees_further(fight: Fight, viewer: Number) -> Length:
    """How much farther it sees into woods and through them than others do.  [tp.item.command.monkey_banner]"""
    woodsmen = fight.setting.bannered and qualities.woodsmen(fight, outermost(fight, viewer))
    return WOODSMEN_SEE if woodsmen else NOTHING


def figure_of(fight: Fight, number: Number) -> Figure:
    return fight.setting.figures[fight.state.pieces[number].figure]


def unmissable(found: Figure) -> bool:
    """[tp.aware.unmissable]"""
    return "unmissable" in found.traits


def large(found: Figure) -> bool:
    """A beast, alone or under its rider, on a base of more than 30 by 30 mm, or one that cannot be missed.

    [tp.aware.largebeast]
    """
    beast = found.category == "beast" or (found.category == "character" and found.mounted)
    return (beast and not found.small) or unmissable(found)
