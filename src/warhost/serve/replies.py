"""What the server replies to requests."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.engine.book import Result, Scenario
from warhost.engine.campaign import Account
from warhost.engine.playing import Deed, Play
from warhost.engine.view import Outline, View
from warhost.roster.commission import Commission
from warhost.roster.roster import Roster


class Reply(msgspec.Struct, frozen=True):
    """A body, written with all its fields."""


class RosterOffer(Reply, frozen=True):
    id: str
    title: str
    army: str
    points: int


class CampaignOffer(Reply, frozen=True):
    """Campaigns of a rulebook: for how many, what may be agreed on, and rosters for those who choose none."""

    id: str
    title: str
    blurb: str
    fewest: int
    most: int
    options: dict[str, tuple[str, ...]]
    starting: list[str]


class BookOffer(Reply, frozen=True):
    """A rulebook. An option without values is free text; `armies` are its army lists. Whoever just wants to play
    takes its first scenario and the options of `casual`."""

    id: str
    title: str
    options: dict[str, tuple[str, ...]]
    scenarios: list[Scenario]
    rosters: list[RosterOffer]
    armies: dict[str, str]
    blurb: str
    casual: dict[str, str]
    lessons: int = 0  # how many steps its lesson has
    campaign: CampaignOffer | None = None
    cover: str = ""  # the address of a picture
    demands: tuple[str, ...] = ()  # for how many it is, how long it takes, how hard it is
    sets_up: bool = False  # whether players set up their sides before the first turn


class LessonStep(Reply, frozen=True):
    """A step of a lesson: what it is about, what to do, which deeds of one's own end it, what is said then."""

    title: str
    text: str
    task: str
    until: tuple[Deed, ...]
    after: str


class RuleName(Reply, frozen=True):
    id: str
    title: str
    chapter: str


class RuleExample(Reply, frozen=True):
    given: str
    expect: str


class RuleInFull(Reply, frozen=True):
    """A rule in our words, with those it leans on and those that lean on it."""

    id: str
    title: str
    chapter: str
    kind: str
    text: str
    ruling: str
    examples: list[RuleExample]
    needs: list[RuleName]
    needed_by: list[RuleName]


class Mustered(Reply, frozen=True):
    """What a roster costs and what is wrong with it; with faults it could not be understood, and has no bill."""

    bill: dict[str, Any] | None
    breaches: list[dict[str, Any]]
    faults: list[str]


class BuiltEntry(Reply, frozen=True):
    """An entry of a roster: its place, such as `group[2]`, the id it goes by, and what it costs."""

    key: str
    id: str
    points: int | None


class BuiltBreach(Reply, frozen=True):
    """A rule that an army does not keep; `key` is the entry that breaks it, empty where it is the whole army."""

    rule: str
    where: str
    why: str
    mend: str
    key: str


class Built(Reply, frozen=True):
    """An army in the making, as its parts and as text. With faults it has no bill, and unread not even a roster."""

    roster: Roster | None
    text: str
    entries: list[BuiltEntry]
    bill: dict[str, Any] | None
    breaches: list[BuiltBreach]
    faults: list[str]
    prices: dict[str, int]


class DiceChance(Reply, frozen=True):
    """How likely so many come through, as a fraction and in per cent, and how likely at least so many."""

    count: int
    chance: str
    percent: float
    at_least: float


class DiceChances(Reply, frozen=True):
    mean: float
    deviation: float  # the standard deviation
    chances: list[DiceChance]


# --- games ---------------------------------------------------------------------------------------------------


class SeatGiven(Reply, frozen=True, omit_defaults=True):
    """A seat of a new game: a computer's, or a person's with the secret that stands for it and a link with both."""

    side: int
    token: str = ""
    link: str = ""
    computer: bool = False


class GameBegun(Reply, frozen=True):
    id: str
    seats: list[SeatGiven]
    watch: str


class ExchangeInFull(Reply, frozen=True):
    """A game whose armies are written one after the other. `lists` has what the seat may read of each side, `fixed`
    whose are handed in, `awaited` whose comes next, and `commission` what that one has to keep to. When the game
    has `begun` it is found under the same id, with the same tokens."""

    id: str
    rulebook: str
    scenario: str
    title: str
    seat: int
    sides: tuple[str, ...]
    rule: str
    fixed: list[bool]
    lists: list[str | None]
    awaited: int | None
    commission: Commission | None
    begun: bool


class GameLine(Reply, frozen=True):
    """A game in the list; `seats` says `person` or the level of a computer."""

    id: str
    title: str
    rulebook: str
    turn: int
    seats: list[str]
    over: bool
    made: float


class GameInFull(GameLine, frozen=True):
    seat: int | None
    sides: tuple[str, ...]
    steps: int
    undone: int  # how often answers were taken back
    source: str  # the game and step it was forked from, if it was
    broken: str  # where its record is damaged, if it is: then it can only be looked at
    faults: int  # how often chance answered for a computer that failed


class CampaignBattle(Reply, frozen=True):
    """A battle of a campaign: its number there, and the game in which it is fought."""

    number: int
    id: str
    turn: int
    over: bool


class CampaignInFull(Reply, frozen=True):
    """A campaign as everybody may know it; `seat` is the asker's own. `rulebook` is that of its battles."""

    id: str
    rulebook: str
    seat: int | None
    who: list[str]
    account: Account
    battles: list[CampaignBattle]


class BattleBegun(Reply, frozen=True):
    """The game in which the next battle of a campaign is fought; tokens of the campaign are good for it."""

    id: str


class HeldGame(GameLine, frozen=True):
    """A game one has a seat in. `yours` is whether one is to answer, `waiting` all who are."""

    seat: int
    yours: bool
    waiting: list[int]
    at: float  # since when it is so, in seconds since 1970
    phase: str = ""
    sides: tuple[str, ...] = ()
    result: Result | None = None
    left: float | None = None  # seconds that whoever is awaited has left, if there is a clock


class Health(Reply, frozen=True):
    state: str


class HeldGames(Reply, frozen=True):
    """Those whose answer is awaited come first, then the newest; `lost` are ids for which nothing was found."""

    games: list[HeldGame]
    lost: list[str]


class Line(Reply, frozen=True):
    """One thing that happened. `step` is the step in which it did, counted from 1."""

    step: int
    text: str
    rule: str
    kind: str
    pieces: list[str] = []
    numbers: list[dict[str, Any]] = []
    dice: list[dict[str, Any]] = []
    outlines: list[Outline] = []
    play: Play | None = None  # what a table needs to play it


class Moment(Reply, frozen=True):
    """The game as a seat could see it after so many steps, and what happened in the last of them."""

    step: int
    steps: int
    view: View
    lines: list[Line]


class Strength(Reply, frozen=True):
    """How many models each side had left when a turn ended."""

    turn: int
    step: int
    strength: list[int]
    lost: list[int]


class Luck(Reply, frozen=True):
    """All dice of one kind that a side threw: their sum against what such dice give on average.

    `deviation` is the difference in standard deviations. Whether high or low is good, the rules of each throw say.
    """

    side: int
    die: int
    count: int
    sum: int
    mean: float
    difference: float
    deviation: float


class Swing(Reply, frozen=True):
    """A step in which the balance of strength changed much, in hundredths, and for the better of which side."""

    step: int
    turn: int
    swing: float
    side: int
    lines: list[Line]


class Report(Reply, frozen=True):
    result: Result
    sides: tuple[str, ...]
    notes: list[str]
    turns: list[Strength]
    luck: list[Luck]
    turning_points: list[Swing]
    undone: int
    seed: str
    commitment: str
