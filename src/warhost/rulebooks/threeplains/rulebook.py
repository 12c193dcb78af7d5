"""Three Plains, as Warhost finds and plays it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from warhost.engine.book import Result, Scenario, Unknown
from warhost.engine.bounds import whole_number
from warhost.engine.catalogue import Catalogue
from warhost.engine.data import DataError
from warhost.engine.event import Event
from warhost.engine.question import Answer, Question
from warhost.engine.verdict import Fact, Verdict
from warhost.engine.view import View
from warhost.roster.book import ArmyBook
from warhost.roster.lists import all_faults, find_roster
from warhost.roster.palette import Palette
from warhost.roster.roster import MOST_POINTS, Roster

from . import flaws, turn
from .armies.army import Army
from .armies.muster import ThreePlainsLists, enlist
from .armies.palette import palette
from .asking import put
from .items import hooks as items
from .items.secrecy import keep_secret as keep_items_secret
from .items.secrecy import notice
from .judging.encounters import ThreePlainsEncounters
from .judging.situation import read_situation, setup_of, state_of
from .judging.verdicts import facts, verdicts
from .land.terrain import Tile
from .library import Library, Own, check, load_library, schemas, table_of
from .magic import spells
from .magic.nullity import keep_secret
from .setting import Fight, Setting, Table, told_apart
from .special import traits
from .state import NOBODY, State
from .tactics import consider
from .telling import view
from .telling.manners import PHASES
from .telling.narrate import narrate
from .telling.spokesman import ThreePlainsSpokesman

HOOKED_IN = (traits, spells, items)  # traits, spells and items hook themselves in when these are read
STARTER = "three_hills"
STARTING_ARMIES = "herlanceia_500, orcs_500"
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "armies": (),  # two rosters with a comma between: files, ready ones, or army:points:seed for one of chance
    "rosters": ("checked", "unchecked"),
    "races": (),  # the two army lists that were agreed on, with a comma between
    "measuring": ("orders first", "open"),
    "terrain": ("board", "tiles", "dry tiles"),  # as the board is drawn, dealt by chance, or dealt without water
}


class ThreePlains(ArmyBook[State, Setting]):
    """The rulebook; `extra` is a folder of the player's own data."""

    id = "threeplains"
    title = "Three Plains"
    version = "2"  # players are asked wherever the enemy cannot exclude a secret
    blurb = "Regiments on an open table: wheel, charge and hold the line, measured to the hundredth of an inch."
    state = State
    options = OPTIONS
    casual: ClassVar[Mapping[str, str]] = {"measuring": "open"}  # distances, numbers to hit and chances are shown
    phases = PHASES
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
    def catalogue(self) -> Catalogue:
        return self.library.rules

    @cached_property
    def spokesman(self) -> ThreePlainsSpokesman:
        return ThreePlainsSpokesman()

    def palette(self, army: str) -> Palette:
        return palette(self.lists, army)

    def scenarios(self) -> Sequence[Scenario]:
        starter_first = sorted(self.library.boards.values(), key=lambda board: (board.id != STARTER, board.title))
        return [Scenario(board.id, board.title, board.story, ("first", "second")) for board in starter_first]

    def setup(self, scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
        """Both armies and the table go into the setup whole, so that a save does not depend on data files.

        [tp.setup.issue] [tp.setup.houserules]
        """
        name = self.scenario(scenario).id
        self.agreed(options)
        armies = self._armies(options)
        table = table_of(
            self.library.boards[name], max(army.points for army in armies), self._tiles(options.get("terrain"))
        )
        return {
            "armies": msgspec.to_builtins(armies),
            "table": msgspec.to_builtins(table),
            "options": {key: value for key, value in options.items() if key != "armies"},
            "own": msgspec.to_builtins(self.library.own),
        }

    def _tiles(self, terrain: str | None) -> tuple[Tile, ...]:
        """What random terrain is dealt from, if that was agreed on.  [tp.terraingen.mix]"""
        if terrain not in ("tiles", "dry tiles"):
            return ()
        return tuple(tile for tile in self.library.tiles if terrain == "tiles" or tile.course is None)

    def _armies(self, options: Mapping[str, str]) -> tuple[Army, Army]:
        wanted = [word.strip() for word in options.get("armies", STARTING_ARMIES).split(",")]
        if len(wanted) != 2:
            raise Unknown(f"option armies: expected two rosters with a comma between, got {len(wanted)}")
        first, second = (self._army(word, options.get("rosters") == "unchecked") for word in wanted)
        if first.points != second.points and options.get("rosters") != "unchecked":
            why = f"both sides spend the same points, not {first.points} and {second.points} [tp.army.size]"
            raise Unknown(f"option armies: {why}; with rosters=unchecked they are let through")
        return first, msgspec.structs.replace(second, name=told_apart(second.name, [first.name]))

    def _army(self, wanted: str, unchecked: bool) -> Army:
        """An army by the name or the file of its roster, or one of chance such as orcs:500:7."""
        file, roster = self._roster(wanted)
        for key, expected in all_faults(self.lists, roster):
            raise DataError(file, key, expected)
        broken = self.lists.breaches(roster)
        if broken and not unchecked:
            more = f"; {len(broken) - 1} more breaches" if len(broken) > 1 else ""
            raise DataError(file, broken[0].where, f"{broken[0].why} [{broken[0].rule}]{more}: see warhost muster")
        army = enlist(roster, self.library.armies)
        return msgspec.structs.replace(army, breach=broken[0].why) if broken else army

    def _roster(self, wanted: str) -> tuple[str, Roster]:
        army, *rest = wanted.split(":")
        if rest and army in self.library.armies.lists:
            points = whole_number(rest[0], 1, MOST_POINTS)
            if points is None:
                expected = f"expected army:points:seed such as orcs:500:7, of 1 to {MOST_POINTS} points"
                raise Unknown(f"option armies: {expected}, got {wanted!r:.80}")
            return wanted, self.lists.raise_army(army, points, ":".join(rest[1:]) or "1")
        path, roster = find_roster(self.lists, wanted)
        return path.name, roster

    def setting(self, setup: Mapping[str, Any]) -> Setting:
        armies = msgspec.convert(setup["armies"], tuple[Army, Army])
        table = msgspec.convert(setup["table"], Table)
        own = msgspec.convert(setup.get("own", {}), Own)
        kinds = self.library.kinds | {kind.id: kind for kind in own.kinds}
        weapons = self.library.armies.weapons | {weapon.id: weapon for weapon in own.weapons}
        return Setting(armies, table, kinds, weapons, dict(setup["options"]))

    def sides(self, setting: Setting) -> tuple[str, ...]:
        return ("first", "second")

    def begin(self, setting: Setting) -> State:
        return setting.begin()

    def step(self, battle: Fight) -> None:
        turn.step(battle)
        if battle.setting.enchanted:
            notice(battle)

    def result(self, setting: Setting, state: State) -> Result | None:
        if state.score is None:
            return None
        winner = None if state.score.winner == NOBODY else state.score.winner
        return Result(winner, "tp.setup.victory.winner", state.score.why)

    def turn(self, state: State) -> int:
        return state.turn

    def span(self, state: State) -> tuple[int, int]:
        return state.turn, state.active

    def view(self, setting: Setting, state: State, side: int | None) -> View:
        return view.view(setting, state, side)

    def known(self, setting: Setting, state: State, side: int) -> State:
        """Where the enemy's halfwits hide is not known, nor what nobody has seen of his magic.

        [tp.character.halfwit.hidden]
        """
        twin = state.copy()
        for piece in twin.pieces:
            if piece.fate == "hidden" and piece.side != side:
                piece.host = NOBODY
        keep_secret(twin, side)
        keep_items_secret(setting, twin, side)
        return twin

    def narrate(self, setting: Setting, state: State, event: Event) -> str | None:
        return narrate(setting, event, state.pieces)

    def put(self, setting: Setting, question: Question) -> str:
        return put(setting, question)

    def consider(self, setting: Setting, known: State, question: Question) -> Iterator[Answer]:
        return consider(setting, known, question)

    def flaws(self, setting: Setting, state: State) -> list[str]:
        return flaws.flaws(setting, state)

    def situation(self, data: Mapping[str, Any], file: str) -> tuple[dict[str, Any], State]:
        """The setup and the state of a situation; a DataError says what is wrong with it."""
        found = read_situation(data, self.library, file)
        setup = setup_of(found, self.library)
        return setup, state_of(found, self.setting(setup))

    def verdicts(self, setting: Setting, state: State) -> list[Verdict]:
        return verdicts(setting, state)

    def facts(self, setting: Setting, state: State) -> dict[str, Fact]:
        return facts(setting, state)

    def check_data(self, folder: Path | None) -> list[str]:
        try:
            return [str(fault) for fault in check(folder)]
        except DataError as fault:
            return [str(fault)]

    def schemas(self) -> dict[str, dict[str, Any]]:
        return schemas()

