"""Battle for Magnamund, as Warhost finds and plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.book import Book, Result, Scenario
from warhost.engine.catalogue import Catalogue
from warhost.engine.data import DataError
from warhost.engine.oracle import Scripted
from warhost.engine.question import Question
from warhost.engine.view import View

from . import abilities, flaws, kai, tricks, turn, view
from .encounter import Encounter, build_board
from .land import Land
from .library import Library, check, load_library, schemas
from .manners import PHASES
from .possible import in_plain_view
from .setting import Setting
from .sheets import HeroCard, PlaySheet, Weapon
from .situation import read_situation, setup_of, state_of
from .spokesman import MagnamundSpokesman
from .state import NOWHERE, State
from .tactics import consider
from .verdicts import facts, verdicts

SKILLS = (kai, abilities, tricks)  # their skills hook themselves in when these are read
STARTER = "mill_farm"
LANDS_KEPT = 64
BROUGHT_ALONG = {"sheets": PlaySheet, "weapons": Weapon, "heroes": HeroCard}
# Questions whose answers set off no power and no test of morale; and those that do only where somebody has powers.
MARCHING = frozenset(["side", "skills", "place", "leader", "move", "march", "lead", "guide"])
BLOWS = frozenset(["fire", "weapon", "shots", "manner", "stray hit", "attack with", "attack", "casualty"])
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "coherency": ("strict", "open order"),
    "disciplines": ("as the encounter says", "rolled"),
    "sides": ("as seated", "rolled"),
}


class Magnamund(Book[State, Setting]):
    """The rulebook; `extra` is a folder of the player's own sheets, heroes and encounters."""

    id = "magnamund"
    title = "Battle for Magnamund"
    blurb = "Small warbands on a board of squares: bows, spears and heroes, each soldier his own piece."
    demands = ("2 players", "half an hour", "easy to begin with")
    state = State
    options = OPTIONS
    phases = PHASES
    spokesman = MagnamundSpokesman()

    def __init__(self, extra: Path | None = None):
        super().__init__(extra)
        self._lands: dict[bytes, Land] = {}

    @cached_property
    def library(self) -> Library:
        return load_library(self.extra)

    @cached_property
    def catalogue(self) -> Catalogue:
        return self.library.rules

    def scenarios(self) -> Sequence[Scenario]:
        found = self.library.encounters.values()
        starter_first = sorted(found, key=lambda encounter: (encounter.id != STARTER, encounter.title))
        return [Scenario(e.id, e.title, e.story, tuple(f.title for f in e.forces)) for e in starter_first]

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        """The whole encounter goes into the setup, so that a save does not depend on data files."""
        encounter = msgspec.to_builtins(self.library.encounters[self.scenario(scenario).id])
        return {"encounter": encounter, "options": self.agreed(options), **self._brought_along()}

    def _brought_along(self) -> dict[str, Any]:
        """The player's own sheets, weapons and heroes, for a save that can be opened without their folder."""
        if self.extra is None:
            return {}
        shipped, own = load_library(), dict[str, Any]()
        for kind in BROUGHT_ALONG:
            known: dict[str, Any] = getattr(shipped, kind)
            changed = {name: it for name, it in getattr(self.library, kind).items() if known.get(name) != it}
            if changed:
                own[kind] = msgspec.to_builtins(changed)
        return own

    def setting(self, setup: Mapping[str, Any]) -> Setting:
        """Sheets, weapons and heroes that the setup brings along go before those of the library."""
        library = self.library
        for kind, definition in BROUGHT_ALONG.items():
            if own := msgspec.convert(setup.get(kind, {}), dict[str, definition]):  # type: ignore[valid-type]
                library = msgspec.structs.replace(library, **{kind: {**getattr(library, kind), **own}})
        encounter = msgspec.convert(setup["encounter"], Encounter)
        land = self._land(encounter, setup.get("sheets", {}))
        return Setting(encounter, library, dict(setup["options"]), land)

    def _land(self, encounter: Encounter, sheets: Any) -> Land:
        """What has been worked out of a board and the sheets is kept: many battles are fought on few."""
        key = msgspec.json.encode((encounter.board, encounter.contact_across, sheets))
        if key not in self._lands:
            if len(self._lands) >= LANDS_KEPT:
                self._lands.pop(next(iter(self._lands)))
            plain = build_board(encounter.board)
            self._lands[key] = Land(plain, self.library.grounds, encounter.contact_across)
        return self._lands[key]

    def sides(self, setting: Setting) -> tuple[str, ...]:
        return tuple(side.id for side in setting.sides)

    begin = staticmethod(Setting.begin)
    step = staticmethod(turn.step)

    def result(self, setting: Setting, state: State) -> Result | None:
        return Result.of(state.outcome)

    def turn(self, state: State) -> int:
        return state.turn

    view = staticmethod(view.view)

    def turned(self, setting: Setting, state: State, seen: View, side: int | None) -> View | None:
        return view.turned(state, seen, side)

    def known(self, setting: Setting, state: State, side: int) -> State:
        """The enemy's hidden pieces are nowhere, as far as this player knows."""
        twin = state.copy()
        force = state.commanders.index(side)
        for piece in twin.pieces:
            if piece.fate == "hidden" and piece.side != force:
                piece.fate, piece.square = "waiting", NOWHERE
        return twin

    def promising(self, setting: Setting, known: State, question: Question) -> bool:
        """Powers work or not, and units carry on or not: of nothing else it is said how likely it is."""
        if question.what in BLOWS:
            return any(piece.skills for piece in known.pieces if piece.present)
        return question.what not in MARCHING

    consider = staticmethod(consider)
    flaws = staticmethod(flaws.flaws)

    def situation(self, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], State]:
        """The setup and the state of a situation; a DataError says what is wrong with it."""
        found = read_situation(data, self.library, file)
        setup = setup_of(found, self.library)
        setting = self.setting(setup)
        state = state_of(found, setting)
        for key, expected in in_plain_view(found, Battle(setting, state, Scripted())):
            raise DataError(file, key, expected)
        return setup, state

    verdicts = staticmethod(verdicts)
    facts = staticmethod(facts)

    faults = staticmethod(check)
    schemas = staticmethod(schemas)
