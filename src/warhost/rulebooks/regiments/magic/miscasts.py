"""Miscasts.  [reg.miscast.table] [reg.miscast.cascade] [reg.miscast.calamity] [reg.miscast.detonation]
[reg.miscast.feedback] [reg.miscast.drain]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from warhost.engine.artillery import round_outline, round_touches
from warhost.engine.dice import Throw
from warhost.engine.field.shapes import gap
from warhost.engine.phrase import Phrase

from ..bodies import own_base
from ..events import Laid, Miscast
from ..library import band
from ..measures import TOUCH, inches
from ..nature import everybody, kind, top
from ..opening.rolloff import at_random
from ..records import Spell
from ..setting import Fight
from ..shooting.templates import Impact, strike_touched
from ..wounds.gone import destroyed
from ..wounds.hits import Harm
from ..wounds.spreading import inflict
from . import pools

SMALL, LARGE = inches(1.5), inches(2.5)


def miscast(fight: Fight, caster: int, spell: Spell) -> None:
    """After the spell is resolved: 2D6 on the table."""
    unit = fight.state.units[caster]
    if not unit.alive:
        return
    score = sum(fight.throw(Throw(2, 6, "miscast", "reg.miscast.table", unit.side)))
    line = band(fight.setting.library.tables.chart["miscast"], score)
    fight.tell(Miscast(line.rule, unit.name, line.title))
    RESULTS[line.rule](fight, caster, spell)


def _drain_pool(fight: Fight, caster: int, rule: str) -> None:
    """D6 dice leave the power pool; those beyond what is left are ignored."""
    side = fight.state.units[caster].side
    pools.add(fight, side, -fight.die(6, "power dice lost", rule, side))


def _explode(fight: Fight, caster: int, radius: int, rule: str) -> None:
    """Every model under the template, himself included, takes a Strength 10 hit; he alone cannot take cover. In a
    building it is the garrison that the walls leave D6 hits.  [reg.terrain.building]"""
    unit, base = fight.state.units[caster], own_base(fight, caster)
    indoors = fight.state.units[top(fight, caster)].fate == "garrison"
    centre, spared = base.centre, () if indoors else base.points
    fight.tell(Laid(rule, unit.name, (round_outline(centre, radius),), "the explosion"))
    strike_touched(
        fight, caster, lambda other: other.points != spared and round_touches(centre, radius, other),
        Impact(10, rule, spell=True),
    )  # fmt: skip
    _hit(fight, caster, caster, 10, rule)


def _hit(fight: Fight, by: int, victim: int, strength: int, rule: str) -> None:
    if fight.state.units[victim].alive:
        inflict(fight, Harm(fight, victim, 1, strength, by=by, spell=True, rule=rule))


def cascade(fight: Fight, caster: int, spell: Spell) -> None:
    """[reg.miscast.cascade]"""
    rule, unit = "reg.miscast.cascade", fight.state.units[caster]
    _explode(fight, caster, LARGE, rule)
    face = fight.throw(Throw(1, 6, "is the wizard swallowed", rule, unit.side, (3,)))[0]
    if face > 3:
        _drain_pool(fight, caster, rule)
    elif unit.alive:
        destroyed(fight, caster, "swallowed by the void")


def calamity(fight: Fight, caster: int, spell: Spell) -> None:
    """[reg.miscast.calamity]"""
    _explode(fight, caster, SMALL, "reg.miscast.calamity")
    _drain_pool(fight, caster, "reg.miscast.calamity")


def detonation(fight: Fight, caster: int, spell: Spell) -> None:
    """Every model in base contact with him, but not himself.  [reg.miscast.detonation]"""
    rule, base = "reg.miscast.detonation", own_base(fight, caster)
    strike_touched(
        fight, caster, lambda other: other.points != base.points and gap(base, other) <= TOUCH,
        Impact(10, rule, spell=True),
    )  # fmt: skip
    _drain_pool(fight, caster, rule)


def feedback(fight: Fight, caster: int, spell: Spell) -> None:
    """A Strength 6 hit on every wizard of his side.  [reg.miscast.feedback]"""
    rule, side = "reg.miscast.feedback", fight.state.units[caster].side
    everyone = [caster, *(one for one in everybody(fight, side) if kind(fight, one).lore and one != caster)]
    for wizard in everyone:
        _hit(fight, caster, wizard, 6, rule)
    _drain_pool(fight, caster, rule)


def drain(fight: Fight, caster: int, spell: Spell) -> None:
    """D3 levels, and a spell for each, the miscast one first.  [reg.miscast.drain]"""
    rule, unit = "reg.miscast.drain", fight.state.units[caster]
    lost = min(unit.level, Phrase.read("D3").roll(fight.throw, "levels lost", rule, unit.side))
    unit.level -= lost
    unit.spent = True
    for at in range(lost):
        if not unit.spells:
            break
        first = spell.rule if at == 0 and spell.rule in unit.spells else ""
        gone = first or at_random(fight, unit.spells, "which spell is forgotten", rule, unit.side)
        unit.spells = tuple(one for one in unit.spells if one != gone)


RESULTS: Mapping[str, Callable[[Fight, int, Spell], None]] = {
    "reg.miscast.cascade": cascade, "reg.miscast.calamity": calamity, "reg.miscast.detonation": detonation,
    "reg.miscast.feedback": feedback, "reg.miscast.drain": drain,
}  # fmt: skip
