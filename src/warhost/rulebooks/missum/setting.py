"""A battle made ready: both armies, the table, the charts. Nothing here changes while it is fought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.field.body import Poses
from warhost.engine.kept import Kept
from warhost.roster.roster import Roster

from .armies.muster import eyes_of, sorcery, troops_of
from .armies.troops import Troop
from .forms import LegionBody
from .land.ground import Lie, grounds_of
from .library import MM, BattlePlan, Library
from .state import Ground, Piece, State

SIDES = ("south", "north")
ACID = 3  # spits of each sérudla  [mis.device.serudla-acid]
DEFAULTS = {
    "terrain": "as listed", "drawing up": "by the players", "champions": "duels", "south": "", "north": "",
}  # fmt: skip


class Setting:
    """What stays the same."""

    def __init__(
        self, plan: BattlePlan, rosters: tuple[Roster, Roster], options: Mapping[str, str], charts: Library
    ):
        self.plan, self.rosters, self.charts = plan, rosters, charts
        self.options = {**DEFAULTS, **options}
        self.width, self.depth = plan.width * MM, plan.depth * MM
        self.sorcery = tuple(sorcery(charts, roster) for roster in rosters)
        armies = [troops_of(charts, roster, side, bool(self.sorcery[side])) for side, roster in enumerate(rosters)]
        if any(word == "perhaps a sorcerer" for word in self.sorcery):
            armies = [self._with_general(side, army) for side, army in enumerate(armies)]
        self.troops: list[Troop] = _unlike(armies)
        self.number = {troop.id: number for number, troop in enumerate(self.troops)}
        every = list(enumerate(self.troops))
        self.legions = [tuple(n for n, one in every if one.side == side and one.legion) for side in (0, 1)]
        self.special = tuple(n for n, one in every if one.special)
        self.eyes = tuple(eyes_of(roster) for roster in rosters)
        self.hostile = tuple(
            any(troop.hostile for troop in self.troops if troop.side == side and troop.legion) for side in (0, 1)
        )
        self.poses = Poses()
        self.bodies = Kept[tuple[Any, ...], LegionBody](50_000)
        self.gaps = Kept[tuple[LegionBody, LegionBody], int](20_000)
        self.memory = Kept[Any, Any](50_000)
        self._lies = Kept[tuple[Ground, ...], Lie](64)
        self.grounds = grounds_of(plan)

    def _with_general(self, side: int, army: list[Troop]) -> list[Troop]:
        """Where a die will say who commands, the general stands ready beside the sorcerer."""
        if self.sorcery[side] != "perhaps a sorcerer":
            return army
        plain = troops_of(self.charts, self.rosters[side], side)
        general = [troop for troop in plain if troop.kind == "kerdu"]
        return [*army, *general]

    def lie(self, grounds: tuple[Ground, ...]) -> Lie:
        found = self._lies.get(grounds)
        return self._lies.keep(grounds, Lie(grounds, self.charts)) if found is None else found

    def begin(self) -> State:
        pieces = [_piece(troop) for troop in self.troops]
        stage = "terrain" if self.options["terrain"] == "rolled" else "drawing up"
        if any(word == "perhaps a sorcerer" for word in self.sorcery):
            stage = "forces"
        grounds = () if self.options["terrain"] == "rolled" else self.grounds
        return State(pieces=pieces, grounds=grounds, stage=stage)  # type: ignore[arg-type]

    def title(self, side: int) -> str:
        return self.rosters[side].name


def _piece(troop: Troop) -> Piece:
    missile = troop.missile
    return Piece(
        side=troop.side,
        figures=troop.figures,
        files=troop.files,
        huitsan=troop.huitsan,
        engines=troop.files if troop.kind == "battery" else 0,
        supply=missile.supply.value if missile else 0,
        loads=missile.loads if missile else 0,
        attack_spells=troop.spells,
        defense_spells=troop.spells,
        acid=(ACID,) * troop.figures if troop.has("dreadful") else (),
        spat=(0,) * troop.figures if troop.has("dreadful") else (),
    )


def _unlike(armies: list[list[Troop]]) -> list[Troop]:
    """All troops; those of one name on both sides are told apart by their side."""
    names = [{troop.id for troop in army} for army in armies]
    return [
        msgspec.structs.replace(troop, id=f"{troop.id}-{SIDES[side][0]}") if troop.id in names[1 - side] else troop
        for side, army in enumerate(armies)
        for troop in army
    ]


Fight: TypeAlias = Battle[State, Setting]
