"""Life points lost, models taken away, pieces slain, and the characters they leave behind.

[tp.piece.slain] [tp.piece.stats.own] [tp.piece.combine.inseparable]
"""

from __future__ import annotations

from collections.abc import Sequence

from ..bodies import body, figure, life_of
from ..events.blows import Fell, Slain
from ..fighting.parting import leave
from ..magic.bearing import nature, overhead
from ..moving import flying, groups  # they come back here
from ..scenario.points import fights_on, taken_over
from ..setting import Fight
from ..special import specials
from ..special.riding import mount_of
from ..special.specials import Doom
from ..stands import stands
from ..state import NOBODY, Number
from . import survivors
from .ranks import close_ranks, step_out

FEWEST = {"infantry": 3, "cavalry": 2}  # models that make a unit


# --- losses --------------------------------------------------------------------------------------------------


def lose(fight: Fight, number: Number, points: int, rule: str) -> int:
    """The models of a piece lose life points, one after the other; how many of them are gone.

    Its characters are pieces of their own and lose nothing.  [tp.check.bs.kills] [tp.shoot.damage.one]
    """
    piece, life = fight.state.pieces[number], life_of(fight, number)
    if fight.state.effects and points > 0:
        points = specials.loses.fold(overhead(fight), points, fight, number, rule)
    points = min(points, piece.models * life - piece.hurt)
    if points > 0 and fight.setting.enchanted:
        points = specials.loses.fold(nature(fight, number), points, fight, number, rule)
    if points <= 0:
        return 0
    piece.lost += points
    piece.bled = True
    gone, piece.hurt = divmod(piece.hurt + points, life)
    if gone:
        _thin(fight, number, gone, rule)
    return gone


def _thin(fight: Fight, number: Number, gone: int, rule: str) -> None:
    """So many models go, those with torches last. The command passes to another ordinary model as long as there is
    one.

    [tp.unit.command.succession] [tp.character.halfwit.exposed] [tp.scenario.raid.torches]
    """
    piece = fight.state.pieces[number]
    if gone == piece.models:
        slay(fight, number, rule)
        return
    holder = groups.outermost(fight, number)
    before = body(fight, holder)
    piece.models -= gone
    piece.torches = min(piece.torches, piece.models)
    if figure(fight, number).kind != "master" or holder == number:  # masters stand where their beasts let them
        close_ranks(fight, holder, before)
        survivors.make_room_for_masters(fight, holder)
    fight.tell(Fell(rule, number, gone, piece.models, stands(fight, holder)))
    if not becomes_it(fight, number):
        groups.expose(fight, holder)
        fight.setting.load.fewer_hands(fight, holder)


def last_stand(fight: Fight, number: Number) -> int:
    """With how many models left it is no unit any more; 0 for what fights on to the last.

    Loose groups and the parts of a reinforced unit fight on, and so does everybody in a small game. While blows are
    exchanged everybody may fall: who is left is taken away when all have struck.
    [tp.piece.unit.numbers] [tp.unit.min_models] [tp.piece.unit.tinygames] [tp.combat.it] [tp.unit.it]
    [tp.unit.it.tiny_game] [tp.combat.round]
    """
    piece, found = fight.state.pieces[number], figure(fight, number)
    if _to_the_last(fight, number) or piece.backing or piece.fate == "within":
        return 0
    if number in fight.state.striking:
        return 0
    few = FEWEST.get(found.category, 1) - 1
    return few if piece.models > few else 0


def _to_the_last(fight: Fight, number: Number) -> bool:
    """Whoever fights down to the last model, by what he is or by the scenario.

    [tp.unit.it.tiny_game] [tp.siege.no_it]
    """
    rules = (*fight.setting.parts[fight.state.pieces[number].side].rules, *fight.setting.mission.rules)
    return fight.setting.tiny or figure(fight, number).loose or fights_on.any(rules, fight, number)


def becomes_it(fight: Fight, number: Number) -> bool:
    """Whether too few are left of a unit; if so it is removed and counts as slain.

    Its characters stay on the board as pieces of their own.  [tp.combat.it] [tp.unit.it]
    """
    piece, found = fight.state.pieces[number], figure(fight, number)
    if _to_the_last(fight, number) or piece.backing or piece.fate != "standing":
        return False
    if number in fight.state.striking:
        return False
    if piece.models >= FEWEST.get(found.category, 1):
        return False
    slay(fight, number, "tp.combat.it")
    return True


# --- who leaves the ranks ------------------------------------------------------------------------------------


# --- the end of a piece --------------------------------------------------------------------------------------


def slay(fight: Fight, number: Number, rule: str) -> None:
    """The models of a piece are all gone, for good.

    Who stood with them stays: characters alone, units that backed them in their place. Whoever they fought last is
    free.
    [tp.piece.slain] [tp.move.fly.crash] [tp.move.fly.crash.rider] [tp.move.wipeout]
    """
    piece, mount = fight.state.pieces[number], mount_of(fight, number)
    doom = Doom("slain", rule)
    if fight.setting.enchanted and specials.averts.any(nature(fight, number), fight, number, doom):
        piece.hurt = 0
        return
    others = (*_holders(fight, number), *piece.backing[:1], *((piece.masters,) if piece.masters != NOBODY else ()))
    if piece.fate == "within" and figure(fight, number).category == "character":
        _leave_place(fight, number)
    elif piece.fate == "within" and figure(fight, number).kind == "master":
        survivors.lose_masters(fight, piece.host, number)
    elif piece.fate == "within":
        _leave_ranks(fight, number)
    elif piece.backing:
        survivors.hand_over(fight, number)
    if piece.masters != NOBODY:
        taken_over.each(fight.setting.mission.rules, fight, number, piece.masters)
        survivors.stand_alone(fight, number)
    behind = survivors.left_behind(fight, number)
    fight.state.freed += tuple(_bury(fight, number, rule, others))
    flying.crash(fight, number)
    survivors.set_down(fight, number, behind)
    piece.models = 0
    if piece.airborne:
        for one in behind:
            flying.rider_falls(fight, one.number)
    if mount != NOBODY:
        _lose_rider(fight, mount)


def _lose_rider(fight: Fight, mount: Number) -> None:
    """A chariot without its character is removed, a beast without its rider turns wild.

    [tp.beast.mounted.inseparable] [tp.machine.chariot.character]
    """
    found = figure(fight, mount)
    if found.category == "machine":
        lose(fight, mount, life_of(fight, mount), "tp.machine.chariot.character")
    else:
        fight.state.pieces[mount].goal = body(fight, mount).middle
        fight.state.unruly += (mount,)


def _leave_place(fight: Fight, number: Number) -> None:
    """A character dies inside its group: a model from the back fills the hole.  [tp.piece.casualties.character]"""
    fight.state.pieces[groups.outermost(fight, number)].fallen += (number,)
    step_out(fight, number)


def _leave_ranks(fight: Fight, number: Number) -> None:
    """A unit that backed another is gone from the reinforced body; its characters stay in it."""
    piece = fight.state.pieces[number]
    host = fight.state.pieces[piece.host]
    before = body(fight, piece.host)
    for leader in piece.leaders:
        fight.state.pieces[leader].host = piece.host
    host.backing = tuple(back for back in host.backing if back != number)
    host.fallen += (number,)
    host.leaders = (*host.leaders, *piece.leaders)
    piece.leaders = ()
    close_ranks(fight, piece.host, before)


def _holders(fight: Fight, number: Number) -> tuple[int, ...]:
    """The group in which everybody sees it stand."""
    return (groups.outermost(fight, number),) if fight.state.pieces[number].fate == "within" else ()


def _bury(fight: Fight, number: Number, rule: str, others: Sequence[Number] = ()) -> list[Number]:
    """It is gone, and those it stood with stand otherwise now; the enemies that this leaves free of all combat."""
    piece, entry = fight.state.pieces[number], fight.setting.entries[fight.state.pieces[number].entry]
    freed = leave(fight, number)
    piece.fate, piece.hurt, piece.host, piece.charge_target = "slain", 0, NOBODY, NOBODY
    piece.fleeing = False
    if entry.general and piece.side == entry.side:  # nobody mourns one who had gone over to them
        fell = list(fight.state.generals_fell)
        fell[piece.side] = True
        fight.state.generals_fell = (fell[0], fell[1])
    fight.tell(Slain(rule, number, piece.models, stands(fight, *others)))
    for one in (number, *others):
        fight.setting.load.fewer_hands(fight, one)
    specials.moments.each(nature(fight, number), fight, number, "slain")
    return freed


def destroy(fight: Fight, number: Number, rule: str, *, doomed: bool = False) -> None:
    """A whole piece is gone at a blow, with its characters, those hidden in it and the units that back it; who is
    `doomed` has nothing that saves him.

    [tp.unit.whole_piece_effects]
    """
    piece = fight.state.pieces[number]
    inside = [
        n
        for n, other in fight.state.numbered()
        if other.host == number and other.fate in ("within", "hidden")
    ]
    asked = inside if doomed else [number, *inside]
    spared = survivors.spared(fight, asked, rule) if fight.setting.enchanted else {}
    for other in inside:
        if other not in spared:
            destroy(fight, other, rule, doomed=True)
    piece.leaders, piece.backing, piece.masters = (), (), NOBODY
    if number not in spared:
        _bury(fight, number, rule)
        piece.models = 0
    survivors.stand_up(fight, number, spared, rule)
