"""Beasts that have lost their rider or their masters: the die, the chart, and what each row does to them.

Whoever holds a beast no longer does so from row 1 to 5; in battle such a beast counts for the side opposite to
those it fights, while what was paid for it stays with its owner. A third party cannot join a fight against it.
[tp.beast.wild] [tp.beast.reaction_chart]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from warhost.engine.tally import Tally

from ..bodies import figure
from ..charging.pursuit import wipe_out_moves
from ..dice import direction
from ..events.beasts import TurnedWild
from ..events.items import ItemUsed
from ..fighting.contact import contacts_of, engaged, foes
from ..fighting.squaring import close_up
from ..figure import Blows
from ..magic.bearing import marked, nature
from ..setting import Fight
from ..special import specials
from ..state import HUNTS, LOYAL, Number, Player, opponent
from ..wounds.hits import Attack
from .herds import follow_one, strays
from .rampage import break_out, guard, hunt, rave, run_home

CHART = "tp.beast.reaction_chart"
PRESENT = ("standing", "within")
DIES, BRAWLS, GOES_HOME, GUARDS = range(HUNTS + 1, LOYAL)
ROWS = {row: f"tp.beast.reaction.{row}" for row in range(HUNTS, LOYAL + 1)}

MOVES: Mapping[int, Callable[[Fight, Number], None]] = {HUNTS: hunt, GOES_HOME: run_home, GUARDS: guard}
"""What a beast of this row does in each movement phase of its owner."""


# --- turning wild --------------------------------------------------------------------------------------------


def react_one(fight: Fight) -> bool:
    """The next beast that has been left to itself shows what it does.  [tp.beast.wild]"""
    state = fight.state
    state.unruly += tuple(pack for pack in strays(fight) if pack not in state.unruly)
    while state.unruly:
        number, *rest = state.unruly
        state.unruly = tuple(rest)
        if state.pieces[number].standing:
            turn_wild(fight, number)
            return True
    return False


def turn_wild(fight: Fight, number: Number) -> None:
    """A D6 and its loyalty: the row stands for the rest of the battle.

    [tp.beast.wild] [tp.beast.loyalty] [tp.beast.reaction.3] [tp.beast.reaction.6]
    """
    piece, side = fight.state.pieces[number], owner(fight, number)
    loyalty = figure(fight, number).ratings.get("loyalty", 0) + _called_to_heel(fight, side)
    row = BRAWLS
    while row == BRAWLS:
        face = fight.die(6, "beast reaction", CHART, side)
        row = min(max(face + loyalty, HUNTS), LOYAL)
        fight.tell(TurnedWild(ROWS[row], number, face, loyalty, row))
        if not piece.lone:
            break
    piece.wild = row
    if row != LOYAL:
        piece.fleeing, piece.flights, piece.turn.answer = False, 0, ""
        piece.charges_no_more()
        _at_once(fight, number)


def _called_to_heel(fight: Fight, side: Player) -> int:
    """What friends on the table add to the loyalty of every beast of their side.

    [tp.item.enchanted.horn_of_the_beasts]
    """
    friends = fight.state.numbered() if fight.setting.enchanted else ()
    here = (number for number, piece in friends if piece.side == side and piece.fate in PRESENT)
    calling = [(one, item) for one in here if (item := marked(nature(fight, one), "calls to heel"))]
    for one, item in calling:
        fight.tell(ItemUsed(item, one, item))
    return len(calling)


def owner(fight: Fight, number: Number) -> Player:
    """Who brought the beast to the battle: in his turns it moves and heals."""
    return fight.setting.entries[fight.state.pieces[number].entry].side


def _at_once(fight: Fight, number: Number) -> None:
    """Rage and homesickness do not wait for the owner's turn.  [tp.beast.reaction.1] [tp.beast.reaction.4]"""
    piece = fight.state.pieces[number]
    if piece.wild == GOES_HOME:
        piece.goal = (direction(fight, "the way home", ROWS[GOES_HOME], owner(fight, number)),)
        break_out(fight, number)
    elif piece.wild == HUNTS and not engaged(fight, number):
        hunt(fight, number)
    piece.turn.acted = True


# --- turn by turn --------------------------------------------------------------------------------------------


def take_sides(fight: Fight) -> None:
    """At the start of a turn. A beast that hunts its own side is nobody's friend: whose turn it is may shoot at it
    and charge it, be it the former owner or his enemy. The others hold to their owner's side, unless they fight.

    [tp.beast.reaction.1] [tp.beast.wild]
    """
    for number, piece in fight.state.numbered():
        if piece.lawless and piece.standing and not contacts_of(fight, number):
            piece.side = opponent(fight.state.active) if piece.wild == HUNTS else owner(fight, number)


def stir_one(fight: Fight) -> bool:
    """In its owner's movement phase a wild beast moves by itself; one that fights stays in its fight. Masters who
    have been left behind come first.

    [tp.beast.reaction.1] [tp.beast.reaction.4] [tp.beast.reaction.5]
    """
    if follow_one(fight):
        return True
    for number, piece in fight.state.numbered():
        if piece.wild not in MOVES or not piece.standing or piece.turn.acted:
            continue
        if owner(fight, number) == fight.state.active:
            piece.turn.acted = True
            if not engaged(fight, number):
                MOVES[piece.wild](fight, number)
                return True
    return False


def rave_one(fight: Fight) -> bool:
    """In every combat phase those that seek death strike at themselves, and those with old scores at each other
    until one is dead. Those in combat have done so in its round. Whoever fought one that dies of it is rid of an
    enemy.

    [tp.beast.reaction.2] [tp.beast.reaction.3] [tp.move.wipeout]
    """
    for number, piece in fight.state.numbered():
        if _raves_now(fight, number):
            enemies = foes(fight, number)
            tear(fight, number)
            if not piece.standing:
                wipe_out_moves(fight, enemies)
                close_up(fight)
            return True
    return False


def _raves_now(fight: Fight, number: Number) -> bool:
    piece = fight.state.pieces[number]
    at_itself = piece.wild in (DIES, BRAWLS) and piece.standing and not piece.fleeing
    return at_itself and piece.raved != fight.state.clock


@specials.tears_at_itself(ROWS[DIES], ROWS[BRAWLS])
def tear(fight: Fight, number: Number) -> None:
    """Once in a combat phase. When one of those with old scores is dead, or one alone is left of them, the chart is
    rolled on again.

    [tp.beast.reaction.2] [tp.beast.reaction.3] [tp.combat.simultaneous]
    """
    if not _raves_now(fight, number):
        return
    piece = fight.state.pieces[number]
    brawls, models, piece.raved = piece.wild == BRAWLS, piece.models, fight.state.clock
    if not (brawls and piece.lone):
        rave(fight, number, ROWS[piece.wild], one_only=brawls)
    if brawls and piece.standing and (piece.lone or piece.models < models):
        fight.state.unruly += (number,)


# --- what hooks into the phases ------------------------------------------------------------------------------


@specials.attacks(ROWS[HUNTS])
def one_more(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """Every model has an attack more.  [tp.beast.reaction.1]"""
    if line.part == "self":
        tally.add(1, ROWS[HUNTS], "wild")


@specials.struck_at(ROWS[DIES])
def wants_to_die(fight: Fight, attack: Attack, tally: Tally) -> None:
    """Enemies hit it more easily.  [tp.beast.reaction.2]"""
    if attack.kind == "melee":
        tally.add(-1, ROWS[DIES], "seeks death")


@specials.unbreakable(*(ROWS[row] for row in (HUNTS, DIES, GOES_HOME, GUARDS)))
def never_breaks(fight: Fight, number: Number) -> bool:
    """Only those that settle old scores may be driven off.

    [tp.beast.reaction.1] [tp.beast.reaction.2] [tp.beast.reaction.4] [tp.beast.reaction.5]
    """
    return True
