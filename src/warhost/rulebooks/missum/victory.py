"""Who possesses the field.  [mis.victory.field] [mis.victory.possession]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from warhost.engine.field.compass import Point, distance

from .armies.troops import STAFF
from .bodies import body, line_legions, own, troop
from .events import Ended
from .library import MM
from .setting import Fight
from .state import NOBODY, Outcome

SQUARE = 600 * MM
HOLDS = 10
AHEAD = 2
RULE = "mis.victory.possession"


def holders(fight: Fight, side: int) -> list[int]:
    """Legions that hold ground: the line, those of its status, and guards of magic users."""
    guards = [n for n in own(fight, side) if troop(fight, n).guards and holding(fight, n) > 0]
    return [*line_legions(fight, side), *guards]


def holding(fight: Fight, number: int) -> int:
    """How many of its figures count: of a team with guards the guards alone, who stand before it."""
    return fight.state.pieces[number].figures - (STAFF["team"] if troop(fight, number).guards else 0)


def strength(fight: Fight, side: int) -> int:
    """Of all unrouted line legions, by the size of their bases."""
    return sum(holding(fight, n) * troop(fight, n).strength_each for n in holders(fight, side))


def squares(fight: Fight, side: int) -> dict[tuple[int, int], int]:
    """The strength of a side in every square of 600 mm; who stands on a border counts west or south of it."""
    found: dict[tuple[int, int], int] = {}
    for number in holders(fight, side):
        each = troop(fight, number).strength_each
        for base in body(fight, number).bases[: holding(fight, number)]:
            x, y = base.centre
            key = max(0, (x - 1) // SQUARE), max(0, (y - 1) // SQUARE)
            found[key] = found.get(key, 0) + each
    return found


class Prize(NamedTuple):
    """Ground that counts: its middle, what it is worth to each side, and the strength of each there."""

    at: Point
    worth: tuple[int, int]
    strength: tuple[int, int]

    @property
    def holder(self) -> int:
        first, second = self.strength
        return NOBODY if max(first, second) < HOLDS or first == second else int(second > first)


def prizes(fight: Fight) -> Iterator[Prize]:
    """Every square of the table, those beyond the middle worth two, and the crossings.  [mis.battle.b1]"""
    here = squares(fight, 0), squares(fight, 1)
    columns, rows = fight.setting.width // SQUARE, fight.setting.depth // SQUARE
    for x, y in dict.fromkeys((*product(range(columns), range(rows)), *here[0], *here[1])):
        worth = (1, 2) if y < rows / 2 else (2, 1)
        middle = x * SQUARE + SQUARE // 2, y * SQUARE + SQUARE // 2
        yield Prize(middle, worth, (here[0].get((x, y), 0), here[1].get((x, y), 0)))
    for crossing in fight.setting.plan.crossing:
        near = _near(fight, 0, crossing.at, crossing.radius), _near(fight, 1, crossing.at, crossing.radius)
        spot = round(crossing.at[0] * MM), round(crossing.at[1] * MM)
        yield Prize(spot, (crossing.points, crossing.points), near)


def points(fight: Fight) -> tuple[int, int]:
    """What each side has for the ground it holds."""
    won = [0, 0]
    for prize in prizes(fight):
        if prize.holder != NOBODY:
            won[prize.holder] += prize.worth[prize.holder]
    return won[0], won[1]


def _near(fight: Fight, side: int, at: tuple[float, float], radius: int) -> int:
    spot = round(at[0] * MM), round(at[1] * MM)
    return sum(
        troop(fight, n).strength_each
        for n in holders(fight, side) for base in body(fight, n).bases[: holding(fight, n)]
        if distance(base.centre, spot) <= radius * MM
    )  # fmt: skip


def judge(fight: Fight) -> tuple[int, str]:
    """Who possesses the field now, and why; -1 is a draw."""
    first, second = points(fight)
    if abs(first - second) >= AHEAD:
        return (0 if first > second else 1), f"{first} to {second} points for ground held"
    mine, theirs = strength(fight, 0), strength(fight, 1)
    for side, one, other in ((0, mine, theirs), (1, theirs, mine)):
        if 2 * one >= 3 * other and one > other:
            return side, f"{first} to {second} points, but {mine} to {theirs} in strength"
    return -1, f"{first} to {second} points, {mine} to {theirs} in strength"


def end_of_turn(fight: Fight) -> None:
    """[mis.turn.length]"""
    left = [bool(holders(fight, side)) for side in (0, 1)]
    if left[0] != left[1]:
        _end(fight, 0 if left[0] else 1, "the enemy has no line legion left")
    elif not left[0]:
        _end(fight, -1, "no line legion is left on either side")
    elif fight.state.turn >= fight.setting.plan.turns:
        _end(fight, *judge(fight))


def _end(fight: Fight, winner: int, why: str) -> None:
    fight.state.outcome = Outcome(winner, why, RULE)
    fight.state.stage = "over"
    fight.tell(Ended(RULE, winner, why))
