"""Too much magic on one body may tear a hole into the world.

[tp.magic.oblivion.check] [tp.magic.oblivion.chart] [tp.magic.oblivion.effect]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from warhost.engine.dice import Throw
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import disc, point_gap

from ..bodies import body, figure, life_of, measured
from ..charging.pursuit import wipe_out_moves
from ..dice import roll
from ..events.blows import LostOutright
from ..events.items import HoleTorn, OblivionChecked
from ..fighting.contact import foes
from ..fighting.squaring import close_up
from ..figure import inches
from ..magic.bearing import ITEM, carried, nature, untouched
from ..magic.targets import models_where
from ..moving.groups import base_of, outermost
from ..setting import Fight
from ..special import specials
from ..special.specials import Doom
from ..state import NOBODY, Number, Point
from ..wounds.casualties import lose, slay

LEAST = 150  # points
STEP = 25
CHECK, HOLE = "tp.magic.oblivion.check", "tp.magic.oblivion.effect"
OBLIVION = (HOLE, "tp.item.enchanted.box_of_oblivion", "tp.item.arcane.spell_compendium")
"""Whatever tears a hole: nothing at all helps against that."""
ON_BOARD = ("standing", "within", "hidden")


def worth(fight: Fight, number: Number) -> int:
    """The points of the items on a body that still have their magic, as the list has them, whatever was paid.

    [tp.magic.oblivion.depleted] [tp.siege.oblivion]
    """
    sheet, left, points = figure(fight, number), list(carried(fight, number)), 0
    for item, price in zip(sheet.items, sheet.prices, strict=True):
        if item in left:
            left.remove(item)
            points += price
    return points


def failing(points: int) -> int:
    """The lowest face of which two tear the hole; 7 if none do.  [tp.magic.oblivion.chart]"""
    return 7 if points < LEAST else max(1, 6 - (points - LEAST) // STEP)


def check_oblivion(fight: Fight, number: Number) -> None:
    """A character with 150 points or more rolls at the start of his owner's turn.  [tp.magic.oblivion.check]"""
    piece = fight.state.pieces[number]
    if figure(fight, number).category != "character" or piece.fate not in ON_BOARD:
        return
    points = worth(fight, number)
    if points < LEAST:
        return
    faces = fight.throw(Throw(2, 6, "oblivion", CHECK, piece.side))
    fails = faces[0] == faces[1] >= failing(points)
    fight.tell(OblivionChecked(CHECK, number, points, faces, fails))
    if fails:
        tear(fight, number, roll(fight, "D3", "radius of the hole", HOLE, piece.side), HOLE)


def tear(fight: Fight, number: Number, radius: int, rule: str) -> None:
    """Everybody within so many inches of the middle of a model is gone; nothing saves them.

    [tp.magic.oblivion.effect] [tp.shoot.radius]
    """
    centre = middle_of(fight, number)
    fight.tell(HoleTorn(rule, number, centre, radius, (disc(centre, inches(radius)).points,)))
    lost = models_round(fight, centre, inches(radius))
    if fight.state.pieces[number].fate == "hidden":
        lost[number] = 1
    perish(fight, lost, rule)


def perish(fight: Fight, lost: dict[Number, int], rule: str) -> None:
    """So many models of each are dead, whatever they have against it."""
    lost = _within_its_power(fight, lost, rule)
    doomed = {n: models for n, models in lost.items() if not _another_dies(fight, n, rule)}
    with setting_free(fight, lost):
        for member, models in doomed.items():
            _die(fight, member, models, rule)


def drop_dead(fight: Fight, number: Number, rule: str) -> None:
    """One who stands for himself."""
    perish(fight, {number: 1}, rule)


def kill_outright(fight: Fight, number: Number, rule: str) -> None:
    """The same of one model, by a blow: those who fought it are free when the round is over."""
    if not _another_dies(fight, number, rule):
        _die(fight, number, 1, rule)


def _die(fight: Fight, number: Number, models: int, rule: str) -> None:
    piece = fight.state.pieces[number]
    if figure(fight, number).category == "character" and piece.fate != "slain":
        piece.lost += life_of(fight, number) - piece.hurt
        slay(fight, number, rule)
    else:
        lose(fight, number, models * life_of(fight, number) - piece.hurt, rule)


def _another_dies(fight: Fight, number: Number, rule: str) -> bool:
    """Whether somebody dies in his place.  [tp.item.enchanted.rings_of_twisted_fate]"""
    return specials.averts.any(nature(fight, number), fight, number, Doom("killed outright", rule))


def _within_its_power(fight: Fight, lost: dict[Number, int], rule: str) -> dict[Number, int]:
    """Those of them whom an item can touch; oblivion asks nobody, whatever has let it in.

    [tp.item.command.banner_of_true_combat] [tp.magic.oblivion.effect]
    """
    stoppable = rule.startswith(ITEM) and rule not in OBLIVION
    return {n: much for n, much in lost.items() if not (stoppable and untouched(fight, n))}


def take_life(fight: Fight, lost: dict[Number, int], rule: str, by: Number) -> None:
    """So many life points of each, which nothing saves, by an item of his; who fought them may be free now."""
    lost = _within_its_power(fight, lost, rule)
    with setting_free(fight, lost):
        for member, points in lost.items():
            fight.tell(LostOutright(rule, member, by, points))
            lose(fight, member, points, rule)


@contextmanager
def setting_free(fight: Fight, members: Iterable[Number]) -> Iterator[None]:
    """Whatever is done to these outside a round of combat, those who fought them may be free then.

    [tp.move.wipeout]
    """
    fought = dict.fromkeys(foe for member in members for foe in foes(fight, outermost(fight, member)))
    yield
    wipe_out_moves(fight, list(fought))
    close_up(fight)


def middle_of(fight: Fight, number: Number) -> Point:
    """The middle of a character's base; of the group that hides him, since nobody knows where he stands in it."""
    host = outermost(fight, number)
    if fight.state.pieces[number].fate == "hidden" or fight.state.pieces[host].ring != NOBODY:
        return body(fight, host).middle
    return body(fight, host).bases[base_of(fight, number)].centre


def models_round(fight: Fight, centre: Point, radius: Length) -> dict[Number, int]:
    """How many models of each piece, and which characters, stand in the circle; characters first."""
    found = models_where(fight, lambda base: measured(point_gap(centre, base)) <= radius)
    return dict(sorted(found.items(), key=lambda one: figure(fight, one[0]).category != "character"))
