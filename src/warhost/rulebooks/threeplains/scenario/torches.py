"""Torches in a raid by night: lit, put out and thrown away at any moment of one's own turn.

[tp.scenario.raid.torches]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from warhost.engine.question import Choose

from ..events.course import Handling, TorchesHandled
from ..moving.groups import outermost
from ..setting import Fight
from ..state import Number, Phase, Piece
from ..torchlight import TORCHES
from .points import Deed

LIGHT, PUT_OUT = "light torches: ", "put torches out: "
DROP, DROP_ALL = "throw a torch away: ", "throw all torches away: "
HANDLING: Mapping[str, Handling] = {
    LIGHT: "light torches",
    PUT_OUT: "put torches out",
    DROP: "throw a torch away",
    DROP_ALL: "throw all torches away",
}
ENOUGH = "leave the torches as they are"
MOMENTS: tuple[Phase, ...] = ("declaring", "shooting", "combat", "stress")
"""Phases before which a player is asked; in between he may say it where he says who acts next."""


# --- what is done with them ----------------------------------------------------------------------------------


def deeds_at_will(fight: Fight) -> dict[str, Deed]:
    """What the player whose turn it is may do at any moment of it with the torches of his pieces on the table.

    [tp.scenario.raid.torches]
    """
    if TORCHES not in fight.setting.mission.rules:
        return {}
    return {
        f"{deed}{piece.name}": partial(_handle, fight, number, deed)
        for number, piece in fight.state.numbered()
        if piece.side == fight.state.active and piece.torches and in_hand(fight, number)
        for deed in _deeds(piece)
    }


def in_hand(fight: Fight, number: Number) -> bool:
    """Whether a piece is where it can do something with its torches; who hides in a group cannot."""
    there = fight.state.pieces[number].fate in ("standing", "within")
    return there and fight.state.pieces[outermost(fight, number)].standing


def _deeds(piece: Piece) -> Iterator[str]:
    yield PUT_OUT if piece.alight else LIGHT
    yield DROP
    if piece.torches > 1:
        yield DROP_ALL


def _handle(fight: Fight, number: Number, deed: str) -> None:
    """A torch that is thrown away is gone for the battle."""
    piece = fight.state.pieces[number]
    if deed in (DROP, DROP_ALL):
        piece.torches -= piece.torches if deed == DROP_ALL else 1
    piece.alight = deed == LIGHT or (deed == DROP and piece.alight and piece.torches > 0)
    fight.tell(TorchesHandled(TORCHES, number, HANDLING[deed], piece.torches))


# --- when its owner is asked ---------------------------------------------------------------------------------


def ask_at_will(fight: Fight) -> bool:
    """Before a phase begins, until its player wants nothing more; True if he has done something."""
    state = fight.state
    if state.phase not in MOMENTS or state.progress.asked == (state.clock, state.phase):
        return False
    if (state.phase != "combat" or state.contacts) and (deeds := deeds_at_will(fight)):
        text = "Do you do anything with your torches?"
        answer = fight.ask(Choose(state.active, "torches", [*deeds, ENOUGH], TORCHES, usual=ENOUGH, text=text))
        if answer != ENOUGH:
            deeds[answer]()
            return True
    state.advance(asked=(state.clock, state.phase))
    return False


def leave_torches_at_home(fight: Fight) -> None:
    """By day nobody has any use for them.  [tp.scenario.raid.torches]"""
    for piece in fight.state.pieces:
        piece.torches = 0
