"""Rampage: the defenders of a realm that has been overrun stand and fight with what is left.

[tp.scenario.rampage.roles] [tp.scenario.rampage.play] [tp.scenario.rampage.known_enemy]
"""

from __future__ import annotations

from ..setting import Fight
from ..state import BOTH, NEITHER, Player, Score
from ..victory import verdict, victory_points
from .points import judged, presses, standing

VICTORY = "tp.scenario.rampage.victory"
_, DEFENDERS = BOTH


@judged(VICTORY)
def standing_ground(fight: Fight) -> Score:
    """By victory points; a draw goes to the defenders.  [tp.scenario.rampage.victory]"""
    points = (victory_points(fight, BOTH[0]).total, victory_points(fight, BOTH[1]).total)
    winner, why = verdict(fight, points)
    if winner == NEITHER:
        return Score(DEFENDERS, points, f"{why}; a draw is enough for the defenders", VICTORY)
    return Score(winner, points, why, VICTORY)


@presses(VICTORY)
def has_to_win(fight: Fight, side: Player) -> bool | None:
    """Invaders have to win by more than the margin; defenders fight as in any battle."""
    points = (victory_points(fight, BOTH[0]).total, victory_points(fight, BOTH[1]).total)
    return verdict(fight, points)[0] != side if side != DEFENDERS else None


@standing(VICTORY)
def points_so_far(fight: Fight) -> list[str]:
    first, second = (victory_points(fight, side, told=True).total for side in BOTH)
    return [f"Victory points: {first} to {second}", "A draw goes to the defenders."]
