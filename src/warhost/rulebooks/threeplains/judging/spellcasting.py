"""Which spells can be cast at a moment, at whom, with what chance, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import structs

from warhost.engine.data import nearest
from warhost.engine.promise import whole_percent
from warhost.engine.verdict import Verdict
from warhost.engine.words import count
from warhost.roster.roster import Fault

from ..magic.bearing import loans, nature
from ..magic.book import book, title
from ..magic.casting import PHASES, fumbles, held, why_never_now, why_no_spell
from ..magic.ether import known_ether, thickeners
from ..magic.mana import SIDES, chance_to_cast
from ..magic.naming import conceivable, named, why_not_at
from ..magic.pools import own_dice
from ..magic.targets import Casting, why_not
from ..magic.verbs import Spell
from ..morale.checks import members
from ..moving.groups import outermost
from ..setting import Fight
from ..state import NOBODY, Number

PREFIX = "tp.spell."


def casting(fight: Fight) -> Iterator[Verdict]:
    """Every spell of the wizards whose turn it is, and what their items hold.

    [tp.magic.timing] [tp.magic.attempts] [tp.magic.bound]
    """
    state = fight.state
    if state.phase not in PHASES:
        return
    for number, piece in state.numbered():
        if piece.side == state.active:
            items = [spell for spell in held(fight, number) if spell.rule not in piece.spells and not spell.itself]
            for spell in (*(book[rule] for rule in piece.spells), *items):
                yield from _spell(fight, number, spell)


def _spell(fight: Fight, number: Number, spell: Spell) -> Iterator[Verdict]:
    """At everybody of the side at which it is cast; who is no lawful target says why.  [tp.magic.requirements]"""
    name, deed = fight.state.pieces[number].name, f"{'use' if spell.plain else 'cast'} {spell.name}"
    targets = conceivable(fight, number, spell) if named(spell) and not spell.plain else []
    refusal = why_never_now(fight, number, spell)
    if refusal is None and not targets:
        refusal = why_no_spell(fight, number, spell)
    if refusal:
        yield Verdict(name, deed, refusal=refusal)
        return
    if spell.plain:
        yield Verdict(name, deed, note="no magic dice are needed for it")
        return
    least = Casting(number, spell, fight.state.pieces[number].side, spell.ether[0])
    if not named(spell):
        chance, note = _chance(fight, least)
        yield Verdict(name, deed, "", chance, note=note)
        return
    for target in targets:
        aimed = structs.replace(least, target=target)
        whom = fight.state.pieces[target].name
        if refusal := why_not_at(fight, number, spell, target) or why_not(fight, aimed):
            yield Verdict(name, deed, whom, refusal=refusal)
        else:
            chance, note = _chance(fight, aimed)
            yield Verdict(name, deed, whom, chance, note=note)


def _chance(fight: Fight, casting: Casting) -> tuple[int, str]:
    """With the caster's own dice against all the ether that this spell meets there, and the dice in words."""
    dice = own_dice(fight, casting.caster, casting.spell)
    ether = known_ether(fight, casting, casting.ether)
    ether += len(thickeners(fight, casting)) if fight.setting.enchanted else 0
    plus = _raised(fight, casting)
    chance = chance_to_cast(dice, ether, fumbles(fight, casting.caster), plus)
    note = f"{dice} magic dice{f', {plus} more on each,' if plus else ''} against "
    note += count(ether, "ether die", "ether dice")
    for item, least in _undone(fight, casting):
        chance *= Fraction(least - 1, SIDES)
        note += f", then {title(item)} undoes it on {least} or more"
    return whole_percent(chance), note


def _raised(fight: Fight, casting: Casting) -> int:
    """[tp.item.enchanted.indebted_soul]"""
    own = fight.setting.enchanted and not casting.spell.magic
    return sum(loans.raises.get(name, 0) for name in nature(fight, casting.caster)) if own else 0


def _undone(fight: Fight, casting: Casting) -> Iterator[tuple[str, int]]:
    """The items of those at whom it is cast that may undo it, and from which face.

    [tp.item.armour.heavy_white_dragon] [tp.item.armour.light_white_dragon]
    """
    target = casting.target
    if not fight.setting.enchanted or target == NOBODY or fight.state.pieces[target].side == casting.side:
        return
    for one in members(fight, outermost(fight, target)):
        for item in nature(fight, one):
            if item in loans.undoes:
                yield item, loans.undoes[item]


# --- in a file -----------------------------------------------------------------------------------------------


def spell_rules(names: tuple[str, ...]) -> tuple[str, ...]:
    """Spells as a situation writes them, such as base.zap."""
    return tuple(f"{PREFIX}{name}" for name in names)


def spell_faults(written: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
    """Names of no spell, by the key under which they stand."""
    known = [rule.removeprefix(PREFIX) for rule in book.spells if rule.startswith(PREFIX)]
    for key, names in written.items():
        for name in names:
            if name not in known:
                yield key, f"expected a spell such as base.zap, got {name}{nearest(name, known)}"
