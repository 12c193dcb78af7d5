"""Ranks close over the fallen."""

from __future__ import annotations

from warhost.engine.field.body import Body
from warhost.engine.field.compass import aside, to_frame
from warhost.engine.field.formation import first_column, joined
from warhost.engine.field.shapes import Shape, gap

from ..bodies import TOUCH, body, figure, keep_width, set_places, strength, width_of
from ..fighting.contact import foes
from ..moving import groups  # they come back here
from ..setting import Fight
from ..state import NOBODY, Number, Piece


def close_ranks(fight: Fight, number: Number, before: Body) -> None:
    """A group that has lost models since it stood so: they are missing at the back.

    [tp.piece.casualties.back] [tp.piece.casualties.character]
    """
    left = strength(fight, number)
    if fight.state.pieces[number].places:
        _drop_places(fight, number, before, before.models - left)
    else:
        _narrow(fight, number, left)


def step_out(fight: Fight, number: Number) -> None:
    """A character is gone from the group he stood in: a model from the back takes his place."""
    host, holder = fight.state.pieces[fight.state.pieces[number].host], groups.outermost(fight, number)
    group = fight.state.pieces[holder]
    if group.places:
        base = groups.base_of(fight, number)
        group.places = (*group.places[:base], *group.places[base + 1 :], group.places[base])
    before = body(fight, holder)
    host.leaders = tuple(leader for leader in host.leaders if leader != number)
    close_ranks(fight, holder, before)


def _narrow(fight: Fight, number: Number, left: int) -> None:
    """The last rank shrinks from both ends, the right one first; a single rank grows narrower without a step."""
    piece = fight.state.pieces[number]
    if piece.wedge:
        keep_width(fight, number)
        return
    files = width_of(piece)
    if piece.bend and left <= piece.bend[0] * files:
        piece.bend = ()
    if left >= files or piece.ring != NOBODY:
        return
    cut = first_column(left, files)  # so many have gone from the left end
    width = figure(fight, number).base[0]
    piece.x, piece.y = aside((piece.x, piece.y), piece.facing, (2 * cut + left - files) * width // 2)
    piece.files, piece.narrow = min(piece.files, left), min(piece.narrow, left)
    for leader in piece.leaders:
        _shift_post(fight.state.pieces[leader], cut, left)


def _shift_post(character: Piece, cut: int, left: int) -> None:
    if character.post != NOBODY:
        character.post = min(max(0, character.post - cut), left - 1)


def _drop_places(fight: Fight, number: Number, before: Body, gone: int) -> None:
    """The rearmost model of a loose group goes, of those that touch no enemy first, the outermost among equals.

    None goes whose loss would part the group.
    """
    piece = fight.state.pieces[number]
    own = {at for at, who in groups.special_places(fight, number).items() if who != number}
    near = [part for foe in foes(fight, number) for part in body(fight, foe).parts]
    left = list(range(before.models))
    for _ in range(gone):
        ranked = sorted((at for at in left if at not in own), key=lambda at: _order(before, at, near))
        at = next((at for at in ranked if _holds(before, left, at)), ranked[0])
        left.remove(at)
    for leader in piece.leaders:
        character = fight.state.pieces[leader]
        if character.post in left:
            character.post = left.index(character.post)
    set_places(fight, number, tuple(piece.places[at] for at in left), piece.facing)


def _order(before: Body, at: int, near: list[Shape]) -> tuple[bool, int, int]:
    base = before.bases[at]
    x, y = to_frame(base.centre, before.front, before.facing)
    return any(gap(base, other) <= TOUCH for other in near), y, -abs(x)


def _holds(before: Body, left: list[int], at: int) -> bool:
    return joined([before.bases[other] for other in left if other != at], TOUCH)
