"""Arrow-loops: archers inside the works whom nothing reaches, with one shot each in every shooting phase.

[tp.siege.arrow_loop]
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from warhost.engine.chain import Chain, Pool, Reroll
from warhost.engine.field.compass import Angle, Point, ahead, heading
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import ahead_of, line_gap
from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ..bodies import FLYING_HEIGHT, body, on_table
from ..events.blows import LoopShot, LoopShotAtWorks
from ..fighting.contact import engaged
from ..figure import inches
from ..land.ground import level_of
from ..land.sense import covered_from, seen_from, spot_seen_from
from ..missiles.aiming import (
    BASIC,
    CLOSE,
    FLAMING,
    HEIGHT,
    TOO_NEAR,
    hard_to_make_out,
    hidden_in_company,
    say_which_arrows,
    swayed,
)
from ..missiles.hitting import plain_test
from ..missiles.structures import harms, outline
from ..missiles.turning import turned_by
from ..scenario.fabric import Mark
from ..scenario.points import Deed, shots_besides
from ..setting import Fight
from ..special.concealment import concealed
from ..state import NOBODY, Number
from ..weapons import Weapon
from ..wounds.hits import Attack, strike
from .bombardment import before_the_works, burning
from .fixtures import DRAWN, Fixed, fixed, layout_of
from .idle_hands import held_below
from .passage import captured
from .works import BESIEGERS, DEFENDERS

LOOP = "tp.siege.arrow_loop"
SHOOT = "shoot from the "
CLEAR = 150  # thousandths of an inch


class Loop(NamedTuple):
    """Where its archer looks out, which way, and how high above the ground."""

    name: str
    at: Point
    eye: Point  # a little before the face, clear of whoever stands above
    facing: Angle
    level: int


@shots_besides(LOOP)
def loops(fight: Fight) -> Mapping[str, Deed]:
    """Every loop that has not had its shot, of works that are not lost, with an enemy or his things in sight."""
    weapon = fight.setting.weapons.get(fight.setting.mission.loops)
    if fight.state.active != DEFENDERS or weapon is None:
        return {}
    ready = [loop for loop in manned(fight) if (loop.name, fight.state.clock) not in fight.state.progress.loosed]
    return {
        f"{SHOOT}{loop.name}": partial(loose_one, fight, loop, weapon)
        for loop in ready
        if any(_aims(fight, loop, weapon, n) for n in on_table(fight, BESIEGERS)) or _marks(fight, loop, weapon)
    }


def manned(fight: Fight) -> list[Loop]:
    """Those of works that stand and are not captured.  [tp.siege.arrow_loop]"""
    left = {feature.name for feature in fight.state.terrain if feature.kind == DRAWN["loop"]}
    taken = captured(fight)
    return [_loop(fight, one) for one in fixed(layout_of(fight)) if one.name in left and one.model not in taken]


def _loop(fight: Fight, one: Fixed) -> Loop:
    (ax, ay), (bx, by) = one.shape.points[:2]
    middle = ((ax + bx) // 2, (ay + by) // 2)
    level = layout_of(fight).laid[one.model - 1].work.level
    facing = heading(one.shape.centre, middle)
    return Loop(one.name, middle, ahead(middle, facing, CLEAR), facing, level)


# --- a shot -----------------------------------------------------------------------------------------------------


def _aims(fight: Fight, loop: Loop, weapon: Weapon, target: Number) -> bool:
    """Whether it sees an enemy outwards of its face, whom it may shoot at without danger to friends; where all may
    be measured only one in range.  [tp.siege.arrow_loop] [tp.shoot.checks]
    """
    there = body(fight, target)
    if concealed(fight, target) or not any(ahead_of(part, loop.at, loop.facing) for part in there.parts):
        return False
    if engaged(fight, target) and not held_below(fight, target):
        return False
    openly = fight.setting.options.get("measuring") == "open"
    if openly and out_of_reach(fight, loop, weapon, target):
        return False
    return seen_from(fight, loop.eye, target, loop.level)


def _away(fight: Fight, loop: Loop, target: Number) -> float:
    """Upwards at whoever is in the air.  [tp.shoot.highground.air]"""
    along = min(line_gap(loop.at, loop.at, part) for part in body(fight, target).parts)
    return hypot(along, FLYING_HEIGHT) if fight.state.pieces[target].airborne else along


def out_of_reach(fight: Fight, loop: Loop, weapon: Weapon, target: Number) -> bool:
    """Farther than its range, which is longer downwards; or a lone man lost among his friends.

    [tp.siege.high_ground] [tp.shoot.mod.insignificant]
    """
    high = HEIGHT if level_of(fight, target) < loop.level else 0
    away = _away(fight, loop, target)
    return away > inches(weapon.range) + high or (hidden_in_company(fight, target) and away > TOO_NEAR)


def loose_one(fight: Fight, loop: Loop, weapon: Weapon) -> None:
    """One shot, at 5 or more as for any archer.  [tp.siege.arrow_loop] [tp.shoot.hit]"""
    pieces, clock = fight.state.pieces, fight.state.clock
    marks = _marks(fight, loop, weapon)
    names = {pieces[n].name: n for n in on_table(fight, BESIEGERS) if _aims(fight, loop, weapon, n)}
    options = [*names, *marks]
    name = options[0]
    if len(options) > 1:
        text = "At whom {does} {who} aim?"
        name = fight.ask(Choose(DEFENDERS, "target", options, LOOP, loop.name, text=text))
    kept = tuple(one for one in fight.state.progress.loosed if one[1] == clock)
    fight.state.advance(loosed=(*kept, (loop.name, clock)))
    if name in marks:
        _loose_at_works(fight, loop, weapon, marks[name])
    else:
        _loose_at_piece(fight, loop, weapon, names[name])


def _loose_at_piece(fight: Fight, loop: Loop, weapon: Weapon, target: Number) -> None:
    if out_of_reach(fight, loop, weapon, target):
        fight.tell(LoopShot(LOOP, loop.name, target, 0, False))
        return
    fire = _set_alight(fight, loop, weapon, target)
    need = to_hit_from(fight, loop, target)
    turned: Reroll = "successes" if turned_by(fight, target) else "none"
    chain = Chain(Pool(1, "shots", LOOP), (plain_test(need.total, turned),))
    hits = fight.roll(chain, DEFENDERS, need)
    fight.tell(LoopShot(LOOP, loop.name, target, need.total, hits > 0, need.steps, fire))
    close = _away(fight, loop, target) <= CLOSE
    there = body(fight, target)
    strike(fight, Attack(
        target, hits, "missile", LOOP, toughness=weapon.close_toughness if close else 0, agility=weapon.agility,
        sensed=ahead_of((loop.at,), there.front, there.facing), fire=fire,
    ))  # fmt: skip


def _set_alight(fight: Fight, loop: Loop, weapon: Weapon, target: Number) -> bool:
    """Whether the arrow burns, if it reaches a target that burns well even then.  [tp.siege.flaming_arrows]"""
    if not weapon.arrows or not burning(fight, target):
        return False
    shorter = replace(weapon, range=weapon.range - FLAMING)
    return not out_of_reach(fight, loop, shorter, target) and say_which_arrows(fight, DEFENDERS, loop.name)


def to_hit_from(fight: Fight, loop: Loop, target: Number) -> Tally:
    """[tp.siege.arrow_loop] [tp.shoot.modifiers]"""
    tally = Tally(BASIC, "tp.shoot.hit", "basic")
    if _away(fight, loop, target) <= CLOSE:
        tally.add(-1, "tp.shoot.mod.close", "close range")
    if covered_from(fight, loop.eye, target, loop.level):
        tally.add(1, "tp.shoot.mod.cover", "cover")
    if hard_to_make_out(fight, target):
        tally.add(1, "tp.shoot.mod.insignificant", "insignificant piece")
    swayed(fight, Attack(target, 0, "missile", LOOP), tally)
    tally.floor(2, "tp.shoot.hit", "a 1 always misses")
    return tally


# --- at what stands or lies before the works ----------------------------------------------------------------------


def _marks(fight: Fight, loop: Loop, weapon: Weapon) -> dict[str, Mark]:
    """What its one arrow could harm, outwards of its face and in sight; where all may be measured only in range.

    [tp.siege.arrow_loop] [tp.siege.attack_structures]
    """
    openly, found = fight.setting.options.get("measuring") == "open", dict[str, Mark]()
    for mark in before_the_works(fight):
        off = _off(loop, mark)
        if (openly and off > _range(weapon)) or not harms(mark.toughness, _arrow(weapon, off)):
            continue
        ahead_of_it = [spot for spot in outline(mark) if ahead_of((spot,), loop.at, loop.facing)]
        if any(spot_seen_from(fight, loop.eye, spot, loop.level) for spot in ahead_of_it):
            found[mark.name] = mark
    return found


def _off(loop: Loop, mark: Mark) -> float:
    return min(line_gap(loop.at, loop.at, shape) for shape in mark.shapes)


def _range(weapon: Weapon) -> Length:
    """All loops are above what stands before the works.  [tp.siege.high_ground]"""
    return inches(weapon.range) + HEIGHT


def _arrow(weapon: Weapon, off: float, *, fire: bool = False) -> Attack:
    bites = weapon.close_toughness if off <= CLOSE else 0
    return Attack(NOBODY, 1, "missile", LOOP, toughness=bites, agility=weapon.agility, fire=fire)


def _loose_at_works(fight: Fight, loop: Loop, weapon: Weapon, mark: Mark) -> None:
    """As at any target in the open.  [tp.siege.arrow_loop] [tp.siege.attack_structures]"""
    off = _off(loop, mark)
    if off > _range(weapon):
        fight.tell(LoopShotAtWorks(LOOP, loop.name, mark.name, 0, False))
        return
    reaches_alight = weapon.arrows and off <= _range(weapon) - inches(FLAMING)
    fire = bool(reaches_alight and mark.burns and say_which_arrows(fight, DEFENDERS, loop.name))
    need = Tally(BASIC, "tp.shoot.hit", "basic")
    if off <= CLOSE:
        need.add(-1, "tp.shoot.mod.close", "close range")
    swayed(fight, Attack(NOBODY, 0, "missile", LOOP), need)
    hits = fight.roll(Chain(Pool(1, "shots", LOOP), (plain_test(need.total, "none"),)), DEFENDERS, need)
    fight.tell(LoopShotAtWorks(LOOP, loop.name, mark.name, need.total, hits > 0, need.steps, fire))
    if hits:
        mark.strike(_arrow(weapon, off, fire=fire))
