"""War machines and chariots: what a bolt or a stone is worth, where to hurl it, which way round to drive."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import Any

from msgspec import structs

from warhost.engine.field.compass import Angle, turn
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import area, disc, shared_area
from warhost.engine.question import Answer, Choose, Question

from ..bodies import body, figure, life_of, on_table
from ..figure import INCH
from ..machines.driving import drive
from ..machines.engines import engine_of
from ..machines.gremlins import stone_of
from ..machines.shots import depth
from ..machines.stones import StonePlace, hurls_of
from ..missiles.templates import EXPLOSION
from ..moving.dashing import allowance
from ..state import Number, Point
from ..wounds.hits import Attack, weigh
from .mind import Mind
from .strokes import HORDE

FULL = 7.0  # the hits of a template that lies over a crowd
STRAYS = 0.3  # what a stone is still worth that scatters


def pierced(mind: Mind, number: Number, target: Number) -> float:
    """The life points that a bolt takes on average, model after model."""
    engine, points, chance = engine_of(mind.fight, number), 0.0, 1.0
    assert engine is not None
    life = life_of(mind.fight, target)
    for toughness in engine.toughness[: depth(mind.fight, number, target)]:
        hit = Attack(target, 1, "missile", engine.rule, number, engine.damage, toughness)
        gains = [min(gain, life) for gain in weigh(mind.fight, hit).gains]
        points += chance * sum(gains) / len(gains)
        chance *= sum(gain == life for gain in gains) / len(gains)
    return points


def best_place(mind: Mind, number: Number) -> tuple[Answer, float]:
    """Where a stone promises most, and how much."""
    engine = engine_of(mind.fight, number)
    assert engine is not None
    on_target = (7 - engine.on_target) / 6
    values = [
        (_crushed(mind, number, (order["at"][0], order["at"][1])), order)
        for order in StonePlace(mind.fight, number, engine).suggest()
    ]
    value, order = max(values, key=lambda one: one[0], default=(0.0, None))
    return order, value * (on_target + STRAYS * (1 - on_target))


def _crushed(mind: Mind, number: Number, spot: Point) -> float:
    """Victory points under the template: those of the enemy count for us, our own against us."""
    engine, sheet = engine_of(mind.fight, number), disc(spot, EXPLOSION.radius)
    assert engine is not None
    value = 0.0
    for piece in on_table(mind.fight):
        covered = sum(shared_area(sheet, base) for base in body(mind.fight, piece).bases)
        if not covered or mind.state.pieces[piece].airborne:
            continue
        hits = 1 + (FULL - 1) * min(1.0, covered / (pi / 4 * area(sheet)))
        gains = weigh(mind.fight, structs.replace(stone_of(engine, number), target=piece)).gains
        worth = hits * (sum(gains) / 6 or HORDE) * mind.price(piece)
        value += worth if mind.state.pieces[piece].side != mind.side else -worth
    return value


def _stone_target(mind: Mind, question: Question) -> Iterator[Answer]:
    """Whatever is nearest to falling: each that falls is a way in."""
    assert isinstance(question, Choose)
    hurls = hurls_of(mind.fight, mind.number[question.about])
    if hurls:
        yield min(hurls, key=lambda name: hurls[name].mark.left)


def _stone_place(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, StonePlace)
    order, value = best_place(mind, mind.number[question.about])
    if value > 0:
        yield order


# --- chariots ------------------------------------------------------------------------------------------------


def drives(mind: Mind, number: Number, wanted: Angle) -> Iterator[list[list[Any]]]:
    """Round to its goal in bends, as far as it can or a part of that way."""
    piece = mind.state.pieces[number]
    if figure(mind.fight, number).chariot and abs(turn(piece.facing, wanted)) > 0:
        left = allowance(mind.fight, number) - Length(1)
        for far in (left, left * 2 // 3, left // 3):
            if far >= INCH:
                yield [["go", *point] for point in drive(piece.point, piece.facing, wanted, far)]


def _drive_round(mind: Mind, question: Question) -> Iterator[Answer]:
    """The shorter way, which is named first."""
    assert isinstance(question, Choose)
    yield question.options[0]


THOUGHTS = {"stone target": _stone_target, "stone place": _stone_place, "drive round": _drive_round}
