"""Last stands: those who know that there is no way out.

[mis.stand.race-hatred] [mis.stand.terrain] [mis.stand.test] [mis.stand.effect]
"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.field.compass import Angle, rays, to_frame
from warhost.engine.field.shapes import Shape, cast
from warhost.engine.question import Choose

from ..bodies import body, distance_between, foes, legions, lie, line_legions, troop
from ..events import NerveTested
from ..fighting.obstacles import AT_HAND
from ..forms import LegionBody
from ..land.ground import Laid
from ..library import MM
from ..setting import Fight
from ..state import NOBODY
from .rout import run_of

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


def _plight(fight: Fight, number: int) -> str:
    """Why it may test."""
    if _trapped(fight, number):
        return "There is no way out for {who}"
    return "There is no support for {who} in the place to be held"


def _trapped(fight: Fight, number: int) -> bool:
    """Every way of flight is stopped by enemies of the other kind.  [mis.stand.race-hatred]"""
    kind, enemies = troop(fight, number), foes(fight, fight.state.pieces[number].side)
    if not any(troop(fight, foe).legion and troop(fight, foe).hostile != kind.hostile for foe in enemies):
        return False
    return all(_stopped(fight, number, way) for way in rays(WAYS))


def _stopped(fight: Fight, number: int, way: Angle) -> bool:
    _, ground, enemy = run_of(fight, number, way)
    return ground is not None or enemy != NOBODY


def _holds_place(fight: Fight, number: int) -> bool:
    """Half of it in a clear place or behind it, no friend near, an enemy near.  [mis.stand.terrain]"""
    side = fight.state.pieces[number].side
    if any(n != number and distance_between(fight, n, number) <= NEAR for n in line_legions(fight, side)):
        return False
    if not any(distance_between(fight, n, number) <= NEAR for n in line_legions(fight, 1 - side)):
        return False
    held = [ground for ground in lie(fight).all if ground.kind.id in PLACES]
    return _half_in(held, body(fight, number))


def _half_in(held: list[Laid], here: LegionBody) -> bool:
    """In them or behind them."""
    standing = sum(1 for base in here.bases if any(_behind(ground, base, here) for ground in held))
    return bool(held) and 2 * standing >= len(here.bases)


def _behind(ground: Laid, base: Shape, here: LegionBody) -> bool:
    """Whether somebody stands in a place, or has it before him with no more than his own ranks between."""
    if ground.touches(base):
        return True
    ranks = -to_frame(base.centre, here.front, here.facing)[1] - here.base[1] // 2
    return cast(base, here.facing, ranks + AT_HAND, ground.shape) is not None


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
                text=f"{_plight(fight, number)}: test for a last stand?",
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
