"""Where hits go that strike a whole unit: shots, spells, stomps and the like.

[reg.core.distribute] [reg.troop.monster.ridden] [reg.char.lookout]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from warhost.engine.dice import Throw
from warhost.engine.strikes import ALWAYS

from ..bodies import in_range
from ..events import Struck
from ..measures import inches
from ..nature import kind, present, rides, top
from ..setting import Fight
from ..state import NOBODY
from .casualties import suffer
from .hits import CHAMPION_GROUP, Harm, rolled

FEW = 5  # rank and file that shield a character
ON_MONSTER = 4

Make = Callable[[int, int], Harm]
"""Harm on a target of so many dice."""


def strike_unit(fight: Fight, target: int, dice: int, make: Make, *, combat: bool = False, who: str = "") -> int:
    """So many dice at a unit: to hit, then each hit on somebody, to wound, saves. Returns the wounds lost."""
    if dice <= 0 or not fight.state.units[target].alive:
        return 0
    if not mixed(fight, target):
        return inflict(fight, make(target, dice), combat=combat, who=who)
    first = make(target, dice)
    side = fight.state.units[first.by].side if first.by != NOBODY else fight.state.active
    poisoned, plain = first.strikes().to_hit(fight.throw, side)
    lost, struck = 0, _struck(fight, target, poisoned + plain)
    for victim in dict.fromkeys(struck):
        sure = struck[:poisoned].count(victim)
        lost += _on(fight, make(victim, sure), combat, who, wounds=True)
        lost += _on(fight, make(victim, struck.count(victim) - sure), combat, who, wounds=False)
    return lost


def _on(fight: Fight, harm: Harm, combat: bool, who: str, wounds: bool) -> int:
    harm.hit = ALWAYS
    if wounds:
        harm.wounds_on = ALWAYS
    return inflict(fight, harm, combat=combat, who=who, sure=wounds) if harm.dice else 0


def inflict(fight: Fight, harm: Harm, *, combat: bool = False, who: str = "", sure: bool = False) -> int:
    """Roll it, save it, and take off whoever falls."""
    strikes = harm.strikes()
    if sure:
        strikes = replace(strikes, wound=ALWAYS)
    side = fight.state.units[harm.by].side if harm.by != NOBODY else 1 - fight.state.units[harm.target].side
    struck = rolled(fight, strikes, side)
    units = fight.state.units
    striker = units[harm.by].name if harm.by != NOBODY else units[harm.target].name
    fight.tell(
        Struck(
            harm.rule or "reg.towound.chart", striker, units[harm.target].name, who, harm.dice, struck.hits,
            struck.wounds, len(struck.unsaved), strikes.hit, at_champion=harm.group == CHAMPION_GROUP,
        )
    )  # fmt: skip
    if harm.flaming and struck.unsaved:
        units[top(fight, harm.target)].scorched = True
    return suffer(
        fight, harm.target, harm.group, struck.unsaved, by=harm.by, combat=combat, worth=harm.worth_later
    )  # fmt: skip


# --- who is struck -------------------------------------------------------------------------------------------


def mixed(fight: Fight, target: int) -> bool:
    """Whether hits are shared out between models of several kinds."""
    unit = fight.state.units[target]
    return bool(unit.leaders) and (rides(fight, target) or unit.models < FEW)


def spread(fight: Fight, target: int, hits: int) -> dict[int, int]:
    """How many of the hits each of them takes."""
    return dict(Counter(_struck(fight, target, hits)))


def _struck(fight: Fight, target: int, hits: int) -> list[int]:
    """Whom each hit strikes: one of the unit's models, characters included, each with the same chance; of a monster
    and its rider the monster on 1 to 4."""
    unit, side = fight.state.units[target], fight.state.units[target].side
    if not hits:
        return []
    if rides(fight, target):
        rule = "reg.troop.monster.ridden"
        faces = fight.throw(Throw(hits, 6, "monster or rider", rule, side, (ON_MONSTER,)))
        return [target if face <= ON_MONSTER else unit.leaders[0] for face in faces]
    models = unit.models + len(unit.leaders)
    faces = fight.throw(Throw(hits, models, "which model is hit", "reg.core.distribute", side))
    return [target if face <= unit.models else unit.leaders[face - unit.models - 1] for face in faces]


def spared(fight: Fight, leader: int) -> bool:
    """Whether somebody takes a hit for a character: on 2+ in a unit of five or more rank and file of his kind,
    on 4+
    beside such a unit.  [reg.char.lookout]"""
    unit = fight.state.units[leader]
    own = kind(fight, leader).troop.id
    need = 0
    if unit.host != NOBODY:
        host = fight.state.units[unit.host]
        if host.models >= FEW and kind(fight, unit.host).troop.id == own and not rides(fight, unit.host):
            need = 2
    else:
        for friend in present(fight, unit.side):
            near = (
                friend != leader and fight.state.units[friend].models >= FEW and kind(fight, friend).troop.id == own
            )
            if near and in_range(fight, leader, friend, inches(3)):
                need = 4
    if not need or not kind(fight, leader).character:
        return False
    throw = Throw(1, 6, "takes the hit for him", "reg.char.lookout", unit.side, (need - 1,), need=need, over=True)
    return fight.throw(throw)[0] >= need
