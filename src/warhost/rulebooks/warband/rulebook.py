"""Warband, as Warhost finds and plays it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from warhost.engine.book import Result, Scenario, Unknown
from warhost.engine.data import DataError
from warhost.engine.promise import Supposed
from warhost.engine.question import Answer, Question
from warhost.roster.agreed import breach_of, named_roster
from warhost.roster.book import ArmyBook
from warhost.roster.palette import Palette

from . import flaws, traits, turn
from .campaign.book import WarbandCampaign
from .charging.supposing import supposed
from .company import Company
from .judging.situation import read_situation
from .judging.verdicts import facts, verdicts
from .library import Library
from .mustering.enlist import WarbandLists, enlist
from .mustering.palette import palette
from .setting import Setting
from .state import State
from .tactics.consider import consider
from .telling import view
from .telling.manners import PHASES
from .telling.spokesman import WarbandSpokesman
from .towns import TownPlan, Towns

HOOKED_IN = (traits,)  # traits, skills and items hook themselves in when this is read
NUMBERS = {3: "three", 4: "four"}
STARTING = ("lantern_500", "unquiet_500", "gutter_500", "ash_500")
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "armies": (),  # rosters with commas between: files, ready ones, or army:crowns:seed for one of chance
    "table": ("rolled", "candle", "market", "quarter"),
    "town": (),  # a table of one's own, drawn in a text file
    "phases": ("usual", "as printed"),
    "measuring": ("by the book", "open"),
    "rosters": ("checked", "unchecked"),
}


class Warband(ArmyBook[State, Setting]):
    """The rulebook; `extra` is a folder of the player's own towns."""

    id = "warband"
    title = "Warband"
    blurb = "A dozen fighters a side in a ruined city: climb, leap and dive through its streets, floors and roofs."
    demands = ("2 to 4 players", "three quarters of an hour", "easy to begin with")
    state = State
    options = OPTIONS
    casual: ClassVar[Mapping[str, str]] = {"measuring": "open"}
    phases = PHASES
    spokesman = WarbandSpokesman()
    lists: WarbandLists

    def __init__(self, extra: Path | None = None):
        super().__init__(extra)
        self.library = Library(extra)
        self.towns = Towns(extra)
        self.lists = WarbandLists(self.library)

    @cached_property
    def campaign(self) -> WarbandCampaign:
        return WarbandCampaign(self)

    # --- before a battle -----------------------------------------------------------------------------------

    def palette(self, army: str) -> Palette:
        return palette(self.lists, army)

    def scenarios(self) -> Sequence[Scenario]:
        """Each for two, and those that can be for three and four.  [war.multi.scenarios]"""
        found = [
            Scenario(one.id, one.title, one.story, ("first", "second")) for one in self.library.scenarios.values()
        ]
        sides = ("first", "second", "third", "fourth")
        for one in self.library.scenarios.values():
            for number in range(3, one.most_sides + 1):
                title = f"{one.title} of {NUMBERS[number]}"
                found.append(Scenario(f"{one.id}_{NUMBERS[number]}", title, one.story, sides[:number]))
        return found

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        """The warbands go into the setup whole, and a drawn town too: a save does not depend on data files."""
        found = self.scenario(scenario)
        self.agreed(options)
        companies = self._companies(options, len(found.sides))
        plan = self._drawn(options.get("town", ""), found.id.startswith("tower"))
        kept = {key: value for key, value in options.items() if key not in ("armies", "town")}
        return self.setup_of(found.id, companies, kept, plan)

    def setup_of(
        self, scenario: str, companies: Sequence[Company], options: Mapping[str, str], plan: TownPlan | None = None
    ) -> dict[str, Any]:
        return {
            "scenario": scenario.partition("_")[0],
            "companies": msgspec.to_builtins(list(companies)),
            "options": dict(options),
            "plan": msgspec.to_builtins(plan),
        }

    def ready(self, option: str) -> Collection[str] | None:
        return self.towns.ready if option == "town" else super().ready(option)

    def _drawn(self, town: str, belfry: bool) -> TownPlan | None:
        """A ready town by its name, or one in a file."""
        if not town:
            return None
        if town in self.towns.ready:
            return self.towns.plan(self.towns.ready[town], belfry)
        path = Path(town)
        if not path.exists():
            raise Unknown(
                f"option town: no file and no town is called {town!r:.80}; there are: {', '.join(self.towns.ready)}"
            )
        return self.towns.plan(self.towns.read(path), belfry)

    def _companies(self, options: Mapping[str, str], number: int) -> list[Company]:
        wanted = (
            [word.strip() for word in options["armies"].split(",")]
            if options.get("armies")
            else list(STARTING[:number])
        )
        if len(wanted) < number and options.get("armies"):
            wanted += [name for name in STARTING if name not in wanted][: number - len(wanted)]
        if len(wanted) != number:
            raise Unknown(f"option armies: expected {number} rosters with commas between, got {len(wanted)}")
        companies: list[Company] = []
        for word in wanted:
            company = self._company(word, options.get("rosters") == "unchecked")
            same = sum(
                other.name.rpartition(" ")[0] == company.name or other.name == company.name for other in companies
            )
            companies.append(replace(company, name=f"{company.name} {same + 1}") if same else company)
        return companies

    def _company(self, wanted: str, unchecked: bool) -> Company:
        file, roster = named_roster(self.lists, wanted)
        breach_of(self.lists, file, roster, unchecked)
        return enlist(roster, self.library)

    def setting(self, setup: Mapping[str, Any]) -> Setting:
        companies = msgspec.convert(setup["companies"], tuple[Company, ...])
        plan = msgspec.convert(setup.get("plan"), TownPlan | None)
        scenario = self.library.scenarios[setup["scenario"]]
        return Setting(companies, scenario, dict(setup["options"]), self.library, self.towns, plan)

    def sides(self, setting: Setting) -> tuple[str, ...]:
        return ("first", "second", "third", "fourth")[: len(setting.companies)]

    # --- the battle ----------------------------------------------------------------------------------------

    begin = staticmethod(Setting.begin)
    step = staticmethod(turn.step)

    def result(self, setting: Setting, state: State) -> Result | None:
        return Result.of(state.outcome)

    def turn(self, state: State) -> int:
        return max(1, state.round)

    def setting_up(self, state: State) -> bool:
        return state.round < 1

    def span(self, state: State) -> tuple[int, int]:
        return state.round, state.active

    flaws = staticmethod(flaws.flaws)

    def supposed(
        self, setting: Setting, known: State, question: Question, answer: Answer
    ) -> Sequence[Supposed]:
        return supposed(setting, known, question)

    consider = staticmethod(consider)

    # --- what is seen, the referee -------------------------------------------------------------------------

    view = staticmethod(view.view)

    def situation(self, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], State]:
        return read_situation(self, data, file)

    verdicts = staticmethod(verdicts)
    facts = staticmethod(facts)

    def faults(self, folder: Path | None) -> Sequence[DataError]:
        towns = Towns(folder) if folder else self.towns
        for town in towns.ready.values():
            towns.build(towns.plan(town))
        list(self.library.bands), self.library.charts, self.library.gear
        return ()
