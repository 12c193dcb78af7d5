"""Wings: who can fly, how far, and what happens when they fail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from warhost.engine.dice import Throw
from warhost.engine.field.body import Body
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import overlap
from warhost.engine.field.stance import Stance
from warhost.engine.question import Refusal
from warhost.engine.sequel import Sequel

from ..beasts.woods import caught_in_woods
from ..bodies import body, figure, on_table, pose
from ..events.moves import Crashed
from ..land.ground import movement, winged
from ..morale.exhaustion import flagging
from ..setting import Fight
from ..special.riding import bearers
from ..state import Number, opponent
from .groups import parts, special_places

HEAVY = 6  # life points from which a falling model hurts those below
AGILITY = 3  # what a fall takes off it

struck_in_the_fall: Sequel[[Fight, Number, int, str, int], None] = Sequel("what falls strikes, and is struck")
"""Whom, how often, by which rule, and what it takes off agility."""


def can_fly(fight: Fight, number: Number) -> bool:
    """Whether it may fly now."""
    return why_not_flying(fight, number) is None


def why_not_flying(fight: Fight, number: Number) -> Refusal | None:
    """All of it must have wings and not be exhausted, and no tree it dreads be over it.

    [tp.move.fly] [tp.trait.exhaustion.effects] [tp.beast.dread_of_woods.flyers]
    """
    if not all(figure(fight, n).flies or winged(fight, n) for n in bearers(fight, number)):
        return Refusal("tp.move.fly", "it cannot fly")
    if number in (weary := flagging(fight, number)):
        return Refusal("tp.trait.exhaustion.effects", "it is exhausted and cannot fly")
    if weary:
        return Refusal("tp.trait.exhaustion.groups", "somebody in it is exhausted and cannot fly")
    if caught_in_woods(fight, number):
        return Refusal("tp.beast.dread_of_woods.flyers", "it cannot take off out of the woods that it dreads")
    return None


@contextmanager
def imagined(fight: Fight, number: Number, airborne: bool, aloft: bool | None = None) -> Iterator[None]:
    """The piece as if it were in the air, on works or on the ground, while an order is weighed."""
    piece = fight.state.pieces[number]
    before = piece.airborne, piece.aloft
    piece.airborne, piece.aloft = airborne, piece.aloft if aloft is None else aloft
    try:
        with fight.borrowed():
            yield
    finally:
        piece.airborne, piece.aloft = before


def flight(fight: Fight, number: Number) -> Length:
    """The movement it has in the air, whether it is there now or not.  [tp.move.fly]"""
    with imagined(fight, number, airborne=True):
        return movement(fight, number).total


# --- falling -------------------------------------------------------------------------------------------------


def crash(fight: Fight, number: Number) -> None:
    """A heavy model slain in the air falls: every model under its base takes a hit.  [tp.move.fly.crash]"""
    piece = fight.state.pieces[number]
    if not piece.airborne or figure(fight, number).life < HEAVY:
        return
    fallen = pose(fight, piece, 1, Stance(piece.point, piece.facing, 1, piece.places[-1:]))
    below = _under(fight, number, fallen)
    fight.tell(Crashed("tp.move.fly.crash", number, below))
    for target, hits in below:
        struck_in_the_fall(fight, target, hits, "tp.move.fly.crash", 0)


def _under(fight: Fight, number: Number, fallen: Body) -> tuple[tuple[Number, int], ...]:
    """Who stands below, and how many of each: friends too, beast masters and units behind units by themselves."""
    found: dict[Number, int] = {}
    for other in on_table(fight):
        if other == number or fight.state.pieces[other].airborne:
            continue
        hit = [index for index, base in enumerate(body(fight, other).bases) if overlap(fallen.block, base)]
        special = special_places(fight, other) if hit else {}
        owners = [unit for unit, models in parts(fight, other) for _ in range(models)] if hit else []
        for index in hit:
            target = special.get(index, owners[index])
            found[target] = found.get(target, 0) + 1
    return tuple(found.items())


def rider_falls(fight: Fight, rider: Number) -> None:
    """The mount was slain in the air: D6 hits on the rider, without its agility.  [tp.move.fly.crash.rider]"""
    rule, side = "tp.move.fly.crash.rider", fight.state.pieces[rider].side
    hits = fight.throw(Throw(1, 6, "hits on the falling rider", rule, opponent(side)))[0]
    struck_in_the_fall(fight, rider, hits, rule, AGILITY)
