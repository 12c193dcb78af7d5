"""Seeing, aiming and shooting, where a battle has its own light or its own walls.

By day and in the open nothing differs. A raid by night answers in night.py, a siege in siege/answers.py.
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


class Sights:
    """Broad day on an open field."""

    # --- light -------------------------------------------------------------------------------------------------

    def obscured(self, fight: Fight, viewer: Number, target: Number) -> Refusal | None:
        """Why a piece does not see that one, though nothing stands between them."""
        return None

    def unmarked(self, fight: Fight, viewer: Number, target: Number) -> Refusal | None:
        """Why neither missile nor spell is aimed at a piece that is seen."""
        return None

    def unmarked_spot(self, fight: Fight, viewer: Number, spot: Place) -> Refusal | None:
        """Why neither missile nor spell is aimed at a place, by whom."""
        return None

    def hamper(self, fight: Fight, number: Number, tally: Tally) -> None:
        """What a piece needs to hit, in combat and shooting."""

    # --- shooting ----------------------------------------------------------------------------------------------

    def sheltered(self, fight: Fight, shooter: Number, target: Number) -> bool:
        """Whether a shooter finds this target behind something better than cover."""
        return False

    def burns_well(self, fight: Fight, target: Number) -> bool:
        """Whether archers may set a piece alight, and should."""
        return False

    def shoots_in_combat(self, fight: Fight, number: Number) -> bool:
        """Whether a piece in combat may shoot."""
        return False

    def endangers_nobody(self, fight: Fight, shooter: Number, target: Number) -> bool:
        """Whether shots at that target, which is in combat, strike nobody else."""
        return False


SIGHTS = Usage(Sights)
