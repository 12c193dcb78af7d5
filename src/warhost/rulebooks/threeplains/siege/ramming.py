"""What a sensible player does with a ram: over the moat by the bridge that goes with it, and at the gate.

None of it is checked here.  [tp.siege.battering_ram] [tp.siege.race.siege_ram]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.field.compass import SOUTH, Point, ahead, distance, opposite
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import gap, overlap

from ..bodies import body
from ..figure import inches
from ..moving.orders import Move
from ..setting import Fight, Ground
from ..state import Number
from .fixtures import layout_of, open_gates
from .implements import carried, thing_of
from .layout import MOAT_OFF
from .scaling import Spot, spot_near
from .thinking import CLOSE

Idea = list[list[Any]]
BEFORE = inches(4)  # where it comes to face the gate before it goes up to it
ALIGNED = inches(0.4)
YARD = inches(3)  # how far behind an open gate one is well inside


def at_the_gate(fight: Fight, question: Move) -> Iterator[Idea]:
    """Whoever carries something that is made for a gate goes to the nearest, and strikes at it; where it is open he
    goes in."""
    gate = _nearest_gate(fight, question.number)
    if gate is None:
        if any(thing_of(one).targets for one in carried(fight, question.number)):
            yield from _in(fight, question)
        return
    blow = ["assault", gate.feature.name]
    yield [blow, blow]
    yield [blow]
    spot = spot_near(fight, gate.shape.centre)
    if min(gap(gate.shape, base) for base in body(fight, question.number).bases) <= CLOSE:
        yield []
    for way in _ways(fight, question, spot):
        yield [*way, blow]
        yield way


def _in(fight: Fight, question: Move) -> Iterator[Idea]:
    """Under the arch and on, as far as there is room; else up to it."""
    layout, front = layout_of(fight), question.start.stance.front
    for number in sorted(open_gates(fight)):
        one = layout.laid[number - 1]
        at, outwards = next(one.fronts())
        deep = inches(one.work.depth)
        turn: Idea = [["pivot", opposite(outwards)]]
        for far in (deep + YARD, deep + CLOSE, 0):
            goal = ahead(at, opposite(outwards), far)
            yield from ([["go", *goal]], [*turn, ["go", *goal]])
        yield [["go", *_towards(front, ahead(at, outwards, BEFORE), question.start.left)]]


def _nearest_gate(fight: Fight, number: Number) -> Ground | None:
    made_for = {kind for one in carried(fight, number) for kind in thing_of(one).targets}
    grounds = fight.setting.land(fight.state.terrain).grounds
    gates = [one for one in grounds if one.feature.kind in made_for]
    front = body(fight, number).front
    return min(gates, key=lambda one: distance(front, one.shape.centre), default=None)


def _ways(fight: Fight, question: Move, spot: Spot) -> Iterator[Idea]:
    """Up to it, as far as it comes: facing it first, and laying its bridge where there is water."""
    front, end = question.start.stance.front, ahead(spot.at, spot.outwards, CLOSE)
    up: Idea = [*_bridge(fight, question.number, spot), ["go", *end]]
    before = ahead(spot.at, spot.outwards, BEFORE)
    turn: Idea = [["pivot", opposite(spot.outwards)]]
    if abs(front[0] - spot.at[0]) <= ALIGNED:
        for way in (up, [*turn, *up]):
            yield way
            if len(up) > 1:
                yield way[:-1]
    if distance(front, before) > inches(1):
        yield [["go", *before], *up]
        yield [["go", *before], *up[:-1]]
        yield [["go", *before]]
        yield [["go", *_towards(front, before, question.start.left)]]
    yield [["go", *ahead(front, SOUTH, question.start.left)]]


def _towards(front: Point, goal: Point, left: Length) -> Point:
    share = min(1.0, left / max(1, distance(front, goal)))
    return round(front[0] + (goal[0] - front[0]) * share), round(front[1] + (goal[1] - front[1]) * share)


def _bridge(fight: Fight, number: Number, spot: Spot) -> Iterator[list[Any]]:
    """To the edge of the moat and its bridge over it, if the gate has one and none lies there."""
    bridge = next((thing_of(one) for one in carried(fight, number) if thing_of(one).stands == "moat"), None)
    moats = layout_of(fight).moats()
    water = next((shape for one, shape in moats if one.number == spot.laid.number), None)
    laid = fight.setting.land(fight.state.terrain).bridges
    if bridge is None or water is None or any(overlap(water, one.shape) for one in laid):
        return
    middle = distance(spot.at, water.centre)
    shore = ahead(spot.at, spot.outwards, 2 * middle - MOAT_OFF + CLOSE)
    if distance(body(fight, number).front, shore) > 2 * CLOSE:
        yield ["go", *shore]
    yield ["set", bridge.id, [list(ahead(spot.at, spot.outwards, middle))]]
