"""Charts of the kind many games share: skill against skill, strength against toughness, what a hit does to armour.

A chart is data: a rulebook reads its own cells from a file, or takes the classic ones given here. Values beyond the
edge of a chart are read at its edge; a chart never says whether a natural 1 or 6 has a meaning of its own, only
`succeeds` does, which every roll against a chart goes through.

    >>> CLASSIC_SKILL.need(3, 7)
    5
    >>> CLASSIC_WOUND.need(4, 3), armour_modifier(5), shooting_need(4)
    (3, -2, 3)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

FACES = 6
SIZE = 10  # of a chart either way
FURTHEST_SHOT = 9  # a shot that needs more than this cannot hit


class Crosstable(msgspec.Struct, frozen=True):
    """The score that is needed where a row (the attacker) meets a column (the target), both counted from 1."""

    rule: str
    rows: tuple[tuple[int, ...], ...]

    def need(self, row: int, column: int) -> int:
        cells = self.rows[_inside(row, len(self.rows))]
        return cells[_inside(column, len(cells))]

    @classmethod
    def read(cls, rule: str, rows: Mapping[int, Sequence[str]]) -> Crosstable:
        """From the way charts are printed: a row of '3+' and '4+' for each value of the attacker."""
        return cls(rule, tuple(tuple(_score(cell) for cell in rows[row]) for row in sorted(rows)))


def _inside(value: int, size: int) -> int:
    return min(max(value, 1), size) - 1


def _score(cell: str) -> int:
    return int(cell.removesuffix("+"))


def skill_chart(rule: str = "") -> Crosstable:
    """The better skill hits on 3+, a target more than twice as skilled is hit on 5+, all else on 4+."""

    def cell(own: int, target: int) -> int:
        return 3 if own > target else 5 if target > 2 * own else 4

    sides = range(1, SIZE + 1)
    return Crosstable(rule, tuple(tuple(cell(own, target) for target in sides) for own in sides))


def wound_chart(rule: str = "") -> Crosstable:
    """4+ where strength and toughness are equal, one better or worse for each point between; 2+ to 6+."""
    sides = range(1, SIZE + 1)
    rows = (tuple(min(FACES, max(2, 4 + tough - strength)) for tough in sides) for strength in sides)
    return Crosstable(rule, tuple(rows))


CLASSIC_SKILL = skill_chart()
CLASSIC_WOUND = wound_chart()


def shooting_need(skill: int) -> int:
    """The score a shooter needs before modifiers: 7 less his skill, which may be 1 or less."""
    return FACES + 1 - skill


def armour_modifier(strength: int) -> int:
    """What the strength of a hit does to an armour save: nothing up to 3, then one more for each point."""
    return -max(0, strength - 3)


def second_need(need: int) -> int | None:
    """After the natural 6 that a need of 7, 8 or 9 asks for, a second die must show 4, 5 or 6; none where one die
    settles it.

    >>> [second_need(need) for need in (6, 7, 8, 9)]
    [None, 4, 5, 6]
    """
    return need - 3 if FACES < need <= FURTHEST_SHOT else None


def out_of_reach(need: int) -> bool:
    """Whether no dice can make it."""
    return need > FURTHEST_SHOT


def succeeds(face: int, need: int, sixes: bool = False) -> bool:
    """A natural 1 always fails; where `sixes` is said, a natural 6 always succeeds.

    >>> succeeds(1, 0), succeeds(6, 7), succeeds(6, 7, sixes=True)
    (False, False, True)
    """
    return face != 1 and (face >= need or (sixes and face == FACES))
