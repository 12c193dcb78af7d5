"""Regiments, as Warhost finds and plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.book import Result, Scenario, Unknown
from warhost.engine.catalogue import Catalogue
from warhost.engine.data import DataError
from warhost.roster.agreed import breach_of, named_roster
from warhost.roster.book import ArmyBook
from warhost.roster.palette import Palette

from . import flaws, turn
from .armies.army import Army, enlist
from .armies.muster import RegimentsLists
from .armies.palette import palette
from .judging.encounters import RegimentsEncounters
from .judging.situation import read_situation
from .judging.verdicts import facts, verdicts
from .library import Library, check, load_library, schemas
from .measures import DEPTH, WIDTH
from .moving.supposing import supposed
from .records import ScenarioEntry
from .setting import Setting, told_apart
from .special import blows, instead, nerve, turns
from .state import Feature, State
from .tactics import consider
from .telling import view
from .telling.manners import PHASES
from .telling.spokesman import RegimentsSpokesman

HOOKED_IN = (blows, instead, nerve, turns)  # special rules hook themselves in when these are read
STARTING_ARMIES = "men_1000, orc_1000"
REARGUARD_ARMIES = "und:667:3, men_1000"
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "armies": (),  # two rosters with a comma between: files, ready ones, or army:points:seed for one of chance
    "rosters": ("checked", "unchecked"),
    "terrain": ("random", "placed", "none"),
    "steadfast": ("off", "on"),
    "double_one_holds": ("on", "off"),  # a natural double 1 passes a break test, however large the defeat
}


class Regiments(ArmyBook[State, Setting]):
    """The rulebook; `extra` is a folder of the player's own army lists."""

    id = "regiments"
    title = "Regiments"
    blurb = "Ranks of spears and horse, guns, monsters and wizards: the great fantasy battle, measured in inches."
    demands = ("2 players", "an hour and a half", "many rules")
    state = State
    options = OPTIONS
    phases = PHASES
    spokesman = RegimentsSpokesman()
    lists: RegimentsLists

    def __init__(self, extra: Path | None = None):
        super().__init__(extra)
        self.lists = RegimentsLists(extra)

    @cached_property
    def library(self) -> Library:
        return load_library(self.extra)

    @cached_property
    def encounters(self) -> RegimentsEncounters:
        return RegimentsEncounters(self.library)

    @cached_property
    def catalogue(self) -> Catalogue:
        return self.library.rules

    # --- before a battle -----------------------------------------------------------------------------------

    def palette(self, army: str) -> Palette:
        return palette(self.lists, army)

    def scenarios(self) -> Sequence[Scenario]:
        return [
            Scenario(one.id, one.title, one.story, ("first", "second")) for one in self.library.scenarios.values()
        ]

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        """Both armies go into the setup whole, so that a save does not depend on lists or rosters."""
        name = self.scenario(scenario).id
        agreed = self.agreed(options)
        armies = self._armies(agreed, name)
        return {
            "scenario": name,
            "armies": msgspec.to_builtins(armies),
            "options": {key: value for key, value in agreed.items() if key != "armies"},
        }

    def _armies(self, options: Mapping[str, str], scenario: str) -> tuple[Army, Army]:
        usual = REARGUARD_ARMIES if self.library.scenarios[scenario].defender else STARTING_ARMIES
        wanted = [word.strip() for word in options.get("armies", usual).split(",")]
        if len(wanted) != 2:
            raise Unknown(f"option armies: expected two rosters with a comma between, got {len(wanted)}")
        unchecked = options.get("rosters") == "unchecked"
        first, second = (self._army(word, unchecked) for word in wanted)
        if not unchecked:
            self._matched(first, second, self.library.scenarios[scenario])
        return first, msgspec.structs.replace(second, name=told_apart(second.name, {first.name}))

    def _matched(self, first: Army, second: Army, scenario: ScenarioEntry) -> None:
        """Both sides have the same points; a rearguard has two thirds of them, unless even strength was agreed on.

        [reg.scenario.rearguard]
        """
        share = -(-second.points * 2 // 3)
        if first.points != second.points and not (scenario.defender and abs(first.points - share) <= 1):
            wanted = f"{share} or {second.points}" if scenario.defender else str(second.points)
            why = f"expected an army of {wanted} points, got {first.points} [{scenario.rule}]"
            raise Unknown(f"option armies: {why}; with rosters=unchecked they are let through")

    def _army(self, wanted: str, unchecked: bool) -> Army:
        """An army by the name or the file of its roster, or one of chance such as orc:500:7."""
        file, roster = named_roster(self.lists, wanted)
        breach = breach_of(self.lists, file, roster, unchecked)
        return msgspec.structs.replace(enlist(roster, self.library), breach=breach)

    def setting(self, setup: Mapping[str, Any]) -> Setting:
        armies = msgspec.convert(setup["armies"], tuple[Army, Army])
        features = msgspec.convert(setup.get("features", []), tuple[Feature, ...])
        scenario = self.library.scenarios[setup["scenario"]]
        size = msgspec.convert(setup.get("size", (WIDTH, DEPTH)), tuple[int, int])
        laid = bool(setup.get("laid"))
        return Setting(armies, scenario, self.library, dict(setup["options"]), features, laid, size)

    def sides(self, setting: Setting) -> tuple[str, ...]:
        return ("first", "second")

    # --- the battle ----------------------------------------------------------------------------------------

    begin = staticmethod(Setting.begin)
    step = staticmethod(turn.step)

    def result(self, setting: Setting, state: State) -> Result | None:
        return Result.of(state.score)

    def turn(self, state: State) -> int:
        return max(1, state.turn)

    def setting_up(self, state: State) -> bool:
        return state.turn < 1

    def span(self, state: State) -> tuple[int, int]:
        return state.turn, state.active

    def known(self, setting: Setting, state: State, side: int) -> State:
        """Who lies in ambush is not known to the enemy.  [reg.sr.ambushers]"""
        twin = state.copy()
        for unit in twin.units:
            if unit.fate == "reserve" and unit.side != side:
                unit.fate = "waiting"
        if state.active != side:
            twin.coming = ()
        return twin

    flaws = staticmethod(flaws.flaws)
    supposed = staticmethod(supposed)
    consider = staticmethod(consider)

    # --- what is seen and judged ---------------------------------------------------------------------------

    view = staticmethod(view.view)

    def situation(self, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], State]:
        setup, state = read_situation(data, self.library, file)
        try:
            self.agreed(setup["options"])
        except Unknown as error:
            raise DataError(file, "options", str(error)) from None
        return setup, state

    verdicts = staticmethod(verdicts)
    facts = staticmethod(facts)

    # --- data ----------------------------------------------------------------------------------------------

    faults = staticmethod(check)
    schemas = staticmethod(schemas)
