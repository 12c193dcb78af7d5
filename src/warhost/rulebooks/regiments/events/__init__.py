"""What can happen in a battle of Regiments, each with its sentence, chapter by chapter. Units go by their ids."""

from __future__ import annotations

from .combat import Broke, Captured, Challenged, CombatBegan, CombatResult
from .harm import Destroyed, Healed, Laid, Lost, Shot, Struck
from .magic import Cast, Channelled, Dispelled, Miscast, SpellEnded, Winds
from .moving import (
    Arrived,
    Charged,
    ChargeDeclared,
    ChargeFailed,
    Fled,
    Moved,
    OffTable,
    Pursued,
    Reacted,
    Reformed,
)
from .opening import Deployed, EdgeTaken, FirstTurn, HeldBack, Joined, LeftOut, LeftUnit, SpellsLearned, TerrainLaid
from .turns import Ended, Noted, PhaseBegan, Tested, TurnBegan

__all__ = [
    "Arrived",
    "Broke",
    "Captured",
    "Cast",
    "Challenged",
    "Channelled",
    "ChargeDeclared",
    "ChargeFailed",
    "Charged",
    "CombatBegan",
    "CombatResult",
    "Deployed",
    "Destroyed",
    "Dispelled",
    "EdgeTaken",
    "Ended",
    "FirstTurn",
    "Fled",
    "Healed",
    "HeldBack",
    "Joined",
    "Laid",
    "LeftOut",
    "LeftUnit",
    "Lost",
    "Miscast",
    "Moved",
    "Noted",
    "OffTable",
    "PhaseBegan",
    "Pursued",
    "Reacted",
    "Reformed",
    "Shot",
    "SpellEnded",
    "SpellsLearned",
    "Struck",
    "TerrainLaid",
    "Tested",
    "TurnBegan",
    "Winds",
]
