"""The end of a siege: how the fortress stands, who bars its routes and who holds them.  [tp.siege.victory]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import Shape

from ..bodies import body, figure, in_battle, strength
from ..kinds import skirmishing
from ..scenario.ending import PRESENT
from ..scenario.points import judged, standing
from ..setting import Fight
from ..state import NEITHER, Number, Player, Score
from ..titles import called
from .fixtures import broken, open_gates
from .indoors import lodging
from .outcome import Holder, outcome
from .passage import fallen
from .places import Places, places_of
from .routes import Condition, Routes, Scaled, Warder
from .scaling import scalers
from .works import BESIEGERS, DEFENDERS

VICTORY = "tp.siege.victory"
WINNERS = {"besiegers": BESIEGERS, "defenders": DEFENDERS, "draw": NEITHER}


@judged(VICTORY)
def by_clear_routes(fight: Fight) -> Score:
    """Clear routes decide, unless one side is gone altogether. Where both are gone, each has wiped out the other:
    the exception speaks for neither, and by the rule a fortress that no besieger holds is the Defenders'.
    [tp.siege.victory]"""
    left = [side for side in (BESIEGERS, DEFENDERS) if _anybody(fight, side)]
    if len(left) == 1:
        return Score(left[0], (0, 0), "nobody is left on the other side", VICTORY)
    places, routes = _routes(fight)
    winner, why = outcome(places.layout, routes.clear(), _holders(fight))
    return Score(WINNERS[winner], (0, 0), why, VICTORY)


@standing(VICTORY)
def routes_so_far(fight: Fight) -> list[str]:
    """And who is inside which works, as players note it.  [tp.siege.route] [tp.siege.move.inside]"""
    score = f"Clear routes into the fortress: {clear_routes(fight)}. Two take it, with besiegers inside."
    return [score, *_lodgers(fight)]


def _lodgers(fight: Fight) -> Iterator[str]:
    for number in in_battle(fight):
        if lodged := lodging(fight, number):
            models = strength(fight, number)
            yield f"Inside {lodged.title}: {called(fight, number)}, {models} model{'s' if models > 1 else ''}."


def clear_routes(fight: Fight) -> int:
    """[tp.siege.route]"""
    return len(_routes(fight)[1].clear())


def leads_in(fight: Fight, work: int, at: Point) -> bool:
    """Whether a ladder at that place of a wall would make a clear route, as things are.  [tp.siege.route]"""
    return work in _routes(fight, (Scaled(work, at),))[1].clear()


def _anybody(fight: Fight, side: Player) -> bool:
    return any(p.side == side and p.fate in PRESENT and not p.lawless for p in fight.state.pieces)


def _routes(fight: Fight, more: tuple[Scaled, ...] = ()) -> tuple[Places, Routes]:
    places = places_of(fight.setting.mission.plan)
    now = Condition(fallen(fight), open_gates(fight), broken(fight), (*more, *_scaled(fight)))
    return places, Routes(places, now, _warders(fight))


def _scaled(fight: Fight) -> tuple[Scaled, ...]:
    """What stands at the walls and makes routes.  [tp.siege.route]"""
    return tuple(Scaled(spot.laid.number, spot.at) for spot, thing in scalers(fight) if thing.route)


def _warders(fight: Fight) -> list[Warder]:
    """Defenders who bar routes: all but war machines, and whoever flees or flies.  [tp.siege.route]"""
    found = []
    for number in in_battle(fight, DEFENDERS):
        piece = fight.state.pieces[number]
        if not (piece.fleeing or piece.airborne or piece.lawless or figure(fight, number).category == "machine"):
            found.append(Warder(*_where(fight, number)))
    return found


def _holders(fight: Fight) -> list[Holder]:
    """Besieging units and mobs, on foot or mounted, that neither flee nor fly.  [tp.siege.victory]"""
    found = []
    for number in in_battle(fight, BESIEGERS):
        piece, sheet = fight.state.pieces[number], figure(fight, number)
        kept_off = sheet.chariot or sheet.flight or skirmishing(fight, number) or piece.fleeing or piece.lawless
        if sheet.category in ("infantry", "cavalry") and not kept_off:
            found.append(Holder(*_where(fight, number)))
    return found


def _where(fight: Fight, number: Number) -> tuple[tuple[Shape, ...], tuple[int, ...]]:
    """The bases of a piece on the table, or the works that it fills from inside.  [tp.siege.route]"""
    work = fight.state.pieces[number].inside
    return ((), (work,)) if work else (tuple(body(fight, number).bases), ())
