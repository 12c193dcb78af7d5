"""Encounters from their beginning, and encounters at a moment of one's choosing."""

from __future__ import annotations

from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.field.board import FACINGS
from warhost.engine.oracle import Scripted
from warhost.rulebooks.magnamund.encounter import Encounter, UnitEntry
from warhost.rulebooks.magnamund.pieces import put
from warhost.rulebooks.magnamund.setting import Fight, Setting
from warhost.rulebooks.magnamund.state import Phase

from .scene import book

Stand = tuple[int, int, str]


def opening(encounter: str | Encounter, **options: str) -> Fight:
    """A battle before its first die."""
    if isinstance(encounter, Encounter):
        setting = Setting(encounter, book().library, options)
    else:
        setting = book().setting(book().setup(encounter, options))
    return Battle(setting, setting.begin(), Scripted())


def moment(
    encounter: str | Encounter,
    stands: dict[str, Stand],
    *,
    phase: Phase = "movement",
    turn: int = 1,
    active: int = 0,
) -> Fight:
    """A battle in which only these pieces are still on the board; the others are dead."""
    fight = opening(encounter)
    state, setting = fight.state, fight.setting
    state.phase, state.turn, state.red, state.half = phase, turn, active, 0
    for piece in state.pieces:
        piece.fate = "slain"
    for name, (x, y, facing) in stands.items():
        number = setting.number[name]
        state.pieces[number].fate = "fighting"
        put(fight, number, setting.board.square(x, y), FACINGS.index(facing))
    leaders = [setting.group[side.leader].members[0] if side.leader else -1 for side in setting.sides]
    state.leaders = (leaders[0], leaders[1])
    return fight


def block(unit: str, count: int, x: int, y: int, facing: str, width: int = 4) -> dict[str, Stand]:
    """The first pieces of a unit in ranks from a corner square."""
    return {f"{unit}-{n + 1}": (x + n % width, y + n // width, facing) for n in range(count)}


def in_rows(fight: Fight, group: str, *, x: int, y: int, width: int) -> dict[str, Any]:
    """An answer that places a group in rows, as many side by side as `width`, from a corner square northwards."""
    members = fight.setting.group[group].members
    at = {fight.setting.name(n): [x + i % width, y + i // width] for i, n in enumerate(members)}
    return {"at": at, "hidden": []}


def unit_entry(fight: Fight, name: str) -> UnitEntry:
    entry = fight.setting.group[name].entry
    assert isinstance(entry, UnitEntry)
    return entry
