"""What is asked of whoever writes an army for a battle that has been agreed on."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from .roster import Roster


class Commission(Struct, frozen=True):
    """So many `points` (0: as many as he likes), for this part of this scenario, against so many of the enemy."""

    points: int
    scenario: str = ""
    part: str = ""
    against: int = 0
    rule: str = ""  # by which the points are what they are

    def taken_on(self, roster: Roster) -> Roster:
        """The roster as one that is written for it, whatever it was written for at first."""
        return replace(roster, scenario=self.scenario, part=self.part, against=self.against)

    def why_not(self, roster: Roster) -> str:
        """Why its size is wrong, if it is."""
        if self.points in (0, roster.points):
            return ""
        return f"{self.part or 'this army'}: a roster of {self.points} points is wanted, not one of {roster.points}"
