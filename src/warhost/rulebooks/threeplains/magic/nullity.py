"""What wards off enemy spells and lies on no piece, such as a secret number.  [tp.spell.black.null_life]"""

from __future__ import annotations

from msgspec import structs

from ..events.spells import SpellStopped
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Effect, Player, State
from .bearing import lift
from .targets import Casting

NULL_LIFE = "tp.spell.black.null_life"


def nullified(fight: Fight, casting: Casting) -> bool:
    """Whether something that an enemy has called up or written down stops it."""
    notes = [effect for effect in fight.state.effects if effect.target == NOBODY]
    return any(specials.wards_off.any((note.source,), fight, note, casting) for note in notes)


@specials.wards_off(NULL_LIFE)
def number_comes_up(fight: Fight, note: Effect, casting: Casting) -> bool:
    """This spell, counted among those cast this turn, is the one that an enemy has named in secret. Only spells of
    whose turn it is are counted; then the number is shown and done with.

    [tp.spell.black.null_life]
    """
    if casting.side != fight.state.active or note.side == casting.side or note.number != fight.state.casts:
        return False
    lift(fight, note)
    fight.tell(SpellStopped(NULL_LIFE, casting.caster, casting.spell.rule, NULL_LIFE))
    return True


def keep_secret(state: State, side: Player) -> None:
    """The enemy's numbers are not known."""
    state.effects = tuple(
        structs.replace(effect, number=0) if effect.source == NULL_LIFE and effect.side != side else effect
        for effect in state.effects
    )
