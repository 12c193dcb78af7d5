"""Groups in two places at once: some of them inside a wall or on a ladder, the others before it or beyond.

Each part is a piece for itself, which goes, fights and takes its checks where it is. They are one group all the
same, and one piece again as soon as they are together.  [tp.siege.levels] [tp.siege.move.inside] [tp.siege.models]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from warhost.engine.field.body import apart
from warhost.engine.field.stance import Stance

from ..bodies import TOUCH, body, figure, loose, same_height, set_places, stood, strength, width_of
from ..events.moves import Remerged
from ..events.siege import PartedWays
from ..fighting.contact import engaged
from ..land.ground import standing_room, terrace
from ..setting import Fight
from ..stands import stands
from ..state import NOBODY, Number, Piece, Point
from .splitting import absorb, divide_models
from .stride import body_in, take

LEVELS = "tp.siege.levels"


def mates(fight: Fight, number: Number) -> list[Number]:
    """The other parts of its group, wherever they are."""
    own = fight.state.pieces[number]
    if own.group == NOBODY:
        return []
    pieces = fight.state.numbered()
    return [other for other, piece in pieces if piece.group == own.group and piece.standing and other != number]


def all_together(fight: Fight, number: Number) -> int:
    """The ordinary models of a group, those of its other parts counted in, characters not."""
    return sum(fight.state.pieces[one].models for one in (number, *mates(fight, number)))


def may_part(fight: Fight, number: Number, models: int) -> bool:
    """Whether so many of a group could go ahead: some of its ordinary models, and not all of them."""
    piece = fight.state.pieces[number]
    ordinary = models - len(leading(piece, models))
    return 0 < ordinary < piece.models and not (piece.backing or piece.wedge or piece.bend)


def leading(piece: Piece, models: int) -> tuple[Number, ...]:
    """The characters of a group who are among so many that go ahead: all, as long as somebody goes with them."""
    return piece.leaders if models > len(piece.leaders) else ()


@contextmanager
def fewer(fight: Fight, number: Number, models: int) -> Iterator[None]:
    """The piece as if it were only so many of it who go ahead, while an order is weighed."""
    piece = fight.state.pieces[number]
    before = piece.models, piece.leaders, piece.places
    piece.leaders = leading(piece, models)
    piece.models = models - len(piece.leaders)
    piece.places = piece.places[:models]
    try:
        with fight.borrowed():
            yield
    finally:
        piece.models, piece.leaders, piece.places = before


@contextmanager
def come_out(fight: Fight, number: Number) -> Iterator[None]:
    """The piece as if it were off its ladder, or out of the works.  [tp.siege.move.passage]"""
    piece = fight.state.pieces[number]
    before = piece.inside, piece.stacked
    piece.inside, piece.stacked = 0, False
    try:
        with fight.borrowed():
            yield
    finally:
        piece.inside, piece.stacked = before


def left_standing(fight: Fight, number: Number, models: int, near: Sequence[int]) -> Stance | None:
    """How those stand who stay behind when so many have gone, the nearest first; None if they would fall apart."""
    piece, rest = fight.state.pieces[number], strength(fight, number) - models
    if piece.inside:
        return Stance(piece.point, piece.facing, min(piece.files, rest))
    if piece.stacked:
        return stood(piece)._replace(places=piece.places[models:])
    if not piece.places:
        return Stance(piece.point, piece.facing, min(width_of(piece), rest))
    places = tuple(place for base, place in enumerate(piece.places) if base not in near[:models])
    whole = _touching(places, figure(fight, number).base)
    return Stance(piece.point, piece.facing, piece.files, places) if whole else None


def _touching(places: Sequence[Point], base: tuple[int, int]) -> bool:
    """Whether models in these places are one group: none is farther from all others than the corner of a base."""
    linked, alone = list(places[:1]), list(places[1:])
    reach = max(base) + TOUCH
    for x, y in linked:  # it grows while it is walked
        near = [(a, b) for a, b in alone if abs(a - x) <= reach and abs(b - y) <= reach]
        linked += near
        alone = [place for place in alone if place not in near]
    return not alone


def part_off(fight: Fight, number: Number, models: int, stay: Stance) -> Number:
    """So many go ahead, their characters and their command model with them; the others are a piece of their own
    from now on, and stand so. Gives their number.  [tp.siege.levels]
    """
    piece = fight.state.pieces[number]
    ahead = leading(piece, models)
    behind = tuple(leader for leader in piece.leaders if leader not in ahead)
    rest = divide_models(fight, number, piece.models - (models - len(ahead)), behind, command=False)
    twin = fight.state.pieces[rest]
    piece.group = twin.group = number if piece.group == NOBODY else piece.group
    piece.places = piece.places[:models]
    if not piece.inside:
        twin.files = min(twin.files, strength(fight, rest))
        take(fight, rest, stay)
        twin.stacked = piece.stacked
    fight.tell(PartedWays(LEVELS, number, rest, strength(fight, number), stands(fight, rest)))
    return rest


# --- together again -----------------------------------------------------------------------------------------------


def rejoin(fight: Fight, number: Number) -> None:
    """A part that has come to another one of its group is one piece with it.  [tp.siege.levels]"""
    for mate in mates(fight, number):
        keeps, comes = (mate, number) if engaged(fight, mate) else (number, mate)
        if fight.state.pieces[number].standing and not engaged(fight, comes) and _together(fight, keeps, comes):
            return rejoin(fight, keeps)
    if not mates(fight, number):
        fight.state.pieces[number].group = NOBODY
    return None


def _together(fight: Fight, keeps: Number, comes: Number) -> bool:
    """Whether the two are in one place, and stand as one group from now on."""
    a, b = fight.state.pieces[keeps], fight.state.pieces[comes]
    if a.fleeing or b.fleeing or a.inside != b.inside or a.stacked != b.stacked or a.airborne != b.airborne:
        return False
    if a.stacked and a.point != b.point:
        return False
    stand = None if a.inside or a.stacked else _as_one(fight, keeps, comes)
    if stand is None and not a.underway:
        return False
    places = (*a.places, *b.places)
    absorb(fight, keeps, comes)
    a.turn.spent = max(a.turn.spent, b.turn.spent)
    a.turn.acted = a.turn.acted or b.turn.acted
    a.climbing = min(a.climbing, b.climbing)
    if stand is not None:
        a.files = stand.files
        take(fight, keeps, stand)
    elif a.stacked:
        set_places(fight, keeps, places, a.facing)
    fight.tell(Remerged(LEVELS, keeps, comes, stands(fight, keeps)))
    return True


def _as_one(fight: Fight, keeps: Number, comes: Number) -> Stance | None:
    """How both stand as one where they touch each other: loosely as they are, or the others behind in ranks."""
    here, there = body(fight, keeps), body(fight, comes)
    if not same_height(fight, keeps, comes) or terrace(fight, here) is not terrace(fight, there):
        return None
    if engaged(fight, keeps) or apart(here, there) > TOUCH:
        return None
    a, b = fight.state.pieces[keeps], fight.state.pieces[comes]
    if loose(fight, keeps):
        centres = [base.centre for one in (here, there) for base in one.bases]
        return Stance(a.point, a.facing, a.files, tuple(centres))
    return next((stand for stand in _ranks(fight, keeps, (a, b)) if _fits(fight, keeps, comes, stand)), None)


def _ranks(fight: Fight, keeps: Number, parts: Sequence[Piece]) -> Iterator[Stance]:
    for part in parts:
        yield Stance(part.point, part.facing, max(one.files for one in parts))
        yield Stance(part.point, part.facing, part.files)


def _fits(fight: Fight, keeps: Number, comes: Number, stand: Stance) -> bool:
    piece, more = fight.state.pieces[keeps], strength(fight, comes)
    before = piece.models
    piece.models += more
    try:
        return standing_room(fight, keeps, body_in(fight, keeps, stand), ignoring=(comes,)) is None
    finally:
        piece.models = before
