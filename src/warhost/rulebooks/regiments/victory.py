"""The end of a battle: length, victory points, and what scenarios make of them.

[reg.game.length] [reg.vp.units] [reg.vp.general] [reg.vp.standards] [reg.vp.result] [reg.scenario.pitched]
[reg.scenario.rearguard] [reg.scenario.standards] [reg.scenario.tower]
"""

from __future__ import annotations

from warhost.engine.field.shapes import gap, polygon
from warhost.engine.tally import Tally
from warhost.engine.words import sentence

from .bodies import body
from .events import Ended, OffTable
from .measures import TIE, inches
from .moving.buildings import garrison_of
from .nature import present
from .setting import Fight
from .state import NOBODY, Score, Unit

TURNS = 6
CLOSE = 100
GENERAL, STANDARD, BATTLE_STANDARD = 100, 25, 100
EXIT, EXIT_TURN = 100, 4
PRIDE = {"standard": 1, "battle standard": 2, "general": 3}
GONE = ("destroyed", "fled", "reserve")


# --- points ----------------------------------------------------------------------------------------------------


def victory_points(fight: Fight, side: int, *, told: bool = False) -> Tally:
    """What a side has scored: enemy units destroyed, fled or fleeing, the General, standards.

    Where it is `told` while the battle goes on, whoever lies in ambush is not among the lost: nobody is to know of
    him before he comes, or does not.  [reg.sr.ambushers]
    """
    found = Tally(0, "reg.vp.units", "nothing yet")
    for unit in fight.state.units:
        if unit.side != side and lost(fight, unit) and not (told and unit.fate == "reserve"):
            _count(fight, unit, found)
    found.add(STANDARD * fight.state.trophies[side], "reg.vp.standards", "standards taken")
    found.add(fight.state.exits[side], "reg.scenario.rearguard", "units that slipped away")
    if fight.setting.scenario.defender and side == 0:
        found.add(-(-found.total // 2), "reg.scenario.rearguard", "the rearguard counts one and a half times")
    return found


def _count(fight: Fight, unit: Unit, found: Tally) -> None:
    entry = fight.setting.entries[unit.entry]
    found.add(entry.points, "reg.vp.units", entry.title)
    if entry.general:
        found.add(GENERAL, "reg.vp.general", "the General")
    if entry.battle_standard:
        found.add(BATTLE_STANDARD, "reg.vp.standards", "the battle standard")


def lost(fight: Fight, unit: Unit) -> bool:
    """Destroyed, off the table, never come, or in flight when the battle is over."""
    if unit.fate in GONE:
        return True
    host = fight.state.units[unit.host] if unit.host != NOBODY else unit
    return host.fleeing


def standing(fight: Fight) -> str:
    """How it stands by what decides here, in words that both sides may hear; nothing before the first turn."""
    if not fight.state.clock:
        return ""
    on = fight.state.score is None
    first, second = (victory_points(fight, side, told=on).total for side in (0, 1))
    facts = [f"victory points: {first} to {second}"]
    if fight.setting.scenario.pride:
        (left, had), (other, other_had) = pride(fight, 0), pride(fight, 1)
        facts.insert(0, f"pride: {left} of {had} to {other} of {other_had}")
    if fight.setting.scenario.tower:
        holder, _ = _holder(fight)
        facts.insert(0, f"the tower: {'nobody' if holder == NOBODY else fight.setting.armies[holder].name}")
    return sentence("; ".join(facts))


# --- the end ---------------------------------------------------------------------------------------------------


def judge_now(fight: Fight) -> bool:
    """Whether the battle is over before its time: a side has nobody left, or its pride is broken."""
    for side in (0, 1):
        if not any(unit.side == side and (unit.present or unit.fate == "reserve") for unit in fight.state.units):
            _finish(fight, "no unit of one side is left", "reg.game.length")
            return True
    return False


def end_of_turn(fight: Fight) -> bool:
    """After each player turn: broken pride; after the last, the count."""
    if fight.setting.scenario.pride and _pride_judged(fight):
        return True
    if fight.state.clock >= 2 * TURNS:
        if not (fight.setting.scenario.tower and _tower_judged(fight)):
            _finish(fight, "six turns have been fought", "reg.vp.result")
        return True
    return False


def _finish(fight: Fight, why: str, rule: str) -> None:
    """The higher total wins; less than 100 points between them is a draw.  [reg.vp.result]"""
    points = victory_points(fight, 0).total, victory_points(fight, 1).total
    winner = decided(points)
    told = f"{why}: {points[0]} to {points[1]} victory points"
    if winner != NOBODY:
        high, low = points[winner], points[1 - winner]
        told += ", a massacre" if high >= 2 * low else ""
    _close(fight, winner, points, rule, told if winner != NOBODY else f"{told}, a draw")


def decided(points: tuple[int, int]) -> int:
    if abs(points[0] - points[1]) < CLOSE:
        return NOBODY
    return 0 if points[0] > points[1] else 1


def _close(fight: Fight, winner: int, points: tuple[int, int], rule: str, why: str) -> None:
    fight.state.score = Score(winner, points, rule, why)
    fight.tell(Ended(rule, None if winner == NOBODY else winner, f"{why[:1].upper()}{why[1:]}"))


# --- scenarios -------------------------------------------------------------------------------------------------


def pride(fight: Fight, side: int) -> tuple[int, int]:
    """What is left of a side's pride, and what it began with.  [reg.scenario.standards]"""
    left = start = 0
    for unit in fight.state.units:
        if unit.side != side:
            continue
        entry = fight.setting.entries[unit.entry]
        there = unit.alive or unit.fate in ("waiting", "left", "reserve")
        worth = PRIDE["general"] * entry.general + PRIDE["battle standard"] * entry.battle_standard
        start += worth + entry.standard
        left += worth * there + (entry.standard and there and unit.standard)
    return left, start


def _pride_judged(fight: Fight) -> bool:
    broken = [side for side in (0, 1) if 3 * pride(fight, side)[0] < pride(fight, side)[1]]
    if len(broken) == 1:
        points = victory_points(fight, 0).total, victory_points(fight, 1).total
        why = f"the pride of {fight.setting.armies[broken[0]].name} is broken"
        _close(fight, 1 - broken[0], points, "reg.scenario.standards", why)
        return True
    if broken:
        _finish(fight, "the pride of both sides is broken", "reg.scenario.standards")
    return bool(broken)


def _tower_judged(fight: Fight) -> bool:
    side, why = _holder(fight)
    if side == NOBODY:
        return False
    points = victory_points(fight, 0).total, victory_points(fight, 1).total
    _close(fight, side, points, "reg.scenario.tower", why)
    return True


def _holder(fight: Fight) -> tuple[int, str]:
    """Whoever garrisons the tower has it, else the only side near it.  [reg.scenario.tower]"""
    tower = next(at for at, feature in enumerate(fight.state.terrain) if feature.kind == "tower")
    garrison = garrison_of(fight, tower)
    if garrison != NOBODY:
        side = fight.state.units[garrison].side
        return side, f"{fight.setting.armies[side].name} hold the tower"
    near = [side for side in (0, 1) if _near(fight, side, tower)]
    if len(near) != 1:
        return NOBODY, ""
    return near[0], f"only {fight.setting.armies[near[0]].name} are at the tower"


def _near(fight: Fight, side: int, tower: int) -> bool:
    walls = polygon(fight.state.terrain[tower].points)
    return any(
        not fight.state.units[n].fleeing
        and any(gap(part, walls) <= inches(6) + TIE for part in body(fight, n).parts)
        for n in present(fight, side)
    )


def may_slip_away(fight: Fight, number: int) -> bool:
    """From his fourth turn on a unit of the rearguard that touches the attacker's edge may leave."""
    unit = fight.state.units[number]
    if not fight.setting.scenario.defender or unit.side != 0 or fight.state.turn < EXIT_TURN or not unit.present:
        return False
    return body(fight, number).block.top >= fight.setting.depth - inches(1) - TIE


def slip_away(fight: Fight, number: int) -> None:
    unit = fight.state.units[number]
    gained = min(EXIT, fight.setting.entries[unit.entry].points)
    first, second = fight.state.exits
    fight.state.exits = (first + gained, second)
    fight.tell(OffTable("reg.scenario.rearguard", unit.name, safe=True))
    for leader in unit.leaders:
        fight.state.units[leader].fate, fight.state.units[leader].host = "left", NOBODY
    unit.fate, unit.leaders = "left", ()
