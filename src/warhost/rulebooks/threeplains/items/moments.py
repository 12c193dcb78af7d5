"""When items work of themselves, and when their owners are asked: at the start of turns, and out of turn."""

from __future__ import annotations

from warhost.engine.question import Choose

from ..dice import roll
from ..events.items import ItemStirred
from ..fighting.contact import engaged
from ..magic.bearing import carried, lay, unseen
from ..magic.book import book, unspent
from ..magic.carriers import may_carry
from ..magic.casting import act, cast, usable, why_no_casting
from ..magic.moments import NOTHING_MORE
from ..magic.targets import works_inside
from ..magic.verbs import Spell
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Effect, Number, Phase, opponent
from .losing import settle_life
from .oblivion import check_oblivion
from .secrecy import in_hiding
from .weapons import MANY_BLOWS

MOMENTS: tuple[Phase, ...] = ("charges", "shooting", "combat")
"""Of the enemy's turn: when his charges have been declared, when all have moved, and before the blows."""


def begin_turn(fight: Fight) -> None:
    """Oblivion, how often some weapons strike in this turn, and what has come over those in contact.

    [tp.magic.oblivion.check] [tp.move.marchover.variable]
    """
    settle_life(fight)
    for number, piece in fight.state.numbered():
        if fight.setting.figures[piece.figure].items:
            with in_hiding(fight, number):
                _bear_them(fight, number)


def _bear_them(fight: Fight, number: Number) -> None:
    """What carrying his items means for somebody as a turn begins."""
    piece = fight.state.pieces[number]
    if piece.side == fight.state.active:
        check_oblivion(fight, number)
    if piece.fate in ("standing", "within"):
        _count_blows(fight, number)
        specials.any_turn.each(carried(fight, number), fight, number)
    elif piece.fate == "hidden" and piece.side == fight.state.active:
        specials.start_of_turn.each(carried(fight, number), fight, number)


def _count_blows(fight: Fight, number: Number) -> None:
    """A weapon with a variable number of attacks is rolled when any turn begins: before march overs are declared in
    it, and anew for its one round of combat.  [tp.move.marchover.variable]
    """
    piece = fight.state.pieces[number]
    for item in carried(fight, number):
        if item in MANY_BLOWS:
            dice, more = MANY_BLOWS[item]
            blows = roll(fight, dice, "attacks", item, piece.side) + more
            lay(fight, Effect(item, number, number, piece.side, fight.state.clock_in(1), blows))
            fight.tell(ItemStirred(item, number, item, blows))


def combat_begins(fight: Fight) -> None:
    """What stirs as a combat phase of either player begins."""
    for number, piece in fight.state.numbered() if fight.setting.enchanted else ():
        if piece.fate in ("standing", "within") and fight.setting.figures[piece.figure].items:
            specials.start_of_combat.each(carried(fight, number), fight, number)


def cast_of_itself(fight: Fight) -> bool:
    """As a shooting phase begins, some banners cast their spell if their unit is in combat.

    [tp.item.command.banner_of_shadows]
    """
    for number, piece in fight.state.numbered() if fight.setting.enchanted else ():
        if piece.side != fight.state.active or not fight.setting.figures[piece.figure].items:
            continue
        for item in unspent(fight, number):
            spell = book.spells.get(item)
            if spell is None or (piece.inside and not works_inside(spell)):
                continue
            ready = spell.itself and engaged(fight, outermost(fight, number))
            if ready and why_no_casting(fight, number) is None:
                cast(fight, number, spell)
                return True
    return False


def out_of_turn(fight: Fight) -> bool:
    """What can be used at any time can be used in the enemy's turn too: its owner is asked at the moments at which
    it may matter, and again after every use; and whether he has such a thing or not, so that nobody learns that he
    has. Where nothing comes that would give anybody pause, he is asked in secret.
    [tp.magic.items.potions] [tp.magic.items]
    """
    state = fight.state
    if state.phase not in MOMENTS or state.heeded == (state.clock, state.phase):
        return False
    side = opponent(state.active)
    known = {name: use for name, use in usable(fight, side).items() if _may_matter(fight, *use)}
    window = _something_comes(fight) and may_carry(fight, side)
    if known or window:
        text = "It is the enemy's turn. Do you use an item?"
        question = Choose(side, "item out of turn", [*known, NOTHING_MORE], "tp.magic.items", text=text)
        question.window(NOTHING_MORE, empty=not known)
        question.in_secret(not window and all(unseen(fight, by, spell.rule) for by, spell in known.values()))
        answer = fight.ask(question)
        if answer != NOTHING_MORE:
            act(fight, known, answer)
            return True
    state.heeded = (state.clock, state.phase)
    return False


def _something_comes(fight: Fight) -> bool:
    """Whether this phase is more than a name: a charge runs in it, or blows are struck."""
    state = fight.state
    if state.phase == "charges":
        return any(piece.charge_target != NOBODY for piece in state.pieces)
    return state.phase != "combat" or bool(state.contacts)


def _may_matter(fight: Fight, number: Number, spell: Spell) -> bool:
    """What only its bearer has something of can wait for his own turn, unless he is about to fight."""
    if spell.quiet or spell.target not in ("self", "own group"):
        return True
    return fight.state.phase == "combat" and engaged(fight, outermost(fight, number))
