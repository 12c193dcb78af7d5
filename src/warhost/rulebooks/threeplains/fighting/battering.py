"""Pieces that fight nobody may batter the building, bridge or wall before them in the close combat phase.

[tp.combat.objects] [tp.terrain.attack_structures]
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.body import Body
from warhost.engine.field.shapes import Shape, gap
from warhost.engine.question import Choose

from ..bodies import TOUCH, body, figure, on_table
from ..land.structures import batter, taken_apart
from ..morale.exhaustion import tire
from ..setting import Fight
from ..state import Number
from ..weapons import Weapon
from ..wounds.hits import Attack
from .arms import wielded
from .blows import owners
from .contact import engaged

NOBODY_DOES = "nobody"


def batter_one(fight: Fight) -> bool:
    """The player whose turn it is sends one piece after the other against the structures they touch.

    Nothing holds them there: they may walk away whenever they move.  [tp.combat.objects]
    """
    state = fight.state
    able = {
        f"{state.pieces[number].name}: {state.terrain[at].name}": (number, at)
        for number in on_table(fight, state.active)
        for at in structures_before(fight, number)
    }
    if not able:
        return False
    options = [NOBODY_DOES, *able]
    text = "Who batters down what stands before him?"
    answer = fight.ask(
        Choose(state.active, "batter down", options, "tp.combat.objects", usual=NOBODY_DOES, text=text)
    )
    if answer == NOBODY_DOES:
        state.fought += tuple(dict.fromkeys(number for number, _ in able.values()))
    else:
        batter_down(fight, *able[answer])
    return True


def structures_before(fight: Fight, number: Number) -> list[int]:
    """The structures that its leading models touch, by their places in the terrain."""
    piece, state = fight.state.pieces[number], fight.state
    if piece.fleeing or piece.airborne or number in state.fought or engaged(fight, number):
        return []
    own = body(fight, number)
    return [
        at
        for at, feature in enumerate(state.terrain)
        if fight.setting.kinds[feature.kind].structure
        and _near(own, fight.setting.ground(feature).shape)
        and next(_touching(fight, number, at), None) is not None
        and not fight.setting.fabric.unstruck(fight, number, feature)
    ]


def _near(one: Body, shape: Shape) -> bool:
    """Whether the two could touch at all."""
    left, right, bottom, top = one.box
    across = shape.left <= right + TOUCH and left <= shape.right + TOUCH
    return across and shape.bottom <= top + TOUCH and bottom <= shape.top + TOUCH


def _touching(fight: Fight, number: Number, at: int) -> Iterator[int]:
    """Which of its leading bases touch a structure: those of the first rank, of the edge of a wedge, or any of a
    loose group.  [tp.unit.infantry_wedge.lineup]"""
    one, shape = body(fight, number), fight.setting.ground(fight.state.terrain[at]).shape
    leading = range(len(one.bases) if fight.state.pieces[number].places else one.files)
    return (base for base in (one.wedge.edge if one.wedge else leading) if gap(one.bases[base], shape) <= TOUCH)


def batter_down(fight: Fight, number: Number, at: int) -> None:
    """Every attack of the models in front is a hit; each kind of models, and their steeds, roll together. Of a wall
    or a bridge they strike the segment that most of them touch.

    [tp.terrain.attack_structures] [tp.combat.hit.none] [tp.terrain.low_wall.destroy]
    """
    state, own = fight.state, owners(fight, number)
    state.fought += (number,)
    at = max(taken_apart(fight, at), key=lambda part: len([*_touching(fight, number, part)]))
    structure = fight.setting.kinds[state.terrain[at].kind].structure
    left = structure.life - state.terrain[at].damage if structure else 0
    striking = [own[base] for base in _touching(fight, number, at)]
    for member in dict.fromkeys(striking):
        weapon = wielded(fight, {}, member, number, None)
        for attack in _attacks(fight, member, weapon, striking.count(member)):
            left -= batter(fight, at, attack) if left > 0 else 0
        if weapon is not None:
            tire(fight, member, weapon.tiring, weapon.rule)


def _attacks(fight: Fight, member: Number, weapon: Weapon | None, models: int) -> Iterator[Attack]:
    for line in figure(fight, member).blows:
        held = weapon if line.part == "self" else None
        hits = models * (line.attacks + (held.attacks if held else 0))
        yield Attack(
            member, hits, "melee", "tp.combat.objects", member,
            top=line.damage + (held.damage if held else 0),
            toughness=line.toughness + (held.toughness if held else 0),
        )  # fmt: skip
