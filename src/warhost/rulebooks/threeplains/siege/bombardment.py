"""What missiles and stones can be aimed at in a siege, and what they do to equipment.

[tp.siege.attack_structures] [tp.siege.race.wall_stones] [tp.siege.battering_ram] [tp.siege.portable_bridge]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from warhost.engine.dice import Throw
from warhost.engine.field.compass import Point
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, gap, point_gap
from warhost.engine.field.template import Sector, covers

from ..bodies import body, measured
from ..dice import roll
from ..events.blows import Caught
from ..events.moves import Battered, Collapsed
from ..figure import inches
from ..land.structures import OPEN, batter, body_of, burnt, structure_chain, whole_name
from ..machines.engines import engine_of
from ..magic.bearing import nature
from ..missiles.structures import harms, sees_mark
from ..morale.checks import members
from ..moving.groups import outermost
from ..scenario.fabric import Hurl, Mark
from ..setting import Fight
from ..state import NOBODY, Feature, Implement, Number, opponent
from ..wounds.hits import Attack, thrower
from .fixtures import DRAWN, NO_FIXTURE, Fixed, above, called, fixed, layout_of
from .implements import carried, changed, heap_at, thing_of
from .layout import Layout
from .works import BESIEGERS, equipment, fittings

ATTACK = "tp.siege.attack_structures"
WALK = 1  # the level of the walk over walls and gates
VULNERABLE = "vulnerable to fire"


# --- what there is to aim at ------------------------------------------------------------------------------------


def enemy_works(fight: Fight, shooter: Number) -> list[Mark]:
    """Besiegers aim at the fortress and what is fixed to it, Defenders at what was left or set up before it."""
    if fight.state.pieces[shooter].side == BESIEGERS:
        return list(_works(fight))
    return before_the_works(fight)


def before_the_works(fight: Fight) -> list[Mark]:
    """What the Besiegers have set up, and what they have left lying.  [tp.siege.attack_structures]"""
    set_up = {one.title for one in equipment().values() if one.stands}
    standing = [feature for feature in fight.state.terrain if feature.kind in set_up]
    return [*(_mark(fight, one, [one], 0) for one in standing), *(_implement(fight, one) for one in _lying(fight))]


def _works(fight: Fight) -> Iterator[Mark]:
    """Every model once, however many parts it has."""
    layout, seen = layout_of(fight), set[str]()
    things = {thing.name: thing for thing in fixed(layout)}
    models = {one.title: one for one in layout.works}
    for at, feature in enumerate(fight.state.terrain):
        name = called(feature.name)
        if fight.setting.kinds[feature.kind].structure is None or name in seen:
            continue
        if name in models:
            seen.add(name)
            parts = [fight.state.terrain[part] for part in body_of(fight, at)]
            yield _mark(fight, feature, parts, models[name].work.level)
        elif thing := things.get(name):
            yield _mark(fight, feature, [feature], _level(layout, thing))


def _level(layout: Layout, thing: Fixed) -> int:
    """Doors lead on to the walk at the highest; the rest is on the top of its model."""
    if not above(layout, thing):
        return 0
    return WALK if thing.kind == DRAWN["door"] else layout.laid[thing.model - 1].work.level


def _mark(fight: Fight, feature: Feature, parts: list[Feature], level: int) -> Mark:
    kind = fight.setting.kinds[feature.kind]
    assert kind.structure is not None
    shapes = tuple(fight.setting.ground(part).shape for part in parts)
    harder = next((one.harder for one in fittings().values() if one.rule == kind.rule), 0)
    return Mark(
        whole_name(fight, feature), shapes, level, kind.structure.toughness, kind.structure.life - feature.damage,
        partial(_batter, fight, feature.name), harder, kind.rule, kind.structure.burns,
    )  # fmt: skip


def _batter(fight: Fight, name: str, attack: Attack) -> int:
    at = next(at for at, one in enumerate(fight.state.terrain) if one.name == name)
    return batter(fight, at, attack)


def _implement(fight: Fight, one: Implement) -> Mark:
    thing, shape = thing_of(one), heap_at(one.at)
    where = f"{thing.title} at ({one.at[0] / 1000:.1f}, {one.at[1] / 1000:.1f})"
    left, strike = thing.life - one.damage, partial(wear, fight, one)
    return Mark(where, (shape,), 0, thing.toughness, left, strike, burns=thing.burns)


def _lasts(one: Implement) -> bool:
    return thing_of(one).life > 0


# --- stones against walls ---------------------------------------------------------------------------------------


def at_the_walls(fight: Fight, number: Number) -> list[Hurl]:
    """A machine that has such stones may aim at any model, or at its wooden gate, that it sees at its usual range.

    [tp.siege.race.wall_stones]
    """
    engine, thing = engine_of(fight, number), equipment()["wall_stones"]
    if engine is None or not any(one.kind == thing.id for one in carried(fight, number)):
        return []
    near, far = (inches(reach) for reach in engine.range)
    small = {one.name for one in fixed(layout_of(fight)) if one.fixture != NO_FIXTURE}
    found = []
    for mark in _works(fight):
        off = min(gap(part, shape) for part in body(fight, number).parts for shape in mark.shapes)
        if near <= off <= far and mark.name not in small and sees_mark(fight, number, mark):
            attack = Attack(NOBODY, 1, "missile", thing.rule, number, top=thing.damage, toughness=thing.bites)
            found.append(Hurl(mark, engine.on_wall, attack))
    return found


def burning(fight: Fight, target: Number) -> bool:
    """Whether fire does more to it, or to what it carries, than plain arrows.  [tp.siege.flaming_arrows]"""
    vulnerable = any(VULNERABLE in nature(fight, one) for one in members(fight, target))
    return vulnerable or any(thing_of(one).burns for one in carried(fight, target))


# --- templates --------------------------------------------------------------------------------------------------


def under_the_template(fight: Fight, sectors: Sequence[Sector], attack: Attack) -> None:
    """Whatever is built and lies under it is struck as well, by as many hits as the parts over it score; nobody
    rolls for what these could not harm.

    [tp.siege.attack_structures] [tp.siege.gate]
    """
    side = thrower(fight, replace(attack, target=NOBODY))
    for name in [feature.name for feature in fight.state.terrain]:
        feature = next((one for one in fight.state.terrain if one.name == name), None)
        if feature is None or fight.setting.kinds[feature.kind].structure is None:
            continue
        over = [sector for sector in sectors if covers(sector, fight.setting.ground(feature).shape)]
        if over and _worth_rolling(fight, feature, attack, over):
            hits = sum(roll(fight, sector.hits, f"hits on {called(name)}", ATTACK, side) for sector in over)
            _batter(fight, name, replace(attack, target=NOBODY, hits=hits))
    for one in _lying(fight):
        over, thing = [sector for sector in sectors if covers(sector, heap_at(one.at))], thing_of(one).title
        if over and harms(thing_of(one).toughness, replace(attack, hits=_most(over))):
            hits = sum(roll(fight, sector.hits, f"hits on {thing}", ATTACK, side) for sector in over)
            wear(fight, one, replace(attack, target=NOBODY, hits=hits))


def _lying(fight: Fight) -> list[Implement]:
    """Equipment that nobody carries, as far as it can be destroyed."""
    return [one for one in fight.state.progress.train if one.dropped and _lasts(one)]


def _most(over: Sequence[Sector]) -> int:
    return sum(int(sector.hits.removeprefix("D")) for sector in over)


def _worth_rolling(fight: Fight, feature: Feature, attack: Attack, over: Sequence[Sector]) -> bool:
    return _harmed(fight, feature, replace(attack, hits=_most(over)))


def _harmed(fight: Fight, feature: Feature, attack: Attack) -> bool:
    """Whether such hits could do anything to it at all.  [tp.siege.gate]"""
    structure = fight.setting.kinds[feature.kind].structure
    if structure is None or (structure.warded and attack.kind == "magic"):
        return False
    return harms(structure.toughness, attack)


def _round(centre: Point, shape: Shape, radius: Length) -> bool:
    return measured(point_gap(centre, shape)) <= radius


def near_the_burst(fight: Fight, centre: Point, radius: Length, attack: Attack) -> None:
    """Whatever is built and lies within the radius has one hit, as a model has; a model of the fortress has one
    however many parts it has.

    [tp.siege.attack_structures] [tp.shoot.radius]
    """
    one = replace(attack, target=NOBODY, hits=1)
    near = [part for part in fight.state.terrain if _round(centre, fight.setting.ground(part).shape, radius)]
    for name in dict.fromkeys(called(part.name) for part in near):
        feature = next((part for part in fight.state.terrain if called(part.name) == name), None)
        if feature is not None and _harmed(fight, feature, one):
            _batter(fight, feature.name, one)
    for thing in _lying(fight):
        if _round(centre, heap_at(thing.at), radius) and harms(thing_of(thing).toughness, one):
            wear(fight, thing, one)


# --- what equipment catches -------------------------------------------------------------------------------------


def by_what_they_carry(fight: Fight, attack: Attack) -> Attack:
    """A die for each missile hit says whether it strikes a ram, a bridge or a tower instead of those who carry it;
    what comes straight down always does.

    [tp.siege.battering_ram] [tp.siege.portable_bridge] [tp.siege.race.siege_tower] [tp.siege.race.siege_ram]
    """
    if attack.kind != "missile":
        return attack
    holder = outermost(fight, attack.target)
    shields = [one for one in carried(fight, holder) if thing_of(one).shields]
    if not shields or attack.aimed:
        return attack
    one = min(shields, key=lambda one: thing_of(one).shields)
    thing, side = thing_of(one), opponent(fight.state.pieces[holder].side)
    hits = attack.hits
    if not attack.falls:
        cuts = (thing.shields - 1,)
        faces = fight.throw(Throw(hits, 6, "dispersal", thing.rule, side, cuts))
        hits = sum(face >= thing.shields for face in faces)
    if hits:
        fight.tell(Caught(thing.rule, holder, thing.title, hits))
        wear(fight, one, replace(attack, hits=hits))
    return replace(attack, hits=attack.hits - hits)


def wear(fight: Fight, one: Implement, attack: Attack) -> int:
    """Hits on equipment; when its life points are gone it is no more.  [tp.siege.attack_structures]"""
    thing = thing_of(one)
    left = thing.life - one.damage
    brought = burnt(attack) if thing.burns else attack
    points = fight.roll(structure_chain(thing.toughness, left, brought), thrower(fight, attack))
    fight.tell(Battered(attack.rule, thing.title, attack.by, points, left - points))
    changed(fight, one, replace(one, damage=one.damage + points) if points < left else None)
    if points >= left:
        fight.tell(Collapsed(thing.rule, thing.title, OPEN))
    return points
