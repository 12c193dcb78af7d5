"""A blow, a shot or a fall as it is about to hurt somebody."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..library import Weapon
from ..state import NOBODY

Against = Literal["blow", "missile", "spell", "fall"]


class Arm(NamedTuple):
    """What one of his attacks is made with; of two weapons of a kind only one may be smeared with night-root."""

    weapon: Weapon
    smeared: bool = False

    @property
    def called(self) -> str:
        return self.weapon.title.lower()


class Blow(NamedTuple):
    """Who strikes at whom and with what; whether he charged, and whether it is his first round (with this
    enemy).
    """

    striker: int
    target: int
    weapon: Weapon
    charged: bool = False
    first: bool = False
    first_with: bool = False
    smeared: bool = False  # the weapon, with night-root


class Hit(NamedTuple):
    """Something that hit and may wound. A sure one wounds without a roll, and is never critical."""

    strength: int
    save: int = 0  # what the weapon does to armour besides its Strength
    concussion: bool = False
    sure: bool = False


class Source(NamedTuple):
    """Where hits come from: who made them, by which rule, and what may be done against them."""

    by: int = NOBODY
    against: Against = "blow"
    rule: str = "war.wound.chart"
    critical: bool = True
    thrower: int = 0  # the side that throws the attacker's dice
