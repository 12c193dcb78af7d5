"""Spells that last: what lies on whom, and when it is over."""

from __future__ import annotations

from warhost.engine.effects import laid, parted

from ..events import SpellEnded
from ..setting import Fight
from ..state import Enchanted

GRACE, STONE = "grace", "stone"


def under(fight: Fight, number: int, spell: str) -> bool:
    effects = fight.state.effects
    return bool(effects) and any(one.bearer == number and one.source == spell for one in effects)


def graceful(fight: Fight, number: int) -> bool:
    """He passes all tests of climbing, jumping and falling, and may run whoever is near.  [war.spell.grace]"""
    return under(fight, number, GRACE)


def held_fast(fight: Fight, number: int) -> bool:
    """He may not move, charge or intercept, and fights the worse for it.  [war.spell.stone]"""
    return under(fight, number, STONE)


def lay(fight: Fight, spell: str, bearer: int, caster: int, ends: int) -> None:
    """Not twice on the same warrior.  [war.magic.cast]"""
    rest = tuple(one for one in fight.state.effects if (one.source, one.bearer) != (spell, bearer))
    fight.state.effects = laid(rest, Enchanted(spell, bearer, ends, caster))


def _end(fight: Fight, over: tuple[Enchanted, ...]) -> None:
    spells = fight.setting.library.spells
    for one in over:
        fight.tell(SpellEnded("war.magic.cast", fight.setting.fighters[one.bearer].id, spells[one.source].title))


def end_of_caster(fight: Fight, caster: int) -> None:
    """What he cast ends with him, and so does what lay on him."""
    if fight.state.effects:
        fight.state.effects, over = parted(fight.state.effects, lambda one: caster in (one.caster, one.bearer))
        _end(fight, over)


def end_of_side(fight: Fight, side: int) -> None:
    """[war.multi.rout]"""
    warriors = fight.state.warriors
    fight.state.effects, over = parted(fight.state.effects, lambda one: warriors[one.caster].side == side)
    _end(fight, over)


def end_at_shooting(fight: Fight) -> None:
    """Effects last until the start of their caster's next shooting phase.  [war.magic.cast] [war.turn.round]"""
    state = fight.state
    state.effects, over = parted(
        state.effects,
        lambda one: (
            one.source != STONE and state.warriors[one.caster].side == state.active and one.ends <= state.turn
        ),
    )
    _end(fight, over)


def end_at_turn(fight: Fight) -> None:
    """Stones hold until the end of their victim's next turn."""
    state = fight.state
    state.effects, over = parted(
        state.effects,
        lambda one: (
            one.source == STONE and state.warriors[one.bearer].side == state.active and one.ends < state.turn
        ),
    )
    _end(fight, over)
