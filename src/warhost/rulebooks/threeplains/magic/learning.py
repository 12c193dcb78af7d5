"""Before deployment every wizard draws his spells from one discipline.

Nothing says that the cards are kept from the enemy: they lie open.
[tp.setup.magic] [tp.magic.choose] [tp.magic.disciplines]
"""

from __future__ import annotations

from collections.abc import Callable

from warhost.engine.question import Choose

from ..bodies import figure
from ..events.items import ItemUsed
from ..events.spells import SpellExchanged, SpellsLearned
from ..setting import Fight
from ..state import Number
from .bearing import nature, unseen
from .book import book, spend, wizard
from .pools import BASIC, MASTER
from .verbs import Spell, Study, Times

ALL_BY_CHANCE = "draw all"
KEEP, KEEP_ALL = "keep it", "keep all"
EXCHANGE = "exchange it"
Useless = Callable[[Fight, Number], bool]


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
    unread = [n for n, piece in fight.state.numbered() if wizard(fight, n) and not piece.spells]
    waiting = [n for n in unread if not any(study.each_turn for _, study in studies(fight, n))]
    if waiting:
        learn(fight, _first(fight, waiting))
        return True
    return fight.setting.enchanted and _copy_one(fight)


def _copy_one(fight: Fight) -> bool:
    """When all have drawn, the next who may copies a spell of an enemy wizard; False if there is none.

    [tp.item.arcane.book_of_forbidden_spells]
    """
    for number in fight.state.numbers():
        for item, study in studies(fight, number):
            if study.copies:
                _copy(fight, number, item)
                return True
    return False


def _copy(fight: Fight, number: Number, item: str) -> None:
    """He says whose, chance says which of those that he does not know."""
    pieces = fight.state.pieces
    piece = pieces[number]
    spend(fight, number, item, "battle")
    named = {
        other.name: [spell for spell in other.spells if spell not in piece.spells]
        for other in pieces
        if other.side != piece.side and other.spells
    }
    found = {name: spells for name, spells in named.items() if spells}
    if not found:
        return
    chosen = next(iter(found))
    if len(found) > 1:
        text = "From which enemy wizard {does} {who} copy a spell?"
        question = Choose(piece.side, "whose spell", list(found), item, piece.name, text=text)
        chosen = fight.ask(question.in_secret(unseen(fight, number, item)))
    fight.tell(ItemUsed(item, number, item))
    spells = found[chosen]
    spell = spells[fight.die(len(spells), "spell card", item, piece.side) - 1]
    piece.spells += (spell,)
    fight.tell(SpellsLearned(item, number, book[spell].discipline or "", piece.spells))


def _first(fight: Fight, waiting: list[Number]) -> Number:
    """Where one side can foresee what the other draws, the other comes first; if both can, neither does.

    [tp.item.arcane.wildoon_the_raven]
    """
    pieces = fight.state.pieces
    seers = {
        pieces[number].side: (number, item)
        for number in (fight.state.numbers() if fight.setting.enchanted else ())
        for item, study in studies(fight, number)
        if study.last
    }
    if len(seers) != 1:
        return waiting[0]
    ((side, (seer, item)),) = seers.items()
    if not any(piece.spells for piece in pieces):
        fight.tell(ItemUsed(item, seer, item))
    return min(waiting, key=lambda number: pieces[number].side == side)


def learn(fight: Fight, number: Number) -> None:
    """As many spells as a wizard has dice: two, or a master three, of a full deck of his own.

    The first spell of the discipline may take the place of one card.
    [tp.magic.choose] [tp.magic.choose.first] [tp.magic.basic] [tp.magic.master] [tp.magic.disciplines]
    """
    piece, at_hand = fight.state.pieces[number], studies(fight, number)
    _tell_teacher(fight, number)
    if every := [item for item, study in at_hand if study.every]:
        _learn_all(fight, number, every[0])
        return
    discipline = _discipline(fight, number)
    deck = book.of(discipline)
    known: list[Spell] = []
    wanted = to_learn(fight, number)
    picks = any(study.picks for _, study in at_hand)
    for item in (item for item, study in at_hand if study.picks or study.more):
        fight.tell(ItemUsed(item, number, item))
    text = "Does {who} take the first spell of the discipline instead of one by chance?"
    question = Choose(
        piece.side, "first spell", [ALL_BY_CHANCE, deck[0].title], "tp.magic.choose.first", piece.name,
        text=text,
    )  # fmt: skip
    if not picks and fight.ask(question) == deck[0].title:
        known.append(deck.pop(0))
    while len(known) < wanted:
        known.append((_picked if picks else _drawn)(fight, number, deck))
    piece.spells = tuple(spell.rule for spell in known)
    fight.tell(SpellsLearned("tp.magic.choose", number, discipline, piece.spells))
    for spell in known:
        _exchange(fight, number, spell, deck)
    for item, study in at_hand:
        if study.anew is not None:
            _learn_anew(fight, number, deck, item, study.anew)


def studies(fight: Fight, number: Number) -> list[tuple[str, Study]]:
    """The items by which he comes by his spells in another way; several of a kind are worth no more than one.

    [tp.item.arcane.spell_book_of_yarn] [tp.item.arcane.crystal_ball_of_cantly]
    """
    return [(item, book.studies[item]) for item in nature(fight, number) if item in book.studies]


def _tell_teacher(fight: Fight, number: Number) -> None:
    """Who is seen to draw spells without being a wizard by nature shows why.  [tp.item.enchanted.apprentice_kit]"""
    if item := figure(fight, number).taught_by:
        fight.tell(ItemUsed(item, number, item))


def to_learn(fight: Fight, number: Number) -> int:
    """How many spells he has: as many as he has dice, and what items add.  [tp.magic.basic] [tp.magic.master]"""
    more = sum(study.more for _, study in studies(fight, number))
    return (MASTER if figure(fight, number).master else BASIC) + more


def all_cards() -> list[str]:
    """The spells of all eight disciplines.  [tp.magic.disciplines]"""
    return [spell.rule for spell in book.spells.values() if spell.discipline is not None]


def _learn_all(fight: Fight, number: Number, item: str) -> None:
    """Every spell there is, and as many in a turn as he would have learned.  [tp.item.arcane.spell_compendium]"""
    piece = fight.state.pieces[number]
    piece.spells, piece.reads = tuple(all_cards()), to_learn(fight, number)
    fight.tell(ItemUsed(item, number, item))


def _learn_anew(fight: Fight, number: Number, deck: list[Spell], item: str, times: Times) -> None:
    """He may hand one spell back for another of those that he has not had, by chance.

    [tp.item.arcane.scroll_of_knowledge] [tp.item.weapon.mindful_mallet]
    """
    piece = fight.state.pieces[number]
    titles = {book[rule].title: rule for rule in piece.spells}
    text = "Does {who} hand a spell back for another by chance?"
    question = Choose(piece.side, "hand a spell back", [KEEP_ALL, *titles], item, piece.name, text=text)
    if not deck or (chosen := fight.ask(question.in_secret(unseen(fight, number, item)))) == KEEP_ALL:
        return
    fight.tell(ItemUsed(item, number, item))
    spend(fight, number, item, times)
    _replace(fight, number, titles[chosen], _drawn(fight, number, deck).rule, item)


def _replace(fight: Fight, number: Number, old: str, new: str, rule: str) -> None:
    piece = fight.state.pieces[number]
    piece.spells = tuple(new if known == old else known for known in piece.spells)
    fight.tell(SpellExchanged(rule, number, old, new))


def _discipline(fight: Fight, number: Number) -> str:
    piece, known = fight.state.pieces[number], figure(fight, number).disciplines
    if len(known) == 1:
        return known[0]
    text = "Which magic does {who} know?"
    return str(fight.ask(Choose(piece.side, "discipline", known, "tp.magic.choose", piece.name, text=text)))


def _picked(fight: Fight, number: Number, deck: list[Spell]) -> Spell:
    """The one he wants of those left."""
    piece, titles = fight.state.pieces[number], [spell.title for spell in deck]
    text = "Which spell does {who} take?"
    question = Choose(piece.side, "pick a spell", titles, "tp.magic.choose", piece.name, text=text)
    return deck.pop(titles.index(fight.ask(question)))


def _drawn(fight: Fight, number: Number, deck: list[Spell]) -> Spell:
    """One card of those left, all alike."""
    side = fight.state.pieces[number].side
    return deck.pop(fight.die(len(deck), "spell card", "tp.magic.choose", side) - 1)


def _exchange(fight: Fight, number: Number, spell: Spell, deck: list[Spell]) -> None:
    """A card that can have no effect in this battle is laid aside for another, as often as needed.

    [tp.magic.choose.exchange]
    """
    piece = fight.state.pieces[number]
    while deck and cannot_serve(fight, number, spell):
        text = "{who} can have no effect in this battle. Do you exchange it?"
        question = Choose(
            piece.side, "useless spell", [EXCHANGE, KEEP], "tp.magic.choose.exchange", spell.title,
            text=text,
        )  # fmt: skip
        if fight.ask(question) == KEEP:
            return
        new = _drawn(fight, number, deck)
        _replace(fight, number, spell.rule, new.rule, "tp.magic.choose.exchange")
        spell = new


def cannot_serve(fight: Fight, number: Number, spell: Spell) -> bool:
    test = useless.useless.get(spell.rule)
    return test is not None and test(fight, number)
