"""Missúm!, as Warhost finds and plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from warhost.engine.book import Result, Scenario, Unknown
from warhost.engine.data import DataError, nearest
from warhost.engine.promise import Supposed
from warhost.engine.question import Answer, Question
from warhost.roster.agreed import breach_of, named_roster
from warhost.roster.book import ArmyBook
from warhost.roster.palette import Palette
from warhost.roster.roster import Roster, read_roster

from . import turn
from .armies.lists import MissumLists
from .armies.muster import troops_of
from .armies.palette import palette
from .judging.encounters import MissumEncounters
from .judging.possible import faults_of, misplaced
from .judging.situation import read_situation, setup_of, state_of
from .judging.verdicts import verdicts
from .library import DATA, MM, BattlePlan, Library, check_files, library, schemas
from .magic.places import SpellPlace
from .magic.supposing import supposed
from .secrecy import known
from .setting import SIDES, Setting
from .soundness import facts, flaws
from .spokesman import MissumSpokesman
from .state import State
from .tactics import consider
from .telling.view import view

ROSTERS = DATA / "rosters"


class Missum(ArmyBook[State, Setting]):
    """The rulebook."""

    id = "missum"
    title = "Missúm!"
    blurb = "Legions of Tékumel, hundreds of figures a side: spears, bows, sorcery and morale, in millimetres."
    demands = ("2 players", "two hours", "many orders")
    state = State
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "drawing up": ("by the players", "standard"),
        "terrain": ("as listed", "rolled"),
        "champions": ("duels", "none"),
        "south": (),
        "north": (),
        "armies": (),  # two rosters with a comma between: files, ready ones, or army:points:seed for one of chance
    }
    lists = MissumLists()
    spokesman = MissumSpokesman()
    casual: ClassVar[Mapping[str, str]] = {"drawing up": "standard"}

    @cached_property
    def encounters(self) -> MissumEncounters:
        return MissumEncounters(self.charts)

    @cached_property
    def charts(self) -> Library:
        return library()

    def palette(self, army: str) -> Palette:
        return palette(self.lists, army)

    def scenarios(self) -> Sequence[Scenario]:
        found = []
        for plan in self.charts.battles.values():
            names = tuple(_roster(army[0]).name for army in (plan.south, plan.north))
            found.append(Scenario(plan.id, plan.title, self._story(plan), names))
        return found

    def _story(self, plan: BattlePlan) -> str:
        """What the battle is about, and which armies may meet in it."""
        said = [self.catalogue.get(plan.rule).text]
        for side, armies in zip(SIDES, (plan.south, plan.north), strict=True):
            titles = [f"{self.catalogue.get(f'mis.army.{army}').title} ({army})" for army in armies]
            said.append(f"In the {side}: {' or '.join(titles)}.")
        return " ".join(said)

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        """The whole battle with both armies, so that a save does not depend on data files."""
        plan = self.charts.battles[self.scenario(scenario).id]
        agreed = self.agreed(options)
        named = agreed.pop("armies", "")
        if named:
            armies = self._brought(named)
            plan = msgspec.structs.replace(plan, width=max(plan.width, *(_room_for(army) for army in armies)))
        else:
            armies = [self._army(plan, side, agreed.get(side, "")) for side in SIDES]
        return {"battle": msgspec.to_builtins(plan), "armies": msgspec.to_builtins(armies), "options": agreed}

    def _army(self, plan: BattlePlan, side: str, name: str) -> Roster:
        lists = getattr(plan, side)
        if not name:
            return _roster(lists[0])
        if name not in {file.stem for file in ROSTERS.glob("*.toml")}:  # a name, never a path
            raise Unknown(f"no army is called {name!r}{nearest(name, lists)}; there are: {', '.join(lists)}")
        return _roster(name)

    def _brought(self, named: str) -> list[Roster]:
        """Armies of the players' own: rosters that keep the rules, or armies of chance.  [mis.army.composition]"""
        words = [word.strip() for word in named.split(",")]
        if len(words) != len(SIDES):
            raise Unknown(f"option armies: expected two rosters with a comma between, got {len(words)}")
        return [self._own_army(word) for word in words]

    def _own_army(self, word: str) -> Roster:
        file, roster = named_roster(self.lists, word)
        breach_of(self.lists, file, roster)
        return roster

    def put(self, setting: Setting, question: Question) -> str:
        """What is asked of which army, and by which rule."""
        asked = question.asked(self.spokesman.names(setting))
        return f"{setting.title(question.side)}: {asked} [{question.rule}]"

    def setting(self, setup: Mapping[str, Any]) -> Setting:
        plan = msgspec.convert(setup["battle"], BattlePlan)
        south, north = msgspec.convert(setup["armies"], tuple[Roster, Roster])
        return Setting(plan, (south, north), dict(setup["options"]), self.charts)

    def sides(self, setting: Setting) -> tuple[str, ...]:
        return SIDES

    begin = staticmethod(Setting.begin)
    step = staticmethod(turn.step)

    def result(self, setting: Setting, state: State) -> Result | None:
        return Result.of(state.outcome)

    def turn(self, state: State) -> int:
        return max(1, state.turn)

    def setting_up(self, state: State) -> bool:
        """Who moves first is asked when all stand: that is not setting up.  [mis.turn.first-choice]"""
        return state.stage not in ("choice", "battle", "over")

    known = staticmethod(known)
    consider = staticmethod(consider)

    def supposed(
        self, setting: Setting, known: State, question: Question, answer: Answer
    ) -> Sequence[Supposed]:
        return supposed(setting, known, question.index) if isinstance(question, SpellPlace) else ()

    flaws = staticmethod(flaws)
    facts = staticmethod(facts)

    def situation(self, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], State]:
        found = read_situation(data, self.charts, file)
        for key, why in faults_of(found, self.charts):
            raise DataError(file, key, why)
        setup = setup_of(found)
        setting = self.setting(setup)
        state = state_of(found, setting)
        for key, why in misplaced(found, setting, state):
            raise DataError(file, key, why)
        return setup, state

    verdicts = staticmethod(verdicts)
    view = staticmethod(view)
    check_data = staticmethod(check_files)
    schemas = staticmethod(schemas)


def _room_for(army: Roster) -> int:
    """How wide a table must be for an army to stand in line, in steps of the large terrain squares."""
    troops = troops_of(library(), army, 0)
    wide = sum(troop.files * troop.base[0] + 25 * MM for troop in troops if troop.kind in ("line", "battery"))
    return -(-(wide + 200 * MM) // (1200 * MM)) * 1200


def _roster(name: str) -> Roster:
    return read_roster(ROSTERS / f"{name}.toml")
