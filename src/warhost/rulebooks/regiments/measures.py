"""Lengths and directions: the rules speak of inches, millimetres and degrees, the table counts in thousandths.

[reg.core.units] [reg.core.coordinates]
"""

from __future__ import annotations

from warhost.engine.artillery import compass_of, direction_of

INCH = 1000
MM = 25.4
TIE = 1  # lengths that differ by no more than 0.001 in are equal
TOUCH = 50  # bases this near each other touch [reg.charge.geometry]
WIDTH, DEPTH = 72 * INCH, 48 * INCH


def inches(length: float) -> int:
    return round(length * INCH)


def from_mm(length: float) -> int:
    """
    >>> from_mm(20), from_mm(50)
    (787, 1969)
    """
    return round(length * INCH / MM)


def within(length: int, reach: int) -> bool:
    """Whether something so far away is in reach of a rule, the distance itself included."""
    return length <= reach + TIE


def said(length: int) -> str:
    """A length as players say it.

    >>> said(4000), said(1938)
    ('4 in', '1.9 in')
    """
    return f"{round(length / INCH, 1):g} in"


def told_apart(one: int, other: int) -> tuple[str, str]:
    """Two lengths that differ, with as many decimals as it takes to see it.

    >>> told_apart(16010, 16000), told_apart(9000, 8000)
    (('16.01 in', '16 in'), ('9 in', '8 in'))
    """
    for decimals in (1, 2, 3):
        first, second = (f"{round(length / INCH, decimals):g} in" for length in (one, other))
        if first != second:
            break
    return first, second


__all__ = [
    "DEPTH",
    "INCH",
    "TOUCH",
    "WIDTH",
    "compass_of",
    "direction_of",
    "from_mm",
    "inches",
    "said",
    "told_apart",
    "within",
]
