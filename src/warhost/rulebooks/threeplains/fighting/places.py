"""Finding a free place along the side of an enemy.

Places along a side are measured from its middle, to the right of one who stands against it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from warhost.engine.field.alignment import (
    Meeting,
    blocked,
    closed_in,
    flush,
    room_along,
    seen_from,
    shared_stretch,
    worth_a_look,
)
from warhost.engine.field.compass import to_frame
from warhost.engine.field.shapes import SLACK, Shape, overlaps_any
from warhost.engine.field.stance import Stance
from warhost.engine.field.zones import Edge

from ..bodies import TOUCH, body, enemies, figure, friends, on_table, same_height, strength
from ..figure import inches
from ..land.ground import standing_room
from ..moving.stride import body_in
from ..setting import Fight
from ..state import Number, Point
from .contact import engaged, foes
from .edges import irregular

SLIVER = inches(0.1)  # so much of a base must lie against a side to be in the fight there
BOARD = 200_000  # further than any two points of a table are apart


def own_files(fight: Fight, number: Number) -> int:
    """Its own front, as far as it has the models."""
    return min(fight.state.pieces[number].files, strength(fight, number))


def shared_by(fight: Fight, number: Number, stand: Stance, line: Edge) -> int:
    width = stand.files * figure(fight, number).base[0]
    return shared_stretch(to_frame(stand.front, line.middle, line.inward)[0], width, line.length)


def find_place(
    fight: Fight, number: Number, target: Number, line: Edge, wanted: int, *,
    fewest: int = 1, central: bool = False, ignoring: Collection[int] = (),
) -> Stance | None:  # fmt: skip
    """A free place along a side, for the whole front rather than for a narrower one.

    The stretch shared with the side should be longest, then most models should touch, then it should be near to
    the place wanted; if it should be central only this counts. One whole base should lie against the side; where
    not even the last does, a part of one will do.  [tp.move.squareup] [tp.move.charge.fit]
    """
    whole = min(figure(fight, number).base[0], line.length) - SLACK
    taken = list(_taken(fight, line, (number, target, *ignoring)))

    def found(least: int) -> Stance | None:
        return _find(fight, number, target, line, wanted, fewest, least, taken, central, ignoring)

    return found(whole) or (found(min(whole, SLIVER)) if fewest == 1 else None)


def _find(
    fight: Fight, number: Number, target: Number, line: Edge, wanted: int, fewest: int, least: int,
    taken: Sequence[list[Point]], central: bool, ignoring: Collection[int],
) -> Stance | None:  # fmt: skip
    """A free place where at least so much of the side is shared."""
    pitch, deep = figure(fight, number).base
    models = strength(fight, number)
    for files in range(own_files(fight, number), fewest - 1, -1):
        depth = -(-models // files) * deep
        in_the_way = blocked(taken, depth)
        ranked = [
            (*_merits(place, files, pitch, line.length, central), abs(place - wanted), abs(place), place)
            for place in worth_a_look(line.length, files, pitch, wanted, in_the_way)
        ]
        for *_, place in sorted(ranked):
            if shared_stretch(place, files * pitch, line.length) >= least:
                stand = closing_in(fight, number, target, line, place, files)
                if stand is not None and fits(fight, number, target, stand, ignoring):
                    return stand
    return None


def _merits(place: int, files: int, pitch: int, length: int, central: bool) -> tuple[int, int]:
    """Better places come first: the longest shared stretch, the most models that touch."""
    if central:
        return (0, 0)
    touching = len(Meeting((files, pitch), (1, length), place, TOUCH).places())
    return (-shared_stretch(place, files * pitch, length), -touching)


def free_stretches(fight: Fight, line: Edge, deep: int, *, ignoring: Collection[int]) -> list[tuple[int, int]]:
    """The parts of a side before which a base so deep may stand, from left to right."""
    return room_along(line.length, blocked(_taken(fight, line, ignoring), deep))


def _taken(fight: Fight, line: Edge, ignoring: Collection[int]) -> Iterator[list[Point]]:
    """The outlines of all that may stand in the way, as seen from the line; what is in the air blocks nothing.

    [tp.move.fly.noblock]
    """
    for other in on_table(fight):
        if other not in ignoring and not fight.state.pieces[other].airborne:
            for shape in body(fight, other).room:
                yield seen_from(line, shape)
    for ground in fight.setting.land(fight.state.terrain).bars:
        yield seen_from(line, ground.shape)


def closing_in(fight: Fight, number: Number, target: Number, line: Edge, place: int, files: int) -> Stance | None:
    """Flush at that place; against loose models straight on until a base is touched."""
    stand = flush(line, place, files)
    if not irregular(fight, target):
        return stand
    return closed_in(stand, body_in(fight, number, stand).block, body(fight, target).room)


def fits(fight: Fight, number: Number, target: Number, stand: Stance, ignoring: Collection[int] = ()) -> bool:
    """Whether there is room for it to stand so against its target."""
    there = body_in(fight, number, stand)
    may_touch = [target, *foes(fight, number), *in_line(fight, number, stand)]
    if standing_room(fight, number, there, ignoring=ignoring, may_touch=may_touch) is not None:
        return False
    return not any(overlaps_any(room, fighting_friends(fight, number, ignoring)) for room in there.room)


def fighting_friends(fight: Fight, number: Number, ignoring: Collection[int] = ()) -> list[Shape]:
    """The ground of friends in combat: nobody comes to fight in their space, though small models may share it."""
    return [
        room
        for friend in friends(fight, number)
        if friend not in ignoring and engaged(fight, friend) and same_height(fight, number, friend)
        for room in body(fight, friend).room
    ]


def in_line(fight: Fight, number: Number, stand: Stance) -> list[Number]:
    """The enemies close by that lie wholly ahead of its front edge: it may come to touch them too."""
    left, right, bottom, top = body_in(fight, number, stand).box
    found = []
    for enemy in enemies(fight, number):
        other = body(fight, enemy)
        if other.box[0] > right + TOUCH or other.box[1] < left - TOUCH:
            continue
        if other.box[2] > top + TOUCH or other.box[3] < bottom - TOUCH or fight.state.pieces[enemy].fleeing:
            continue
        points = [point for shape in other.room for point in shape.points]
        if all(to_frame(point, stand.front, stand.facing)[1] >= -TOUCH for point in points):
            found.append(enemy)
    return found
