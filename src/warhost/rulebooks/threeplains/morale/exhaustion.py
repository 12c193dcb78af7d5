"""Exhaustion counters: what brings them, what they do, and rest."""

from __future__ import annotations

from collections.abc import Iterator

from ..bodies import figure, in_battle, on_table
from ..events.items import Unwearied
from ..events.nerves import Rested, Tired
from ..fighting.contact import engaged
from ..magic.bearing import carried, untouched
from ..scenario.mission import STAMINA
from ..setting import Fight
from ..special import qualities, specials
from ..special.riding import bearers
from ..state import NOBODY, Number, Piece

REST = 2  # combat phases
MAGICAL = ("tp.spell.", "tp.item.")


def exhausted(fight: Fight, number: Number) -> bool:
    """Four counters or more.  [tp.trait.exhaustion] [tp.trait.exhaustion.effects]"""
    return fight.state.pieces[number].tired >= stamina(fight, number)


def flagging(fight: Fight, number: Number) -> tuple[Number, ...]:
    """Those on whose feet a piece goes who are exhausted as it moves: the counter of a dash tells only when that
    move is over.

    [tp.move.charge.far] [tp.trait.exhaustion.effects] [tp.trait.exhaustion.groups]
    """
    pieces, turn = fight.state.pieces, fight.state.pieces[number].turn
    fresh = turn.dashed and not turn.acted and not turn.charge_ended
    return tuple([one for one in bearers(fight, number) if pieces[one].tired - fresh >= stamina(fight, one)])


def held_back(fight: Fight, number: Number) -> bool:
    """Whether it runs as the exhausted do: a group goes as fast as the slowest in it, and does not leave him.

    [tp.trait.exhaustion.groups] [tp.unit.slowest]
    """
    return any(exhausted(fight, one) for one in bearers(fight, number))


def stamina(fight: Fight, number: Number) -> int:
    """How many counters exhaust it: what its side has in this scenario, unless it has been worn out once.

    [tp.trait.exhaustion] [tp.scenario.rampage.stamina] [tp.scenario.time.well_rested]
    [tp.scenario.last_stand.stamina]
    """
    if not fight.setting.hardy or number in fight.state.progress.winded:
        return STAMINA
    return fight.setting.parts[fight.state.pieces[number].side].stamina


def tire(fight: Fight, number: Number, counters: int, rule: str) -> None:
    """A piece, or a character in it, gains counters of its own; what has no movement is not animated.

    [tp.trait.exhaustion.sources] [tp.trait.exhaustion.groups] [tp.item.command.banner_of_true_combat]
    """
    piece = fight.state.pieces[number]
    if not counters or not figure(fight, number).movement or qualities.tireless(fight, number):
        return
    if rule.startswith(MAGICAL) and untouched(fight, number):
        return
    if fight.setting.bannered and _spared(fight, number):
        return
    piece.tired += counters
    fight.tell(Tired(rule, number, counters, piece.tired))


def _spared(fight: Fight, number: Number) -> bool:
    """Whether a friend on the table keeps weariness from it, by an item that everybody hears of then."""
    if untouched(fight, number):
        return False
    friends = on_table(fight, fight.state.pieces[number].side)
    for bearer in (one for friend in friends for one in _everybody(fight, friend)):
        if item := specials.spares.first(carried(fight, bearer), fight, bearer, number):
            fight.tell(Unwearied(item, number, bearer, item))
            return True
    return False


def tire_all(fight: Fight, number: Number, counters: int, rule: str) -> None:
    """The whole group, each of its characters too: a dash.  [tp.trait.exhaustion.groups]"""
    for member in _everybody(fight, number):
        tire(fight, member, counters, rule)


def _everybody(fight: Fight, number: Number) -> Iterator[Number]:
    """A piece and all that have counters of their own in it: characters, masters, and units that back it."""
    piece = fight.state.pieces[number]
    yield number
    yield from piece.leaders
    if piece.masters != NOBODY:
        yield piece.masters
    for back in piece.backing:
        yield from _everybody(fight, back)


def rest(fight: Fight) -> None:
    """A combat phase has passed: whoever did nothing in this turn has rested through it.

    After two such phases in a row all counters are gone.  [tp.trait.exhaustion.recover]
    """
    for number in in_battle(fight):
        idle = _idle(fight, number)
        for member in _everybody(fight, number):
            piece = fight.state.pieces[member]
            piece.rested = piece.rested + 1 if idle and piece.tired and not _has_cast(fight, piece) else 0
            if piece.rested >= REST:
                _spend_stamina(fight, member)
                piece.rested = piece.tired = 0
                fight.tell(Rested("tp.trait.exhaustion.recover", member))


def resting(fight: Fight, number: Number) -> bool:
    """Whether a piece with counters is at rest: it has been through a combat phase, and has done nothing since.

    Nobody announces a rest, so that it shows only then.  [tp.trait.exhaustion.recover]
    """
    return fight.state.pieces[number].rested > 0 and _idle(fight, number)


def _spend_stamina(fight: Fight, number: Number) -> None:
    """Whoever rests from exhaustion has used up what made him hardier; a rest before that costs nothing.

    [tp.scenario.time.well_rested] [tp.scenario.last_stand.stamina]
    """
    side, state = fight.state.pieces[number].side, fight.state
    if fight.setting.parts[side].tires_for_good and exhausted(fight, number):
        state.advance(winded=(*state.progress.winded, number))


def _has_cast(fight: Fight, piece: Piece) -> bool:
    """Whether a wizard has tried a spell in this turn of his; whom he stands with may rest all the same."""
    return bool(piece.tried) and piece.side == fight.state.active


def _idle(fight: Fight, number: Number) -> bool:
    """No step, no shot and no fight, its own or forced on it by the enemy."""
    piece, state = fight.state.pieces[number], fight.state
    elsewhere = piece.fleeing or state.clock in (piece.fell_back, piece.stirred)
    moved = piece.turn.spent or piece.turn.charge_turn or elsewhere
    shot = piece.turn.shot or piece.turn.held_and_shot or piece.turn.struck_defensively
    return not (moved or shot or number in state.fought or engaged(fight, number))
