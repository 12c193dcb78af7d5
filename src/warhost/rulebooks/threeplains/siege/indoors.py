"""Inside walls and towers: who goes in to stay there, how many fit, and what becomes of them if the works fall.

[tp.siege.move.inside] [tp.siege.levels] [tp.siege.models] [tp.siege.tower]
"""

from __future__ import annotations

from functools import partial
from typing import Any

from warhost.engine.field.length import Length
from warhost.engine.field.shapes import contains
from warhost.engine.order import Malformed, whole
from warhost.engine.question import Refusal

from ..bodies import body, on_table, strength
from ..moving.advancing import can_stay, go_ahead, halted, legs
from ..moving.climbing import Halt, go_inside, walks_to
from ..moving.course import Course
from ..moving.groups import expose
from ..scenario.points import acts, came_down
from ..scenario.ramparts import Passage
from ..setting import Fight
from ..state import NOBODY, Feature, Number, opponent
from ..wounds.casualties import destroy
from .doorways import DOORWAY, fought_over
from .layout import Laid
from .manning import kept_off
from .passage import bolted, fallen, garrisoned, hollows
from .places import family, places_of
from .within import WITHIN, meet_inside

INSIDE, LEVELS, ROOM = "tp.siege.move.inside", "tp.siege.levels", "tp.siege.models"
DESTROYED = "tp.siege.destroyed_structure"


@acts("enter")
def enter(course: Course, args: list[Any]) -> Refusal | None:
    """["enter", place], or so many models of it: they go into a wall or tower and stay there, as many as come to it
    and find room. The others wait before it.

    [tp.siege.move.inside] [tp.siege.models]
    """
    fight, number = course.fight, course.number
    if not 1 <= len(args) <= 2 or not isinstance(args[0], str):
        raise Malformed("it takes the place into which it goes, and how many go if not all do")
    most = whole(args[1], "models") if len(args) == 2 else course.models
    if not 1 <= most <= course.models:
        return Refusal(INSIDE, f"it has {course.models} models")
    if course.host != NOBODY or course.stops:
        return Refusal(INSIDE, "who goes inside begins his move with it, and alone or with his whole group")
    if refusal := kept_off(fight, number):
        return refusal
    found = [way for way in hollows(fight, number) if way.goal == args[0]]
    if not found:
        return bolted(fight, number, args[0]) or Refusal(LEVELS, "no way leads in there from where it is")
    work = found[0].through[-1].work
    if refusal := _next_door(fight, number, work):
        return refusal
    if (room := models_inside(fight, number, work)) < 1:
        return _full(fight, work, room)
    tried = [_entered(course, way, min(most, room)) for way in found]
    return None if None in tried else tried[0]


def _entered(course: Course, way: Passage, most: int) -> Refusal | None:
    """In by this way; whatever movement is left is paid towards going through.  [tp.siege.move.inside]"""
    if way.enters in fought_over(course.fight):
        return Refusal(DOORWAY, "that doorway is fought over")
    walks = walks_to(course.fight, course.number, way)
    if None in walks:
        return Refusal(LEVELS, "somebody is in the way to it")
    far = sorted(Length(round(walk, -1)) for walk in walks if walk is not None)
    come = (models for models in range(most, 0, -1) if _may_go_in(course, way, models))
    halts = ((models, halted(course, way, far[models - 1])) for models in come)
    for models, halt in halts:
        if halt is not None and halt.chamber == way.through[-1]:
            if models == course.models and (refusal := _too_far(course, way)):
                return refusal
            return course.then(partial(_come_in, course.fight, course.number, way, halt, models), price=halt.price)
    if far[0] + sum(chamber.cost for chamber in way.through[:-1]) <= course.left:
        return _full(course.fight, way.through[-1].work, most)
    return course.too_dear(far[0] + sum(chamber.cost for chamber in way.through[:-1]))


def _too_far(course: Course, way: Passage) -> Refusal | None:
    return course.fight.setting.ramparts.strays(course.fight, course.number, way.goal, ())


def _may_go_in(course: Course, way: Passage, models: int) -> bool:
    """All of them, or so many that the others are one group before the very door."""
    return models == course.models or (legs(course, way) == 1 and can_stay(course, way, models))


def _come_in(fight: Fight, number: Number, way: Passage, halt: Halt, models: int) -> None:
    if models < strength(fight, number):
        go_ahead(fight, number, way, models)
    go_inside(fight, number, way, halt)
    expose(fight, number)
    meet_inside(fight, number)


# --- how many fit -------------------------------------------------------------------------------------------------


def room_beside_no_enemy(fight: Fight, number: Number, work: int) -> int:
    """Nobody stops on his way in works where enemies are: to fight them he goes in for that.

    [tp.siege.move.inside]
    """
    held = garrisoned(fight, opponent(fight.state.pieces[number].side))
    return 0 if held & {one.number for one in _kin(fight, work)} else models_inside(fight, number, work)


def _next_door(fight: Fight, number: Number, work: int) -> Refusal | None:
    """A wall and its 45 degree bend are one: nobody settles down beside enemies in there."""
    beside = {one.number for one in _kin(fight, work)} - {work}
    held = garrisoned(fight, opponent(fight.state.pieces[number].side)) & beside
    return Refusal(WITHIN, f"enemies are inside {_titled(fight, min(held))}") if held else None


def models_inside(fight: Fight, number: Number, work: int) -> int:
    """How many models of a piece have room in there: a 45 degree bend shares its room with its wall, a tower with
    its roof.

    [tp.siege.models] [tp.siege.tower] [tp.siege.move.inside]
    """
    kin = _kin(fight, work)
    return max(0, max(one.work.inside for one in kin) - load(fight, kin, number))


def _full(fight: Fight, work: int, room: int) -> Refusal:
    return Refusal(ROOM, f"{room} more models fit into {_titled(fight, work)}, and the others could not wait")


def _kin(fight: Fight, work: int) -> list[Laid]:
    return family(places_of(fight.setting.mission.plan).layout, work)


def _titled(fight: Fight, work: int) -> str:
    return places_of(fight.setting.mission.plan).layout.laid[work - 1].title


def load(fight: Fight, kin: list[Laid], number: Number) -> int:
    """The models inside, but for those of one piece; of a tower those on its roof too.  [tp.siege.tower]"""
    works = {one.number for one in kin}
    pieces = fight.state.numbered()
    there = [n for n, piece in pieces if piece.standing and piece.inside in works and n != number]
    roofs = [shape for one in kin if one.work.corner for shape in one.shapes]
    up = [n for n in on_table(fight) if fight.state.pieces[n].aloft and n != number] if roofs else []
    above = (contains(shape, base.centre) for n in up for base in body(fight, n).bases for shape in roofs)
    return sum(strength(fight, n) for n in there) + sum(above)


# --- when the works fall ------------------------------------------------------------------------------------------


@came_down(LEVELS)
def buried(fight: Fight, feature: Feature) -> None:
    """All who are inside die with the works, without a save.  [tp.siege.destroyed_structure]"""
    down = fallen(fight)
    for number, piece in fight.state.numbered():
        if piece.standing and piece.inside in down:
            destroy(fight, number, DESTROYED)


# --- in words -----------------------------------------------------------------------------------------------------


def lodging(fight: Fight, number: Number) -> Laid | None:
    """The wall or tower in which a piece is."""
    work = fight.state.pieces[number].inside
    return places_of(fight.setting.mission.plan).layout.laid[work - 1] if work else None
