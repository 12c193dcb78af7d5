"""Campaigns of Warband, as the house finds and plays them.  [war.camp.linked]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from warhost.engine.book import Result, Unknown
from warhost.engine.bounds import whole_number
from warhost.engine.campaign import Campaign, Fixture
from warhost.engine.game import Game
from warhost.engine.manner import Manner
from warhost.engine.naming import MOST_LETTERS, Naming
from warhost.engine.question import Answer, Question
from warhost.engine.sheet import Sheet
from warhost.engine.spokesman import Spokesman
from warhost.engine.view import View
from warhost.engine.words import Name, Names, mention
from warhost.roster.agreed import breach_of, named_roster
from warhost.roster.lists import find_roster, ready_rosters
from warhost.roster.roster import Roster

from .account import STAGES, account, sheet
from .choices import sensible
from .fixtures import standings
from .happened import happened
from .ledger import Ledger, founded, unlike
from .preparing import prepared
from .season import Season, Terms, mark
from .sequence import step
from .soundness import faults

if TYPE_CHECKING:
    from ..rulebook import Warband

BATTLES, MOST_BATTLES = 4, 40
NUMBERS = {2: "", 3: "_three", 4: "_four"}
TRADING = Manner(enough={"done": "Enough"})


class CampaignNames(Names):
    def __init__(self, ledgers: Sequence[Ledger]):
        self.ledgers = ledgers

    def side(self, side: int) -> Name:
        return Name(mention(self.ledgers[side].name)) if side < len(self.ledgers) else Name("the field")


class CampaignSpokesman(Spokesman[Season, Terms]):
    manners: ClassVar[Mapping[str, Manner]] = {"sell": TRADING, "look": TRADING, "buy": TRADING}

    def names(self, setting: Terms, state: Season | None = None) -> Names:
        return CampaignNames(state.ledgers if state is not None else setting.ledgers)

    def order_data(self, setting: Terms, known: Season, question: Question) -> Any:
        return {"form": "text", "most": MOST_LETTERS} if isinstance(question, Naming) else None

    def sheet(self, setting: Terms, known: Season, side: int, viewer: int | None) -> Sheet | None:
        return sheet(setting, known, side)


class WarbandCampaign(Campaign[Season, Terms]):
    """The options: how many rounds of battles, and whether all play each time."""

    id = "warband.campaign"
    title = "A campaign in the ruined city"
    blurb = "Two to four warbands go from battle to battle: injuries, experience, searching, trade."
    state = Season
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {"battles": (), "pairings": ("fixtures", "together")}
    spokesman = CampaignSpokesman()
    starting: ClassVar[Sequence[str]] = ("lantern_500", "unquiet_500", "gutter_500", "ash_500")

    def __init__(self, base: Warband):
        super().__init__(base)
        self.warband = base

    # --- founding ------------------------------------------------------------------------------------------

    def found(self, armies: Sequence[str], options: Mapping[str, str], title: str = "") -> dict[str, Any]:
        """Unlawful warbands are refused.  [war.band.found]"""
        self.agreed(options)
        self.enough(armies)
        ledgers: list[Ledger] = []
        for word in armies:
            roster = self._lawful(word)
            name = unlike(roster.name, [ledger.name for ledger in ledgers])
            ledgers.append(founded(roster, self.warband.library, name))
        return {
            "title": title or self.title,
            "battles": _battles(options.get("battles", "")),
            "together": options.get("pairings") == "together",
            "ledgers": msgspec.to_builtins(ledgers),
            "ready": msgspec.to_builtins(self._ready),
        }

    def _lawful(self, word: str) -> Roster:
        lists = self.warband.lists
        file, roster = named_roster(lists, word)
        breach_of(lists, file, roster)
        return roster

    def setting(self, setup: Mapping[str, Any]) -> Terms:
        """A ValueError says what is wrong with warbands that nobody could have led here."""
        ledgers = msgspec.convert(setup["ledgers"], tuple[Ledger, ...])
        for key, why in faults(ledgers, self.warband.library):
            raise ValueError(f"{key}: {why}")
        title, battles = str(setup["title"]), msgspec.convert(setup["battles"], int)
        if not 1 <= battles <= MOST_BATTLES:
            raise ValueError(f"battles: expected 1 to {MOST_BATTLES}, got {battles}")
        ready = msgspec.convert(setup["ready"], dict[str, Ledger])
        return Terms(self.warband.library, title, battles, bool(setup["together"]), ledgers, ready)

    @cached_property
    def _ready(self) -> dict[str, Ledger]:
        """Warbands that may be founded in the place of another, kept in the setup: a save depends on no roster.

        [war.camp.disband]
        """
        lists = self.warband.lists
        rosters = {name: find_roster(lists, name)[1] for name in ready_rosters(lists)}
        return {name: founded(one, self.warband.library, one.name) for name, one in rosters.items()}

    def sides(self, setting: Terms) -> tuple[str, ...]:
        return tuple(ledger.name for ledger in setting.ledgers)

    # --- from battle to battle -----------------------------------------------------------------------------

    def begin(self, setting: Terms) -> Season:
        season = Season([ledger.copy() for ledger in setting.ledgers])
        season.marks = (mark(season),)
        return season

    step = staticmethod(step)

    def result(self, setting: Terms, state: Season) -> Result | None:
        if state.stage != "over":
            return None
        best = standings(state)[0]
        why = f"the highest rating, {state.ledgers[best].rating}, is that of {state.ledgers[best].name}"
        return Result(best, "war.camp.linked", why)

    def due(self, setting: Terms, state: Season) -> Fixture | None:
        if state.due is None:
            return None
        due, number = state.due, len(state.fought) + 1
        library = self.warband.library
        companies = [prepared(library, state.ledgers[one], one, due.used) for one in due.players]
        setup = self.warband.setup_of(due.scenario + NUMBERS[len(companies)], companies, {"measuring": "open"})
        title = library.scenarios[due.scenario].title
        return Fixture(number, title, due.players, setup)

    def home(self, setting: Terms, state: Season, fought: Game[Any, Any]) -> Answer:
        assert state.due is not None
        return msgspec.to_builtins(happened(fought.setting, fought.checkpoint, state.due.players))

    def turn(self, state: Season) -> int:
        return max(1, len(state.fought) + (state.stage == "battle"))

    # --- what is seen, who answers --------------------------------------------------------------------------

    def view(self, setting: Terms, state: Season, side: int | None) -> View:
        """There is no table: all that is to be seen stands in the account."""
        names = tuple(ledger.name for ledger in state.ledgers)
        return View(setting.title, self.turn(state), STAGES[state.stage], names, side, None, None, (), ())

    account = staticmethod(account)

    def consider(self, setting: Terms, known: Season, question: Question) -> Iterator[Answer]:
        yield sensible(setting, known, question)


def _battles(said: str) -> int:
    """Four if nothing is said."""
    number = whole_number(said, 1, MOST_BATTLES) if said else BATTLES
    if number is None:
        raise Unknown(f"option battles: expected a number from 1 to {MOST_BATTLES}, got {said!r:.40}")
    return number
