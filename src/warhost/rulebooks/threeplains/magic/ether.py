"""What items make of a casting: more or fewer ether dice against it, and magic dice mended when they have fallen.

[tp.magic.ether] [tp.magic.items.arcane]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec import structs

from warhost.engine.field.length import Length
from warhost.engine.field.shapes import point_gap

from ..bodies import body, on_table
from ..events.items import ItemUsed
from ..events.spells import SpellThrownBack
from ..morale.checks import members
from ..moving.groups import base_of, outermost
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Number, Point, opponent
from .bearing import nature, untouched
from .pools import Source
from .targets import Casting, one_model

Faces = tuple[int, ...]
ON_TABLE = ("standing", "within")


def ether_met(fight: Fight, casting: Casting) -> Casting:
    """The casting with the ether dice that it really meets: one more for each enemy who thickens the ether for its
    target, one less for each by which its caster thins it; never fewer than none.
    """
    if casting.spell.plain:
        return casting
    casting = structs.replace(casting, ether=known_ether(fight, casting, casting.ether))
    if not fight.setting.enchanted:
        return casting
    more = thickeners(fight, casting)
    for bearer, item in more.items():
        fight.tell(ItemUsed(item, bearer, item))
    names = nature(fight, casting.caster) if casting.ether + len(more) else ()
    less = sum(specials.thins_ether.replies(names, fight, casting))
    return structs.replace(casting, ether=max(0, casting.ether + len(more) - less))


def known_ether(fight: Fight, casting: Casting, ether: int) -> int:
    """The ether dice of a spell with those that the scenario adds for its caster's side, as both players know.

    [tp.siege.magic]
    """
    return ether + fight.setting.customs[casting.side].thickened(fight, casting)


def thickeners(fight: Fight, casting: Casting) -> dict[Number, str]:
    """Each of these adds a die: one item of a bearer at a time works, those of several add up.

    [tp.magic.dispel.items] [tp.item.arcane.master_magical_defence_staff]
    """
    found: dict[Number, str] = {}
    for number, piece in fight.state.numbered():
        if piece.side != casting.side and piece.fate in ON_TABLE:
            replies = specials.thickens_ether.replies(nature(fight, number), fight, number, casting)
            for item in filter(None, replies):
                found.setdefault(number, item)
    return found


def noticed_by_enemies(fight: Fight, casting: Casting) -> None:
    """What the naming of a spell brings about among the items of the enemy."""
    for number, piece in fight.state.numbered() if fight.setting.enchanted else ():
        if piece.side != casting.side and piece.fate in ON_TABLE:
            specials.named.each(nature(fight, number), fight, number, casting)


def dice_taken(fight: Fight, casting: Casting) -> int:
    """How many of its magic dice the enemy takes from a casting before they are rolled."""
    if not fight.setting.enchanted:
        return 0
    bearers = [n for n, p in fight.state.numbered() if p.side != casting.side and p.fate in ON_TABLE]
    asked = (specials.casting_dice.replies(nature(fight, one), fight, one, casting) for one in bearers)
    return sum(dice or 0 for replies in asked for dice in replies)


def dice_fed(fight: Fight, casting: Casting) -> int | None:
    """The dice that a wizard finds for a spell of his own before it is rolled; None if he did not try.

    [tp.magic.bound]
    """
    own = fight.setting.enchanted and not casting.spell.magic
    names = nature(fight, casting.caster) if own else ()
    return specials.casting_dice.first(names, fight, casting.caster, casting)


def undoes(fight: Fight, casting: Casting) -> str:
    """The item that undoes an enemy spell aimed at the piece of who has it, when nothing else has stopped it."""
    target, pieces = casting.target, fight.state.pieces
    if target != NOBODY and (item := untouched(fight, target)):
        return item
    if (
        not fight.setting.enchanted
        or target == NOBODY
        or pieces[target].side == casting.side
        or casting.spell.plain
    ):
        return ""
    everybody = members(fight, outermost(fight, target))
    replies = (specials.stops_spells.replies(nature(fight, one), fight, one, casting) for one in everybody)
    return next(filter(None, chain.from_iterable(replies)), "")


def thrown_back(fight: Fight, casting: Casting) -> Casting | None:
    """The same spell on its caster and those with him, if the enemy at whom it was aimed throws it back; range and
    sight are not looked at again.

    [tp.item.armour.second_spell_shield] [tp.item.armour.third_spell_shield]
    """
    target = casting.target
    if not fight.setting.enchanted or target == NOBODY or casting.spell.plain:
        return None
    if fight.state.pieces[target].side == casting.side:
        return None
    alone = one_model(casting.spell)
    bearer = _mirror(fight, casting, (target,) if alone else members(fight, outermost(fight, target)))
    if bearer == NOBODY:
        return None
    goal = casting.caster if alone else outermost(fight, casting.caster)
    return structs.replace(
        casting, caster=bearer, side=opponent(casting.side), target=goal, thrown_by=casting.caster
    )  # fmt: skip


def thrown_back_to(fight: Fight, casting: Casting, spot: Point, reach: Length) -> Point:
    """Where a marker works that has come to lie there: on its caster, if it lies on an enemy who throws it back.

    [tp.item.armour.second_spell_shield] [tp.item.armour.third_spell_shield]
    """
    if not fight.setting.enchanted:
        return spot
    lies_on = [n for n in on_table(fight, opponent(casting.side)) if _under(fight, n, spot, reach)]
    struck = [one for number in lies_on for one in members(fight, number)]
    if _mirror(fight, casting, struck) == NOBODY:
        return spot
    return body(fight, outermost(fight, casting.caster)).bases[base_of(fight, casting.caster)].centre


def _under(fight: Fight, number: Number, spot: Point, reach: Length) -> bool:
    grounded = not fight.state.pieces[number].airborne
    return grounded and any(point_gap(spot, base) <= reach for base in body(fight, number).bases)


def _mirror(fight: Fight, casting: Casting, struck: Iterable[Number]) -> int:
    """Who of these throws the spell back, or NOBODY."""
    for one in struck:
        if any(specials.throws_back.replies(nature(fight, one), fight, one, casting)):
            fight.tell(SpellThrownBack(casting.spell.rule, casting.caster, casting.spell.rule, one))
            return one
    return NOBODY


def steadied(fight: Fight, casting: Casting, chosen: Sequence[Source], added: Faces) -> Faces:
    """The dice added to the ether, as those who threw them leave them lying."""
    if fight.setting.enchanted:
        for number in dict.fromkeys(source.piece for source in chosen):
            own = sum(source.dice for source in chosen if source.piece == number)
            added = specials.mends_ether.fold(nature(fight, number), added, fight, number, casting, own)
    return added


def mended(fight: Fight, casting: Casting, magic: Faces, ether: Faces) -> Faces:
    """The magic dice of a wizard's own spell as they lie when his items have done what they can.

    [tp.magic.bound]
    """
    own = fight.setting.enchanted and not casting.spell.magic
    return specials.mends_magic.fold(nature(fight, casting.caster) if own else (), magic, fight, casting, ether)
