"""Who has been in the water on his way.  [tp.magic.items.warpaint]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import distance

from ..bodies import body
from ..figure import inches
from ..magic.bearing import nature
from ..moving.groups import base_of
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Number, Point
from .ground import stands_in

STEP = inches(0.25)  # how closely the way is looked at


def wade(fight: Fight, number: Number, start: Point) -> None:
    """A piece has gone straight from where its front was to where it stands: whoever of it minds water and came
    into some. What flies stays dry, and so does what crosses a bridge."""
    piece = fight.state.pieces[number]
    if not fight.setting.enchanted or piece.airborne or not piece.standing:
        return
    for member in (number, *piece.leaders):
        names = nature(fight, member)
        if specials.wades.heeds(names) and _wet(fight, number, member, start):
            specials.wades.each(names, fight, member)


def _wet(fight: Fight, number: Number, member: Number, start: Point) -> bool:
    land = fight.setting.land(fight.state.terrain)
    waters = [ground for ground in land.slow if ground.kind.unsteady]
    return any(stands_in(fight, water, point) for water in waters for point in _way(fight, number, member, start))


def _way(fight: Fight, number: Number, member: Number, start: Point) -> Iterator[Point]:
    """The points over which the middle of a model's base has gone."""
    here = body(fight, number)
    at = base_of(fight, member) if member != number and fight.state.pieces[number].ring == NOBODY else 0
    (x, y), (front_x, front_y) = here.bases[at].centre, here.front
    steps = distance(start, here.front) // STEP + 1
    for step in range(steps + 1):
        yield (
            x + (start[0] - front_x) * (steps - step) // steps,
            y + (start[1] - front_y) * (steps - step) // steps,
        )
