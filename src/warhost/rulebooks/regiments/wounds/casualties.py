"""Who falls: wounds pooled on the rank and file, models removed from the rear, command groups last.

[reg.shoot.casualties] [reg.combat.allocate] [reg.core.unit] [reg.cmd.champion] [reg.cmd.standard]
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.dice import Throw
from warhost.engine.field.compass import ahead, aside
from warhost.engine.field.ranked import thinned
from warhost.engine.phrase import Phrase
from warhost.engine.strikes import Wound
from warhost.engine.words import count

from ..bodies import base_of, body, front_files, ranked_models
from ..events import Lost, Noted
from ..nature import has, kind, rides
from ..setting import Fight
from ..state import NOBODY, Unit
from .gone import destroyed
from .hits import CHAMPION_GROUP, FILE_GROUP

HANDLERS = "reg.sr.handlers"


def suffer(
    fight: Fight, number: int, group: str, wounds: Sequence[Wound], *, by: int = NOBODY, combat: bool = False,
    worth: Phrase | None = None,
) -> int:  # fmt: skip
    """Unsaved wounds on a group of models; returns the wounds that were lost, for the combat result."""
    if not wounds:
        return 0
    unit = fight.state.units[number]
    if has(fight, number, HANDLERS) and unit.handlers:
        wounds = _handled(fight, number, wounds)
    wounds = [_multiplied(fight, number, wound, worth) for wound in wounds]
    if group == CHAMPION_GROUP:
        return _champion(fight, number, wounds)
    return _file(fight, number, wounds, by, combat)


def _handled(fight: Fight, number: int, wounds: Sequence[Wound]) -> list[Wound]:
    """For each wound a D6: on 5 and 6 a handler goes instead.  [reg.sr.handlers]"""
    unit, left = fight.state.units[number], list[Wound]()
    before = unit.handlers
    faces = fight.throw(Throw(len(wounds), 6, "monster or handler", HANDLERS, unit.side, (4,)))
    for wound, face in zip(wounds, faces, strict=True):
        if face > 4 and unit.handlers:
            unit.handlers -= 1
            unit.reaction = unit.reaction or not unit.handlers
        else:
            left.append(wound)
    if unit.handlers < before:
        fight.tell(Noted(HANDLERS, unit.name, f"loses {count(before - unit.handlers, 'handler')}"))
    return left


def _multiplied(fight: Fight, number: int, wound: Wound, worth: Phrase | None) -> Wound:
    """Only what the monster itself suffers counts several times.  [reg.sr.handlers] [reg.sr.multiwounds]"""
    if worth is None:
        return wound
    side = 1 - fight.state.units[number].side
    times = worth.roll(fight.throw, "wounds from each", "reg.sr.multiwounds", side)
    return wound._replace(worth=wound.worth * times)


def _champion(fight: Fight, number: int, wounds: Sequence[Wound]) -> int:
    """Wounds on a champion stay on him; he is not replaced when slain."""
    unit, life = fight.state.units[number], kind(fight, number).life
    lost = 0
    for wound in wounds:
        if not unit.champion:
            break
        taken = life - unit.champion_hurt if wound.lethal else min(wound.worth, life - unit.champion_hurt)
        lost, unit.champion_hurt = lost + taken, unit.champion_hurt + taken
        if unit.champion_hurt >= life:
            unit.champion, unit.champion_hurt = False, 0
            _remove(fight, number, 1, champion=True)
    return lost


def _file(fight: Fight, number: int, wounds: Sequence[Wound], by: int, combat: bool) -> int:
    """Whole models first, what is left over is noted on the unit; no wound carries over to another model."""
    unit, life = fight.state.units[number], kind(fight, number).life
    there = unit.models - (unit.champion and combat)
    lost = slain = 0
    for wound in wounds:
        if slain == there:
            break
        taken = life - unit.hurt if wound.lethal else min(wound.worth, life - unit.hurt)
        lost, unit.hurt = lost + taken, unit.hurt + taken
        if unit.hurt >= life:
            unit.hurt, slain = 0, slain + 1
    if slain:
        _remove(fight, number, slain)
    elif lost:
        fight.tell(Lost("reg.shoot.casualties", unit.name, 0, lost, unit.models))
    return lost


def _remove(fight: Fight, number: int, slain: int, champion: bool = False) -> None:
    unit = fight.state.units[number]
    _thin(fight, number, slain)
    left = unit.models - slain
    fight.tell(Lost("reg.shoot.casualties", unit.name, slain, 0, left))
    if left <= 0:
        destroyed(fight, number, "destroyed")  # its friends measure to where all of them stood
    unit.models = left
    if left > 0 and not champion:
        _thin_command(unit)


def _thin_command(unit: Unit) -> None:
    """Ordinary models first, then the musician, the standard bearer and, but for blows, last the champion."""
    left = unit.models
    for post in ("champion", "standard", "musician"):
        if getattr(unit, post):
            if left > 0:
                left -= 1
            else:
                setattr(unit, post, False)


def _thin(fight: Fight, number: int, slain: int) -> None:
    """A single rank shrinks from its right end and its left end in turn; whoever is left stays where he is."""
    unit = fight.state.units[number]
    if unit.fate != "standing" or unit.models - slain <= 0 or rides(fight, number):
        return
    total, files = ranked_models(fight, number), front_files(fight, number)
    left, moved = thinned(files, total, slain)
    if left >= files:
        return
    wide = kind(fight, number).base[0] + (500 if unit.loose else 0)
    unit.x, unit.y = aside(unit.point, unit.facing, moved * wide // 2)
    unit.files = left


def wound_directly(fight: Fight, number: int, count: int, combat: bool = False) -> int:
    """So many wounds without any save: rank and file first, then those who have joined them, or ride them."""
    unit = fight.state.units[number]
    leaders = unit.leaders
    here = unit.models * kind(fight, number).life - unit.hurt
    lost = suffer(fight, number, FILE_GROUP, [Wound(1, False)] * min(count, here))
    for leader in leaders:
        rest = count - lost
        if rest > 0 and fight.state.units[leader].alive:
            lost += suffer(fight, leader, FILE_GROUP, [Wound(1, False)] * rest, combat=combat)
    return lost


def place_of(fight: Fight, number: int) -> tuple[int, int]:
    """Where a model that stands in a unit has the middle of its front."""
    host = fight.state.units[number].host
    one = body(fight, host)
    base = one.bases[min(base_of(fight, number), len(one.bases) - 1)]
    return ahead(base.centre, one.facing, kind(fight, number).base[1] // 2)
