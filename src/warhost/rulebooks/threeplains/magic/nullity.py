"""A secret number that undoes one enemy spell.  [tp.spell.black.null_life]"""

from __future__ import annotations

from msgspec import structs

from ..events.spells import SpellStopped
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Player, State
from .bearing import lift
from .targets import Casting

NULL_LIFE = "tp.spell.black.null_life"


def nullified(fight: Fight, casting: Casting) -> bool:
    """Whether something wards it off, or this spell, counted among those cast this turn, is the one that an enemy
    has named in secret.

    Only spells of whose turn it is are counted; then the number is shown and done with.
    """
    notes = [effect for effect in fight.state.effects if effect.target == NOBODY]
    if any(specials.wards_off.any((note.source,), fight, note, casting) for note in notes):
        return True
    if casting.side != fight.state.active:
        return False
    for effect in fight.state.effects:
        if effect.source == NULL_LIFE and effect.side != casting.side and effect.number == fight.state.casts:
            lift(fight, effect)
            fight.tell(SpellStopped(NULL_LIFE, casting.caster, casting.spell.rule, NULL_LIFE))
            return True
    return False


def keep_secret(state: State, side: Player) -> None:
    """The enemy's numbers are not known."""
    state.effects = tuple(
        structs.replace(effect, number=0) if effect.source == NULL_LIFE and effect.side != side else effect
        for effect in state.effects
    )
