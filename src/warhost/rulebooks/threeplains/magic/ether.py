"""What items make of a casting: more or fewer ether dice against it, and magic dice mended when they have fallen.

[tp.magic.ether] [tp.magic.items.arcane]
"""

from __future__ import annotations

from msgspec import structs

from ..events import ItemUsed
from ..morale.checks import members
from ..moving.groups import outermost
from ..setting import Fight
from ..special.specials import special
from ..state import NOBODY
from .bearing import nature
from .targets import Casting

Faces = tuple[int, ...]
ON_TABLE = ("standing", "within")


def ether_met(fight: Fight, casting: Casting) -> Casting:
    """The casting with the ether dice that it really meets: one more for each enemy who thickens the ether for its
    target, one less for each by which its caster thins it; never fewer than none.
    """
    if not fight.setting.enchanted or casting.spell.plain:
        return casting
    more = _thickened(fight, casting)
    hooks = special.at("thins ether", nature(fight, casting.caster))
    less = sum(hook(fight, casting) for hook in hooks if casting.ether + more)
    return structs.replace(casting, ether=max(0, casting.ether + more - less))


def _thickened(fight: Fight, casting: Casting) -> int:
    """A die for every bearer: one of his items at a time works, those of several add up.

    [tp.magic.dispel.items] [tp.item.arcane.master_magical_defence_staff]
    """
    found: dict[int, str] = {}
    for number, piece in enumerate(fight.state.pieces):
        if piece.side != casting.side and piece.fate in ON_TABLE:
            for hook in special.at("thickens ether", nature(fight, number)):
                if item := hook(fight, number, casting):
                    found.setdefault(number, item)
    for bearer, item in found.items():
        fight.tell(ItemUsed(item, bearer, item))
    return len(found)


def noticed_by_enemies(fight: Fight, casting: Casting) -> None:
    """What the naming of a spell brings about among the items of the enemy."""
    for number, piece in enumerate(fight.state.pieces) if fight.setting.enchanted else ():
        if piece.side != casting.side and piece.fate in ON_TABLE:
            for hook in special.at("enemy casts", nature(fight, number)):
                hook(fight, number, casting)


def dice_taken(fight: Fight, casting: Casting) -> int:
    """How many of its magic dice the enemy takes from a casting before they are rolled."""
    if not fight.setting.enchanted:
        return 0
    bearers = [n for n, p in enumerate(fight.state.pieces) if p.side != casting.side and p.fate in ON_TABLE]
    hooks = ((hook, one) for one in bearers for hook in special.at("takes dice", nature(fight, one)))
    return sum(hook(fight, one, casting) for hook, one in hooks)


def dice_fed(fight: Fight, casting: Casting) -> int | None:
    """The dice that a wizard finds for a spell of his own before it is rolled; None if he did not try.

    [tp.magic.bound]
    """
    own = fight.setting.enchanted and not casting.spell.magic
    hooks = special.at("feeds castings", nature(fight, casting.caster)) if own else ()
    return next((dice for hook in hooks if (dice := hook(fight, casting)) is not None), None)


def undoes(fight: Fight, casting: Casting) -> str:
    """The item that undoes an enemy spell aimed at the piece of who has it, when nothing else has stopped it."""
    target, pieces = casting.target, fight.state.pieces
    if (
        not fight.setting.enchanted
        or target == NOBODY
        or pieces[target].side == casting.side
        or casting.spell.plain
    ):
        return ""
    everybody = members(fight, outermost(fight, target))
    hooks = ((hook, one) for one in everybody for hook in special.at("stops spells", nature(fight, one)))
    return next((item for hook, one in hooks if (item := hook(fight, one, casting))), "")


def mended(fight: Fight, casting: Casting, magic: Faces, ether: Faces) -> Faces:
    """The magic dice of a wizard's own spell as they lie when his items have done what they can.

    [tp.magic.bound]
    """
    hooks = special.at("mends magic", nature(fight, casting.caster)) if fight.setting.enchanted else ()
    for hook in hooks if not casting.spell.magic else ():
        magic = hook(fight, casting, magic, ether)
    return magic
