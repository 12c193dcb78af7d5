"""What a sensible player would have his pieces do about the artifact of a raid.

Raiders whose way leads over it take it up and are gone with it, over that edge which the defenders come to last.
[tp.scenario.raid.artifact_carry] [tp.scenario.raid.artifact_victory]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.compass import ahead, aside, distance, heading
from warhost.engine.field.shapes import Shape
from warhost.engine.question import Answer

from ..bodies import body, enemies, figure
from ..fighting.contact import engaged
from ..figure import inches
from ..land.ground import leg_cost
from ..moving.dashing import allowance
from ..moving.groups import outermost
from ..moving.orders import Move
from ..setting import Fight
from ..state import NOBODY, Number, Point
from .artifact import RAID, RAIDERS, marker_at
from .points import bent_on, drawn_to

OBJECTIVE = f"{RAID}objective"
TURNS = 8
WAY_OFF, TO_IT, ABOUT_IT = 20.0, 5.0, 2.0  # points an inch to the edge, to the artifact, and for those who guard it
GUARDED, HASTE = inches(12), 2.0  # an edge by enemies so near; how much of that an inch of the way is worth
ALONG = tuple(inches(4 * step) for step in (0, 1, -1, 2, -2, 3, -3))  # an edge, to find a good place
SHARES = (1.0, 0.75, 0.5, 0.25)  # of what movement is left

ROUND_ABOUT = tuple(inches(1.5 * step) for step in (0, 1, -1, 2, -2))

Idea = list[list[Any]]


@bent_on(OBJECTIVE)
def snatches_it(fight: Fight, question: Move) -> Answer | None:
    """Over the artifact and on towards an edge, while there is time to get there.

    [tp.scenario.raid.artifact_carry]
    """
    lies, number = fight.state.progress.artifact, question.number
    piece = fight.state.pieces[number]
    if lies is None or piece.side != RAIDERS or not piece.standing or engaged(fight, number):
        return None
    if not _in_time(fight, number, lies):
        return None
    return next((idea for idea in _over_it(fight, question, lies) if question.refuse(idea) is None), None)


def _over_it(fight: Fight, question: Move, lies: Point) -> Iterator[Idea]:
    """Straight, or by a little way round; then on, if there is movement left for it."""
    front = question.start.stance.front
    there = heading(front, lies)
    half = ahead(front, there, distance(front, lies) // 2)
    for round_about in ROUND_ABOUT:
        bend = aside(half, there, round_about)
        way: Idea = [["go", *bend]] if round_about else []
        left = question.start.left - distance(front, bend) - distance(bend, lies)
        if left >= 0:
            away = heading(lies, way_out(fight, question.number, lies))
            for share in SHARES:
                yield [*way, ["go", *lies], ["go", *ahead(lies, away, int(left * share))]]
            yield [*way, ["go", *lies]]


def _in_time(fight: Fight, number: Number, lies: Point) -> bool:
    """Whether there are turns enough to go there and off the table."""
    way = distance(body(fight, number).front, lies) + distance(lies, way_out(fight, number, lies))
    return way <= (TURNS - fight.state.turn + 1) * allowance(fight, number)


def way_out(fight: Fight, number: Number, start: Point) -> Point:
    """The place at an edge to which it has not far to go, and no enemy is near."""
    foes = [body(fight, foe).middle for foe in enemies(fight, number)]
    width = figure(fight, number).base[0]

    def lead(edge: Point) -> float:
        near = min((distance(foe, edge) for foe in foes), default=GUARDED)
        return min(near, GUARDED) - HASTE * leg_cost(fight, number, start, edge, width)

    return max(_places_to_leave(fight, start), key=lead)


def _places_to_leave(fight: Fight, start: Point) -> Iterator[Point]:
    table, (x, y) = fight.setting.table, start
    for off in ALONG:
        across, along = table.nearest((x + off, y + off))
        yield from ((across, table.depth), (table.width, along), (across, 0), (0, along))


@drawn_to(OBJECTIVE)
def where_to_be(fight: Fight, number: Number) -> tuple[Shape, float] | None:
    """Raiders go for the artifact, and off the table with it; defenders stand about it."""
    progress = fight.state.progress
    raiding = fight.state.pieces[number].side == RAIDERS
    if progress.artifact is not None:
        return marker_at(progress.artifact), TO_IT if raiding else ABOUT_IT
    if progress.carrier == NOBODY or not raiding or outermost(fight, progress.carrier) != number:
        return None
    return marker_at(way_out(fight, number, body(fight, number).middle)), WAY_OFF
