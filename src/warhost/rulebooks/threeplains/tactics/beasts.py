"""Wings and fiery breath: where to hover, and whom to burn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.compass import Angle, ahead, aside, distance, heading
from warhost.engine.question import Answer, Choose, Question

from ..beasts.breath import HOLD, scorching
from ..bodies import body
from ..fighting.contact import engaged
from ..figure import INCH, inches
from ..moving.flying import can_fly, flight
from ..state import Number, Point
from ..wounds.hits import weigh
from .mind import Mind
from .strokes import HORDE

Idea = list[list[Any]]

SWOOP = inches(9)  # how far from its goal it hovers, to charge it in the next turn
FLAMES = 4.0  # hits of a template that lies well
WORTH_A_BREATH = 4.0  # victory points


def wings(mind: Mind, number: Number, goal: Number) -> Iterator[Idea]:
    """Up, to where it could swoop down on its goal next turn: before it, or to one of its flanks or its rear."""
    if not can_fly(mind.fight, number):
        return
    here, there = body(mind.fight, number), body(mind.fight, goal)
    far = flight(mind.fight, number) - mind.state.pieces[number].turn.spent
    up: Idea = [] if mind.state.pieces[number].airborne else [["fly"]]
    for point in _perches(there.middle, there.facing):
        away = distance(here.front, point)
        course = heading(here.front, point)
        if min(away, far) >= INCH:
            end = ahead(here.front, course, min(away, far) - 1)
            yield [*up, ["go", *end], ["face", heading(end, there.middle)]]


def _perches(middle: Point, facing: Angle) -> list[Point]:
    sides = [aside(middle, facing, SWOOP), aside(middle, facing, -SWOOP)]
    return [ahead(middle, facing, SWOOP), *sides, ahead(middle, facing, -SWOOP)]


def _breathe_at(mind: Mind, question: Question) -> Iterator[Answer]:
    """Whoever loses most by it; nobody who fights our friends, and nobody who is not worth a breath."""
    assert isinstance(question, Choose)
    number = mind.number[question.about]
    names = [name for name in question.options if name != HOLD]
    values = {name: _burnt(mind, number, mind.number[name]) for name in names}
    best = max(values, key=lambda name: values[name])
    yield best if values[best] >= WORTH_A_BREATH else HOLD


def _burnt(mind: Mind, number: Number, target: Number) -> float:
    if engaged(mind.fight, target):
        return 0.0
    found = weigh(mind.fight, scorching(mind.fight, number, target)).gains
    return FLAMES * (sum(found) / 6 or HORDE) * mind.price(target)


THOUGHTS = {"breathe at": _breathe_at}
