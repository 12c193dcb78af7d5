"""Where archers are drawn up: on a height, behind a wall, at the edge of a wood."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from warhost.engine.field.body import Body
from warhost.engine.field.compass import EAST, NORTH, ahead, aside, opposite
from warhost.engine.field.shapes import Shape, ahead_of, clear_line, gap, oblong

from ..bodies import body, figure, loose, strength
from ..figure import inches
from ..land.sense import OWN_COVER
from ..missiles.aiming import HEIGHT, missiles, users
from ..opening.deployment import Deploy, fronts
from ..opening.setup import facing_of_side, zone_of_side
from ..setting import GAP, Ground
from ..state import Number
from .mind import Mind
from .volleys import plain_promise

WORTH_THE_WAY = inches(8)  # how far from their place in the line
NICK = inches(0.05)  # between a wall and whoever stands behind it
STEP, ASIDE, BACK = inches(1), 12, (0, 1, 2)  # how archers may be shifted along their line, and back from it
COVERED = 0.5  # what cover leaves of a volley


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


def loopholes(mind: Mind, number: Number) -> Iterator[dict[str, Any]]:
    """Close behind each wall round the own zone, looking out: whoever stands there shoots past it."""
    centre = zone_of_side(mind.setting, mind.state, mind.side).outline.centre
    for ground in mind.setting.land(mind.state.terrain).grounds:
        if ground.kind.cover == "behind":
            shape, middle = ground.shape, ground.middle
            lying = shape.right - shape.left > shape.top - shape.bottom
            behind = middle[1] < centre[1] if lying else middle[0] < centre[0]
            outwards = NORTH if lying else EAST
            outwards = opposite(outwards) if behind else outwards
            deep = (shape.top - shape.bottom if lying else shape.right - shape.left) / 2
            yield {"at": list(ahead(middle, outwards, -round(deep) - NICK)), "facing": outwards}


def field_of_fire(mind: Mind, number: Number, there: Body) -> float:
    """What a volley from a place promises against all whom it could reach; cover spoils half of it."""
    edge, total = oblong(there.front, there.facing, there.width, 1), 0.0
    cover = mind.setting.land(mind.state.terrain).cover
    walls = [ground.shape for ground in cover if ground.kind.cover == "behind"]
    screens = [wall for wall in walls if gap(edge, wall) > OWN_COVER]
    for enemy in mind.enemies:
        foe = body(mind.fight, enemy)
        if ahead_of(foe.block, there.front, there.facing):
            left = 1.0 if clear_line(there.front, foe.middle, screens) else COVERED
            total += left * plain_promise(mind, number, enemy)
    return total


def drawn_out(mind: Mind, question: Deploy, place: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """In a single rank at this place, beside it, or a step behind it where enemies stand right below."""
    number = mind.number[question.about]
    if loose(mind.fight, number):
        return
    files, facing = max(fronts(mind.fight, number)), place["facing"]
    for step, back in sorted(product(range(-ASIDE, ASIDE + 1), BACK), key=lambda one: (abs(one[0]) + one[1], one)):
        at = ahead(aside(tuple(place["at"]), facing, step * STEP), facing, -back * STEP)
        order = place | {"at": list(at), "files": files}
        if question.refuse(order) is None:
            yield order


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
