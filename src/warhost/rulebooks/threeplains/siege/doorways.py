"""Close combat over a doorway: those inside let nobody in, or fight their way out.  [tp.siege.combat_doorway]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from warhost.engine.field.alignment import Pairs
from warhost.engine.field.shapes import Shape, line_gap
from warhost.engine.order import Malformed
from warhost.engine.question import Choose, Refusal

from ..bodies import body, on_table, strength, those_inside
from ..events.siege import FoughtAtDoor
from ..fighting.across import Divide, divides
from ..fighting.blows import owners
from ..fighting.contact import engage
from ..figure import inches
from ..moving.course import Course
from ..scenario.points import acts
from ..setting import Fight
from ..state import BOTH, NEVER, NOBODY, Contact, Number, Player, Point, opponent
from .passage import fallen, open_to, starts
from .places import inside, places_of, spot_on

DOORWAY = "tp.siege.combat_doorway"
BEFORE = inches(1)  # who is so near to a door stands before it
OUTSIDE_OF_IT = 3  # models that fight their way in
IN_IT = 1


class Doorway(NamedTuple):
    """An open or broken door: whose inside is behind it, what place before it, and where that is."""

    work: int
    title: str
    place: str
    at: Point


def doorways(fight: Fight, side: Player) -> Iterator[Doorway]:
    """All through which a side may pass, in works that stand.  [tp.siege.bolted_door]"""
    places, may, down = places_of(fight.setting.mission.plan), open_to(fight, side), fallen(fight)
    for way in places.ways:
        if way.kind == "door" and may(way) and way.model not in down:
            place = way.other(inside(way.model))
            title = places.layout.laid[way.model - 1].title
            yield Doorway(way.model, title, place, spot_on(places.layout, way, place))


def gap_to(door: Doorway, bases: Sequence[Shape]) -> float:
    return min(line_gap(door.at, door.at, base) for base in bases)


@acts("force")
def force(course: Course, args: list[Any]) -> Refusal | None:
    """["force", place]: at the enemies behind a door before which it stands, or before one behind which it is.

    [tp.siege.combat_doorway]
    """
    fight, number = course.fight, course.number
    if len(args) != 1 or not isinstance(args[0], str):
        raise Malformed("it takes the place for which it fights")
    if course.host != NOBODY:
        return Refusal(DOORWAY, "it fights over a doorway with its whole group")
    found = list(_foes(course, args[0])) if fight.setting.mission.plan else []
    if not found:
        return Refusal(DOORWAY, "no enemy is there behind an open door to which it has come")
    return course.then(partial(_fight_over, fight, number, dict(found)))


def _foes(course: Course, place: str) -> Iterator[tuple[Number, str]]:
    """The enemies at whom it could strike through a door, and whose door that is; the nearest door first."""
    fight, own = course.fight, course.piece
    doors = list(doorways(fight, own.side))
    if own.inside:
        for door in (one for one in doors if (one.work, one.place) == (own.inside, place)):
            for enemy in before(fight, door, opponent(own.side)):
                yield enemy, door.title
        return
    here, bases = starts(fight, course.number), course.body().bases
    near = [door for door in doors if inside(door.work) == place and door.place in here]
    for door in sorted(near, key=lambda one: gap_to(one, bases)):
        if gap_to(door, bases) <= BEFORE:
            yield from ((enemy, door.title) for enemy in those_inside(fight, door.work, opponent(own.side)))


def over_doorways(course: Course) -> list[str]:
    """The places for which it could fight over a doorway now."""
    doors = doorways(course.fight, course.piece.side)
    places = dict.fromkeys(door.place if course.piece.inside else inside(door.work) for door in doors)
    return [place for place in places if next(_foes(course, place), None) is not None]


def before(fight: Fight, door: Doorway, side: Player) -> list[Number]:
    """The pieces of a side that stand before a door, the nearest first."""
    near = {
        number: gap_to(door, body(fight, number).bases)
        for number in on_table(fight, side)
        if not fight.state.pieces[number].airborne and not fight.state.pieces[number].fleeing
    }
    found = [number for number, gap in near.items() if gap <= BEFORE and door.place in starts(fight, number)]
    return sorted(found, key=lambda number: near[number])


def _fight_over(fight: Fight, number: Number, foes: Mapping[Number, str]) -> None:
    """Where several could fight it, their owner says which does.  [tp.siege.combat_doorway]"""
    pieces, enemy = fight.state.pieces, next(iter(foes))
    if len(foes) > 1:
        names, side, about = {pieces[one].name: one for one in foes}, pieces[enemy].side, pieces[number].name
        first = pieces[enemy].name
        text = "{who} {comes} to fight over a doorway. Which of your groups fights there?"
        enemy = names[
            fight.ask(Choose(side, "hold the doorway", list(names), DOORWAY, about, usual=first, text=text))
        ]
    title = foes[enemy]
    engage(fight, number, enemy, ("front", "front"), across=DOORWAY)
    fight.state.pieces[number].turn.acted = True
    fight.tell(FoughtAtDoor(DOORWAY, number, enemy, title))


# --- who strikes whom ---------------------------------------------------------------------------------------------


def outer_and_inner(fight: Fight, contact: Contact) -> tuple[Number, Number]:
    """Who is before the door, and who in it."""
    a_inside = bool(fight.state.pieces[contact.a].inside)
    return (contact.b, contact.a) if a_inside else (contact.a, contact.b)


def through_the_door(fight: Fight, contact: Contact) -> Pairs:
    """One model in the doorway and three before it: those whom their owners have named, and then the nearest.

    [tp.siege.combat_doorway]
    """
    (outer, inner), door = outer_and_inner(fight, contact), door_of(fight, contact)
    if door is None:
        return []
    bases = body(fight, outer).bases
    nearest = sorted(range(len(bases)), key=lambda base: (gap_to(door, [bases[base]]), base))
    pairs = [
        (base, one)
        for base in _named_first(fight, outer, nearest)[:OUTSIDE_OF_IT]
        for one in _named_first(fight, inner, range(strength(fight, inner)))[:IN_IT]
    ]
    return sorted(pairs if outer == contact.a else [(one, base) for base, one in pairs])


def _named_first(fight: Fight, number: Number, bases: Sequence[int]) -> list[int]:
    """These bases of a piece, those of whoever was named before all others, and characters who were not at the end.

    [tp.siege.combat_doorway]
    """
    clock, *named = fight.state.progress.foremost or (NEVER,)
    if clock != fight.state.clock:
        return list(bases)
    own = owners(fight, number)
    return sorted(bases, key=lambda base: (own[base] not in named, own[base] != number))


def door_of(fight: Fight, contact: Contact) -> Doorway | None:
    """The door over which two pieces fight; None if they are not on both sides of one any more."""
    outer, inner = outer_and_inner(fight, contact)
    if fight.state.pieces[outer].inside:
        return None
    bases = body(fight, outer).bases
    near = [door for door in _between(fight, outer, inner) if gap_to(door, bases) <= BEFORE]
    return min(near, key=lambda one: gap_to(one, bases), default=None)


def fought_over(fight: Fight) -> set[Point]:
    """Where doors are that nobody else comes through for the fight in them."""
    doors = (door_of(fight, contact) for contact in fight.state.contacts if contact.across == DOORWAY)
    return {door.at for door in doors if door is not None}


def _between(fight: Fight, outer: Number, inner: int) -> Iterator[Doorway]:
    here, work = starts(fight, outer), fight.state.pieces[inner].inside
    for side in BOTH:
        yield from (door for door in doorways(fight, side) if door.work == work and door.place in here)


def flimsy_before_it(fight: Fight, number: Number, contact: Contact) -> bool:
    """Flimsy ranks do no harm to whoever is in the doorway.  [tp.siege.combat_doorway]"""
    return not fight.state.pieces[number].inside


divides[DOORWAY] = Divide(pairs=through_the_door, ranks_matter=flimsy_before_it)
