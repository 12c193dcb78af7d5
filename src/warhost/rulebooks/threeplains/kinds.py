"""Kinds of pieces that the rules single out: skirmishers, mobs, wedges, and single models too small to matter."""

from __future__ import annotations

from .bodies import figure, more_than_one, pyramid
from .setting import Fight
from .state import Number


def skirmishing(fight: Fight, number: Number) -> bool:
    """[tp.unit.skirmish.class]"""
    return fight.setting.figures[fight.state.pieces[number].figure].skirmishes


def nimble(fight: Fight, number: Number) -> bool:
    """Skirmishers on foot, who and whose friends pass through each other.  [tp.unit.skirmish.interpenetrate]"""
    return skirmishing(fight, number) and not figure(fight, number).mounted


def mob(fight: Fight, number: Number) -> bool:
    """[tp.unit.mob.class]"""
    return fight.setting.figures[fight.state.pieces[number].figure].mob


def infantry_wedge(fight: Fight, number: Number) -> bool:
    """[tp.unit.infantry_wedge.shape]"""
    piece = fight.state.pieces[number]
    return piece.wedge > 0 and not pyramid(fight.setting.figures[piece.figure])


def cavalry_wedge(fight: Fight, number: Number) -> bool:
    """[tp.unit.cavalry_wedge.shape]"""
    piece = fight.state.pieces[number]
    return piece.wedge > 0 and pyramid(fight.setting.figures[piece.figure])


def insignificant(fight: Fight, number: Number) -> bool:
    """A single model of 30 by 30 mm or less: it hides nobody and stops no friend.

    [tp.aware.los] [tp.move.obstacle.small]
    """
    return fight.state.pieces[number].lone and not more_than_one(fight, number) and figure(fight, number).small
