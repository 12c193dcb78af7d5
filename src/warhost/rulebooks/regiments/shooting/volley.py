"""Units that shoot: who may, at whom, how many of them.

[reg.shoot.who] [reg.shoot.target] [reg.shoot.sequence] [reg.sr.volleyfire] [reg.sr.multishots] [reg.sr.moveorfire]
[reg.charge.standshoot] [reg.terrain.building]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from warhost.engine.field.shapes import Shape, gap
from warhost.engine.question import Choose, Refusal

from ..bodies import (
    CHAMPION,
    FILE,
    MUSICIAN,
    STANDARD,
    base_of,
    body,
    front_files,
    posts,
    rank_sizes,
    ranked_models,
)
from ..events import Shot as ShotFired
from ..land.sight import looking
from ..measures import INCH, TIE, said
from ..moving.buildings import floors
from ..nature import all_have, engaged, kind, named, present, rides
from ..nerve import panic
from ..records import Cover, Weapon
from ..setting import Fight
from ..state import NOBODY
from ..wounds.spreading import strike_unit
from .shot import Shot

WHO, TARGET = "reg.shoot.who", "reg.shoot.target"
VOLLEY, MOVE_OR_FIRE, SKIRMISH, FAST = (
    "reg.sr.volleyfire", "reg.sr.moveorfire", "reg.sr.skirmishers", "reg.sr.fastcav",
)  # fmt: skip
PER_FLOOR = 5
LOOSE_SHOTS = ("march", "reform")


class Archer(NamedTuple):
    """A model that shoots: with which skill and weapon, from which base."""

    who: int  # its unit, or the character himself
    skill: int
    weapon: Weapon
    base: Shape


def cannot_shoot(fight: Fight, number: int) -> Refusal | None:
    """Why a unit may not shoot at all this turn."""
    unit, who = fight.state.units[number], (named(fight, number),)
    if not unit.present or unit.shot:
        return Refusal("reg.shoot.sequence", "{who} {has} shot already, or is not there", who)
    if unit.fleeing:
        return Refusal("reg.flee.limits", "{who} {is} fleeing", who)
    if engaged(fight, number):
        return Refusal("reg.core.engaged", "{who} {is} engaged", who)
    if unit.squabbles:
        return Refusal("reg.turn.status", "{who} {does} not shoot this turn", who)
    status = fight.setting.statuses[unit.did]
    nimble = unit.did in LOOSE_SHOTS and (all_have(fight, number, SKIRMISH) or all_have(fight, number, FAST))
    if not status.shoots and not nimble:
        return Refusal("reg.turn.status", f"{{who}} cannot shoot any more this turn ({unit.did})", who)
    return None


def moved(fight: Fight, number: int) -> bool:
    return fight.setting.statuses[fight.state.units[number].did].moved


def archers(fight: Fight, number: int, standing: bool = False) -> list[Archer]:
    """Models with something to shoot in the ranks that shoot.

    The first two ranks; of an unmoved unit with Volley Fire half of each rank behind them, rounded up.
    """
    found, one = kind(fight, number), body(fight, number)
    unit = fight.state.units[number]
    if found.machine:
        return []
    ranked = posts(fight, number)
    sizes, files = rank_sizes(fight, number), front_files(fight, number)
    weapon, archers = found.missile, list[Archer]()
    resting = not standing and moved(fight, number)
    crew = found.figure.crew if found.troop.id == "chariot" else 1
    if weapon is not None and not (MOVE_OR_FIRE in weapon.rules and resting):
        for index in _shooting(fight, number, weapon, sizes, files, standing, resting):
            who = ranked.get(index, FILE) if index < files else FILE
            if who in (FILE, STANDARD, MUSICIAN, CHAMPION):
                skill = found.profile_of(who == CHAMPION).bs
                arms = found.champion_missile if who == CHAMPION else weapon
                base = one.bases[min(index, len(one.bases) - 1)]
                if skill and arms is not None:
                    archers += [Archer(number, skill, arms, base)] * crew
    for leader in unit.leaders:
        archers += _leader(fight, number, leader, resting)
    return archers


def _leader(fight: Fight, host: int, leader: int, resting: bool) -> list[Archer]:
    """A character with a missile weapon shoots with his unit."""
    found, one = kind(fight, leader), body(fight, host)
    arms = found.missile
    if arms is None or not found.profile.bs or (MOVE_OR_FIRE in arms.rules and resting):
        return []
    at = 0 if rides(fight, host) else min(base_of(fight, leader), len(one.bases) - 1)
    return [Archer(leader, found.profile.bs, arms, one.bases[at])]


def _shooting(
    fight: Fight, number: int, weapon: Weapon, sizes: list[int], files: int, standing: bool, resting: bool
) -> list[int]:  # fmt: skip
    """The models that shoot, by their bases."""
    unit = fight.state.units[number]
    if unit.fate == "garrison":
        return list(range(min(ranked_models(fight, number), PER_FLOOR * floors(fight, unit.building))))
    first = list(range(sum(sizes[:2])))
    if VOLLEY not in weapon.rules or standing or resting:
        return first
    start = sum(sizes[:2])
    for size in sizes[2:]:
        first += range(start, start + -(-size // 2))
        start += size
    return first


# --- targets -------------------------------------------------------------------------------------------------


def why_not_target(fight: Fight, number: int, foe: int) -> Refusal | None:
    """[reg.shoot.target]"""
    who = (named(fight, number), named(fight, foe))
    if fight.state.units[foe].side == fight.state.units[number].side or not fight.state.units[foe].present:
        return Refusal(TARGET, "{1} {1 is} no enemy on the table", who)
    if engaged(fight, foe):
        return Refusal(TARGET, "{1} {1 is} in close combat", who)
    able = archers(fight, number)
    if not able:
        weapon = kind(fight, number).missile
        if weapon is not None and MOVE_OR_FIRE in weapon.rules and moved(fight, number):
            return Refusal(MOVE_OR_FIRE, f"{{who}} {{has}} moved: no shot with the {weapon.title} after that", who)
        return Refusal(WHO, "{who} {has} nobody who can shoot", who)
    if not in_sight(fight, able, number, foe):
        reach = max(one.weapon.range for one in able) * INCH
        return Refusal(TARGET, f"nobody of {{who}} sees {{1}} within {said(reach)}", who)
    return None


def in_sight(fight: Fight, able: list[Archer], number: int, foe: int) -> bool:
    there = body(fight, foe)
    near = [one for one in able if _range(one, there.parts) <= one.weapon.range * INCH + TIE]
    if not near:
        return False
    look = looking(fight, number, foe)
    return any(look.sees(one.base) for one in near)


def _range(one: Archer, parts: tuple[Shape, ...]) -> int:
    return min(gap(one.base, part) for part in parts)


def any_target(fight: Fight, number: int) -> bool:
    foes = present(fight, 1 - fight.state.units[number].side) if archers(fight, number) else []
    return any(why_not_target(fight, number, foe) is None for foe in foes)


def targets(fight: Fight, number: int) -> list[int]:
    if not archers(fight, number):
        return []
    side = fight.state.units[number].side
    return [foe for foe in present(fight, 1 - side) if why_not_target(fight, number, foe) is None]


# --- shooting ------------------------------------------------------------------------------------------------


def shoot(fight: Fight, number: int, foe: int, standing: bool = False, without: Sequence[Archer] = ()) -> None:
    """All models of the unit shoot at one enemy; those with different numbers are rolled separately."""
    unit = fight.state.units[number]
    unit.shot = unit.shot or not standing
    several = _several(fight, number, foe, standing)
    for made, shots in salvoes(fight, number, foe, several, standing, without):
        need, arms = made.need(), made.weapon.title
        names = named(fight, made.shooter), named(fight, foe)
        fight.tell(ShotFired("reg.shoot.tohit", *names, arms, shots, need.total, need.steps))
        if fight.state.units[foe].alive:
            strike_unit(fight, foe, shots, made.harm, who="")
    panic.mark_losses(fight, foe, number)


def salvoes(
    fight: Fight, number: int, foe: int, several: bool, standing: bool = False, without: Sequence[Archer] = ()
) -> list[tuple[Shot, int]]:  # fmt: skip
    """The shots of a unit at an enemy in groups that need the same number, and how many each has."""
    found = []
    for (who, skill, weapon, far, cover), count in _groups(fight, number, foe, standing, without).items():
        arms = fight.setting.library.weapons[weapon]
        within = not arms.shots_within_half or 2 * far <= arms.range * INCH
        made = Shot(
            fight, who, foe, arms, skill, far=far, cover=cover, moved=moved(fight, number) and not standing,
            several=several and within and arms.shots > 1, standing=standing,
        )  # fmt: skip
        found.append((made, count * (arms.shots if several and within else 1)))
    return found


def _several(fight: Fight, number: int, foe: int, standing: bool) -> bool:
    """One shot without penalty, or all of them at -1; the whole unit alike, characters in it too.

    [reg.sr.multishots]
    """
    there = body(fight, foe).parts
    able = [one.weapon.shots for one in archers(fight, number, standing) if _many(one, there)]
    if not able:
        return False
    question = Choose(
        fight.state.units[number].side, "shots", ["one", "all"], "reg.sr.multishots", named(fight, number),
        text="How often {does} {who} shoot?",
        meanings={"one": "Once, without penalty", "all": f"{max(able)} times, at -1 to hit"}, usual="all",
    )  # fmt: skip
    return bool(fight.ask(question) == "all")


def _many(one: Archer, there: tuple[Shape, ...]) -> bool:
    """Whether his weapon shoots more than once so far."""
    near = not one.weapon.shots_within_half or 2 * _range(one, there) <= one.weapon.range * INCH + 2 * TIE
    return one.weapon.shots > 1 and near


Group = tuple[int, int, str, int, Cover]


def _groups(
    fight: Fight, number: int, foe: int, standing: bool, without: Sequence[Archer] = ()
) -> Counter[Group]:  # fmt: skip
    """Shooters by all that their number depends on; those without sight or range do not shoot."""
    look, there = looking(fight, number, foe), body(fight, foe)
    found: Counter[Group] = Counter()
    covers: dict[Shape, tuple[bool, Cover]] = {}
    for one in archers(fight, number, standing):
        far = _range(one, there.parts)
        if one in without:
            continue
        if far > one.weapon.range * INCH + TIE and not standing:
            continue
        if one.base not in covers:
            covers[one.base] = look.sees(one.base), look.cover_from(one.base)
        seen, cover = covers[one.base]
        if seen:
            long = 2 * far > one.weapon.range * INCH + 2 * TIE
            found[one.who, one.skill, one.weapon.id, one.weapon.range * INCH if long else 0, cover] += 1
    return found


def stand_and_shoot(fight: Fight, number: int, charger: int, able: Sequence[Archer]) -> None:
    """Those of the charged who are able shoot at once; the charger may panic, and its charge is over.

    [reg.charge.standshoot]
    """
    others = [one for one in archers(fight, number, standing=True) if one not in able]
    shoot(fight, number, charger, standing=True, without=others)
    panic.settle(fight)
    unit = fight.state.units[charger]
    if not unit.present or unit.fleeing:
        unit.charge = NOBODY
