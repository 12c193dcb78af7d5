"""What a piece is aware of: what it sees ahead of it, and what it notices close by.

Sight is tried along straight lines on the plan; what is higher than something in between sees over it and is seen.
[tp.aware.ranges]
"""

from __future__ import annotations

from collections.abc import Iterable

from warhost.engine.field.body import Body
from warhost.engine.field.compass import NORTH, Point, ahead
from warhost.engine.field.gaze import Ends
from warhost.engine.field.shapes import SLACK, Shape, ahead_of, clip, gap, oblong
from warhost.engine.question import Refusal

from ..bodies import body, in_range, measured
from ..figure import inches
from ..kinds import infantry_wedge, skirmishing
from ..moving.groups import outermost
from ..setting import Fight, Ground
from ..special import qualities
from ..state import NOBODY, Number
from .ground import on_works, stands_in
from .lie import Lie, lie_of
from .looking import Look, figure_of, sees_further, unmissable

NOTICED = inches(3)
UNMISSABLE_NOTICED = inches(6)
SPOT = inches(0.1)  # the size of a place that is looked at
OWN_COVER = inches(1)  # cover this near the shooter's own front edge does not help the target


def senses(fight: Fight, viewer: Number, target: Number) -> bool:
    """Whether it may act against the target at all: nothing else is known to it.  [tp.aware.ranges]"""
    lie = lie_of(fight)
    if _walled(fight, viewer, target):
        return _together(fight, viewer, target)
    return _seen(fight, lie, viewer, target) or _noticed(fight, lie, viewer, target)


def sees(fight: Fight, viewer: Number, target: Number) -> bool:
    """The primary sense: ahead of the front edge, at any distance, with a clear line.

    [tp.aware.primary] [tp.aware.los]
    """
    return _seen(fight, lie_of(fight), viewer, target)


def aims_at(fight: Fight, viewer: Number, target: Number) -> bool:
    """Whether it sees a piece so well that missiles and spells can be aimed at it.

    [tp.aware.primary] [tp.scenario.raid.night_shooting]
    """
    return sees(fight, viewer, target) and why_no_aim(fight, viewer, target) is None


def why_no_aim(fight: Fight, viewer: Number, target: Number) -> Refusal | None:
    """[tp.scenario.raid.night_shooting]"""
    return fight.setting.sights.unmarked(fight, viewer, target)


def _seen(fight: Fight, lie: Lie, viewer: Number, target: Number) -> bool:
    """Light is looked at anew: it comes and goes with others than those who stand between."""
    if _walled(fight, viewer, target):
        return _together(fight, viewer, target)
    return _in_line(fight, lie, viewer, target) and _why_dark(fight, viewer, target) is None


def _walled(fight: Fight, viewer: int, target: Number) -> bool:
    """Whether one of them is inside works.  [tp.siege.levels]"""
    return bool(fight.state.pieces[viewer].inside or fight.state.pieces[target].inside)


def _together(fight: Fight, viewer: int, target: Number) -> bool:
    """Who is inside sees nothing outside, and is not seen, but by those in there with him.  [tp.siege.levels]"""
    return fight.state.pieces[viewer].inside == fight.state.pieces[target].inside


def _why_dark(fight: Fight, viewer: Number, target: Number) -> Refusal | None:
    return fight.setting.sights.obscured(fight, viewer, target)


def _in_line(fight: Fight, lie: Lie, viewer: Number, target: Number) -> bool:
    ends = viewer, target
    if sees_further(fight, viewer):  # as long as its banner has its magic: nothing to be remembered
        return _looked_at(fight, lie, viewer, target)
    seen = lie.recall(lie.seen, ends)
    if seen is None:
        seen = _looked_at(fight, lie, viewer, target)
        lie.keep(lie.seen, ends, seen, _body(fight, viewer), _body(fight, target))
    return seen


def _looked_at(fight: Fight, lie: Lie, viewer: Number, target: Number) -> bool:
    if not _ahead(fight, viewer, target):
        return False
    holders = outermost(fight, viewer), outermost(fight, target)
    own, other = body(fight, holders[0]), body(fight, holders[1])
    return _plain_to_see(lie, holders, own, other) or _sight(fight, lie, viewer, target).any_base()


def all_round(fight: Fight, viewer: Number) -> bool:
    """Whether it sees in all directions: skirmishers, and whoever stands on a fortress.

    [tp.aware.primary.skirmish] [tp.siege.total_awareness]
    """
    if skirmishing(fight, viewer):
        return True
    works = fight.setting.land(fight.state.terrain).works
    return bool(works) and on_works(fight, outermost(fight, viewer))


def may_see(fight: Fight, viewer: Number, poses: Iterable[Body]) -> bool:
    """Whether a piece in one of these poses, or anywhere on a straight way between them, comes into the sweep of
    the viewer's sight, hidden or not.  [tp.aware.primary]"""
    if all_round(fight, viewer):
        return True
    own = _body(fight, viewer)
    edge = ahead(own.front, own.facing, -SLACK)  # positions on the way between are rounded
    return any(ahead_of(part, edge, own.facing) for pose in poses for part in pose.parts)


def _spot(at: Point) -> Body:
    """A place that is looked at, or from."""
    return Body(at, NORTH, 1, 1, (SPOT, SPOT), (SPOT, SPOT))


def sees_spot(fight: Fight, viewer: Number, spot: Point, above: int = 0) -> bool:
    """Whether it sees a place on the ground, or so high above it: ahead of its front edge, with a clear line.

    [tp.aware.primary] [tp.aware.los]
    """
    if fight.setting.sights.unmarked_spot(fight, viewer, spot):
        return False
    own, mark = _body(fight, viewer), _spot(spot)
    if all_round(fight, viewer):
        eyes = _all_round(own.block)
        return Look(fight, lie_of(fight), viewer, viewer, own, mark, eyes, front=False, above=above).any_base()
    if not ahead_of((spot,), own.front, own.facing):
        return False
    eyes = (own.front, *own.block.points[:2])
    return Look(fight, lie_of(fight), viewer, viewer, own, mark, eyes, front=True, above=above).any_base()


def seen_from(fight: Fight, eye: Point, target: Number, above: int = 0) -> bool:
    """Whether a clear line leads from a place, so high above the ground, to some model of a piece: lines have no
    direction, so it is tried from there.  [tp.aware.los] [tp.aware.los.levels]
    """
    own, mark = _body(fight, target), _spot(eye)
    eyes = tuple(base.centre for base in own.bases)
    return Look(fight, lie_of(fight), target, target, own, mark, eyes, front=False, above=above).any_base()


def spot_seen_from(fight: Fight, eye: Point, spot: Point, above: int = 0) -> bool:
    """Whether a clear line leads from a place to another, the higher of them so far above the ground.

    [tp.aware.los] [tp.aware.los.levels]
    """
    own, mark = (_spot(at) for at in (eye, spot))
    return Look(fight, lie_of(fight), NOBODY, NOBODY, own, mark, (eye,), front=False, above=above).any_base()


def covered_from(fight: Fight, eye: Point, target: Number, above: int = 0) -> bool:
    """Whether half of a piece or more is obscured from a place.  [tp.shoot.mod.cover]"""
    if fight.state.pieces[outermost(fight, target)].airborne or unmissable(figure_of(fight, target)):
        return False
    other, cover = _body(fight, target), fight.setting.land(fight.state.terrain).cover
    mark, lie = _spot(eye), lie_of(fight)
    open_to_view = 0
    for base in other.bases:
        look = Look(fight, lie, target, target, other, mark, (base.centre, *base.points), front=False, above=above)
        open_to_view += not _obscured(fight, eye, base.centre, cover) and look.any_base()
    return 2 * open_to_view <= len(other.bases)


def notices(fight: Fight, viewer: Number, target: Number) -> bool:
    """Secondary senses: 3 inches all round, 6 for what cannot be missed, never those light of foot.

    [tp.aware.secondary] [tp.aware.unmissable] [tp.aware.lightfooted]
    """
    return _noticed(fight, lie_of(fight), viewer, target)


def _noticed(fight: Fight, lie: Lie, viewer: Number, target: Number) -> bool:
    found = figure_of(fight, target)
    near = UNMISSABLE_NOTICED if unmissable(found) else NOTICED
    own, other = _body(fight, viewer), _body(fight, target)
    holder, seen = outermost(fight, viewer), outermost(fight, target)
    level = fight.state.pieces[holder].airborne == fight.state.pieces[seen].airborne
    if _light_footed(fight, target) or not ((own.wedge and level) or in_range(fight, holder, seen, near)):
        return False
    ground = _ground(fight, viewer, own)
    look = Look(fight, lie, viewer, target, own, other, _all_round(own.block), front=False)
    return any(
        look.base(index)
        for index, base in enumerate(other.bases)
        if measured(min([gap(part, base) for part in ground])) <= near
    )


def _light_footed(fight: Fight, target: Number) -> bool:
    """By nature, or by what a lone character wears.  [tp.aware.lightfooted] [tp.item.armour.shadow_armour]"""
    found = figure_of(fight, target)
    by_nature = qualities.light_footed.name in found.traits
    return by_nature or (bool(found.items) and qualities.light_footed(fight, target))


def _ground(fight: Fight, viewer: Number, own: Body) -> tuple[Shape, ...]:
    """From where it notices others; the points of an infantry wedge are filled out.

    [tp.unit.infantry_wedge.zones]
    """
    return (own.block,) if infantry_wedge(fight, outermost(fight, viewer)) else own.parts


def in_view(fight: Fight, viewer: Number, target: Number) -> bool:
    """Whether there is a clear line, whichever way the viewer faces.  [tp.aware.los]"""
    own, other = _body(fight, viewer), _body(fight, target)
    look = Look(fight, lie_of(fight), viewer, target, own, other, _all_round(own.block), front=False)
    return look.any_base()


def seen_bases(fight: Fight, viewer: Number, target: Number) -> list[int]:
    """The models of the target that are seen, however many others of their own group stand before them.

    [tp.shoot.checks.view] [tp.shoot.checks.stacked]
    """
    lie, ends = lie_of(fight), (viewer, target)
    if sees_further(fight, viewer):
        return _sight(fight, lie, viewer, target).bases()
    found = lie.recall(lie.bases, ends)
    if found is None:
        found = _sight(fight, lie, viewer, target).bases()
        lie.keep(lie.bases, ends, found, _body(fight, viewer), _body(fight, target))
    return found


def why_not_sensed(fight: Fight, viewer: Number, target: Number) -> Refusal | None:
    if senses(fight, viewer, target):
        return None
    who, whom = fight.state.pieces[viewer].name, fight.state.pieces[target].name
    if _in_line(fight, lie_of(fight), viewer, target) and (refusal := _why_dark(fight, viewer, target)):
        return refusal
    if _ahead(fight, viewer, target):
        return Refusal("tp.aware.los", f"{whom} is hidden from {who}")
    if _light_footed(fight, target):
        return Refusal("tp.aware.lightfooted", f"{whom} is not ahead of {who} and too light of foot to be noticed")
    return Refusal("tp.aware.ranges", f"{whom} is neither ahead of {who} nor close enough to be noticed")


def in_cover(fight: Fight, shooter: Number, target: Number) -> bool:
    """Whether half of the target or more is obscured from the shooter.

    Each model counts for itself: one that is not seen, one behind a low wall or hedge, one in a wood or deep water.
    [tp.shoot.mod.cover] [tp.aware.woods.edge] [tp.terrain.deep_water] [tp.move.fly.nohide]
    """
    if fight.state.pieces[outermost(fight, target)].airborne or unmissable(figure_of(fight, target)):
        return False
    own, other = _body(fight, shooter), _body(fight, target)
    cover = [ground for ground in fight.setting.land(fight.state.terrain).cover if _helps(ground, own)]
    seen = seen_bases(fight, shooter, target)
    in_the_open = [index for index in seen if not _obscured(fight, own.front, other.bases[index].centre, cover)]
    return 2 * len(in_the_open) <= len(other.bases)


def _helps(ground: Ground, shooter: Body) -> bool:
    """Whether this kind of cover is any good against the shooter: a wall at his own front is not."""
    edge = oblong(shooter.front, shooter.facing, shooter.width, 1)
    return ground.kind.cover == "within" or measured(gap(edge, ground.shape)) > OWN_COVER


def _obscured(fight: Fight, eye: Point, centre: Point, cover: list[Ground]) -> bool:
    return any(
        stands_in(fight, ground, centre) if ground.kind.cover == "within" else clip(eye, centre, ground.shape)
        for ground in cover
    )


def _ahead(fight: Fight, viewer: Number, target: Number) -> bool:
    """Whether the target is within the sweep of the viewer's sight, hidden or not.  [tp.aware.primary]"""
    if all_round(fight, viewer):
        return True
    own = _body(fight, viewer)
    return any(ahead_of(part, own.front, own.facing) for part in _body(fight, target).parts)


def _plain_to_see(lie: Lie, holders: Ends, own: Body, other: Body) -> bool:
    """Whether the line from the middle or an end of its front to some model ahead is clear at a glance: most often
    one is.

    The lines to all points so near to the one that is tried are as clear.
    """
    eyes = (own.front, *own.block.points[:2])
    for point, near in other.marks:
        surely_ahead = ahead_of((point,), ahead(own.front, own.facing, near + SLACK), own.facing)
        if surely_ahead and lie.open(eyes, point, near, holders):
            return True
    return False


def _sight(fight: Fight, lie: Lie, viewer: Number, target: Number) -> Look:
    """The primary sense: from the front edge ahead, or all round for skirmishers.

    [tp.aware.primary] [tp.aware.primary.skirmish] [tp.unit.skirmish.all_round_sight]
    """
    own, other = _body(fight, viewer), _body(fight, target)
    if all_round(fight, viewer):
        return Look(fight, lie, viewer, target, own, other, _all_round(own.block), front=False)
    left, right = own.block.points[:2]
    return Look(fight, lie, viewer, target, own, other, (own.front, left, right), front=True)


def _all_round(block: Shape) -> tuple[Point, ...]:
    """The middles of the sides and the corners."""
    corners = block.points
    ends = zip(corners, corners[1:] + corners[:1], strict=True)
    return (*[((ax + bx) // 2, (ay + by) // 2) for (ax, ay), (bx, by) in ends], *corners)


def _body(fight: Fight, number: Number) -> Body:
    return body(fight, outermost(fight, number))
