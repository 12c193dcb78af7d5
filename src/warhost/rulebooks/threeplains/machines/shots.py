"""Bolt throwers: one bolt that goes through ranks, or a volley of light ones."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.chain import Test, again_of, kept_of
from warhost.engine.field.zones import zone

from ..bodies import body, loose, strength
from ..events.blows import Shot
from ..missiles.aiming import to_hit
from ..missiles.hitting import attack, divided, hit_test
from ..missiles.turning import returned, tell_turned, thrown_back
from ..setting import Fight
from ..state import NOBODY, Number, Player
from ..weapons import Weapon
from ..wounds.hits import strike
from .engines import engine_of
from .gremlins import gremlins
from .sheets import Engine


def shoot_bolts(fight: Fight, engine: Engine, number: Number, target: Number, weapon: Weapon, shots: int) -> None:
    """Natural ones call the gremlins: before a single bolt flies, after all bolts of a volley.

    [tp.list.machine.bolt] [tp.list.machine.repeater]
    """
    need, side = to_hit(fight, number, target, "phase", weapon), fight.state.pieces[number].side
    test = hit_test(fight, number, need.total, target)
    faces = thrown(fight, test, shots, side)
    misfired = faces.count(1) >= engine.ones
    if misfired and engine.shot == "bolt":
        gremlins(fight, number)
        return
    hits = sum(map(test.gain, faces))
    fight.tell(Shot(engine.rule, number, target, weapon.id, shots, need.total, hits, need.steps))
    if test.reroll in ("successes", "all"):
        tell_turned(fight, target)
    for struck, share in divided(fight, number, target, hits, side):
        if share and thrown_back(fight, struck):
            strike(fight, returned(fight, attack(fight, number, struck, number, weapon, share), number))
        elif engine.shot == "bolt":
            _pierce(fight, engine, number, struck, weapon, share)
        else:
            strike(fight, attack(fight, number, struck, number, weapon, share))
    if misfired and fight.state.pieces[number].standing:
        gremlins(fight, number)


def thrown(fight: Fight, test: Test, shots: int, side: Player) -> list[int]:
    """The dice to hit as they lie, with those that had to be thrown again; natural ones are told from others."""
    cuts = tuple(sorted({1, *test.cuts()}))
    fails = 0 if test.reroll in ("failures", "all") else test.need - 1
    faces = test.thrown(shots, fight.throw, side, cuts, fails)
    kept, again = kept_of(faces, test.again), again_of(faces, test.again)
    return kept + list(test.thrown(len(again), fight.throw, side, cuts, 0, again) if again else ())


def _pierce(fight: Fight, engine: Engine, number: Number, target: Number, weapon: Weapon, hits: int) -> None:
    """Model after model in one line, each with less force, until one survives.  [tp.list.machine.bolt]"""
    line = depth(fight, number, target)
    for toughness in engine.toughness[: line if hits else 0]:
        before = strength(fight, target)
        bolt = attack(fight, number, target, number, weapon, 1)
        strike(fight, structs.replace(bolt, toughness=toughness, most=1))
        if not fight.state.pieces[target].standing or strength(fight, target) == before:
            return


def goes_through(fight: Fight, number: Number, target: Number) -> bool:
    """Whether its bolt could strike more than one model there."""
    engine = engine_of(fight, number)
    return engine is not None and len(engine.toughness) > 1 and depth(fight, number, target) > 1


def depth(fight: Fight, number: Number, target: Number) -> int:
    """How many models stand one behind the other where a bolt comes in: the ranks of a unit or mob from its front
    and rear zones, its files from a flank; of anything else the first alone.  [tp.list.machine.bolt]
    """
    if loose(fight, target) or fight.state.pieces[target].ring != NOBODY:
        return 1
    ground = body(fight, target)
    side = zone(ground.oblong, body(fight, number).front)
    return ground.files if side in ("left", "right") else ground.ranks
