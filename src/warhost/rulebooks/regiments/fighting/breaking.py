"""Whether the losers of a round stand.

[reg.break.test] [reg.break.standard] [reg.break.steadfast] [reg.break.insane] [reg.sr.stubborn]
[reg.sr.unbreakable] [reg.sr.unstable] [reg.sr.frenzy]
"""

from __future__ import annotations

from collections.abc import Iterator

from ..bodies import body
from ..choosing import next_of
from ..events import Broke, Noted
from ..land.sight import mostly_on
from ..nature import all_have, kind, nature
from ..nerve.leadership import ld_test, leadership, standard_of
from ..setting import Fight
from ..special import points
from ..state import NOBODY
from ..wounds.casualties import wound_directly
from ..wounds.gone import destroyed, lose_standard
from .result import ranks_of_unit
from .round import Melee

RULE = "reg.break.test"
FRENZY, SKIRMISH = "reg.sr.frenzy", "reg.sr.skirmishers"


class BreakTest:
    """A break test about to be taken: special rules may change it or take its place."""

    __slots__ = ("crumbles", "fight", "holds", "margin", "unit", "unmodified")

    def __init__(self, fight: Fight, unit: int, margin: int):
        self.fight, self.unit, self.margin = fight, unit, margin
        self.holds = self.crumbles = self.unmodified = False


def losers_test(melee: Melee, loser: int, margin: int) -> list[int]:
    """Every losing unit tests with the same difference; returns those that break."""
    fight, broken = melee.fight, list[int]()
    losers = [number for number in melee.units if melee.side(number) == loser and fight.state.units[number].alive]
    for number in _in_order(melee, losers, margin):
        _calm(fight, number)
        if not _stands(melee, number, margin):
            broken.append(number)
    for number in broken:
        break_away(fight, number)
    return [number for number in broken if fight.state.units[number].alive]


def _in_order(melee: Melee, losers: list[int], margin: int) -> Iterator[int]:
    """One after the other as their owner likes, where dice are thrown for several.  [reg.turn.decisions]"""
    fight, left = melee.fight, list(losers)
    while left:
        number = left[0]
        if sum(_throws(melee, one, margin) for one in left) > 1:
            side, text = fight.state.units[number].side, "Which unit takes its break test next?"
            number = next_of(fight, side, left, "next break test", RULE, text)
        left.remove(number)
        yield number


def _throws(melee: Melee, number: int, margin: int) -> bool:
    test = prepared(melee, number, margin)
    return not test.holds and not test.crumbles


def _calm(fight: Fight, number: int) -> None:
    """A unit that loses a round loses its frenzy, before it tests.  [reg.sr.frenzy]"""
    for one in (number, *fight.state.units[number].leaders):
        unit = fight.state.units[one]
        if FRENZY in kind(fight, one).rules and FRENZY not in unit.lost:
            unit.lost = (*unit.lost, FRENZY)
            fight.tell(Noted(FRENZY, unit.name, "loses its frenzy"))


def _stands(melee: Melee, number: int, margin: int) -> bool:
    fight, unit = melee.fight, melee.fight.state.units[number]
    test = prepared(melee, number, margin)
    if test.crumbles:
        wound_directly(fight, number, margin, combat=True)
        return True
    if test.holds:
        return True
    unit.held = ld_test(fight, number, "break", RULE, 0 if test.unmodified else -margin, leadership(fight, number))
    return unit.held


def prepared(melee: Melee, number: int, margin: int) -> BreakTest:
    """What special rules, walls and woods make of a test."""
    fight = melee.fight
    test = BreakTest(fight, number, margin)
    points.breaking.each(nature(fight, number), test)
    if any(contact.assault and contact.b == number for contact in melee.contacts):
        test.unmodified = True  # [reg.terrain.building]
    if in_the_woods(fight, number) or (fight.setting.on("steadfast") and steadfast(melee, number)):
        test.unmodified = True
    return test


def in_the_woods(fight: Fight, number: int) -> bool:
    """Skirmishing infantry in a forest is stubborn.  [reg.terrain.forest]"""
    if kind(fight, number).troop.id != "infantry" or not all_have(fight, number, SKIRMISH):
        return False
    return mostly_on(body(fight, number), fight.setting.land(fight.state.terrain).woods)


def steadfast(melee: Melee, number: int) -> bool:
    """More full ranks than every enemy, and not most of it in woods or water.  [reg.break.steadfast]"""
    fight = melee.fight
    foes = [foe for foe in melee.units if melee.side(foe) != melee.side(number) and fight.state.units[foe].alive]
    own = ranks_of_unit(fight, number)
    if any(ranks_of_unit(fight, foe) >= own for foe in foes):
        return False
    land = fight.setting.land(fight.state.terrain)
    rough = [ground for ground in land.grounds if ground.kind.id in ("forest", "river", "marsh")]
    return not mostly_on(body(fight, number), rough)


def break_away(fight: Fight, number: int) -> None:
    """Its standard bearer is slain, and a battle standard bearer with it; a war machine is lost."""
    unit = fight.state.units[number]
    fight.tell(Broke(RULE, unit.name))
    unit.broke = True
    if unit.standard:
        unit.models -= 1
        lose_standard(fight, unit, taken=False)
        unit.flag = True
    bearer = standard_of(fight, unit.side)
    if bearer != NOBODY and (bearer == number or fight.state.units[bearer].host == number):
        destroyed(fight, bearer, "slain with the battle standard", panics=False)
    if (unit.alive and unit.models <= 0) or (kind(fight, number).machine and unit.alive):
        destroyed(fight, number, "destroyed")
