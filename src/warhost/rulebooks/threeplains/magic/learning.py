"""Before deployment every wizard draws his spells from one discipline.

Nothing says that the cards are kept from the enemy: they lie open.
[tp.setup.magic] [tp.magic.choose] [tp.magic.disciplines]
"""

from __future__ import annotations

from collections.abc import Callable

from warhost.engine.question import Choose

from ..bodies import figure
from ..events import SpellExchanged, SpellsLearned
from ..setting import Fight
from ..special.specials import special
from .bearing import nature
from .book import book, wizard
from .pools import own_dice
from .verbs import Spell

ALL_BY_CHANCE = "draw all"
KEEP = "keep it"
EXCHANGE = "exchange it"
Useless = Callable[[Fight, int], bool]


class Uses:
    """Spells that can be of no use in a battle, and how that is seen from both rosters."""

    def __init__(self) -> None:
        self.useless: dict[str, Useless] = {}

    def __call__(self, rule: str) -> Callable[[Useless], Useless]:
        def register(test: Useless) -> Useless:
            self.useless[rule] = test
            return test

        return register


useless = Uses()


def choose_spells(fight: Fight) -> bool:
    """The next wizard without spells gets his.  [tp.setup.magic]"""
    for number, piece in enumerate(fight.state.pieces):
        if wizard(fight, number) and not piece.spells:
            learn(fight, number)
            return True
    return False


def learn(fight: Fight, number: int) -> None:
    """As many spells as a wizard has dice: two, or a master three, of a full deck of his own.

    The first spell of the discipline may take the place of one card.
    [tp.magic.choose] [tp.magic.choose.first] [tp.magic.basic] [tp.magic.master] [tp.magic.disciplines]
    """
    piece = fight.state.pieces[number]
    discipline = _discipline(fight, number)
    deck = book.of(discipline)
    known: list[Spell] = []
    names = nature(fight, number)
    wanted = own_dice(fight, number, deck[0]) + sum(hook(fight, number) for hook in special.at("learns", names))
    picks = any(hook(fight, number) for hook in special.at("picks spells", names))
    question = Choose(
        piece.side, "first spell", [ALL_BY_CHANCE, deck[0].title], "tp.magic.choose.first", piece.name
    )  # fmt: skip
    if not picks and fight.ask(question) == deck[0].title:
        known.append(deck.pop(0))
    while len(known) < wanted:
        known.append((_picked if picks else _drawn)(fight, number, deck))
    piece.spells = tuple(spell.rule for spell in known)
    fight.tell(SpellsLearned("tp.magic.choose", number, discipline, piece.spells))
    for spell in known:
        _exchange(fight, number, spell, deck)


def _discipline(fight: Fight, number: int) -> str:
    piece, known = fight.state.pieces[number], figure(fight, number).disciplines
    if len(known) == 1:
        return known[0]
    return str(fight.ask(Choose(piece.side, "discipline", known, "tp.magic.choose", piece.name)))


def _picked(fight: Fight, number: int, deck: list[Spell]) -> Spell:
    """The one he wants of those left."""
    piece, titles = fight.state.pieces[number], [spell.title for spell in deck]
    question = Choose(piece.side, "pick a spell", titles, "tp.magic.choose", piece.name)
    return deck.pop(titles.index(fight.ask(question)))


def _drawn(fight: Fight, number: int, deck: list[Spell]) -> Spell:
    """One card of those left, all alike."""
    side = fight.state.pieces[number].side
    return deck.pop(fight.die(len(deck), "spell card", "tp.magic.choose", side) - 1)


def _exchange(fight: Fight, number: int, spell: Spell, deck: list[Spell]) -> None:
    """A card that can have no effect in this battle is laid aside for another, as often as needed.

    [tp.magic.choose.exchange]
    """
    piece = fight.state.pieces[number]
    while deck and _cannot_serve(fight, number, spell):
        question = Choose(
            piece.side, "useless spell", [EXCHANGE, KEEP], "tp.magic.choose.exchange", spell.title
        )  # fmt: skip
        if fight.ask(question) == KEEP:
            return
        new = _drawn(fight, number, deck)
        piece.spells = tuple(new.rule if rule == spell.rule else rule for rule in piece.spells)
        fight.tell(SpellExchanged("tp.magic.choose.exchange", number, spell.rule, new.rule))
        spell = new


def _cannot_serve(fight: Fight, number: int, spell: Spell) -> bool:
    test = useless.useless.get(spell.rule)
    return test is not None and test(fight, number)
