"""Equipment is set up where it is of use, and stays there: ladders and towers at walls, bridges over moats.

[tp.siege.siege_ladder] [tp.siege.race.siege_tower] [tp.siege.portable_bridge] [tp.siege.breach]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from typing import Any

from warhost.engine.field.compass import (
    NORTH,
    RIGHT_ANGLE,
    Point,
    ahead,
    aside,
    distance,
    heading,
    to_frame,
    veered,
)
from warhost.engine.field.shapes import Shape, gap, oblong
from warhost.engine.order import Malformed, numbers
from warhost.engine.question import Refusal

from ..events.siege import SetUp
from ..figure import inches
from ..moving.course import Course
from ..moving.dashing import pay
from ..scenario.points import acts
from ..setting import Fight, Ground
from ..state import Feature, Number
from .implements import carried, changed
from .scaling import AT_THE_FOOT, CONTACT, Scaler, at_the_foot, scalers, spot_near
from .works import Equipment, equipment

MOAT = "moat"


@acts("set")
def set_up(course: Course, args: list[Any]) -> Refusal | None:
    """["set", kind, [[x, y], …]]: things of a kind that it carries, one at each place.  [tp.siege.siege_ladder]"""
    if len(args) != 2 or not isinstance(args[0], str) or not isinstance(args[1], list | tuple) or not args[1]:
        raise Malformed("it takes a kind of equipment, and a list of places for it")
    if args[0] not in equipment():
        raise Malformed(f"expected one of {', '.join(equipment())}, got {args[0]:.40}")
    thing = equipment()[args[0]]
    places = [numbers(list(place) if isinstance(place, list | tuple) else [place], "x", "y") for place in args[1]]
    points = [(x, y) for x, y in places]
    had = [one for one in carried(course.fight, course.number) if one.kind == thing.id]
    if not thing.stands or len(had) < len(points):
        return Refusal(thing.rule, f"{thing.title}: it carries {len(had)} to set up, not {len(points)}")
    if course.piece.aloft:
        return Refusal(thing.rule, "it is set up from the ground")
    if inches(thing.setting_up) > course.left:
        return course.too_dear(inches(thing.setting_up))
    refuse = _at_a_wall if thing.stands == "wall" else _over_a_moat
    if refusal := refuse(course, thing, points):
        return refusal
    deed = partial(_put_up, course.fight, course.number, thing, points)
    return course.then(deed, goes_on=True, price=inches(thing.setting_up))


def _at_a_wall(course: Course, thing: Equipment, points: Sequence[Point]) -> Refusal | None:
    """Against a wall or a gate that the unit has come to, clear of what stands there already; never a tower.

    [tp.siege.siege_ladder] [tp.siege.race.siege_tower] [tp.siege.breach.contact]
    """
    fight, bases = course.fight, course.body().bases
    taken = scalers(fight)
    for point in points:
        own = Scaler(spot_near(fight, point), thing)
        if not own.spot.laid.work.scaled:
            return Refusal(thing.rule, f"{own.spot.laid.title} cannot be scaled with a {thing.title}")
        if not at_the_foot(bases, own.spot.at):
            return Refusal(thing.rule, "it has not come up to the wall there")
        if any(cramped(own, other) for other in taken):
            return Refusal(CONTACT, "something else stands too near to that place")
        taken.append(own)
    return None


def cramped(one: Scaler, other: Scaler) -> bool:
    """Whether two things stand nearer to each other than they are wide.  [tp.siege.breach.contact]"""
    return distance(one.spot.at, other.spot.at) < inches(one.thing.width + other.thing.width) // 2


def _put_up(fight: Fight, number: Number, thing: Equipment, points: Sequence[Point]) -> None:
    """It is terrain from now on, as battered as it was, and nobody carries it any more; by how much it has slowed
    its bearers this turn they do not get back. What they have dropped on the way is not set up.

    [tp.siege.breach] [tp.siege.portable_bridge] [tp.siege.race.siege_tower] [tp.siege.equip.drop]
    """
    had = [one for one in carried(fight, number) if one.kind == thing.id]
    for one, point in zip(had, points, strict=False):
        changed(fight, one, None)
        work, points_of_it = put_up(fight, thing, point, one.damage)
        fight.tell(SetUp(thing.rule, number, thing.title, work, (points_of_it,)))
    if had:
        pay(fight, number, inches(thing.setting_up) + inches(thing.slows))


def put_up(fight: Fight, thing: Equipment, point: Point, damage: int = 0) -> tuple[str, tuple[Point, ...]]:
    """It stands there, or lies there; gives at what, and its outline."""
    work, shape = (_at_wall if thing.stands == "wall" else _across)(fight, thing, point)
    feature = Feature(_free_name(fight, thing.title, work), thing.title, shape.points, damage)
    fight.state.terrain = (*fight.state.terrain, feature)
    return work, shape.points


def _free_name(fight: Fight, title: str, work: str) -> str:
    """By the first number that no other of its kind has, wherever that stands."""
    kin = (feature.name for feature in fight.state.terrain if feature.kind == title)
    taken = {name.removeprefix(f"{title} ").partition(" ")[0] for name in kin}
    return f"{title} {next(number for number in count(1) if str(number) not in taken)} of {work}"


def _at_wall(fight: Fight, thing: Equipment, point: Point) -> tuple[str, Shape]:
    spot, deep = spot_near(fight, point), inches(thing.depth)
    return spot.laid.title, oblong(ahead(spot.at, spot.outwards, deep), spot.outwards, inches(thing.width), deep)


# --- bridges ------------------------------------------------------------------------------------------------------


def _moat_near(fight: Fight, point: Point) -> Ground | None:
    """The section of moat that is nearest to a point."""
    moats = [one for one in fight.setting.land(fight.state.terrain).grounds if one.feature.kind == MOAT]
    return min(moats, key=lambda one: gap(one.shape, _dot(point)), default=None)


def _dot(point: Point) -> Shape:
    return oblong(point, NORTH, 2, 2)


def at_a_moat(fight: Fight, point: Point) -> bool:
    """Whether a bridge could lie there.  [tp.siege.portable_bridge]"""
    moat = _moat_near(fight, point)
    return moat is not None and gap(moat.shape, _dot(point)) <= AT_THE_FOOT


def _over_a_moat(course: Course, thing: Equipment, points: Sequence[Point]) -> Refusal | None:
    """Across a section of moat, where the unit stands at it or in it.  [tp.siege.portable_bridge]"""
    bases = course.body().bases
    for point in points:
        moat = _moat_near(course.fight, point)
        if moat is None or not at_a_moat(course.fight, point):
            return Refusal(thing.rule, "there is no moat")
        if min(gap(_planks(moat, point, thing), base) for base in bases) > AT_THE_FOOT:
            return Refusal(thing.rule, "it has not come up to the moat there")
    return None


def _planks(moat: Ground, point: Point, thing: Equipment) -> Shape:
    """A bridge lies across the moat, however that runs, as wide as it is long.  [tp.siege.models]"""
    a, b, c, *_ = moat.shape.points
    across = veered(heading(a, b) if distance(a, b) >= distance(b, c) else heading(b, c), -RIGHT_ANGLE)
    off, _ = to_frame(point, moat.shape.centre, across)
    size = inches(thing.width)
    return oblong(ahead(aside(moat.shape.centre, across, off), across, size // 2), across, size, size)


def _across(fight: Fight, thing: Equipment, point: Point) -> tuple[str, Shape]:
    moat = _moat_near(fight, point)
    assert moat is not None
    return moat.feature.name, _planks(moat, point, thing)
