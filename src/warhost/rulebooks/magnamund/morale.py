"""Phase 5: morale.  [mag.turn.phase5]

Units that have a reason test once a turn; those who fail retire or rout at once.
"""

from __future__ import annotations

from warhost.engine.phrase import Phrase
from warhost.engine.question import Choose
from warhost.engine.tally import Tally
from warhost.engine.trial import Trial

from .events import MoraleReckoned, MoraleTested
from .flight import flee, threat_to
from .pieces import commander, distance, fighters, members, skilled, squares_of
from .setting import Fight
from .sheets import MoraleSheet
from .specials import Aura, aura, instead_of_morale, morale_of_friends
from .state import NOBODY

CARRY_ON, RETIRE, ROUT = "carry on", "retire", "rout"

WHO_TESTS = "Which unit tests its morale next?"


def morale_one(fight: Fight) -> bool:
    """One unit of the active side tests; False when none has to. Heroes and monsters never do.

    [mag.morale.who] [mag.hero.no_morale]
    """
    side = fight.state.active
    due = [
        index for index, unit in enumerate(fight.setting.units) if unit.force == side and must_test(fight, index)
    ]
    if not due:
        return False
    unit = due[0]
    if len(due) > 1:
        options = [fight.setting.units[index].id for index in due]
        picked = fight.ask(Choose(commander(fight, side), "test", options, "mag.turn.phase5", text=WHO_TESTS))
        unit = fight.setting.group[picked].unit
    fight.state.units[unit].tested = True
    if not _spared(fight, unit):
        _test(fight, unit)
    return True


def sheet_of(fight: Fight, unit: int) -> MoraleSheet | None:
    return fight.setting.figures[fight.setting.units[unit].members[0]].sheet.morale


def must_test(fight: Fight, unit: int) -> bool:
    """Once a turn, and only for a reason.  [mag.morale.once]"""
    if fight.state.units[unit].tested or not members(fight, unit):
        return False
    return bool(triggers(fight, unit)) or bool(auras(fight, unit))


def triggers(fight: Fight, unit: int) -> list[tuple[str, str]]:
    """What happened to a unit this turn that makes it test: the morale modifier and the rule of each.

    The basic game has no magic, so that trigger of the sheets never fires.
    [mag.morale.trigger.magic] [mag.setup.scope]
    """
    sheet, suffered = sheet_of(fight, unit), fight.state.units[unit]
    if sheet is None:
        return []
    found = []
    if len(suffered.killers) * 100 >= sheet.casualties_percent * suffered.strength > 0 and suffered.killers:
        found.append(("casualty_trigger", "mag.morale.trigger.casualties"))
    if half_gone(fight, unit, sheet):
        found.append(("half_strength", "mag.morale.trigger.half"))
    if suffered.rear_attackers and sheet.attacked_in_flank_or_rear:
        found.append(("attacked_in_rear", "mag.morale.trigger.flank"))
    elif suffered.flank_attackers and sheet.attacked_in_flank_or_rear:
        found.append(("attacked_in_flank", "mag.morale.trigger.flank"))
    if suffered.monsters and sheet.fought_monster:
        found.append(("fought_monster", "mag.morale.trigger.monster"))
    if fight.state.leaders_slain[fight.setting.units[unit].force] and sheet.leader_killed:
        found.append(("leader_killed", "mag.morale.trigger.leader"))
    if suffered.friends_routed:
        found.append(("friends_routed_within_6", "mag.morale.trigger.rout_nearby"))
    return found


def half_gone(fight: Fight, unit: int, sheet: MoraleSheet) -> bool:
    """Half of the pieces it began with are lost; who is hypnotised or left by an exit is not."""
    everyone = fight.setting.units[unit].members
    lost = sum(fight.state.pieces[number].fate in ("slain", "fled") for number in everyone)
    return lost * 100 >= sheet.half_percent * len(everyone)


def auras(fight: Fight, unit: int) -> list[tuple[int, Aura]]:
    """Enemy heroes whose aura the unit stands in and has not yet withstood; of the hidden nothing is felt.

    [mag.morale.trigger.aura]
    """
    sheet, side = sheet_of(fight, unit), fight.setting.units[unit].force
    if sheet is None or not sheet.enemy_aura:
        return []
    reach, found = fight.setting.library.tables.aura_reach, []
    for hero in skilled(fight, 1 - side):
        if hero in fight.state.units[unit].steady:
            continue
        for shed in aura.replies(fight.state.pieces[hero].skills, fight, hero, unit):
            if shed is not None and within(fight, unit, hero, reach):
                found.append((hero, shed))
    return found


def within(fight: Fight, unit: int, number: int, reach: int) -> bool:
    """Whether any piece of a unit is so near to a piece."""
    there = squares_of(fight, number)
    return any(distance(fight, member, there) <= reach for member in members(fight, unit))


def _spared(fight: Fight, unit: int) -> bool:
    """Whether somebody keeps the unit from having to test."""
    side = fight.setting.units[unit].force
    for hero in skilled(fight, side, hidden=True):
        skills = fight.state.pieces[hero].skills
        near = instead_of_morale.heeds(skills) and within(fight, unit, hero, 1)
        if near and instead_of_morale.any(skills, fight, hero, unit):
            return True
    return False


def morale_value(fight: Fight, unit: int, rolled: int) -> Tally:
    """Base and dice, and everything that lifts or sinks the spirits.  [mag.morale.modifiers]"""
    sheet = sheet_of(fight, unit)
    assert sheet is not None
    tally = Tally(sheet.base, "mag.morale.value", "morale value")
    tally.add(rolled, "mag.morale.procedure", "dice")
    modifiers = sheet.modifiers
    for key, rule in triggers(fight, unit):
        tally.add(modifiers[key], rule, key.replace("_", " "))
    for _, shed in auras(fight, unit):
        tally.add(modifiers[shed.modifier], shed.rule, "in an aura")
    side, suffered = fight.setting.units[unit].force, fight.state.units[unit]
    for hero in skilled(fight, side, hidden=True):
        morale_of_friends.each(fight.state.pieces[hero].skills, tally, fight, hero, unit)
    leader = fight.state.leaders[side]
    reach = fight.setting.library.tables.leader_reach
    if leader != NOBODY and fight.state.pieces[leader].present and within(fight, unit, leader, reach):
        tally.add(modifiers["leader_within_6"], "mag.morale.modifiers", "leader near")
    if _mostly_covered(fight, unit):
        key = "more_than_half_in_medium_or_heavy_cover"
        tally.add(modifiers[key], "mag.morale.modifiers", "in good cover")
    if suffered.killed > suffered.lost:
        tally.add(modifiers["killed_more_than_lost_in_combat"], "mag.morale.modifiers", "winning its combat")
    return tally


def _mostly_covered(fight: Fight, unit: int) -> bool:
    """More than half in medium or heavy cover, each against the enemy nearest to it, if there is one."""
    setting, everyone = fight.setting, members(fight, unit)
    enemies = fighters(fight, 1 - setting.units[unit].force)
    covered = 0
    for number in everyone:
        square, sheet = fight.state.pieces[number].square, setting.figures[number].sheet
        degree = sheet.cover[setting.board.terrain[square]]
        if enemies:
            nearest = min(enemies, key=lambda enemy: distance(fight, enemy, (square,)))
            degree = setting.land.cover(sheet, square, fight.state.pieces[nearest].square)
        covered += degree in ("M", "H")
    return 2 * covered > len(everyone)


def trial_of(fight: Fight, unit: int) -> Trial:
    """Its morale test now, as dice, what is added to them, and what their sum means: by training it
    carries on, retires or routs.

    [mag.morale.procedure] [mag.morale.results] [mag.morale.carry_on]
    """
    sheet, entry = sheet_of(fight, unit), fight.setting.figures[fight.setting.units[unit].members[0]]
    assert sheet is not None
    needed, dice = sheet.results[entry.training], Phrase.read(sheet.dice).count
    table = (needed.carry_on, CARRY_ON), (needed.retire, RETIRE)
    return Trial(dice, morale_value(fight, unit, 0).total, table, ROUT, "morale", "mag.morale.procedure")


def _test(fight: Fight, unit: int) -> None:
    """Roll, add up, look up, and carry the result out at once.  [mag.morale.procedure]"""
    sheet, group = sheet_of(fight, unit), fight.setting.units[unit]
    assert sheet is not None
    player = commander(fight, group.force)
    tried = fight.trial(trial_of(fight, unit), player)
    faces, result = tried.faces, tried.result
    in_zones = auras(fight, unit)
    tally = morale_value(fight, unit, sum(faces))
    _tell(fight, unit, faces, tally, result)
    if result == CARRY_ON:
        suffered = fight.state.units[unit]
        suffered.steady = (*suffered.steady, *(hero for hero, _ in in_zones))
        return
    casualties = "mag.morale.trigger.casualties" in [rule for _, rule in triggers(fight, unit)]
    threat = threat_to(fight, unit, [hero for hero, _ in in_zones], casualties)
    if result == ROUT:
        _alarm(fight, unit, sheet.rout_distance)
    flee(fight, unit, threat, rout=result == ROUT)


def _tell(fight: Fight, unit: int, faces: tuple[int, ...], tally: Tally, result: str) -> None:
    """While somebody who could lift spirits lies hidden, the sum is a secret: it would say whether he is near.

    It is kept whether he is near or not, so that the silence says nothing either.  [mag.setup.hidden]
    """
    group, rule = fight.setting.units[unit], "mag.morale.results"
    if not _somebody_lurks(fight, group.force):
        fight.tell(MoraleTested(rule, group.id, faces, tally.total, result, tally.steps))
        return
    fight.tell(MoraleReckoned(rule, group.id, tally.total, tally.steps), commander(fight, group.force))
    fight.tell(MoraleTested(rule, group.id, faces, None, result, ()))


def _somebody_lurks(fight: Fight, side: int) -> bool:
    """Whether the leader of a side, or a friend who heartens others, lies hidden."""
    return any(
        piece.fate == "hidden" and piece.side == side
        and (number in fight.state.leaders or morale_of_friends.heeds(piece.skills))
        for number, piece in enumerate(fight.state.pieces)
    )  # fmt: skip


def _alarm(fight: Fight, unit: int, reach: int) -> None:
    """Friends near a rout must test too, measured from where the routers stood.

    [mag.morale.trigger.rout_nearby]
    """
    force = fight.setting.units[unit].force
    there = [square for number in members(fight, unit) for square in squares_of(fight, number)]
    for other, group in enumerate(fight.setting.units):
        if other == unit or group.force != force or fight.state.units[other].tested:
            continue
        if any(distance(fight, number, there) <= reach for number in members(fight, other)):
            fight.state.units[other].friends_routed = True
