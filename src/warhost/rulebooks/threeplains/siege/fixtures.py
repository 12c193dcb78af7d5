"""What is fixed to the works, thing by thing: where it is, whether it still stands, and what falls together.

On the table each is a piece of terrain of its own kind and bears its own damage; so does the wood of a gate.
[tp.siege.attack_structures] [tp.siege.setup.fortress]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from warhost.engine.field.compass import RIGHT_ANGLE, ahead, veered
from warhost.engine.field.shapes import Shape, oblong

from ..bodies import body
from ..figure import inches
from ..land.ground import terrace
from ..setting import Fight
from ..state import Feature, Number
from .layout import Laid, Layout
from .places import door_leads, family, places_of
from .works import BESIEGERS, DEFENDERS, equipment, fittings

DESTROYED = "tp.siege.destroyed_structure"
DRAWN = {"ladder": "fortress ladder", "loop": "arrow-loop", "cauldron": "cauldron", "spike": "dragon spike",
         "door": "bolted door"}  # fmt: skip
"""The kind of terrain that each thing is on the table."""
WOODEN, OPEN_GATE = "wooden gate", "open gate"
THIN = inches(0.3)  # as deep as doors and arrow-loops are drawn
NARROW = inches(0.4)
NO_FIXTURE = -1  # the wooden part belongs to the gate itself


class Fixed(NamedTuple):
    """A thing that is fixed to a model of the fortress; `fixture` is its place in the plan of that model."""

    model: int
    fixture: int
    kind: str
    name: str
    shape: Shape


def fixed(layout: Layout) -> Iterator[Fixed]:
    """Everything, model by model."""
    for one in layout.works:
        yield from fixed_to(one)


def fixed_to(one: Laid) -> Iterator[Fixed]:
    if one.work.gate:
        front = ahead(one.start, one.heading, inches(one.work.length) // 2)
        out = veered(one.heading, -RIGHT_ANGLE)
        depth = inches(one.work.depth)
        shape = oblong(ahead(front, out, depth // 2), out, inches(one.work.opening), depth)
        yield Fixed(one.number, NO_FIXTURE, WOODEN, f"{WOODEN} of {one.title}", shape)
    several = Counter(fixture.kind for fixture in one.model.fixtures)
    counted = Counter[str]()
    for place, shape in _shapes(one):
        kind = one.model.fixtures[place].kind
        counted[kind] += 1
        which = f" {counted[kind]}" if several[kind] > 1 else ""
        yield Fixed(one.number, place, DRAWN[kind], f"{DRAWN[kind]}{which} of {one.title}", shape)


def _shapes(one: Laid) -> Iterator[tuple[int, Shape]]:
    """Ladders before the inner face, doors across the way they bar, the rest within the outer face."""
    for place, fixture in enumerate(one.model.fixtures):
        which = one.model.among_its_like(place)
        if fixture.kind == "door":
            if (shape := _door(one, fixture.to or "", which)) is not None:
                yield place, shape
        elif fixture.kind in DRAWN:
            size = fittings()[fixture.kind]  # an arrow-loop has no size of its own
            wide, deep = inches(size.width) or NARROW, inches(size.depth) or THIN
            spots = one.spots(fixture.kind)
            if spots:
                _, spot, out = spots[which]
                yield place, oblong(ahead(spot, out, deep) if fixture.kind == "ladder" else spot, out, wide, deep)


def _door(one: Laid, to: str, which: int) -> Shape | None:
    """To a model beside it where the two meet, or to the ground: which of several there."""
    width, side = inches(fittings()["door"].width), to.partition(" ")[0]
    if side == "left":
        return oblong(one.start, one.heading, width, THIN)
    if side == "right":
        return oblong(ahead(one.end, one.leaving, THIN), one.leaving, width, THIN)
    found = one.doors(to)
    return oblong(*found[which][1:], width, THIN) if found else None


# --- in the battle --------------------------------------------------------------------------------------------


def layout_of(fight: Fight) -> Layout:
    return places_of(fight.setting.mission.plan).layout


def called(name: str) -> str:
    """A model in several parts has one name."""
    return name.partition("/")[0]


def broken(fight: Fight) -> frozenset[tuple[int, int]]:
    """Doors, ladders and whatever else is fixed that is destroyed, by model and place.  [tp.siege.bolted_door]"""
    left = {feature.name for feature in fight.state.terrain}
    return frozenset((one.model, one.fixture) for one in fixed(layout_of(fight)) if one.name not in left)


def open_gates(fight: Fight) -> frozenset[int]:
    """Gates under which the way is free.  [tp.siege.gate_open]"""
    opened = {called(feature.name) for feature in fight.state.terrain if feature.kind == OPEN_GATE}
    return frozenset(one.number for one in layout_of(fight).works if one.title in opened)


def whole_model(fight: Fight, feature: Feature) -> list[int]:
    """All the parts of a model, and of the bend that shares its life points.  [tp.siege.wall_45]"""
    names = _family_names(fight, feature)
    return [at for at, other in enumerate(fight.state.terrain) if called(other.name) in names]


def fixed_there(fight: Fight, feature: Feature) -> list[str]:
    """What is fixed to a model goes with it.  [tp.siege.destroyed_structure]"""
    titles = _family_names(fight, feature)
    fixed_here = [thing.name for one in layout_of(fight).works if one.title in titles for thing in fixed_to(one)]
    return [*fixed_here, *(other.name for other in fight.state.terrain if stands_at(other) in titles)]


def stands_at(feature: Feature) -> str:
    """The wall at which something has been set up."""
    _, of, work = feature.name.rpartition(" of ")
    return work if of else ""


def out_of_hand(fight: Fight, number: Number, feature: Feature) -> bool:
    """Defenders spare their own works; nobody strikes at what is under his feet, above his head or far below.

    [tp.siege.attack_structures] [tp.siege.levels]
    """
    layout, piece = layout_of(fight), fight.state.pieces[number]
    thing = next((one for one in fixed(layout) if one.name == feature.name), None)
    if standing := next((one for one in equipment().values() if one.stands and one.title == feature.kind), None):
        return piece.side == BESIEGERS or (piece.aloft and standing.stands != "wall")
    if thing is None and not _family_names(fight, feature):
        return False
    if piece.side == DEFENDERS:
        return True
    if thing is not None:
        return piece.aloft != above(layout, thing) and thing.kind != DRAWN["ladder"]
    floor = terrace(fight, body(fight, number)) if piece.aloft else None
    return called(feature.name) in {called(ground.feature.name) for ground in (floor.grounds if floor else ())}


def above(layout: Layout, thing: Fixed) -> bool:
    """Whether a thing is on the walk or a roof, not on the ground.  [tp.siege.levels]"""
    if thing.fixture == NO_FIXTURE:
        return False
    fixture = layout.laid[thing.model - 1].model.fixtures[thing.fixture]
    return fixture.kind != "door" or (door_leads(layout, thing.model, fixture) or "").startswith("top")


def _family_names(fight: Fight, feature: Feature) -> set[str]:
    layout = layout_of(fight)
    number = next((one.number for one in layout.works if one.title == called(feature.name)), 0)
    return {one.title for one in family(layout, number)} if number else set()
