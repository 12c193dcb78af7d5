"""One aimed shot at a single man.  [reg.sr.sniper]"""

from __future__ import annotations

from warhost.engine.field.shapes import Shape, gap
from warhost.engine.question import Choose

from ..bodies import CHAMPION, body, own_base, posts
from ..choosing import next_of
from ..events import Shot as ShotFired
from ..land.sight import looking
from ..measures import INCH, TIE
from ..nature import named, top
from ..nerve import panic
from ..setting import Fight
from ..wounds.hits import CHAMPION_GROUP, FILE_GROUP
from ..wounds.spreading import inflict
from .shot import Shot
from .volley import Archer, archers, in_sight, moved, shoot, targets

SNIPER = "reg.sr.sniper"

Victim = tuple[int, str]
"""A unit or character, and which group of its models."""


def victims(fight: Fight, number: int) -> dict[str, Victim]:
    """Single models that may be aimed at: characters, riders, crews, champions whom a sniper sees."""
    return {name: one for name, one in _single(fight, number).items() if marksmen(fight, number, one)}


def _single(fight: Fight, number: int) -> dict[str, Victim]:
    found: dict[str, Victim] = {}
    if not _snipers(fight, number):
        return found
    for foe in targets(fight, number):
        unit = fight.state.units[foe]
        alone = [foe] if unit.models == 1 and not unit.champion else []
        found |= {named(fight, one): (one, FILE_GROUP) for one in (*unit.leaders, *alone)}
        if unit.champion:
            found[f"{unit.name} champion"] = foe, CHAMPION_GROUP
    return found


def _snipers(fight: Fight, number: int) -> list[Archer]:
    return [one for one in archers(fight, number) if SNIPER in one.weapon.rules]


def marksmen(fight: Fight, number: int, victim: Victim) -> list[Archer]:
    """Those of a unit who may aim at that man: he is in sight and in range."""
    look, there = looking(fight, number, top(fight, victim[0])), _base(fight, victim)
    near = [one for one in _snipers(fight, number) if gap(one.base, there) <= one.weapon.range * INCH + TIE]
    return [one for one in near if look.sees_model(one.base, there)]


def _base(fight: Fight, victim: Victim) -> Shape:
    number, group = victim
    if group == FILE_GROUP:
        return own_base(fight, number)
    place = next(place for place, who in posts(fight, number).items() if who == CHAMPION)
    bases = body(fight, number).bases
    return bases[min(place, len(bases) - 1)]


def aim(fight: Fight, number: int) -> None:
    options = victims(fight, number)
    name = next(iter(options))
    if len(options) > 1:
        question = Choose(
            fight.state.units[number].side, "aim at", list(options), SNIPER, named(fight, number),
            text="At whom {does} {who} aim?",
        )  # fmt: skip
        name = fight.ask(question)
    victim, group = options[name]
    aiming = marksmen(fight, number, options[name])
    fight.state.units[number].shot = True
    for one in aiming:
        unit = fight.state.units[victim]
        if unit.alive and (unit.champion or group == FILE_GROUP):
            _snipe(fight, number, one, options[name])
    _rest_shoots(fight, number, aiming)


def aimed(fight: Fight, number: int, one: Archer, victim: Victim) -> Shot:
    foe = top(fight, victim[0])
    return Shot(
        fight, one.who, foe, one.weapon, one.skill, far=gap(one.base, _base(fight, victim)),
        cover=looking(fight, number, foe).cover_from(one.base), moved=moved(fight, number), aimed=True,
    )  # fmt: skip


def _snipe(fight: Fight, number: int, one: Archer, victim: Victim) -> None:
    """Nobody may take the shot for him."""
    made, (man, group) = aimed(fight, number, one, victim), victim
    need = made.need()
    names = named(fight, one.who), named(fight, man)
    fight.tell(ShotFired(SNIPER, *names, one.weapon.title, 1, need.total, need.steps))
    harm = made.harm(man, 1)
    harm.group = group
    inflict(fight, harm)
    panic.mark_losses(fight, top(fight, man), number)


def _rest_shoots(fight: Fight, number: int, aiming: list[Archer]) -> None:
    """Those who do not aim shoot as usual, at an enemy of their own."""
    others = [one for one in archers(fight, number) if one not in aiming]
    options = [foe for foe in targets(fight, number) if others and in_sight(fight, others, number, foe)]
    if options:
        side, text = fight.state.units[number].side, "At whom do the others shoot?"
        foe = next_of(fight, side, options, "target", "reg.shoot.target", text)
        shoot(fight, number, foe, without=aiming)
