"""Battle for Magnamund, as Warhost finds and plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.catalogue import Catalogue
from warhost.engine.data import DataError
from warhost.engine.rulebook import Result, Scenario, Unknown
from warhost.engine.view import View

from . import abilities, flaws, kai, tricks, turn, view
from .encounter import Encounter
from .library import Library, check, load_library, schemas
from .setting import Fight, Setting
from .state import NOWHERE, State

SKILLS = (kai, abilities, tricks)  # their skills hook themselves in when these are read
STARTER = "mill_farm"
OPTIONS = {
    "coherency": ("strict", "open order"),
    "disciplines": ("as the encounter says", "rolled"),
    "sides": ("as seated", "rolled"),
}


class Magnamund:
    """The rulebook; `extra` is a folder of the player's own sheets, heroes and encounters."""

    id = "magnamund"
    title = "Battle for Magnamund"
    version = "1"
    code = Path(__file__).parent

    def __init__(self, extra: Path | None = None):
        self.extra = extra

    @cached_property
    def library(self) -> Library:
        return load_library(self.extra)

    @property
    def catalogue(self) -> Catalogue:
        return self.library.rules

    def scenarios(self) -> Sequence[Scenario]:
        found = self.library.encounters.values()
        starter_first = sorted(found, key=lambda encounter: (encounter.id != STARTER, encounter.title))
        return [Scenario(e.id, e.title, e.story, tuple(f.title for f in e.forces)) for e in starter_first]

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        """The whole encounter goes into the setup, so that a save does not depend on data files."""
        name = scenario or STARTER
        if name not in self.library.encounters:
            known = ", ".join(entry.id for entry in self.scenarios())
            raise Unknown(f"no encounter of {self.title} is called {name!r}; there are: {known}")
        for option, value in options.items():
            if option not in OPTIONS:
                raise Unknown(f"no option is called {option!r}; there are: {', '.join(OPTIONS)}")
            if value not in OPTIONS[option]:
                raise Unknown(f"option {option}: expected one of {', '.join(OPTIONS[option])}, got {value!r}")
        return {"encounter": msgspec.to_builtins(self.library.encounters[name]), "options": dict(options)}

    def setting(self, setup: Mapping[str, Any]) -> Setting:
        return Setting(msgspec.convert(setup["encounter"], Encounter), self.library, dict(setup["options"]))

    def sides(self, setting: Setting) -> tuple[str, ...]:
        return tuple(side.id for side in setting.sides)

    def begin(self, setting: Setting) -> State:
        return setting.begin()

    def restore(self, setting: Setting, data: Any) -> State:
        return msgspec.convert(data, State)

    def step(self, battle: Fight) -> None:
        turn.step(battle)

    def result(self, setting: Setting, state: State) -> Result | None:
        if state.outcome is None:
            return None
        winner = None if state.outcome.winner < 0 else state.outcome.winner
        return Result(winner, setting.encounter.rule, state.outcome.why)

    def turn(self, state: State) -> int:
        return state.turn

    def view(self, setting: Setting, state: State, side: int | None) -> View:
        return view.view(setting, state, side)

    def known(self, setting: Setting, state: State, side: int) -> State:
        """The enemy's hidden pieces are nowhere, as far as this player knows."""
        twin = state.copy()
        force = state.commanders.index(side)
        for piece in twin.pieces:
            if piece.fate == "hidden" and piece.side != force:
                piece.fate, piece.square = "waiting", NOWHERE
        return twin

    def flaws(self, setting: Setting, state: State) -> list[str]:
        return flaws.flaws(setting, state)

    def check_data(self, folder: Path | None) -> list[str]:
        try:
            return [str(fault) for fault in check(folder)]
        except DataError as fault:
            return [str(fault)]

    def schemas(self) -> dict[str, dict[str, Any]]:
        return schemas()
