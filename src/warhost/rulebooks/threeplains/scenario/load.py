"""What pieces carry besides their arms, as the phases ask about it: how it slows them, and when they let it fall.

Without a scenario nobody carries anything. A siege answers in siege/answers.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.engine.usage import Usage

if TYPE_CHECKING:
    from warhost.engine.question import Refusal
    from warhost.engine.tally import Tally

    from ..setting import Fight
    from ..state import Number
    from ..state import Point as Place


class Load:
    """Nothing."""

    def burden(self, fight: Fight, number: Number, tally: Tally) -> None:
        """The movement of a piece, for what it carries."""

    def too_heavy(self, fight: Fight, number: Number) -> Refusal | None:
        """Why a piece cannot dash with what it carries."""
        return None

    def impeded(self, fight: Fight, number: Number, start: Place, end: Place) -> Refusal | None:
        """Why what a piece carries keeps it from a straight leg between two points."""
        return None

    def used_at_once(self, fight: Fight, number: Number) -> bool:
        """Whether a piece may be ordered on after its legs, for what it has taken up on them."""
        return False

    def fewer_hands(self, fight: Fight, number: Number) -> None:
        """A piece has become smaller, or is no more."""


LOAD = Usage(Load)
