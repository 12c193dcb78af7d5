"""Spells of all disciplines, cards drawn anew in every turn, and a kit that makes wizards.

[tp.magic.items.arcane] [tp.magic.disciplines]
"""

from __future__ import annotations

from collections.abc import Sequence

from ..bodies import figure
from ..events.items import ItemStirred
from ..events.spells import SpellsLearned
from ..magic.bearing import effects_on, lay, lift
from ..magic.book import book
from ..magic.chances import chance
from ..magic.learning import all_cards, cannot_serve, to_learn
from ..magic.lending import lent
from ..magic.targets import Casting
from ..magic.verbs import Gift
from ..setting import Fight
from ..special import specials
from ..state import NEVER, Effect, Number
from .losing import lose_item
from .oblivion import tear
from .shelf import ITEMS

COMPENDIUM, WAND = "tp.item.arcane.spell_compendium", "tp.item.arcane.wand_of_randomisation"
KIT = "tp.item.enchanted.apprentice_kit"
LAST, SEEN = f"{COMPENDIUM}/last", f"{WAND}/seen"
DISCIPLINES = ("base", "battle", "destruction", "white", "black", "creation", "harmony", "chaos")
TEARS_ON, TORN = 4, 2
BREAKS_ON = 1

for _source, _item in ((LAST, "spell_compendium"), (SEEN, "wand_of_randomisation")):
    lent(_source, ITEMS[_item].title, Gift(), ITEMS[_item].rule)
    book.titles[_source] = ITEMS[_item].title


# --- the compendium ------------------------------------------------------------------------------------------


@specials.named(COMPENDIUM)
def turns_to_another_page(fight: Fight, reader: Number, casting: Casting) -> bool:
    """Whoever changes to another discipline than he cast from last rolls first: on 4 or more all round him are
    gone.

    [tp.item.arcane.spell_compendium] [tp.magic.oblivion.effect]
    """
    spell = casting.spell
    if casting.caster != reader or spell.discipline is None:
        return False
    page = DISCIPLINES.index(spell.discipline)
    before = [effect for effect in effects_on(fight, reader) if effect.source == LAST]
    for effect in before:
        lift(fight, effect)
    lay(fight, Effect(LAST, reader, reader, casting.side, NEVER, page))
    if all(effect.number == page for effect in before):
        return False
    face = fight.die(6, "another discipline", COMPENDIUM, casting.side, (TEARS_ON - 1,))
    fight.tell(ItemStirred(COMPENDIUM, reader, COMPENDIUM, face))
    if face >= TEARS_ON:
        tear(fight, reader, TORN, COMPENDIUM)
    return face >= TEARS_ON


# --- the wand ------------------------------------------------------------------------------------------------


@specials.any_turn(WAND)
def wand_of_randomisation(fight: Fight, wizard: Number) -> None:
    """New cards as a turn of his own begins, before anything else of his that has to do with his spells; when it is
    over they go back. A spell that he has by a book stays with him.

    [tp.item.arcane.wand_of_randomisation] [tp.item.arcane.book_of_forbidden_spells]
    """
    piece, cards = fight.state.pieces[wizard], all_cards()
    seen = [cards[effect.number] for effect in effects_on(fight, wizard) if effect.source == SEEN]
    reads = any(book.studies[item].copies for item in figure(fight, wizard).items if item in book.studies)
    own = tuple(spell for spell in piece.spells if reads and spell not in seen)
    if fight.state.active == piece.side:
        piece.spells, piece.tried, piece.swapped = (*_drawn(fight, wizard, own), *own), (), ()
        fight.tell(SpellsLearned(WAND, wizard, "random", piece.spells))
    else:
        piece.spells = own
        piece.tried = tuple(spell for spell in piece.tried if spell in own)
        piece.swapped = tuple(spell for spell in piece.swapped if spell in own)


def _drawn(fight: Fight, wizard: Number, own: Sequence[str]) -> list[str]:
    """As many cards as he may cast, of all disciplines; one that can be of no use is replaced by the next.

    The pack is never drawn through in a battle, so that a card which was laid under it does not come back.
    [tp.item.arcane.wand_of_randomisation] [tp.magic.choose.exchange]
    """
    piece, drawn, cards = fight.state.pieces[wizard], list[str](), all_cards()
    while len(drawn) < to_learn(fight, wizard):
        seen = [cards[effect.number] for effect in effects_on(fight, wizard) if effect.source == SEEN]
        left = [card for card in cards if card not in seen and card not in own]
        if not left:
            break
        card = left[fight.die(len(left), "spell card", WAND, piece.side) - 1]
        lay(fight, Effect(SEEN, wizard, wizard, piece.side, NEVER, cards.index(card)))
        if not cannot_serve(fight, wizard, book[card]):
            drawn.append(card)
    return drawn


# --- the kit -------------------------------------------------------------------------------------------------


@specials.start_of_turn(KIT)
def apprentice_kit(fight: Fight, bearer: Number) -> None:
    """On a 1 it is broken, and he is no wizard any more.  [tp.item.enchanted.apprentice_kit]"""
    piece = fight.state.pieces[bearer]
    if chance(fight, bearer, "apprentice kit", KIT, BREAKS_ON + 1) == BREAKS_ON:
        lose_item(fight, bearer, KIT, KIT)
        piece.spells = piece.tried = piece.swapped = ()
