"""The record of morale points, brought up to date in the last step of every turn.  [mis.morale.points-record]"""

from __future__ import annotations

from ..bodies import legions
from ..events import Points
from ..setting import Fight
from ..state import Entry
from .support import check_levels

WHY = {
    "friend": ("mis.morale.points-routed-friend", "a line legion of the huitsán has routed"),
    "enemy": ("mis.morale.points-routed-enemy", "the huitsán has routed an enemy"),
    "huitsan": ("mis.morale.points-huitsan-routed", "a neighbouring huitsán or the reserve has routed"),
    "dritlan": ("mis.command.dritlan-lost-morale", "the dritlán is lost"),
    "kerdu": ("mis.command.kerdu-lost-morale", "the kérdu is lost"),
}


def record(fight: Fight) -> None:
    """All points at once, then all tests at once; what routs now counts in the next turn."""
    entries, fight.state.entries = fight.state.entries, ()
    for entry in entries:
        _enter(fight, entry)
    check_levels(fight, [n for side in (fight.state.mover, 1 - fight.state.mover) for n in legions(fight, side)])


def _enter(fight: Fight, entry: Entry) -> None:
    rule, why = WHY[entry.kind]
    whole = entry.kind == "kerdu"
    hit = [
        n for n in legions(fight, entry.side)
        if (whole or fight.state.pieces[n].huitsan == entry.huitsan) and n != entry.piece
    ]  # fmt: skip
    for number in hit:
        fight.state.pieces[number].points += entry.points
    if hit:
        fight.tell(Points(rule, tuple(hit), entry.points, why))


def champions_count(fight: Fight) -> None:
    """What the duels gave.  [mis.champion.effect-winner] [mis.champion.effect-loser]"""
    first, second = fight.state.victories
    ahead = first - second
    if not ahead:
        return
    winner = 0 if ahead > 0 else 1
    for side, points, rule in (
        (winner, abs(ahead) // 3, "mis.champion.effect-winner"),
        (1 - winner, -(abs(ahead) // 5), "mis.champion.effect-loser"),
    ):
        if points:
            hit = legions(fight, side)
            for number in hit:
                fight.state.pieces[number].points += points
            fight.tell(Points(rule, tuple(hit), points, "the duels of the champions"))
