"""Dangerous ground: who has to test on a way, and what it costs.

[reg.terrain.dangerous] [reg.terrain.forest] [reg.terrain.marsh] [reg.terrain.river] [reg.terrain.obstacle]
[reg.sr.strider] [reg.sr.ethereal] [reg.sr.seacreature]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from warhost.engine.dice import Throw
from warhost.engine.field.body import Body
from warhost.engine.field.shapes import Shape, overlap, polygon
from warhost.engine.strikes import NEVER, Strikes

from ..bodies import base_of
from ..events import Noted
from ..nature import all_have, company, has, kind, rides, rules, top
from ..setting import Fight, Ground
from ..wounds.casualties import suffer
from ..wounds.gone import mark_losses
from ..wounds.hits import FILE_GROUP, Harm, rolled
from .sight import hull_of

How = Literal["walk", "march", "charge", "flight", "fly"]
RULE = "reg.terrain.dangerous"
STRIDER, ETHEREAL, SEA, FLY = "reg.sr.strider", "reg.sr.ethereal", "reg.sr.seacreature", "reg.sr.fly"
CHARIOT, SKIRMISH = "chariot", "reg.sr.skirmishers"
RUSHES = ("charge", "flight")


def cross(fight: Fight, number: int, poses: Sequence[Body], how: How) -> None:
    """A unit has come along these poses: whoever of it passed dangerous ground tests, once for each piece."""
    land = fight.setting.land(fight.state.terrain)
    if not land.dangerous or has(fight, number, ETHEREAL):
        return
    passed = [ground for ground in land.dangerous if passes(poses, ground)]
    due = [row for ground in passed for row in _on(fight, number, poses, how, ground)]  # before anybody falls
    for one, dice, ground in due:
        if fight.state.units[one].alive:
            _test(fight, one, min(dice, fight.state.units[one].models), ground)
    mark_losses(fight, number)


def passes(poses: Sequence[Body], ground: Ground) -> bool:
    """Whether a way leads over a piece of ground."""
    return any(overlap(ground.shape, one.block, 0) for one in poses) or _between(poses, ground)


def _between(poses: Sequence[Body], ground: Ground) -> bool:
    points = sorted({point for one in poses for point in one.block.points})
    hull = hull_of(points)
    return len(hull) > 2 and overlap(polygon(hull), ground.shape, 0)


def _on(
    fight: Fight, number: int, poses: Sequence[Body], how: How, ground: Ground
) -> Iterator[tuple[int, int, Ground]]:  # fmt: skip
    """Who of a unit tests for a piece of ground, and with how many dice."""
    if all_have(fight, number, STRIDER) and _strides(fight, number, ground):
        return
    for one in (number,) if rides(fight, number) else company(fight, number):
        if threatens(fight, one, ground, how):
            yield one, _swept(fight, number, one, poses, ground, how), ground


def _strides(fight: Fight, number: int, ground: Ground) -> bool:
    named = kind(fight, number).ratings.get("strider", "")
    return not named or named == ground.kind.id


def threatens(fight: Fight, number: int, ground: Ground, how: How) -> bool:
    """Whether a kind of ground is dangerous to a model that moves so.

    Rivers only in a rush, barriers on a march too; woods and marshes to flyers who begin or end a flight there; a
    chariot whenever it enters.
    """
    troop, those = kind(fight, number).troop.id, ground.kind.dangerous
    if how == "fly":
        return "flyers" in those or ("all" in those and not all_have(fight, top(fight, number), SKIRMISH))
    if how == "walk" and troop != CHARIOT:
        return False
    if ground.kind.id == "river" and (SEA in rules(fight, number) or (how not in RUSHES and troop != CHARIOT)):
        return False
    if "all" in those:
        return not all_have(fight, top(fight, number), SKIRMISH)
    return troop in those


def _swept(
    fight: Fight, host: int, number: int, poses: Sequence[Body], ground: Ground, how: How
) -> int:  # fmt: skip
    """How many of the models came through the ground: those whose own bases were swept over it."""
    first, last = poses[0], poses[-1]
    total = min(len(first.bases), len(last.bases))
    if rides(fight, host):
        bases = [0]
    elif number != host:
        bases = [min(base_of(fight, number), total - 1)]
    else:
        leaders = [base_of(fight, leader) for leader in fight.state.units[host].leaders]
        bases = [at for at in range(total) if at not in leaders]
    return sum(
        _passes([one.bases[at] for one in poses if at < len(one.bases)], ground.parts, how) for at in bases
    )


def _passes(bases: list[Shape], parts: Sequence[Shape], how: How) -> bool:
    if any(overlap(base, part, 0) for base in (bases if how != "fly" else [bases[0], bases[-1]]) for part in parts):
        return True
    if how == "fly":
        return False
    for before, after in pairwise(bases):
        hull = hull_of(sorted({*before.points, *after.points}))
        if len(hull) > 2 and any(overlap(polygon(hull), part, 0) for part in parts):
            return True
    return False


def _test(fight: Fight, number: int, dice: int, ground: Ground) -> None:
    """A D6 for each: on a 1 a wound without armour save."""
    unit, found = fight.state.units[number], kind(fight, number)
    if not dice:
        return
    fails = 2 if found.troop.id in ground.kind.worse else 1
    hazard(fight, number, dice, ground.kind.rule, fails)
    if unit.alive:
        fight.tell(Noted(RULE, unit.name, f"crosses the {ground.kind.title}"))


def hazard(fight: Fight, number: int, dice: int, rule: str = RULE, fails: int = 1) -> None:
    """So many models test, whatever ground it is."""
    unit, found = fight.state.units[number], kind(fight, number)
    throw = Throw(dice, 6, "dangerous terrain", rule, unit.side, (fails,), need=fails + 1, over=True)
    bad = sum(face <= fails for face in fight.throw(throw))
    if not bad:
        return
    if found.troop.id == CHARIOT:
        bad = sum(fight.throw(Throw(bad, 6, "wounds of the chariot", "reg.troop.chariot", unit.side)))
    harm = Harm(fight, number, bad, 3)
    harm.armour = False
    saves = harm.strikes()
    struck = rolled(
        fight, Strikes(bad, 0, 0, NEVER, saves.ward, saves.regeneration, rules=saves.rules), 1 - unit.side
    )  # fmt: skip
    suffer(fight, number, FILE_GROUP, struck.unsaved)


def in_river(fight: Fight, number: int, one: Body) -> bool:
    """Whether a unit stands in a river with any part: it has no ranks there.  [reg.terrain.river]"""
    rivers = fight.setting.land(fight.state.terrain).rivers
    if not rivers or has(fight, number, SEA) or has(fight, number, ETHEREAL):
        return False
    return any(overlap(base, part) for ground in rivers for part in ground.parts for base in one.bases)


def crosses_river(fight: Fight, shape: Shape) -> bool:
    rivers = fight.setting.land(fight.state.terrain).rivers
    return any(overlap(shape, part) for ground in rivers for part in ground.parts)
