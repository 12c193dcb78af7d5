"""Creation: walls, waters, trees and hills where there were none.  The earth itself is in earth.py."""

from __future__ import annotations

from math import isqrt

from msgspec import structs

from warhost.engine.field.compass import NORTH, Angle, Point, ahead, distance, heading, rays
from warhost.engine.field.shapes import Shape, contains, gap, oblong, overlap, polygon
from warhost.engine.question import Choose, Refusal

from ...bodies import body, on_table
from ...dice import direction, roll
from ...events.spells import LandChanged, LandCleared, SpellFailed
from ...fighting.contact import engaged
from ...fighting.positions import WALL_REACH
from ...figure import inches
from ...land.ground import grounds
from ...land.terrain import outline
from ...setting import Fight, Ground
from ...special import specials
from ...special.specials import Moment
from ...state import Feature, Number
from ..bearing import effects_on, lay, lift
from ..landscape import built_over, clear_away, hull, lay_down, shape_of, shrunk, square_inches, without
from ..naming import naming
from ..places import choose_place, corners, over_enemies, rooted
from ..targets import Casting
from ..working import does, lasting

WALL = "tp.spell.creation.earth_wall"
PATH = "tp.spell.creation.stony_path"
SPRING = "tp.spell.creation.spring"
ENTS = "tp.spell.creation.the_word_of_the_ents"
THICK = inches(0.25)  # an earth wall
NATURAL = (
    "wood", "trapped wood", "rocks", "cliff", "impassable", "rough", "shallow water", "deep water", "moat",
    "small obstacle",
)  # fmt: skip
PATH_SIZE = (inches(4), inches(8))
POND, LAKE, STREAM, RIVER = "spring pond", "spring lake", "spring stream", "spring river"
GROWS = {POND: LAKE, LAKE: STREAM, STREAM: RIVER}
LEVELS = {"": 3, POND: 4, LAKE: 5, STREAM: 6}  # ether dice for a spring there
SMALL_POND, LARGE_POND = (inches(4), inches(4)), (inches(6), inches(6))
WIDTHS = {STREAM: inches(2), RIVER: inches(4)}
TREE = "tree"
APART = inches(4.5)  # trees that grow together
TOGETHER = inches(5)
WOOD_FROM = 3  # trees
SQUARE_INCHES_A_TREE = 16
TRUNK = inches(0.5)
GROW, FELL = "trees grow", "trees are felled"


# --- earth wall ----------------------------------------------------------------------------------------------


@naming.fits(WALL, "is in close combat")
def not_fighting(fight: Fight, number: Number) -> bool:
    return not engaged(fight, number)


@does(WALL)
def earth_wall(fight: Fight, casting: Casting) -> None:
    """A low stone wall across the whole front, if there is room for it.  [tp.spell.creation.earth_wall]"""
    number = casting.target
    own = body(fight, number)
    wall = oblong(ahead(own.front, own.facing, THICK), own.facing, own.width, THICK)
    if refusal := _no_room_for(fight, number, wall):
        fight.tell(SpellFailed(WALL, casting.caster, WALL, refusal.why))
        return
    lay_down(fight, WALL, "stone wall", [wall], f"earth wall of {fight.state.pieces[number].name}")
    lay(fight, lasting(fight, casting, number, 0))


def _no_room_for(fight: Fight, number: Number, wall: Shape) -> Refusal | None:
    """Before those in the air, at turrets or under a roof there is no earth; what lies below is not before them."""
    piece = fight.state.pieces[number]
    if engaged(fight, number):
        return Refusal(WALL, "it is fighting")
    if piece.airborne or piece.aloft or piece.inside:
        return Refusal(WALL, "there is no earth before it")
    others = [part for n in on_table(fight) if n != number for part in body(fight, n).parts]
    if any(overlap(wall, part) for part in others) or any(overlap(wall, ground.shape) for ground in _solid(fight)):
        return Refusal(WALL, "there is no room for a wall")
    return None


def _solid(fight: Fight) -> list[Ground]:
    return [ground for ground in grounds(fight) if ground.bars or ground.kind.wall]


@specials.moments(WALL)
def wears_away(fight: Fight, number: Number, moment: Moment) -> None:
    """With the shooting phase in which it was shot at, or the round that was fought over it, if only by its dead.

    [tp.spell.creation.earth_wall]
    """
    if moment == "shot at":
        wall_is_shot_at(fight, number)
    elif moment == "shooting over":
        crumble_after_shots(fight, number)
    elif moment == "fought" or (moment == "slain" and _died_fighting(fight, number)):
        crumble(fight, number)


def _died_fighting(fight: Fight, number: Number) -> bool:
    return fight.state.phase == "combat" and number in fight.state.fought


def wall_is_shot_at(fight: Fight, number: Number) -> None:
    """It will crumble when the phase is over, if they stand behind it."""
    for effect in effects_on(fight, number) if _wall_before(fight, number) else ():
        if effect.source == WALL:
            lift(fight, effect)
            lay(fight, structs.replace(effect, number=1))


def crumble_after_shots(fight: Fight, number: Number) -> None:
    if any(effect.source == WALL and effect.number for effect in effects_on(fight, number)):
        crumble(fight, number)


def crumble(fight: Fight, number: Number) -> None:
    """The wall before the piece is gone; one that it has left behind stays.  [tp.spell.creation.earth_wall]"""
    gone = _wall_before(fight, number)
    clear_away(fight, gone)
    for wall in gone:
        shape = shape_of(fight, wall)
        fight.tell(LandCleared(WALL, "the earth wall", shape.centre, (shape.points,)))
    left = bool(_walls_of(fight, number))
    for effect in [effect for effect in effects_on(fight, number) if effect.source == WALL]:
        lift(fight, effect)
        if left:
            lay(fight, structs.replace(effect, number=0))


def _walls_of(fight: Fight, number: Number) -> list[Feature]:
    name = f"earth wall of {fight.state.pieces[number].name}"
    return [feature for feature in fight.state.terrain if feature.name.rpartition(" ")[0] == name]


def _wall_before(fight: Fight, number: Number) -> list[Feature]:
    """Those walls of a piece behind which it still stands, or stood to the last."""
    piece = fight.state.pieces[number]
    front = body(fight, number).block if piece.standing else oblong(piece.point, piece.facing, 1, 1)
    return [wall for wall in _walls_of(fight, number) if gap(shape_of(fight, wall), front) <= WALL_REACH]


# --- stony path ----------------------------------------------------------------------------------------------


@naming.fits(PATH, "there is nothing that a path could go through")
def there_are_obstructions(fight: Fight, number: Number) -> bool:
    return any(feature.kind in NATURAL for feature in fight.state.terrain)


@naming.names(PATH)
def where_the_path_lies(fight: Fight, casting: Casting) -> Casting:
    middles = [shape_of(fight, feature).centre for feature in fight.state.terrain if feature.kind in NATURAL]
    return choose_place(fight, casting, middles, turns=True, covers=_path)


def _path(spot: Point, turn: Angle) -> Shape:
    wide, deep = PATH_SIZE
    return oblong(ahead(spot, turn, deep // 2), turn, wide, deep)


@does(PATH)
def stony_path(fight: Fight, casting: Casting) -> None:
    """What grows or lies in its way is gone; hills, walls and buildings stay.  [tp.spell.creation.stony_path]"""
    assert casting.place is not None
    spot, path = casting.place, _path(casting.place, casting.turn)
    for feature in [feature for feature in fight.state.terrain if feature.kind in NATURAL]:
        shape = shape_of(fight, feature)
        if overlap(shape, path):
            clear_away(fight, [feature])
            if feature.kind != "small obstacle":
                lay_down(fight, PATH, feature.kind, without(shape, path), feature.name)
    fight.tell(LandChanged(PATH, "open", spot, (path.points,)))


# --- spring --------------------------------------------------------------------------------------------------


def _spring_at(fight: Fight, spot: Point) -> Feature | None:
    """The water of an earlier spring at this place."""
    waters = (feature for feature in fight.state.terrain if feature.name.startswith("spring "))
    return next((water for water in waters if contains(shape_of(fight, water), spot)), None)


def _stage(feature: Feature | None) -> str:
    """What it is; parts that a path has cut off have more numbers behind their name."""
    return "" if feature is None else " ".join(feature.name.split()[:2])


@naming.names(SPRING)
def where_the_spring_rises(fight: Fight, casting: Casting) -> Casting:
    """Where it is cast says how strong the ether is.  [tp.spell.creation.spring]"""
    waters = [shape_of(fight, f).centre for f in fight.state.terrain if f.name.startswith("spring ")]
    spots = (*over_enemies(fight, casting), *waters, *corners(fight))  # a river cannot be everywhere
    ideas = [spot for spot in spots if not _grown_up(fight, spot)]
    named = choose_place(fight, casting, ideas, covers=_pond, bars=lambda spot: _grown_up(fight, spot))
    assert named.place is not None
    return structs.replace(named, ether=LEVELS[_stage(_spring_at(fight, named.place))])


def _grown_up(fight: Fight, spot: Point) -> Refusal | None:
    """[tp.spell.creation.spring]"""
    if _stage(_spring_at(fight, spot)) in LEVELS:
        return built_over(fight, spot, SPRING)
    return Refusal(SPRING, "a river does not grow any more")


def _pond(spot: Point, turn: int) -> Shape:
    return polygon(outline(spot, SMALL_POND, NORTH, rounded=True))


@does(SPRING)
def spring(fight: Fight, casting: Casting) -> None:
    """A pond, a deep lake, a stream across the table, a deep river; a river grows no more.

    [tp.spell.creation.spring]
    """
    assert casting.place is not None
    old = _spring_at(fight, casting.place)
    stage = GROWS[_stage(old)] if old else POND
    middle = shape_of(fight, old).centre if old else casting.place
    kind = "shallow water" if stage in (POND, STREAM) else "deep water"
    if old:
        clear_away(fight, [old])
    lay_down(fight, SPRING, kind, [_water(fight, casting, stage, middle, old)], stage)


def _water(fight: Fight, casting: Casting, stage: str, middle: Point, old: Feature | None) -> Shape:
    if stage in (POND, LAKE):
        size = SMALL_POND if stage == POND else LARGE_POND
        return polygon(outline(middle, size, NORTH, rounded=True))
    if stage == STREAM:
        way = direction(fight, "course of the stream", SPRING, casting.side)
    else:
        assert old is not None
        way = _course(shape_of(fight, old))
    table = fight.setting.table
    far = isqrt(table.width**2 + table.depth**2)
    return oblong(ahead(middle, way, far), way, WIDTHS[stage], 2 * far)


def _course(stream: Shape) -> Angle:
    """The way a stream runs: along its longest edge."""
    corners = stream.points
    pairs = list(zip(corners, corners[1:] + corners[:1], strict=True))
    return heading(*max(pairs, key=lambda pair: distance(*pair)))


# --- trees ---------------------------------------------------------------------------------------------------


def _wood_at(fight: Fight, spot: Point) -> Feature | None:
    return next((f for f in fight.state.terrain if f.kind == "wood" and contains(shape_of(fight, f), spot)), None)


@naming.names(ENTS)
def where_the_ents_hear(fight: Fight, casting: Casting) -> Casting:
    """In a wood trees may be felled as well; that is kept as the turn of the casting."""
    woods = [shape_of(fight, f).centre for f in fight.state.terrain if f.kind == "wood"]
    named = rooted(fight, casting, woods)
    assert named.place is not None
    if _wood_at(fight, named.place) is None:
        return named
    text = "Shall trees grow there, or be felled?"
    wish = fight.ask(Choose(casting.side, "trees", [GROW, FELL], ENTS, casting.spell.title, text=text))
    return structs.replace(named, turn=int(wish == FELL))


@does(ENTS)
def the_word_of_the_ents(fight: Fight, casting: Casting) -> None:
    """D3 trees more or fewer; three together are a wood.  [tp.spell.creation.the_word_of_the_ents]"""
    assert casting.place is not None
    number = roll(fight, "D3", "trees", ENTS, casting.side)
    wood = _wood_at(fight, casting.place)
    if casting.turn and wood is not None:
        _fell(fight, wood, number)
    else:
        _grow(fight, _together(fight, casting.place, number))


def _together(fight: Fight, spot: Point, number: int) -> list[Point]:
    """Places for up to three trees, all as far from each other, turned about the first until they are on the table,
    as of six ways two side by side always are, and not on works."""
    table = fight.setting.table
    for way in rays(6):
        others = [ahead(spot, beside, APART) for beside in rays(6, way)[: number - 1]]
        if all(map(table.holds, others)) and not any(built_over(fight, spot, ENTS) for spot in others):
            break
    return [spot, *others]


def _grow(fight: Fight, spots: list[Point]) -> None:
    """Single trees, joined with those near by to a wood where there are enough of them."""
    _plant(fight, spots)
    trees = {f: shape_of(fight, f).centre for f in fight.state.terrain if f.name.startswith(f"{TREE} ")}
    together = [feature for feature, at in trees.items() if any(distance(at, spot) <= TRUNK for spot in spots)]
    for feature in together:  # it grows while it is gone through: trees near trees
        near = [f for f, at in trees.items() if f not in together and distance(at, trees[feature]) <= TOGETHER]
        together += near
    if len(together) >= WOOD_FROM:
        corners = [point for feature in together for point in shape_of(fight, feature).points]
        clear_away(fight, together)
        lay_down(fight, ENTS, "wood", [hull(corners)], "ents' wood")


def _fell(fight: Fight, wood: Feature, number: int) -> None:
    """A wood of a board has a tree on every 16 square inches; with fewer than three left they stand alone."""
    shape = shape_of(fight, wood)
    trees = _trees_of(shape)
    left = max(0, trees - number)
    clear_away(fight, [wood])
    if left >= WOOD_FROM:
        lay_down(fight, ENTS, "wood", [shrunk(shape, left / trees)], wood.name)
    else:
        spots = _together(fight, shape.centre, left) if left else []
        _plant(fight, spots)
        fight.tell(LandCleared(ENTS, "the wood", shape.centre, (shape.points,)))


def _plant(fight: Fight, spots: list[Point]) -> None:
    """Each tree is told of by itself."""
    for spot in spots:
        lay_down(fight, ENTS, "small obstacle", [_trunk(spot)], TREE)


def _trees_of(shape: Shape) -> int:
    return max(WOOD_FROM, round(square_inches(shape) / SQUARE_INCHES_A_TREE))


def _trunk(spot: Point) -> Shape:
    return oblong(ahead(spot, NORTH, TRUNK // 2), NORTH, TRUNK, TRUNK)
