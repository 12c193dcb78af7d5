"""How a battle stands by the verdicts of its encounter, as far as a side knows.  [mag.setup.victory]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.words import mention, sentence

from . import encounter as e
from .setting import Setting
from .state import NOWHERE, State
from .terms import area_title, called, everyone
from .victory import DRAW, inside, pieces_inside, points, present_of, share_removed, standing

BEFORE = ("sides", "skills", "placing", "leaders")


def score(setting: Setting, state: State, you: int | None) -> str:
    """What the verdicts at the end count, or those at once where there are no others; after who would win now.

    Whoever hides from the side that looks counts among the living, but stands nowhere.
    """
    if state.phase in BEFORE:
        return ""
    known = state.copy()
    for piece in known.pieces:
        if piece.fate == "hidden" and piece.side != you:
            piece.square = NOWHERE
    return _said(setting, known)


def _said(setting: Setting, known: State) -> str:
    victory = setting.encounter.victory
    said = [fact for verdict in victory.at_end or victory.at_once for fact in _facts(setting, known, verdict)]
    facts = "; ".join(dict.fromkeys(said))
    if known.outcome is not None or not (victory.at_end or victory.otherwise):
        return sentence(facts)
    winner, _ = standing(setting, known)
    now = "a draw" if winner == DRAW else f"victory for {called(setting, setting.sides[winner].id)}"
    return sentence(f"now {now}; {facts}" if facts else f"now {now}")


def _facts(setting: Setting, known: State, verdict: object) -> Iterator[str]:
    match verdict:
        case e.ByCondition(when=when):
            yield from (_condition(setting, known, one) for one in when)
        case e.ByElimination():
            left = [sum(piece.side == side and piece.present for piece in known.pieces) for side in (0, 1)]
            yield f"left: {left[0]} to {left[1]}"
        case e.ByMajority(area=area):
            first, second = (pieces_inside(setting, known, area, side) for side in (0, 1))
            yield f"{mention(area_title(setting, area))}: {first} to {second}"
        case e.ByShareRemoved():
            shares = [int(100 * share_removed(setting, known, side)) for side in (1, 0)]
            yield f"enemies removed: {shares[0]} % to {shares[1]} %"
        case e.ByPoints(scores=scores):
            yield "points: " + " to ".join(str(points(setting, known, scores, side)) for side in (0, 1))


def _condition(setting: Setting, known: State, condition: e.Condition) -> str:
    """How far it has come to what would win."""
    match condition:
        case e.Eliminated(who=who):
            return f"{_left(setting, known, (who,))} left of {called(setting, who)}"
        case e.Dead(who=who):
            return f"{called(setting, who)} {'is dead' if _fate(setting, known, who) == 'slain' else 'lives'}"
        case e.Left(who=who):
            gone = _fate(setting, known, who) == "left"
            return f"{called(setting, who)} {'has left' if gone else 'has not left'} the board"
        case e.Fewer(who=who, than=than):
            return f"{_left(setting, known, who)} left of {everyone(setting, who)}, {than} needed"
        case e.Inside(who=who, area=area, at_least=least):
            there = inside(setting, known, condition)
            return f"{mention(area_title(setting, area))}: {everyone(setting, who)} {there} of {least}"


def _fate(setting: Setting, known: State, who: str) -> str:
    return known.pieces[setting.number[who]].fate


def _left(setting: Setting, known: State, who: tuple[str, ...]) -> int:
    return len(present_of(setting, known, who))
