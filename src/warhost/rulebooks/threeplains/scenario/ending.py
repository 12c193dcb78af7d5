"""When a scenario is over, what share of a force is lost by then, and who has won."""

from __future__ import annotations

from ..setting import Fight
from ..state import Player
from ..victory import losses, settle
from .points import decided


def end_at_once(fight: Fight) -> None:
    """What decides a scenario on the spot.  [tp.scenario.common.end]"""
    state = fight.state
    if state.score is None and (score := decided.first(fight.setting.mission.rules, fight)) is not None:
        settle(fight, score)


def one_side_left(fight: Fight) -> bool:
    """At the end of a phase: one side has nothing on the table, and nothing that is still to come.

    [tp.scenario.common.end]
    """
    there = [piece.side for piece in fight.state.pieces if piece.fate in PRESENT and not piece.lawless]
    return 0 not in there or 1 not in there


PRESENT = ("standing", "away", "waiting", "coming", "stopped")


def fielded(fight: Fight, side: Player) -> int:
    """What the roster of a side cost.  [tp.scenario.common.losses]"""
    return sum(entry.points for entry in fight.setting.entries if entry.side == side)


def share_lost(fight: Fight, side: Player, percent: int, *, over: bool) -> bool:
    """Whether at least so much of a force is lost; pieces in flight are when the battle is `over`.

    [tp.scenario.common.losses]
    """
    return 100 * losses(fight, side, over=over).total >= percent * fielded(fight, side)
