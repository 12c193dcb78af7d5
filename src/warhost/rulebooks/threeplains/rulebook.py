"""Three Plains, as Warhost finds and plays it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from warhost.engine.book import Result, Scenario, Unknown
from warhost.roster.book import ArmyBook
from warhost.roster.commission import Commission
from warhost.roster.palette import Palette
from warhost.roster.roster import Roster

from . import flaws, turn
from .agreeing import Levies, commission
from .armies.army import Army
from .armies.muster import ThreePlainsLists
from .armies.palette import palette
from .asking import put
from .campaign.book import ThreePlainsCampaign
from .items import hooks as items
from .items.secrecy import keep_secret as keep_items_secret
from .items.secrecy import notice
from .judging.encounters import ThreePlainsEncounters
from .judging.faults import read_situation
from .judging.situation import setup_of, state_of
from .judging.verdicts import facts, verdicts
from .land.terrain import Tile
from .library import Library, Own, check, load_library, schemas, table_of
from .magic import spells
from .magic.nullity import keep_secret
from .scenario import rules as scenario_rules
from .scenario.mission import PITCHED, Mission
from .scenario.points import Force, brought, laid_out
from .setting import Fight, Setting, Table
from .siege.fortress import find_fortress, ready_fortresses
from .siege.garrison import SIEGE
from .siege.rules import agreed_on
from .special import traits
from .state import NOBODY, Player, State
from .tactics import consider
from .telling import view
from .telling.manners import PHASES
from .telling.spokesman import ThreePlainsSpokesman

HOOKED_IN = (traits, spells, items, scenario_rules)  # these hook themselves in when they are read
STARTER = "three_hills"
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "armies": (),  # two rosters with a comma between: files, ready ones, or army:points:seed for one of chance
    "rosters": ("checked", "unchecked"),
    "fortress": (),  # of a siege: a ready one, one of your own folder, or a file; else one of the right size
    "races": (),  # the two army lists that were agreed on, with a comma between
    "measuring": ("orders first", "open"),
    "raid": ("asked", "assassination", "artifact"),  # what raiders are after [tp.scenario.raid.objective]
    "raid light": ("asked", "day", "night"),  # [tp.scenario.raid.night]
    "raid table": ("4 feet", "6 feet"),
    "terrain": ("board", "tiles", "dry tiles"),  # as the board is drawn, dealt by chance, or dealt without water
}


class ThreePlains(ArmyBook[State, Setting]):
    """The rulebook; `extra` is a folder of the player's own data."""

    id = "threeplains"
    title = "Three Plains"
    version = "2"  # players are asked wherever the enemy cannot exclude a secret
    blurb = "Regiments on an open table: wheel, charge and hold the line, measured to the hundredth of an inch."
    demands = ("2 players", "an hour", "many rules")
    state = State
    options = OPTIONS
    casual: ClassVar[Mapping[str, str]] = {"measuring": "open"}  # distances, numbers to hit and chances are shown
    phases = PHASES
    spokesman = ThreePlainsSpokesman()
    lists: ThreePlainsLists

    def __init__(self, extra: Path | None = None):
        super().__init__(extra)
        self.lists = ThreePlainsLists(extra)

    @cached_property
    def library(self) -> Library:
        return load_library(self.extra, self.lists.library)

    @cached_property
    def encounters(self) -> ThreePlainsEncounters:
        return ThreePlainsEncounters(self.library)

    @cached_property
    def campaign(self) -> ThreePlainsCampaign:
        return ThreePlainsCampaign(self)

    def palette(self, army: str) -> Palette:
        return palette(self.lists, army)

    def scenarios(self) -> Sequence[Scenario]:
        """Tables for pitched battles, then the other scenarios.  [tp.scenario.summary]"""
        starter_first = sorted(self.library.boards.values(), key=lambda board: (board.id != STARTER, board.title))
        boards = [Scenario(board.id, board.title, board.story, ("first", "second")) for board in starter_first]
        return boards + [
            Scenario(
                one.id, one.title, one.story, tuple(part.id for part in one.part), True,
                tuple(side for side, part in enumerate(one.part) if part.open_list),
                next((part.open_rule for part in one.part if part.open_list), ""),
            )
            for one in self.library.missions.values()
        ]  # fmt: skip

    def commission(self, scenario: str | None, side: int, enemy: Roster | None) -> Commission:
        return commission(self.library.missions.get(self.scenario(scenario).id, PITCHED), Player(side), enemy)

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        """Both armies, the table and the scenario go into the setup whole, so that a save does not depend on data
        files.

        [tp.setup.issue] [tp.setup.houserules] [tp.scenario.precedence]
        """
        name = self.scenario(scenario).id
        self.agreed(options)
        return self.setup_of(name, Levies(self.lists, self._mission(name, options), options).armies(), options)

    def setup_of(self, name: str, armies: tuple[Army, Army], options: Mapping[str, str]) -> dict[str, Any]:
        """The same for armies that are ready for battle."""
        mission = self._mission(name, options)
        sizes = [army.points for army in armies]
        forces = [Force(army.points, army.list) for army in armies]
        mission = laid_out.fold(mission.rules, mission, forces, options)
        armies = brought.fold(mission.rules, armies, mission, self.lists.library)
        drawn = mission if mission.part else self.library.boards[name]
        tiles = self._tiles(options.get("terrain")) if not mission.fixed else ()
        tiles = self.library.tiles if mission.tiles else tiles
        return {
            "armies": msgspec.to_builtins(armies),
            "table": msgspec.to_builtins(table_of(drawn, max(sizes), tiles)),
            "options": {key: value for key, value in options.items() if key != "armies"},
            "own": msgspec.to_builtins(self.library.own),
            **({"mission": msgspec.to_builtins(mission.told())} if mission.part else {}),
        }

    def _mission(self, name: str, options: Mapping[str, str]) -> Mission:
        """The scenario, with the fortress that was agreed on.  [tp.siege.plan]"""
        found, wanted = self.library.missions.get(name, PITCHED), options.get("fortress")
        if not wanted:
            return found
        if name != SIEGE:
            raise Unknown(f"option fortress: only a siege has one: choose the scenario {SIEGE}")
        fortress = find_fortress(wanted, self.library.armies, self.extra)
        return agreed_on(found, fortress, options.get("rosters") == "unchecked")

    def ready(self, option: str) -> Collection[str] | None:
        return ready_fortresses(self.extra) if option == "fortress" else super().ready(option)

    def _tiles(self, terrain: str | None) -> tuple[Tile, ...]:
        """What random terrain is dealt from, if that was agreed on.  [tp.terraingen.mix]"""
        if terrain not in ("tiles", "dry tiles"):
            return ()
        return tuple(tile for tile in self.library.tiles if terrain == "tiles" or tile.course is None)

    def setting(self, setup: Mapping[str, Any]) -> Setting:
        armies = msgspec.convert(setup["armies"], tuple[Army, Army])
        table = msgspec.convert(setup["table"], Table)
        own = msgspec.convert(setup.get("own", {}), Own)
        kinds = self.library.kinds | {kind.id: kind for kind in own.kinds}
        weapons = self.library.armies.weapons | {weapon.id: weapon for weapon in own.weapons}
        mission = msgspec.convert(setup["mission"], Mission) if "mission" in setup else PITCHED
        return Setting(armies, table, kinds, weapons, dict(setup["options"]), mission)

    def sides(self, setting: Setting) -> tuple[str, ...]:
        return tuple(part.id for part in setting.mission.part) or ("first", "second")

    begin = staticmethod(Setting.begin)

    def step(self, battle: Fight) -> None:
        turn.step(battle)
        if battle.setting.enchanted:
            notice(battle)

    def result(self, setting: Setting, state: State) -> Result | None:
        return Result.of(state.score)

    def turn(self, state: State) -> int:
        return state.turn

    def span(self, state: State) -> tuple[int, int]:
        return state.turn, state.active

    view = staticmethod(view.view)

    def known(self, setting: Setting, state: State, side: int) -> State:
        """Where the enemy's halfwits hide is not known, nor what nobody has seen of his magic.

        [tp.character.halfwit.hidden]
        """
        twin = state.copy()
        for piece in twin.pieces:
            if piece.fate == "hidden" and piece.side != side:
                piece.host = NOBODY
        keep_secret(twin, Player(side))
        keep_items_secret(setting, twin, side)
        return twin

    put = staticmethod(put)
    consider = staticmethod(consider)
    flaws = staticmethod(flaws.flaws)

    def situation(self, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], State]:
        """The setup and the state of a situation; a DataError says what is wrong with it."""
        found = read_situation(data, self.library, file)
        setup = setup_of(found, self.library)
        return setup, state_of(found, self.setting(setup))

    verdicts = staticmethod(verdicts)
    facts = staticmethod(facts)

    faults = staticmethod(check)
    schemas = staticmethod(schemas)

