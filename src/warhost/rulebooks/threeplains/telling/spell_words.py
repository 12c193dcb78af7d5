"""Spells for those who choose among them: what they do, how hard they are to cast, how far they reach."""

from __future__ import annotations

from warhost.engine.question import Choose

from ..magic.book import book
from ..magic.casting import CAST, USE
from ..magic.verbs import Lasts, Spell
from ..setting import Fight
from .names import count

LASTS: dict[Lasts, str] = {
    "instant": "", "own turn": "until the caster's next turn", "enemy turn": "until the enemy's next turn",
    "this turn": "until the end of this turn", "next combat": "until the next round of combat is fought",
    "next phases": "until the next shooting and combat phases are over", "battle": "for the rest of the battle",
}  # fmt: skip


def spell_named(fight: Fight, question: Choose, option: str) -> Spell | None:
    """The spell or item that an option is about: one to be cast, one to be used."""
    if not option.startswith((CAST, USE)):
        return None
    who, _, short = option.removeprefix(CAST).removeprefix(USE).rpartition("/")
    piece = next(piece for piece in fight.state.pieces if piece.name == who)
    items = fight.setting.figures[piece.figure].items
    held = (book.spells.get(rule) for rule in (*piece.spells, *items))
    return next((spell for spell in held if spell is not None and spell.name == short), None)


def spell_words(spell: Spell) -> list[str]:
    """'Slow: an enemy piece …', '1 ether die, 14 inches, until the caster's next turn'."""
    ether = " or ".join(str(dice) for dice in spell.ether)
    asks = "" if spell.plain else f"{ether} ether {'die' if ether == '1' else 'dice'}"
    reach = "" if spell.range is None else count(spell.range, "inch", "inches")
    facts = ", ".join(fact for fact in (asks, reach, LASTS[spell.lasts]) if fact)
    return [line for line in (f"{spell.title}: {spell.text}", facts) if line]
