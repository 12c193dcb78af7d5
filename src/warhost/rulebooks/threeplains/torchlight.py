"""Who has a torch in one hand, and what that leaves his hands free for.

The hindmost models of a group carry its torches, so that they fall and come to blows last.
[tp.scenario.raid.torches] [tp.scenario.raid.torch_hands]
"""

from __future__ import annotations

from collections.abc import Sequence

from .setting import Fight
from .state import Number
from .weapons import Weapon

TORCHES, TORCH_HANDS = "tp.scenario.raid.torches", "tp.scenario.raid.torch_hands"
BASIC = "hand weapon"


def all_bear(fight: Fight, member: Number) -> bool:
    """Whether there is no model of this kind that has both hands free."""
    piece = fight.state.pieces[member]
    return 0 < piece.models <= piece.torches


def bearers(fight: Fight, member: Number, owners: Sequence[int]) -> list[int]:
    """The bases on which its torch bearers stand, if these are the owners of all bases of its piece."""
    torches = fight.state.pieces[member].torches
    return [base for base, owner in enumerate(owners) if owner == member][-torches:] if torches else []


def beside_a_torch(fight: Fight) -> Weapon:
    """What a bearer fights with.  [tp.scenario.raid.torch_hands]"""
    return fight.setting.weapons[BASIC]
