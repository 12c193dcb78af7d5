"""Spells and items at work, and when they are over.  [tp.magic.dead] [tp.spell.conventions]"""

from __future__ import annotations

from collections.abc import Callable, Collection

from warhost.engine.field.length import NOTHING, Length

from ..events.spells import EnchantmentOver
from ..setting import Fight
from ..special import specials
from ..special.specials import Moment
from ..state import NEVER, NOBODY, Effect, Number
from .bearing import nature, nature_afoot, overhead
from .book import book


def expire(fight: Fight) -> None:
    """A turn begins: what lasted until now is over, and what lay on the dead is forgotten."""
    clock, pieces = fight.state.clock, fight.state.pieces
    end(fight, lambda effect: effect.ends != NEVER and effect.ends <= clock)
    fight.state.effects = tuple(
        effect for effect in fight.state.effects if effect.target == NOBODY or pieces[effect.target].fate != "slain"
    )


def round_fought(fight: Fight, fought: Collection[int]) -> None:
    """What lasts until a piece has fought its next round is over for these."""
    if fight.state.effects:
        end(fight, lambda effect: effect.target in fought and _lasts(effect) == "next combat")


def shooting_is_over(fight: Fight) -> None:
    _phase_over(fight, "shooting over")


def combat_is_over(fight: Fight) -> None:
    _phase_over(fight, "combat over")


def sets_off(fight: Fight, number: Number) -> None:
    """A piece is about to move."""
    if fight.state.effects or fight.setting.bannered:
        specials.sets_off.each(nature_afoot(fight, number), fight, number)


def may_gain(fight: Fight, number: Number) -> Length:
    """The most that its dice may add to a move, before it has set off."""
    if not fight.state.effects and not fight.setting.bannered:
        return NOTHING
    return sum(specials.may_gain.replies(nature(fight, number), fight, number), NOTHING)


def has_moved(fight: Fight, number: Number) -> None:
    """A piece has moved, by whatever rule."""
    if fight.state.effects and fight.state.pieces[number].standing:
        specials.moments.each(nature(fight, number), fight, number, "moved")


def _phase_over(fight: Fight, moment: Moment) -> None:
    """What ends with a phase."""
    if not fight.state.effects and not fight.setting.enchanted:
        return
    for number in fight.state.numbers():
        specials.moments.each(nature(fight, number), fight, number, moment)


def stress_is_over(fight: Fight) -> None:
    """All flights and pursuits are over: what players have kept until then."""
    specials.moments.each(overhead(fight), fight, NOBODY, "stress over")


def _lasts(effect: Effect) -> str:
    spell = book.spells.get(effect.source)
    return spell.lasts if spell is not None else ""


def end(fight: Fight, over: Callable[[Effect], bool]) -> None:
    """Take away all effects of which this is true, and say so once of each piece."""
    ended = [effect for effect in fight.state.effects if over(effect)]
    if not ended:
        return
    fight.state.effects = tuple(effect for effect in fight.state.effects if effect not in ended)
    for effect in ended:
        specials.spell_over.each((effect.source,), fight, effect.target, effect.number)
    for target, source in dict.fromkeys((effect.target, effect.source) for effect in ended):
        if target != NOBODY and fight.state.pieces[target].fate == "standing":
            fight.tell(EnchantmentOver(source.partition("/")[0], target, source))
