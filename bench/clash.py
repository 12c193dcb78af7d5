"""Head-on clashes of any size, so that growth can be measured: units of ten on a board as wide as they need."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.rulebooks.magnamund.encounter import BoardData, Encounter, Force, UnitEntry
from warhost.rulebooks.magnamund.rulebook import Magnamund

DEPTH = 24
KINDS = (("bow", ("short_bow", "sword"), "leather"), ("foot", ("sword",), "mail"))


def clash(book: Magnamund, pieces: int) -> dict[str, Any]:
    """The setup of a battle of so many pieces, half on each side, half of each side archers."""
    units = max(1, pieces // 20)
    width = 10 * units + 12
    forces = tuple(_force(side, sheet, facing, edge, units, pieces // 2) for side, sheet, facing, edge in SIDES)
    encounter = Encounter(
        id=f"clash_{pieces}", title="A clash", story="", turn_limit=6,
        board=BoardData(rows=("." * width,) * DEPTH), forces=forces,
    )  # fmt: skip
    return {"encounter": msgspec.to_builtins(encounter), "options": {}}


SIDES = (("good", "human", "N", "S"), ("evil", "giak", "S", "N"))


def _force(side: str, sheet: str, facing: str, edge: str, units: int, pieces: int) -> Force:
    entries = []
    for number in range(units):
        kind, weapons, armour = KINDS[number % len(KINDS)]
        count = pieces // units + (number < pieces % units)
        entries.append(
            UnitEntry(
                id=f"{side}_{kind}_{number}",
                title=f"{kind} {number}",
                count=count,
                sheet=sheet,
                training="regular",
                armour=armour,
                weapons=weapons,
                facing=facing,
            )
        )
    return Force(id=side, title=side.title(), alignment=side, home_edge=edge, units=tuple(entries))
