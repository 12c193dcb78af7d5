"""Files beyond the end of an enemy front swing into his flank.  [mis.melee.wheel-in]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.engine.field.compass import RIGHT_ANGLE, to_frame
from warhost.engine.field.shapes import SLACK, overlap
from warhost.engine.field.stance import arc
from warhost.engine.question import Refusal

from ..bodies import body, melees_of, present, troop
from ..forms import Drawn, wing_of
from ..library import MM
from ..setting import Fight
from ..state import Melee

if TYPE_CHECKING:
    from ..moving.course import Course


def _fight_of(fight: Fight, number: int) -> Melee | None:
    """Its one melee, front to front, begun in an earlier turn; a square does not wheel.  [mis.move.facing-same]"""
    found = melees_of(fight, number)
    piece = fight.state.pieces[number]
    if len(found) != 1 or piece.wing or piece.disorganized or piece.square or troop(fight, number).kind != "line":
        return None
    melee = found[0]
    if (melee.a_side, melee.b_side) != ("front", "front") or melee.since >= fight.state.turn:
        return None
    return melee


def beyond(fight: Fight, number: int, side: str) -> tuple[int, int]:
    """The files beyond the end of the enemy front on a side, and how far their corner lies beyond it too.

    A file that touches him with at least half of its front stays.
    """
    melee = _fight_of(fight, number)
    if melee is None:
        return 0, 0
    other = melee.b if melee.a == number else melee.a
    here, theirs = body(fight, number), body(fight, other)
    across = to_frame(theirs.front, here.front, here.facing)[0]
    end = across + theirs.width // 2 if side == "right" else across - theirs.width // 2
    reach = here.width // 2 - end if side == "right" else end + here.width // 2
    wide = here.base[0]
    files = max(0, min((reach + wide // 2 - 1) // wide, here.files - 1))
    return files, reach - files * wide


def swings(fight: Fight, number: int) -> list[str]:
    """The sides on which it could swing in."""
    if not fight.state.melees:
        return []
    return [side for side in ("left", "right") if beyond(fight, number, side)[0]]


def swing_in(course: Course, side: str) -> Refusal | None:
    """The path of the outermost file is what it costs; the mover may add both his halves."""
    fight, number, piece = course.fight, course.number, course.piece
    files, drawn_in = beyond(fight, number, side)
    if not files:
        return course.refuse("mis.melee.wheel-in", "{who} {has} no files beyond the end of the enemy front there")
    wing = files if side == "right" else -files
    cost: int = arc(files * course.kind.base[0], RIGHT_ANGLE)
    if piece.pending[:2] == ("swing", wing):
        cost = int(piece.pending[2])
    if cost > course.left + course.rounding:
        return course.half_done(("swing", wing), cost)
    if not _room(course, wing, drawn_in):
        return course.refuse("mis.melee.wheel-in", "there is no room for the swung files of {who}")
    course.pay(cost)
    piece.wing, piece.wing_in, piece.pending = wing, drawn_in, ()
    course.stationary, course.left = True, 0
    course.put(piece.stance)
    return None


def _room(course: Course, wing: int, drawn_in: int) -> bool:
    fight, piece = course.fight, course.piece
    form = Drawn(wing=wing, wing_in=drawn_in)
    shapes = form.body(piece.stance, course.kind.base, max(1, piece.figures)).parts[1:]
    for other, their in enumerate(fight.state.pieces):
        if other == course.number or not their.present:
            continue
        close = 2 * MM if their.side != piece.side else 3 * SLACK  # along the enemy's flank, but on no friend
        if any(overlap(a, b, close) for a in shapes for b in body(fight, other).parts):
            return False
    return True


def close_wings(fight: Fight) -> None:
    """When its melee is over a bent legion forms up on its front rank again."""
    fighting = {number for melee in fight.state.melees for number in (melee.a, melee.b)}
    for number, piece in enumerate(fight.state.pieces):
        if piece.wing and number not in fighting and piece.present:
            _close(fight, number)


def _close(fight: Fight, number: int) -> None:
    """Where others have come to stand in its old place it forms up behind the files that stayed."""
    piece, base = fight.state.pieces[number], troop(fight, number).base
    (front, stay), _ = wing_of(piece.stance, piece.files, base, piece.wing, piece.wing_in)
    piece.wing = piece.wing_in = 0
    here = body(fight, number)
    others = [n for n in present(fight) if n != number and not troop(fight, n).special]
    if any(overlap(a, b) for n in others for a in here.parts for b in body(fight, n).parts):
        (piece.x, piece.y), piece.files = front, stay
