"""A combat that would be fought off the table is moved back on to it.  [tp.combat.offboard]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.engine.field.compass import from_frame
from warhost.engine.field.shapes import oblong
from warhost.engine.field.zones import Edge

from ..bodies import body, figure
from ..figure import inches
from ..land.ground import standing_room
from ..setting import Fight
from ..state import Number, Point
from .contact import contacts_of
from .edges import irregular

SEARCH = inches(0.5)  # steps along the edge in which a free space is looked for
FARTHEST = inches(24)


def all_in_touch(fight: Fight, number: Number) -> list[Number]:
    """Everybody who is linked to a piece by contacts, those that wait included; itself first."""
    linked = [number]
    for one in linked:  # it grows while it is walked
        linked += [foe for met in contacts_of(fight, one) if (foe := met.foe(one)) not in linked]
    return linked


def ways_in(fight: Fight, mover: Number, combat: Sequence[Number], line: Edge, place: int) -> Iterator[Point]:
    """The shifts, the shortest first, that bring on to the table what the mover would cover at that place of the
    line, and for which the others of the combat find room. None if it would not stand off the table at all.
    """
    x, y = _overhang(fight, mover, line, place)
    if not x and not y:
        return
    along = (0, 1) if x else (1, 0)  # that edge of the table
    for far in range(0, FARTHEST, SEARCH):
        for aside in (far, -far) if far else (0,):
            shift = x + along[0] * aside, y + along[1] * aside
            carry(fight, combat, shift)
            free = all(_has_room(fight, number, (mover, *combat)) for number in combat)
            carry(fight, combat, (-shift[0], -shift[1]))
            if free:
                yield shift


def _overhang(fight: Fight, mover: Number, line: Edge, place: int) -> Point:
    """How far what the mover would cover has to be shifted to lie on the table."""
    own, base, table = body(fight, mover), figure(fight, mover).base, fight.setting.table
    wide, deep = base if irregular(fight, mover) else (own.width, own.depth)
    inner = abs(line.length - wide) // 2
    front = from_frame((max(-inner, min(inner, place)), 0), line.middle, line.inward)
    ground = oblong(front, line.inward, wide, deep)
    return (
        max(0, -ground.left) - max(0, ground.right - table.width),
        max(0, -ground.bottom) - max(0, ground.top - table.depth),
    )


def _has_room(fight: Fight, number: Number, combat: Sequence[int]) -> bool:
    return standing_room(fight, number, body(fight, number), ignoring=combat) is None


def carry(fight: Fight, numbers: Sequence[int], shift: Point) -> None:
    """Pieces are set elsewhere just as they stand."""
    for number in numbers:
        piece, (dx, dy) = fight.state.pieces[number], shift
        piece.x, piece.y = piece.x + dx, piece.y + dy
        piece.places = tuple([(x + dx, y + dy) for x, y in piece.places])
