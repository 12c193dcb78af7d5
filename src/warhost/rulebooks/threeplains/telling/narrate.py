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
from ..state import NOBODY
from . import told_fights, told_moves
from .names import count, degrees, listed, place
from .sentences import Names, sentence

REGISTERED = (told_moves, told_fights)  # their sentences are known as soon as they are read
TOLD_BY_OTHERS = ("soldiering", "battle stress", "dispersal", "general's soldiering")
"""What dice are thrown for whose outcome has an event of its own."""
MANY = 10  # dice beyond which faces are counted rather than listed
ZONES = ("near", "far")


def narrate(setting: Setting, event: Event) -> str | None:
    """What happened, in one sentence; None where another event of the same deed says it better."""
    said = sentence(event, Names(setting))
    return said[:1].upper() + said[1:] if said else None


# --- dice and choices ----------------------------------------------------------------------------------------


@sentence.register
def rolled(event: Rolled, names: Names) -> str | None:
    if event.purpose.partition(":")[0] in TOLD_BY_OTHERS:
        return None
    needs = f", {event.need + 1} or more needed" if event.need is not None else ""
    return f"{names.army(event.side)}, {event.purpose}{needs}: {faces(event.faces)}."


def faces(thrown: Sequence[int]) -> str:
    """'2, 4 and 6', or of many dice how often each face came up: '1 ×3, 4 ×7'."""
    if len(thrown) <= MANY:
        return listed([str(face) for face in thrown]) or "no dice"
    return ", ".join(f"{face} ×{often}" for face, often in sorted(Counter(thrown).items()))


@sentence.register
def decided(event: Decided, names: Names) -> str:
    return f"{names.army(event.side)}: {event.what}: {event.choice}."


# --- before and after ----------------------------------------------------------------------------------------


@sentence.register
def rolled_off(event: e.RolledOff, names: Names) -> str:
    return f"{names.army(event.winner)} wins the roll-off for {event.about}."


@sentence.register
def generals_rolled(event: e.GeneralsRolled, names: Names) -> str:
    won, lost = event.passes[event.winner], event.passes[1 - event.winner]
    return (
        f"the general of {names.army(event.winner)} wins the roll for the {event.about}, {passes(won)} to {lost}."
    )


@sentence.register
def sides_chosen(event: e.SidesChosen, names: Names) -> str:
    return f"{names.army(event.side)} takes the {ZONES[event.zones[event.side]]} side of the table."


@sentence.register
def tile_laid(event: e.TileLaid, names: Names) -> str:
    return f"a terrain tile at {place(event.at)}: {event.tile}."


@sentence.register
def bonus_terrain(event: e.BonusTerrain, names: Names) -> str:
    return f"{names.army(event.side)} lays a {event.kind} into its own zone."


@sentence.register
def first_to_place(event: e.FirstToPlace, names: Names) -> str:
    return f"{names.army(event.side)} places first."


@sentence.register
def deployed(event: e.Deployed, names: Names) -> str:
    return f"{names.piece(event.piece)} takes up position at {place(event.at)}, facing {degrees(event.facing)}."


@sentence.register
def left_at_home(event: e.LeftAtHome, names: Names) -> str:
    return f"there is no room for {names.piece(event.piece)}: it misses the battle."


@sentence.register
def hidden(event: e.Hidden, names: Names) -> str:
    return f"{names.piece(event.piece)} hides in {names.piece(event.group)}."


@sentence.register
def first_turn(event: e.FirstTurn, names: Names) -> str:
    return f"{names.army(event.side)} takes the first turn."


@sentence.register
def ended(event: e.Ended, names: Names) -> str:
    points = f"{event.points[0]} victory points to {event.points[1]}"
    if event.winner == NOBODY:
        return f"a draw: {points}, within the margin of {event.margin}."
    return f"victory for {names.army(event.winner)}: {points}."


# --- the turn and checks -------------------------------------------------------------------------------------


@sentence.register
def turn_began(event: e.TurnBegan, names: Names) -> str:
    return f"turn {event.turn}: {names.army(event.side)}."


@sentence.register
def phase_began(event: e.PhaseBegan, names: Names) -> str:
    return f"{event.phase}: {names.army(event.side)}."


@sentence.register
def checked(event: e.Checked, names: Names) -> str:
    verb = "passes" if event.passed else "fails"
    return f"{names.piece(event.piece)} {verb} its {event.kind} check, {passes(event.good)} to {event.bad}."


def passes(amount: int) -> str:
    return count(amount, "pass", "passes")


@sentence.register
def mourned(event: e.Mourned, names: Names) -> str:
    return f"the general of {names.army(event.side)} has fallen, and his army learns of it."
