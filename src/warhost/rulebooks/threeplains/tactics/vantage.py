"""Where archers are drawn up: on a height, behind a wall, at the edge of a wood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.shapes import Shape

from ..bodies import body, figure, strength
from ..figure import inches
from ..missiles.aiming import HEIGHT, missiles, users
from ..opening.setup import facing_of_side, zone_of_side
from ..setting import GAP, Ground
from ..state import Number
from .mind import Mind

WORTH_THE_WAY = inches(8)  # how far from their place in the line
NICK = inches(0.05)  # between a wall and whoever stands behind it


def vantages(mind: Mind, number: Number, wanted: int, half: int) -> Iterator[dict[str, Any]]:
    """Good ground in the own zone from which the enemy's front line can be reached, the nearest to its place first.

    From a height one sees over friends; elsewhere none may stand before them.
    """
    zone = zone_of_side(mind.setting, mind.state, mind.side).outline
    below = mind.state.zones[mind.side] == 0
    grounds = [ground for ground in mind.setting.land(mind.state.terrain).grounds if _helps(ground)]
    found = []
    for ground in grounds:
        x = _across(ground, wanted, half)
        y = _along(mind, number, ground, zone.top if below else zone.bottom, below)
        back = zone.top - y if below else y - zone.bottom
        if back < 0 or abs(x - wanted) > WORTH_THE_WAY or GAP + back > _range(mind, number, ground):
            continue
        if ground.kind.slope or not _masked(mind, x, y, half, below):
            found.append((abs(x - wanted), x, y))
    for _, x, y in sorted(found):
        yield {"at": [x, y], "facing": facing_of_side(mind.state, mind.side)}


def _helps(ground: Ground) -> bool:
    """A height, cover, or a wall that lies along the front."""
    if ground.kind.cover == "behind":
        return _wide(ground.shape)
    return ground.kind.slope or ground.kind.woody


def _wide(shape: Shape) -> bool:
    return shape.right - shape.left > 2 * (shape.top - shape.bottom)


def _across(ground: Ground, wanted: int, half: int) -> int:
    """As near to the wanted place as the ground is still under it."""
    low, high = round(ground.shape.left) + half, round(ground.shape.right) - half
    return min(max(wanted, low), high) if low < high else ground.middle[0]


def _along(mind: Mind, number: Number, ground: Ground, line: int, below: bool) -> int:
    """Where its front edge would be: its middle on that of a height, close behind a wall, at the edge of a wood.

    A wood or wall that is not wholly behind the front line is no good.
    """
    shape, toward = ground.shape, 1 if below else -1
    if ground.kind.slope:
        y = ground.middle[1] + toward * _depth(mind, number) // 2
        return min(y, line) if below else max(y, line)
    if ground.kind.cover == "behind":
        return round(shape.bottom if below else shape.top) - toward * NICK
    return round(shape.top if below else shape.bottom)


def _depth(mind: Mind, number: Number) -> int:
    files = mind.state.pieces[number].files
    return -(-strength(mind.fight, number) // files) * figure(mind.fight, number).base[1]


def _range(mind: Mind, number: Number, ground: Ground) -> int:
    owned = [weapon.range for user in users(mind.fight, number) for weapon in missiles(mind.fight, user)]
    return inches(max(owned, default=0)) + (HEIGHT if ground.kind.slope else 0)


def _masked(mind: Mind, x: int, y: int, half: int, below: bool) -> bool:
    """Whether friends stand before it."""
    boxes = [body(mind.fight, friend).box for friend in mind.friends]
    return any(
        left < x + half and right > x - half and (top > y if below else bottom < y)
        for left, right, bottom, top in boxes
    )
