"""Loading, reloading and supply. Time is counted in missile phases, three to a turn.

[mis.missile.reload] [mis.missile.reload-move] [mis.missile.reload-team] [mis.missile.loaded] [mis.missile.supply]
"""

from __future__ import annotations

from ..armies.troops import Troop
from ..bodies import officer_gap, troop
from ..command import kerdu_of
from ..events import Noted
from ..library import MM
from ..setting import Fight
from ..state import NOBODY, Piece

PHASES = 3  # of a turn
TEAM = 3  # phases to reload in pairs
NEAR_KERDU = 150 * MM
PER_TURN = 20  # figures that are supplied in a turn


def phases_to_reload(kind: Troop, piece: Piece, team: bool = False) -> int:
    """How many missile phases lie between two shots: half turns rounded up."""
    missile = kind.missile
    if missile is None:
        return 0
    need = TEAM if team else -(-missile.reload.value * PHASES // 2)
    short_handed = kind.kind == "battery" and 2 * piece.figures < kind.figures
    return 2 * need if short_handed else need


def is_loaded(fight: Fight, piece: Piece) -> bool:
    """Whether it was loaded by the last missile phase: what comes to be loaded only now can still be disturbed."""
    return fight.state.clock >= piece.ready


def ready(fight: Fight, number: int) -> bool:
    """Loaded now, with something left to shoot."""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    missile = kind.missile
    if missile is None or fight.state.clock < piece.ready:
        return False
    return missile.supply.value == 0 or piece.supply > 0


def may_shoot_again(fight: Fight, number: int) -> bool:
    """Nothing is shot twice in a turn but bows that stand still and repeating crossbows.  [mis.missile.twice]"""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    if not piece.shots:
        return True
    if kind.missile is None or len(piece.shots) > 1 or fight.state.clock in piece.shots:
        return False
    if kind.missile.loads > 1:
        return True
    return kind.missile.kind == "bow" and piece.moved < fight.state.turn


def shot_fired(fight: Fight, number: int, team: bool) -> None:
    piece, kind = fight.state.pieces[number], troop(fight, number)
    assert kind.missile is not None
    clock = fight.state.clock
    piece.shots, piece.shot = (*piece.shots, clock), fight.state.turn
    if kind.missile.supply.value:
        piece.supply -= 1
    piece.loads -= 1
    if piece.loads <= 0:
        piece.loads = kind.missile.loads
        piece.ready = clock + phases_to_reload(kind, piece, team)
    piece.stocking = 0


def disturb(fight: Fight, number: int, slow: bool = False) -> None:
    """A move or a fight starts the reloading anew; bows and slings are loaded on the march at half speed."""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    missile = kind.missile
    piece.stocking = 0
    if missile is None or is_loaded(fight, piece):
        return
    if slow and missile.kind in ("bow", "sling"):
        return
    piece.ready = fight.state.clock + 1 + phases_to_reload(kind, piece)


def restock(fight: Fight) -> None:
    """At the end of a turn those who stood quietly near the kérdu come nearer to new missiles.

    [mis.missile.resupply]
    """
    turn = fight.state.turn
    for number, piece in enumerate(fight.state.pieces):
        kind = troop(fight, number)
        if piece.fate != "standing" or kind.missile is None or not kind.missile.supply.value:
            continue
        general = kerdu_of(fight, piece.side)
        quiet = turn not in (piece.moved, piece.fought, piece.shot)
        if piece.supply >= kind.missile.supply.value or general == NOBODY or not quiet:
            piece.stocking = 0
            continue
        if officer_gap(fight, general, number) > NEAR_KERDU:
            piece.stocking = 0
            continue
        piece.stocking += 1
        if piece.stocking >= -(-piece.figures // PER_TURN):
            piece.supply, piece.stocking = kind.missile.supply.value, 0
            fight.tell(Noted("mis.missile.resupply", "{who} {has} new missiles", (number,)))
