"""Poachers for the house: its table, its people, and how a battle begins and ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from warhost.engine.battle import Battle
from warhost.engine.book import Result, Scenario
from warhost.engine.field.shapes import polygon
from warhost.engine.tabletop.book import FigureBook
from warhost.engine.tabletop.figure import Figure
from warhost.engine.tabletop.table import Kind, Table
from warhost.engine.view import INCHES

from . import turn
from .state import Fellow, State

TURNS = 6
INCH = 1000
SOMEBODY = "?"  # whoever carries the purse of another side
WOOD = Kind("wood", "wood", rate=2, hides=True)
SIDES = ("keepers", "poachers", "outlaws")
TABLE = Table(24 * INCH, 24 * INCH, INCHES, [
    (WOOD, polygon([(9000, 9000), (9500, 14000), (14500, 15000), (15000, 9500)])),
    (WOOD, polygon([(2000, 16000), (2000, 20000), (6000, 20000), (5500, 16500)])),
])  # fmt: skip
PEOPLE = (
    (("Ranger", 2, ("keen eye",)), ("Warden", 3, ()), ("Houndman", 2, ("fleet",)), ("Bailiff", 2, ())),
    (("Old Tom", 2, ("keen eye",)), ("Red Bess", 2, ("fleet",)), ("Big Will", 3, ()), ("The Boy", 1, ("fleet",))),
    (("Black Meg", 3, ()), ("Scar", 2, ("keen eye",)), ("Friar", 3, ()), ("Nimble", 1, ("fleet",))),
)
HOMES = (((3000, 2000), 0, (6000, 0)), ((3000, 22000), 18000, (6000, 0)), ((2000, 5500), 9000, (0, 3000)))


class Poachers(FigureBook[State, int]):
    """The setting is the number of sides."""

    id, title, state = "poachers", "Poachers", State
    blurb = "Keepers, poachers and outlaws in the king's wood; somebody has the purse, and nobody says who."

    # --- before a battle -----------------------------------------------------------------------------------

    def scenarios(self) -> Sequence[Scenario]:
        return [
            Scenario("moonlight", "Moonlight", "Keepers against poachers.", SIDES[:2]),
            Scenario("ambush", "Three at the ford", "The outlaws have come for both purses.", SIDES),
        ]

    def setting(self, setup: Mapping[str, Any]) -> int:
        return len(self.scenario(setup["scenario"]).sides)

    def sides(self, setting: int) -> tuple[str, ...]:
        return SIDES[:setting]

    def begin(self, setting: int) -> State:
        people = [fellow for side in range(setting) for fellow in _band(side)]
        return State({one.id: one for one in people}, [""] * setting, [0] * setting)

    # --- the battle ----------------------------------------------------------------------------------------

    def step(self, battle: Battle[State, int]) -> None:
        turn.step(battle, TABLE)

    def turn(self, state: State) -> int:
        return state.turn

    def active(self, state: State) -> int:
        return state.side

    def known(self, setting: int, state: State, side: int) -> State:
        """Whose purse is where, only its owner knows. [poach.purse]"""
        known = state.copy()
        known.bearers = [one if owner == side else one and SOMEBODY for owner, one in enumerate(state.bearers)]
        return known

    def result(self, setting: int, state: State) -> Result | None:
        """[poach.end]"""
        left = [side for side in range(setting) if state.standing(side)]
        if len(left) > 1 and state.turn <= TURNS:
            return None
        purses = [state.taken[side] + (side in left) for side in range(setting)]
        best = [side for side in range(setting) if purses[side] == max(purses)]
        winner = best[0] if len(best) == 1 else None
        return Result(winner, "poach.end", f"purses: {', '.join(map(str, purses))}")

    # --- the table -----------------------------------------------------------------------------------------

    def table(self, setting: int) -> Table:
        return TABLE

    def figures(self, state: State) -> dict[str, Fellow]:
        return state.figures

    def marks(self, setting: int, state: State, figure: Figure, side: int | None) -> tuple[str, ...]:
        own = side == figure.side and figure.id in state.bearers
        return ("purse",) if own else ()

    def details(self, setting: int, state: State, figure: Figure, side: int | None) -> tuple[str, ...]:
        fellow = state.figures[figure.id]
        return (f"{fellow.fight} dice in a brawl", *fellow.traits)


def _band(side: int) -> list[Fellow]:
    (x, y), facing, (dx, dy) = HOMES[side]
    return [
        Fellow(
            id=title.lower().replace(" ", "_"), title=title, side=side, at=(x + number * dx, y + number * dy),
            facing=facing, fight=fight, traits=traits,
        )
        for number, (title, fight, traits) in enumerate(PEOPLE[side])
    ]  # fmt: skip
