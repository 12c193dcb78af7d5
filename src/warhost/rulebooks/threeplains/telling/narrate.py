"""A sentence for everything that can happen in a battle of Three Plains, for the log that players read.

Every sentence can stand alone; those of one deed (a volley, its dice, the fallen) also read well in a row. Those
of marches and fights stand in files of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from warhost.engine.event import Decided, Event, Rolled

from .. import events as e
from ..setting import Setting
from ..state import NEITHER, Piece, opponent
from . import told_beasts, told_fights, told_items, told_machines, told_moves, told_spells
from .names import count, degrees, listed, place
from .sentences import Names, sentence

REGISTERED = (told_moves, told_fights, told_items, told_beasts, told_machines, told_spells)
"""Their sentences are known as soon as they are read."""
TOLD_BY_OTHERS = ("soldiering", "battle stress", "dispersal", "general's soldiering")
"""What dice are thrown for whose outcome has an event of its own."""
MANY = 10  # dice beyond which faces are counted rather than listed
ZONES = ("near", "far")


def narrate(setting: Setting, event: Event, pieces: Sequence[Piece] = ()) -> str | None:
    """What happened, in one sentence; None where another event of the same deed says it better. `pieces` are those
    of the battle, by which parts that split off are called."""
    said = sentence(event, Names(setting, pieces))
    return said[:1].upper() + said[1:] if said else None


# --- dice and choices ----------------------------------------------------------------------------------------


@sentence.register
def rolled(event: Rolled, names: Names) -> str | None:
    if event.purpose.partition(":")[0] in TOLD_BY_OTHERS:
        return None
    needs = f", {event.need} or {'more' if event.over else 'less'} needed" if event.need is not None else ""
    return f"{names.side(event.side)}, {event.purpose}{needs}: {faces(event.faces)}."


def faces(thrown: Sequence[int]) -> str:
    """'2, 4 and 6', or of many dice how often each face came up: '1 ×3, 4 ×7'."""
    if len(thrown) <= MANY:
        return listed([str(face) for face in thrown]) or "no dice"
    return ", ".join(f"{face} ×{often}" for face, often in sorted(Counter(thrown).items()))


@sentence.register
def decided(event: Decided, names: Names) -> str:
    return f"{names.side(event.side)}: {event.what}: {event.choice}."


# --- before and after ----------------------------------------------------------------------------------------


@sentence.register
def rolled_off(event: e.RolledOff, names: Names) -> str:
    return f"the roll-off for {event.about} goes to {names.army(event.winner)}."


@sentence.register
def generals_rolled(event: e.GeneralsRolled, names: Names) -> str:
    won, lost = event.passes[event.winner], event.passes[opponent(event.winner)]
    return (
        f"the general of {names.army(event.winner)} wins the roll for the {event.about}, {passes(won)} to {lost}."
    )


@sentence.register
def sides_chosen(event: e.SidesChosen, names: Names) -> str:
    return f"the {ZONES[event.zones[event.side]]} side of the table goes to {names.side(event.side)}."


@sentence.register
def tile_laid(event: e.TileLaid, names: Names) -> str:
    return f"a terrain tile at {place(event.at)}: {event.tile}."


@sentence.register
def bonus_terrain(event: e.BonusTerrain, names: Names) -> str:
    return f"bonus terrain in the zone of {names.side(event.side)}: {event.kind}."


@sentence.register
def first_to_place(event: e.FirstToPlace, names: Names) -> str:
    return f"first to place: {names.side(event.side)}."


@sentence.register
def deployed(event: e.Deployed, names: Names) -> str:
    where = f"{'on the works ' if event.aloft else ''}at {place(event.at)}, facing {degrees(event.facing)}"
    shape = f", in a wedge of {count(event.wedge, 'point')}" if event.wedge else ""
    hidden = ", concealed" if event.concealed else ""
    return f"{names.does(event.piece, 'takes')} up position {where}{shape}{hidden}."


@sentence.register
def bought(event: e.Bought, names: Names) -> str:
    price = count(event.price, "siege point")
    if not event.thing:
        return f"{names.does(event.piece, 'is')} bought for {price}; {event.left} left."
    return f"{names.does(event.piece, 'carries')} siege equipment: {event.thing}, for {price}; {event.left} left."


@sentence.register
def held_back(event: e.HeldBack, names: Names) -> str:
    return f"{names.does(event.piece, 'is')} out scouting and {names.verb(event.piece, 'comes')} later."


@sentence.register
def scouts_rolled(event: e.ScoutsRolled, names: Names) -> str:
    return f"Scouts of both armies are out; the first to be placed: {names.pieces(event.order)}."


@sentence.register
def spotted(event: e.Spotted, names: Names) -> str:
    return f"{names.does(event.piece, 'is')} concealed no more."


@sentence.register
def left_at_home(event: e.LeftAtHome, names: Names) -> str:
    return f"{names.does(event.piece, 'finds')} no room and {names.verb(event.piece, 'misses')} the battle."


@sentence.register
def hidden(event: e.Hidden, names: Names) -> str:
    return f"{names.does(event.piece, 'hides')} in {names.piece(event.group)}."


@sentence.register
def first_turn(event: e.FirstTurn, names: Names) -> str:
    return f"the first turn goes to {names.side(event.side)}."


@sentence.register
def ended(event: e.Ended, names: Names) -> str:
    if event.winner == NEITHER:
        points = f"{event.points[0]} victory points to {event.points[1]}"
        return f"a draw: {points}, within the margin of {event.margin}."
    won, lost = event.points[event.winner], event.points[opponent(event.winner)]
    return f"victory for {names.army(event.winner)}: {won} victory points to {lost}."


# --- the turn and checks -------------------------------------------------------------------------------------


@sentence.register
def turn_began(event: e.TurnBegan, names: Names) -> str:
    return f"turn {event.turn}: {names.side(event.side)}."


@sentence.register
def phase_began(event: e.PhaseBegan, names: Names) -> str:
    return f"{event.phase}: {names.side(event.side)}."


@sentence.register
def checked(event: e.Checked, names: Names) -> str:
    verb = "passes" if event.passed else "fails"
    return f"{names.does(event.piece, verb)} a {event.kind} check, {passes(event.good)} to {event.bad}."


def passes(amount: int) -> str:
    return count(amount, "pass", "passes")


@sentence.register
def mourned(event: e.Mourned, names: Names) -> str:
    return f"the general of {names.side(event.side)} has fallen, and his army learns of it."
