"""Campaigns of Three Plains, as the house finds and plays them.  [tp.campaign.concept]"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec.structs import replace

from warhost.engine.book import Result, Unknown
from warhost.engine.campaign import Campaign, Fixture
from warhost.engine.data import DataError, nearest, read_toml
from warhost.engine.game import Game
from warhost.engine.naming import MOST_LETTERS, Naming
from warhost.engine.question import Answer, Question
from warhost.engine.sheet import Sheet
from warhost.engine.spokesman import Spokesman
from warhost.engine.view import View
from warhost.engine.words import Name, Names, mention
from warhost.roster.lists import find_roster

from ..armies.lists import DATA
from ..state import NOBODY
from . import rosters
from .account import account, people_sheet, stage_words
from .happened import happened
from .plan import PITCHED_BATTLE, RESULTS, Plan, plan_faults
from .sequence import step
from .war import Due, Terms, War

if TYPE_CHECKING:
    from ..rulebook import ThreePlains

SWITCH = ("as written", "on", "off")
PITCHED_TABLE = "three_hills"


class CampaignNames(Names):
    def __init__(self, terms: Terms):
        self.terms = terms

    def side(self, side: int) -> Name:
        there = side < self.terms.players
        return Name(mention(self.terms.player_name(side))) if there else Name("the field")


class CampaignSpokesman(Spokesman[War, Terms]):
    def names(self, setting: Terms, state: War | None = None) -> Names:
        return CampaignNames(setting)

    def order_data(self, setting: Terms, known: War, question: Question) -> Any:
        if isinstance(question, rosters.Mustering):
            return {"form": "text", "most": rosters.MOST_LETTERS, "lines": True}
        return {"form": "text", "most": MOST_LETTERS} if isinstance(question, Naming) else None

    def sheet(self, setting: Terms, known: War, side: int, viewer: int | None) -> Sheet | None:
        return people_sheet(setting, known, side)


class ThreePlainsCampaign(Campaign[War, Terms]):
    """The options: which campaign is played, its switches, and how battles are measured."""

    id = "threeplains.campaign"
    title = "A campaign of the three plains"
    blurb = (
        "Two sides fight through a chart of battles: who wins decides which comes next. Characters live, learn and "
        "die; of the roster chosen here only the army list counts, since fresh ones are written for each battle."
    )
    state = War
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "campaign": (),
        "leader death": SWITCH,
        "development": SWITCH,
        "measuring": ("orders first", "open"),
    }
    spokesman = CampaignSpokesman()
    starting: ClassVar[Sequence[str]] = ("herlanceia_1000", "orcs_1000")

    def __init__(self, base: ThreePlains):
        super().__init__(base)
        self.plains = base

    # --- founding ------------------------------------------------------------------------------------------

    @cached_property
    def _files(self) -> dict[str, Path]:
        """The campaigns that are ready to play, and those of a player's own folder."""
        folders = [folder / "campaigns" for folder in (DATA, self.extra) if folder]
        return {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}

    def ready(self, option: str) -> Collection[str] | None:
        return tuple(self._files) if option == "campaign" else super().ready(option)

    def found(self, armies: Sequence[str], options: Mapping[str, str], title: str = "") -> dict[str, Any]:
        """A campaign that is not whole is refused; of an army only its list is asked.

        [tp.campaign.story] [tp.campaign.structure]
        """
        self.agreed(options)
        self.enough(armies)
        plan = self._switched(self._plan(options.get("campaign") or next(iter(self._files))), options)
        lists = [self._list(word) for word in armies]
        for player, own in enumerate(lists[2:], 2):
            if own != lists[player % 2]:
                raise Unknown(f"players of one side share its army list, {lists[player % 2]}, not {own}")
        return {
            "title": title or plan.title,
            "plan": msgspec.to_builtins(plan),
            "armies": lists[:2],
            "players": len(armies),
            "measuring": options.get("measuring", self.options["measuring"][0]),
        }

    def _plan(self, said: str) -> Plan:
        path = self._files.get(said, Path(said))
        if not path.is_file():
            meant, there = nearest(said, self._files), ", ".join(self._files)
            raise Unknown(f"no campaign and no file is called {said!r:.80}{meant}; there are: {there}")
        plan = read_toml(path, Plan, path.parent)
        for fault in plan_faults(plan, path.name, self.plains.lists.library, self.plains.library.boards):
            raise fault
        return plan

    def _switched(self, plan: Plan, options: Mapping[str, str]) -> Plan:
        """With its own switches, or as the players have agreed.  [tp.campaign.special_rules]"""
        switches = {"leader_death": "leader death", "character_development": "development"}
        words = {name: options.get(option) for name, option in switches.items()}
        said = {name: word == "on" for name, word in words.items() if word in ("on", "off")}
        return replace(plan, options=replace(plan.options, **said))

    def _list(self, word: str) -> str:
        """The army list that a roster is written from, or the list itself."""
        lists = self.plains.lists
        name = word.strip().partition(":")[0]
        if name in lists.armies():
            return name
        path, roster = find_roster(lists, word)
        if roster.rulebook != lists.id or roster.army not in lists.armies():
            raise DataError(path.name, "army", f"expected one of {', '.join(lists.armies())}, got {roster.army}")
        return roster.army

    def setting(self, setup: Mapping[str, Any]) -> Terms:
        plan = msgspec.convert(setup["plan"], Plan)
        armies = msgspec.convert(setup["armies"], tuple[str, str])
        players = msgspec.convert(setup["players"], int)
        measuring = str(setup["measuring"])
        self._sound(plan, armies, players, measuring)
        return Terms(self.plains.lists, str(setup["title"]), plan, armies, players, measuring)

    def _sound(self, plan: Plan, armies: Sequence[str], players: int, measuring: str) -> None:
        """A ValueError says what is wrong with a campaign that nobody could have founded here."""
        for fault in plan_faults(plan, "plan", self.plains.lists.library, self.plains.library.boards):
            raise ValueError(str(fault))
        for at, name in enumerate(armies):
            if name not in self.plains.lists.armies():
                raise ValueError(f"armies[{at}]: expected an army list, got {name}")
        if not self.fewest <= players <= self.most:
            raise ValueError(f"players: expected {self.fewest} to {self.most}, got {players}")
        if measuring not in self.options["measuring"]:
            raise ValueError(f"measuring: expected {' or '.join(self.options['measuring'])}, got {measuring}")

    def sides(self, setting: Terms) -> tuple[str, ...]:
        return tuple(setting.player_name(player) for player in range(setting.players))

    # --- from battle to battle -----------------------------------------------------------------------------

    def begin(self, setting: Terms) -> War:
        return War()

    step = staticmethod(step)

    def result(self, setting: Terms, state: War) -> Result | None:
        if state.stage != "over":
            return None
        if not state.results[0]:
            return Result(None, "tp.campaign.check", state.why)
        ranks = [RESULTS.index(one) for one in state.results]
        winner = None if ranks[0] == ranks[1] else ranks.index(min(ranks))
        return Result(winner, "tp.campaign.result", stage_words(setting, state))

    def due(self, setting: Terms, state: War) -> Fixture | None:
        if state.due is None or state.stage != "battle":
            return None
        node = setting.nodes[state.due.node]
        scenario = (node.table or PITCHED_TABLE) if node.fought == PITCHED_BATTLE else node.fought
        armies = rosters.armies_of(setting, state, state.due)
        options = {"measuring": setting.measuring, **({} if node.stand_in else node.options)}
        setup = self.plains.setup_of(scenario, armies, options)
        players = tuple(setting.commander(side, state.number) for side in state.due.sides)
        return Fixture(state.number, node.name, players, setup)

    def home(self, setting: Terms, state: War, fought: Game[Any, Any]) -> Answer:
        return msgspec.to_builtins(happened(state, fought.setting, fought.checkpoint))

    def turn(self, state: War) -> int:
        return max(1, len(state.fought) + (state.stage == "battle"))

    # --- what is seen, who answers --------------------------------------------------------------------------

    def known(self, setting: Terms, state: War, side: int) -> War:
        """What the enemy has written is his own until the battle.  [tp.campaign.between_battles]"""
        twin = state.copy()
        if twin.due is not None:
            own = setting.side_of(side) if side < setting.players else NOBODY
            twin.due = _without_rosters(twin.due, {own, *rosters.shown_sides(setting, twin.due)})
        return twin

    def view(self, setting: Terms, state: War, side: int | None) -> View:
        """There is no table: all that is to be seen stands in the account."""
        stage = stage_words(setting, state)
        return View(setting.title, self.turn(state), stage, self.sides(setting), side, None, None, (), ())

    account = staticmethod(account)


def _without_rosters(due: Due, known: Set[int]) -> Due:
    """Without what others bring; that they have written a roster is no secret."""
    first, second = (
        written if side in known else tuple(replace(one, name="", group=(), character=()) for one in written)
        for side, written in enumerate(due.rosters)
    )
    return replace(due, rosters=(first, second))
