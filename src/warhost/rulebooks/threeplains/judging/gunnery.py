"""What may be said of stones and flames, which are aimed at places, before anybody has thrown or breathed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from warhost.engine.promise import whole_percent
from warhost.engine.question import Refusal
from warhost.engine.verdict import Verdict
from warhost.engine.words import count

from ..beasts.breath import BREATHS, why_no_breath, why_not_scorched
from ..bodies import enemies, figure
from ..machines.engines import engine_of, throws_stones
from ..machines.stones import why_no_stone
from ..setting import Fight
from ..state import Number


def has_shot(fight: Fight, number: Number) -> Refusal | None:
    """[tp.shoot.phase]"""
    shot = fight.state.pieces[number].aimed == fight.state.clock
    return Refusal("tp.shoot.phase", "it has had its shot") if shot else None


def hurling(fight: Fight, number: Number) -> Iterator[Verdict]:
    """The chance that a stone lands where it is aimed.  [tp.list.machine.stone] [tp.list.machine.stone_crude]"""
    engine, name = engine_of(fight, number), fight.state.pieces[number].name
    if engine is None or not throws_stones(fight, number):
        return
    if refusal := has_shot(fight, number) or why_no_stone(fight, number):
        yield Verdict(name, "hurl a stone", refusal=refusal)
        return
    near, far = engine.range
    note = f"{engine.on_target} needed to land where it is aimed, {near:g} to {far:g} inches away"
    yield Verdict(name, "hurl a stone", chance=whole_percent(Fraction(7 - engine.on_target, 6)), note=note)


def breathing(fight: Fight, number: Number) -> Iterator[Verdict]:
    """At whom it may breathe.  [tp.list.breath.dragon]"""
    if not (breath := BREATHS.get(figure(fight, number).breath)):
        return
    piece = fight.state.pieces[number]
    if refusal := why_no_breath(fight, number):
        yield Verdict(piece.name, "breathe fire", refusal=refusal)
        return
    left = f"{count(breath.uses - piece.breaths, 'breath')} left"
    for enemy in enemies(fight, number):
        refusal = why_not_scorched(fight, number, enemy)
        whom = fight.state.pieces[enemy].name
        yield Verdict(piece.name, "breathe fire at", whom, note="" if refusal else left, refusal=refusal)
