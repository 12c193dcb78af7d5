"""Inside walls and towers: who goes in to stay there, how many fit, and what becomes of them if the works fall.

[tp.siege.move.inside] [tp.siege.levels] [tp.siege.models] [tp.siege.tower]
"""

from __future__ import annotations

from functools import partial
from typing import Any

from warhost.engine.field.shapes import contains
from warhost.engine.order import Malformed
from warhost.engine.question import Refusal

from ..bodies import body, on_table, strength
from ..moving.climbing import Halt, go_inside, halted, walks_to
from ..moving.course import Course
from ..scenario.points import Passage, acts, barred_from_works, came_down, kept_out
from ..setting import Fight
from ..state import NOBODY, Feature, Number, opponent
from ..wounds.casualties import destroy
from .doorways import DOORWAY, fought_over
from .layout import Laid
from .passage import fallen, garrisoned, hollows
from .places import family, places_of
from .within import WITHIN, meet_inside

INSIDE, LEVELS, ROOM = "tp.siege.move.inside", "tp.siege.levels", "tp.siege.models"
DESTROYED = "tp.siege.destroyed_structure"


@acts("enter")
def enter(course: Course, args: list[Any]) -> Refusal | None:
    """["enter", place]: the whole piece goes into a wall or tower and stays there.  [tp.siege.move.inside]"""
    fight, number = course.fight, course.number
    if len(args) != 1 or not isinstance(args[0], str):
        raise Malformed("it takes the place into which it goes")
    if course.host != NOBODY or course.stops:
        return Refusal(INSIDE, "who goes inside begins his move with it, and alone or with his whole group")
    if refusal := barred_from_works.first(fight.setting.mission.rules, fight, number):
        return refusal
    found = [way for way in hollows(fight, number) if way.goal == args[0]]
    if not found:
        return Refusal(LEVELS, "no way leads in there from where it is")
    work = found[0].through[-1].work
    if refusal := _next_door(fight, number, work) or no_room_inside(fight, number, work):
        return refusal
    tried = [_entered(course, way) for way in found]
    return None if None in tried else tried[0]


def _entered(course: Course, way: Passage) -> Refusal | None:
    """In by this way; whatever movement is left is paid towards going through.  [tp.siege.move.inside]"""
    if way.enters in fought_over(course.fight):
        return Refusal(DOORWAY, "that doorway is fought over")
    walks = walks_to(course.fight, course.number, way)
    if None in walks:
        return Refusal(LEVELS, "somebody is in the way to it")
    before = int(round(max(walk for walk in walks if walk is not None), -1))
    halt = halted(course, way, before)
    if halt is None or halt.chamber != way.through[-1]:
        return course.too_dear(before + sum(chamber.cost for chamber in way.through[:-1]))
    return course.then(partial(_come_in, course.fight, course.number, way, halt), price=halt.price)


def _come_in(fight: Fight, number: Number, way: Passage, halt: Halt) -> None:
    go_inside(fight, number, way, halt)
    meet_inside(fight, number)


# --- how many fit -------------------------------------------------------------------------------------------------


@kept_out(LEVELS)
def kept_waiting(fight: Fight, number: Number, work: int) -> Refusal | None:
    """Nobody stops on his way in works that are full, or where enemies are: to fight them he goes in for that.

    [tp.siege.move.inside]
    """
    if garrisoned(fight, opponent(fight.state.pieces[number].side)) & {one.number for one in _kin(fight, work)}:
        return Refusal(WITHIN, f"enemies are inside {_titled(fight, work)}")
    return no_room_inside(fight, number, work)


def _next_door(fight: Fight, number: Number, work: int) -> Refusal | None:
    """A wall and its 45 degree bend are one: nobody settles down beside enemies in there."""
    beside = {one.number for one in _kin(fight, work)} - {work}
    held = garrisoned(fight, opponent(fight.state.pieces[number].side)) & beside
    return Refusal(WITHIN, f"enemies are inside {_titled(fight, min(held))}") if held else None


def no_room_inside(fight: Fight, number: Number, work: int) -> Refusal | None:
    """Too many are in there: a 45 degree bend shares its room with its wall, a tower with its roof.

    [tp.siege.models] [tp.siege.tower] [tp.siege.move.inside]
    """
    kin = _kin(fight, work)
    room, models = max(one.work.inside for one in kin) - load(fight, kin, number), strength(fight, number)
    if models <= room:
        return None
    return Refusal(ROOM, f"{max(0, room)} more models fit into {_titled(fight, work)}, not {models}")


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
