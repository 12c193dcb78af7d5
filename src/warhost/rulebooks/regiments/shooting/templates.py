"""Whom a template touches, and what its hits do.  [reg.core.templates] [reg.wm.template] [reg.char.lookout]"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from warhost.engine.artillery import under
from warhost.engine.field.compass import Point
from warhost.engine.field.shapes import Shape
from warhost.engine.phrase import Phrase

from ..bodies import base_of, body, in_ranks
from ..nature import engaged, kind, present, rides
from ..nerve import panic
from ..opening.rolloff import at_random
from ..setting import Fight
from ..wounds.hits import FILE_GROUP, Harm
from ..wounds.spreading import inflict, spared

Touches = Callable[[Shape], bool]


class Touched(NamedTuple):
    """Who of a unit lies under a template."""

    unit: int
    files: int  # rank and file
    leaders: tuple[int, ...]


def touched(fight: Fight, touches: Touches) -> list[Touched]:
    """Every unit of which a base is touched, even in part."""
    found = []
    for number in present(fight):
        unit = fight.state.units[number]
        if unit.fate == "garrison":
            if touches(body(fight, number).block):
                found.append(Touched(number, 0, ()))
            continue
        one = body(fight, number)
        if not touches(one.block):
            continue
        struck = [at for at, base in enumerate(one.bases) if touches(base)]
        if not struck:
            continue
        if rides(fight, number):
            found.append(Touched(number, 1, unit.leaders))
            continue
        leaders = tuple(leader for leader in unit.leaders if base_of(fight, leader) in struck)
        ranked = sum(leader in in_ranks(fight, number) for leader in leaders)
        flank = len(leaders) - ranked
        found.append(Touched(number, min(unit.models, len(struck) - ranked - flank), leaders))
    return found


def friends_or_fights(fight: Fight, side: int, touches: Touches) -> bool:
    """Whether it would touch one's own army or a unit in combat: nobody may aim so."""
    return any(
        fight.state.units[one.unit].side == side or engaged(fight, one.unit) for one in touched(fight, touches)
    )


def centre_hit(fight: Fight, centre: Point, rule: str, side: int) -> tuple[int, int] | None:
    """The unit and the base under the centre point; on a line between two, one of them at random."""
    found = []
    for number in present(fight):
        if fight.state.units[number].fate != "garrison":
            found += [(number, at) for at in under(centre, body(fight, number).bases)]
    return at_random(fight, found, "under the centre", rule, side) if found else None


def all_but(fight: Fight, under: list[Touched], mark: tuple[int, int] | None) -> list[Touched]:
    """Without whoever stands under the centre, who takes another hit instead; so does a rider with his beast.

    [reg.wm.stone]
    """
    if mark is None:
        return under
    rest = [_without(fight, one, mark[1]) if mark[0] == one.unit else one for one in under]
    return [one for one in rest if one.unit != mark[0] or one.files or one.leaders]


def _without(fight: Fight, one: Touched, base: int) -> Touched:
    if rides(fight, one.unit):
        return Touched(one.unit, 0, ())
    left = tuple(leader for leader in one.leaders if base_of(fight, leader) != base)
    return Touched(one.unit, one.files - (left == one.leaders), left)


class Impact(NamedTuple):
    """What a template does to whoever it touches."""

    strength: int
    rule: str
    names: tuple[str, ...] = ()
    spell: bool = False
    armour: bool = True
    worth: Phrase | None = None
    sparing: bool = True  # characters may take cover


def strike_touched(fight: Fight, by: int, touches: Touches | list[Touched], impact: Impact) -> int:
    """Every model touched takes a hit without a roll to hit; returns how many models of the enemy fell."""
    side = fight.state.units[by].side
    before = {n: unit.models for n, unit in enumerate(fight.state.units)}
    for one in touches if isinstance(touches, list) else touched(fight, touches):
        _strike_unit(fight, by, one, impact)
    for number in before:
        panic.mark_losses(fight, number, by)
    return sum(
        models - fight.state.units[number].models
        for number, models in before.items()
        if fight.state.units[number].side != side
    )


def _strike_unit(fight: Fight, by: int, one: Touched, impact: Impact) -> None:
    unit = fight.state.units[one.unit]
    if unit.fate == "garrison":
        hit_walls(fight, by, one.unit, impact)
        return
    if impact.sparing and kind(fight, one.unit).character and spared(fight, one.unit):
        return
    files, hurt = one.files, list[int]()
    for leader in one.leaders:
        if impact.sparing and not rides(fight, one.unit) and spared(fight, leader):
            files += 1
        else:
            hurt.append(leader)
    if files > 0:
        _hit(fight, by, one.unit, min(files, unit.models), impact)
    for leader in hurt:
        if fight.state.units[leader].alive:
            _hit(fight, by, leader, 1, impact)


def hit_walls(fight: Fight, by: int, garrison: int, impact: Impact) -> None:
    """A template or a ball that touches a building makes D6 hits on those inside.  [reg.terrain.building]"""
    _hit(fight, by, garrison, through_walls(fight, garrison), impact)


def through_walls(fight: Fight, garrison: int) -> int:
    """How many of those inside are struck."""
    side = fight.state.units[garrison].side
    return Phrase.read("D6").roll(fight.throw, "hits in the building", "reg.terrain.building", side)


def _hit(fight: Fight, by: int, target: int, hits: int, impact: Impact) -> None:
    if not fight.state.units[target].alive:
        return
    harm = Harm(
        fight, target, hits, impact.strength, by=by, group=FILE_GROUP, names=impact.names, spell=impact.spell,
        rule=impact.rule,
    )  # fmt: skip
    harm.armour = impact.armour
    harm.worth = impact.worth
    inflict(fight, harm)


def hit_model(fight: Fight, by: int, mark: tuple[int, int], impact: Impact) -> None:
    """The model on one base of a unit takes a hit; a character may be spared. Beast and rider are both hit."""
    number, at = mark
    victim, leaders = number, fight.state.units[number].leaders
    for leader in leaders:
        if base_of(fight, leader) == at and not rides(fight, number):
            victim = number if impact.sparing and spared(fight, leader) else leader
    if victim == number and impact.sparing and kind(fight, number).character and spared(fight, number):
        return
    _hit(fight, by, victim, 1, impact)
    for rider in leaders if rides(fight, number) else ():
        _hit(fight, by, rider, 1, impact)
