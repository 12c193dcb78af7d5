"""Who wins: the encounter's verdicts, looked at when a piece is removed and after the last turn.

[mag.setup.victory]
"""

from __future__ import annotations

from fractions import Fraction

from .encounter import (
    ByCondition,
    ByElimination,
    ByMajority,
    ByPoints,
    ByShareRemoved,
    Condition,
    Dead,
    Eliminated,
    Fewer,
    Inside,
    Left,
    Score,
    ScoreArea,
    ScoreDeath,
    ScoreLeader,
)
from .events import Ended
from .setting import Fight, Setting
from .state import NOBODY, NOWHERE, Outcome, State

RULE = "mag.setup.victory"
DRAW = -1


def look(fight: Fight) -> None:
    """A piece was removed: has anybody won at once?"""
    setting, state = fight.setting, fight.state
    if state.outcome is not None or state.phase in ("sides", "skills", "placing", "leaders"):
        return
    for verdict in setting.encounter.victory.at_once:
        if isinstance(verdict, ByCondition):
            winner = _by_condition(setting, state, verdict)
        else:
            winner = _by_elimination(setting, state, verdict)
        if winner is not None:
            _end(fight, winner, _because(setting, verdict))
            return


def close(fight: Fight, early: str = "") -> None:
    """The last turn is over, or need not be waited for (`early` says why): somebody has won, or it is a draw."""
    winner, why = standing(fight.setting, fight.state)
    if early:
        _end(fight, winner, f"{why} ({early})", RULE)
    else:
        _end(fight, winner, why)


def standing(setting: Setting, state: State) -> tuple[int, str]:
    """Who would win, and why, if this were the end of the last turn."""
    for verdict in setting.encounter.victory.at_end:
        winner = _at_end(setting, state, verdict)
        if winner is not None:
            return winner, _because(setting, verdict)
    otherwise = setting.encounter.victory.otherwise
    if otherwise:
        return _force(setting, otherwise), "the other side did not do what it came for"
    return DRAW, "neither side did better"


def _end(fight: Fight, winner: int, why: str, rule: str = "") -> None:
    fight.state.outcome = Outcome(winner, why, rule or fight.setting.encounter.rule)
    fight.tell(Ended(fight.state.outcome.rule, None if winner == DRAW else winner, why))


def _at_end(
    setting: Setting, state: State, verdict: ByCondition | ByMajority | ByShareRemoved | ByPoints
) -> int | None:
    if isinstance(verdict, ByCondition):
        return _by_condition(setting, state, verdict)
    if isinstance(verdict, ByMajority):
        inside = [pieces_inside(setting, state, verdict.area, side) for side in (0, 1)]
        return _higher(inside[0], inside[1])
    if isinstance(verdict, ByShareRemoved):
        return _higher(share_removed(setting, state, 1), share_removed(setting, state, 0))
    return _higher(*(points(setting, state, verdict.scores, side) for side in (0, 1)))


def _by_condition(setting: Setting, state: State, verdict: ByCondition) -> int | None:
    if all(holds(setting, state, condition) for condition in verdict.when):
        return _force(setting, verdict.winner)
    return None


def _by_elimination(setting: Setting, state: State, verdict: ByElimination) -> int | None:
    left = [
        any(
            piece.present and not (verdict.units_only and setting.figures[number].unit == NOBODY)
            for number, piece in enumerate(state.pieces)
            if piece.side == side
        )
        for side in (0, 1)
    ]
    if all(left):
        return None
    return DRAW if not any(left) else left.index(True)


def holds(setting: Setting, state: State, condition: Condition) -> bool:
    if isinstance(condition, Eliminated):
        return not present_of(setting, state, (condition.who,))
    if isinstance(condition, Dead):
        return state.pieces[setting.number[condition.who]].fate == "slain"
    if isinstance(condition, Left):
        return state.pieces[setting.number[condition.who]].fate == "left"
    if isinstance(condition, Fewer):
        return len(present_of(setting, state, condition.who)) < condition.than
    if isinstance(condition, Inside):
        return inside(setting, state, condition) >= condition.at_least
    raise TypeError(condition)


def inside(setting: Setting, state: State, condition: Inside) -> int:
    there = present_of(setting, state, condition.who)
    return sum(_inside(setting, state, condition.area, number) for number in there)


def decided(setting: Setting, state: State) -> bool:
    """Whether no verdict can come out differently any more, whatever those who are left may do.

    What counts areas or shares or points, or waits for the last of a side, is open while anybody is there; and a
    moment set up without any verdict is not there to be won.
    """
    verdicts = (*setting.encounter.victory.at_once, *setting.encounter.victory.at_end)
    if not any(piece.present for piece in state.pieces):
        return True
    return bool(verdicts) and all(
        isinstance(verdict, ByCondition) and all(_fixed(setting, state, condition) for condition in verdict.when)
        for verdict in verdicts
    )


def _fixed(setting: Setting, state: State, condition: Condition) -> bool:
    """Whether a condition will stay as it is: pieces go, but none comes back."""
    if isinstance(condition, Dead | Left):
        return not state.pieces[setting.number[condition.who]].present
    if isinstance(condition, Eliminated | Fewer):
        return holds(setting, state, condition)
    return len(present_of(setting, state, condition.who)) < condition.at_least


def present_of(setting: Setting, state: State, who: tuple[str, ...]) -> list[int]:
    """The pieces, on the board, of these forces, units and characters together."""
    found = []
    for number, (figure, piece) in enumerate(zip(setting.figures, state.pieces, strict=True)):
        if piece.present and (figure.entry.id in who or setting.sides[figure.force].id in who):
            found.append(number)
    return found


def _inside(setting: Setting, state: State, area: str, number: int) -> bool:
    """Whoever stands nowhere, as far as is known, is not there."""
    piece = state.pieces[number]
    if piece.square == NOWHERE:
        return False
    squares = setting.squares(number, piece.square, piece.facing)
    return all(square in setting.areas[area] for square in squares)


def pieces_inside(setting: Setting, state: State, area: str, side: int) -> int:
    """Pieces of a side that stand wholly in an area."""
    return sum(
        piece.side == side and piece.present and _inside(setting, state, area, number)
        for number, piece in enumerate(state.pieces)
    )


def share_removed(setting: Setting, state: State, side: int) -> Fraction:
    """What share of its starting pieces a side has lost; those who left safely are not lost."""
    fates = [p.fate for f, p in zip(setting.figures, state.pieces, strict=True) if f.force == side]
    return Fraction(sum(fate in ("slain", "fled") for fate in fates), len(fates))


def points(setting: Setting, state: State, scores: tuple[Score, ...], side: int) -> int:
    """What a side has earned against the other."""
    enemy, total = 1 - side, 0
    for score in scores:
        if isinstance(score, ScoreArea):
            ours, theirs = (pieces_inside(setting, state, score.area, who) for who in (side, enemy))
            total += score.points * (ours > theirs)
        elif isinstance(score, ScoreLeader):
            leader = state.leaders[enemy]
            total += score.points * (leader != NOBODY and state.pieces[leader].fate == "slain")
        elif isinstance(score, ScoreDeath):
            number = setting.number[score.who]
            dead = state.pieces[number].fate == "slain"
            total += score.points * (dead and setting.figures[number].force == enemy)
        else:
            gone = [not present_of(setting, state, (unit.id,)) for unit in setting.units if unit.force == enemy]
            total += score.points * sum(gone)
    return total


def _higher(first: int | Fraction, second: int | Fraction) -> int | None:
    if first == second:
        return None
    return 0 if first > second else 1


def _force(setting: Setting, name: str) -> int:
    return next(number for number, side in enumerate(setting.sides) if side.id == name)


def _because(setting: Setting, verdict: object) -> str:
    if isinstance(verdict, ByElimination):
        return "the enemy has nothing left on the board"
    if isinstance(verdict, ByMajority):
        title = next(o.title for o in setting.encounter.objectives if o.id == verdict.area)
        return f"more pieces in {title[0].lower()}{title[1:]}"
    if isinstance(verdict, ByShareRemoved):
        return "the larger share of the enemy was removed"
    if isinstance(verdict, ByPoints):
        return "the higher score"
    return "the goal of the encounter was reached"
