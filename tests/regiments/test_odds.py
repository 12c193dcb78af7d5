"""What blows and shots promise is what the dice give: the odds against a count of every fall of the dice, written
here from the rules and not from the code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from warhost.engine.phrase import Phrase
from warhost.engine.strikes import NEVER, Strikes
from warhost.rulebooks.regiments.fighting.blow import Blow, weapon_of
from warhost.rulebooks.regiments.nature import kind

from .field import number, ours, scene, theirs

FACES = range(1, 7)
Odds = dict[Any, Fraction]


def lying(again: str, failed: Callable[[int], bool]) -> Iterator[tuple[int, Fraction]]:
    """Every way a die can lie at last, thrown once more if the rule says so."""
    for face in FACES:
        if (again == "failures" and failed(face)) or (again == "ones" and face == 1):
            yield from ((second, Fraction(1, 36)) for second in FACES)
        else:
            yield face, Fraction(1, 6)


def to_hit(need: int, again: str, poison: bool) -> Odds:
    """A 1 always misses; 7 and more want a 6 and then 4, 5 or 6; a natural 6 of the poisoned wounds by itself."""
    found: Odds = defaultdict(Fraction)
    for face, chance in lying(again, lambda face: face == 1 or face < min(need, 6)):
        if need > 6:
            for second in FACES:
                found["hit" if face == 6 and second >= need - 3 else "miss"] += chance / 6
        elif face == 1 or face < need:
            found["miss"] += chance
        else:
            found["poisoned" if poison and face == 6 else "hit"] += chance
    return found


def to_wound(need: int, again: str, lethal: bool) -> Odds:
    found: Odds = defaultdict(Fraction)
    for face, chance in lying(again, lambda face: face == 1 or face < need):
        good = face != 1 and face >= need
        found["slain" if good and lethal and face == 6 else "wound" if good else "nothing"] += chance
    return found


def unsaved(*needs: int) -> Fraction:
    """How likely all these saves fail; a 1 always does."""
    found = Fraction(1)
    for need in needs:
        found *= Fraction(sum(face == 1 or face < need for face in FACES), 6)
    return found


def one_die(strikes: Strikes, worth: dict[int, Fraction]) -> Odds:
    """What becomes of one die: wounds it is worth, "slain", or 0."""
    found: Odds = defaultdict(Fraction)
    for hit, chance in to_hit(strikes.hit, strikes.hit_again, strikes.poison).items():
        wounds = to_wound(strikes.wound, strikes.wound_again, strikes.lethal) if hit == "hit" else {}
        for fell, share in ({"wound": Fraction(1)} if hit == "poisoned" else wounds).items():
            if fell == "slain":
                found["slain"] += chance * share * unsaved(strikes.ward)
            elif fell == "wound":
                left = chance * share * unsaved(strikes.save, min(strikes.ward, strikes.regeneration))
                for value, part in worth.items():
                    found[value] += left * part
    found[0] = 1 - sum(found.values())
    return {what: chance for what, chance in found.items() if chance}


def several(die: Odds, dice: int, life: int) -> tuple[dict[int, Fraction], Fraction]:
    """How many are not saved, and how many wounds one body after another loses on average."""
    count: dict[int, Fraction] = defaultdict(Fraction)
    mean = Fraction(0)
    for fates in product(die.items(), repeat=dice):
        chance = Fraction(1)
        for _, share in fates:
            chance *= share
        count[sum(what != 0 for what, _ in fates)] += chance
        mean += chance * sum(life if what == "slain" else min(life, what) for what, _ in fates)
    return count, mean


WORTHS = {
    "": {1: Fraction(1)},
    "D3": {value: Fraction(1, 3) for value in (1, 2, 3)},
    "D6": {value: Fraction(1, 6) for value in FACES},
}
EVERY = list(
    product(
        ("none", "failures", "ones"), ("none", "failures"), (False, True), (False, True), (NEVER, 4), (NEVER, 6, 3),
        tuple(WORTHS), (2, 4, 6, 7, 8), (2, 5), (NEVER, 3),
    )
)  # fmt: skip
MIXES = EVERY[::61]  # each value beside each other, and not too many


@pytest.mark.rule("reg.save.sequence", "reg.sr.poison", "reg.sr.killingblow", "reg.sr.regeneration")
@pytest.mark.parametrize("mix", MIXES, ids=str)
def test_every_mix_of_rules_gives_what_the_dice_give(mix: tuple[Any, ...]) -> None:
    again, wound_again, poison, lethal, regeneration, ward, worth, hit, wound, save = mix
    strikes = Strikes(
        2, hit, wound, save, ward, regeneration, again, wound_again, poison, lethal,
        worth=Phrase.read(worth) if worth else None,
    )  # fmt: skip
    die = one_die(strikes, WORTHS[worth])
    assert {"slain" if lethal else value: chance for (value, lethal), chance in strikes.each().items()} == die
    count, mean = several(die, 2, life=3)
    assert [strikes.unsaved().chance(number) for number in range(3)] == [count[number] for number in range(3)]
    assert strikes.mean(3) == mean


BLOWS = [  # who strikes whom, charging or not: to hit, to wound, armour save, ward, regeneration
    ("men.knights", "orc.warriors", True, (3, 2, NEVER, NEVER, NEVER)),
    ("men.knights", "orc.warriors", False, (3, 4, NEVER, NEVER, NEVER)),
    ("men.halberds", "orc.trolls", False, (4, 4, NEVER, NEVER, 4)),
    ("men.spears", "orc.ironhides", False, (4, 5, 5, NEVER, NEVER)),
]


@pytest.mark.rule("reg.weapon.lance", "reg.weapon.halberd", "reg.tohit.chart", "reg.towound.chart")
@pytest.mark.parametrize(("own", "foe", "charged", "needs"), BLOWS)
def test_blows_promise_what_their_dice_give(own: str, foe: str, charged: bool, needs: tuple[int, ...]) -> None:
    fight = scene(ours("own", own, 5, front=(36, 20), files=5), theirs("foe", foe, 3, front=(36, 30), files=3))
    striker, target = number(fight, "own"), number(fight, "foe")
    blow = Blow(
        fight, striker, target, kind(fight, striker).profile, weapon=weapon_of(fight, striker), charged=charged
    )
    strikes = blow.harm(3).strikes()
    assert (strikes.hit, strikes.wound, strikes.save, strikes.ward, strikes.regeneration) == needs
    count, mean = several(one_die(strikes, WORTHS[""]), 3, kind(fight, target).life)
    assert [strikes.unsaved().chance(at) for at in range(4)] == [count[at] for at in range(4)]
    assert strikes.mean(kind(fight, target).life) == mean
