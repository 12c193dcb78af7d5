"""What became of a battle, read off its end."""

from __future__ import annotations

from collections.abc import Mapping

from ..armies.army import Leader
from ..figure import Figure
from ..setting import Setting
from ..state import NEITHER, NOBODY, Piece, State
from ..weapons import Weapon
from .rosters import armies_of
from .war import Due, Fate, Happened, Terms, War

ABSENT = ("waiting", "coming")
"""Who never came to the battle neither gains nor loses anything by it."""


def happened(war: War, setting: Setting, state: State) -> Happened:
    """[tp.campaign.between_battles]"""
    due = war.due
    assert due is not None and state.score is not None
    winner = NOBODY if state.score.winner == NEITHER else due.sides[state.score.winner]
    fates = tuple(fate for part in (0, 1) for fate in _fates(war, due, setting, state, part))
    return Happened(due.node, winner, state.score.why, fates)


def as_mustered(terms: Terms, war: War, due: Due) -> dict[str, Fate]:
    """The named as they stand in the rosters, once both sides have written theirs: alive.

    [tp.campaign.between_battles]
    """
    if not all(due.rosters):
        return {}
    named = {one.id for one in war.people}
    weapons = terms.lists.library.weapons
    return {
        one.id: _fate(one.id, one, one.figure, weapons, slain=False)
        for army in armies_of(terms, war, due)
        for one in army.leaders
        if one.id in named
    }


def _fate(person: str, leader: Leader, sheet: Figure, weapons: Mapping[str, Weapon], slain: bool) -> Fate:
    shoots = any(weapons[name].range for name in sheet.weapons)
    return Fate(person, slain, sheet.rating, shoots, leader.points)


def _fates(war: War, due: Due, setting: Setting, state: State, part: int) -> list[Fate]:
    """Of the named on one side. Slain is who was destroyed in any way, also by running off the table; who still
    runs when the battle ends lives.

    [tp.campaign.between_battles] [tp.campaign.leader_death]
    """
    found = []
    for leader in setting.armies[part].leaders:
        person = next((one for one in war.people if one.id == leader.id and one.side == due.sides[part]), None)
        piece = _piece(setting, state, part, leader.id)
        if person is None or _holder(state, piece).fate in ABSENT:
            continue
        sheet, slain = setting.figures[piece.figure], piece.fate == "slain"
        found.append(_fate(person.id, leader, sheet, setting.weapons, slain))
    return found


def _holder(state: State, piece: Piece) -> Piece:
    """The group in which somebody stands, or hides; or he himself."""
    while piece.fate in ("within", "hidden") and piece.host != NOBODY:
        piece = state.pieces[piece.host]
    return piece


def _piece(setting: Setting, state: State, part: int, id: str) -> Piece:
    names = (id, f"{id}@{part + 1}")
    entries = setting.entries
    return next(
        piece
        for piece in state.pieces
        if entries[piece.entry].side == part and entries[piece.entry].name in names
    )
