"""Shooting at what is built: walls, doors and engines that a scenario lets be shot at.

They have no cover and do not dodge; whoever could not harm one with all his shots is not offered it.
[tp.siege.attack_structures] [tp.terrain.attack_structures]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from warhost.engine.chain import Chain, Pool
from warhost.engine.field.compass import Point
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, gap
from warhost.engine.tally import Tally

from ..bodies import body, figure, loose, measured, width_of
from ..events.blows import ShotAtWorks
from ..figure import inches
from ..land.ground import level_of
from ..land.sense import sees_spot
from ..machines import shots as bolts
from ..machines.engines import engine_of
from ..machines.gremlins import gremlins
from ..magic.hands import rolling
from ..scenario.fabric import Mark
from ..setting import Fight
from ..special.concealment import come_to_light
from ..special.riding import on_base
from ..state import NOBODY, Number
from ..weapons import Weapon
from ..wounds.hits import Attack, gains, horde_links
from .aiming import (
    BASIC,
    CLOSE,
    HEIGHT,
    TOO_NEAR,
    alight,
    hands_full,
    hasty,
    may_volley,
    missiles,
    say_which_arrows,
    standing_on,
    swayed,
    usable,
    users,
    why_no_missiles,
)
from .hitting import hit_test

RULE = "tp.siege.attack_structures"
SIXES = 5  # the first six of a horde counts as six, each further one adds one


class Salvo(NamedTuple):
    """The shots of one kind of models at a structure, and what each that hits brings."""

    user: Number
    weapon: Weapon
    shots: int
    attack: Attack


def structures_in_reach(fight: Fight, shooter: Number) -> dict[str, Mark]:
    """What it may name besides enemies: where everything may be measured what is in range, otherwise what it sees.

    [tp.siege.attack_structures] [tp.setup.commands]
    """
    openly = fight.setting.options.get("measuring") == "open"
    offered = fight.setting.fabric.marks(fight, shooter)
    if not offered or why_no_missiles(fight, shooter) is not None:
        return {}
    return {
        mark.name: mark
        for mark in offered
        if any(harms(mark.toughness, salvo.attack) for salvo in salvos_at(fight, shooter, mark, measured=openly))
        and sees_mark(fight, shooter, mark)
    }


def harms(toughness: int, attack: Attack) -> bool:
    """Whether such hits could take a life point at all, by sheer numbers if not otherwise.  [tp.shoot.horde]"""
    save = max(0, toughness - attack.toughness)
    return any(gains(attack, save)) or SIXES + attack.hits > save


def sees_mark(fight: Fight, viewer: Number, mark: Mark) -> bool:
    """Whether a corner or the middle of a side of it is in sight; it is seen over whatever is lower.

    [tp.shoot.checks.view] [tp.aware.los.levels]
    """
    return any(sees_spot(fight, viewer, spot, mark.level) for spot in outline(mark))


def outline(mark: Mark) -> Iterator[Point]:
    for shape in mark.shapes:
        corners = shape.points
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            yield (ax + bx) // 2, (ay + by) // 2
        yield from corners


def salvos_at(
    fight: Fight, shooter: Number, mark: Mark, *, measured: bool = True, flaming: bool = False
) -> Iterator[Salvo]:
    """Who shoots with what, and how many of them are in range, or would be before anything is measured.

    [tp.shoot.shots] [tp.shoot.checks.range] [tp.siege.idle_hands] [tp.siege.flaming_arrows]
    """
    own, owners, taken = body(fight, shooter), standing_on(fight, shooter), hands_full(fight, shooter)
    far_off = [_away(base, mark) for base in own.bases]
    everybody = loose(fight, shooter) or (may_volley(fight, shooter, "phase") and min(far_off) > TOO_NEAR)
    firing = range(len(own.bases) if everybody else min(width_of(fight.state.pieces[shooter]), len(own.bases)))
    high = HEIGHT if level_of(fight, shooter) > mark.level else 0
    for user in users(fight, shooter):
        bases = [at for at in firing if user in on_base(fight, owners[at]) and at not in taken]
        for plain in missiles(fight, user):
            weapon = alight(fight, user, plain) if flaming else plain
            reach = inches(weapon.range) + high
            shots = sum(far_off[at] <= reach or not measured for at in bases) * weapon.shots
            if shots and usable(fight, shooter, weapon, "phase"):
                yield Salvo(user, weapon, shots, _brought(fight, user, weapon, shots, min(far_off) <= CLOSE))
                break


def _away(ground: Shape, mark: Mark) -> Length:
    return measured(min(gap(ground, shape) for shape in mark.shapes))


def _brought(fight: Fight, user: Number, weapon: Weapon, hits: int, close: bool) -> Attack:
    if engine := engine_of(fight, user):
        return Attack(NOBODY, hits, "missile", engine.rule, user, engine.damage, engine.toughness[0])
    bites = weapon.close_toughness if close else 0
    top = figure(fight, user).blows[0].damage
    return Attack(NOBODY, hits, "missile", weapon.rule, user, top, bites, fire=weapon.flaming)


def to_hit_mark(fight: Fight, shooter: Number, mark: Mark) -> Tally:
    """As at any target in the open.  [tp.siege.attack_structures] [tp.shoot.modifiers]"""
    piece, tally = fight.state.pieces[shooter], Tally(BASIC, "tp.shoot.hit", "basic")
    if min(_away(part, mark) for part in body(fight, shooter).parts) <= CLOSE:
        tally.add(-1, "tp.shoot.mod.close", "close range")
    if hasty(fight, shooter):
        tally.add(1, "tp.shoot.mod.move", "moved more than half")
    if mark.harder:
        tally.add(mark.harder, mark.rule, mark.name)
    if piece.crooked:
        tally.add(piece.crooked, "tp.list.gremlin.bolt_thrower", "bent sights")
    swayed(fight, Attack(NOBODY, 0, "missile", "tp.shoot.hit", shooter), tally)
    fight.setting.sights.hamper(fight, shooter, tally)
    tally.floor(2, "tp.shoot.hit", "a 1 always misses")
    return tally


def shoot_at(fight: Fight, shooter: Number, mark: Mark) -> None:
    """All who can shoot at it do, until it is gone.  [tp.siege.attack_structures] [tp.shoot.hit]"""
    come_to_light(fight, shooter)
    left, firing = mark.left, list(salvos_at(fight, shooter, mark, flaming=_set_alight(fight, shooter, mark)))
    if not firing:
        fight.tell(ShotAtWorks("tp.shoot.checks.range", shooter, mark.name, "", 0, 0, 0, ()))
    for salvo in firing:
        fight.state.pieces[shooter].turn.shot = True
        if left > 0 and fight.state.pieces[shooter].standing:
            left -= _fly(fight, shooter, mark, salvo)


def _set_alight(fight: Fight, shooter: Number, mark: Mark) -> bool:
    """Whether the arrows burn that are shot at what burns well.  [tp.siege.flaming_arrows]"""
    if not mark.burns or not any(s.weapon.flaming for s in salvos_at(fight, shooter, mark, flaming=True)):
        return False
    piece = fight.state.pieces[shooter]
    return say_which_arrows(fight, piece.side, piece.name)


def _fly(fight: Fight, shooter: Number, mark: Mark, salvo: Salvo) -> int:
    """To hit, then damage; natural ones call the gremlins of a machine.  [tp.list.machine.bolt]"""
    need, side = to_hit_mark(fight, shooter, mark), fight.state.pieces[shooter].side
    engine, test = engine_of(fight, salvo.user), hit_test(fight, salvo.user, need.total)
    misfired = False
    if engine is None:
        with rolling(fight, salvo.user, NOBODY):
            hits = fight.roll(Chain(Pool(salvo.shots, "shots", "tp.shoot.shots"), (test,)), side, need)
    else:
        faces = bolts.thrown(fight, test, salvo.shots, side)
        hits, misfired = sum(map(test.gain, faces)), faces.count(1) >= engine.ones
        if misfired and engine.shot == "bolt":
            gremlins(fight, salvo.user)
            return 0
    rule = salvo.attack.rule
    fight.tell(ShotAtWorks(rule, shooter, mark.name, salvo.weapon.id, salvo.shots, need.total, hits, need.steps))
    points = mark.strike(_with(salvo.attack, hits)) if hits else 0
    if misfired and fight.state.pieces[salvo.user].standing:
        gremlins(fight, salvo.user)
    return points


def _with(attack: Attack, hits: int) -> Attack:
    return replace(attack, hits=hits)


def expected(fight: Fight, shooter: Number, mark: Mark) -> float:
    """The life points that it would lose on average."""
    need, points = to_hit_mark(fight, shooter, mark).total, 0.0
    for salvo in salvos_at(fight, shooter, mark):
        save = max(0, mark.toughness - salvo.attack.toughness)
        hit, found = hit_test(fight, salvo.user, need), gains(salvo.attack, save)
        if any(found):
            chance = Chain(Pool(salvo.shots, "shots", RULE), (hit,)).distribution().mean()
            points += float(chance) * sum(found) / len(found)
        else:
            links = (hit, *horde_links(salvo.attack, save, mark.left))
            points += float(Chain(Pool(salvo.shots, "shots", RULE), links).distribution().mean())
    return min(points, float(mark.left))
