"""Parts of one group in different places of a fortress: how far they may be apart, and what they are together.

Each part goes, shoots, fights, is struck and takes its checks by itself, for nothing reaches through a wall. They
count as one where it is a matter of numbers: whether a unit is an 'it', and what it can carry.
[tp.siege.levels] [tp.siege.move.inside]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.engine.field.compass import SOUTH, Point
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import Shape, line_gap, nearest_gap
from warhost.engine.question import Refusal

from ..bodies import body, figure, in_battle, set_aloft, set_places, stood
from ..events.moves import ClimbedDown
from ..events.siege import LostTheOthers
from ..fighting.contact import engaged
from ..land.ground import terrace
from ..moving.climbing import ways_on
from ..moving.parts import all_together, mates, may_part, part_off, rejoin
from ..moving.stride import take, unstacked
from ..scenario.points import came_down, fights_on, takes_flight, turn_begun
from ..setting import Fight
from ..state import NOBODY, Feature, Number
from ..wounds.casualties import FEWEST, becomes_it
from .fleeing import gathered
from .implements import drop_for_want_of_hands
from .indoors import INSIDE
from .passage import LEVELS, fallen, starts
from .places import OUTSIDE, indoors, places_of, spot_on, top
from .rungs import RUNGS
from .scaling import foot, scalers

Ends = tuple[Point, Point]


def joins(fight: Fight, here: Sequence[str], there: Sequence[str]) -> Iterator[Ends]:
    """The ends of all ways from one of these places to one of those."""
    places, down = places_of(fight.setting.mission.plan), fallen(fight)
    for way in places.ways:
        for a, b in ((way.a, way.b), (way.b, way.a)):
            if a in here and b in there and way.model not in down:
                yield spot_on(places.layout, way, a), spot_on(places.layout, way, b)
    for spot, _ in scalers(fight):
        ends = {OUTSIDE: foot(spot), top(spot.laid.number): spot.at}
        for a, b in ((OUTSIDE, top(spot.laid.number)), (top(spot.laid.number), OUTSIDE)):
            if a in here and b in there:
                yield ends[a], ends[b]


def joined(fight: Fight, number: Number, mate: Number, here: Sequence[str], bases: Sequence[Shape]) -> bool:
    """Whether a part that were there would be joined with another: by a way to which both come in one move, or on
    one floor as near to each other.  [tp.siege.levels]
    """
    there, reach = starts(fight, mate), figure(fight, number).movement
    others = () if fight.state.pieces[mate].inside else body(fight, mate).bases
    if set(here) & set(there):
        return not bases or not others or nearest_gap(bases, others) <= reach
    return any(_near(bases, a, reach) and _near(others, b, reach) for a, b in joins(fight, here, there))


def _near(bases: Sequence[Shape], end: Point, reach: Length) -> bool:
    """Whoever is inside is at all ways out."""
    return not bases or min(line_gap(end, end, base) for base in bases) <= reach


def joined_now(fight: Fight, number: Number) -> list[Number]:
    """The parts of its group with which it is joined."""
    piece = fight.state.pieces[number]
    bases = () if piece.inside else body(fight, number).bases
    here = starts(fight, number)
    return [mate for mate in mates(fight, number) if joined(fight, number, mate, here, bases)]


def too_far_from_the_others(fight: Fight, number: Number, goal: str, bases: Sequence[Shape]) -> Refusal | None:
    """No part goes where no way joins it with the parts with which it is joined now, unless those fight or run.

    [tp.siege.levels]
    """
    here = [goal] if goal else starts(fight, number)
    for mate in joined_now(fight, number):
        other = fight.state.pieces[mate]
        free = not (other.fleeing or engaged(fight, mate))
        if free and not joined(fight, number, mate, here, () if indoors(goal) else bases):
            return Refusal(LEVELS, f"no way would join it with {other.name}, which is of its group")
    return None


@turn_begun(INSIDE)
def look_for_each_other(fight: Fight) -> None:
    """Parts that are together are one; whoever is joined with no other is a piece of his own."""
    for number in in_battle(fight):
        piece = fight.state.pieces[number]
        if piece.group != NOBODY and piece.standing:
            rejoin(fight, number)
        if piece.group != NOBODY and piece.standing and not joined_now(fight, number):
            _on_their_own(fight, number)


def _on_their_own(fight: Fight, number: Number) -> None:
    """Too few are no unit any more, and let fall what they cannot carry.  [tp.combat.it] [tp.siege.equip.drop]"""
    fight.state.pieces[number].group = NOBODY
    fight.tell(LostTheOthers(LEVELS, number))
    if not becomes_it(fight, number):
        drop_for_want_of_hands(fight, number)


@fights_on(INSIDE)
def enough_in_all(fight: Fight, number: Number) -> bool:
    """Those in another place are counted in.  [tp.combat.it]"""
    few = FEWEST.get(figure(fight, number).category, 1)
    return fight.state.pieces[number].group != NOBODY and all_together(fight, number) >= few


# --- off a ladder -------------------------------------------------------------------------------------------------


@takes_flight(RUNGS)
def off_the_ladder(fight: Fight, number: Number) -> None:
    """Who runs from a ladder is no more on it.  [tp.siege.fortress_ladder] [tp.siege.flee]"""
    if fight.state.pieces[number].stacked:
        take(fight, number, unstacked(fight, number))


@came_down(RUNGS)
def left_without_a_ladder(fight: Fight, feature: Feature) -> None:
    """Whoever was on a ladder that is destroyed is on the ground, at no cost; who fights there stays in his fight.

    [tp.siege.fortress_ladder]
    """
    for number in in_battle(fight):
        piece = fight.state.pieces[number]
        if not piece.stacked or engaged(fight, number) or len(ways_on(fight, number)) > 1:
            continue
        at = body(fight, number).bases[0].centre
        if (stand := gathered(fight, number, at, SOUTH)) is not None:
            set_aloft(fight, number, False)
            take(fight, number, stand)
            piece.climbing = NOTHING
            fight.tell(ClimbedDown(RUNGS, number, NOTHING, (at, piece.point), piece.facing))


# --- works that fall between them -----------------------------------------------------------------------------


@came_down(INSIDE)
def parted_by_rubble(fight: Fight, feature: Feature) -> None:
    """Who is left of a group on both sides of what has fallen is in two places.  [tp.siege.levels]"""
    for number in in_battle(fight):
        piece = fight.state.pieces[number]
        if piece.aloft and not piece.inside and piece.places and (floor := terrace(fight, body(fight, number))):
            here = [place for place in piece.places if floor.holds(place)]
            there = tuple(place for place in piece.places if not floor.holds(place))
            if may_part(fight, number, len(here)):
                piece.places = (*here, *there)
                part_off(fight, number, len(here), stood(piece)._replace(places=there))
                set_places(fight, number, tuple(here), piece.facing)
