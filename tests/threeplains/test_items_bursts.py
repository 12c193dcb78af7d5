"""What the bursts of items take off a save, and how many dice stand for a life point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from warhost.engine.dice import Faces, Throw
from warhost.engine.oracle import Scripted
from warhost.rulebooks.threeplains.events.blows import Damaged
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items import blasts, bolts, portents, uses
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.setting import Fight

from .armoury import duel, rules
from .scene import told

TOUGHNESS, AGILITY = 15, 12


class Low(Scripted):
    """The first die as given, all others ones."""

    def throw(self, throw: Throw) -> Faces:
        return super().throw(throw) if self.dice else Faces((1,) * throw.count)


def fools(fight: Fight) -> None:
    blasts._bursts(fight, 0, blasts.FOOLS, (36000, 20000))


def keg(fight: Fight) -> None:
    uses.scolex_keg(fight, Casting(0, book[rules("scolex_keg")[0]], 0, 0, 1))


def fang(fight: Fight) -> None:
    bolts.fang_of_fallax(fight, 0)


def hourglass(fight: Fight) -> None:
    spell = book["tp.spell.black.black_veil"]
    portents.fill_the_hourglass(fight, 0, Casting(1, spell, 1, 3, 0))


CASES: dict[str, tuple[Callable[[Fight], Any], list[int], int, int]] = {
    "sword_of_fools": (fools, [], 8, 6),
    "scolex_keg": (keg, [6], 4, 2),
    "fang_of_fallax": (fang, [], 1, 1),
    "mysterious_hourglass": (hourglass, [1], 1, 1),
}


@pytest.mark.rule(
    "tp.item.weapon.sword_of_fools", "tp.item.weapon.scolex_keg", "tp.item.weapon.fang_of_fallax",
    "tp.item.arcane.mysterious_hourglass",
)  # fmt: skip
@pytest.mark.parametrize("item", CASES)
def test_what_a_burst_takes_off_a_save(item: str) -> None:
    act, first, pierces, hinders = CASES[item]
    seen = []
    for save in ({"toughness": TOUGHNESS, "agility": 0}, {"toughness": 0, "agility": AGILITY}):
        fight = duel(item, own={"life": 90}, foe={**save, "life": 90}, charge=inches(9), run=inches(9))
        fight.oracle = Low(first)
        act(fight)
        seen += {(one.save, one.dodged) for one in told(fight, Damaged) if one.piece == 1}
    assert seen == [(TOUGHNESS - pierces, 0), (0, AGILITY - hinders)]
