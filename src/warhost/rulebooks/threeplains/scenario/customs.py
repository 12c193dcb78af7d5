"""By what a side stands, runs and casts in its scenario, besides what data say of it.

In a pitched battle neither side has customs of its own. A rule of a side brings the answers that it changes; a side
of several such rules has them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.engine.usage import Usage

if TYPE_CHECKING:
    from warhost.engine.field.compass import Angle
    from warhost.engine.question import Refusal
    from warhost.engine.tally import Tally

    from ..magic.targets import Casting
    from ..setting import Fight
    from ..state import Number


class Customs:
    """Those of everybody."""

    # --- nerve -------------------------------------------------------------------------------------------------

    def steel(self, fight: Fight, number: Number, kind: str, tally: Tally) -> None:
        """The soldiering dice of a piece in a check of this kind, all counted."""

    def unmoved(self, fight: Fight, number: Number) -> bool:
        """Whether the death of its general does not matter to a piece."""
        return False

    def stays(self, fight: Fight, number: Number, why: str) -> bool:
        """Whether a piece that has failed a break check, or that for its general, does something else than flee."""
        return False

    def runs_home(self, fight: Fight, number: Number) -> Angle | None:
        """The heading in which a piece flees, if it does not matter who frightens it."""
        return None

    def rages(self, fight: Fight, member: Number) -> bool:
        """Whether a piece is in its frenzy without having charged."""
        return False

    # --- the rest ----------------------------------------------------------------------------------------------

    def not_trodden(self, fight: Fight, number: Number) -> str:
        """The rule by which nobody marches over a piece."""
        return ""

    def unjoined(self, fight: Fight, newcomer: Number, group: Number) -> Refusal | None:
        """Why a character, or another part of it, may not join that group."""
        return None

    def thickened(self, fight: Fight, casting: Casting) -> int:
        """Ether dice that a spell of this side meets besides."""
        return 0


CUSTOMS = Usage(Customs)


def customs_of(fight: Fight, number: Number) -> Customs:
    """Those of the side that a piece is on now."""
    return fight.setting.customs[fight.state.pieces[number].side]
