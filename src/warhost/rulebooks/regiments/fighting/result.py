"""The result of a round: points of both sides, row by row.

[reg.combat.result] [reg.combat.cr.wounds] [reg.combat.cr.charge] [reg.combat.cr.high] [reg.combat.cr.ranks]
[reg.combat.cr.standard] [reg.combat.cr.bsb] [reg.combat.cr.flank] [reg.combat.cr.rear] [reg.combat.cr.overkill]
[reg.combat.disrupt] [reg.cmd.musician]
"""

from __future__ import annotations

from warhost.engine.tally import Tally

from ..bodies import body, rank_sizes
from ..land.hazards import in_river
from ..nature import all_have, kind
from ..nerve.leadership import standard_of
from ..setting import Fight
from ..state import NOBODY
from .places import full_ranks
from .round import Melee
from .strikers import charged_now

SKIRMISH = "reg.sr.skirmishers"


def totals(melee: Melee) -> tuple[Tally, Tally]:
    first, second = (_points(melee, side) for side in (0, 1))
    return first, second


def _points(melee: Melee, side: int) -> Tally:
    fight, given = melee.fight, melee.fight.setting.result
    ours = [number for number in melee.units if melee.side(number) == side]
    found = Tally(melee.wounds[side], "reg.combat.cr.wounds", "wounds")
    if any(contact.assault for contact in melee.contacts):  # only wounds count [reg.terrain.building]
        return found
    _add_charge(melee, ours, found)
    found.add(min(given.ranks, _ranks(melee, ours)), "reg.combat.cr.ranks", "extra ranks")
    if any(fight.state.units[number].standard and fight.state.units[number].alive for number in ours):
        found.add(given.standard, "reg.combat.cr.standard", "standard")
    if battle_standard_here(fight, ours, side):
        found.add(given.battle_standard, "reg.combat.cr.bsb", "battle standard")
    _add_sides(melee, side, found)
    found.add(min(given.overkill, melee.overkill[side]), "reg.combat.cr.overkill", "overkill")
    return found


def _add_charge(melee: Melee, ours: list[int], found: Tally) -> None:
    """Once a side; a wall takes it away."""
    fight, given = melee.fight, melee.fight.setting.result
    fresh = [
        one
        for one in melee.contacts
        if one.a in ours and one.clock == fight.state.clock and charged_now(fight, one.a, one)
    ]
    if fresh:
        found.add(given.charging, "reg.combat.cr.charge", "charging")
    if any(one.high for one in fresh):
        found.add(given.high, "reg.combat.cr.high", "high ground")


def battle_standard_here(fight: Fight, ours: list[int], side: int) -> bool:
    bearer = standard_of(fight, side)
    if bearer == NOBODY or fight.state.units[bearer].back:
        return False
    host = fight.state.units[bearer].host
    return (bearer if host == NOBODY else host) in ours


def _ranks(melee: Melee, ours: list[int]) -> int:
    return max((extra_ranks(melee.fight, number, melee) for number in ours), default=0)


def extra_ranks(fight: Fight, number: int, melee: Melee | None = None) -> int:
    """Full ranks behind the first; none for skirmishers, in a river, or if flank or rear are disrupted."""
    if not fight.state.units[number].alive or all_have(fight, number, SKIRMISH):
        return 0
    if in_river(fight, number, body(fight, number)) or (melee is not None and disrupted(melee, number)):
        return 0
    return max(0, ranks_of_unit(fight, number) - 1)


def ranks_of_unit(fight: Fight, number: int) -> int:
    """Full ranks, the front one among them; a garrison has none.  [reg.terrain.building]"""
    if fight.state.units[number].fate == "garrison":
        return 0
    width = kind(fight, number).troop.rank
    return full_ranks(rank_sizes(fight, number), width)


def disrupted(melee: Melee, number: int) -> bool:
    """Attacked in flank or rear by an enemy with two full ranks that is no skirmisher.  [reg.combat.disrupt]"""
    fight = melee.fight
    for contact in melee.contacts:
        if number not in (contact.a, contact.b) or contact.side_of(number) == "front":
            continue
        foe = contact.foe(number)
        if fight.state.units[foe].alive and not all_have(fight, foe, SKIRMISH) and ranks_of_unit(fight, foe) >= 2:
            return True
    return False


def _add_sides(melee: Melee, side: int, found: Tally) -> None:
    """+1 for each flank of an enemy unit that is fought, +2 for its rear, however many fight there."""
    given, seen = melee.fight.setting.result, list[tuple[int, str]]()
    for contact in melee.contacts:
        for number in (contact.a, contact.b):
            foe = contact.foe(number)
            if melee.side(foe) != side or not melee.fight.state.units[foe].alive:
                continue
            struck = contact.side_of(number)
            if struck == "front" or (number, struck) in seen or not melee.fight.state.units[number].alive:
                continue
            seen.append((number, struck))
            if struck == "rear":
                found.add(given.rear, "reg.combat.cr.rear", "rear attack")
            else:
                found.add(given.flank, "reg.combat.cr.flank", "flank attack")


def winner_of(melee: Melee, first: int, second: int) -> tuple[int, int]:
    """Which side wins and by how much; a lone musician wins a draw by 1, NOBODY is a draw. A side of which nobody
    is left has lost, whatever the points.  [reg.cmd.musician] [reg.combat.result]"""
    alone = left_alone(melee)
    if alone != NOBODY:
        return alone, abs(first - second)
    if first != second:
        return (0, first - second) if first > second else (1, second - first)
    music = [_music(melee, side) for side in (0, 1)]
    if music[0] == music[1] or any(contact.assault for contact in melee.contacts):
        return NOBODY, 0
    return (0, 1) if music[0] else (1, 1)


def left_alone(melee: Melee) -> int:
    """The side that alone has anybody left in the combat; NOBODY if both have, or neither."""
    units = melee.fight.state.units
    sides = dict.fromkeys(units[number].side for number in melee.units if units[number].alive)
    return next(iter(sides)) if len(sides) == 1 else NOBODY


def _music(melee: Melee, side: int) -> bool:
    units = melee.fight.state.units
    return any(
        units[number].musician and units[number].alive for number in melee.units if units[number].side == side
    )
