"""Weapons that are the better the worse their bearer is off.  [tp.magic.items.weapon]"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.tally import Tally

from ..fighting.engulf import engulfed
from ..fighting.fronts import flank_and_rear, inches_beyond
from ..fighting.prowess import Readied
from ..figure import Blows
from ..magic.book import title
from ..morale.checks import fear_upon, natures
from ..moving.groups import outermost
from ..setting import Fight
from ..special import qualities, specials
from ..state import Number

HAXECE = "tp.item.weapon.spear_of_haxece"
STORACUS = "tp.item.weapon.axes_of_storacus"
ENGULFED = 4
MAGICAL = ("tp.item.", "tp.spell.")


def _overlapped_by(fight: Fight, number: Number) -> int:
    """In whole inches.  [tp.item.weapon.axes_of_storacus]"""
    return 0 if qualities.never_overlapped.name in natures(fight, number) else inches_beyond(fight, number)


def steps(fight: Fight, bearer: Number) -> int:
    """One for enemies in flank or rear, one for each inch of overlap, four in a ring, one for each point of fear.

    [tp.item.weapon.spear_of_haxece]
    """
    host = outermost(fight, bearer)
    behind = int(bool(flank_and_rear(fight, host)))
    ring = ENGULFED if engulfed(fight, host) else 0
    return behind + ring + _overlapped_by(fight, host) + fear_upon(fight, host)[0]


@specials.attacks_in_all(HAXECE)
def spear_of_haxece(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """Counted after all else, since how flimsy ranks are hangs on that.  [tp.item.weapon.spear_of_haxece]"""
    if line.part == "self":
        tally.add(steps(fight, member), HAXECE, title(HAXECE))


@specials.together(HAXECE)
def keener_in_need(readied: list[Readied], fight: Fight, member: Number) -> list[Readied]:
    """Each step takes 1 off toughness and adds 1 to the damage range, as he was off when the round began.

    [tp.item.weapon.spear_of_haxece]
    """
    more = steps(fight, member)
    return [
        one._replace(
            attack=structs.replace(one.attack, toughness=one.attack.toughness + more, top=one.attack.top + more)
        )
        if one.blow.member == member and one.attack.rule == HAXECE
        else one
        for one in readied
    ]


@specials.attacks_in_all(STORACUS)
def axes_of_storacus(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """One for each inch of overlap; in a ring all that do not come of magic twice instead.

    [tp.item.weapon.axes_of_storacus]
    """
    host = outermost(fight, member)
    if line.part != "self":
        return
    if not engulfed(fight, host):
        tally.add(_overlapped_by(fight, host), STORACUS, title(STORACUS))
        return
    plain = sum(step.amount for step in tally.steps if step.op == "add" and not step.rule.startswith(MAGICAL))
    tally.add(line.attacks + plain, STORACUS, title(STORACUS))
