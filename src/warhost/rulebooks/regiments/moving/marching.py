"""Whether a unit may march, and what it must pass for it.

[reg.move.march] [reg.army.und.rule.undead] [reg.troop.chariot] [reg.troop.warmachine] [reg.sr.hover]
[reg.sr.seacreature] [reg.terrain.building]
"""

from __future__ import annotations

from warhost.engine.question import Refusal

from ..bodies import body, in_range
from ..land.hazards import crosses_river
from ..measures import inches
from ..nature import enemies, engaged, has, kind, named, nature
from ..nerve.leadership import ld_test
from ..setting import Fight
from ..special import points

RULE = "reg.move.march"
WATCHED = inches(8)
SEA = "reg.sr.seacreature"
DRY = Refusal(SEA, "it may not march while out of water")


def why_not_march(fight: Fight, number: int) -> Refusal | None:
    unit, who = fight.state.units[number], (named(fight, number),)
    if kind(fight, number).machine:
        return Refusal("reg.troop.warmachine", "a war machine does not march")
    if kind(fight, number).troop.id == "chariot":
        return Refusal("reg.troop.chariot", "a chariot does not march")
    if unit.fate == "garrison":
        return Refusal("reg.terrain.building", "{who} {leaves} the building and {does} no more", who)
    if unit.slowed:
        return Refusal(RULE, "{who} {has} failed the test to march", who)
    if unit.drilled:
        return Refusal("reg.reform.swift", "{who} {has} reformed and may not march", who)
    if has(fight, number, SEA) and not crosses_river(fight, body(fight, number).block):
        return DRY
    return points.may_march.first(nature(fight, number), fight, number)


def must_test(fight: Fight, number: int) -> bool:
    """An enemy within 8 in who is neither engaged nor fleeing makes a march doubtful."""
    if points.march_freely.any(nature(fight, number), fight, number):
        return False
    return any(
        not fight.state.units[foe].fleeing and not engaged(fight, foe) and in_range(fight, number, foe, WATCHED)
        for foe in enemies(fight, number)
    )


def may_march_now(fight: Fight, number: int) -> bool:
    """The test is taken when the unit is about to march."""
    return not must_test(fight, number) or ld_test(fight, number, "march", RULE)
