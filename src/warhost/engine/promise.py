"""What dice will decide about an answer: how likely it comes off, and by which rule."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

import msgspec


class Supposed(NamedTuple):
    """How things may lie where a side cannot know it, or when it comes to what was ordered: a battle as it would be
    then, the condition in words such as 'if it is of strength II', and whether only what is decided `first`
    counts."""

    given: str
    state: Any
    first: bool = False


class Promise(msgspec.Struct, frozen=True):
    """In a few words what may come off, such as 'passes its check', for which piece, and its exact chance.

    `given` is what others are taken to do, where that matters, `supposed` on what else it hangs that nobody can
    know yet; `whose` names the piece where nobody would guess it; `forfeit` is what it costs if it does not come
    off.
    """

    what: str
    chance: Fraction
    rule: str
    about: str = ""
    given: str = ""
    whose: str = ""
    forfeit: str = ""
    supposed: str = ""

    @property
    def worded(self) -> str:
        """What may come off, with whose it is and on what condition."""
        whose = f" ({self.whose})" if self.whose else ""
        given = f", if they say {self.given}" if self.given else ""
        return f"{self.what}{whose}{given}"

    def __str__(self) -> str:
        supposed = f" {self.supposed}" if self.supposed else ""
        return f"{self.worded}: {percent(self.chance)}{supposed}{f', or {self.forfeit}' if self.forfeit else ''}"


def percent(chance: Fraction) -> str:
    """'37 %'; only what is certain is called 0 or 100."""
    rounded = _nearest(100 * chance)
    if 0 < chance < 1 and rounded in (0, 100):
        return "over 99 %" if rounded else "under 1 %"
    return f"{rounded} %"


def whole_percent(chance: Fraction) -> int:
    """The same where a number is wanted: 511 of 512 are 99, and only what is certain is 0 or 100.

    >>> whole_percent(Fraction(511, 512)), whole_percent(Fraction(1, 1296)), whole_percent(Fraction(1))
    (99, 1, 100)
    """
    nearest = _nearest(100 * chance)
    return nearest if chance in (0, 1) else min(max(nearest, 1), 99)


def _nearest(number: Fraction) -> int:
    """A half is rounded up, as the page does it.

    >>> _nearest(Fraction(125, 2)), _nearest(Fraction(127, 2)), _nearest(Fraction(62))
    (63, 64, 62)
    """
    return floor(number + Fraction(1, 2))
