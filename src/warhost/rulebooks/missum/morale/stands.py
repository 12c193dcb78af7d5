"""Last stands: those who know that there is no way out.

[mis.stand.race-hatred] [mis.stand.terrain] [mis.stand.test] [mis.stand.effect]
"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.field.shapes import cast
from warhost.engine.question import Choose

from ..bodies import body, control, distance_between, foes, legions, lie, line_legions, troop
from ..events import NerveTested
from ..forms import LegionBody
from ..land.ground import LEVEL, Laid
from ..library import MM
from ..setting import Fight
from .rout import RUN, stops

NEAR = 300 * MM
WAYS = 24
PLACES = ("village", "town", "ruins", "wall", "barricade", "ford", "bridge", "gentle", "steep", "cliff")


def may_stand(fight: Fight, number: int) -> bool:
    """Whether a legion may test now."""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    able = piece.fate == "standing" and not piece.disorganized and not piece.tried and not piece.stands
    if not able or not kind.rating or kind.race.kind == "animal":
        return False
    return _trapped(fight, number) or _holds_place(fight, number)


def _trapped(fight: Fight, number: int) -> bool:
    """Every way of flight is stopped by enemies of the other kind.  [mis.stand.race-hatred]"""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    enemies = [
        foe for foe in foes(fight, piece.side)
        if troop(fight, foe).legion and abs(fight.state.pieces[foe].height - piece.height) <= LEVEL
    ]  # fmt: skip
    if not any(troop(fight, foe).hostile != kind.hostile for foe in enemies):
        return False
    return all(_stopped(fight, number, 36000 * way // WAYS, enemies) for way in range(WAYS))


def _stopped(fight: Fight, number: int, way: int, enemies: list[int]) -> bool:
    here = body(fight, number)
    for ground in lie(fight).grounds:
        if stops(fight, number, ground, way) and cast(here.block, way, RUN, ground.shape) is not None:
            return True
    shapes = [shape for foe in enemies for shape in (*body(fight, foe).parts, *control(fight, foe))]
    return any(cast(here.block, way, RUN, shape) is not None for shape in shapes)


def _holds_place(fight: Fight, number: int) -> bool:
    """Half of it in a clear place, no friend near, an enemy near.  [mis.stand.terrain]"""
    side = fight.state.pieces[number].side
    if any(n != number and distance_between(fight, n, number) <= NEAR for n in line_legions(fight, side)):
        return False
    if not any(distance_between(fight, n, number) <= NEAR for n in line_legions(fight, 1 - side)):
        return False
    held = [ground for ground in lie(fight).all if ground.kind.id in PLACES]
    return _half_in(held, body(fight, number))


def _half_in(held: list[Laid], here: LegionBody) -> bool:
    standing = sum(1 for base in here.bases if any(ground.touches(base) for ground in held))
    return bool(held) and 2 * standing >= len(here.bases)


def keeps_place(fight: Fight, before: LegionBody, after: LegionBody) -> bool:
    """Whether half of a legion is still in the place it held; in the open there is none.  [mis.stand.effect]"""
    places = [ground for ground in lie(fight).all if ground.kind.id in PLACES]
    held = [ground for ground in places if any(ground.touches(base) for base in before.bases)]
    return _half_in(held, after)


def next_stand(fight: Fight) -> bool:
    """Ask for the next legion that may test at the start of a turn; False when nobody is left."""
    for side in (fight.state.mover, 1 - fight.state.mover):
        for number in legions(fight, side):
            if number in fight.state.asked or not may_stand(fight, number):
                continue
            fight.state.asked = (*fight.state.asked, number)
            kind = troop(fight, number)
            need = fight.setting.charts.stand_needs(kind.rating, kind.fanatic)
            question = Choose(
                side, "last stand", ("test", "no"), "mis.stand.test", kind.id,
                text="There is no way out for {who}: test for a last stand?",
                meanings={"test": f"test, {need} or less on d100", "no": "not yet"}, usual="no",
            )  # fmt: skip
            if fight.ask(question) == "test":
                _test(fight, number, need)
            return True
    return False


def _test(fight: Fight, number: int, need: int) -> None:
    piece = fight.state.pieces[number]
    piece.tried = True
    cuts = (need,) if need < 100 else ()
    throw = Throw(1, 100, "last stand", "mis.stand.test", piece.side, cuts, need=need)
    piece.stands = fight.throw(throw)[0] <= need
    fight.tell(NerveTested("mis.stand.effect", number, "last stand", piece.stands))
