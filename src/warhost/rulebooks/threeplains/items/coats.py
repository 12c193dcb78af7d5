"""The book that brings pieces in flight over to the other side.  [tp.magic.items.enchanted]"""

from __future__ import annotations

from warhost.engine.field.shapes import overlap
from warhost.engine.question import Choose

from ..bodies import body, figure, on_table, single
from ..events.items import ItemUsed, SteppedAside, TurnedCoat
from ..magic.bearing import carried, untouched
from ..magic.book import spend
from ..magic.carriers import may_carry
from ..morale.checks import deviancy, members
from ..moving.stride import free_spots, stance, take
from ..setting import Fight
from ..state import NOBODY, Number, opponent

BOOK = "tp.item.enchanted.book_of_mass_manipulation"
LET_THEM_RUN, READ_IT = "let them run", "read the book"
ON_TABLE = ("standing", "within")


def tempted(fight: Fight, number: Number) -> None:
    """A piece makes a flee move: whoever has the book may read it then, once in the battle. Whoever could have it
    is asked, so that nobody learns who has.

    [tp.item.enchanted.book_of_mass_manipulation]
    """
    piece = fight.state.pieces[number]
    if not fight.setting.enchanted or not piece.standing or not piece.fleeing or piece.lawless:
        return
    side = opponent(piece.side)
    if not may_carry(fight, side):
        return
    readers = (n for n, other in fight.state.numbered() if other.side == side and _has(fight, n))
    reader = next(readers, NOBODY)
    options = [LET_THEM_RUN] if reader == NOBODY else [LET_THEM_RUN, READ_IT]
    text = "{who} {is} in flight. Is the Book of Mass Manipulation read to them?"
    question = Choose(side, "turn their coats", options, BOOK, piece.name, text=text)
    if fight.ask(question.window(LET_THEM_RUN, empty=reader == NOBODY)) == READ_IT:
        spend(fight, reader, BOOK, "battle")
        fight.tell(ItemUsed(BOOK, reader, BOOK))
        if item := untouched(fight, number):
            fight.tell(ItemUsed(item, number, item))
        elif not deviancy(fight, number, BOOK):
            change_sides(fight, number)


def _has(fight: Fight, number: Number) -> bool:
    present = fight.state.pieces[number].fate in ON_TABLE and bool(figure(fight, number).items)
    return present and BOOK in carried(fight, number)


def change_sides(fight: Fight, number: Number) -> None:
    """It belongs to the other side for the rest of the battle, still in flight; a general is lost to his army.

    [tp.item.enchanted.book_of_mass_manipulation] [tp.setup.victory.points]
    """
    state = fight.state
    old = state.pieces[number].side
    hidden = (n for n, piece in state.numbered() if piece.fate == "hidden" and piece.host == number)
    for one in (*members(fight, number), *hidden):
        state.pieces[one].side = opponent(old)
        if fight.setting.entries[state.pieces[one].entry].general:
            fell = list(state.generals_fell)
            fell[old] = True
            state.generals_fell = (fell[0], fell[1])
    for other in state.pieces:
        if other.charge_target == number and other.side != old:
            other.charges_no_more()
    fight.tell(TurnedCoat(BOOK, number, opponent(old)))
    for friend in on_table(fight, old):
        if _on_the_same_ground(fight, number, friend):
            _step_aside(fight, friend if single(fight, friend) else number)


def _on_the_same_ground(fight: Fight, number: Number, other: Number) -> bool:
    """Whether they have shared a space, as friends may.  [tp.move.individual.share]"""
    if fight.state.pieces[number].airborne or fight.state.pieces[other].airborne:
        return False
    return any(overlap(part, room) for part in body(fight, number).parts for room in body(fight, other).parts)


def _step_aside(fight: Fight, number: Number) -> None:
    """Enemies share no ground: the single model, or else the turncoat, goes to the nearest free place."""
    piece = fight.state.pieces[number]
    spot = next(free_spots(fight, number, stance(fight, number)), None)
    if spot is not None:
        take(fight, number, spot)
        fight.tell(SteppedAside(BOOK, number, piece.point, piece.facing))
