"""Fresh units close up behind tired ones, fight with them as one, and part again."""

from __future__ import annotations

from warhost.engine.field.body import Body, apart
from warhost.engine.field.compass import Angle, ahead, to_frame, turn
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.stance import Stance
from warhost.engine.question import Refusal

from ..bodies import TOUCH, body, figure, loose, pose, strength
from ..events.moves import Divided, Manoeuvred, Panicked, Reinforced
from ..fighting.contact import contacts_of, engaged, foes
from ..fighting.parting import leave
from ..land.ground import standing_room
from ..morale.checks import deviancy
from ..setting import Fight
from ..stands import stands
from ..state import NOBODY, Contact, Number, Point
from ..wounds.casualties import destroy
from .course import Course
from .groups import back_to_their_places, expose
from .manoeuvres import flimsy_till_next_turn

IN_LINE = 4500  # how far a unit may be turned from the one it lines up behind


def why_not_reinforced(course: Course, front: Number) -> Refusal | None:
    """[tp.move.reinforce]"""
    rule, fight, number = "tp.move.reinforce", course.fight, course.number
    unit = fight.state.pieces[front]
    if front == number or unit.side != course.piece.side or unit.fate != "standing":
        return Refusal(rule, f"{unit.name} is no other unit of its side on the table")
    if any(loose(fight, n) or figure(fight, n).category != "infantry" for n in (number, front)):
        return Refusal(rule, "only infantry units reinforce each other")
    if figure(fight, front).base != course.base:
        return Refusal(rule, f"its bases have not the size of those of {unit.name}")
    if unit.fleeing or course.piece.backing:
        return Refusal(rule, "fleeing units and units that are reinforced themselves cannot do it")
    here, there = course.body(), body(fight, front)
    behind = to_frame(here.front, there.back, there.facing)[1] <= TOUCH
    if not behind or apart(here, there) > TOUCH or abs(turn(here.facing, there.facing)) > IN_LINE:
        return Refusal(rule, f"it does not stand behind {unit.name}, touching it and facing the same way")
    models = strength(fight, front) + strength(fight, number)
    whole = pose(fight, unit, models, Stance(unit.point, unit.facing, unit.narrow or unit.files))
    return standing_room(fight, front, whole, ignoring=(number,), may_touch=foes(fight, front))


def reinforce(fight: Fight, number: Number, front: Number) -> None:
    """A unit backs another, which must keep its head if it is fighting.

    [tp.move.reinforce] [tp.move.reinforce.one] [tp.move.reinforce.stack]
    """
    fresh, unit = fight.state.pieces[number], fight.state.pieces[front]
    fresh.turn.acted = True
    if engaged(fight, front) and not deviancy(fight, front, "tp.move.reinforce"):
        _panic(fight, front, number)
        return
    unit.backing = (*unit.backing, number)
    unit.turn.acted = unit.turn.acted or fresh.turn.spent > 0
    back_to_their_places(fight, number)
    fresh.fate, fresh.host, fresh.bend, fresh.narrow = "within", front, (), 0
    fight.tell(Reinforced("tp.move.reinforce", number, front, stands(fight, front)))


def _panic(fight: Fight, lost: Number, fresh: Number) -> None:
    """The unit in front is destroyed with all who backed it before; the fresh unit and the enemies meet in the
    middle of its ground, or the fresh unit takes it all if an enemy is tied down elsewhere.

    [tp.move.reinforce] [tp.move.reinforce.stack]
    """
    old, old_contacts = body(fight, lost), contacts_of(fight, lost)
    files = fight.state.pieces[lost].narrow or fight.state.pieces[lost].files
    freed = leave(fight, lost)
    fight.tell(Panicked("tp.move.reinforce", lost, fresh))
    destroy(fight, lost, "tp.move.reinforce")
    facing_it = [contact.foe(lost) for contact in old_contacts if contact.side_of(lost) == "front"]
    meets = bool(facing_it) and all(enemy in freed for enemy in facing_it)
    step = old.depth // 2 if meets else NOTHING
    _stand_at(fight, fresh, ahead(old.front, old.facing, -step), old.facing, files)
    if meets:
        for enemy in facing_it:
            _advance(fight, enemy, old.facing, -step)
    for contact in old_contacts:
        enemy, now = contact.foe(lost), body(fight, fresh)
        if apart(body(fight, enemy), now) <= TOUCH:
            sides = contact.side_of(enemy), contact.side_of(lost)
            fight.state.contacts.append(Contact(enemy, fresh, *sides, clock=fight.state.clock))


def _stand_at(fight: Fight, number: Number, front: Point, facing: Angle, files: int) -> None:
    piece = fight.state.pieces[number]
    piece.x, piece.y, piece.facing = *front, facing
    piece.narrow, piece.bend = (files if files != piece.files else 0), ()


def _advance(fight: Fight, number: Number, heading: Angle, distance: Length) -> None:
    piece = fight.state.pieces[number]
    piece.x, piece.y = ahead((piece.x, piece.y), heading, distance)
    piece.places = tuple([ahead(place, heading, distance) for place in piece.places])


# --- dividing ------------------------------------------------------------------------------------------------


def why_not_divided(course: Course) -> Refusal | None:
    """[tp.move.reinforce.divide]"""
    rule = "tp.move.reinforce.divide"
    if not course.piece.backing:
        return Refusal(rule, "it is not reinforced")
    if course.stops:
        return Refusal(rule, "it divides before it moves")
    group = (course.number, *course.piece.backing)
    for number, stand in zip(group, _one_behind_the_other(course.fight, course.number), strict=True):
        if refusal := standing_room(course.fight, number, stand, ignoring=group):
            return refusal
    return None


def _one_behind_the_other(fight: Fight, number: Number) -> list[Body]:
    """Every unit in its own formation, each behind the one before."""
    first = fight.state.pieces[number]
    front, found = (first.x, first.y), list[Body]()
    for unit in (number, *first.backing):
        piece = fight.state.pieces[unit]
        models = piece.models + len(piece.leaders)
        stand = pose(fight, piece, models, Stance(front, first.facing, piece.files))
        found.append(stand)
        front = stand.back
    return found


def divide(fight: Fight, number: Number) -> None:
    """A deviancy check parts the units again; passed, they may move off, each by itself, and hide nobody whom they
    are too few to hide.

    [tp.move.reinforce.divide] [tp.character.halfwit.exposed]
    """
    piece, rule = fight.state.pieces[number], "tp.move.reinforce.divide"
    if not deviancy(fight, number, rule):
        piece.turn.barred = True
        flimsy_till_next_turn(fight, number)
        fight.tell(Manoeuvred(rule, number, "divide", False))
        return
    back_to_their_places(fight, number)
    units = (number, *piece.backing)
    places = _one_behind_the_other(fight, number)
    piece.backing = ()
    for unit, stand in zip(units, places, strict=True):
        freed = fight.state.pieces[unit]
        freed.x, freed.y, freed.facing = *stand.front, stand.facing
        freed.fate, freed.host, freed.narrow, freed.bend = "standing", NOBODY, 0, ()
        freed.turn.spent, freed.turn.acted = piece.turn.spent, False
    fight.tell(Divided(rule, number, units, stands(fight, *units)))
    for unit in units:
        expose(fight, unit)
