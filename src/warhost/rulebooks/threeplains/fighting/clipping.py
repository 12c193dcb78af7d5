"""Unintentional charges that only clip their enemy, or hit several at once: all square up to each other.

Places along a side are measured from its middle, to the right of one who stands against it.
[tp.move.unintentional]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.engine.field import shapes
from warhost.engine.field.alignment import shared_stretch
from warhost.engine.field.compass import RIGHT_ANGLE, ahead, distance, from_frame, heading, to_frame, turn, veered
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.field.zones import Edge, edge

from ..bodies import body, figure
from ..land.ground import standing_room
from ..moving.stride import STEP, body_in, stance, take
from ..setting import Fight
from ..state import Number, Side
from .contact import engaged
from .edges import irregular
from .places import BOARD
from .sharing import fair_shares


class Hit(NamedTuple):
    """An enemy that is hit at the same moment as another, and on which side."""

    piece: Number
    side: Side


class Clipped(NamedTuple):
    """An enemy that slides: where the middle of its side lies along the line, and what it lacks of its contact."""

    hit: Hit
    place: int
    missing: int


def clips(fight: Fight, mover: Number, target: Number) -> bool:
    """Whether the mover's line of advance misses the block of the piece it has hit.  [tp.move.unintentional]"""
    own = body(fight, mover)
    return shapes.clip(own.front, ahead(own.front, own.facing, BOARD), body(fight, target).block) is None


def give_way(fight: Fight, mover: Number, line: Edge, place: int, hits: Sequence[Hit]) -> int:
    """Each enemy slides towards the mover by half of the stretch it lacks, as far as there is room; what is left
    for the mover to slide along the line.

    A piece that cannot turn flush to the line, a loose group and whoever fights already stay where they are; the
    mover slides their half as well.  [tp.move.unintentional] [tp.move.squareup.charged]
    """
    left = 0
    for clipped in _lacking(fight, mover, line, place, hits):
        towards = 1 if clipped.place <= place else -1
        half = clipped.missing // 2
        done = _slide(fight, mover, line, clipped, towards, half)
        left -= towards * (half if done else clipped.missing)
    return left


def _lacking(fight: Fight, mover: Number, line: Edge, place: int, hits: Sequence[Hit]) -> list[Clipped]:
    """What each lacks: its part of the mover's front or its own side, whichever is shorter, less what touches."""
    sides = [edge(body(fight, hit.piece).oblong, hit.side) for hit in hits]
    width = body(fight, mover).width
    parts = fair_shares(width, [side.length for side in sides])
    found = []
    for hit, side, part in zip(hits, sides, parts, strict=True):
        at = to_frame(side.middle, line.middle, line.inward)[0]
        touching = max(0, shared_stretch(place - at, width, side.length))
        found.append(Clipped(hit, at, max(0, part - touching)))
    return found


def _slide(fight: Fight, mover: Number, line: Edge, clipped: Clipped, towards: int, far: int) -> bool:
    """Turned flush to the line, and along it as far as there is room. Whether it could be."""
    number = clipped.hit.piece
    if not _may_slide(fight, number):
        return False
    flush = _flush(fight, clipped, line)
    for run in (*range(far, 0, -STEP), 0):
        stand = shifted(flush, veered(line.inward, towards * RIGHT_ANGLE), run)
        if standing_room(fight, number, body_in(fight, number, stand), ignoring=(mover,)) is None:
            take(fight, number, stand)
            return True
    return False


def _may_slide(fight: Fight, number: Number) -> bool:
    """A loose group stands still in its first round; who is engaged elsewhere does not move.

    [tp.move.squareup.charged]
    """
    if engaged(fight, number) or irregular(fight, number) or fight.state.pieces[number].bend:
        return False
    return figure(fight, number).moves


def _flush(fight: Fight, clipped: Clipped, line: Edge) -> Stance:
    """With the side that was hit in the line to which the mover squares up."""
    number, own = clipped.hit.piece, edge(body(fight, clipped.hit.piece).oblong, clipped.hit.side)
    here = stance(fight, number)
    there = from_frame((clipped.place, 0), line.middle, line.inward)
    by = turn(own.outward, line.outward)
    stand = turned(here, veered(here.facing, by), own.middle) if by else here
    return shifted(stand, heading(own.middle, there), distance(own.middle, there))
