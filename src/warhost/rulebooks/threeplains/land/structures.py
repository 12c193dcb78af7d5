"""What can be battered down or drowned in: buildings, bridges and walls, deep water."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from warhost.engine.chain import Chain, Pool, Wounds
from warhost.engine.field.compass import RIGHT_ANGLE, Angle, ahead, distance, heading, to_frame, veered
from warhost.engine.field.cutting import cut
from warhost.engine.field.shapes import Shape, contains, gap

from ..bodies import (
    body,
    figure,
    life_of,
    measured,
    meets,
    on_table,
    set_aloft,
    set_places,
    strength,
)
from ..events.moves import Battered, Collapsed
from ..figure import inches
from ..moving.groups import parts, special_places
from ..scenario.points import came_down
from ..setting import Fight, Ground
from ..state import NOBODY, Feature, Number, Point
from ..wounds.casualties import lose
from ..wounds.hits import Attack, gains, horde_links, strike, thrower
from .ground import floor_of, grounds, stands_in
from .looking import large
from .terrain import Fall, TerrainKind
from .trampling import numbered

OPEN = "open"
DOUBLE = 2  # what fire does to what burns well
DROWNING = 5  # the top of the damage range
HAIR = 10  # thousandths of an inch that a length may be too long by rounding


# --- battering down ------------------------------------------------------------------------------------------


def batter(fight: Fight, at: int, attack: Attack) -> int:
    """Hits on a building, a bridge or a wall: the life points it loses. At its last it comes down.

    It is always hit, has no agility and resists nothing; most need horde hits.
    [tp.terrain.attack_structures] [tp.combat.objects] [tp.combat.hit.none] [tp.terrain.low_wall.destroy]
    """
    feature = fight.state.terrain[at]
    structure = fight.setting.kinds[feature.kind].structure
    if structure is None or not attack.hits or (structure.warded and attack.kind == "magic"):
        return 0
    left = structure.life - feature.damage
    chain = structure_chain(structure.toughness, left, burnt(attack) if structure.burns else attack)
    points = fight.roll(chain, thrower(fight, attack))
    fight.tell(Battered(attack.rule, whole_name(fight, feature), attack.by, points, left - points))
    for part in body_of(fight, at):
        hurt = msgspec.structs.replace(fight.state.terrain[part], damage=feature.damage + points)
        _replace(fight, part, (hurt,))
    if points >= left:
        collapse(fight, at)
    return points


def burnt(attack: Attack) -> Attack:
    """The same against what burns well: fire does it twice the harm.  [tp.trait.vulnerable_to_fire]"""
    return msgspec.structs.replace(attack, multiplier=DOUBLE * attack.multiplier) if attack.fire else attack


def body_of(fight: Fight, at: int) -> list[int]:
    """The places in the terrain of all that shares the life points of a structure."""
    return [*fight.setting.fabric.one_body(fight, fight.state.terrain[at])] or [at]


def whole_name(fight: Fight, feature: Feature) -> str:
    """What players call a structure of which this is a part."""
    parts = body_of(fight, fight.state.terrain.index(feature))
    return feature.name if len(parts) == 1 else feature.name.partition("/")[0]


def structure_chain(toughness: int, left: int, attack: Attack) -> Chain:
    """The life points that these hits take from what neither resists nor dodges."""
    save = max(0, toughness - attack.toughness)
    pool = Pool(attack.hits, "hits", attack.rule)
    found = gains(attack, save)
    if not any(found):
        return Chain(pool, horde_links(attack, save, left))
    return Chain(pool, (Wounds(found, left, 1, "damage", "tp.shoot.damage"),))


def collapse(fight: Fight, at: int) -> None:
    """It comes down: what it leaves on the ground, and those who fall with it or are hit by it.

    Who falls from a bridge into water stands in it, unhurt. [tp.terrain.small_building] [tp.terrain.large_building]
    [tp.terrain.high_wall] [tp.terrain.low_wall.destroy] [tp.terrain.bridge.wooden] [tp.terrain.bridge.stone]
    [tp.terrain.bridge.collapse] [tp.siege.destroyed_structure]
    """
    feature, fabric = fight.state.terrain[at], fight.setting.fabric
    fallen = [fight.state.terrain[part] for part in body_of(fight, at)]
    gone = fabric.falls_with(fight, feature)
    kind, name = fight.setting.kinds[feature.kind], whole_name(fight, feature)
    assert kind.structure is not None
    struck = [attack for part in fallen for attack in _struck_by(fight, part)]
    struck += fabric.thrown_down(fight, feature)
    beside = _beside(fight, fallen) if kind.turrets else {}
    for part in fallen:
        ruin = Feature(part.name, kind.structure.becomes, part.points)
        _replace(fight, fight.state.terrain.index(part), () if ruin.kind == OPEN else (ruin,))
    fight.state.terrain = tuple(part for part in fight.state.terrain if part.name not in gone)
    fight.tell(Collapsed(kind.rule, name, kind.structure.becomes))
    for attack in struck:
        if kind.structure.fall and kind.structure.fall.slays and not figure(fight, attack.target).flight:
            lose(fight, attack.target, attack.hits * life_of(fight, attack.target), attack.rule)
        else:
            strike(fight, attack)
    for number, bases in beside.items():
        _leave_standing(fight, number, *bases)
    if kind.turrets:
        _come_down(fight)
    came_down.each(fight.setting.mission.rules, fight, feature)


def _struck_by(fight: Fight, feature: Feature) -> Iterator[Attack]:
    ground = fight.setting.ground(feature)
    if ground.kind.structure and ground.kind.structure.fall:
        yield from _struck(fight, ground, ground.kind.structure.fall)


def _beside(fight: Fight, fallen: list[Feature]) -> dict[Number, tuple[tuple[Point, ...], list[int]]]:
    """Of the loose groups on the works: where their models stand, and which of them not on what falls."""
    found, falling = {}, [fight.setting.ground(part) for part in fallen]
    for number in on_table(fight):
        piece = fight.state.pieces[number]
        if piece.aloft and piece.places and not figure(fight, number).flight:
            bases = enumerate(body(fight, number).bases)
            stay = [at for at, base in bases if not any(_falls(fight, ground, base.centre) for ground in falling)]
            found[number] = piece.places, stay
    return found


def _leave_standing(fight: Fight, number: Number, places: tuple[Point, ...], stay: list[int]) -> None:
    """Those are gone who stood on it, wherever in their group; the others stay where they are.

    [tp.siege.destroyed_structure]
    """
    piece = fight.state.pieces[number]
    if piece.standing and len(stay) == strength(fight, number) < len(places):
        for leader in piece.leaders:
            fight.state.pieces[leader].post = NOBODY
        set_places(fight, number, tuple(places[at] for at in stay), piece.facing)


def _come_down(fight: Fight) -> None:
    """Who lives though the works under it have fallen is on the ground.  [tp.siege.destroyed_structure]"""
    for number in on_table(fight):
        if fight.state.pieces[number].aloft and floor_of(fight, number) is None:
            set_aloft(fight, number, False)


def _struck(fight: Fight, ground: Ground, fall: Fall) -> Iterator[Attack]:
    """One hit on each piece near by, or one on each model that stood on it."""
    rule = "tp.terrain.bridge.collapse" if ground.kind.bridge else ground.kind.rule
    rule = "tp.siege.destroyed_structure" if fall.slays else rule
    for number in _grounded(fight):
        if fall.within:
            if measured(min(gap(part, ground.shape) for part in body(fight, number).parts)) <= inches(fall.within):
                yield Attack(number, 1, "fall", rule, top=fall.damage, toughness=fall.toughness)
        else:
            for member, models in members_at(fight, number, lambda point: _falls(fight, ground, point)):
                yield Attack(member, models, "fall", rule, top=fall.damage, toughness=fall.toughness)


def _falls(fight: Fight, ground: Ground, point: Point) -> bool:
    if not contains(ground.shape, point):
        return False
    return not any(below.kind.unsteady and contains(below.shape, point) for below in grounds(fight))


def _replace(fight: Fight, at: int, features: tuple[Feature, ...]) -> None:
    terrain = fight.state.terrain
    fight.state.terrain = (*terrain[:at], *features, *terrain[at + 1 :])


# --- drowning ------------------------------------------------------------------------------------------------


def drown(fight: Fight) -> None:
    """At the start of each turn the heavily armoured sink in deep water: men, riders and chariots, not beasts.

    [tp.terrain.deep_water.drown]
    """
    deep = [ground for ground in grounds(fight) if ground.kind.drowns]
    for number in _grounded(fight) if deep else ():
        under = [ground for ground in deep if meets(body(fight, number), ground.shape)]
        for member, models in members_at(fight, number, partial(_in_any, fight, under)) if under else ():
            found = figure(fight, member)
            if found.heavy and found.category != "beast" and not large(found):
                rule = "tp.terrain.deep_water.drown"
                strike(fight, Attack(member, models, "fall", rule, top=DROWNING, past_saves=True))


def _in_any(fight: Fight, waters: list[Ground], point: Point) -> bool:
    return any(stands_in(fight, water, point) for water in waters)


def _grounded(fight: Fight) -> list[Number]:
    return [number for number in on_table(fight) if not fight.state.pieces[number].airborne]


def members_at(fight: Fight, number: Number, there: Callable[[Point], bool]) -> list[tuple[Number, int]]:
    """Who of a piece stands at such points: each group or character in it, and how many of its models."""
    special = special_places(fight, number)
    owners = [part for part, models in parts(fight, number) for _ in range(models)]
    counts: dict[Number, int] = {}
    for index, base in enumerate(body(fight, number).bases):
        if there(base.centre):
            owner = special.get(index, owners[index])
            counts[owner] = counts.get(owner, 0) + 1
    return list(counts.items())


# --- segments ------------------------------------------------------------------------------------------------


def taken_apart(fight: Fight, at: int) -> range:
    """Before it is struck a wall or a bridge comes apart into the lengths that stand or fall each for itself: their
    places in the terrain.  [tp.terrain.low_wall.destroy]"""
    feature = fight.state.terrain[at]
    lengths = segments(feature, fight.setting.kinds[feature.kind])
    _replace(fight, at, tuple(lengths))
    return range(at, at + len(lengths))


def segments(feature: Feature, kind: TerrainKind) -> list[Feature]:
    """A wall or a bridge in the lengths that are battered down one by one; anything else as it is.

    [tp.terrain.bridge.wooden] [tp.terrain.bridge.stone] [tp.terrain.low_wall.destroy] [tp.terrain.high_wall]
    """
    if kind.structure is None or not kind.structure.segment:
        return [feature]
    step = inches(kind.structure.segment)
    rest: Shape | None = Ground(feature, kind).shape
    origin, way = _longest_edge(feature.points)
    assert rest is not None
    along = [to_frame(point, origin, way)[1] for point in rest.points]
    pieces: list[Shape] = []
    for far in range(min(along) + step, max(along) - HAIR, step):
        if rest is not None:
            # Looking across, what comes before the line is on one hand and what comes after it on the other.
            near, rest = cut(rest, ahead(origin, way, far), veered(way, -RIGHT_ANGLE))
            pieces += [near] if near else []
    pieces += [rest] if rest else []
    return list(numbered(feature, [piece.points for piece in pieces]))


def _longest_edge(points: tuple[Point, ...]) -> tuple[Point, Angle]:
    ends = zip(points, points[1:] + points[:1], strict=True)
    a, b = max(ends, key=lambda pair: distance(*pair))
    return a, heading(a, b)
